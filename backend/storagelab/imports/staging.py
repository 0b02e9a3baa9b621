"""Staging of an upload until its results are stored: files under our names, and a manifest.

The manifest has the names of the upload.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from storagelab.config import get_settings

_MANIFEST = "manifest.json"
_BLOCK_BYTES = 1 << 20


class StagedFile(msgspec.Struct, frozen=True):
    """One uploaded file: what it is called where it came from, and under which name it lies here."""

    name: str
    stored: str
    size_bytes: int
    sha256: str


def get_staging_folder(import_id: uuid.UUID) -> Path:
    """Return the folder of one import."""
    return get_settings().import_dir / str(import_id)


def get_staged_path(folder: Path, file: StagedFile) -> Path:
    """Return the path of a file in the folder of its import."""
    return folder / "files" / file.stored


def write_manifest(folder: Path, files: list[StagedFile]) -> None:
    """Write the list of uploaded files into the staging folder, in one atomic step."""
    draft = folder / f"{_MANIFEST}.draft"
    draft.write_bytes(msgspec.json.encode(files))
    draft.replace(folder / _MANIFEST)


def read_manifest(folder: Path) -> list[StagedFile]:
    """Return the uploaded files. Raises OSError when the folder is missing."""
    return msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=list[StagedFile])


def iterate_file_blocks(path: Path) -> Iterator[bytes]:
    """Yield the content of a file in pieces."""
    with path.open("rb") as file:
        yield from iter(lambda: file.read(_BLOCK_BYTES), b"")


def discard_staging(import_id: uuid.UUID) -> None:
    """Remove everything that was staged of an import; what is in the artifact store stays."""
    shutil.rmtree(get_staging_folder(import_id), ignore_errors=True)


def list_abandoned_imports(*, older_than_seconds: float) -> list[uuid.UUID]:
    """Return the ids of imports whose staging folder was not written to for `older_than_seconds`.

    Their upload may have ended without notice.
    """
    folder = get_settings().import_dir
    import_ids = []
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(ValueError, OSError):
            import_id = uuid.UUID(path.name)
            if time.time() - path.stat().st_mtime > older_than_seconds:
                import_ids.append(import_id)
    return import_ids


class FileDraft:
    """A file on its way in: hashed and counted while it is written, removed when it is not retained."""

    def __init__(self, folder: Path, *, name: str, stored: str) -> None:
        self._name = name
        self._stored = stored
        self._digest = hashlib.sha256()
        self._size = 0
        path = folder / "files" / stored
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._file: BinaryIO = os.fdopen(descriptor, "wb")

    def write(self, block: bytes) -> None:
        """Append a block. Raises OSError when the disk is full."""
        self._digest.update(block)
        self._size += len(block)
        self._file.write(block)

    def finish(self) -> StagedFile:
        """Close the file and return its name, size and hash as a StagedFile."""
        self._file.close()
        return StagedFile(self._name, self._stored, self._size, self._digest.hexdigest())

    def close(self) -> None:
        """Close the file, complete or not."""
        with suppress(OSError):
            self._file.close()
