"""Copies of the runner's files, each made over as many steps as it takes."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from storagelab.config import get_settings
from storagelab.results.artifact_store import ContentMismatch, StoredFile, get_artifact_store
from storagelab.results.ingest import store_raw_file
from storagelab_workers.attempts.claimed_attempt import ClaimedAttempt
from storagelab_workers.attempts.streams import READ_BYTES, read_range
from storagelab_workers.transports.answers import ReadAnswer

#: Largest file, in bytes, that is requested together with others.
SMALL_BYTES = 128 << 10
#: As many as a runner sends along with one, and itself.
_TOGETHER = 257


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file to fetch; `sha256` is its hash in the exit record, None when there is no exit record."""

    name: str
    size: int
    sha256: str | None


def iterate_batches(files: Sequence[RemoteFile]) -> Iterator[list[RemoteFile]]:
    """Yield every file once: small neighbours that fit into one answer together, all others alone."""
    for is_small, neighbours in groupby(files, key=lambda file: file.sha256 is not None and file.size <= SMALL_BYTES):
        batch: list[RemoteFile] = []
        for file in neighbours:
            total = sum(queued.size for queued in batch) + file.size
            if batch and (not is_small or len(batch) == _TOGETHER or total > READ_BYTES):
                yield batch
                batch = []
            batch.append(file)
        yield batch


def copy_together(claimed: ClaimedAttempt, files: Sequence[RemoteFile]) -> list[tuple[RemoteFile, StoredFile]]:
    """Copy small files with one call; return those that arrived and match the exit record.

    A file that did not come, or came with another content, is left to `copy_file`.
    """
    find = get_artifact_store().find
    copied = [(file, stored) for file in files if file.sha256 is not None and (stored := find(file.sha256)) is not None]
    here = {file.name for file, _ in copied}
    wanted = [file for file in files if file.name not in here]
    arrived = _read_together(claimed, wanted) if wanted else {}
    for file in wanted:
        if file.name in arrived:
            with contextlib.suppress(ContentMismatch):
                copied.append((file, store_raw_file([arrived[file.name]], expected_sha256=file.sha256)))
    return copied


def _read_together(claimed: ClaimedAttempt, files: Sequence[RemoteFile]) -> dict[str, bytes]:
    """Read whole files from the runner; return contents by name, without files that did not fit.

    An older runner sends only the first.
    """
    first, *others = files
    along: dict[str, Any] = {"along": [file.name for file in others]} if others else {}
    answer = cast("ReadAnswer", claimed.call("read", name=first.name, offset=0, length=max(first.size, 1), **along))
    return {part["name"]: base64.b64decode(part["data_b64"]) for part in (answer, *answer.get("along", ()))}


def copy_file(claimed: ClaimedAttempt, name: str, *, size: int, sha256: str | None) -> StoredFile | None:
    """Copy a file of the runner into the artifact store and return the stored file.

    Returns None when the time of this step is over; the next step continues. Raises ContentMismatch when the content
    differs from `sha256`; the next try begins again.
    """
    stored = get_artifact_store().find(sha256) if sha256 is not None else None
    if stored is not None:
        return stored
    draft = _get_drafts_folder(claimed.attempt.id) / hashlib.sha256(name.encode()).hexdigest()
    draft.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        offset = os.fstat(descriptor).st_size
        for block in read_range(claimed, name, offset, size):
            # A step that was overtaken writes the same bytes to the same place.
            os.pwrite(descriptor, block, offset)
            offset += len(block)
            if claimed.over_budget and offset < size:
                return None
    finally:
        os.close(descriptor)
    try:
        return store_raw_file(_iterate_blocks(draft), expected_sha256=sha256)
    finally:
        draft.unlink(missing_ok=True)


def discard_drafts(attempt_id: uuid.UUID) -> None:
    """Remove the partly copied files of an ended attempt."""
    shutil.rmtree(_get_drafts_folder(attempt_id), ignore_errors=True)


def _get_drafts_folder(attempt_id: uuid.UUID) -> Path:
    return get_settings().data_dir / "incoming" / str(attempt_id)


def _iterate_blocks(draft: Path) -> Iterator[bytes]:
    with draft.open("rb") as file:
        yield from iter(lambda: file.read(READ_BYTES), b"")
