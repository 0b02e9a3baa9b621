"""Configurations one factor away, and two of them with results and the effect of each factor."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement
from tests.unit.domain.configuration_samples import make_array, make_controller, make_member, make_snapshot

from storagelab.comparisons import measured_systems
from storagelab.db.models import Configuration, Run
from storagelab.domain.workload import BlockSize, Workload
from storagelab.results.conditions import CONDITIONS_EVENT

WRITE = Workload((BlockSize(4096),), 0, 100, threads=1, queue_depth=16)
READ = Workload((BlockSize(4096),), 100, 100, threads=1, queue_depth=16)
#: Facts that the usual sample leaves open.
KNOWN_DRIVE: dict[str, Any] = {
    "numa_node": 0,
    "max_link_speed_gts": 24.0,
    "max_link_width": 2,
    "over_provisioned_percent": 0,
}


def configuration(make: Factory, *, level: str = "raid5", firmware: str = "8.4", **values: Any) -> Configuration:
    members = [make_member(number, **KNOWN_DRIVE) for number in range(1, 5)]
    snapshot = make_snapshot(
        arrays=[make_array(level=level, members=members)], controllers=[make_controller(firmware=firmware)], **values
    )
    del snapshot["name"]
    return make_configuration(make, f"{level} {firmware}", **snapshot)


def measured(make: Factory, filed: Configuration, *iops: float, workload: Workload = WRITE, **values: Any) -> list[Run]:
    """Return finished runs with one figure for each value, the newest last."""
    runs = []
    for day, value in enumerate(iops):
        started = LONG_AGO + dt.timedelta(days=day)
        defaults = {"state": "finished", "completeness": "complete", "started_at": started}
        run = make.run(make.job(), configuration_id=filed.id, **(defaults | values))
        phase = make.phase(run, ordinal=1, kind="measure", workload=workload.to_json(), state="finished")
        make_measurement(make, phase, iops=value, block_bytes=4096, outstanding_ios=16)
        runs.append(run)
    return runs


def get(client: TestClient, address: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1/configurations/{address}", params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def variants(client: TestClient, filed: Configuration) -> dict[str, Any]:
    return {item["configuration"]["number"]: item for item in get(client, f"c-{filed.number}/variants")["items"]}


def test_variant_shows_factor_and_medians_of_newest_runs(viewer: TestClient, make: Factory) -> None:
    own, other = configuration(make), configuration(make, level="raid6")
    measured(make, own, 900.0, 100.0, 120.0, 110.0)
    measured(make, other, 55.0)
    measured(make, configuration(make, level="raid6", firmware="8.5"), 1.0)
    measured(make, configuration(make, firmware="8.6"), 1.0, workload=READ)
    by_number = variants(viewer, own)
    assert list(by_number) == [f"c-{other.number}"]
    item = by_number[f"c-{other.number}"]
    assert (item["factor"]["label"], item["factor"]["a"], item["factor"]["b"]) == ("RAID level", "RAID 5", "RAID 6")
    assert item["unknown"] == []
    (point,) = item["points"]
    assert (point["own"], point["own_n"], point["median"], point["n"]) == (110.0, 3, 55.0, 1)
    assert (point["ratio"], point["better"]) == (0.5, False)


def test_variant_with_unknown_factors_comes_last(viewer: TestClient, make: Factory) -> None:
    own = configuration(make)
    doubtful, sure = configuration(make, firmware="8.5", bios=None), configuration(make, firmware="8.6")
    for filed in (own, sure, doubtful):
        measured(make, filed, 100.0)
    by_number = variants(viewer, own)
    assert [(number, item["unknown"]) for number, item in by_number.items()] == [
        (f"c-{sure.number}", []),
        (f"c-{doubtful.number}", ["BIOS"]),
    ]


@pytest.mark.parametrize(
    "values",
    [
        {"state": "failed"},
        {"scale": "smoke"},
        {"invalid_at": LONG_AGO, "invalid_reason": "a fan stood still"},
        {"trashed_at": LONG_AGO},
    ],
    ids=["failed", "other scale", "invalid", "trash"],
)
def test_uncounted_runs_make_neither_variant_nor_effect(
    viewer: TestClient, make: Factory, values: dict[str, Any]
) -> None:
    own, other = configuration(make), configuration(make, firmware="8.5")
    measured(make, own, 100.0)
    measured(make, other, 50.0, **values)
    assert variants(viewer, own) == {}
    if values.get("scale") != "smoke":
        comparison = get(viewer, "comparison", a=f"c-{own.number}", b=f"c-{other.number}")
        assert (comparison["points"], comparison["effects"], comparison["b"]["runs"]) == ([], [], [])


def test_results_lead_with_the_largest_supported_difference(viewer: TestClient, make: Factory) -> None:
    a, b = configuration(make), configuration(make, level="raid6")
    for workload, best in ((READ, (900.0, 905.0)), (WRITE, (200.0, 201.0))):
        measured(make, a, *best, workload=workload)
    measured(make, b, 890.0, 910.0, workload=READ)
    measured(make, b, 100.0, 101.0, workload=WRITE)
    comparison = get(viewer, "comparison", a=f"c-{a.number}", b=f"c-{b.number}")
    lead = comparison["findings"][0]
    assert lead["support"] == "tested"
    assert lead["sentence"].startswith("B writes 50 % less than A: ")
    assert comparison["effect_workload"].startswith("4K random write")


def test_array_rebuilding_during_run_is_a_different_system(viewer: TestClient, make: Factory) -> None:
    own, other = configuration(make), configuration(make, firmware="8.5")
    measured(make, own, 100.0)
    (rebuilding,) = measured(make, other, 40.0)
    seen = {"condition": "rebuilding", "activity": "none", "problem": None}
    phases = {"1": {"arrays": [{"start": seen, "end": seen}], "optimal": False, "drive_states": []}}
    make.event(make.attempt(rebuilding), "conditions", kind=CONDITIONS_EVENT, evidence={"phases": phases})
    assert variants(viewer, own) == {}


def test_comparison_shows_factors_results_and_single_effects(viewer: TestClient, make: Factory) -> None:
    a = configuration(make, bios=None)
    b = configuration(make, level="raid6", firmware="8.5", bios=None)
    measured(make, a, 100.0, 110.0)
    measured(make, b, 40.0)
    # The same step of firmware, measured alone on a machine whose BIOS is known.
    measured(make, configuration(make), 100.0)
    measured(make, configuration(make, firmware="8.5"), 125.0)
    comparison = get(viewer, "comparison", a=f"c-{a.number}", b=f"c-{b.number}")

    states = {row["label"]: row["state"] for row in comparison["factors"]["rows"]}
    assert (states["RAID level"], states["Firmware of the controller"]) == ("differs", "differs")
    assert (states["BIOS"], states["CPU"]) == ("unknown", "same")
    assert (comparison["factors"]["known_count"], comparison["factors"]["unknown_count"]) == (2, 1)
    (point,) = comparison["points"]
    assert (point["a"]["median"], point["a"]["n"], point["b"]["median"]) == (105.0, 2, 40.0)
    assert point["b"]["ratio"] == pytest.approx(40 / 105)
    assert comparison["effect_workload"] == point["workload"]
    (effect,) = comparison["effects"]
    assert (effect["key"], effect["before"], effect["after"], effect["pairs"]) == (
        "controllers.firmware",
        "8.4",
        "8.5",
        1,
    )
    assert (effect["ratio"], effect["better"]) == (pytest.approx(1.25), True)
    assert len(comparison["a"]["runs"]) == 2


def test_array_size_is_a_consequence_of_its_level(viewer: TestClient, make: Factory) -> None:
    members = [make_member(number, **KNOWN_DRIVE) for number in range(1, 5)]
    a = configuration(make)
    snapshot = make_snapshot(arrays=[make_array(level="raid10", size_bytes=3_840_000_000_000, members=members)])
    del snapshot["name"]
    b = make_configuration(make, "RAID 10", **snapshot)
    measured(make, a, 100.0)
    measured(make, b, 90.0)
    comparison = get(viewer, "comparison", a=f"c-{a.number}", b=f"c-{b.number}")
    assert (comparison["factors"]["known_count"], comparison["factors"]["by"]) == (1, "RAID level")
    assert [row["label"] for row in comparison["consequences"]] == ["Size of the array"]
    assert [effect["key"] for effect in comparison["effects"]] == ["array.level"]
    assert list(variants(viewer, a)) == [f"c-{b.number}"]


def test_profiles_of_two_runs_are_a_factor(viewer: TestClient, make: Factory) -> None:
    own = configuration(make)
    runs = [
        *measured(make, own, 100.0, profile_id=make.profile(name="one").id),
        *measured(make, own, 100.0, profile_id=make.profile(name="two").id),
    ]
    comparison = get(viewer, "comparison", a=f"r-{runs[0].number}", b=f"r-{runs[1].number}")
    assert comparison["factors"]["by"] == "Profile"


def test_many_runs_of_one_configuration_hide_no_variant(
    viewer: TestClient, make: Factory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured_systems, "_MAX_CANDIDATES", 12)
    own, other = configuration(make), configuration(make, firmware="8.5")
    measured(make, own, *[100.0] * 14)
    measured(make, other, 50.0)
    assert list(variants(viewer, own)) == [f"c-{other.number}"]


def test_two_runs_are_compared_alone(viewer: TestClient, make: Factory) -> None:
    own = configuration(make)
    first, second = measured(make, own, 100.0, 80.0, profile_id=make.profile().id)
    comparison = get(viewer, "comparison", a=f"r-{first.number}", b=f"r-{second.number}")
    assert [run["number"] for run in comparison["a"]["runs"]] == [f"r-{first.number}"]
    assert comparison["points"][0]["b"]["ratio"] == 0.8
    assert comparison["factors"]["known_count"] == 0


def test_results_without_runs_are_empty(viewer: TestClient, make: Factory) -> None:
    one, other = configuration(make), configuration(make, firmware="8.5")
    assert variants(viewer, one) == {}
    comparison = get(viewer, "comparison", a=f"c-{one.number}", b=f"c-{other.number}")
    assert (comparison["points"], comparison["effects"], comparison["effect_workload"]) == ([], [], None)
    assert viewer.get("/api/v1/configurations/c-999999/variants").status_code == 404
    assert viewer.get("/api/v1/configurations/comparison", params={"a": "c-999999", "b": "c-1"}).status_code == 404


def test_results_need_constant_queries_for_many_variants(
    viewer: TestClient, make: Factory, connection: Connection
) -> None:
    own, other = configuration(make), configuration(make, firmware="8.5")
    measured(make, own, 100.0)
    measured(make, other, 50.0)
    pair = {"a": f"c-{own.number}", "b": f"c-{other.number}"}
    with counted_queries(connection) as few:
        variants(viewer, own)
        get(viewer, "comparison", **pair)
    for version in ("8.6", "8.7", "8.8"):
        measured(make, configuration(make, firmware=version), 60.0, 61.0)
    with counted_queries(connection) as many:
        variants(viewer, own)
        get(viewer, "comparison", **pair)
    assert len(few) == len(many)
