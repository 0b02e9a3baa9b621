"""Notes of runs over HTTP."""

from __future__ import annotations

import uuid

from fastapi import APIRouter

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.models import Run
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import (
    Reference,
    RunsTogether,
    find_all_by_reference,
    find_by_reference,
    format_row_number,
)
from storagelab.http.session import SessionDep
from storagelab.notes import service
from storagelab.notes.schemas import Note, NoteCreate, Notes, NoteUpdate, RunNotes

router = APIRouter()


@router.get("/notes", responses=declare_problem_responses(404, 422))
def show_notes(session: SessionDep, user: CurrentUser, run_id: RunsTogether) -> Notes:
    """Show the notes on the time axes of one or several runs, run by run, each run's in order of time."""
    runs = find_all_by_reference(session, Run, run_id)
    notes = service.list_notes(session, user=user, runs=runs)
    return Notes(items=[RunNotes(run_id=run.id, run=format_row_number(run), items=notes[run.id]) for run in runs])


@router.post("/runs/{ref}/notes", status_code=201, responses=declare_problem_responses(404, 409))
def add_note(ref: Reference, body: NoteCreate, session: SessionDep, user: CurrentUser) -> Note:
    """Pin a note to a moment of a run, or to a stretch of its time axis. Earlier shares stay as they are."""
    return service.add_note(session, user=user, run=find_by_reference(session, Run, ref), body=body)


@router.put("/runs/{ref}/notes/{note_id}", responses=declare_problem_responses(404, 409))
def change_note(ref: Reference, note_id: uuid.UUID, body: NoteUpdate, session: SessionDep, user: CurrentUser) -> Note:
    """Replace a note, as its author or as an administrator."""
    run = find_by_reference(session, Run, ref)
    return service.change_note(session, user=user, run=run, note_id=note_id, body=body)


@router.delete("/runs/{ref}/notes/{note_id}", status_code=204, responses=declare_problem_responses(404))
def delete_note(ref: Reference, note_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> None:
    """Delete a note, as its author or as an administrator."""
    run = find_by_reference(session, Run, ref)
    service.delete_note(session, user=user, run=run, note_id=note_id)
