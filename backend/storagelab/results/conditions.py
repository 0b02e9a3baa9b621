"""The conditions that each phase of a run was measured under, as its attempts left them in evidence.

By the ordinal of a phase: `arrays`, one for each array under the load, also below another, with what it was found in
at start and end, the part of the window in one condition and whether it was optimal; `optimal` over all of them;
`measured`, the part of the phase that its figures are of where its window was cut; and `drive_states`, what the drives
were in when it began.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, AttemptEvent, Phase
from storagelab.domain.formatting import format_plain
from storagelab.domain.result import BadgeValues

#: The kind of the event whose evidence holds the conditions.
CONDITIONS_EVENT = "conditions"

NOT_OPTIMAL: BadgeValues = {"code": "array_not_optimal", "label": "array not optimal", "level": "warn"}
CONDITION_UNKNOWN: BadgeValues = {
    "code": "array_condition_unknown",
    "label": "array condition unknown",
    "level": "info",
    "detail": "The array condition was not recorded for the whole phase.",
}


_ENDS = ("start", "end")
_FROM_WORST = ("failed", "degraded", "rebuilding", "initialising", "optimal")


def read_conditions(session: Session, *, run_id: uuid.UUID) -> dict[int, dict[str, Any]]:
    """Return the array conditions of a run by phase ordinal.

    A repeated phase has the conditions of its last try.
    """
    return _read_conditions(session, run_ids=[run_id])[run_id]


def _read_conditions(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[int, dict[str, Any]]]:
    by_run: dict[uuid.UUID, dict[int, dict[str, Any]]] = {run_id: {} for run_id in run_ids}
    for row in session.execute(
        select(Attempt.run_id, AttemptEvent.evidence)
        .join(Attempt, Attempt.id == AttemptEvent.attempt_id)
        .where(Attempt.run_id.in_(run_ids), AttemptEvent.kind == CONDITIONS_EVENT)
        .order_by(AttemptEvent.id)
    ):
        for ordinal, conditions in ((row.evidence or {}).get("phases") or {}).items():
            by_run[row.run_id][int(ordinal)] = conditions
    return by_run


def find_observed_condition(session: Session, *, run_id: uuid.UUID) -> str | None:
    """Return the observed condition of the arrays during a run in words; None without an observation.

    Conditions that changed are in the order in which they were observed.
    """
    return load_observed_conditions(session, run_ids=[run_id])[run_id]


def load_observed_conditions(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, str | None]:
    """Return the observed condition of the arrays during each run in words, by run id.

    The words are as from `find_observed_condition`. Two queries read all runs.
    """
    measured = {
        (row.run_id, row.ordinal)
        for row in session.execute(
            select(Phase.run_id, Phase.ordinal).where(Phase.run_id.in_(run_ids), Phase.kind == "measure")
        )
    }
    by_run = _read_conditions(session, run_ids=run_ids)
    return {
        run_id: _format_observed_condition(
            [conditions for ordinal, conditions in sorted(by_run[run_id].items()) if (run_id, ordinal) in measured]
        )
        for run_id in run_ids
    }


def _format_observed_condition(phases: Iterable[Mapping[str, Any]]) -> str | None:
    seen: dict[str, None] = {}
    for conditions in phases:
        arrays = conditions.get("arrays") or []
        # The figures of a window that was cut are of one condition alone.
        moments = [arrays] if conditions.get("measured") else [[array.get(at) for array in arrays] for at in _ENDS]
        for moment in moments:
            words = _format_condition(find_worst_condition(array or {} for array in moment))
            if words is not None:
                seen[words] = None
    return ", then ".join(seen) or None


def find_worst_condition(layers: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the worst array condition among the layers below a load at one moment.

    An optimal layer decides nothing while another is unknown. Without layers the result is empty.
    """
    listed = list(layers)
    bad = [layer for layer in listed if layer.get("condition") in _FROM_WORST]
    unknown = [layer for layer in listed if layer.get("condition") is None]
    ranked = sorted(
        bad, key=lambda layer: (_FROM_WORST.index(layer["condition"]), layer.get("activity") in (None, "none"))
    )
    is_whole = not ranked or ranked[0]["condition"] == "optimal"
    return next(iter((*unknown, *ranked) if is_whole else ranked), {})


def _format_condition(moment: Mapping[str, Any]) -> str | None:
    if moment.get("condition") is None:
        return None
    activity = moment.get("activity")
    return ", ".join(filter(None, (format_plain(moment["condition"]), None if activity == "none" else activity)))
