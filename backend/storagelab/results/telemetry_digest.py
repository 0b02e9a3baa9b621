"""Digest of the runner's readings: read in pieces, each second of a phase exactly once. Pure.

Positions in the stream are by offset.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from storagelab.domain.telemetry import TelemetryLine, TelemetrySample, parse_reading, sample_of
from storagelab.domain.telemetry_events import TelemetryEvent, fill_missing_values, find_events


@dataclass(frozen=True, slots=True)
class Stretch:
    """Readings in a row that belong to one phase, and the bytes of the stream that they are."""

    phase_ordinal: int
    start_offset: int
    end_offset: int
    samples: tuple[TelemetrySample, ...]


@dataclass(frozen=True, slots=True)
class DigestedReadings:
    """Result of a piece of the stream, read up to `offset`; the next difference starts from `last`.

    `passed` are the phases that are complete. `unreadable` is the reason that the stream cannot be read further.
    `events` are changes observed during the run.
    """

    stretches: tuple[Stretch, ...]
    passed: frozenset[int]
    offset: int
    last: TelemetryLine | None
    events: tuple[TelemetryEvent, ...] = ()
    unreadable: str | None = None


def digest_readings(
    data: bytes, *, begins: Mapping[int, int], offset: int = 0, last: TelemetryLine | None = None
) -> DigestedReadings:
    """Convert the complete lines of a telemetry stream to samples.

    `data` begins at `offset` of the stream. `begins` is the time at which each phase begins on the axis of the attempt,
    in ms; lines from a reading of any other phase on are left for later. `last` is the reading before `data`.
    """
    readings: list[tuple[int, int, int, TelemetrySample | None]] = []
    events: list[TelemetryEvent] = []
    seen: set[int] = {last.phase} if last is not None and last.phase is not None else set()
    try:
        for line in data.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            reading = parse_reading(line)
            if reading.phase is not None:
                if reading.phase not in begins:
                    break
                seen.add(reading.phase)
                sample = sample_of(last, reading, phase_t0_ms=begins[reading.phase]) if last is not None else None
                readings.append((reading.phase, offset, offset + len(line), sample))
            events += find_events(last, reading) if last is not None else ()
            last = fill_missing_values(last, reading)
            offset += len(line)
    except ValueError as problem:
        # The raw file remains unchanged; only this curve ends here.
        return DigestedReadings(
            _group_stretches(readings), frozenset(seen), offset, last, tuple(events), f"byte {offset}: {problem}"
        )
    current = {last.phase} if last is not None and last.phase is not None else set()
    return DigestedReadings(_group_stretches(readings), frozenset(seen - current), offset, last, tuple(events))


def _group_stretches(readings: list[tuple[int, int, int, TelemetrySample | None]]) -> tuple[Stretch, ...]:
    stretches = []
    for ordinal, rows in groupby(readings, key=lambda row: row[0]):
        together = list(rows)
        samples = tuple(sample for *_, sample in together if sample is not None)
        stretches.append(Stretch(ordinal, together[0][1], together[-1][2], samples))
    return tuple(stretches)
