"""Steps of imports: read an upload in a limited process, store the chosen results. Never raise.

A few imports run side by side (`import_line`): attempts of running jobs never wait for all workers. A claim is renewed
while the work goes on. When its worker dies the claim ends, and the next one begins the work again.
"""

from __future__ import annotations

import datetime as dt
import shutil
import sys
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import structlog
from sqlalchemy import func, select
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.orm import Session, defer

from storagelab.db.models import Import
from storagelab.db.session import session_scope
from storagelab.domain.reading_limits import compute_reading_seconds
from storagelab.imports.bundle import read_result
from storagelab.imports.limits import run_limited
from storagelab.imports.reading import PREVIEW, PROGRESS, Preview
from storagelab.imports.service import begin_storing
from storagelab.imports.staging import discard_staging, get_staging_folder, list_abandoned_imports, read_manifest
from storagelab.imports.storing import is_filed, keep_files, list_chosen_results, share_files, store_result
from storagelab.queue import enqueue
from storagelab_workers.crash_points import crash_point
from storagelab_workers.import_line import READING, STORING, find_claimable
from storagelab_workers.timing import scale_seconds

log = structlog.get_logger(__name__)

#: How long a claim lasts without being renewed, and how often it is.
IMPORT_CLAIM = 60.0
_RENEW_EVERY_SECONDS = 1.0
#: After an error the work is begun again this much later.
_AGAIN_AFTER = 5.0
#: Work that was begun this often and never ended kills its worker.
MAX_TRIES = 3
#: The reading process ends itself in time, unless a single call lasts longer than this many seconds more.
_GRACE_SECONDS = 30
#: The process may wait for processors and disks: this many seconds of wall time for each of computing.
_WALL_FACTOR = 4
#: Names the lock in PostgreSQL under which imports are claimed.
_LOCK = 0x53_74_6F_72_49_6D_70
_BUNDLES = "read"
#: No upload goes on for so long.
_ABANDONED_AFTER_SECONDS = 24 * 3600.0
_REMEDY = "Upload its files in smaller parts."
_FILES_RETAINED = "The uploaded files are kept until the import is removed."


class ImportClaimLost(Exception):
    """The import was discarded, or another worker has taken it over: what was done is dropped."""


@dataclass(frozen=True, slots=True)
class Work:
    """A claimed import; `number`, the count of its tries, distinguishes this claim from a later one."""

    import_id: uuid.UUID
    state: str
    number: int
    format: str
    size_bytes: int

    @property
    def folder(self) -> Path:
        """Return the staging folder of the import's upload."""
        return get_staging_folder(self.import_id)


def read_import(import_id: uuid.UUID) -> None:
    """Read an upload and leave it ready, or failed with a sentence."""
    _work_on(import_id, READING)


def store_import(import_id: uuid.UUID) -> None:
    """Store the chosen results of an import as runs."""
    _work_on(import_id, STORING)


def _work_on(import_id: uuid.UUID, state: str) -> None:
    try:
        work = _claim(import_id, state)
        if work is None:
            return
        crash_point(f"after_{state}_claim")
        try:
            _do(work)
        finally:
            _enqueue_next_import()
        _sweep()
    except ImportClaimLost:
        log.info("import_superseded", import_id=str(import_id))
    except Exception:
        # Only reached when not even the failure could be stored; the claim ends by itself and the work is repeated.
        log.exception("import_step_failed", import_id=str(import_id))


def _do(work: Work) -> None:
    """Read or store an import, depending on its state.

    An unexpected error leads to another try a little later, and is reported when that does not help either.
    """
    try:
        if work.state == READING:
            _read(work)
        else:
            _store(work)
    except (ImportClaimLost, OperationalError, InterfaceError):
        raise
    except Exception as problem:
        log.exception("import_step_error", import_id=str(work.import_id), state=work.state)
        with session_scope() as session:
            row = _reclaim(session, work)
            now = session.scalars(select(func.clock_timestamp())).one()
            if work.number < MAX_TRIES:
                row.claimed_until = now + dt.timedelta(seconds=scale_seconds(_AGAIN_AFTER))
                return
            summary = f"{type(problem).__name__}: {problem}".splitlines()[0][:300]
            _fail(row, f"Storage Lab failed {MAX_TRIES} times while {work.state} the import: {summary}", now)


def _claim(import_id: uuid.UUID, state: str) -> Work | None:
    """Claim an import that is due; None when it is not, or while it is the turn of others."""
    with session_scope() as session:
        # For a moment only: everybody who claims sees what the others have claimed.
        session.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        now = session.scalars(select(func.clock_timestamp())).one()
        if import_id not in [waiting.id for waiting in find_claimable(session, now)]:
            return None
        row = session.scalars(
            select(Import).where(Import.id == import_id, Import.state == state).with_for_update(skip_locked=True)
        ).one_or_none()
        if row is None:
            return None
        row.tries += 1
        if row.tries > MAX_TRIES:
            _fail(row, f"The import was started {MAX_TRIES} times and never finished.", now)
            return None
        row.claimed_until = now + dt.timedelta(seconds=scale_seconds(IMPORT_CLAIM))
        return Work(row.id, state, row.tries, row.format, row.size_bytes)


def _renew(work: Work, progress: Mapping[str, Any] | None) -> None:
    """Extend the claim on an import and store its progress, if given. Raises ImportClaimLost."""
    with session_scope() as session:
        row = _reclaim(session, work)
        row.claimed_until = func.clock_timestamp() + dt.timedelta(seconds=scale_seconds(IMPORT_CLAIM))
        if progress is not None:
            row.progress = {**row.progress, **progress}


