"""Phases that follow one another: every drawn point belongs to one of them, at every zoom."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.evaluate.curve_samples import make_curve

from storagelab.evaluate.curve import SampledCurve, draw_curve, join_curves
from storagelab.evaluate.phase_buckets import DrawnPhases, PhaseBuckets, draw_phases, end_of


def make_phase(value: float, *, count: int, t0_ms: int) -> PhaseBuckets:
    """Return a phase of `count` seconds in which nothing changed."""
    curve = make_curve([value] * count, t0_ms=t0_ms)
    return PhaseBuckets(curve, curve)


def make_phases(counts: list[int], *, pause_ms: int = 0) -> list[PhaseBuckets]:
    """Return phases one after the other: the values of the first are 1, those of the second 2, and so on."""
    phases, t0_ms = [], 0
    for value, count in enumerate(counts, start=1):
        phases.append(make_phase(float(value), count=count, t0_ms=t0_ms))
        t0_ms += 1000 * count + pause_ms
    return phases


def draw(phases: list[PhaseBuckets], *, max_points: int = 1500, stored: bool = False) -> DrawnPhases:
    """Draw all phases."""
    return draw_phases(phases, t0_ms=0, t1_ms=end_of(phases, 0), max_points=max_points, stored=stored)


def stored_of(curve: SampledCurve, axis: SampledCurve) -> DrawnPhases:
    """Return one phase in stored form."""
    return draw([PhaseBuckets(curve, axis)], stored=True)


def present_values(values: np.ndarray) -> list[float]:
    return values[~np.isnan(values)].tolist()


def test_bucket_does_not_cross_a_phase_border() -> None:
    phases = make_phases([65, 35])

    drawn = draw(phases, max_points=10)

    joined = draw_curve(join_curves([phase.curve for phase in phases]), t0_ms=0, t1_ms=100_000, max_points=10)
    assert joined.mean[6] == 1.5, "what equal parts of both phases give"
    assert (drawn.buckets.mean.tolist(), drawn.resolution) == ([1.0] * 6 + [2.0] * 4, "buckets")
    assert drawn.buckets.minimum.tolist() == drawn.buckets.maximum.tolist() == [1.0] * 6 + [2.0] * 4
    assert drawn.intervals is not None
    assert drawn.intervals.start_ms[[0, 5, 6, 9]].tolist() == [0, 54_166, 65_000, 91_250]
    assert drawn.intervals.end_ms[[0, 5, 6, 9]].tolist() == [10_833, 65_000, 73_750, 100_000]
    assert drawn.buckets.step_ms == 10_833


def test_equal_parts_stay_where_they_are_pure() -> None:
    drawn = draw(make_phases([60, 40]), max_points=10)

    assert drawn.intervals is None
    assert (drawn.buckets.step_ms, drawn.buckets.mean.tolist()) == (10_000, [1.0] * 6 + [2.0] * 4)


def test_buckets_are_equal_on_request() -> None:
    phases = make_phases([65, 35])

    drawn = draw_phases(phases, t0_ms=0, t1_ms=100_000, max_points=10, alike=True)

    assert (drawn.intervals, drawn.buckets.step_ms) == (None, 10_000)
    assert drawn.buckets.mean.tolist() == [1.0] * 6 + [1.5] + [2.0] * 3
    assert (drawn.points, drawn.last_ms) == (100, 100_000)


def test_one_phase_is_drawn_as_a_curve() -> None:
    curve = make_curve([3.0, 1.0, 2.0] * 40, t0_ms=5000)

    drawn = draw_phases([PhaseBuckets(curve, curve)], t0_ms=0, t1_ms=125_000, max_points=11)

    expected = draw_curve(curve, t0_ms=0, t1_ms=125_000, max_points=11)
    assert (drawn.buckets.t0_ms, drawn.buckets.step_ms) == (expected.t0_ms, expected.step_ms)
    for name in ("minimum", "mean", "maximum"):
        assert getattr(drawn.buckets, name).tobytes() == getattr(expected, name).tobytes()


def test_pause_between_phases_belongs_to_neither() -> None:
    drawn = draw(make_phases([58, 42], pause_ms=3500), max_points=10)

    assert drawn.intervals is not None
    assert (drawn.intervals.end_ms[5], drawn.intervals.start_ms[6]) == (58_000, 61_500)
    assert drawn.buckets.mean.tolist() == [1.0] * 6 + [2.0] * 4


def test_bucket_starts_at_the_border_of_its_phase() -> None:
    # From 40 to 50 s there is nothing but the last two seconds, of the second phase.
    drawn = draw(make_phases([40, 52], pause_ms=8000), max_points=10)

    assert drawn.intervals is not None
    assert drawn.intervals.start_ms[drawn.buckets.mean.tolist().index(2.0)] == 48_000


def test_a_gap_within_a_phase_stays_one() -> None:
    torn = join_curves([make_curve([1.0] * 5), make_curve([1.0] * 20, t0_ms=45_000)])
    phases = [PhaseBuckets(torn, torn), make_phase(2.0, count=30, t0_ms=65_000)]

    drawn = draw(phases, max_points=10)

    assert np.isnan(drawn.buckets.mean).tolist() == [False, *[True] * 3, *[False] * 6]


def test_long_interval_fills_buckets_of_its_phase() -> None:
    late = join_curves([make_curve([1.0] * 5), make_curve([7.0], step_ms=30_000, t0_ms=5000)])
    phases = [PhaseBuckets(late, late), make_phase(2.0, count=25, t0_ms=35_000)]

    drawn = draw(phases, max_points=8)

    assert drawn.intervals is not None
    assert drawn.intervals.end_ms.tolist()[:5] == [7000, 14_000, 21_000, 28_000, 35_000]
    assert drawn.buckets.mean.tolist() == [1.0, 7.0, 7.0, 7.0, 7.0, 2.0, 2.0, 2.0]


def test_excess_phases_get_one_bucket_each() -> None:
    drawn = draw(make_phases([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]), max_points=10)

    assert drawn.buckets.mean.tolist() == [float(value) for value in range(1, 12)]
    assert drawn.points == 44


def test_short_phases_leave_remaining_buckets_to_long_phases() -> None:
    drawn = draw(make_phases([1000, 1, 2, 997]), max_points=100)

    assert [drawn.buckets.mean.tolist().count(value) for value in (1.0, 2.0, 3.0, 4.0)] == [49, 1, 1, 49]


def test_stored_resolution_has_samples_of_all_phases() -> None:
    phases = make_phases([65, 35], pause_ms=333)

    drawn = draw(phases, max_points=100, stored=True)

    assert (drawn.resolution, drawn.buckets.mean.tolist()) == ("stored", [1.0] * 65 + [2.0] * 35)
    assert drawn.intervals is not None
    assert drawn.intervals.start_ms[64:66].tolist() == [64_000, 65_333]
    assert draw(phases, max_points=99, stored=True).resolution == "buckets"


def test_reading_of_another_source_stays_in_its_phase() -> None:
    # The log of the first phase has a row after its last status document.
    log = make_curve([9.0] * 11)
    first = PhaseBuckets(log, make_curve([1.0] * 10))
    second = make_phase(2.0, count=10, t0_ms=12_500)

    stored = draw([first, second], stored=True)
    few = draw([first, second], max_points=10)

    assert stored.buckets.maximum.tolist() == [9.0] * 10 + [2.0] * 10
    assert present_values(few.buckets.maximum) == present_values(few.buckets.minimum)


def test_stalled_phase_has_intervals_without_latency() -> None:
    axis = make_curve([0.0] * 65)
    phases = [PhaseBuckets(axis.select(axis.value > 0), axis), make_phase(2.0, count=35, t0_ms=65_000)]

    drawn = draw(phases, max_points=10)

    rate = draw(make_phases([65, 35]), max_points=10)
    assert drawn.intervals is not None
    assert rate.intervals is not None
    assert drawn.intervals.end_ms.tolist() == rate.intervals.end_ms.tolist()
    assert np.isnan(drawn.buckets.mean).tolist() == [True] * 6 + [False] * 4


def test_empty_window_has_no_buckets() -> None:
    phases = make_phases([65, 35])

    for t0_ms, t1_ms in ((0, 0), (5500, 4500), (200_000, 100_000)):
        drawn = draw_phases(phases, t0_ms=t0_ms, t1_ms=t1_ms, max_points=10)
        assert (drawn.buckets.t0_ms, drawn.buckets.mean.size, drawn.points, drawn.last_ms) == (t0_ms, 0, 0, None)


@given(
    counts=st.lists(st.integers(1, 60), min_size=1, max_size=8),
    pause_ms=st.integers(0, 5000),
    window=st.tuples(st.integers(0, 100_000), st.integers(1, 300_000)),
    max_points=st.integers(10, 80),
    stored=st.booleans(),
)
@settings(derandomize=True, deadline=None)
def test_bucket_never_mixes_samples_of_two_phases(
    counts: list[int], pause_ms: int, window: tuple[int, int], max_points: int, stored: bool
) -> None:
    phases = make_phases(counts, pause_ms=pause_ms)
    t0_ms, t1_ms = window[0], min(window[0] + window[1], end_of(phases, 0))

    drawn = draw_phases(phases, t0_ms=t0_ms, t1_ms=t1_ms, max_points=max_points, stored=stored)

    values = drawn.buckets
    assert present_values(values.minimum) == present_values(values.mean) == present_values(values.maximum)
    seen = {phase.curve.value[0] for phase in phases if phase.within(t0_ms, t1_ms) is not None and t1_ms > t0_ms}
    assert set(present_values(values.mean)) == seen
    assert values.mean.size <= max(max_points, len(seen))


def test_stored_intervals_keep_irregular_readings_apart() -> None:
    end = np.array([1003, 1998, 3010, 3990, 5340])
    curve = SampledCurve(end, np.diff(end, prepend=0), np.arange(1.0, 6.0), np.ones(5))

    drawn = stored_of(curve, curve).buckets

    assert drawn.minimum.tolist() == drawn.mean.tolist() == drawn.maximum.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]


def test_readings_of_another_source_use_axis_intervals() -> None:
    axis = make_curve([1.0, 1.0, 1.0, 1.0])
    # Two readings of a log in the second interval, none in the third, one longer than an interval over the last.
    log = SampledCurve(
        np.array([1000, 1400, 2000, 6000]), np.array([1000, 400, 600, 3000]), np.array([7.0, 9.0, 3.0, 5.0]), np.ones(4)
    )

    drawn = stored_of(log, axis).buckets

    assert drawn.maximum.tolist()[:2] == [7.0, 9.0]
    assert drawn.minimum.tolist()[:2] == [7.0, 3.0]
    assert np.isnan(drawn.mean[2])
    assert drawn.mean[3] == 5.0


def test_stall_has_no_latency_in_stored_intervals() -> None:
    axis = make_curve([5.0, 0.0, 5.0])
    latency = axis.select(np.array([True, False, True]))

    assert np.isnan(stored_of(latency, axis).buckets.mean).tolist() == [False, True, False]
