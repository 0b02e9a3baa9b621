"""Reads of servers and drives; each issues a number of queries that does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Drive, Enrolment, Job, LabSetting, Run, Server
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState
from storagelab.http.references import format_number, number_of
from storagelab.inventory.enrolments import standing
from storagelab.inventory.maintenance import find_current_windows
from storagelab.inventory.schemas import (
    BusyWith,
    DriveEnrolment,
    DriveOut,
    EnrolmentCounts,
    LastError,
    ServerOut,
    Stranger,
)

Told = TypeVar("Told", bool, str)
_COMPUTED = {
    "number",
    "lab_public_key",
    "last_error",
    "drive_count",
    "busy_with",
    "sandbox",
    "launch",
    "enrolments",
    "strangers",
    "maintenance",
}


def select_servers(*, state: str | None = None) -> Select[Server]:
    """All servers, or those in one state; retired ones only when asked for."""
    query = select(Server)
    return query.where(Server.state != "retired" if state is None else Server.state == state)


def select_drives(*, server_id: uuid.UUID | None = None) -> Select[Drive]:
    """All drives, or those of one server."""
    query = select(Drive)
    return query if server_id is None else query.where(Drive.server_id == server_id)


def describe_servers(session: Session, servers: Sequence[Server]) -> list[ServerOut]:
    """Servers as the API shows them; the number of queries is the same for all of them."""
    ids = [server.id for server in servers]
    drives = select(Drive.server_id, func.count()).where(Drive.server_id.in_(ids), Drive.present)
    counts = {row[0]: row[1] for row in session.execute(drives.group_by(Drive.server_id))}
    busy = _busy_with(session, ids)
    enrolled = _count_enrolments(session, ids)
    windows = find_current_windows(session, ids)
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
            sandbox=_told(server, "sandbox", bool),
            launch=_told(server, "launch", str),
            enrolments=enrolled.get(server.id, EnrolmentCounts(proposed=0, active=0, void=0)),
            strangers=[_stranger(item) for item in server.strangers],
            maintenance=windows.get(server.id),
        )
        for server in servers
    ]


def describe_drives(session: Session, drives: Sequence[Drive]) -> list[DriveOut]:
    """Drives as the API shows them, with what is known of their enrolments."""
    enrolments = _enrolments_of(session, drives)
    return [
        DriveOut(
            **{name: getattr(drive, name) for name in DriveOut.model_fields if name != "enrolment"},
            enrolment=enrolments.get(drive.id),
        )
        for drive in drives
    ]


def _enrolments_of(session: Session, drives: Sequence[Drive]) -> dict[uuid.UUID, DriveEnrolment]:
    """The enrolment of each drive by its id; one that was made of another drive of that name is void for it."""
    rows = session.scalars(
        select(Enrolment).where(Enrolment.server_id.in_({drive.server_id for drive in drives}))
    ).all()
    now = read_clock(session)
    found = {}
    for drive in drives:
        row = next(
            (row for row in rows if row.server_id == drive.server_id and row.stable_id in drive.stable_ids), None
        )
        if row is None:
            continue
        state, reason = standing(row, now)
        if state == "active" and row.serial != drive.serial:
            state, reason = "void", "The drive that was enrolled here had another serial number."
        found[drive.id] = DriveEnrolment(id=row.id, state=state, void_reason=reason, expires_at=row.expires_at)
    return found


def _count_enrolments(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, EnrolmentCounts]:
    now = read_clock(session)
    states: dict[uuid.UUID, list[str]] = {}
    for row in session.scalars(select(Enrolment).where(Enrolment.server_id.in_(server_ids))):
        states.setdefault(row.server_id, []).append(standing(row, now)[0])
    return {
        server_id: EnrolmentCounts(**{name: own.count(name) for name in EnrolmentCounts.model_fields})
        for server_id, own in states.items()
    }


def _told(server: Server, name: str, kind: type[Told]) -> Told | None:
    """What the server's runner said about itself; None where it said nothing or something else."""
    value = server.facts.get(name)
    return value if isinstance(value, kind) else None


def _stranger(item: Any) -> Stranger:
    """What discovery noted of an attempt or a process that is not ours to drive."""
    if isinstance(item, dict):
        known = item.get("attempt_id")
        return Stranger(
            attempt_id=str(known) if known else None, message=str(item.get("message") or known or "unknown")
        )
    return Stranger(attempt_id=str(item), message=f"Attempt {item} is not one that this lab can drive.")


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
