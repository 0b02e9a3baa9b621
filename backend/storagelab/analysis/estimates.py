"""Estimates corrected by past attempts: phase durations on a server and rates of its drives."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

#: Fewer attempts than these correct nothing.
MIN_COURSES = 3
#: A workload further than this from every one that was measured is like none of them.
FURTHEST = 4.0


@dataclass(frozen=True, slots=True)
class Course:
    """One attempt as it went, in seconds.

    `phases` has, for each kind of stop, what its phases together were planned to take by the bare plan, and what they
    took. `between_seconds` is the mean pause between two phases, None where there was one phase. `around_seconds` is
    what was spent before the first and after the last.
    """

    phases: Mapping[str, tuple[float, float]]
    between_seconds: float | None
    around_seconds: float


@dataclass(frozen=True, slots=True)
class Correction:
    """Medians over `courses` attempts: `ratios` of real to planned seconds by kind of stop, and the overhead."""

    courses: int = 0
    ratios: Mapping[str, float] = field(default_factory=dict)
    between_seconds: float = 0.0
    around_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class KnownRate:
    """A workload that was measured, and what it transferred in both directions together."""

    block_bytes: float
    read_percent: float
    random_percent: float
    outstanding_ios: float
    bytes_per_s: float


def compute_correction(courses: Sequence[Course]) -> Correction:
    """Return the correction of planned durations that past attempts suggest for the next attempt.

    A value that fewer than three attempts show is not corrected.
    """
    if len(courses) < MIN_COURSES:
        return Correction()
    kinds = {kind for course in courses for kind in course.phases}
    ratios = {kind: _compute_median(_list_ratios(courses, kind)) for kind in sorted(kinds)}
    return Correction(
        courses=len(courses),
        ratios={kind: ratio for kind, ratio in ratios.items() if ratio is not None},
        between_seconds=_compute_median(
            [attempt.between_seconds for attempt in courses if attempt.between_seconds is not None]
        )
        or 0.0,
        around_seconds=_compute_median([attempt.around_seconds for attempt in courses]) or 0.0,
    )


def find_nearest_rate(wanted: KnownRate, rates: Iterable[KnownRate]) -> float | None:
    """Return the bytes per second of the measured workload most like the workload `wanted`.

    `bytes_per_s` of `wanted` itself is not read. None where there is no such workload. The result is the median where
    several are equally near. A doubling of the block size counts as much as a quarter of the requests in the other
    direction, a doubling of the requests in flight half as much.
    """
    distances = [(_compute_distance(wanted, candidate), candidate.bytes_per_s) for candidate in rates]
    nearest = min((distance for distance, _ in distances), default=math.inf)
    if nearest > FURTHEST:
        return None
    return statistics.median(rate for distance, rate in distances if distance <= nearest)


def _compute_distance(a: KnownRate, b: KnownRate) -> float:
    return (
        abs(math.log2(a.block_bytes / b.block_bytes))
        + abs(a.read_percent - b.read_percent) / 25
        + abs(a.random_percent - b.random_percent) / 50
        + abs(math.log2(a.outstanding_ios / b.outstanding_ios)) / 2
    )


def _list_ratios(courses: Sequence[Course], kind: str) -> list[float]:
    pairs = (course.phases[kind] for course in courses if kind in course.phases)
    return [took / planned for planned, took in pairs if planned > 0]


def _compute_median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if len(values) >= MIN_COURSES else None
