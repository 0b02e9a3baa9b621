"""Values of a day, and medians over weeks of several drives. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from storagelab.analysis.weeks import DAY_SECONDS, compute_week

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DayOfValues:
    """The lowest, mean and highest reading of the UTC day that begins at `start_seconds`."""

    start_seconds: float
    low: float
    mean: float
    high: float


def list_day_spans(points: Iterable[Point]) -> list[DayOfValues]:
    """Return the lowest, mean and highest reading of each UTC day with a reading, in order of days."""
    days: dict[int, list[float]] = defaultdict(list)
    for at_seconds, value in points:
        days[int(at_seconds // DAY_SECONDS)].append(value)
    return [
        DayOfValues(day * DAY_SECONDS, min(values), fmean(values), max(values)) for day, values in sorted(days.items())
    ]


def list_last_readings(points: Iterable[Point]) -> list[Point]:
    """Return the last reading of each UTC day; `points` (time in s, value) are in order of time."""
    return list({int(at_seconds // DAY_SECONDS): (at_seconds, value) for at_seconds, value in points}.values())


def compute_weekly_median(drives: Mapping[str, Sequence[Point]]) -> list[Point]:
    """Return the median over all drives for each week, as (time in s, median), in order.

    The median is over the last reading of each drive in that week, and its time is the newest of these readings. The
    points of each drive are in order of time. A week counts the drives that were read in it.
    """
    weeks: dict[int, dict[str, Point]] = defaultdict(dict)
    for name, points in drives.items():
        for at_seconds, value in points:
            weeks[compute_week(at_seconds)][name] = (at_seconds, value)
    return [
        (max(at_seconds for at_seconds, _ in last.values()), median(value for _, value in last.values()))
        for _, last in sorted(weeks.items())
    ]
