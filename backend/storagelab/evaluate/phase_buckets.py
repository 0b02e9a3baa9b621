"""Buckets of consecutive phases on the axis of their run, none of them over two phases.

Programs may still request equally long buckets: `GET /series` promises these unless stored intervals are requested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from storagelab.analysis.downsample import Buckets, IntArray, build_buckets, cut_equal_parts, fill_long_intervals
from storagelab.evaluate.curve import SampledCurve, compute_usual_length_ms, draw_curve, join_curves

#: Whether what is drawn are the samples as they are stored, or buckets of several.
Resolution = Literal["buckets", "stored"]


@dataclass(frozen=True, slots=True, eq=False)
class PhaseBuckets:
    """The samples of one phase; `axis` has the times by which all metrics of the phase are drawn."""

    curve: SampledCurve
    axis: SampledCurve

    def within(self, t0_ms: int, t1_ms: int) -> PhaseBuckets | None:
        """Return the samples of the phase that overlap the window from `t0_ms` to `t1_ms`.

        Samples at the ends of the window are included. Returns None if no sample overlaps the window.
        """
        curve, axis = (line.select((line.end_ms > t0_ms) & (line.start_ms < t1_ms)) for line in (self.curve, self.axis))
        if not len(curve.end_ms) and not len(axis.end_ms):
            return None
        return PhaseBuckets(curve, axis if len(axis.end_ms) else curve)


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Begin and end of the buckets of a curve, in ms on the time axis of the run."""

    start_ms: IntArray
    end_ms: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPhases:
    """Buckets, the position of each if they are not equally long, and the number of samples behind them."""

    buckets: Buckets
    intervals: Intervals | None
    resolution: Resolution
    points: int
    last_ms: int | None


def end_of(phases: Sequence[PhaseBuckets], begin_ms: int) -> int:
    """Return the end of the last sample on the axis in ms; `begin_ms` where there is none."""
    return max((int(phase.axis.end_ms[-1]) for phase in phases if len(phase.axis.end_ms)), default=begin_ms)


