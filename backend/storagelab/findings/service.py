"""Changes of findings by people: written, changed and deleted, each in the audit log."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import FindingRun, Run, StoredFinding
from storagelab.db.references import find_all_by_reference, find_by_reference, format_number, format_row_number
from storagelab.errors import InvalidInput, NotAllowed
from storagelab.findings.queries import may_change
from storagelab.findings.schemas import FindingCreate, FindingFields, FindingUpdate, check_parts
from storagelab.findings.validity import Side

#: Columns that a person writes.
_WRITTEN = tuple(FindingFields.model_fields)
_SIDES: Mapping[str, Side] = {"subject_runs": "subject", "object_runs": "object"}


def write_finding(session: Session, *, user: Identity, body: FindingCreate, finding_id: uuid.UUID) -> StoredFinding:
    """Store a finding of the user as `finding_id` and return it. Raises NotFound for an unknown run."""
    values = body.model_dump(include={*_WRITTEN})
    row = StoredFinding(id=finding_id, origin=body.origin, created_by=user.user_id, **values)
    session.add(row)
    session.flush()
    for side, references in _list_sides(body.subject_runs, body.object_runs):
        _link_runs(session, row, side, references)
    _record_event(session, user, row, "finding_written", after=body.model_dump(mode="json"))
    session.flush()
    session.refresh(row)
    return row


def change_finding(session: Session, *, user: Identity, row: StoredFinding, body: FindingUpdate) -> None:
    """Change the fields of a locked finding that `body` has; the same content changes nothing.

    Raises NotAllowed, InvalidInput for a finding without a part that its relation needs, and NotFound.
    """
    require_change(user, row)
    before = describe_content(session, row)
    changes: dict[str, Any] = {name: value for name, value in body.changes().items() if before[name] != value}
    after = {**before, **changes}
    try:
        check_parts(after["relation"], after["object"], after["value"], after["unit"])
    except ValueError as wrong:
        field, _, fault = str(wrong).partition(" ")
        raise InvalidInput(fault, path=field) from wrong
    if row.origin == "published" and after["source_title"] is None:
        raise InvalidInput("is needed for a published finding", path="source_title")
    if not changes:
        return
    for name, value in changes.items():
        if name not in _SIDES:
            setattr(row, name, value)
    for side, references in _list_sides(body.subject_runs, body.object_runs):
        _link_runs(session, row, side, references)
    row.edited_at, row.edited_by = read_clock(session), user.user_id
    _record_event(session, user, row, "finding_changed", before={name: before[name] for name in changes}, after=changes)
    session.flush()


def delete_finding(session: Session, *, user: Identity, row: StoredFinding) -> None:
    """Delete a finding; the audit log retains its content. Raises NotAllowed."""
    require_change(user, row)
    _record_event(session, user, row, "finding_deleted", before=describe_content(session, row))
    session.delete(row)
    session.flush()


def find_finding(session: Session, reference: str, *, lock: bool = False) -> StoredFinding:
    """Return the finding with this id or number. Raises NotFound."""
    row = find_by_reference(session, StoredFinding, reference)
    if lock:
        session.refresh(row, with_for_update=True)
    return row


def require_change(user: Identity, row: StoredFinding) -> None:
    """Raise NotAllowed unless the user may change or delete the finding."""
    if not may_change(row, user):
        raise NotAllowed("Only the author or an administrator can change or delete the finding. Nothing was changed.")


def describe_content(session: Session, row: StoredFinding) -> dict[str, Any]:
    """Return what a person may change of a finding, in the form of the API: runs by their numbers."""
    links = session.execute(
        select(FindingRun.side, FindingRun.run_number)
        .where(FindingRun.finding_id == row.id)
        .order_by(FindingRun.run_number)
    ).all()
    numbers = {
        name: [format_number(Run, link.run_number) for link in links if link.side == side]
        for name, side in _SIDES.items()
    }
    return {**{name: getattr(row, name) for name in _WRITTEN}, **numbers}


def _list_sides(subjects: Sequence[str] | None, others: Sequence[str] | None) -> list[tuple[Side, Sequence[str]]]:
    """Return the sides with their runs; a side without a list keeps its runs."""
    sides: list[tuple[Side, Sequence[str] | None]] = [("subject", subjects), ("object", others)]
    return [(side, references) for side, references in sides if references is not None]


def _link_runs(session: Session, row: StoredFinding, side: Side, references: Sequence[str]) -> None:
    """Make these the runs of one side. A removed run that is named again by its number keeps its link."""
    numbered = {
        format_number(Run, link.run_number): link
        for link in session.scalars(select(FindingRun).where(FindingRun.finding_id == row.id, FindingRun.side == side))
    }
    preserved = {number for number, link in numbered.items() if link.run_id is None and number in references}
    runs = (
        find_all_by_reference(session, Run, [name for name in references if name not in preserved])
        if references
        else []
    )
    wanted = {format_row_number(run) for run in runs} | preserved
    stale = [link.id for number, link in numbered.items() if number not in wanted]
    session.execute(delete(FindingRun).where(FindingRun.id.in_(stale)))
    session.add_all(
        FindingRun(finding_id=row.id, side=side, run_id=run.id, run_number=run.number)
        for run in runs
        if format_row_number(run) not in numbered
    )
    session.flush()


def _record_event(session: Session, user: Identity, row: StoredFinding, action: str, **detail: Any) -> None:
    audit.record_event(
        session, user_id=user.user_id, action=action, subject=f"finding {format_row_number(row)}", **detail
    )
