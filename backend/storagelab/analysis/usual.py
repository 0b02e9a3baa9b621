"""The newest result of a history against what was usual before, and since when it is worse."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storagelab.analysis.change_points import MINIMUM_HISTORY, ChangePoint, change_points, judge_newest


@dataclass(frozen=True, slots=True)
class UsualRange:
    """Median, lowest and highest of the results that are usual."""

    median: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class UsualComparison:
    """`since` is the position of the first result that is as bad as the newest, None unless that is worse.

    `change_percent` is from the median, None for a median of 0.
    """

    usual: UsualRange
    change_percent: float | None
    state: Literal["worse", "usual", "better"]
    since: int | None


def compare_with_usual(values: Sequence[float], *, higher_is_better: bool) -> UsualComparison | None:
    """Compare the last of `values` (oldest first) with the usual results before it.

    Usual are the results since the last change of level (`change_points`) for the better. After a change for the worse
    the level before it stays the usual one. A change that is too recent to be a level is found by `judge_newest`. None
    for fewer than three earlier results.
    """
    if len(values) <= MINIMUM_HISTORY:
        return None
    begin, border = _find_levels(change_points(values), higher_is_better=higher_is_better)
    if border is None:
        since = _find_outliers(values, begin, higher_is_better=higher_is_better)
    else:
        since = _skip_usual(values, begin, border, higher_is_better=higher_is_better)
    last = len(values) - 1
    earlier = values[begin : last if since is None else since]
    if len(earlier) < MINIMUM_HISTORY:
        begin, since, earlier = 0, None, values[:last]
    median = statistics.median(earlier)
    is_better = judge_newest(earlier, values[last], higher_is_better=higher_is_better).improvement
    return UsualComparison(
        usual=UsualRange(median, min(earlier), max(earlier), len(earlier)),
        change_percent=100 * (values[last] - median) / median if median else None,
        state="worse" if since is not None else "better" if is_better else "usual",
        since=since,
    )


def _find_levels(changes: Sequence[ChangePoint], *, higher_is_better: bool) -> tuple[int, int | None]:
    """Return the index where the usual level begins, and the index where a worse level begins.

    The worse level is the one that includes the newest result; None without one.
    """
    begin, since = 0, None
    for change in changes:
        if (change.direction == "up") == higher_is_better:
            begin, since = change.index, None
        elif since is None:
            since = change.index
    return begin, since


def _skip_usual(values: Sequence[float], begin: int, border: int, *, higher_is_better: bool) -> int:
    """Return the index of the first result from `border` on that is worse than the level before it.

    The level is all results from `begin` to `border`. Return `border` itself where no result is worse.
    """
    level = values[begin:border]
    # A level has at least three results, so the newest one begins too early where it has fewer.
    is_worse = [value < min(level) if higher_is_better else value > max(level) for value in values[border:]]
    return border + is_worse.index(True) if True in is_worse else border


def _find_outliers(values: Sequence[float], begin: int, *, higher_is_better: bool) -> int | None:
    """Return the index from which on all results are far worse than the level before, or None."""
    for first in range(begin + MINIMUM_HISTORY, len(values)):
        level = values[begin:first]
        if all(judge_newest(level, value, higher_is_better=higher_is_better).regression for value in values[first:]):
            return first
    return None
