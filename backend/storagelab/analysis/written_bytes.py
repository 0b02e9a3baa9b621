"""Bytes written to a drive by week and by cause: runs, their preparation, and everything else. Pure."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from storagelab.analysis.weeks import compute_week, start_of_week

_CAUSES = ("run", "preparation", "other")


@dataclass(frozen=True, slots=True)
class CounterReading:
    """A drive's own count of bytes written to it; `run` is the run whose begin or end it was read at, if any."""

    at_seconds: float
    written_bytes: int
    run: Hashable | None = None


@dataclass(frozen=True, slots=True)
class RunWrite:
    """Bytes that one step of a run wrote to the drive by the lab's own count; None where it was not counted."""

    at_seconds: float
    run: Hashable
    written_bytes: int | None
    is_preparation: bool


@dataclass(frozen=True, slots=True)
class WeekOfWrites:
    """Bytes written in the week that begins at `start_seconds`; None is not known."""

    start_seconds: float
    run_bytes: int | None
    preparation_bytes: int | None
    other_bytes: int | None


@dataclass(frozen=True, slots=True)
class _Span:
    """The growth of the drive's counter between two readings."""

    start_seconds: float
    end_seconds: float
    bytes: int


@dataclass(slots=True)
class _Week:
    """Sums of one week, and the causes of which something is not known or nothing was read."""

    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_CAUSES, 0))
    unknown: set[str] = field(default_factory=set)
    is_read: bool = False


def split_weekly_writes(readings: Sequence[CounterReading], writes: Sequence[RunWrite]) -> list[WeekOfWrites]:
    """Split the bytes written to a drive by week and cause; `readings` are in order of time.

    - A run with readings at its begin and its end wrote what the drive counted between them. Of that, preparation is
      what the lab counted for it, at most all; preparation whose bytes were not counted is part of the run's bytes.
    - Any other run wrote what the lab counted, in the week in which it was filed. What was not counted is unknown.
    - Everything else that the drive counted is other: between two readings outside such runs, less what runs without
      readings wrote there. It is unknown in a week that no two readings touch, and between two readings where the
      counter fell or a run wrote an unknown amount.
    - Bytes between two readings are spread evenly over the time between them. A counter that falls counts nothing.
    """
    weeks: dict[int, _Week] = defaultdict(_Week)
    spans = _run_spans(readings)
    for run, span in spans.items():
        own = [write for write in writes if write.run == run and write.is_preparation]
        prepared = min(sum(write.written_bytes or 0 for write in own), span.bytes)
        for cause, amount in (("preparation", prepared), ("run", span.bytes - prepared)):
            _spread(weeks, _Span(span.start_seconds, span.end_seconds, amount), cause)
    loose = [write for write in writes if write.run not in spans]
    for write in loose:
        cause = "preparation" if write.is_preparation else "run"
        if write.written_bytes is None:
            weeks[compute_week(write.at_seconds)].unknown.add(cause)
        else:
            weeks[compute_week(write.at_seconds)].sums[cause] += write.written_bytes
    _add_others(weeks, readings, loose)
    return [_build_week(index, weeks[index]) for index in range(min(weeks), max(weeks) + 1)] if weeks else []


def compute_run_writes(readings: Sequence[CounterReading], writes: Sequence[RunWrite]) -> dict[Hashable, int | None]:
    """Return the bytes that each run wrote to the drive, by run.

    They are by the drive's counter where it was read at begin and end of the run, else by the lab's own count; None
    where a part of the writes was not counted.
    """
    by_run: dict[Hashable, int | None] = {}
    for write in writes:
        before = by_run.get(write.run, 0)
        is_known = before is not None and write.written_bytes is not None
        by_run[write.run] = (before or 0) + (write.written_bytes or 0) if is_known else None
    return by_run | {run: span.bytes for run, span in _run_spans(readings).items()}


def _run_spans(readings: Sequence[CounterReading]) -> dict[Hashable, _Span]:
    """Return the bytes that the drive counted within each run with two readings, by run.

    A counter that fell counts nothing.
    """
    ends: dict[Hashable, tuple[CounterReading, CounterReading]] = {}
    for reading in readings:
        if reading.run is not None:
            ends[reading.run] = (ends[reading.run][0] if reading.run in ends else reading, reading)
    return {
        run: _Span(first.at_seconds, last.at_seconds, last.written_bytes - first.written_bytes)
        for run, (first, last) in ends.items()
        if first is not last and last.written_bytes >= first.written_bytes
    }


def _add_others(weeks: dict[int, _Week], readings: Sequence[CounterReading], loose: Sequence[RunWrite]) -> None:
    """Add the bytes counted outside of runs with readings to `weeks`, as the cause `other`.

    The bytes that the `loose` runs (without readings) wrote are subtracted.
    """
    spans = sorted(_run_spans(readings).values(), key=lambda span: span.start_seconds)
    writes = sorted(loose, key=lambda write: write.at_seconds)
    times = [write.at_seconds for write in writes]
    for earlier, later in itertools.pairwise(readings):
        touched = range(compute_week(earlier.at_seconds), compute_week(later.at_seconds) + 1)
        for index in touched:
            weeks[index].is_read = True
        place = bisect_right(spans, earlier.at_seconds, key=lambda span: span.start_seconds) - 1
        if place >= 0 and later.at_seconds <= spans[place].end_seconds:
            continue
        inside = writes[bisect_right(times, earlier.at_seconds) : bisect_right(times, later.at_seconds)]
        grown = later.written_bytes - earlier.written_bytes
        if grown < 0 or any(write.written_bytes is None for write in inside):
            for index in touched:
                weeks[index].unknown.add("other")
        else:
            counted = sum(write.written_bytes or 0 for write in inside)
            _spread(weeks, _Span(earlier.at_seconds, later.at_seconds, max(grown - counted, 0)), "other")


def _spread(weeks: dict[int, _Week], span: _Span, cause: str) -> None:
    """Add the bytes of a span to the weeks that it touches, in proportion to time.

    `cause` names the writer. The sum over the weeks stays exact.
    """
    done = 0
    last = compute_week(span.end_seconds)
    for index in range(compute_week(span.start_seconds), last + 1):
        share = (
            (start_of_week(index + 1) - span.start_seconds) / (span.end_seconds - span.start_seconds)
            if index < last
            else 1.0
        )
        until = min(round(span.bytes * share), span.bytes) if index < last else span.bytes
        weeks[index].sums[cause] += until - done
        done = until


def _build_week(index: int, week: _Week) -> WeekOfWrites:
    unknown = week.unknown if week.is_read else week.unknown | {"other"}
    run, preparation, other = (None if cause in unknown else week.sums[cause] for cause in _CAUSES)
    return WeekOfWrites(start_of_week(index), run, preparation, other)