def _reclaim(session: Session, work: Work) -> Import:
    """Lock and return the row of an import while this claim still holds it. Raises ImportClaimLost.

    Its long columns are read on access.
    """
    row = session.scalars(
        select(Import)
        .options(defer(Import.preview), defer(Import.selection))
        .where(Import.id == work.import_id, Import.state == work.state, Import.tries == work.number)
        .with_for_update()
    ).one_or_none()
    if row is None:
        raise ImportClaimLost
    return row


def _read(work: Work) -> None:
    output = work.folder / f"try-{work.number}"
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(mode=0o700)
    pulse = _Pulse(work, output / PROGRESS)
    # An empty environment: what reads foreign bytes knows no address and no password of the lab.
    argv = ["env", "-i", "OPENBLAS_NUM_THREADS=1", "LANG=C.UTF-8", sys.executable, "-P"]
    argv += ["-m", "storagelab.imports.reading", str(work.folder), str(output), work.format]
    seconds = compute_reading_seconds(work.size_bytes) + _GRACE_SECONDS
    ended = run_limited(argv, cpu_s=seconds, wall_s=_WALL_FACTOR * seconds, cwd=output, meanwhile=pulse.beat)
    if ended.ending != "done":
        log.warning("reading_ended", import_id=str(work.import_id), how=ended.ending, errors=ended.errors[-2000:])
        _end_reading(work, Preview(error=f"The upload could not be read. {ended.sentence} {_REMEDY}"))
        return
    preview = msgspec.json.decode((output / PREVIEW).read_bytes(), type=Preview)
    bundles = work.folder / _BUNDLES
    shutil.rmtree(bundles, ignore_errors=True)
    output.rename(bundles)
    crash_point("after_reading_before_commit")
    _end_reading(work, preview)


def _end_reading(work: Work, preview: Preview) -> None:
    with session_scope() as session:
        row = _reclaim(session, work)
        now = session.scalars(select(func.clock_timestamp())).one()
        row.preview = {
            "results": preview.results,
            "unrecognised": preview.unrecognised,
            "unrecognised_count": preview.unrecognised_count,
            "refused": preview.refused,
            "warnings": preview.warnings,
        }
        if preview.error is not None:
            _fail(row, preview.error, now)
            return
        progress = row.progress
        row.progress = {
            **progress,
            "files_read": progress["files_total"],
            "bytes_read": progress["bytes_total"],
            "note": "Read",
        }
        row.state = "ready"
        row.claimed_until = None
        if row.store_when_read:
            begin_storing(session, row)


def _store(work: Work) -> None:
    with session_scope() as session:
        row = _reclaim(session, work)
        results = row.preview["results"] if row.preview is not None else []
        chosen = list_chosen_results(results, row.selection)
        choices = {choice["index"]: choice for choice in row.selection or ()}
    preview = msgspec.json.decode((work.folder / _BUNDLES / PREVIEW).read_bytes(), type=Preview)
    files = share_files(read_manifest(work.folder), preview, chosen)
    pulse = _Pulse(work)
    hashes = {result["index"]: result["source_sha256"] for result in results}
    for number, index in enumerate(chosen, start=1):
        _renew(work, {"note": f"Storing result {number} of {len(chosen)}"})
        with session_scope() as session:
            if is_filed(session, import_id=work.import_id, index=index, source_sha256=hashes[index]):
                continue
        result = read_result(work.folder / _BUNDLES, index)
        stored_files = []
        for stored in keep_files(work.folder, files[index], result):
            stored_files.append(stored)
            pulse.beat()
        store_result(
            work.import_id,
            index=index,
            result=result,
            source_sha256=hashes[index],
            files=stored_files,
            choice=choices.get(index, {}),
            is_only=len(results) == 1,
        )
        crash_point("after_storing_a_result")
    with session_scope() as session:
        row = _reclaim(session, work)
        row.state = "stored"
        row.claimed_until = None
        row.finished_at = func.clock_timestamp()
        row.progress = {**row.progress, "note": "Stored"}
    discard_staging(work.import_id)


def _fail(row: Import, message: str, now: dt.datetime) -> None:
    row.state = "failed"
    row.error_message = message
    row.error_kept = _FILES_RETAINED
    row.claimed_until = None
    row.finished_at = now


def _enqueue_next_import() -> None:
    """Enqueue the imports that may be claimed now, such as those that waited for this one to end."""
    with session_scope() as session:
        now = session.scalars(select(func.clock_timestamp())).one()
        for waiting in find_claimable(session, now):
            enqueue(session, waiting.task, import_id=str(waiting.id))


def _sweep() -> None:
    """Remove the staged files of imports that are over, and of uploads that never became one."""
    staged = list_abandoned_imports(older_than_seconds=_ABANDONED_AFTER_SECONDS)
    with session_scope() as session:
        needed = select(Import.id).where(Import.id.in_(staged), Import.state.not_in(("stored", "discarded")))
        retained = set(session.scalars(needed))
    for import_id in set(staged) - retained:
        discard_staging(import_id)


class _Pulse:
    """Renews the claim now and then, with what a reading process wrote down at `path`."""

    def __init__(self, work: Work, path: Path | None = None) -> None:
        self._work = work
        self._path = path
        self._due_at = time.monotonic()

    def beat(self) -> None:
        """Renew the claim when due; called many times a second. Raises ImportClaimLost."""
        if time.monotonic() < self._due_at:
            return
        self._due_at = time.monotonic() + scale_seconds(_RENEW_EVERY_SECONDS)
        _renew(self._work, self._progress())

    def _progress(self) -> Mapping[str, int | str] | None:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, int | str]) if self._path else None
        except FileNotFoundError:
            return None
