"""Scaling of throughput with drives, controllers or threads, and the point where it ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

#: A step that gains less than a quarter of what its drives could is no longer scaling (methodology 3.2).
MINIMUM_GAIN = 0.25
#: A gain that lies below it by rounding only still counts.
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Scaling:
    """One figure for every point as given, None where it is unknown.

    `efficiency` is the share of linear growth from the smallest count, `marginal_gain` that of the last step alone.
    `ceiling_count` is the last count before all later steps gain less than a quarter, `ceiling` the largest throughput;
    both None when the last step still gains.
    """

    efficiency: tuple[float | None, ...]
    marginal_gain: tuple[float | None, ...]
    ceiling_count: float | None
    ceiling: float | None


def judge_scaling(counts: Sequence[float | None], throughput: Sequence[float | None]) -> Scaling:
    """Judge how throughput scales with the number of drives; points may be in any order.

    Points with an unknown or non-finite figure do not count. Raises ValueError for counts that are not positive and for
    negative throughput.
    """
    if len(counts) != len(throughput):
        raise ValueError(f"{len(counts)} counts do not fit {len(throughput)} values of throughput")
    points = sorted(_list_finite_points(counts, throughput), key=lambda point: point[1])
    efficiency: list[float | None] = [None] * len(counts)
    gains: list[float | None] = [None] * len(counts)
    for (_, before_count, before), (index, count, value) in pairwise(points):
        if count > before_count and before > 0:
            gains[index] = (value - before) / before / ((count - before_count) / before_count)
    for index, count, value in points:
        _, first_count, first = points[0]
        if first > 0:
            efficiency[index] = (value / first) / (count / first_count)
    ceiling_count = _find_ceiling([count for _, count, _ in points], [gains[index] for index, _, _ in points])
    return Scaling(
        efficiency=tuple(efficiency),
        marginal_gain=tuple(gains),
        ceiling_count=ceiling_count,
        ceiling=max(value for _, _, value in points) if ceiling_count is not None else None,
    )


def _list_finite_points(
    counts: Sequence[float | None], throughput: Sequence[float | None]
) -> list[tuple[int, float, float]]:
    """Return (index, count, throughput) of the points whose figures are known.

    Raises ValueError for a count that is not positive and for negative throughput.
    """
    points = []
    for index, (count, value) in enumerate(zip(counts, throughput, strict=True)):
        if count is None or value is None or not (math.isfinite(count) and math.isfinite(value)):
            continue
        if count <= 0 or value < 0:
            raise ValueError(f"point {index} is not one: counts are positive, and throughput is not negative")
        points.append((index, count, value))
    return points


def _find_ceiling(counts: Sequence[float], gains: Sequence[float | None]) -> float | None:
    """Return the number of drives after which no step gains enough throughput.

    `gains` has the marginal gain of the step to each count. None when the last step gains enough or its gain is
    unknown.
    """
    place = len(counts)
    while place > 1:
        gain = gains[place - 1]
        if gain is None or gain >= MINIMUM_GAIN - _TIE:
            break
        place -= 1
    return counts[place - 1] if 0 < place < len(counts) else None
