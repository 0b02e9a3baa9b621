"""In which condition arrays were found while phases were measured, of many runs at once."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, AttemptEvent
from storagelab.domain.campaigns import REBUILDING
from storagelab.domain.formatting import format_plain
from storagelab.evaluate.pivot_rows import ConditionFactor, join_words
from storagelab.results.conditions import CONDITIONS_EVENT, find_worst_condition

_ENDS = ("start", "end")


def read_seen(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[int, ConditionFactor]]:
    """Read the observed array conditions by run id and phase ordinal.

    A repeated phase has the conditions of its last try. Phases without an observation are absent.
    """
    rows = session.execute(
        select(Attempt.run_id, AttemptEvent.evidence)
        .join(AttemptEvent, AttemptEvent.attempt_id == Attempt.id)
        .where(Attempt.run_id.in_(run_ids), AttemptEvent.kind == CONDITIONS_EVENT)
        .order_by(AttemptEvent.id)
    )
    by_run: dict[uuid.UUID, dict[int, ConditionFactor]] = defaultdict(dict)
    for run_id, evidence in rows:
        for ordinal, conditions in ((evidence or {}).get("phases") or {}).items():
            seen = _find_condition_factor(conditions)
            if seen is not None:
                by_run[run_id][int(ordinal)] = seen
    return by_run


def _find_condition_factor(conditions: Mapping[str, Any]) -> ConditionFactor | None:
    arrays = conditions.get("arrays") or []
    # The figures of a window that was cut are of one condition alone.
    moments = [arrays] if conditions.get("measured") else [[array.get(at) for array in arrays] for at in _ENDS]
    states = [find_worst_condition(array or {} for array in moment) for moment in moments]
    states = [state for state in states if state.get("condition") is not None]
    if not states:
        return None
    # A rebuilding array is busy with that; what else one does while it is measured is another condition.
    levels = [_format_moment(state, plain=state["condition"] == REBUILDING) for state in states]
    return ConditionFactor(join_words(levels), join_words(_format_moment(state, plain=False) for state in states))


def _format_moment(moment: Mapping[str, Any], *, plain: bool) -> str:
    activity = moment.get("activity")
    busy = None if plain or activity in (None, "none") else activity
    return ", ".join(filter(None, (format_plain(moment["condition"]), format_plain(busy))))
