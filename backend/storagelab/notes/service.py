"""Notes of a run: read, written, and changed by those who wrote them or by an administrator."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Phase, Run, RunNote, User
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import RUN_TERMINAL
from storagelab.errors import Conflict, InvalidInput, NotAllowed, NotFound
from storagelab.notes.schemas import Note, NoteCreate, NoteUpdate

#: More notes than these would hide the curve they are pinned to; a list of them is never cut into pages.
MAX_NOTES = 200


def list_notes(session: Session, *, user: Identity, runs: Sequence[Run]) -> dict[uuid.UUID, list[Note]]:
    """Return all notes of each run by run id, in order of their time on the run's axis; one query.

    A run without notes has an empty list.
    """
    query = _select_with_author().where(RunNote.run_id.in_([run.id for run in runs]))
    notes_by_run: dict[uuid.UUID, list[Note]] = {run.id: [] for run in runs}
    rows = session.execute(query.order_by(RunNote.from_ms, RunNote.to_ms.nulls_first(), RunNote.id))
    for note, author in rows:
        notes_by_run[note.run_id].append(_describe(note, author, user))
    return notes_by_run


def add_note(session: Session, *, user: Identity, run: Run, body: NoteCreate) -> Note:
    """Pin a note to a run. Raises InvalidInput beyond its time axis, Conflict where it has too many."""
    session.refresh(run, attribute_names=["state"], with_for_update=True)
    _check_place(session, run, body)
    count = session.scalar(select(func.count()).select_from(RunNote).where(RunNote.run_id == run.id)) or 0
    if count >= MAX_NOTES:
        raise Conflict(f"{format_row_number(run)} has {count} notes, the maximum of a run. Delete or merge some.")
    note = RunNote(run_id=run.id, user_id=user.user_id, **body.model_dump())
    session.add(note)
    _record_audit_entry(session, user, run, "note_added", after=body.model_dump())
    return _show(session, user, note)


def change_note(session: Session, *, user: Identity, run: Run, note_id: uuid.UUID, body: NoteUpdate) -> Note:
    """Replace the text and the place of a note; the same content changes nothing.

    Raises Conflict where another user changed the note meanwhile.
    """
    note = _find_own(session, user, run, note_id)
    before, after = _describe_content(note), body.model_dump(exclude={"before"})
    if before == after:
        return _show(session, user, note)
    if body.before is not None and body.before.model_dump() != before:
        raise Conflict(
            "was changed by another user meanwhile. Your change is not saved. Read the present text first.",
            path="text",
            preserved="The present text of the note.",
        )
    _check_place(session, run, body)
    for field, value in after.items():
        setattr(note, field, value)
    note.edited_at = read_clock(session)
    _record_audit_entry(session, user, run, "note_changed", before=before, after=after)
    return _show(session, user, note)


def delete_note(session: Session, *, user: Identity, run: Run, note_id: uuid.UUID) -> None:
    """Delete a note; the audit log retains its text."""
    note = _find_own(session, user, run, note_id)
    _record_audit_entry(session, user, run, "note_deleted", before=_describe_content(note))
    session.delete(note)
    session.flush()


def _find_own(session: Session, user: Identity, run: Run, note_id: uuid.UUID) -> RunNote:
    """Find a note that this user may change, and lock it. Raises NotFound, NotAllowed."""
    query = select(RunNote).where(RunNote.id == note_id, RunNote.run_id == run.id).with_for_update()
    note = session.scalars(query).one_or_none()
    if note is None:
        raise NotFound(f"{format_row_number(run)} has no note {note_id}.")
    if not _may_change(note, user):
        raise NotAllowed("Only the author or an administrator can change or delete the note. Nothing was changed.")
    return note


def _may_change(note: RunNote, user: Identity) -> bool:
    return user.role == "admin" or (note.user_id == user.user_id and has_role(user.role, "operator"))


def _check_place(session: Session, run: Run, body: NoteCreate) -> None:
    """Raise InvalidInput for a note beyond the end of the run's time axis, or without any axis."""
    began = select(Phase.t1_ms).where(Phase.run_id == run.id, Phase.t0_ms.is_not(None))
    ends = session.scalars(began).all()
    if not ends:
        raise InvalidInput(f"{format_row_number(run)} has no time axis for a note", path="from_ms")
    ends_ms = [end for end in ends if end is not None]
    if run.state in RUN_TERMINAL and len(ends_ms) == len(ends) and body.from_ms > max(ends_ms):
        raise InvalidInput(f"{format_row_number(run)} ends at {max(ends_ms)} ms", path="from_ms")


def _describe_content(note: RunNote) -> dict[str, object]:
    return {field: getattr(note, field) for field in NoteCreate.model_fields}


def _record_audit_entry(session: Session, user: Identity, run: Run, action: str, **detail: Any) -> None:
    audit.record_event(session, user_id=user.user_id, action=action, subject=f"run {format_row_number(run)}", **detail)


def _select_with_author() -> Select[RunNote, str | None]:
    return select(RunNote, User.name).outerjoin(User, User.id == RunNote.user_id)


def _show(session: Session, user: Identity, note: RunNote) -> Note:
    session.flush()
    stored, author = session.execute(_select_with_author().where(RunNote.id == note.id)).one()
    return _describe(stored, author, user)


def _describe(note: RunNote, author: str | None, user: Identity) -> Note:
    return Note(
        id=note.id,
        from_ms=note.from_ms,
        to_ms=note.to_ms,
        metric=note.metric,
        text=note.text,
        author=author,
        created_at=note.created_at,
        edited_at=note.edited_at,
        may_change=_may_change(note, user),
    )
