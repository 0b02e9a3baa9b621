"""The conditions that each phase of a run was measured under, as its attempts left them in evidence.

By the ordinal of a phase: `arrays`, one for each array under the load with what it was found in at start and end, the
part of the window in one condition and whether it was optimal; `optimal` over all of them; `measured`, the part of the
phase that its figures are of where its window was cut; and `drive_states`, what the drives were in when it began.
"""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, AttemptEvent, Phase
from storagelab.domain.configuration_words import plain_words

#: The kind of the event whose evidence holds the conditions.
CONDITIONS_EVENT = "conditions"

NOT_OPTIMAL = {"code": "array_not_optimal", "label": "array not optimal", "level": "warn"}
CONDITION_UNKNOWN = {
    "code": "array_condition_unknown",
    "label": "array condition unknown",
    "level": "info",
    "detail": "Nobody could see throughout whether the array was whole and at rest.",
}


def read_conditions(session: Session, *, run_id: uuid.UUID) -> dict[int, dict[str, Any]]:
    """The conditions of the phases of a run by their ordinals; a phase done again has those of its last try."""
    found: dict[int, dict[str, Any]] = {}
    for evidence in session.scalars(
        select(AttemptEvent.evidence)
        .join(Attempt, Attempt.id == AttemptEvent.attempt_id)
        .where(Attempt.run_id == run_id, AttemptEvent.kind == CONDITIONS_EVENT)
        .order_by(AttemptEvent.id)
    ):
        for ordinal, conditions in ((evidence or {}).get("phases") or {}).items():
            found[int(ordinal)] = conditions
    return found


def observed_condition(session: Session, *, run_id: uuid.UUID) -> str | None:
    """What the arrays were found in while the run measured, in words; None where nobody looked.

    Conditions that changed are named in the order in which they were seen.
    """
    measured = set(session.scalars(select(Phase.ordinal).where(Phase.run_id == run_id, Phase.kind == "measure")))
    seen: dict[str, None] = {}
    for ordinal, conditions in sorted(read_conditions(session, run_id=run_id).items()):
        if ordinal not in measured:
            continue
        for array in conditions.get("arrays") or []:
            # The figures of a window that was cut are of one condition alone.
            moments = [array] if conditions.get("measured") else [array.get("start"), array.get("end")]
            for moment in moments:
                words = _words(moment or {})
                if words is not None:
                    seen[words] = None
    return ", then ".join(seen) or None


def _words(moment: dict[str, Any]) -> str | None:
    if moment.get("condition") is None:
        return None
    activity = moment.get("activity")
    return ", ".join(filter(None, (plain_words(moment["condition"]), None if activity == "none" else activity)))
