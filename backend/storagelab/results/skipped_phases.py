"""Phases left out of a run because the drives' state was reused, and their badges."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Phase
from storagelab.domain.lifecycle import was_left_out

CONDITIONING_REUSED = {"code": "conditioning_reused", "label": "conditioning reused", "level": "info"}


def find_left_out(session: Session, *, run_id: uuid.UUID) -> list[Phase]:
    """The phases of a run that its plan left out because the drives were what they would have made of them."""
    rows = session.scalars(select(Phase).where(Phase.run_id == run_id).order_by(Phase.ordinal))
    return [phase for phase in rows if was_left_out(phase.state, phase.stop_reason)]


def reused_badges(left_out: Sequence[Phase]) -> list[dict[str, Any]]:
    """The badge that says what was left out and by which runs the drives were made so; none where all was done."""
    if not left_out:
        return []
    detail = " ".join(f"{phase.name}: {phase.message or 'Left out.'}" for phase in left_out)
    return [{**CONDITIONING_REUSED, "detail": detail}]


def shortest_round(left_out: Sequence[Phase]) -> float | None:
    """The shortest rounds, in s, of the rules by which the drives had become steady; None where they had not to."""
    rounds = [phase.stop["round_seconds"] for phase in left_out if phase.stop["kind"] == "steady"]
    return min(rounds, default=None)
