"""Merging parts and differencing cumulative readings."""

from __future__ import annotations

import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.latency import merge, subtract_statistics
from storagelab.domain.samples import LatencyStatistics

samples = st.lists(st.integers(min_value=1, max_value=10**10), min_size=2, max_size=30)


def of(values: list[int]) -> LatencyStatistics:
    """Return the statistics of these values, as an engine would print them."""
    return LatencyStatistics(
        n=len(values),
        mean=statistics.fmean(values),
        stddev=statistics.stdev(values) if len(values) > 1 else 0.0,
        min=min(values),
        max=max(values),
    )


def part(values: dict[str, float]) -> LatencyStatistics:
    return LatencyStatistics(
        n=int(values["n"]),
        mean=values["mean"],
        stddev=values["stddev"],
        min=values.get("min"),
        max=values.get("max"),
    )


def same(got: float | None, expected: float | None, rel: float = 1e-9) -> None:
    if expected is None:
        assert got is None
    else:
        assert got == pytest.approx(expected, rel=rel, abs=rel * abs(expected))


def test_merge_agrees_with_the_reference_cases(vectors) -> None:
    for case in vectors("latency_aggregation")["cases"]:
        merged = merge(part(values) for values in case["parts"])
        expected = case["expected"]
        assert merged.n == expected["n"], case["id"]
        for field in ("mean", "stddev", "min", "max"):
            same(getattr(merged, field), expected[field], case.get("rel_tol", 1e-9))


def test_difference_agrees_with_the_reference_cases(vectors) -> None:
    for case in vectors("latency_aggregation")["difference_cases"]:
        before, after = part(case["before"]), part(case["after"])
        if case["expected"] == "error":
            with pytest.raises(ValueError, match="the count fell"):
                subtract_statistics(before, after)
            continue
        got = subtract_statistics(before, after)
        assert got.n == case["expected"]["n"]
        same(got.mean, case["expected"]["mean"], case.get("rel_tol", 1e-9))
        same(got.stddev, case["expected"]["stddev"], case.get("rel_tol", 1e-9))
        assert (got.min, got.max) == (None, None)


def test_the_mean_is_weighted_by_ios() -> None:
    merged = merge([LatencyStatistics(n=3, mean=10.0, stddev=0.0), LatencyStatistics(n=1, mean=50.0, stddev=0.0)])
    assert merged.mean == 20.0


def test_an_idle_direction_does_not_count() -> None:
    busy = LatencyStatistics(n=2, mean=5.0, stddev=1.0, min=4.0, max=6.0)
    assert merge([busy, LatencyStatistics(n=0, mean=0.0, stddev=0.0, min=0.0, max=0.0)]) == busy


def test_empty_statistics_are_unknown_not_zero() -> None:
    assert merge([]) == LatencyStatistics(n=0)
    assert (
        subtract_statistics(LatencyStatistics(n=7, mean=1.0, stddev=0.0), LatencyStatistics(n=7, mean=1.0)).mean is None
    )


def test_value_unknown_in_one_part_is_unknown_merged() -> None:
    complete = LatencyStatistics(n=2, mean=5.0, stddev=1.0, min=4.0, max=6.0)
    merged = merge([complete, LatencyStatistics(n=2, mean=7.0)])
    assert (merged.n, merged.mean, merged.stddev, merged.min, merged.max) == (4, 6.0, None, None, None)
    assert merge([complete, LatencyStatistics(n=2)]).mean is None
    assert subtract_statistics(LatencyStatistics(n=1), complete) == LatencyStatistics(n=1)
    assert subtract_statistics(LatencyStatistics(n=1, mean=4.0), complete) == LatencyStatistics(n=1, mean=6.0)


def test_interval_from_zero_equals_the_reading() -> None:
    reading = LatencyStatistics(n=2, mean=5.0, stddev=1.0, min=4.0, max=6.0)
    assert subtract_statistics(LatencyStatistics(n=0), reading) == reading


def test_one_io_does_not_deviate() -> None:
    got = subtract_statistics(of([4, 6]), of([4, 6, 11]))
    assert (got.n, got.stddev) == (1, 0.0)
    assert got.mean == pytest.approx(11)


@given(st.lists(samples, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_merging_equals_statistics_of_all_values(groups: list[list[int]], chance: random.Random) -> None:
    everything = of([value for group in groups for value in group])
    parts = [of(group) for group in groups]
    chance.shuffle(parts)
    for merged in (merge(parts), merge([merge(parts[:2]), *parts[2:]])):
        assert (merged.n, merged.min, merged.max) == (everything.n, everything.min, everything.max)
        same(merged.mean, everything.mean)
        assert merged.stddev == pytest.approx(everything.stddev, rel=1e-6, abs=1e-6 * everything.mean)


@given(samples, samples)
def test_difference_undoes_merge(first: list[int], second: list[int]) -> None:
    before, interval = of(first), of(second)
    got = subtract_statistics(before, merge([before, interval]))
    scale = max(before.max, interval.max)
    assert got.n == interval.n
    assert got.mean == pytest.approx(interval.mean, abs=1e-9 * scale)
    assert got.stddev == pytest.approx(interval.stddev, abs=1e-5 * scale)


@given(st.lists(samples, min_size=1, max_size=5), st.sampled_from([2.0**-30, 0.5, 1024.0]))
@settings(derandomize=True)
def test_merging_does_not_depend_on_the_unit(groups: list[list[int]], factor: float) -> None:
    parts = [of(group) for group in groups]
    scaled = [LatencyStatistics(p.n, p.mean * factor, p.stddev * factor, p.min * factor, p.max * factor) for p in parts]
    before, after = merge(parts), merge(scaled)
    same(after.mean, before.mean * factor)
    same(after.stddev, before.stddev * factor)
    assert (after.n, after.min, after.max) == (before.n, before.min * factor, before.max * factor)
