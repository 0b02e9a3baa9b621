"""Cells of a pivot, the order of levels, the proposed choice, and the notes on arrays."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.analysis.pivot import Choice, Gap, Observation, find_impossible_reason, make_table
from storagelab.analysis.pivot_choice import list_factors, propose
from storagelab.analysis.pivot_levels import CONDITION, DRIVES, LEVEL, NOT_APPLICABLE, sort_levels
from storagelab.analysis.pivot_scaling import list_losses, list_scale_points
from storagelab.analysis.pivot_snapshot import order_names, read_configuration_factors

NAMES = order_names({})
AXES = Choice("iops", rows=LEVEL, columns=DRIVES)


def result(level: str, drives: int, iops: float | None, **more: Any) -> Observation:
    factors = {
        LEVEL: level, DRIVES: str(drives), "drives.model": "P5520", "workload.name": "4K", "workload.block": "4K",
        "workload.reads": "0 %", "workload.random": "100 %", **more.pop("factors", {}),
    }  # fmt: skip
    defaults: dict[str, Any] = {"run": "r-1", "source": "", "reads": 0.0, "random": 100.0, "block_bytes": 4096}
    return Observation(factors=factors, values={"iops": iops}, **(defaults | more))


def table(*results: Observation, gaps: tuple[Gap, ...] = (), choice: Choice = AXES) -> dict[tuple[Any, Any], Any]:
    return {(cell.row, cell.column): cell for cell in make_table(results, gaps, choice, keys=list(NAMES)).cells}


def test_levels_are_sorted_in_natural_order() -> None:
    assert sort_levels(LEVEL, {"RAID 5", "RAID 10", "JBOD", "RAID 0"}) == ["JBOD", "RAID 0", "RAID 10", "RAID 5"]
    assert sort_levels(DRIVES, {"16", "8", "unknown", "8-12", "1"}) == ["1", "8", "8-12", "16", "unknown"]
    assert sort_levels("workload.block", {"1M", "512 B", "64K", "4K"}) == ["512 B", "4K", "64K", "1M"]
    assert sort_levels("array.strip", {"1 MiB", NOT_APPLICABLE, "64 KiB"}) == ["64 KiB", "1 MiB", NOT_APPLICABLE]
    assert sort_levels("controllers.firmware", {"v10", "v9"}) == ["v9", "v10"]


def test_only_results_with_equal_factors_share_a_median() -> None:
    alike = [result("RAID 5", 4, iops) for iops in (1.0, 5.0, 3.0)]
    cell = table(*alike)["RAID 5", "4"]
    assert (cell.state, cell.value, cell.n, cell.min, cell.max) == ("measured", 3.0, 3, 1.0, 5.0)
    assert cell.ci95 == pytest.approx((3 - 4.303 * 2 / 3**0.5, 3 + 4.303 * 2 / 3**0.5), abs=1e-3)
    assert table(*alike[:2])["RAID 5", "4"].ci95 is None

    other = result("RAID 5", 4, 9.0, factors={"drives.model": "PM9A3"})
    cell = table(*alike, other)["RAID 5", "4"]
    assert (cell.state, cell.value, cell.groups) == ("several", None, 2)
    assert [(factor.key, factor.levels) for factor in cell.differs] == [("drives.model", ("P5520", "PM9A3"))]


def test_two_bounds_have_no_median() -> None:
    cell = table(*(result("RAID 5", 4, 5.0, kind="lower_bound") for _ in range(2)))["RAID 5", "4"]
    assert (cell.state, cell.value) == ("several", None)


def test_the_unknown_of_two_sources_may_differ() -> None:
    results = [result("RAID 5", 4, 5.0, source=source, factors={"array.strip": None}) for source in ("a", "b")]
    assert table(*results)["RAID 5", "4"].state == "several"
    assert table(results[0], results[0])["RAID 5", "4"].state == "measured"


def test_inapplicable_fixed_factor_does_not_exclude_results() -> None:
    results = [result("JBOD", 8, 1.0), result("RAID 5", 8, 2.0, factors={CONDITION: "rebuilding"})]
    cells = table(*results, choice=Choice("iops", rows=LEVEL, columns=DRIVES, fixed={CONDITION: "optimal"}))
    assert set(cells) == {("JBOD", "8")}


def test_gap_matches_all_levels_of_unlisted_factors() -> None:
    gaps = (
        Gap("withheld", "It was degraded.", {LEVEL: "RAID 6", DRIVES: "8"}),
        Gap("failed", "The power went away.", {LEVEL: "RAID 6"}),
    )
    cells = table(result("RAID 5", 8, 1.0), result("RAID 5", 4, 1.0), gaps=gaps)
    assert (cells["RAID 6", "8"].state, cells["RAID 6", "8"].reason) == ("failed", "The power went away.")
    assert cells["RAID 5", "8"].state == "measured"


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ({LEVEL: "RAID 5", DRIVES: "2"}, True),
        ({LEVEL: "RAID 10", DRIVES: "5"}, True),
        ({LEVEL: "RAID 0", DRIVES: "1"}, False),
        ({LEVEL: "RAID 0", CONDITION: "degraded"}, True),
        ({LEVEL: "RAID 5", CONDITION: "degraded"}, False),
        ({LEVEL: "RAID 50", DRIVES: "2"}, False),
        ({LEVEL: "RAID 5", DRIVES: "8-12"}, False),
    ],
)
def test_impossible_arrays_are_known(place: dict[str, str], expected: bool) -> None:
    assert (find_impossible_reason(place) is not None) is expected


def test_proposal_uses_the_workload_filling_more_cells() -> None:
    results = [result(level, drives, 1.0) for level in ("RAID 5", "RAID 6") for drives in (4, 8)]
    results += [result("RAID 5", 4, 2.0, factors={"workload.name": "64K", "workload.block": "64K"})]
    choice = propose(results, list_factors(results, (), NAMES), metric="iops")

    assert (choice.rows, choice.columns, choice.panel) == (LEVEL, DRIVES, None)
    assert choice.fixed == {"workload.name": "4K"}


def test_factor_determined_by_rows_is_excluded_from_columns() -> None:
    results = [result("RAID 5", 4, 1.0), result("RAID 6", 8, 2.0)]
    assert propose(results, list_factors(results, (), NAMES), metric="iops").columns is None


def test_ideal_includes_the_write_penalty() -> None:
    single = [result("JBOD", 1, 100.0), result("JBOD", 1, 400.0, reads=100.0, factors={"workload.reads": "100 %"})]
    arrays = [result("RAID 10", 8, 300.0), result("RAID 5", 8, 100.0)]
    results = [*single, *arrays]
    writes = Choice("iops", rows=LEVEL, columns=DRIVES, fixed={"workload.reads": "0 %"})
    points = {
        (point.series[0], point.drives): point
        for point in list_scale_points(results, make_table(results, (), writes, keys=list(NAMES)), writes)
    }

    assert points["RAID 10", 8].ideal == pytest.approx(8 * 100 / 2)
    assert points["RAID 10", 8].efficiency_percent == pytest.approx(75)
    # Two reads and two writes on the drives for every write: 8 / (2/400 + 2/100).
    assert points["RAID 5", 8].ideal == pytest.approx(8 / (2 / 400 + 2 / 100))


def test_other_drives_or_workloads_do_not_scale() -> None:
    results = [result("RAID 5", 4, 100.0), result("RAID 5", 8, 190.0)]
    shares = lambda items: [  # noqa: E731
        point.efficiency_percent
        for point in list_scale_points(items, make_table(items, (), AXES, keys=list(NAMES)), AXES)
    ]
    assert shares(results) == [pytest.approx(100), pytest.approx(95)]
    other = result("RAID 5", 8, 190.0, factors={"drives.model": "PM9A3"})
    assert shares([results[0], other]) == [None, None]


def test_a_loss_is_against_the_same_array() -> None:
    optimal = result("RAID 5", 8, 200.0, factors={CONDITION: "optimal"})
    rebuilding = result("RAID 5", 8, 50.0, factors={CONDITION: "rebuilding"}, rebuild_seconds=60.0)
    elsewhere = result("RAID 5", 4, 50.0, factors={CONDITION: "rebuilding"})
    (loss,) = list_losses([optimal, rebuilding, elsewhere], AXES)
    assert (loss.condition, loss.percent, loss.rebuild_seconds) == ("rebuilding", 25.0, 60.0)


def test_drives_have_count_and_model_as_factors() -> None:
    snapshot = {
        "drives": [{"model": "P5520", "count": None, "count_as_printed": "8-12"}],
        "array": {"level": "JBOD", "condition": None, "strip_bytes": None},
    }
    factors = read_configuration_factors(snapshot).factors
    assert (factors[DRIVES], factors["drives.model"], factors[LEVEL]) == ("8-12", "P5520", "JBOD")
    assert CONDITION not in factors


@pytest.mark.parametrize(
    ("origins", "state"),
    [
        (("published", "published"), "not_published"),
        (("published", "measured"), "not_measured"),
        (("measured", "measured"), "not_measured"),
    ],
)
def test_empty_cells_of_published_results_are_not_published(origins: tuple[str, str], state: str) -> None:
    first, second = origins
    cells = table(
        result("RAID 5", 4, 1.0, factors={"run.origin": first}),
        result("RAID 6", 8, 2.0, factors={"run.origin": second}),
    )

    assert cells["RAID 5", "8"].state == state
