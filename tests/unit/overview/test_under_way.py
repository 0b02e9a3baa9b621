"""Phases become the few segments of a bar."""

from __future__ import annotations

import datetime as dt
from typing import Any

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Phase
from storagelab.overview.under_way import MAX_SEGMENTS, make_segments

NOW = dt.datetime(2026, 11, 24, 12, tzinfo=dt.UTC)


def phase(ordinal: int, **values: Any) -> Phase:
    defaults = {"name": f"phase {ordinal}", "state": "planned", "planned_seconds": 100.0, "loop": None}
    return Phase(id=generate_uuid7(), ordinal=ordinal, **(defaults | values))


def test_each_phase_is_done_running_or_planned() -> None:
    running = phase(2, state="running", started_at=NOW - dt.timedelta(seconds=25))
    segments = make_segments([phase(1, state="finished"), running, phase(3)], NOW)
    assert [(segment.name, segment.state, segment.percent) for segment in segments] == [
        ("phase 1", "done", 100.0),
        ("phase 2", "running", 25.0),
        ("phase 3", "planned", 0.0),
    ]


def test_loop_is_one_running_segment_between_rounds() -> None:
    rounds = [phase(2, loop="Rounds", state="finished"), phase(3, loop="Rounds"), phase(4, loop="Rounds")]
    first, loop = make_segments([phase(1, state="skipped"), *rounds], NOW)
    assert (first.state, first.phase_count) == ("done", 1)
    assert (loop.name, loop.state, loop.phase_count, loop.planned_seconds) == ("Rounds", "running", 3, 300.0)
    assert loop.percent == 33.3


def test_many_phases_are_merged_without_loss() -> None:
    segments = make_segments([phase(number) for number in range(1, 1001)], NOW)
    assert len(segments) <= MAX_SEGMENTS
    assert sum(segment.phase_count for segment in segments) == 1000
    assert sum(segment.planned_seconds for segment in segments) == 100_000.0


def test_no_phases_give_no_segments() -> None:
    assert make_segments([], NOW) == []
