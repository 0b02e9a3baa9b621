"""Reads for the lab-wide event stream: marks that move with a change, and runs at work."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, String, cast, func, literal, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session

from storagelab.db.models import (
    AttemptEvent,
    Campaign,
    Import,
    InventoryChange,
    Job,
    LabSetting,
    MaintenanceWindow,
    Reservation,
    Run,
    RunMark,
    Server,
)
from storagelab.dispatch.pause import KEY
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, JobState
from storagelab.overview.schemas import RunUnderWay
from storagelab.overview.under_way import find_under_way

#: At most this many runs at work are followed, as the overview shows no more.
MAX_RUNS = 20
_NEWEST_IMPORTS = 20
_LIVE_JOBS = (JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING)


@dataclass(frozen=True, slots=True)
class LabSnapshot:
    """One look at the lab: marks by what they are of, the newest attempt event, and the runs at work."""

    marks: Mapping[str, str]
    event_id: int
    runs: Mapping[str, RunUnderWay]

    @property
    def version(self) -> str:
        """Return the event id of messages about this snapshot, a hash of its marks."""
        return hashlib.sha256(repr(sorted(self.marks.items())).encode()).hexdigest()[:16]


def read_snapshot(session: Session) -> LabSnapshot:
    """Return the present snapshot of the lab: change marks and runs at work."""
    row = session.execute(select(*(mark.label(name) for name, mark in MARKS.items()))).one()
    event_id = session.scalar(select(func.max(AttemptEvent.id))) or 0
    runs = find_under_way(session, limit=MAX_RUNS, with_curves=False).items
    marks = {name: str(value) for name, value in row._mapping.items()}
    return LabSnapshot({**marks, "runs": f"{marks['runs']} {event_id}"}, event_id, {run.number: run for run in runs})


def has_ended_runs(session: Session, *, since: int) -> bool:
    """Return whether an attempt ended after the attempt event with this id."""
    ended = select(AttemptEvent.id).where(AttemptEvent.id > since, AttemptEvent.to_state.in_(ATTEMPT_TERMINAL))
    return session.scalars(ended.limit(1)).first() is not None


def _join_texts(*parts: Any) -> ColumnElement[str]:
    return func.concat_ws(" ", *(cast(part, String) for part in parts))


def _aggregate_digest(text: ColumnElement[str], order: Any) -> Any:
    return func.md5(func.coalesce(func.string_agg(text, aggregate_order_by(literal(";"), order)), ""))


def _select_newest(column: Any) -> Any:
    return select(func.max(column)).scalar_subquery()


_imports = (
    select(Import.number, Import.state).order_by(Import.created_at.desc(), Import.id.desc()).limit(_NEWEST_IMPORTS)
).subquery()
#: Each is quick to read, and changes with everything that its part of the home page shows.
MARKS: Mapping[str, Any] = {
    "runs": _join_texts(_select_newest(Run.number), _select_newest(RunMark.id)),
    "queue": select(
        _join_texts(
            func.count(), func.max(Job.number), func.sum(Job.priority * Job.number), func.sum(Job.queue_position)
        )
    )
    .where(Job.state.in_(_LIVE_JOBS))
    .scalar_subquery(),
    "servers": select(
        _aggregate_digest(
            _join_texts(Server.id, Server.state, Server.state_reason, Server.last_error, Server.name), Server.id
        )
    ).scalar_subquery(),
    "hardware": _select_newest(InventoryChange.id),
    "windows": _join_texts(
        select(_join_texts(func.count(), func.max(MaintenanceWindow.created_at))).scalar_subquery(),
        select(_join_texts(func.count(Reservation.released_at), func.max(Reservation.created_at))).scalar_subquery(),
    ),
    "campaigns": select(
        _aggregate_digest(
            _join_texts(Campaign.id, Campaign.state, Campaign.pending_decision["asked_at"].astext), Campaign.id
        )
    )
    .where(Campaign.state.not_in(CAMPAIGN_TERMINAL))
    .scalar_subquery(),
    "imports": select(
        _aggregate_digest(_join_texts(_imports.c.number, _imports.c.state), _imports.c.number)
    ).scalar_subquery(),
    "lab": select(_aggregate_digest(_join_texts(LabSetting.updated_at), LabSetting.key))
    .where(LabSetting.key == KEY)
    .scalar_subquery(),
}
