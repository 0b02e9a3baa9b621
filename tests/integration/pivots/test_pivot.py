"""Results by factors: repeats, conditions, loops, and every reason why a cell is empty."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection, select
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Campaign, CampaignCell, Configuration, Job, Phase, Run
from storagelab.pivots import endpoints as pivot_endpoints
from storagelab.pivots import rows as pivot_rows
from storagelab.pivots.schemas import Pivot
from storagelab.results.conditions import CONDITIONS_EVENT

ADDRESS = "/api/v1/pivot"


def snapshot(level: str, drives: int, condition: str = "optimal") -> dict[str, Any]:
    return {
        "drives": [{"model": "P5520", "firmware": "1.0", "count": drives}],
        "controllers": [{"model": "H965i", "firmware": "8.4", "count": 1}],
        "array": {"level": level, "strip_bytes": 65_536, "condition": condition},
    }


def configure(make: Factory, level: str, drives: int, **more: str) -> Configuration:
    return make_configuration(make, f"{level} of {drives}", **snapshot(level, drives, **more))


def measure(
    make: Factory, configuration: Configuration, iops: float | None, *, job: Job | None = None, **values: Any
) -> Run:
    """Return a finished run with one measured phase of 4K random reads."""
    profile = values.pop("profile_id", None)
    run = make.run(
        job or make.job(**({"profile_id": profile} if profile else {})),
        state="finished", completeness="complete", configuration_id=configuration.id, **values,
    )  # fmt: skip
    phase = make.phase(run, state="finished", block_bytes=4096, read_percent=100.0, random_percent=100.0)
    make_measurement(make, phase, iops=iops, block_bytes=4096, read_percent=100.0, random_percent=100.0)
    return run


def get(client: TestClient, *runs: Run, **query: Any) -> dict[str, Any]:
    answer = client.get(ADDRESS, params={"run_id": [f"r-{run.number}" for run in runs], **query})
    assert answer.status_code == 200, answer.text
    Pivot.model_validate_json(answer.content)
    body: dict[str, Any] = answer.json()
    return body


def by_place(body: dict[str, Any]) -> dict[tuple[Any, Any], dict[str, Any]]:
    return {(cell["row"], cell["column"]): cell for cell in body["cells"]}


AXES = {"rows": "array.level", "columns": "drives.count"}


def test_repeats_are_one_median_with_its_spread(viewer: TestClient, make: Factory) -> None:
    configuration = configure(make, "raid5", 4)
    job = make.job()
    runs = [
        measure(make, configuration, iops, job=job, repeat_index=index)
        for index, iops in enumerate((90.0, 100.0, 104.0), 1)
    ]

    cell = by_place(get(viewer, *runs, **AXES))["RAID 5", "4"]

    assert (cell["state"], cell["value"], cell["n"]) == ("measured", 100.0, 3)
    assert (cell["min"], cell["max"]) == (90.0, 104.0)
    # Student's t of two degrees of freedom is 4.303; the standard deviation of the three is 7.211.
    assert (cell["ci95_low"], cell["ci95_high"]) == pytest.approx((80.09, 115.91), abs=0.01)
    assert cell["run_numbers"] == [f"r-{run.number}" for run in runs]
    assert cell["conditions"] == ["optimal"]


def test_runs_of_two_profiles_are_not_repeats(viewer: TestClient, make: Factory) -> None:
    configuration = configure(make, "raid5", 4)
    runs = [measure(make, configuration, iops) for iops in (90.0, 100.0)]

    cell = by_place(get(viewer, *runs, **AXES))["RAID 5", "4"]

    assert (cell["state"], cell["value"], cell["groups"]) == ("several", None, 2)
    assert {factor["key"] for factor in cell["differs"]} == {"run.profile", "run.server"}


def test_unknown_facts_of_two_sources_may_differ(viewer: TestClient, make: Factory) -> None:
    facts = snapshot("raid5", 4)
    facts["array"]["strip_bytes"] = None
    configuration = make_configuration(make, "RAID 5", **facts)
    runs = []
    for title in ("one review", "another review"):
        run = measure(make, configuration, 50.0, origin="published", source_title=title)
        run.job_id = run.server_id = run.profile_id = None
        runs.append(run)
    make.session.flush()

    cell = by_place(get(viewer, *runs, **AXES))["RAID 5", "4"]
    unknown = {factor["key"]: factor["known"] for factor in cell["differs"]}

    assert cell["state"] == "several"
    assert unknown["array.strip"] is False
    assert by_place(get(viewer, runs[0], **AXES))["RAID 5", "4"]["value"] == 50.0


def test_result_is_filed_under_the_observed_condition(viewer: TestClient, make: Factory) -> None:
    run = measure(make, configure(make, "raid5", 4), 70.0)
    moment = {"condition": "degraded", "activity": "none"}
    phases = {"1": {"arrays": [{"start": {"condition": "optimal", "activity": "none"}, "end": moment}]}}
    make.event(make.attempt(run), "conditions", kind=CONDITIONS_EVENT, evidence={"phases": phases})

    body = get(viewer, run, rows="array.condition")

    assert body["rows"] == ["optimal, then degraded"]
    assert body["cells"][0]["conditions"] == ["optimal, then degraded"]


def test_loop_counts_only_its_window_average(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", configuration_id=configure(make, "raid5", 4).id)
    for number, counts in enumerate((False, True, True), 1):
        phase = make.phase(
            run, ordinal=number, name=f"Round {number}: 4K", loop="IOPS", round=number, in_measurement_window=counts,
            state="finished",
        )  # fmt: skip
        make_measurement(make, phase, iops=100.0 * number, block_bytes=4096, latency_p99_ns=5.0)

    cell = by_place(get(viewer, run, **AXES))["RAID 5", "4"]
    assert (cell["value"], cell["n"]) == (250.0, 1)

    tail = by_place(get(viewer, run, **AXES, metric="latency_p99_ns"))
    assert tail == {}


def test_configuration_without_drives_has_no_scaling(viewer: TestClient, make: Factory) -> None:
    bare = make_configuration(make, "a file", **(snapshot("raid5", 4) | {"drives": []}))
    body = get(viewer, measure(make, bare, 50.0), measure(make, configure(make, "raid6", 4), 70.0), **AXES)
    assert body["columns"] == ["0", "4"]
    assert [point["drives"] for point in body["scale"]] == [4, 4]


def test_before_and_after_groups_are_not_repeats(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", configuration_id=configure(make, "raid5", 4).id)
    for ordinal, (group, iops) in enumerate((("Before", 90.0), ("After", 10.0)), 1):
        phase = make.phase(run, ordinal=ordinal, name="4K", group=group, state="finished")
        make_measurement(make, phase, iops=iops, block_bytes=4096)

    body = get(viewer, run, rows="workload.name")

    assert {cell["row"]: (cell["value"], cell["n"]) for cell in body["cells"]} == {
        "4K (Before)": (90.0, 1),
        "4K (After)": (10.0, 1),
    }


def test_rounds_of_a_loop_show_every_observed_condition(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished", configuration_id=configure(make, "raid5", 4).id)
    phases = {}
    for number, condition in enumerate(("optimal", "degraded", "optimal"), 1):
        phase = make.phase(
            run, ordinal=number, name=f"Round {number}: 4K", loop="IOPS", round=number, in_measurement_window=True,
            state="finished",
        )  # fmt: skip
        make_measurement(make, phase, iops=100.0, block_bytes=4096, steady=number != 2)
        moment = {"condition": condition, "activity": "none"}
        phases[str(number)] = {"arrays": [{"start": moment, "end": moment}]}
    make.event(make.attempt(run), "conditions", kind=CONDITIONS_EVENT, evidence={"phases": phases})

    body = get(viewer, run, rows="array.condition")

    assert body["rows"] == ["optimal, then degraded"]
    assert body["cells"][0]["conditions"] == ["optimal, then degraded"]
    assert body["cells"][0]["steady"] is False


@pytest.mark.parametrize(
    ("state", "expected", "words"),
    [
        ("failed", "failed", "It failed"),
        ("lost", "failed", "It was lost"),
        ("cancelled", "not_measured", "It was cancelled"),
    ],
)
def test_unsuccessful_phase_has_no_figure(
    viewer: TestClient, make: Factory, state: str, expected: str, words: str
) -> None:
    good = measure(make, configure(make, "raid5", 4), 10.0)
    bad = measure(make, configure(make, "raid6", 4), 9999.0)
    phase = make.session.scalars(select(Phase).where(Phase.run_id == bad.id)).one()
    phase.state, phase.message = state, "The drive went away."
    make.session.flush()

    cell = by_place(get(viewer, good, bad, **AXES))["RAID 6", "4"]

    assert (cell["state"], cell["value"]) == (expected, None)
    assert cell["reason"] == f"r-{bad.number}: {words}: The drive went away."


def test_invalid_run_is_withheld(viewer: TestClient, make: Factory) -> None:
    good = measure(make, configure(make, "raid5", 4), 10.0)
    bad = measure(make, configure(make, "raid6", 4), 9999.0)
    bad.invalid_at, bad.invalid_reason = LONG_AGO, "the wrong cable"
    make.session.flush()

    cell = by_place(get(viewer, good, bad, **AXES))["RAID 6", "4"]

    assert (cell["state"], cell["value"]) == ("withheld", None)
    assert "the wrong cable" in cell["reason"]


def test_empty_campaign_cells_have_their_reason(viewer: TestClient, make: Factory) -> None:
    profile = make.profile()
    rows = [
        {"name": f"{layout} of {drives}", "layout": layout, "drives": drives, "chunk_bytes": 65_536,
         "over_provisioned_percent": 0, "size_bytes": None}
        for layout, drives in (("raid5", 4), ("raid5", 2), ("raid6", 4))
    ]  # fmt: skip
    profile_version = {"name": profile.name, "version": 1, "scale": "full"}
    columns = [
        {"workload": 0, "label": "Reads", "state": state, "profile": profile_version}
        for state in ("optimal", "degraded")
    ]
    campaign = Campaign(id=generate_uuid7(), name="Levels", rows=rows, columns=columns)
    make.session.add(campaign)
    make.session.flush()

    def cell(row: int, column: int, state: str, **more: Any) -> CampaignCell:
        added = CampaignCell(id=generate_uuid7(), campaign_id=campaign.id, row=row, column=column, state=state, **more)
        make.session.add(added)
        make.session.flush()
        return added

    filed = cell(0, 0, "measured", rebuild_seconds=None)
    withheld = cell(0, 1, "withheld", reason="The array was not degraded throughout.")
    cell(1, 0, "impossible", reason="RAID 5 needs 3 drives at least.")
    cell(2, 0, "failed", reason="The power went away.")
    cell(2, 1, "planned")
    server = make.server()
    for campaign_cell, condition in ((filed, "optimal"), (withheld, "optimal")):
        job = make.job(server, profile_id=profile.id, campaign_id=campaign.id, campaign_cell_id=campaign_cell.id)
        measure(make, configure(make, "raid5", 4, condition=condition), 10.0, job=job)

    answer = viewer.get(ADDRESS, params={"campaign": str(campaign.id), **AXES, "panel": "array.condition"})
    assert answer.status_code == 200, answer.text
    cells = {(item["panel"], item["row"], item["column"]): item for item in answer.json()["cells"]}

    assert cells["optimal", "RAID 5", "4"]["value"] == 10.0
    assert cells["degraded", "RAID 5", "4"]["state"] == "withheld"
    assert cells["degraded", "RAID 5", "4"]["reason"] == "The array was not degraded throughout."
    assert cells["optimal", "RAID 5", "2"]["state"] == "impossible"
    assert (cells["optimal", "RAID 6", "4"]["state"], cells["optimal", "RAID 6", "4"]["reason"]) == (
        "failed", "The power went away.",
    )  # fmt: skip
    assert cells["degraded", "RAID 6", "4"]["state"] == "not_measured"
    by_query = viewer.get(ADDRESS, params={"q": f"campaign:m-{campaign.number}", **AXES, "panel": "array.condition"})
    assert by_query.json() == answer.json()
    finished = viewer.get(ADDRESS, params={"q": "campaign:levels iops>5", **AXES}).json()
    assert finished["results"] == 0


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"rows": "nothing"}, "rows"),
        ({"rows": "array.level", "columns": "array.level"}, "columns"),
        ({"fixed": "array.level=RAID 60"}, "fixed"),
        ({"fixed": "array.level"}, "fixed.0"),
        ({"metric": "speed"}, "metric: must be"),
    ],
)
def test_unavailable_choice_is_refused_by_field(
    viewer: TestClient, make: Factory, query: dict[str, str], field: str
) -> None:
    run = measure(make, configure(make, "raid5", 4), 10.0)

    answer = viewer.get(ADDRESS, params={"run_id": f"r-{run.number}", **query})

    assert answer.status_code == 422
    assert field in answer.text


def test_invalid_run_selection_is_refused(viewer: TestClient) -> None:
    assert viewer.get(ADDRESS).status_code == 422
    assert viewer.get(ADDRESS, params={"run_id": ["r-1"] * 61}).status_code == 422
    assert viewer.get(ADDRESS, params={"q": "RAID\x00"}).status_code == 422
    wrong = viewer.get(ADDRESS, params={"q": "iop>5"}).json()
    assert (wrong["code"], wrong["start"], wrong["end"]) == ("invalid_query", 0, 3)
    assert viewer.get(ADDRESS, params={"run_id": "r-999999"}).status_code == 404
    assert viewer.get(ADDRESS, params={"campaign": "m-999999"}).status_code == 404


def test_query_takes_the_newest_runs(viewer: TestClient, make: Factory, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [measure(make, configure(make, "raid5", drives), 10.0, title="shelf") for drives in (4, 5, 6)]
    for age, run in enumerate(runs):
        run.created_at = LONG_AGO - dt.timedelta(days=age)
    make.session.flush()

    def covered() -> tuple[list[str], bool]:
        body = viewer.get(ADDRESS, params={"q": "title:shelf"}).json()
        return [run["number"] for run in body["runs"]], body["more_runs"]

    numbers = [f"r-{run.number}" for run in runs]
    assert covered() == (numbers, False)
    monkeypatch.setattr(pivot_rows, "MAX_ROWS", 2)
    assert covered() == (numbers[:2], True)
    monkeypatch.setattr(pivot_endpoints, "MAX_FOUND_RUNS", 1)
    assert covered() == (numbers[:1], True)


def test_limited_panels_have_the_fullest_and_best_cells(viewer: TestClient, make: Factory) -> None:
    runs = [measure(make, configure(make, "raid5", drives), 10.0) for drives in (4, 5)]
    for run, workloads in zip(runs, (("best", "alone"), ("best",)), strict=True):
        for ordinal, name in enumerate(workloads, 2):
            phase = make.phase(run, ordinal=ordinal, name=name, state="finished", block_bytes=4096)
            make_measurement(make, phase, iops=900.0, block_bytes=4096)

    few = get(viewer, *runs, **AXES, panel="workload.name", max_panels=1)
    latency = get(viewer, *runs, **AXES, panel="workload.name", max_panels=1, metric="latency_mean_ns")

    assert few["panels"] == ["best"]
    assert {cell["value"] for cell in few["cells"]} == {900.0}
    levels = next(factor["levels"] for factor in few["factors"] if factor["key"] == "workload.name")
    assert len(levels) == 3
    assert latency["cells"] == []


def test_pivot_needs_constant_queries(viewer: TestClient, make: Factory, connection: Connection) -> None:
    runs = [measure(make, configure(make, "raid5", drives), 10.0) for drives in range(3, 9)]

    with counted_queries(connection) as few:
        get(viewer, *runs[:2])
    with counted_queries(connection) as many:
        get(viewer, *runs)

    assert len(many) == len(few), "\n".join(many)
