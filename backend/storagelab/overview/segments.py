"""Phases of a run as the few segments of a bar. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import groupby

from storagelab.db.models import Phase
from storagelab.domain.lifecycle import PHASE_TERMINAL, PhaseState
from storagelab.overview.schemas import PhaseSegment

#: More segments cannot be distinguished at the width of a card.
MAX_SEGMENTS = 24


def make_segments(phases: Sequence[Phase], now: dt.datetime) -> list[PhaseSegment]:
    """Return the segments of the phases of a run in order: a loop is one, and neighbours are joined beyond the limit.

    The planned time of phases that ended counts as done.
    """
    grouped = [list(group) for _, group in groupby(phases, key=lambda phase: phase.loop or phase.id)]
    size = -(-len(grouped) // MAX_SEGMENTS)
    joined = [
        [phase for group in grouped[start : start + size] for phase in group]
        for start in range(0, len(grouped), max(size, 1))
    ]
    return [_make_segment(group, now) for group in joined]


def _make_segment(phases: Sequence[Phase], now: dt.datetime) -> PhaseSegment:
    planned = sum(phase.planned_seconds or 0.0 for phase in phases)
    ended = sum(phase.state in PHASE_TERMINAL for phase in phases)
    done = sum(_compute_spent_seconds(phase, now) for phase in phases)
    is_running = any(phase.state == PhaseState.RUNNING for phase in phases)
    current = next((phase for phase in phases if phase.state == PhaseState.RUNNING), phases[0])
    state = "done" if ended == len(phases) else "running" if is_running or ended else "planned"
    return PhaseSegment(
        name=current.loop or current.name,
        state=state,  # type: ignore[arg-type]
        phase_count=len(phases),
        planned_seconds=planned,
        percent=100.0 if ended == len(phases) else round(100.0 * done / planned, 1) if planned else 0.0,
    )


def _compute_spent_seconds(phase: Phase, now: dt.datetime) -> float:
    planned = phase.planned_seconds or 0.0
    if phase.state in PHASE_TERMINAL:
        return planned
    if phase.state == PhaseState.RUNNING and phase.started_at is not None:
        return min(max((now - phase.started_at).total_seconds(), 0.0), planned)
    return 0.0
