"""Change points of a history of results, and the verdict on its newest result."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from storagelab.analysis.student_t import compute_two_sided_p

Direction = Literal["up", "down"]
FloatArray = npt.NDArray[np.float64]

P_LIMIT = 0.001
MINIMUM_MAGNITUDE = 0.02
#: Fewer results are no history.
MINIMUM_RESULTS = 8
#: A level has at least this many results, so that a lone outlier does not count as one.
MINIMUM_LEVEL = 3
#: The first pass may set this many borders. The second retains those that pass `P_LIMIT` between their neighbours.
_WEAK_P_LIMIT = 10 * P_LIMIT
#: Spread below this share of the largest value is rounding.
_ROUNDING = 1e-12

Z_LIMIT = 5.0
MINIMUM_HISTORY = 3


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """`index` is the position of the first result of the new level, counted as given from 0.

    `relative_change` compares the means of the levels before and after it, None after a level of 0.
    """

    index: int
    direction: Direction
    relative_change: float | None
    p: float


@dataclass(frozen=True, slots=True)
class NewestResult:
    """`z` is the distance of the newest result from the mean of its history, in sample standard deviations."""

    z: float | None
    regression: bool
    improvement: bool


def change_points(values: Sequence[float | None], *, minimum_magnitude: float = MINIMUM_MAGNITUDE) -> list[ChangePoint]:
    """Find the changes of level in a history, oldest first.

    Unknown and non-finite results are left out; positions stay the same.

    Binary segmentation in two passes. The first splits wherever Student's t between the parts is weakly significant, as
    one of two opposite changes is while the other is inside a part. The second drops, weakest first, every border whose
    neighbouring levels differ by chance (p above P_LIMIT) or by less than `minimum_magnitude` in mean or in median.
    """
    positions = [index for index, value in enumerate(values) if value is not None and math.isfinite(value)]
    history = np.array([values[index] for index in positions], dtype=np.float64)
    if history.size < MINIMUM_RESULTS:
        return []
    scale = float(np.abs(history).max())
    if scale == 0:
        return []
    history = history / scale
    borders = [0, *sorted(_split(history, 0, history.size)), history.size]
    while True:
        borders = _adjust_borders(history, borders)
        levels = [_judge(history, *borders[place : place + 3]) for place in range(len(borders) - 2)]
        failing = [
            (change.p, -magnitude, place)
            for place, (change, magnitude) in enumerate(levels)
            if change.p > P_LIMIT or magnitude < minimum_magnitude
        ]
        if not failing:
            break
        del borders[max(failing)[2] + 1]
    return [replace(change, index=positions[change.index]) for change, _ in levels]


def judge_newest(history: Sequence[float | None], newest: float, *, higher_is_better: bool) -> NewestResult:
    """Compare the result `newest` with its history; unknown and non-finite past results do not count.

    A distance of five or more standard deviations from the mean of three or more results is a regression or an
    improvement. `z` is None for fewer than two results and for a history without any spread.
    """
    valid = [float(value) for value in history if value is not None and math.isfinite(value)]
    spread = statistics.stdev(valid) if len(valid) > 1 else 0.0
    if spread == 0 or not math.isfinite(newest):
        return NewestResult(None, regression=False, improvement=False)
    z = (newest - statistics.mean(valid)) / spread
    notable = len(valid) >= MINIMUM_HISTORY and abs(z) >= Z_LIMIT
    better = (z > 0) == higher_is_better
    return NewestResult(z, regression=notable and not better, improvement=notable and better)


def _split(history: FloatArray, start: int, stop: int) -> list[int]:
    """Return the borders between levels in the results `start` to `stop` of a history.

    The range is split where its two sides differ most, then each side again.
    """
    borders = []
    parts = [(start, stop)]
    while parts:
        begin, end = parts.pop()
        border = _find_best_border(history, begin, end)
        if border is not None and _compute_p_value(history[begin:border], history[border:end]) <= _WEAK_P_LIMIT:
            borders.append(border)
            parts += [(begin, border), (border, end)]
    return borders


def _find_best_border(history: FloatArray, start: int, stop: int) -> int | None:
    """Return the border with the largest t between its sides, or None for a range too short.

    The range of results `start` to `stop` must have room for two levels.
    """
    count = stop - start
    if count < 2 * MINIMUM_LEVEL:
        return None
    part = history[start:stop] - history[start:stop].mean()
    left = np.arange(MINIMUM_LEVEL, count - MINIMUM_LEVEL + 1)
    # About its own mean, the two sides of a part have opposite sums; the larger their share, the larger is t.
    sums = np.cumsum(part)[left - 1]
    return start + int(left[np.argmax(sums**2 / (left * (count - left)))])


def _adjust_borders(history: FloatArray, borders: list[int]) -> list[int]:
    """Return the borders, each moved to the best split between its two neighbours."""
    placed = list(borders)
    for place in range(1, len(placed) - 1):
        best = _find_best_border(history, placed[place - 1], placed[place + 1])
        if best is not None:
            placed[place] = best
    return placed


def _judge(history: FloatArray, start: int, border: int, stop: int) -> tuple[ChangePoint, float]:
    """Return the change of level at `border` and its relative size.

    The size is the relative change of the mean or of the median, whichever is smaller, and 0 where the two disagree on
    the direction.
    """
    before, after = history[start:border], history[border:stop]
    mean = _compute_relative_change(float(before.mean()), float(after.mean()))
    median = _compute_relative_change(float(np.median(before)), float(np.median(after)))
    change = ChangePoint(
        index=border,
        direction="up" if mean > 0 else "down",
        relative_change=mean if math.isfinite(mean) else None,
        p=_compute_p_value(before, after),
    )
    return change, min(abs(mean), abs(median)) if mean * median > 0 else 0.0


def _compute_relative_change(before: float, after: float) -> float:
    """Return the relative change from `before` to `after`: positive for a rise, infinite from 0."""
    if before == 0:
        return math.copysign(math.inf, after) if after else 0.0
    return (after - before) / abs(before)


def _compute_p_value(before: FloatArray, after: FloatArray) -> float:
    """Return the probability of Student's t between two levels of equal spread."""
    df = before.size + after.size - 2
    within = float(((before - before.mean()) ** 2).sum() + ((after - after.mean()) ** 2).sum())
    change = float(after.mean() - before.mean())
    if abs(change) <= _ROUNDING:
        return 1.0
    error = math.sqrt(within / df * (1 / before.size + 1 / after.size))
    return compute_two_sided_p(change / error, df) if error > _ROUNDING * abs(change) else 0.0
