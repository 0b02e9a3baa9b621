"""Runs compared with a baseline: factors, workloads in common, verdicts by repeats; and their history."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement, make_run_with_series
from tests.unit.domain.configuration_samples import make_array, make_controller, make_snapshot

from storagelab.analysis.comparison import compare
from storagelab.db.models import Configuration, Job, Run
from storagelab.demo.load import ensure_demo_data
from storagelab.domain.workload import BlockSize, Workload
from storagelab.results.measure import ESTIMATED_PERCENTILES

WRITE = Workload((BlockSize(4096),), 0, 100, threads=16, queue_depth=16)
READ = Workload((BlockSize(4096),), 100, 100, threads=1, queue_depth=1)


def get(client: TestClient, address: str, status: int = 200, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1{address}", params=query)
    assert answer.status_code == status, answer.text
    body: dict[str, Any] = answer.json()
    return body


def configuration(make: Factory, name: str, **values: Any) -> Configuration:
    snapshot = make_snapshot(**values)
    del snapshot["name"]
    return make_configuration(make, name, **snapshot)


def measured(make: Factory, run: Run, iops: float, *, workload: Workload = WRITE, **values: Any) -> None:
    """Add a phase that ended as planned with this figure to a run."""
    ordinal = values.pop("ordinal", 1)
    state = values.pop("state", "finished")
    phase = make.phase(run, ordinal=ordinal, kind="measure", workload=workload.to_json(), state=state)
    figures = {"iops": iops, "latency_mean_ns": 1e9 * 256 / iops, "block_bytes": 4096, "outstanding_ios": 256}
    make_measurement(make, phase, **{**figures, **values})


def repeats(make: Factory, filed: Configuration, *values: float, **job: Any) -> list[Run]:
    """Return one finished run of one job for each figure."""
    made = make.job(**job)
    runs = []
    for index, iops in enumerate(values):
        run = make.run(
            made,
            repeat_index=index + 1,
            state="finished",
            completeness="complete",
            configuration_id=filed.id,
            started_at=LONG_AGO + dt.timedelta(hours=index),
        )
        measured(make, run, iops)
        runs.append(run)
    return runs


def numbers(*runs: Run) -> list[str]:
    return [f"r-{run.number}" for run in runs]


def test_pooled_repeats_are_distinguished_by_the_rule(viewer: TestClient, make: Factory) -> None:
    one = configuration(make, "one")
    other = configuration(make, "other", arrays=[make_array(level="raid6")])
    profile = make.profile(name="quick")
    a = repeats(make, one, 100.0, 101.0, 99.0, profile_id=profile.id)
    b = repeats(make, other, 131.0, 130.0, 132.0, profile_id=profile.id)
    comparison = get(viewer, "/comparison", run_id=numbers(*a, *b), pooled=True)

    assert [(entry["label"], entry["n"], entry["group"]) for entry in comparison["entries"]] == [
        ("RAID 5", 3, 0),
        ("RAID 6", 3, 0),
    ]
    assert comparison["factors"]["by"] == "RAID level"
    assert comparison["factors"]["sentence"] == "One factor differs: RAID level."
    (point,) = comparison["points"]
    first, second = point["cells"]
    assert (first["median"], first["low"], first["high"], first["ratio"]) == (100.0, 99.0, 101.0, 1.0)
    expected = compare([100.0, 101.0, 99.0], [131.0, 130.0, 132.0])
    assert (second["verdict"], second["ratio"]) == (expected.verdict, pytest.approx(1.31))
    assert second["better"] is True
    assert second["ci95_low"] == pytest.approx(131 - 4.303 / 3**0.5, rel=1e-4)
    (verdict,) = comparison["verdicts"]
    assert verdict["sentence"] == (
        "RAID 6 writes 31 % more than RAID 5: 131 against 100 IOPS, 4K random write, QD 256."
    )
    assert (verdict["workload"], verdict["better"]) == ("4K random write, QD 256", True)


def test_repeats_are_pooled_only_on_request(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    runs = repeats(make, filed, 100.0, 130.0)
    comparison = get(viewer, "/comparison", run_id=numbers(*runs))
    assert (comparison["pooled"], comparison["poolable"], [entry["n"] for entry in comparison["entries"]]) == (
        False,
        True,
        [1, 1],
    )
    (verdict,) = comparison["verdicts"]
    assert verdict["verdict"] == "single_run"
    first, second = comparison["entries"]
    assert verdict["sentence"] == (
        f"{second['label']} reaches 130 IOPS and {first['label']} 100 IOPS: 4K random write, QD 256."
    )


@pytest.mark.parametrize(
    "change",
    [{"scale": "smoke"}, {"state": "failed"}, {"origin": "imported"}],
    ids=["another scale", "failed", "made elsewhere"],
)
def test_nonrepeat_run_is_not_pooled(viewer: TestClient, make: Factory, change: dict[str, Any]) -> None:
    filed = configuration(make, "one")
    (run,) = repeats(make, filed, 100.0)
    job = make.session.get_one(Job, run.job_id)
    values = {"state": "finished", "configuration_id": filed.id, "repeat_index": 2} | change
    other = make.run(job, **values)
    measured(make, other, 100.0)
    comparison = get(viewer, "/comparison", run_id=numbers(run, other), pooled=True)
    assert (comparison["poolable"], len(comparison["entries"])) == (False, 2)


def test_lower_latency_is_better(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    other = configuration(make, "other", controllers=[make_controller(firmware="8.5")])
    profile = make.profile(name="quick")
    runs = [*repeats(make, filed, 100.0, profile_id=profile.id), *repeats(make, other, 125.0, profile_id=profile.id)]
    comparison = get(viewer, "/comparison", run_id=numbers(*runs), metric="latency_mean_ns")
    (verdict,) = comparison["verdicts"]
    assert comparison["points"][0]["cells"][1]["better"] is True
    # One run on a side is no verdict on which is better.
    assert verdict["better"] is None
    assert "%" not in verdict["sentence"]


def test_the_baseline_is_chosen(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    first, second = repeats(make, filed, 100.0, 200.0)
    comparison = get(viewer, "/comparison", run_id=numbers(first, second), baseline=f"r-{second.number}")
    assert comparison["baseline"] == f"r-{second.number}"
    assert comparison["points"][0]["cells"][0]["ratio"] == pytest.approx(0.5)
    (stranger,) = repeats(make, filed, 100.0)
    get(viewer, "/comparison", 422, run_id=numbers(first), baseline=f"r-{stranger.number}")


def test_different_workload_gets_its_own_group_and_reason(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    (first,) = repeats(make, filed, 100.0)
    other = make.run(make.job(), state="finished", configuration_id=filed.id)
    measured(make, other, 50.0, workload=READ)
    comparison = get(viewer, "/comparison", run_id=numbers(first, other))
    assert [entry["group"] for entry in comparison["entries"]] == [0, 1]
    assert comparison["groups"][0]["reason"] is None
    assert "share of reads (0 % and 100 %)" in comparison["groups"][1]["reason"]
    assert comparison["points"] == []
    assert comparison["verdicts"][0]["verdict"] == "not_comparable"


def test_only_figures_that_stand_for_themselves_count(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    (first,) = repeats(make, filed, 100.0)
    cut_short, bound = (
        make.run(make.job(), state="finished", configuration_id=filed.id, title=title) for title in ("cut", "bound")
    )
    measured(make, cut_short, 900.0, state="cancelled")
    measured(make, bound, 900.0, value_kind="upper_bound")
    comparison = get(viewer, "/comparison", run_id=numbers(first, cut_short, bound))
    assert comparison["points"] == []


def test_run_marked_invalid_is_shown_but_not_counted(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    first, second, third = repeats(make, filed, 100.0, 102.0, 500.0)
    third.invalid_at, third.invalid_reason = LONG_AGO, "a fan stood still"
    make.session.flush()
    comparison = get(viewer, "/comparison", run_id=numbers(first, second, third), pooled=True)
    (entry,) = comparison["entries"]
    assert entry["n"] == 2
    assert [run["left_out"] for run in entry["runs"]] == [None, None, "marked invalid"]


def test_half_known_workloads_differ_between_sources(viewer: TestClient, make: Factory) -> None:
    half_known = {"block_sizes": [{"bytes": 4096, "percent": 100.0}], "read_percent": 100.0, "description": "4K read"}
    runs = []
    for source in ("one review", "one review", "another review"):
        run = Run(title=source, origin="published", source_title=source, state="finished", completeness="complete")
        make.session.add(run)
        make.session.flush()
        phase = make.phase(run, ordinal=1, kind="published", workload=half_known, state="finished")
        make_measurement(make, phase, iops=100.0)
        runs.append(run)
    comparison = get(viewer, "/comparison", run_id=numbers(*runs))
    assert [entry["group"] for entry in comparison["entries"]] == [0, 0, 1]
    assert comparison["groups"][1]["reason"].startswith("It is not known whether the workloads are the same")
    assert comparison["factors"]["without"] == numbers(*runs)


def test_half_known_workloads_match_only_by_name(viewer: TestClient, make: Factory) -> None:
    half_known = {"block_sizes": [{"bytes": 4096, "percent": 100.0}], "description": "4K"}
    runs = []
    for figures in ({"OLTP": 100.0}, {"web server": 900.0, "OLTP": 200.0}):
        run = Run(
            title="a review", origin="published", source_title="a review", state="finished", completeness="complete"
        )
        make.session.add(run)
        make.session.flush()
        for ordinal, (name, iops) in enumerate(figures.items(), start=1):
            phase = make.phase(run, ordinal=ordinal, name=name, kind="published", workload=half_known, state="finished")
            make_measurement(make, phase, iops=iops)
        runs.append(run)
    (point,) = get(viewer, "/comparison", run_id=numbers(*runs))["points"]
    assert point["workload"] == "OLTP"
    assert [cell["median"] for cell in point["cells"]] == [100.0, 200.0]


@pytest.mark.in_turn
def test_burst_is_never_compared_with_a_steady_figure(viewer: TestClient, make: Factory) -> None:
    ensure_demo_data(make.session)
    listed = get(viewer, "/runs", origin="published", limit=60)["items"]
    duo = "ioDrive2 Duo review: duo"
    titles = [f"{duo}, CentOS 6.3", f"{duo} high-performance (20 % extra over-provisioning), CentOS 6.3"]
    numbers_of = {run["title"]: run["number"] for run in listed}
    runs = [numbers_of[title] for title in titles]
    comparison = get(viewer, "/comparison", run_id=runs)
    assert comparison["points"] == []
    assert [verdict["verdict"] for verdict in comparison["verdicts"]] == ["not_comparable"]
    source = get(viewer, "/measurements", run_id=runs)["source"]
    assert dict(zip(source["phase_name"], source["particulars"], strict=True)) == {
        "4K random write preconditioning, burst": "burst",
        "4K random write preconditioning, steady": None,
        "4K random write preconditioning, preconditioning": "preconditioning",
        "4K random write, steady": None,
    }


def test_repeated_phase_is_never_compared_with_first(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    whole, lame = (make.run(make.job(), state="finished", configuration_id=filed.id) for _ in range(2))
    for run, first in ((whole, "finished"), (lame, "failed")):
        measured(make, run, 900.0, ordinal=1, state=first)
        measured(make, run, 100.0, ordinal=2)
    (point,) = get(viewer, "/comparison", run_id=numbers(whole, lame))["points"]
    assert [cell["median"] for cell in point["cells"]] == [100.0, 100.0]


def test_duplicate_measurements_get_distinct_names(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    runs = [make.run(make.job(), state="finished", configuration_id=filed.id) for _ in range(2)]
    for run in runs:
        measured(make, run, 900.0, ordinal=1)
        measured(make, run, 100.0, ordinal=2)
    first, second = (point["workload"] for point in get(viewer, "/comparison", run_id=numbers(*runs))["points"])
    assert second == f"{first} (2)"


def test_rounds_of_a_loop_are_one_time(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    runs = []
    for rounds in (2, 3):
        run = make.run(make.job(), state="finished", configuration_id=filed.id)
        for number in range(1, rounds + 1):
            in_round = make.phase(
                run,
                ordinal=number,
                name=f"Round {number}: 4K",
                loop="IOPS",
                round=number,
                in_measurement_window=number > rounds - 2,
                workload=WRITE.to_json(),
                state="finished",
            )
            make_measurement(make, in_round, iops=10.0 * number)
        measured(make, run, 100.0 * rounds, ordinal=9)
        runs.append(run)
    comparison = get(viewer, "/comparison", run_id=numbers(*runs))
    assert [[cell["median"] for cell in point["cells"]] for point in comparison["points"]] == [
        [15.0, 25.0],
        [200.0, 300.0],
    ]


def test_approximate_figure_is_marked(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    (first,) = repeats(make, filed, 100.0)
    other = make.run(make.job(), state="finished", configuration_id=filed.id)
    measured(make, other, 131.0, value_kind="approximate")
    comparison = get(viewer, "/comparison", run_id=numbers(first, other))
    assert [cell["approximate"] for cell in comparison["points"][0]["cells"]] == [False, True]
    assert "reaches about 131 IOPS" in comparison["verdicts"][0]["sentence"]


def test_engine_is_a_factor_and_estimates_are_marked(viewer: TestClient, make: Factory) -> None:
    profile, runs = make.profile(name="quick"), []
    for engine, version, p99, badges in (
        ("fio", "fio-3.33", 1e6, []),
        ("vdbench", "Vdbench 5.04.07", 1.2e6, [ESTIMATED_PERCENTILES]),
    ):
        filed = configuration(make, "one array", engine=engine, engine_version=version)
        job = make.job(profile_id=profile.id, engine=engine)
        run = make.run(job, state="finished", configuration_id=filed.id, engine=engine, engine_version=version)
        measured(make, run, 100.0, latency_p99_ns=p99, badges=badges)
        runs.append(run)
    comparison = get(viewer, "/comparison", run_id=numbers(*runs), metric="latency_p99_ns")
    assert [row["label"] for row in comparison["factors"]["rows"] if row["state"] == "differs"] == ["Engine"]
    assert comparison["factors"]["sentence"] == "One factor differs: Engine."
    assert [entry["label"] for entry in comparison["entries"]] == ["fio-3.33", "Vdbench 5.04.07"]
    assert [entry["group"] for entry in comparison["entries"]] == [0, 0]
    assert [cell["estimated"] for cell in comparison["points"][0]["cells"]] == [False, True]
    assert comparison["verdicts"][0]["verdict"] == "not_comparable"
    assert comparison["verdicts"][0]["sentence"] == (
        "Vdbench 5.04.07 and fio-3.33 were measured by different load generators."
    )
    # What is counted and not interpolated stays what it is.
    rates = get(viewer, "/comparison", run_id=numbers(*runs))
    assert [cell["estimated"] for cell in rates["points"][0]["cells"]] == [False, False]
    source = get(viewer, "/measurements", run_id=numbers(*runs))["source"]
    assert source["percentiles_estimated"] == [0, 1]


def test_nonzero_iops_are_never_100_percent_lower(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    other = configuration(make, "other", controllers=[make_controller(firmware="8.5")])
    profile = make.profile(name="quick")
    runs = [
        *repeats(make, filed, 100_000.0, 100_001.0, profile_id=profile.id),
        *repeats(make, other, 99.0, 99.1, profile_id=profile.id),
    ]
    comparison = get(viewer, "/comparison", run_id=numbers(*runs), pooled=True)
    assert "writes over 99 % less than" in comparison["verdicts"][0]["sentence"]


def test_comparison_needs_constant_queries_for_many_runs(
    viewer: TestClient, make: Factory, connection: Connection
) -> None:
    profile = make.profile(name="quick")
    runs = [
        *repeats(make, configuration(make, "one"), 1.0, 2.0, 3.0, profile_id=profile.id),
        *repeats(make, configuration(make, "two", arrays=[]), 1.0, 2.0, 3.0, profile_id=profile.id),
    ]
    get(viewer, "/comparison", run_id=numbers(*runs[:2]))
    with counted_queries(connection) as few:
        get(viewer, "/comparison", run_id=numbers(*runs[:2]))
    with counted_queries(connection) as many:
        get(viewer, "/comparison", run_id=numbers(*runs))
    assert len(few) == len(many)


def drawn_phase(kind: str, ordinal: int, t0_ms: int) -> dict[str, Any]:
    return {"kind": kind, "name": f"phase {ordinal}", "t0_ms": t0_ms}


def test_runs_have_their_chart_sources(viewer: TestClient, make: Factory) -> None:
    judged = make_run_with_series(make, points=(60, 60), kinds=("precondition", "measure")).run
    judged.verdict = {"status": "not_steady", "t0_ms": 20_000}
    going_on = make_run_with_series(make, state="running", folded=False).run
    silent = make.run(make.job(), state="failed")
    measured(make, silent, 100.0)
    make.session.flush()

    runs = get(viewer, "/comparison", run_id=[str(going_on.id), *numbers(judged, silent, judged)])["runs"]
    assert runs == [
        {
            "id": str(run.id),
            "number": f"r-{run.number}",
            "state": state,
            "started_at": None if state == "failed" else "2026-01-01T00:00:00Z",
            "verdict": verdict,
            "series": series,
            "phases": phases,
            "steady_ms": steady_ms,
            "readings": [],
            "link_limit": None,
        }
        for run, state, verdict, series, phases, steady_ms in (
            (going_on, "running", None, [1], [drawn_phase("measure", 1, 0)], None),
            (
                judged,
                "finished",
                "not_steady",
                [1, 2],
                [drawn_phase("precondition", 1, 0), drawn_phase("measure", 2, 60_000)],
                20_000,
            ),
            (silent, "failed", None, [], [], None),
        )
    ]


def test_runs_have_their_link_limit(viewer: TestClient, make: Factory) -> None:
    drive = {"model": "PM9A3", "transport": "nvme", "link_speed_gts": 16.0, "link_width": 4}
    target = {"kind": "devices", "drives": [drive] * 2}
    filed = make_configuration(make, "one", snapshot_version=2, controllers=[], arrays=[], target=target)
    [run] = repeats(make, filed, 100.0)
    alone = get(viewer, f"/runs/r-{run.number}")["link_limit"]
    assert alone is not None
    [run_out] = get(viewer, "/comparison", run_id=numbers(run))["runs"]
    assert run_out["link_limit"] == alone


@pytest.mark.parametrize(("query", "status"), [({"run_id": "r-999999"}, 404), ({}, 422), ({"metric": "queue"}, 422)])
def test_invalid_comparison_is_a_problem(viewer: TestClient, make: Factory, query: dict[str, Any], status: int) -> None:
    run = make.run(make.job())
    given = query if "run_id" in query or not query else {"run_id": f"r-{run.number}", **query}
    get(viewer, "/comparison", status, **given)


def nights(make: Factory, *nightly: tuple[Configuration, float]) -> list[Run]:
    server, profile = make.server(), make.profile(name="nightly")
    runs = []
    for night, (filed, iops) in enumerate(nightly):
        job = make.job(server, profile_id=profile.id, target={"kind": "devices", "stable_ids": ["nvme-a"]})
        run = make.run(
            job,
            state="finished",
            completeness="complete",
            configuration_id=filed.id,
            started_at=LONG_AGO + dt.timedelta(days=night),
        )
        measured(make, run, iops)
        runs.append(run)
    return runs


def test_history_shows_level_changes_and_firmware_markers(viewer: TestClient, make: Factory) -> None:
    old = configuration(make, "old")
    new = configuration(make, "new", controllers=[make_controller(firmware="8.5")])
    values = [100.0, 101.0, 99.0, 100.0, 101.0, 80.0, 81.0, 79.0, 80.0, 81.0]
    runs = nights(make, *((old if night < 5 else new, value) for night, value in enumerate(values)))
    history = get(viewer, "/history", run_id=f"r-{runs[0].number}", metric="iops")
    (line,) = history["figures"]["lines"]
    assert line["values"] == values
    (change,) = line["changes"]
    assert (change["index"], change["direction"], change["better"]) == (5, "down", False)
    assert change["change_percent"] == pytest.approx(-20, abs=0.5)
    (marker,) = history["markers"]
    assert marker["run_id"] == str(runs[5].id)

    runs[9].invalid_at, runs[9].invalid_reason = LONG_AGO, "a fan stood still"
    make.session.flush()
    without = get(viewer, "/history", run_id=f"r-{runs[0].number}", metric="iops")["figures"]
    assert without["lines"][0]["values"] == [*values[:9], None]
    assert without["left_out"] == numbers(runs[9])


def test_shortened_run_is_not_a_level_change(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    runs = nights(make, *((filed, value) for value in (100.0, 101.0, 99.0, 100.0, 900.0)))
    runs[4].scale = "smoke"
    make.session.flush()
    figures = get(viewer, "/history", run_id=f"r-{runs[3].number}", metric="iops")["figures"]
    assert (figures["scale"], figures["other_scale"]) == ("full", numbers(runs[4]))
    assert figures["lines"][0]["values"] == [100.0, 101.0, 99.0, 100.0, None]
    assert figures["lines"][0]["newest"] is None

    items = get(viewer, f"/configurations/c-{filed.number}")["histories"]
    assert [(item["newest"], item["scale"], item["run_count"]) for item in items] == [
        (f"r-{runs[4].number}", "smoke", 1),
        (f"r-{runs[3].number}", "full", 4),
    ]


def test_workloads_of_equal_name_are_separate_lines(viewer: TestClient, make: Factory) -> None:
    (run,) = nights(make, (configuration(make, "one"), 100.0))
    measured(make, run, 50.0, ordinal=2)
    lines = get(viewer, "/history", run_id=f"r-{run.number}", metric="iops")["figures"]["lines"]
    assert [line["values"] for line in lines] == [[100.0], [50.0]]
    assert lines[1]["workload"] == f"{lines[0]['workload']} (2)"


def test_the_histories_of_a_configuration(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "one")
    runs = nights(make, (filed, 1.0), (filed, 2.0))
    (other,) = repeats(make, filed, 1.0)
    histories = get(viewer, f"/configurations/c-{filed.number}")["histories"]
    assert [(item["newest"], item["run_count"]) for item in histories] == [
        (f"r-{runs[1].number}", 2),
        (f"r-{other.number}", 1),
    ]
    get(viewer, "/configurations/c-999999", 404)


def test_optimal_and_rebuilding_arrays_get_distinct_names(viewer: TestClient, make: Factory) -> None:
    """Check that a baseline without an array has no condition and does not hide that those of the others differ."""
    arrays = [[], [make_array(level="raid10")], [make_array(level="raid10", condition="rebuilding")]]
    filed = [configuration(make, f"system {place}", arrays=array) for place, array in enumerate(arrays)]
    profile = make.profile(name="quick")
    runs = [
        run for configuration_row in filed for run in repeats(make, configuration_row, 100.0, profile_id=profile.id)
    ]
    comparison = get(viewer, "/comparison", run_id=numbers(*runs))
    labels = [entry["label"] for entry in comparison["entries"]]
    assert [label for label in labels if "RAID 10" in label] == labels[1:]
    assert [label.rpartition(" · ")[2] for label in labels[1:]] == ["optimal", "rebuilding"]
    assert comparison["factors"]["by"] is None
    differing = [row["key"] for row in comparison["factors"]["rows"] if row["state"] == "differs"]
    assert {"array.level", "array.condition"} <= set(differing)
