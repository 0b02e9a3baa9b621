"""Published RAID tables as pivots, compared with the very lines they were printed in."""

from __future__ import annotations

import csv
from importlib import resources
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.demo.load import ensure_demo_data
from storagelab.pivots.schemas import Pivot

ADDRESS = "/api/v1/pivot"
LEVELS = {"JBOD": "JBOD", "RAID10": "RAID 10", "RAID5": "RAID 5"}


def lines(name: str) -> list[dict[str, str]]:
    """Return the lines of a packaged table."""
    text = resources.files("storagelab.demo").joinpath("data", name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def get(client: TestClient, **query: Any) -> dict[str, Any]:
    answer = client.get(ADDRESS, params=query)
    assert answer.status_code == 200, answer.text
    Pivot.model_validate_json(answer.content)
    body: dict[str, Any] = answer.json()
    return body


def figures(body: dict[str, Any], *keys: str) -> dict[tuple[Any, ...], Any]:
    """Return the measured values by the named axes."""
    return {tuple(cell[key] for key in keys): cell["value"] for cell in body["cells"] if cell["state"] == "measured"}


def printed(workload: str, *, state: str, metric: str = "iops") -> dict[tuple[str, str], float]:
    """Return what the PERC 12 tables print for a workload, by RAID level and number of drives."""
    return {
        (LEVELS[line["raid_level"]], line["drives"]): float(line["value"]) * (1e6 if metric == "throughput" else 1)
        for line in lines("perc12.csv")
        if line["workload"] == workload
        and line["metric"] == metric
        and line["role"] == "measured"
        and "PERC" in line["controller"]
        and line["state"] in ("", state)
    }


@pytest.fixture(autouse=True)
def _demo(make: Factory) -> None:
    ensure_demo_data(make.session)


@pytest.mark.in_turn
def test_perc_12_table_is_proposed_as_printed(viewer: TestClient) -> None:
    body = get(viewer, q="x PERC 12")

    choice = body["choice"]
    assert (choice["rows"], choice["columns"], choice["panel"]) == ("array.level", "drives.count", None)
    assert {factor["key"]: factor["value"] for factor in choice["fixed"]} == {
        "array.condition": "optimal",
        "workload.name": "fio 4 KB random reads",
    }
    assert choice["proposed"] is True
    expected = printed("fio 4 KB random reads", state="optimal")
    assert len(expected) == 6
    assert figures(body, "row", "column") == expected
    # One controller has eight drives and two have sixteen: the columns are not of the drives alone.
    assert [option["label"] for option in body["along"]] == ["Controllers"]


@pytest.mark.in_turn
@pytest.mark.parametrize("workload", ["fio Max sequential reads", "fio Max sequential writes"])
def test_other_metric_and_workload_match_the_table(viewer: TestClient, workload: str) -> None:
    body = get(
        viewer, q="x PERC 12", rows="array.level", columns="drives.count", metric="throughput_bytes_per_s",
        fixed=[f"workload.name={workload}"],
    )  # fmt: skip

    assert figures(body, "row", "column") == printed(workload, state="optimal", metric="throughput")
    assert body["choice"]["metric"]["unit"] == "bytes/s"


@pytest.mark.in_turn
def test_optimal_and_rebuilding_are_never_averaged(viewer: TestClient) -> None:
    query = {"q": "x PERC 12", "rows": "array.level", "columns": "drives.count"}
    reads = ["workload.name=fio 4 KB random reads"]

    mixed = {(cell["row"], cell["column"]): cell for cell in get(viewer, **query, fixed=reads)["cells"]}
    assert mixed["RAID 5", "8"]["state"] == "several"
    assert (mixed["RAID 5", "8"]["value"], mixed["RAID 5", "8"]["groups"]) == (None, 2)
    assert mixed["RAID 5", "8"]["differs"] == [
        {"key": "array.condition", "label": "Array condition", "levels": ["optimal", "rebuilding"], "known": True}
    ]
    assert mixed["JBOD", "8"]["state"] == "measured"

    panels = get(viewer, **query, panel="array.condition", fixed=reads)
    assert panels["panels"] == ["optimal", "rebuilding", "not applicable"]
    rebuilding = {
        place: value for place, value in figures(panels, "row", "column", "panel").items() if place[2] == "rebuilding"
    }
    expected = printed("fio 4 KB random reads", state="rebuild")
    assert rebuilding == {(*place, "rebuilding"): value for place, value in expected.items() if place[0] != "JBOD"}


@pytest.mark.in_turn
def test_rebuild_loss_is_computed_from_printed_figures(viewer: TestClient) -> None:
    body = get(viewer, q="x PERC 12")

    before, after = (printed("fio 4 KB random reads", state=state) for state in ("optimal", "rebuild"))
    losses = {tuple(name["value"] for name in loss["names"]): loss for loss in body["losses"]}
    assert set(losses) == {place for place in before if place[0] != "JBOD"}
    for place, loss in losses.items():
        assert loss["percent"] == pytest.approx(100 * after[place] / before[place])
        assert (loss["condition"], loss["rebuild_seconds"]) == ("rebuilding", None)


@pytest.mark.in_turn
def test_scaling_is_linear_from_the_fewest_drives(viewer: TestClient) -> None:
    body = get(viewer, q="x PERC 12")

    values = printed("fio 4 KB random reads", state="optimal")
    sixteen = [point for point in body["scale"] if point["drives"] == 16]
    assert len(sixteen) == 3
    for point in sixteen:
        share = values[point["level"], "16"] / values[point["level"], "8"] / 2
        assert point["efficiency_percent"] == pytest.approx(100 * share)
        assert (point["basis"], point["from_drives"], point["ideal"]) == ("linear", 8, None)


@pytest.mark.in_turn
def test_cell_with_two_controllers_can_be_split(viewer: TestClient) -> None:
    query = {"q": "JBOD", "rows": "array.level", "columns": "drives.count"}
    reads = "workload.name=fio 4 KB random reads"

    cells = {(cell["row"], cell["column"]): cell for cell in get(viewer, **query, fixed=[reads])["cells"]}
    differs = {factor["key"]: factor["levels"] for factor in cells["JBOD", "8"]["differs"]}
    assert cells["JBOD", "8"]["state"] == "several"
    assert differs["controllers"] == ["none", "PERC 12 H965i Front"]

    fixed = get(viewer, **query, fixed=[reads, "controllers=none"])
    direct = next(
        float(line["value"])
        for line in lines("perc12.csv")
        if line["workload"] == "fio 4 KB random reads" and line["configuration"] == "Direct Drives JBOD"
    )
    assert figures(fixed, "row", "column") == {("JBOD", "8"): direct}


@pytest.mark.in_turn
def test_h730p_matrix_preserves_bounds_ranges_and_counts(viewer: TestClient) -> None:
    body = get(
        viewer, q="Dell PERC 9", rows="array.level", columns="drives.count", panel="drives.model", metric="iops",
        fixed=["workload.name=random read", "workload.block=4K"],
    )  # fmt: skip

    cells = {(cell["panel"][:8], cell["row"], cell["column"]): cell for cell in body["cells"]}
    expected: dict[tuple[str, str, str], list[tuple[str, float]]] = {}
    for line in lines("perc_h730p.csv"):
        if (line["workload"], line["block_size"], line["metric"]) == ("random read", "4k", "iops"):
            level = {"RAID0": "RAID 0", "RAID5": "RAID 5"}.get(line["raid_level"], line["raid_level"])
            place = (line["drive_model"][:8], level, line["drives"] or "unknown")
            expected.setdefault(place, []).append((line["value_kind"], float(line["value"])))
    assert len(expected) == 5
    measured = {place: cell for place, cell in cells.items() if cell["state"] == "measured"}
    assert set(measured) == set(expected)
    for place, figures in expected.items():
        cell = measured[place]
        if len(figures) == 2:
            assert [kind for kind, _ in figures] == ["range_low", "range_high"]
            assert (cell["value"], cell["low"], cell["high"]) == (None, figures[0][1], figures[1][1])
            assert cell["value_kind"] == "range"
        else:
            assert (cell["value"], cell["value_kind"]) == (figures[0][1], "approximate")
    assert cells["12 Gb/s ", "RAID 0", "12"]["state"] == "not_published"


@pytest.mark.in_turn
def test_scaling_ideal_is_derived_from_single_drives(viewer: TestClient) -> None:
    body = get(
        viewer, q="Dell PERC 9", rows="array.level", columns="drives.count", panel="drives.model", metric="iops",
        fixed=["workload.name=random read", "workload.block=4K"],
    )  # fmt: skip

    points = {(point["panel"][:8], point["level"], point["drives"]): point for point in body["scale"]}
    one = points["12 Gb/s ", "RAID 0", 1]
    assert (one["value"], one["ideal"], one["basis"], one["efficiency_percent"]) == (150_000, 150_000, "model", 100)
    # The ends of a range are no figure that anything grows from.
    eight = points["6 Gb/s S", "RAID 0", 8]
    assert (eight["efficiency_percent"], eight["ideal"], eight["value"]) == (None, None, None)
