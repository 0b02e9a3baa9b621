"""REST views of attempts: typed reports of the runner; missing parts are unknown or empty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db import models
from storagelab.db.references import format_number, format_row_number
from storagelab.dispatch.probe_results import read_probe_results
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL
from storagelab.jobs.views import cancel_of
from storagelab.planning.preparation import describe_operation
from storagelab.results import queries, schemas
from storagelab.results.attempt_times import compute_lab_time
from storagelab.runs.contact import Contact, find_last_contact, get_connectivity

_LAST_WORDS = ("operations", "neighbours", "warnings", "stuck", "telemetry")
_OPERATION_STATES = get_args(schemas.OperationState.model_fields["state"].annotation)


def describe_attempts(session: Session, attempts: Sequence[models.Attempt]) -> list[schemas.AttemptOut]:
    """Return attempts as the API shows them, with their events, in a fixed number of queries."""
    events = queries.find_events(session, attempt_ids=[attempt.id for attempt in attempts])
    earlier = _load_continued_numbers(session, attempts)
    contacts = _load_contacts(session, attempts)
    return [
        _describe(
            attempt,
            events.get(attempt.id, []),
            earlier.get(attempt.resumed_from_id),
            contact=contacts.get(attempt.server_id),
        )
        for attempt in attempts
    ]


def _load_contacts(session: Session, attempts: Sequence[models.Attempt]) -> dict[Any, Contact]:
    """Return the last contact with the server of each live attempt, by server id."""
    live = {attempt.server_id for attempt in attempts if attempt.state not in ATTEMPT_TERMINAL}
    if not live:
        return {}
    now = func.clock_timestamp().label("now")
    rows = session.execute(select(models.Server.id, models.Server.last_seen_at, now).where(models.Server.id.in_(live)))
    return {row.id: Contact(row.last_seen_at, row.now) for row in rows}


def _describe(
    attempt: models.Attempt,
    events: Sequence[models.AttemptEvent],
    resumed_from: str | None,
    *,
    contact: Contact | None,
) -> schemas.AttemptOut:
    status = {**(attempt.status or {}), **_collect_given_fields(attempt.exit_record)}
    return schemas.AttemptOut(
        id=attempt.id,
        number=format_row_number(attempt),
        ordinal=attempt.ordinal,
        state=attempt.state,  # type: ignore[arg-type]  # The states of the column are those of the enumeration.
        connectivity=get_connectivity(attempt, contact),
        last_contact_at=find_last_contact(attempt, contact),
        started_at=attempt.started_at,
        finished_at=attempt.finished_at,
        cancel_mode=cancel_of(attempt),
        resumed_from=resumed_from,
        probe_results=schemas.AttemptProbeResults(
            prepare=read_probe_results(attempt.checks.get("prepare")),
            start=read_probe_results(attempt.checks.get("start")),
        ),
        operations=_describe_operations(attempt, status.get("operations")),
        neighbours=_describe_neighbours(_read_object(status.get("neighbours"))),
        telemetry=_describe_telemetry(_read_object(status.get("telemetry"))),
        warnings=[str(warning) for warning in _list(status.get("warnings"))],
        stuck=bool(status.get("stuck")),
        events=[
            schemas.AttemptEventOut(at=event.at, actor=event.who, kind=event.kind, message=event.message)
            for event in events
        ],
    )


def _collect_given_fields(record: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the fields that an exit record states, without its files; they override the status."""
    return {name: record[name] for name in _LAST_WORDS if record.get(name)} if record is not None else {}


def _load_continued_numbers(session: Session, attempts: Sequence[models.Attempt]) -> dict[Any, str]:
    """Return the numbers of the attempts that these attempts resume, by attempt id."""
    wanted = {attempt.resumed_from_id for attempt in attempts if attempt.resumed_from_id is not None}
    if not wanted:
        return {}
    rows = session.execute(select(models.Attempt.id, models.Attempt.number).where(models.Attempt.id.in_(wanted)))
    return {row.id: format_number(models.Attempt, row.number) for row in rows}


def _describe_operations(attempt: models.Attempt, reported: Any) -> list[schemas.OperationState]:
    """Return the state of each preparation operation from the runner's report.

    Before a report these are the planned operations.
    """
    items = _read_objects(reported) or [
        {"kind": operation["kind"], "title": describe_operation(operation), "state": "planned"}
        for operation in attempt.spec.get("preparation") or []
    ]
    return [
        schemas.OperationState(
            ordinal=ordinal,
            kind=str(item.get("kind")),
            title=str(item.get("title") or item.get("kind")),
            state=item["state"] if item.get("state") in _OPERATION_STATES else "lost",
            message=_read_text(item.get("message")),
            started_at=compute_lab_time(attempt, item.get("started_realtime_ns")),
            finished_at=compute_lab_time(attempt, item.get("ended_realtime_ns")),
            evidence=_read_object(item.get("evidence")),
        )
        for ordinal, item in enumerate(items, start=1)
    ]


def _describe_neighbours(reported: Mapping[str, Any]) -> schemas.Neighbours | None:
    if not reported:
        return None
    state = reported.get("state")
    return schemas.Neighbours(
        state=state if state in ("unchanged", "changed") else "unknown",
        changed=[
            schemas.NeighbourChange(device=str(item.get("device")), difference=str(item.get("what")))
            for item in _read_objects(reported.get("changed"))
        ],
    )


def _describe_telemetry(reported: Mapping[str, Any]) -> schemas.TelemetryState | None:
    if not reported:
        return None
    return schemas.TelemetryState(available=bool(reported.get("available")), reason=_read_text(reported.get("reason")))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _read_object(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}


def _read_objects(value: Any) -> list[dict[str, Any]]:
    """Return the items of a list that are JSON objects; empty for a value that is no list.

    A runner of another version may report other values, which must not hide the rest.
    """
    return [dict(item) for item in _list(value) if isinstance(item, Mapping)]


def _read_text(value: Any) -> str | None:
    return str(value) if value is not None else None
