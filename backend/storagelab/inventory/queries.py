"""Reads of servers; each issues a number of queries that does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Drive, Enrolment, Job, LabSetting, MaintenanceWindow, Reservation, Run, Server
from storagelab.db.references import format_number, format_row_number
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState
from storagelab.inventory.engines import get_engine_version, read_engine_error
from storagelab.inventory.enrolments import get_enrolment_state
from storagelab.inventory.filters import filter_by_labels
from storagelab.inventory.hardware_fields import SERVERS
from storagelab.inventory.schemas import BusyWith, EnrolmentCounts, LastError, ServerOut, ToolState, UnknownAttempt
from storagelab.inventory.server_windows import find_current_windows
from storagelab.query.conditions import TypedQuery

FactType = TypeVar("FactType", bool, str)
_COMPUTED = {
    "number",
    "tools",
    "lab_public_key",
    "last_error",
    "drive_count",
    "busy_with",
    "sandbox",
    "launch",
    "vdbench_version",
    "vdbench_problem",
    "enrolments",
    "unknown_attempts",
    "maintenance",
    "reservation",
}


def select_servers(
    *, state: str | None = None, wanted: TypedQuery | None = None, labels: Sequence[str] | None = None
) -> Select[Server]:
    """Select the servers that match a query, a state and labels.

    Retired servers are included only where the query or `state` names them.
    """
    query = filter_by_labels(select(Server), Server, labels)
    if state is None:
        return SERVERS.narrow(query, wanted)
    query = query.where(Server.state == state)
    return query if wanted is None else query.where(SERVERS.compile(wanted))


def describe_servers(session: Session, servers: Sequence[Server]) -> list[ServerOut]:
    """Return servers as the API shows them. The number of queries is the same for any number of servers."""
    ids = [server.id for server in servers]
    drives = select(Drive.server_id, func.count()).where(Drive.server_id.in_(ids), Drive.present)
    counts = {row[0]: row[1] for row in session.execute(drives.group_by(Drive.server_id))}
    busy = _load_busy_servers(session, ids)
    enrolled = _count_enrolments(session, ids)
    windows = find_current_windows(session, MaintenanceWindow, ids)
    reservations = find_current_windows(session, Reservation, ids)
    key = read_public_key(session)
    return [
        ServerOut(
            **{name: getattr(server, name) for name in ServerOut.model_fields if name not in _COMPUTED},
            number=format_row_number(server),
            tools={name: _describe_tool(report) for name, report in server.tools.items() if isinstance(report, dict)},
            lab_public_key=key,
            last_error=(
                LastError(kind=server.last_error_kind or "infrastructure", message=server.last_error)
                if server.last_error is not None
                else None
            ),
            drive_count=counts.get(server.id, 0),
            busy_with=busy.get(server.id),
            sandbox=_get_runner_fact(server, "sandbox", bool),
            launch=_get_runner_fact(server, "launch", str),
            vdbench_version=get_engine_version(server, "vdbench"),
            vdbench_problem=read_engine_error(server, "vdbench"),
            enrolments=enrolled.get(server.id, EnrolmentCounts(proposed=0, active=0, void=0)),
            unknown_attempts=[_describe_unknown_attempt(item) for item in server.unknown_attempts],
            maintenance=windows.get(server.id),
            reservation=reservations.get(server.id),
        )
        for server in servers
    ]


def read_public_key(session: Session) -> str | None:
    """Return the lab's public SSH key, which servers accept; None until a worker has created it."""
    key = session.get(LabSetting, "ssh_public_key")
    return key.value.get("openssh") if key is not None else None


def _count_enrolments(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, EnrolmentCounts]:
    now = read_clock(session)
    states: dict[uuid.UUID, list[str]] = {}
    for row in session.scalars(select(Enrolment).where(Enrolment.server_id.in_(server_ids))):
        states.setdefault(row.server_id, []).append(get_enrolment_state(row, now)[0])
    return {
        server_id: EnrolmentCounts(**{name: own.count(name) for name in EnrolmentCounts.model_fields})
        for server_id, own in states.items()
    }


def _get_runner_fact(server: Server, name: str, kind: type[FactType]) -> FactType | None:
    """Return a fact that the server's runner reported about itself; None where it is absent or of another type."""
    value = server.facts.get(name)
    return value if isinstance(value, kind) else None


def _describe_tool(report: Mapping[str, Any]) -> ToolState:
    version, message = report.get("version"), report.get("message")
    return ToolState(
        state=str(report.get("state") or "unknown"),
        version=version if isinstance(version, str) else None,
        message=message if isinstance(message, str) else None,
    )


def _describe_unknown_attempt(item: Any) -> UnknownAttempt:
    """Return the API form of an attempt or process that discovery found and this lab cannot drive."""
    if isinstance(item, dict):
        attempt_id = item.get("attempt_id")
        return UnknownAttempt(
            attempt_id=str(attempt_id) if attempt_id else None,
            message=str(item.get("message") or attempt_id or "unknown"),
        )
    return UnknownAttempt(attempt_id=str(item), message=f"Attempt {item} is not one that this lab can drive.")


def _load_busy_servers(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, BusyWith]:
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
