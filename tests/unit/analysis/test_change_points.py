"""Changes of level in a history, and the newest result against its past."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.change_points import NewestResult, change_points, judge_newest


def level(mean: float, count: int, *, noise: float = 0.01, seed: int = 1) -> list[float]:
    """Return results around a level, with noise as a share of it."""
    chance = random.Random(seed)
    return [mean * (1 + noise * chance.gauss()) for _ in range(count)]


def indexes(values: list[float | None]) -> list[int]:
    return [change.index for change in change_points(values)]


def test_a_step_down() -> None:
    [change] = change_points([*level(1000, 20), *level(900, 20, seed=2)])
    assert (change.index, change.direction) == (20, "down")
    assert change.relative_change == pytest.approx(-0.1, abs=0.01)
    assert change.p < 1e-9


def test_a_step_up_without_noise() -> None:
    [change] = change_points([50.0] * 15 + [60.0] * 15)
    assert (change.index, change.direction, change.relative_change, change.p) == (15, "up", pytest.approx(0.2), 0)


def test_dip_in_a_long_history_gives_two_changes() -> None:
    values = [*level(1000, 95), *level(900, 10, seed=2), *level(1000, 95, seed=3)]
    assert indexes(values) == [95, 105]


def test_a_stair_has_every_step() -> None:
    values = [value for step in range(4) for value in level(1000 * 1.2**step, 12, seed=step)]
    assert indexes(values) == [12, 24, 36]


@pytest.mark.parametrize("place", [0, 1, 2, 15, 27, 28, 29])
@pytest.mark.parametrize("outlier", [100.0, 500.0, 2000.0])
def test_single_outlier_is_not_a_change(place: int, outlier: float) -> None:
    values = level(1000, 30)
    values[place] = outlier
    assert indexes(values) == []


def test_an_outlier_does_not_hide_a_step() -> None:
    values = [*level(1000, 20), *level(800, 20, seed=2)]
    values[8] = 400.0
    assert indexes(values) == [20]


def test_one_percent_change_is_below_the_threshold() -> None:
    values = [*level(1000, 40, noise=0.001), *level(1010, 40, noise=0.001, seed=2)]
    assert indexes(values) == []
    assert [change.index for change in change_points(values, minimum_magnitude=0.005)] == [40]


def test_a_change_within_the_noise_is_none() -> None:
    assert indexes([*level(1000, 15, noise=0.1), *level(1030, 15, noise=0.1, seed=2)]) == []


def test_change_detection_needs_eight_results() -> None:
    assert indexes([100.0] * 4 + [50.0] * 3) == []
    assert indexes([100.0] * 4 + [50.0] * 4) == [4]
    assert indexes([]) == []


def test_failed_runs_keep_their_place() -> None:
    values: list[float | None] = [*level(1000, 10), *level(800, 10, seed=2)]
    values[3:3] = [None, math.nan, math.inf]
    assert indexes(values) == [13]


def test_change_from_zero_has_no_relative_value() -> None:
    [change] = change_points([0.0] * 10 + [5.0] * 10)
    assert (change.index, change.direction, change.relative_change) == (10, "up", None)
    [change] = change_points([5.0] * 10 + [0.0] * 10)
    assert (change.index, change.direction, change.relative_change) == (10, "down", -1)
    assert indexes([0.0] * 20) == []


def test_huge_and_negative_values() -> None:
    assert indexes([1e308] * 10 + [0.5e308] * 10) == [10]
    [change] = change_points([-1.0] * 10 + [-2.0] * 10)
    assert (change.direction, change.relative_change) == ("down", pytest.approx(-1))


def test_false_alarms_are_rare() -> None:
    alarms = sum(bool(indexes(level(1000, 40, noise=0.05, seed=seed))) for seed in range(200))
    assert alarms <= 6


@given(
    st.lists(st.floats(min_value=100, max_value=200), min_size=8, max_size=40),
    st.integers(min_value=-20, max_value=20),
    st.integers(min_value=0, max_value=8),
)
@settings(derandomize=True)
def test_changes_do_not_depend_on_the_unit(values: list[float], power: int, step: int) -> None:
    history = [value * (1 + step * (place >= len(values) // 2)) for place, value in enumerate(values)]
    before, after = change_points(history), change_points([value * 2.0**power for value in history])
    assert [(change.index, change.direction) for change in after] == [
        (change.index, change.direction) for change in before
    ]


@pytest.mark.parametrize(
    ("newest", "higher_is_better", "verdict"),
    [
        (80.0, True, (True, False)),
        (80.0, False, (False, True)),
        (120.0, True, (False, True)),
        (120.0, False, (True, False)),
        (101.0, True, (False, False)),
    ],
)
def test_the_newest_result(newest: float, higher_is_better: bool, verdict: tuple[bool, bool]) -> None:
    got = judge_newest([99.0, 100.0, 101.0], newest, higher_is_better=higher_is_better)
    assert got.z == pytest.approx(newest - 100)
    assert (got.regression, got.improvement) == verdict


def test_five_deviations_are_notable() -> None:
    assert judge_newest([99.0, 100.0, 101.0], 105.0, higher_is_better=True).improvement
    assert not judge_newest([99.0, 100.0, 101.0], 104.999, higher_is_better=True).improvement


def test_short_history_gives_neither_regression_nor_improvement() -> None:
    assert judge_newest([99.0, 101.0], 0.0, higher_is_better=True) == NewestResult(
        pytest.approx(-100 / math.sqrt(2)), regression=False, improvement=False
    )
    unknown = NewestResult(None, regression=False, improvement=False)
    assert judge_newest([100.0], 1.0, higher_is_better=True) == unknown
    assert judge_newest([], 1.0, higher_is_better=True) == unknown
    assert judge_newest([None, 100.0, math.nan], 1.0, higher_is_better=True) == unknown
    assert judge_newest([100.0] * 5, 1.0, higher_is_better=True) == unknown
    assert judge_newest([99.0, 100.0, 101.0], math.nan, higher_is_better=True) == unknown
