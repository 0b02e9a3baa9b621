"""The steady-state rule, the mapping of a curve to rounds, and the verdict in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.steady_state import (
    compute_curve_rounds,
    format_verdict,
    judge_several_series,
    judge_steadiness,
)

SPECIAL = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def agrees(got: Any, expected: Any, where: str, scale: float) -> None:
    """Check equality as JSON; floats within 1e-9 of the average, percentages within 1e-7, as in the reference cases."""
    if isinstance(expected, dict):
        assert set(got) == set(expected), where
        for key, value in expected.items():
            agrees(got[key], value, f"{where}.{key}", scale)
    elif isinstance(expected, list):
        assert len(got) == len(expected), where
        for index, value in enumerate(expected):
            inner = value.get("average") if isinstance(value, dict) else None
            agrees(got[index], value, f"{where}[{index}]", inner or scale)
    elif isinstance(expected, float) and not isinstance(got, bool):
        assert got is not None, where
        tolerance = 1e-7 if where.endswith("_pct") else 1e-9 * max(abs(expected), scale)
        assert abs(got - expected) <= tolerance, where
    else:
        assert got == expected, where


def test_the_rule_agrees_with_the_reference_cases(vectors) -> None:
    cases = vectors("steady_state")["cases"]
    for case in cases:
        values = [SPECIAL.get(value, value) if isinstance(value, str) else value for value in case["values"]]
        result = judge_steadiness(values, **case["params"])
        got = {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in result.to_json().items()
            if key != "windows"
        }
        windows = [{**window, "rounds": list(window["rounds"])} for window in result.to_json()["windows"]]
        agrees({**got, "windows": windows}, case["expected"], case["id"], case["expected"]["result_average"] or 0.0)
    assert len(cases) > 50


@pytest.mark.parametrize(
    ("values", "status", "first"),
    [
        ([110, 90, 100, 90, 110], "steady", 5),
        ([95, 97.5, 100, 102.5, 105], "steady", 5),
        ([95, 97.5, 100, 102.5, 105.0001], "not_steady", None),
        ([100, 100, 118, 100, 100], "steady", 5),
        ([90, 90, 90, 90, 109], "not_steady", None),
        ([0, 0, 0, 0, 0], "not_steady", None),
        ([5, 5, None, 5, 5, 5, 5, 5], "steady", 8),
        ([5, 5, 5, 5], "insufficient_rounds", None),
    ],
)
def test_limits_are_inclusive_and_gaps_remain(values: list[float | None], status: str, first: int | None) -> None:
    result = judge_steadiness(values)
    assert (result.status, result.first_steady_round) == (status, first)


def test_rounds_beyond_the_limit_do_not_count() -> None:
    falling = [1000 * 0.8**round_ for round_ in range(6)]
    result = judge_steadiness([*falling, *[100.0] * 10], max_rounds=6)
    assert result.status == "not_steady"
    assert (result.rounds_evaluated, result.max_rounds_exhausted) == (6, True)


def test_a_window_of_one_round_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        judge_steadiness([1.0], window=1)


@given(st.lists(st.floats(min_value=0, max_value=1e308), min_size=5, max_size=12), st.floats(1e-3, 1e3))
def test_steady_verdict_is_independent_of_the_unit(values: list[float], factor: float) -> None:
    small = [value * 1e-4 for value in values]
    scaled = [value * factor for value in small]
    assert [w.average is None for w in judge_steadiness(scaled).windows] == [
        w.average is None for w in judge_steadiness(small).windows
    ]
    for before, after in zip(judge_steadiness(small).windows, judge_steadiness(scaled).windows, strict=True):
        if before.range_pct is not None and after.range_pct is not None:
            assert after.range_pct == pytest.approx(before.range_pct, rel=1e-6, abs=1e-6)


def test_all_series_must_be_steady_in_one_window() -> None:
    dip = [100.0] * 3 + [50.0] + [100.0] * 6
    late = [400.0, 200.0] + [100.0] * 8
    result = judge_several_series({"dip": dip, "late": late})
    assert (result.status, result.first_steady_round, result.measurement_window) == ("steady", 9, (5, 9))
    assert result.first_steady_round_per_series == {"dip": 9, "late": 7}
    # Each may be steady at some time without both ever being so at once.
    apart = judge_several_series({"first": [100.0] * 5 + [50.0] * 2, "second": [50.0] * 2 + [100.0] * 5})
    assert apart.first_steady_round_per_series == {"first": 5, "second": 7}
    assert (apart.status, apart.first_steady_round, apart.measurement_window) == ("not_steady", None, None)


def test_rounds_missing_in_one_series_do_not_count() -> None:
    short, long = [100.0] * 4, [100.0] * 9
    assert judge_several_series({"short": short, "long": long}).status == "insufficient_rounds"
    assert judge_several_series({}).status == "insufficient_rounds"
    result = judge_several_series({"short": [*short, 100.0], "long": [50.0, *long]})
    assert (result.status, result.first_steady_round_per_series) == ("not_steady", {"short": 5, "long": 6})


@given(st.lists(st.lists(st.floats(min_value=90, max_value=120), min_size=7, max_size=7), min_size=1, max_size=3))
@settings(derandomize=True)
def test_several_are_steady_where_every_one_is(series: list[list[float]]) -> None:
    result = judge_several_series({str(place): values for place, values in enumerate(series)})
    steady = [{window.end_round for window in judge_steadiness(values).windows if window.steady} for values in series]
    assert result.first_steady_round == min(set.intersection(*steady), default=None)


def test_a_curve_becomes_whole_rounds() -> None:
    assert compute_curve_rounds([1000, 2000, 3000, 4000, 5000], [1000] * 5, [10, 20, 30, 40, 50], 2000) == [15.0, 35.0]


def test_sample_across_a_boundary_counts_in_both_rounds() -> None:
    assert compute_curve_rounds([1500, 3000], [1500, 1500], [150, 300], 1000) == pytest.approx([100.0, 150.0, 200.0])


def test_partly_covered_round_is_missing() -> None:
    assert compute_curve_rounds([1000, 3000], [1000, 1000], [10, 30], 1000) == [10.0, None, 30.0]
    assert compute_curve_rounds([1000, 2000], [400, 1000], [10, 30], 1000) == [None, 30.0]


def test_stall_counts_as_a_round_of_zero() -> None:
    assert compute_curve_rounds([1000, 2000], [1000, 1000], [10, 0], 1000) == [10.0, 0.0]


def test_round_ending_slightly_early_is_complete() -> None:
    assert compute_curve_rounds([1990], [1990], [199], 2000) == [100.0]


def test_an_unfinished_round_is_left_out() -> None:
    assert compute_curve_rounds([1970], [1970], [100], 2000) == []
    assert compute_curve_rounds([], [], [], 2000) == []


@given(st.lists(st.tuples(st.integers(1, 3000), st.integers(0, 10_000)), min_size=1, max_size=30))
def test_rounds_keep_every_io(steps: list[tuple[int, int]]) -> None:
    ends = [sum(length for length, _ in steps[: index + 1]) for index in range(len(steps))]
    round_ms = ends[-1]
    got = compute_curve_rounds(ends, [length for length, _ in steps], [ios for _, ios in steps], round_ms)
    assert got == [pytest.approx(sum(ios for _, ios in steps) / round_ms * 1000)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([100, 100, 112, 100, 100], "Steady, rounds 1 to 5: range 11.7 % (limit 20 %), slope 0 % (limit 10 %)."),
        (
            [100, 100, 100, 100, 100, 10],
            "Steady, rounds 1 to 5: range 0 % (limit 20 %), slope 0 % (limit 10 %). No longer steady at round 6.",
        ),
        (
            [100, 90, 80, 70, 60],
            "Not steady after 5 rounds: range 50 % (limit 20 %), slope 50 % (limit 10 %) in rounds 1 to 5.",
        ),
        ([1, 1, None, 1, 1], "Not steady after 5 rounds: a round is missing or invalid in rounds 1 to 5."),
        ([0, 0, 0, 0, 0], "Not steady after 5 rounds: every round is zero in rounds 1 to 5."),
        ([1, 2], "Too short: 2 of 5 rounds."),
    ],
)
def test_verdict_is_formatted_as_plain_text(values: list[float | None], expected: str) -> None:
    assert format_verdict(judge_steadiness(values)) == expected
