"""Pieces of the telemetry stream, cut anywhere, give every second once and each phase its own."""

from __future__ import annotations

import json

import pytest

from storagelab_workers.attempts.streams import StreamPosition
from storagelab_workers.attempts.telemetry import digest

BEGINS = {1: 100, 2: 5_100}


def lines(*rows: tuple[int, int | None]) -> bytes:
    """Return readings of a device that makes ten reads a second, from (ms, phase)."""
    documents = (
        {"ms": ms, "phase": phase, "dev": {"vda": [ms // 100, *[0] * 16]}, "cpu": [0] * 10, "ctxt": 0, "temp_mc": {}}
        for ms, phase in rows
    )
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


STREAM = lines((-500, None), (500, 1), (1500, 1), (2500, 1), (3500, None), (4500, None), (5500, 2), (6500, 2))


@pytest.mark.parametrize("cut", range(0, len(STREAM), 97))
def test_poll_boundary_neither_loses_nor_doubles_seconds(cut: int) -> None:
    position, points, passed = StreamPosition(), [], []
    for end in (cut, len(STREAM)):
        reading = digest(STREAM[position.offset : end], position, begins=BEGINS)
        points += [(stretch.phase_ordinal, sample.t_ms) for stretch in reading.stretches for sample in stretch.samples]
        passed += sorted(reading.passed)
        position = reading.position
    assert points == [(1, 1400), (1, 2400), (2, 400), (2, 1400)]
    assert passed == [1]
    assert position.offset == len(STREAM)


def _with_array(ms: int, degraded: int | None) -> bytes:
    """Return a reading of phase 1 that reports an array, or none."""
    state = {"state": "clean", "degraded": degraded, "action": "idle", "completed": None}
    return (
        lines((ms, 1))[:-2]
        + (f', "md": {json.dumps({"md0": state})}'.encode() if degraded is not None else b"")
        + b"}\n"
    )


ARRAY_STREAM = b"".join(_with_array(ms, degraded) for ms, degraded in ((500, 0), (1500, None), (2500, 1), (3500, 1)))


@pytest.mark.parametrize("cut", range(0, len(ARRAY_STREAM), 61))
def test_event_across_poll_boundary_is_reported_once(cut: int) -> None:
    position, events = StreamPosition(), []
    for end in (cut, len(ARRAY_STREAM)):
        reading = digest(ARRAY_STREAM[position.offset : end], position, begins=BEGINS)
        events += [(event.ms, event.kind, event.subject) for event in reading.events]
        # The position is stored as JSON between two polls.
        position = StreamPosition(reading.position.offset, json.loads(json.dumps(reading.position.state)))
    assert events == [(2500, "array_state_changed", "md0")]


def test_stretches_of_one_poll_have_distinct_offsets() -> None:
    reading = digest(STREAM, StreamPosition(), begins=BEGINS)
    assert [stretch.phase_ordinal for stretch in reading.stretches] == [1, 2]
    places = [(stretch.start_offset, stretch.end_offset) for stretch in reading.stretches]
    assert places[0][1] < places[1][0] < places[1][1] == len(STREAM)


def test_phase_without_known_start_waits_for_next_poll() -> None:
    early = digest(STREAM, StreamPosition(), begins={1: 100})
    assert [stretch.phase_ordinal for stretch in early.stretches] == [1]
    late = digest(STREAM[early.position.offset :], early.position, begins=BEGINS)
    assert [sample.t_ms for stretch in late.stretches for sample in stretch.samples] == [400, 1400]


def test_unreadable_line_ends_the_curve_with_reason() -> None:
    reading = digest(STREAM[:300] + b"\n" + STREAM, StreamPosition(), begins=BEGINS)
    assert reading.unreadable is not None
    assert reading.position.given_up
