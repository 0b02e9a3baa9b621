"""Phases left out of a run because the drives' state was reused, and their badges."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Phase
from storagelab.domain.lifecycle import was_left_out
from storagelab.domain.result import BadgeValues

CONDITIONING_REUSED: BadgeValues = {"code": "conditioning_reused", "label": "conditioning reused", "level": "info"}


def find_left_out(session: Session, *, run_id: uuid.UUID) -> list[Phase]:
    """Return the phases of a run that its plan omitted because the drives were already in their final condition."""
    rows = session.scalars(select(Phase).where(Phase.run_id == run_id).order_by(Phase.ordinal))
    return [phase for phase in rows if was_left_out(phase.state, phase.stop_reason)]


def list_reused_badges(left_out: Sequence[Phase]) -> list[BadgeValues]:
    """Return the badge that names left-out phases and the runs that prepared the drives instead.

    The list is empty without left-out phases.
    """
    if not left_out:
        return []
    detail = " ".join(f"{phase.name}: {phase.message or 'Left out.'}" for phase in left_out)
    return [{**CONDITIONING_REUSED, "detail": detail}]


def find_shortest_round(left_out: Sequence[Phase]) -> float | None:
    """Return the shortest round length, in s, among left-out phases with a steady-state rule.

    Returns None where no left-out phase has such a rule.
    """
    rounds = [phase.stop["round_seconds"] for phase in left_out if phase.stop["kind"] == "steady"]
    return min(rounds, default=None)
