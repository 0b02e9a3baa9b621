"""The maxima that load curves are shares of, for an attempt that begins after they were measured."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Measurement, Phase
from storagelab.errors import Conflict


def add_known_maxima(session: Session, *, run_id: uuid.UUID, phases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the phases of a spec with known maxima.

    Where none of the phases measures the maximum of a load, the stored one is added. Raises Conflict when none was
    stored.
    """
    mine = {phase["ordinal"] for phase in phases}
    earlier = {late["of"] for phase in phases if (late := phase.get("late_rates")) is not None} - mine
    rows = session.execute(
        select(Phase.ordinal, Measurement.iops)
        .join(Measurement, Measurement.phase_id == Phase.id)
        .where(Phase.run_id == run_id, Phase.ordinal.in_(earlier))
    )
    maxima: dict[int, float] = {ordinal: iops for ordinal, iops in rows if iops}
    for ordinal in sorted(earlier - maxima.keys()):
        raise Conflict(
            f"The maximum that phase {ordinal} measured is not stored, and later phases are shares of it: submit the "
            "job again."
        )
    return [_add_known_maximum(phase, maxima) for phase in phases]


def _add_known_maximum(phase: dict[str, Any], maxima: dict[int, float]) -> dict[str, Any]:
    late = phase.get("late_rates")
    if late is None or late["of"] not in maxima:
        return phase
    return {**phase, "late_rates": {**late, "known_max": late.get("known_max") or maxima[late["of"]]}}
