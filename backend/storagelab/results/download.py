"""Raw files on their way to a browser: as bytes to be saved, never as something to be shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

from sqlalchemy.orm import Session

from storagelab.db.models import Artifact, Run
from storagelab.db.references import format_number
from storagelab.errors import LabUnavailable
from storagelab.results.artifact_store import ArtifactStore
from storagelab.results.log_rebuild import regenerate_log

CHUNK_BYTES = 1 << 18
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9][a-z0-9.+-]{0,99}(; charset=utf-8)?")


def download_name(run_number: int, artifact_name: str) -> str:
    """Return a file name that every system and every header accepts: ASCII letters, digits, `.`, `_` and `-` only."""
    safe = re.sub(r"[^A-Za-z0-9._-]+", "_", artifact_name.replace("/", "-"))
    return f"{format_number(Run, run_number)}-{safe[-150:].strip('._-') or 'artifact'}"


def download_headers(artifact: Artifact, *, run_number: int) -> dict[str, str]:
    """Return headers under which no browser runs or renders the file, whatever its content and name."""
    is_valid = _MEDIA_TYPE.fullmatch(artifact.media_type) is not None
    return {
        "Content-Type": artifact.media_type if is_valid else "application/octet-stream",
        "Content-Disposition": f'attachment; filename="{download_name(run_number, artifact.name)}"',
        "Content-Length": str(artifact.size_bytes),
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
    }


def stream_content(session: Session, store: ArtifactStore, artifact: Artifact) -> Iterator[bytes]:
    """Return the bytes of a file in pieces. Raises LabUnavailable, before the first piece, when they cannot be read."""
    if artifact.storage_key is None:
        return iter((regenerate_log(session, artifact),))
    try:
        stored = store.find(artifact.sha256)
        if stored is None or stored.size_bytes != artifact.size_bytes:
            raise _make_missing_error(artifact)
        return _iterate_pieces(store.open(artifact.storage_key))
    except OSError:
        raise _make_missing_error(artifact) from None


def _iterate_pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(CHUNK_BYTES):
            yield piece


def _make_missing_error(artifact: Artifact) -> LabUnavailable:
    return LabUnavailable(
        f"{artifact.name} is missing or changed in the artifact store: check its folder or bucket.",
        preserved="Measurements and series of the run are in the database.",
    )
