"""Runs for clients: lists, filters, pages, one run in full, and which answers may be cached."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import (
    make_artifact,
    make_configuration,
    make_measurement,
    make_run_with_series,
)

from storagelab.db.models import Run
from storagelab.results import schemas
from storagelab.results.run_table_schemas import RunPage

ADDRESS = "/api/v1/runs"
STEADY = {
    "status": "steady", "metric": "iops", "round_seconds": 60.0, "window": [2, 6], "first_steady_round": 6,
    "average": 4321.5, "range_pct": 3.0, "slope_pct": 1.0, "range_limit_pct": 20.0, "slope_limit_pct": 10.0,
    "rounds": [9000.0, 4300.0, None, 4340.0, 4320.0, 4330.0], "sentence": "Steady.", "t0_ms": 60_000,
    "t1_ms": 360_000, "phase_ordinal": 1,
}  # fmt: skip


def make_measured_run(make: Factory, **values: Any) -> Run:
    """Return a finished run of a fill, a random read, a random write and a read at one outstanding I/O."""
    run = make.run(make.job(), state="finished", **values)
    plans: list[tuple[str, dict[str, Any]]] = [
        ("fill", {"read_percent": 0.0, "random_percent": 0.0, "iops": 900_000.0, "bandwidth_bytes_per_s": 9e9}),
        ("measure", {"read_percent": 100.0, "random_percent": 100.0, "iops": 50_000.0, "bandwidth_bytes_per_s": 2e8}),
        ("measure", {"read_percent": 0.0, "random_percent": 100.0, "iops": 20_000.0, "bandwidth_bytes_per_s": 8e7}),
        (
            "measure",
            {"read_percent": 100.0, "random_percent": 100.0, "iops": 9_000.0, "latency_mean_ns": 110_000.0,
             "outstanding_ios": 1},
        ),
    ]  # fmt: skip
    for ordinal, (kind, figures) in enumerate(plans, start=1):
        phase = make.phase(run, ordinal=ordinal, kind=kind, name=f"{kind} {ordinal}", state="finished")
        make_measurement(make, phase, **figures)
    return run


def get(client: TestClient, address: str, **query: Any) -> dict[str, Any]:
    answer = client.get(address, params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_run_summary_names_job_and_hardware(viewer: TestClient, make: Factory) -> None:
    configuration = make_configuration(make, "RAID 10")
    run = make_measured_run(
        make, configuration_id=configuration.id, started_at=LONG_AGO, finished_at=LONG_AGO + dt.timedelta(seconds=90.5)
    )

    answer = viewer.get(ADDRESS)

    RunPage.model_validate_json(answer.content)
    summary = answer.json()["items"][0]
    assert (summary["id"], summary["number"]) == (str(run.id), f"r-{run.number}")
    assert summary["job"]["number"].startswith("j-")
    assert summary["server"]["name"].startswith("server-")
    assert summary["configuration"] == {
        "id": str(configuration.id), "number": f"c-{configuration.number}", "name": "RAID 10"
    }  # fmt: skip
    assert summary["profile"]["version"] == 1
    assert (summary["duration_seconds"], summary["failure"], summary["verdict"]) == (90.5, None, None)


def test_the_headline_is_chosen_by_rule(viewer: TestClient, make: Factory) -> None:
    run = make_measured_run(make)

    headline = get(viewer, f"{ADDRESS}/{run.id}")["headline"]

    assert [(item["label"], item["value"], item["unit"]) for item in headline] == [
        ("Random read IOPS", 50_000.0, "1/s"),
        ("Random write IOPS", 20_000.0, "1/s"),
        ("Best throughput", 2e8, "bytes/s"),
        ("Mean latency at 1 outstanding I/O", 110_000.0, "ns"),
    ]


def test_mixed_load_has_iops_in_the_headline(viewer: TestClient, make: Factory) -> None:
    """Check that a mixed load has its IOPS in the headline, only where other figures are missing.

    These are random reads, random writes and steady figures; sequential phases have a throughput.
    """
    run = make.run(make.job(), state="finished")
    for ordinal, (share, random, iops) in enumerate([(70.0, 100.0, 57_000.0), (70.0, 0.0, 90_000.0)], start=1):
        phase = make.phase(run, ordinal=ordinal, name=f"mix {ordinal}", state="finished")
        make_measurement(make, phase, read_percent=share, random_percent=random, iops=iops, bandwidth_bytes_per_s=None)

    headline = get(viewer, f"{ADDRESS}/{run.id}")["headline"]
    assert [(item["label"], item["value"]) for item in headline] == [("Best IOPS", 57_000.0)]


def test_headline_excludes_bounds_and_marks_approximate_figures(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", origin="published")
    read = {"read_percent": 100.0, "random_percent": 100.0}
    printed = [
        ("exact", {**read, "iops": 100_000.0}),
        ("range_high", {**read, "iops": 400_000.0}),
        ("lower_bound", {"bandwidth_bytes_per_s": 3e9}),
        ("approximate", {"bandwidth_bytes_per_s": 1.6e9}),
        ("upper_bound", {"latency_mean_ns": 7e6, "outstanding_ios": 1}),
    ]
    for ordinal, (kind, figures) in enumerate(printed, start=1):
        phase = make.phase(run, ordinal=ordinal, kind="published", name=f"published {ordinal}", state="finished")
        make_measurement(make, phase, value_kind=kind, **figures)

    headline = get(viewer, f"{ADDRESS}/{run.id}")["headline"]

    assert [(item["label"], item["value"]) for item in headline] == [
        ("Random read IOPS", 100_000.0),
        ("Best throughput, approximate", 1.6e9),
    ]


@pytest.mark.parametrize("state", ["cancelled", "failed", "lost"])
def test_incomplete_phase_is_excluded_from_the_headline(viewer: TestClient, make: Factory, state: str) -> None:
    run = make_measured_run(make)
    cut = make.phase(run, ordinal=5, name="measure 5", state=state)
    figures = {"iops": 900_000.0, "bandwidth_bytes_per_s": 9e9, "latency_mean_ns": 5_000.0, "outstanding_ios": 1}
    make_measurement(make, cut, read_percent=100.0, random_percent=100.0, **figures)
    alone = make.run(make.job(), state="cancelled")
    make_measurement(make, make.phase(alone, state=state), read_percent=100.0, random_percent=100.0, **figures)

    headline = get(viewer, f"{ADDRESS}/{run.id}")["headline"]

    assert [item["value"] for item in headline] == [50_000.0, 20_000.0, 2e8, 110_000.0]
    assert get(viewer, f"{ADDRESS}/{alone.id}")["headline"] == []
    listed = {item["id"]: item["headline"] for item in get(viewer, ADDRESS)["items"]}
    assert listed == {str(run.id): headline, str(alone.id): []}


def test_steady_state_replaces_the_best_write(viewer: TestClient, make: Factory) -> None:
    run = make_measured_run(make, verdict=STEADY)

    body = get(viewer, f"{ADDRESS}/{run.id}")

    assert (body["headline"][1]["label"], body["headline"][1]["value"]) == ("IOPS at steady state", 4321.5)
    shown = {"mean": 4321.5, "range_percent": 3.0, "slope_percent": 1.0} | {
        "range_limit_percent": 20.0, "slope_limit_percent": 10.0, "round_spacing_seconds": None, "strict": None,
        "level_limit_percent": None, "passing_window": None, "loops": None,
    }  # fmt: skip
    stored = ("average", "range_pct", "slope_pct", "range_limit_pct", "slope_limit_pct")
    assert body["verdict"] == {name: value for name, value in STEADY.items() if name not in stored} | shown


def test_steady_phase_without_results_names_its_workload(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", verdict=STEADY)
    make.phase(run, ordinal=1, kind="precondition", state="finished")

    (figure,) = get(viewer, f"{ADDRESS}/{run.id}")["headline"]

    assert (figure["label"], figure["workload"]) == ("IOPS at steady state", "4K random read, QD 4")


def test_failure_shows_responsible_party_and_preserved_data(viewer: TestClient, make: Factory) -> None:
    run = make.run(
        make.job(), state="failed", failure_kind="infrastructure", failure_message="The disk is full.",
        failure_kept="Samples of 40 s.", badges=[{"code": "partial", "label": "partial", "level": "warn"}],
    )  # fmt: skip

    body = get(viewer, f"{ADDRESS}/r-{run.number}")

    assert body["failure"] == {
        "kind": "infrastructure", "message": "The disk is full.", "responsible": "lab", "preserved": "Samples of 40 s."
    }  # fmt: skip
    assert body["badges"] == [{"code": "partial", "label": "partial", "level": "warn", "detail": None}]
    assert (body["completeness"], body["headline"]) == ("partial", [])


def test_one_run_in_full(viewer: TestClient, make: Factory) -> None:
    configuration = make_configuration(make, "RAID 5", array={"level": "raid5"})
    made = make_run_with_series(
        make, points=(5, 5), kinds=("precondition", "measure"), configuration_id=configuration.id
    )
    make_measurement(make, made.phases[1], iops=1.5, badges=[{"code": "not_steady", "label": "x", "level": "warn"}])
    make.event(made.attempt, "first")
    make.event(made.attempt, "second")
    make_artifact(make, made.run, b"{}")

    body = get(viewer, f"{ADDRESS}/{made.run.id}")

    schemas.RunOut.model_validate_json(viewer.get(f"{ADDRESS}/{made.run.id}").content)
    assert [phase["ordinal"] for phase in body["phases"]] == [1, 2]
    assert [phase["has_series"] for phase in body["phases"]] == [True, True]
    assert body["phases"][0]["measurement"] is None
    assert body["phases"][1]["measurement"]["iops"] == 1.5
    assert body["configuration_snapshot"] == {"array": {"level": "raid5"}}
    assert body["link_limit"] is None
    assert body["class_hash"] == configuration.class_hash
    assert [event["message"] for event in body["attempts"][0]["events"]] == ["first", "second"]
    assert (body["artifact_count"], body["source"]) == (1, None)


def test_series_exist_for_live_but_not_planned_phases(viewer: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(5,), folded=False, state="running")
    make.phase(made.run, ordinal=2)

    phases = get(viewer, f"{ADDRESS}/{made.run.id}")["phases"]

    assert [phase["has_series"] for phase in phases] == [True, False]


def test_runs_are_filtered_by_field_and_text(viewer: TestClient, make: Factory) -> None:
    raid = make_configuration(make, "RAID 6 100%")
    profile = make.profile(name="load-curve")
    one = make.run(make.job(), title="morning", state="finished", configuration_id=raid.id)
    two = make.run(make.job(), title="evening", state="running", profile_id=profile.id)
    three = make.run(make.job(), title="night", state="failed", origin="imported")

    def list_titles(**query: Any) -> list[str]:
        return [item["title"] for item in get(viewer, ADDRESS, **query)["items"]]

    assert sorted(list_titles()) == ["evening", "morning", "night"]
    assert list_titles(server_id=str(one.server_id)) == ["morning"]
    assert list_titles(profile="load-curve") == ["evening"]
    assert list_titles(state="running") == ["evening"]
    assert list_titles(origin="imported") == ["night"]
    assert list_titles(q="raid MORNING") == ["morning"]
    assert list_titles(q="100%") == ["morning"], "a percent sign stands for itself"
    assert list_titles(q="_") == []
    assert list_titles(q=f"r-{two.number}") == ["evening"]
    assert list_titles(q="night", state="running") == []
    assert three.title == "night"


def test_pages_hold_every_run_once(viewer: TestClient, make: Factory) -> None:
    job = make.job()
    runs = [
        make.run(job, repeat_index=index, created_at=LONG_AGO + dt.timedelta(seconds=index // 2)) for index in range(7)
    ]

    seen: list[str] = []
    cursor: str | None = None
    pages = 0
    while pages == 0 or cursor is not None:
        page = get(viewer, ADDRESS, limit=3, **({"cursor": cursor} if cursor else {}))
        seen += [item["id"] for item in page["items"]]
        cursor, pages = page["next_cursor"], pages + 1

    newest_first = sorted(runs, key=lambda run: (run.created_at, run.id), reverse=True)
    assert (pages, seen) == (3, [str(run.id) for run in newest_first])


@pytest.mark.in_turn
@pytest.mark.parametrize("run_count", [1, 30])
def test_run_list_needs_constant_queries(
    viewer: TestClient, make: Factory, connection: Connection, run_count: int
) -> None:
    for _ in range(run_count):
        make_measured_run(make)

    with counted_queries(connection) as queries:
        page = get(viewer, ADDRESS)

    assert len(page["items"]) == run_count
    # The token with its user, the runs, their best figures, the workloads of these.
    assert len(queries) <= 5, "\n".join(queries)


@pytest.mark.parametrize("phase_count", [1, 25])
def test_run_page_needs_constant_queries(
    viewer: TestClient, make: Factory, connection: Connection, phase_count: int
) -> None:
    run = make.run(make.job(), state="finished")
    for ordinal in range(1, phase_count + 1):
        make_measurement(make, make.phase(run, ordinal=ordinal), iops=1.0)
        make.event(make.attempt(run, ordinal=ordinal, state="lost"), "tried")
    make.session.expunge_all()

    with counted_queries(connection) as queries:
        get(viewer, f"{ADDRESS}/{run.id}")

    assert len(queries) <= 14, "\n".join(queries)
    assert not any("measurement_part.bins" in query for query in queries), "packed bins are large and not shown"


def test_ended_run_has_a_content_based_strong_etag(viewer: TestClient, make: Factory) -> None:
    run = make_measured_run(make)
    address = f"{ADDRESS}/{run.id}"

    first = viewer.get(address)
    tag = first.headers["etag"]
    again = viewer.get(address, headers={"If-None-Match": f'"older", {tag}'})
    make_artifact(make, run, b"one more file")
    later = viewer.get(address, headers={"If-None-Match": tag})

    assert tag.startswith('"')
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert (later.status_code, later.json()["artifact_count"]) == (200, 1)
    assert later.headers["etag"] != tag


def test_running_run_is_never_cached(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="running")

    answer = viewer.get(f"{ADDRESS}/{run.id}", headers={"If-None-Match": "*"})

    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert "etag" not in answer.headers


@pytest.mark.parametrize(
    ("address", "status", "place"),
    [
        ("/r-999999", 404, None),
        ("/j-1", 404, None),
        ("/00000000-0000-7000-8000-000000000000", 404, None),
        ("?state=dancing", 422, "state"),
        ("?origin=heaven", 422, "origin"),
        ("?limit=201", 422, "limit"),
        ("?cursor=bm9uc2Vuc2U", 422, "cursor"),
        ("?q=%00", 422, "q"),
        ("?server_id=s-999999", 404, None),
    ],
)
def test_invalid_request_names_its_fault(viewer: TestClient, address: str, status: int, place: str | None) -> None:
    answer = viewer.get(ADDRESS + address)

    problem = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert [error["path"] for error in problem["errors"]] == ([place] if place else [])


def test_anonymous_client_cannot_read_runs(anonymous: TestClient, make: Factory) -> None:
    run = make_measured_run(make)

    for address in ("", f"/{run.id}"):
        assert anonymous.get(ADDRESS + address).status_code == 401


def test_run_shows_its_link_limit(viewer: TestClient, make: Factory) -> None:
    snapshot = {
        "snapshot_version": 2, "controllers": [], "arrays": [],
        "target": {
            "kind": "devices",
            "drives": [{"model": "PM9A3", "transport": "nvme", "link_speed_gts": 16.0, "link_width": 4}] * 2,
        },
    }  # fmt: skip
    configuration = make_configuration(make, "Two NVMe drives", **snapshot)
    run = make.run(make.job(), state="finished", configuration_id=configuration.id)

    body = viewer.get(f"/api/v1/runs/r-{run.number}").json()

    assert body["link_limit"]["words"] == "2 × 16 GT/s x4"
    assert body["link_limit"]["throughput_bytes_per_s"] == pytest.approx(2 * 4 * 16e9 * 128 / 130 / 8)
