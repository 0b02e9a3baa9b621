"""Changes of imports: received, stored, discarded. Slow work is enqueued and done by a worker."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Configuration, Import, Run, Share
from storagelab.db.references import find_by_reference, format_number, format_row_number
from storagelab.domain.import_values import ResultChoice
from storagelab.errors import Conflict, InvalidInput, NotAllowed
from storagelab.formats.registry import AUTO, FORMATS
from storagelab.imports.schemas import ImportCreate, ImportSelection
from storagelab.imports.staging import discard_staging
from storagelab.queue import enqueue
from storagelab.runs.held import select_held_runs

_TITLE_CHARACTERS = 200


def create_import(
    session: Session, *, user: Identity, body: ImportCreate, import_id: uuid.UUID, size_bytes: int
) -> Import:
    """Create an import of staged files and enqueue its reading. Raises InvalidInput or NotFound."""
    if body.format != AUTO and body.format not in FORMATS:
        raise InvalidInput(f"must be one of {', '.join([AUTO, *FORMATS])}", path="format")
    configuration = None
    if body.configuration_id is not None:
        configuration = find_by_reference(session, Configuration, body.configuration_id)
    names = [name for name, _ in body.contents]
    row = Import(
        id=import_id,
        created_by=user.user_id,
        state="reading",
        format=body.format,
        title=body.title or _find_common_title(names),
        configuration_id=configuration.id if configuration is not None else None,
        store_when_read=body.store == "true",
        file_count=len(names),
        size_bytes=size_bytes,
        progress=_build_progress(len(names), size_bytes, "Waiting to be read"),
    )
    session.add(row)
    session.flush()
    audit.record_event(
        session, user_id=user.user_id, action="import_uploaded", subject=format_row_number(row), files=len(names),
        bytes=size_bytes,
    )  # fmt: skip
    enqueue(session, "read_import", import_id=str(row.id))
    return row


def store_import(session: Session, *, user: Identity, row: Import, body: ImportSelection) -> None:
    """Choose which results of an import are stored, and enqueue the storing.

    Raises Conflict unless the import is ready (or its storing failed), InvalidInput, NotFound.
    """
    session.refresh(row, with_for_update=True)
    # Storing that has failed half-way goes on where it stopped: what is a run already stays that one run.
    if row.state != "ready" and not (row.state == "failed" and (row.preview or {}).get("results")):
        raise Conflict(
            f"{format_row_number(row)} is {row.state}: only an import that was read and not stored yet can be stored."
        )
    row.error_message = row.error_kept = row.finished_at = None
    row.selection = _resolve_selection(session, row, body)
    begin_storing(session, row)
    audit.record_event(session, user_id=user.user_id, action="import_stored", subject=format_row_number(row))


def begin_storing(session: Session, row: Import) -> None:
    """Enqueue the storing of the chosen results."""
    row.state = "storing"
    row.tries = 0
    row.claimed_until = read_clock(session)
    row.enqueued_at = None
    row.progress = {**row.progress, "note": "Waiting to be stored"}
    enqueue(session, "store_import", import_id=str(row.id))


def discard_import(session: Session, *, user: Identity, row: Import) -> None:
    """Discard staged files, or remove the runs that were stored; repeating it changes nothing.

    Raises Conflict while it is being stored or while a permalink to one of its runs can still be opened, and NotAllowed
    for one who may not remove runs.
    """
    session.refresh(row, with_for_update=True)
    if row.state == "discarded":
        return
    if row.state == "storing":
        raise Conflict(f"{format_row_number(row)} is being stored: wait until that has ended.")
    runs = session.scalars(select(Run).where(Run.import_id == row.id)).all()
    if runs:
        if not has_role(user.role, "admin"):
            raise NotAllowed(f"Removing stored runs needs the role admin, you have the role {user.role}.")
        _require_no_share(session, [run.id for run in runs])
        session.execute(delete(Run).where(Run.import_id == row.id))
    row.state = "discarded"
    row.finished_at = read_clock(session)
    row.claimed_until = None
    audit.record_event(
        session, user_id=user.user_id, action="import_discarded", subject=format_row_number(row),
        runs=[format_row_number(run) for run in runs],
    )  # fmt: skip
    # Last, and harmless when the transaction fails after all: what is removed is staged, never stored.
    session.flush()
    discard_staging(row.id)


def _require_no_share(session: Session, run_ids: list[uuid.UUID]) -> None:
    held = session.execute(select_held_runs(run_ids).limit(1)).one_or_none()
    if held is not None:
        share, run = format_number(Share, held.share_number), format_number(Run, held.run_number)
        raise Conflict(f"{run} is shared as {share}: withdraw that permalink first.")


def _resolve_selection(session: Session, row: Import, body: ImportSelection) -> list[ResultChoice] | None:
    """Return the chosen results with configurations resolved to ids; None when all are chosen."""
    if body.results is None:
        return None
    indexes = {result["index"] for result in row.preview.get("results", ())} if row.preview is not None else set()
    chosen: dict[int, ResultChoice] = {}
    for place, choice in enumerate(body.results):
        if choice.index not in indexes:
            raise InvalidInput(f"unknown result {choice.index}", path=f"results.{place}.index")
        if choice.index in chosen:
            raise InvalidInput(f"result {choice.index} is listed twice", path=f"results.{place}.index")
        wanted = choice.configuration
        configuration_id = None
        if wanted is not None and wanted.id is not None:
            configuration_id = str(find_by_reference(session, Configuration, wanted.id).id)
        chosen[choice.index] = {
            "index": choice.index,
            "include": choice.include,
            "title": choice.title,
            "configuration_id": configuration_id,
            "configuration_name": wanted.name if wanted is not None else None,
        }
    if not any(choice["include"] for choice in chosen.values()):
        raise InvalidInput("at least one result must be included", path="results")
    return list(chosen.values())


def _find_common_title(names: list[str]) -> str:
    """Return a title for an upload: the folder that contains all files, or the name of the only file."""
    tops = {name.partition("/")[0] for name in names}
    title = tops.pop() if len(tops) == 1 else f"{names[0]} and {len(names) - 1} more"
    return title[:_TITLE_CHARACTERS]


def _build_progress(files: int, size_bytes: int, note: str) -> Mapping[str, int | str]:
    return {"files_read": 0, "files_total": files, "bytes_read": 0, "bytes_total": size_bytes, "note": note}
