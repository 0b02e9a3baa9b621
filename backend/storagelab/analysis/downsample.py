"""Fewer points that hide nothing: equal-time buckets, each with its minimum, mean and maximum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Buckets:
    """A curve for a chart. Bucket i covers `t0_ms + i*step_ms` up to the start of the next; NaN marks an empty one."""

    t0_ms: int
    step_ms: int
    minimum: FloatArray
    mean: FloatArray
    maximum: FloatArray


def build_buckets(
    t_ms: npt.ArrayLike,
    values: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    t0_ms: int,
    t1_ms: int,
    max_points: int,
) -> Buckets:
    """Reduce samples to at most `max_points` equal buckets over `t0_ms` to `t1_ms`, both ends included.

    `values` and `weights` are as long as `t_ms`, in any order of time. Pass the I/Os of each sample as `weights` of a
    latency: only the I/O-weighted mean is the mean latency. Values that are NaN and samples outside the window do not
    count; the mean of a bucket whose weights sum to 0 is NaN. Raises ValueError for a window that ends too early.
    """
    if t1_ms < t0_ms or max_points < 1:
        raise ValueError(f"a window from {t0_ms} to {t1_ms} ms cannot be cut into {max_points} buckets")
    times = np.asarray(t_ms, dtype=np.int64)
    numbers = np.asarray(values, dtype=np.float64)
    shares = np.ones_like(numbers) if weights is None else np.asarray(weights, dtype=np.float64)
    span = max(t1_ms - t0_ms, 1)
    step = -(-span // max_points)
    count = -(-span // step)

    counted = (times >= t0_ms) & (times <= t1_ms) & ~np.isnan(numbers)
    # The end of the window belongs to the last bucket: a sample carries the time at which its interval ended.
    place = np.minimum((times[counted] - t0_ms) // step, count - 1)
    numbers, shares = numbers[counted], shares[counted]
    # Nearly always samples are in order of time already, and there are tens of thousands of them.
    if np.any(place[1:] < place[:-1]):
        order = np.argsort(place, kind="stable")
        place, numbers, shares = place[order], numbers[order], shares[order]

    minimum, mean, maximum = (np.full(count, np.nan) for _ in range(3))
    if place.size:
        starts = np.flatnonzero(np.diff(place, prepend=-1))
        filled = place[starts]
        minimum[filled] = np.minimum.reduceat(numbers, starts)
        maximum[filled] = np.maximum.reduceat(numbers, starts)
        total = np.add.reduceat(shares, starts)
        weighted = np.add.reduceat(numbers * shares, starts)
        mean[filled] = np.divide(weighted, total, out=np.full_like(total, np.nan), where=total > 0)
    return Buckets(t0_ms=t0_ms, step_ms=int(step), minimum=minimum, mean=mean, maximum=maximum)


def build_interval_buckets(
    start_ms: IntArray,
    end_ms: IntArray,
    values: FloatArray,
    weights: FloatArray,
    *,
    t0_ms: int,
    t1_ms: int,
    max_points: int,
    usual_ms: int,
) -> Buckets:
    """Reduce interval samples, in order of time, to equal buckets over `t0_ms` to `t1_ms`.

    `usual_ms` and `max_points` decide the length of a bucket (`cut_equal_parts`). A sample belongs to the bucket that
    contains its middle. An empty bucket inside a longer interval has the value of that interval: it is known. Every
    other empty bucket is a gap (NaN).
    """
    step, count = cut_equal_parts(t1_ms - t0_ms, usual_ms=usual_ms, max_points=max_points)
    last_ms = t0_ms + count * step
    middle = np.clip((start_ms + end_ms) // 2, t0_ms, last_ms - 1)
    drawn = build_buckets(middle, values, weights, t0_ms=t0_ms, t1_ms=last_ms, max_points=count)
    fill_long_intervals(drawn, start_ms, end_ms, values, t0_ms + step * np.arange(count) + step // 2)
    return drawn


def cut_equal_parts(span_ms: int, *, usual_ms: int, max_points: int) -> tuple[int, int]:
    """Return the length in ms and the number of the equal parts that a span of `span_ms` is cut into.

    The length is about `usual_ms` where `max_points` parts are enough for that.
    """
    # Readings are never quite regular: a whole number of buckets over the span leaves no sliver at its end.
    step = -(-span_ms // min(max(round(span_ms / usual_ms), 1), max_points))
    return step, -(-span_ms // step)


def fill_long_intervals(
    drawn: Buckets, start_ms: IntArray, end_ms: IntArray, values: FloatArray, bucket_middle: IntArray, first: int = 0
) -> None:
    """Fill empty buckets inside one long interval with the value of that interval, in place.

    `bucket_middle` has the middles (ms) of consecutive buckets of `drawn`, from bucket `first` on. A bucket is inside
    the interval that contains its middle.
    """
    empty = np.flatnonzero(np.isnan(drawn.mean[first : first + len(bucket_middle)]))
    if not empty.size or not len(end_ms):
        return
    middle = bucket_middle[empty]
    after = np.minimum(np.searchsorted(end_ms, middle), len(end_ms) - 1)
    inside = (start_ms[after] <= middle) & (middle <= end_ms[after])
    for target in (drawn.minimum, drawn.mean, drawn.maximum):
        target[first + empty[inside]] = values[after[inside]]
