"""Rankings: medians, ratios, the podium, and what may not enter."""

from __future__ import annotations

import pytest

from storagelab.analysis.ranking import NEAR, Result, find_preferred_metric, rank_systems

IOPS = ("iops", "higher")
LATENCY = ("lat_mean", "lower")


def result(system: str, workload: str, value: float | None, *, run: str = "r-1", metric: str = "iops") -> Result:
    return Result(system, workload, run, {metric: value})


def test_ranking_uses_the_geometric_mean_of_ratios() -> None:
    ranking = rank_systems(
        [
            result("a", "read", 100.0),
            result("a", "write", 100.0),
            result("b", "read", 400.0),
            result("b", "write", 100.0),
        ],
        {"read": IOPS, "write": IOPS},
        reference="a",
    )
    assert [ranked.system for ranked in ranking.systems] == ["b", "a"]
    assert [ranked.rating for ranked in ranking.systems] == pytest.approx([200.0, 100.0])
    assert (ranking.systems[0].worst, ranking.systems[0].best) == pytest.approx((1.0, 4.0))


def test_best_system_is_the_default_reference_at_100() -> None:
    ranking = rank_systems([result("slow", "w", 50.0), result("fast", "w", 200.0)], {"w": IOPS})
    assert ranking.reference == "fast"
    assert [(ranked.system, ranked.rating) for ranked in ranking.systems] == [
        ("fast", 100.0),
        ("slow", pytest.approx(25.0)),
    ]


def test_a_lower_latency_is_better() -> None:
    ranking = rank_systems(
        [result("a", "w", 2e6, metric="lat_mean"), result("b", "w", 1e6, metric="lat_mean")], {"w": LATENCY}
    )
    assert [ranked.system for ranked in ranking.systems] == ["b", "a"]
    assert ranking.systems[1].cells["w"].ratio == pytest.approx(0.5)


def test_repeats_count_by_median_and_show_their_spread() -> None:
    results = [result("a", "w", value, run=f"r-{value:.0f}") for value in (10.0, 900.0, 20.0)]
    cell = rank_systems([*results, result("b", "w", 15.0)], {"w": IOPS}).systems[0].cells["w"]
    assert (cell.value, cell.n, cell.min, cell.max, cell.runs) == (20.0, 3, 10.0, 900.0, ("r-10", "r-900", "r-20"))


def test_several_figures_of_one_run_count_once() -> None:
    results = [result("a", "w", value, run=run) for run, value in (("r-1", 10.0), ("r-1", 30.0), ("r-2", 40.0))]
    cell = rank_systems(results, {"w": IOPS}).systems[0].cells["w"]
    assert (cell.value, cell.n, cell.min, cell.max, cell.runs) == (30.0, 2, 20.0, 40.0, ("r-1", "r-2"))


def test_workload_missing_in_one_system_is_visibly_dropped() -> None:
    ranking = rank_systems(
        [result("a", "both", 1.0), result("b", "both", 2.0), result("a", "one", 1000.0), result("b", "one", None)],
        {"both": IOPS, "one": IOPS},
    )
    assert (ranking.counted, ranking.dropped) == (("both",), ("one",))
    cells = {ranked.system: ranked.cells for ranked in ranking.systems}
    assert (cells["a"]["one"].value, cells["a"]["one"].ratio) == (1000.0, None)
    assert "one" not in cells["b"]
    assert [ranked.system for ranked in ranking.systems] == ["b", "a"]


def test_systems_without_a_common_workload_have_no_rating() -> None:
    ranking = rank_systems([result("a", "x", 1.0), result("b", "y", 2.0)], {"x": IOPS, "y": IOPS})
    assert [(ranked.rating, ranked.rank, ranked.place) for ranked in ranking.systems] == [(None, None, None)] * 2


def test_ratings_within_noise_share_a_place() -> None:
    values = {"a": 100.0, "b": 100.0 * (1 - NEAR) + 0.1, "c": 90.0, "d": 80.0}
    ranking = rank_systems([result(name, "w", value) for name, value in values.items()], {"w": IOPS})
    assert {ranked.system: ranked.place for ranked in ranking.systems} == {"a": 1, "b": 1, "c": 3, "d": None}


def test_single_system_has_no_podium_place() -> None:
    assert rank_systems([result("a", "w", 1.0)], {"w": IOPS}).systems[0].place is None


def test_unusable_results_yield_an_empty_ranking() -> None:
    ranking = rank_systems([result("a", "w", None), result("b", "w", 0.0)], {"w": IOPS})
    assert (ranking.systems, ranking.reference, ranking.dropped) == ((), None, ("w",))
    with pytest.raises(ValueError, match="reference"):
        rank_systems([], {}, reference="a")
    with pytest.raises(ValueError, match="reference"):
        rank_systems([result("a", "w", 1.0)], {"w": IOPS}, reference="z")


@pytest.mark.parametrize(
    ("block_bytes", "random_percent", "metrics", "expected"),
    [
        (4096, 100.0, ["iops", "bandwidth"], "iops"),
        (65536, 100.0, ["iops", "bandwidth"], "bandwidth"),
        (4096, 0.0, ["iops", "bandwidth"], "bandwidth"),
        (131072, 0.0, ["iops"], "iops"),
        (None, None, ["lat_mean", "bandwidth"], "bandwidth"),
        (4096, 100.0, ["lat_mean"], "lat_mean"),
        (4096, 100.0, [], None),
    ],
)
def test_the_metric_follows_from_the_work(
    block_bytes: int | None, random_percent: float | None, metrics: list[str], expected: str | None
) -> None:
    assert find_preferred_metric(block_bytes=block_bytes, random_percent=random_percent, metrics=metrics) == expected