def draw_phases(
    phases: Sequence[PhaseBuckets],
    *,
    t0_ms: int,
    t1_ms: int,
    max_points: int,
    stored: bool = False,
    alike: bool = False,
) -> DrawnPhases:
    """Draw the samples of `phases` between `t0_ms` and `t1_ms` in at most `max_points` buckets.

    With `stored` each interval of the axis is a bucket, while there are no more than `max_points`. Else the buckets are
    equal parts of the window, as `draw_curve` makes them. Where one of these would hold samples of two phases, the
    buckets are equal parts of each phase: at most `max_points` in all, but at minimum one for each phase. With `alike`
    all phases may share buckets, and the buckets are equal parts of the window in any case.
    """
    within = (phase.within(t0_ms, t1_ms) for phase in phases if t1_ms > t0_ms)
    seen = [part for part in within if part is not None]
    axis = join_curves([part.axis for part in seen])
    usual_ms = compute_usual_length_ms(axis)
    points = sum(len(part.curve.end_ms) for part in seen)
    if not points:
        nothing = np.empty(0)
        return DrawnPhases(Buckets(t0_ms, usual_ms, nothing, nothing, nothing), None, "buckets", 0, None)
    last_ms = max(int(part.curve.end_ms[-1]) for part in seen if len(part.curve.end_ms))
    if stored and len(axis.end_ms) <= max_points:
        layout = _Layout(
            Intervals(axis.start_ms, axis.end_ms), _compute_first_parts([len(part.axis.end_ms) for part in seen])
        )
        # A sample in a gap belongs to the interval after it: none is left out.
        return DrawnPhases(_fill_buckets(layout, seen, side="left"), layout.intervals, "stored", points, last_ms)
    if alike or len(seen) == 1:
        curve = join_curves([part.curve for part in seen])
        drawn = draw_curve(curve, t0_ms=t0_ms, t1_ms=t1_ms, max_points=max_points, usual_ms=usual_ms)
        return DrawnPhases(drawn, None, "buckets", points, last_ms)
    equal = _find_equal_parts(seen, t0_ms, t1_ms, usual_ms=usual_ms, max_points=max_points)
    if equal is not None:
        return DrawnPhases(_fill_buckets(equal, seen), None, "buckets", points, last_ms)
    layout = _cut_phase_parts(seen, t0_ms, t1_ms, usual_ms=usual_ms, max_points=max_points)
    return DrawnPhases(_fill_buckets(layout, seen), layout.intervals, "buckets", points, last_ms)


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Layout of buckets; those of phase i are from `first[i]` up to those of the next."""

    intervals: Intervals
    first: list[int]

    def iterate_phase_bounds(self) -> Iterator[tuple[int, int]]:
        """Yield for each phase the index of its first bucket and the index after its last bucket."""
        return pairwise([*self.first, len(self.intervals.end_ms)])


def _fill_buckets(
    layout: _Layout, seen: Sequence[PhaseBuckets], *, side: Literal["left", "right"] = "right"
) -> Buckets:
    """Return the buckets of `layout`, filled with the samples of all phases.

    A sample belongs to the bucket of its own phase that contains the middle of its interval, or to the nearest one.
    """
    start_ms, end_ms = layout.intervals.start_ms, layout.intervals.end_ms
    curve = join_curves([part.curve for part in seen])
    place = np.concatenate(
        [
            first
            + np.minimum(
                np.searchsorted(end_ms[first:after], _compute_middle(part.curve), side=side), after - first - 1
            )
            for part, (first, after) in zip(seen, layout.iterate_phase_bounds(), strict=True)
        ]
    )
    # Each place is taken for a bucket of one, so that extremes and means are those of any other picture.
    drawn = build_buckets(place, curve.value, curve.weight, t0_ms=0, t1_ms=len(end_ms), max_points=len(end_ms))
    middle = start_ms + (end_ms - start_ms) // 2
    for part, (first, after) in zip(seen, layout.iterate_phase_bounds(), strict=True):
        own = part.curve
        fill_long_intervals(drawn, own.start_ms, own.end_ms, own.value, middle[first:after], first)
    return replace(drawn, t0_ms=int(start_ms[0]), step_ms=max(int(np.median(end_ms - start_ms)), 1))


def _find_equal_parts(
    seen: Sequence[PhaseBuckets], t0_ms: int, t1_ms: int, *, usual_ms: int, max_points: int
) -> _Layout | None:
    """Return buckets that are equal parts of the window, or None where they do not separate phases.

    Equal parts do not separate phases when one part has samples of two phases on the axis, or lies mostly beyond the
    border of its own phase.
    """
    step, count = cut_equal_parts(t1_ms - t0_ms, usual_ms=usual_ms, max_points=max_points)
    start_ms = t0_ms + step * np.arange(count)
    places = [np.clip((_compute_middle(part.axis) - t0_ms) // step, 0, count - 1) for part in seen]
    for before, after, part in zip(places, places[1:], seen[1:], strict=False):
        last, first = int(before.max()), int(after.min())
        border = max(int(part.axis.start_ms[0]), t0_ms)
        if last >= first or not start_ms[last] + step // 2 <= border <= start_ms[first] + step // 2:
            return None
    return _Layout(Intervals(start_ms, start_ms + step), [0, *(int(indexes.min()) for indexes in places[1:])])


def _cut_phase_parts(
    seen: Sequence[PhaseBuckets], t0_ms: int, t1_ms: int, *, usual_ms: int, max_points: int
) -> _Layout:
    """Return buckets that are equal parts of each phase, about equally long in all phases."""
    begins = np.array([max(int(part.axis.start_ms[0]), t0_ms) for part in seen])
    ends = np.array([min(int(part.axis.end_ms[-1]), t1_ms) for part in seen])
    spans = np.maximum(ends - begins, 1)
    # The shortest length with which all of them are few enough: their number never rises with it.
    step, enough = usual_ms, max(usual_ms, int(spans.max()))
    while step < enough:
        middle = (step + enough) // 2
        if _count_parts(spans, middle).sum() > max_points:
            step = middle + 1
        else:
            enough = middle
    counts = _count_parts(spans, step)
    pairs = list(zip(begins, spans, counts, strict=True))
    edges = [begin + np.arange(count + 1) * span // count for begin, span, count in pairs]
    intervals = Intervals(
        np.concatenate([phase_edges[:-1] for phase_edges in edges]),
        np.concatenate([phase_edges[1:] for phase_edges in edges]),
    )
    return _Layout(intervals, _compute_first_parts(counts.tolist()))


def _count_parts(spans: IntArray, step: int) -> IntArray:
    """Return for each span in `spans` the number of parts of about `step` length; 1 or more."""
    return np.clip(np.rint(spans / step).astype(np.int64), 1, spans)


def _compute_first_parts(counts: Sequence[int]) -> list[int]:
    return [0, *np.cumsum(counts[:-1]).tolist()]


def _compute_middle(curve: SampledCurve) -> npt.NDArray[np.int64]:
    return (curve.start_ms + curve.end_ms) // 2
