"""The newest result of a history against what was usual before."""

from __future__ import annotations

import pytest
from tests.unit.analysis.test_change_points import level

from storagelab.analysis.usual import compare_with_usual


def compared(values: list[float], *, higher_is_better: bool = True) -> tuple[str, int | None, int] | None:
    """Return state, since and count of usual results."""
    comparison = compare_with_usual(values, higher_is_better=higher_is_better)
    return (comparison.state, comparison.since, comparison.usual.count) if comparison else None


def test_three_earlier_results_are_needed() -> None:
    assert [compared(level(100, count)) for count in range(4)] == [None] * 4
    assert compared(level(100, 4)) == ("usual", None, 3)


@pytest.mark.parametrize("bad", [1, 2, 3, 6])
def test_worse_results_are_worse_since_the_first(bad: int) -> None:
    values = [*level(100, 14), *level(85, bad, seed=2)]
    assert compared(values) == ("worse", 14, 14)
    assert compared([*level(85, 14), *level(100, bad, seed=2)], higher_is_better=False) == ("worse", 14, 14)


def test_a_second_loss_counts_from_the_first() -> None:
    assert compared([*level(100, 10), *level(90, 6, seed=2), *level(80, 6, seed=3)]) == ("worse", 10, 10)


def test_a_better_level_becomes_the_usual_one() -> None:
    assert compared([*level(100, 10), 130.0]) == ("better", None, 10)
    assert compared([*level(100, 10), *level(130, 6, seed=2)]) == ("usual", None, 5)


def test_a_loss_that_was_regained_is_usual() -> None:
    assert compared([*level(100, 20), *level(85, 8, seed=2), *level(100, 8, seed=3)]) == ("usual", None, 7)


def test_change_is_relative_to_the_usual_median() -> None:
    comparison = compare_with_usual([10.0, 11.0, 12.0, 200.0, 5.5], higher_is_better=True)
    assert comparison is not None
    assert (comparison.usual.median, comparison.usual.low, comparison.usual.high, comparison.usual.count) == (
        11.5,
        10,
        200,
        4,
    )
    assert comparison.change_percent == pytest.approx(-52.17, abs=0.01)
    zero = compare_with_usual([0.0, 0.0, 0.0, 0.0], higher_is_better=True)
    assert zero is not None
    assert (zero.change_percent, zero.state) == (None, "usual")
