"""Copies of the runner's files, each made over as many steps as it takes."""

from __future__ import annotations

import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

from storagelab.config import get_settings
from storagelab.results.artifact_store import StoredFile, get_artifact_store
from storagelab.results.ingest import store_raw_file
from storagelab_workers.attempts.streams import READ_BYTES, read_range
from storagelab_workers.attempts.turn import Turn


def copy_file(turn: Turn, name: str, *, size: int, sha256: str | None) -> StoredFile | None:
    """A file of the runner in the artifact store; None when the time of this step is over and the next one goes on.

    Raises ContentMismatch when it is not what `sha256` says; the next try begins anew.
    """
    known = get_artifact_store().find(sha256) if sha256 is not None else None
    if known is not None:
        return known
    draft = _drafts(turn.attempt.id) / hashlib.sha256(name.encode()).hexdigest()
    draft.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        offset = os.fstat(descriptor).st_size
        for block in read_range(turn, name, offset, size):
            # A step that was overtaken writes the same bytes to the same place.
            os.pwrite(descriptor, block, offset)
            offset += len(block)
            if turn.over_budget and offset < size:
                return None
    finally:
        os.close(descriptor)
    try:
        return store_raw_file(_blocks(draft), expected_sha256=sha256)
    finally:
        draft.unlink(missing_ok=True)


def discard_drafts(attempt_id: uuid.UUID) -> None:
    """Remove what was copied in part: the attempt is over."""
    shutil.rmtree(_drafts(attempt_id), ignore_errors=True)


def _drafts(attempt_id: uuid.UUID) -> Path:
    return get_settings().data_dir / "incoming" / str(attempt_id)


def _blocks(draft: Path) -> Iterator[bytes]:
    with draft.open("rb") as file:
        yield from iter(lambda: file.read(READ_BYTES), b"")
