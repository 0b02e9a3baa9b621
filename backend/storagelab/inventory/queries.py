"""Reads of servers and drives; each issues a number of queries that does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Drive, Job, LabSetting, Run, Server
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState
from storagelab.http.references import format_number, number_of
from storagelab.inventory.schemas import BusyWith, DriveOut, LastError, ServerOut

_COMPUTED = {"number", "lab_public_key", "last_error", "drive_count", "busy_with"}


def select_servers(*, state: str | None = None) -> Select[Server]:
    """All servers, or those in one state; retired ones only when asked for."""
    query = select(Server)
    return query.where(Server.state != "retired" if state is None else Server.state == state)


def select_drives(*, server_id: uuid.UUID | None = None) -> Select[Drive]:
    """All drives, or those of one server."""
    query = select(Drive)
    return query if server_id is None else query.where(Drive.server_id == server_id)


def describe_servers(session: Session, servers: Sequence[Server]) -> list[ServerOut]:
    """Servers as the API shows them, with three queries for all of them."""
    ids = [server.id for server in servers]
    drives = select(Drive.server_id, func.count()).where(Drive.server_id.in_(ids), Drive.present)
    counts = {row[0]: row[1] for row in session.execute(drives.group_by(Drive.server_id))}
    busy = _busy_with(session, ids)
    key = session.get(LabSetting, "ssh_public_key")
    return [
        ServerOut(
            **{name: getattr(server, name) for name in ServerOut.model_fields if name not in _COMPUTED},
            number=number_of(server),
            lab_public_key=key.value.get("openssh") if key is not None else None,
            last_error=(
                LastError(kind=server.last_error_kind or "infrastructure", message=server.last_error)
                if server.last_error is not None
                else None
            ),
            drive_count=counts.get(server.id, 0),
            busy_with=busy.get(server.id),
        )
        for server in servers
    ]


def describe_drives(drives: Sequence[Drive]) -> list[DriveOut]:
    """Drives as the API shows them."""
    return [DriveOut(**{name: getattr(drive, name) for name in DriveOut.model_fields}) for drive in drives]


def _busy_with(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, BusyWith]:
    idle = [AttemptState.QUEUED, *ATTEMPT_TERMINAL]
    rows = session.execute(
        select(Attempt.server_id, Run.number, Job.number)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .where(Attempt.server_id.in_(server_ids), Attempt.state.not_in(idle))
        .order_by(Attempt.number)
    )
    return {
        server_id: BusyWith(run_number=format_number(Run, run), job_number=format_number(Job, job))
        for server_id, run, job in rows
    }
