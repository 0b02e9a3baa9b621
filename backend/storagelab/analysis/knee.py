"""Knee of a curve by the normalised-difference rule, and its saturation point.

Beyond the saturation point more load adds nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

XScale = Literal["log2", "linear"]
Shape = Literal["concave", "convex"]
Point = tuple[int, float, float]

#: With fewer points every bend would count as a knee.
MINIMUM_POINTS = 4
SATURATED = 0.95
#: Figures that differ by less are equal: decimal ties are off by an ulp in binary.
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Knee:
    """`difference_max` is the largest distance from the chord in the unit square, `index` the point that has it.

    `index` counts the points as they were given, from 0; None when the curve has no knee.
    """

    difference_max: float
    index: int | None


@dataclass(frozen=True, slots=True)
class Saturation:
    """Points of a throughput curve, counted as given from 0; all None when no point is known.

    `saturation95_index` is the smallest load with at least 95 % of the maximum, `peak_index` the smallest load with the
    maximum. The curve is retrograde when the largest load has less than 95 % of it.
    """

    saturation95_index: int | None
    peak_index: int | None
    retrograde: bool | None


def find_knee(
    x: Sequence[float | None], y: Sequence[float | None], *, x_scale: XScale = "log2", shape: Shape = "concave"
) -> Knee:
    """Find the knee of a curve: the point farthest from its chord (methodology 3.2).

    The method is Satopaa et al. 2011, offline, without smoothing. Both axes are normalised to 0 to 1, x after its
    logarithm where `x_scale` is log2. The knee has the largest y' - x' of a concave curve, x' - y' of a convex one,
    provided that it exceeds 1/(n-1) and is neither the first nor the last of four or more points. Points are in order
    of x, or in the order given for a convex curve, whose line may bend back. Points with an unknown or non-finite
    coordinate do not count. Raises ValueError for negative values and for x of 0 under log2.
    """
    points = list_known_points(x, y)
    if x_scale == "log2" and any(value == 0 for _, value, _ in points):
        raise ValueError("x holds 0, which has no place on a logarithmic axis")
    if shape == "concave":
        points.sort(key=_load)
    if len(points) < MINIMUM_POINTS:
        return Knee(0.0, None)
    across = _normalise_values([math.log2(value) if x_scale == "log2" else value for _, value, _ in points])
    up = _normalise_values([value for _, _, value in points])
    if across is None or up is None:
        return Knee(0.0, None)
    sign = 1 if shape == "concave" else -1
    differences = [sign * (high - right) for right, high in zip(across, up, strict=True)]
    largest = max(differences)
    place = next(place for place, value in enumerate(differences) if value >= largest - _TIE)
    is_knee = 0 < place < len(points) - 1 and largest > 1 / (len(points) - 1) + _TIE
    return Knee(largest, points[place][0] if is_knee else None)


def find_saturation(x: Sequence[float | None], y: Sequence[float | None]) -> Saturation:
    """Find saturation, peak and retrograde of a throughput curve with load `x` and throughput `y`.

    Unknown points do not count. Raises ValueError for negative values.
    """
    points = sorted(list_known_points(x, y), key=_load)
    if not points:
        return Saturation(None, None, None)
    maximum = max(value for _, _, value in points)
    enough = SATURATED * maximum * (1 - _TIE)
    return Saturation(
        saturation95_index=next(index for index, _, value in points if value >= enough),
        peak_index=next(index for index, _, value in points if value == maximum),
        retrograde=points[-1][2] < enough,
    )


def list_known_points(x: Sequence[float | None], y: Sequence[float | None]) -> list[Point]:
    """Index, x and y of every point whose coordinates are known and finite.

    Raises ValueError for sequences of unequal length and for negative values.
    """
    if len(x) != len(y):
        raise ValueError(f"{len(x)} values of x do not fit {len(y)} of y")
    points = []
    for index, (right, high) in enumerate(zip(x, y, strict=True)):
        if right is None or high is None or not (math.isfinite(right) and math.isfinite(high)):
            continue
        if right < 0 or high < 0:
            raise ValueError(f"point {index} is negative: load, throughput and latency are not")
        points.append((index, right, high))
    return points


def _load(point: Point) -> float:
    return point[1]


def _normalise_values(values: Sequence[float]) -> list[float] | None:
    """Return the values on a scale from 0 to 1, or None when they are all the same."""
    low, high = min(values), max(values)
    spread = high - low
    if spread <= _TIE * max(abs(low), abs(high)):
        return None
    return [(value - low) / spread for value in values]
