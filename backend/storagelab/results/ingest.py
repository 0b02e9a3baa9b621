"""Ingest of raw files, from our runner or from an upload."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Artifact
from storagelab.engines.registry import ENGINES
from storagelab.results.artifact_store import StoredFile, find_media_type, get_artifact_store

_STREAMS = "|".join(re.escape(engine.stream) for engine in ENGINES.values())
#: Parameter files of Vdbench that people write end in vdb or parm.
_JOB_SUFFIXES = "|".join([*(re.escape(engine.job_suffix) for engine in ENGINES.values()), "vdb", "parm"])
#: What a file of the runner is, by its name; the first match counts. Most engines print no result on standard output.
_KINDS = (
    (re.compile(r"(^|/)std(out|err)\.txt$"), "output"),
    (re.compile(rf"(^|/)({_STREAMS})$"), "status"),
    (re.compile(rf"\.({_JOB_SUFFIXES})$"), "job_file"),
    (re.compile(r"_(lat|clat|slat|bw|iops|clat_hist)(\.\d+)?\.log$"), "log"),
    (re.compile(r"\.json$"), "record"),
)


def store_raw_file(blocks: Iterable[bytes], *, expected_sha256: str | None = None) -> StoredFile:
    """Put a raw file into the artifact store, outside any transaction.

    Raises ContentMismatch when the hash of `blocks` is not `expected_sha256`.
    """
    store = get_artifact_store()
    if expected_sha256 is not None and (stored := store.find(expected_sha256)) is not None:
        return stored
    return store.put(blocks, expected_sha256=expected_sha256)


def file_artifact(
    session: Session,
    *,
    run_id: uuid.UUID,
    attempt_id: uuid.UUID | None,
    phase_id: uuid.UUID | None,
    name: str,
    stored: StoredFile,
) -> Artifact:
    """Record a stored raw file as an artifact of a run.

    The same name of the same attempt is recorded once.
    """
    if attempt_id is not None:
        existing = session.scalars(
            select(Artifact).where(Artifact.attempt_id == attempt_id, Artifact.name == name)
        ).one_or_none()
        if existing is not None:
            return existing
    artifact = Artifact(
        run_id=run_id,
        attempt_id=attempt_id,
        phase_id=phase_id,
        name=name,
        kind=classify_file(name),
        media_type=find_media_type(name),
        size_bytes=stored.size_bytes,
        sha256=stored.sha256,
        storage_key=stored.key,
    )
    session.add(artifact)
    session.flush()
    return artifact


def classify_file(name: str) -> str:
    """Return the kind of a raw file by its name: status, job_file, log, output, record or other."""
    return next((kind for pattern, kind in _KINDS if pattern.search(name)), "other")
