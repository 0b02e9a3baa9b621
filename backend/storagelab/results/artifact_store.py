"""Store of raw files under the SHA-256 of their content, in a folder or any place fsspec writes to."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import IO

import fsspec

from storagelab.config import get_settings
from storagelab.engines.registry import ENGINES
from storagelab.errors import LabUnavailable

_BLOCK_BYTES = 1 << 20
_TEXT_ENDINGS = {"txt", "log", "html"}.union(
    *((engine.job_suffix, engine.stream.rpartition(".")[2]) for engine in ENGINES.values())
)


class ContentMismatch(LabUnavailable):
    """Content that does not have its announced SHA-256; nothing was stored."""

    code = "content_mismatch"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """Stored file: its key, size and hash."""

    key: str
    size_bytes: int
    sha256: str


class ArtifactStore:
    """Write-once files below one fsspec URL. Equal content is stored once, regardless of its source."""

    def __init__(self, url: str) -> None:
        self._files, self._root = fsspec.core.url_to_fs(url)

    def put(self, blocks: Iterable[bytes], *, expected_sha256: str | None = None) -> StoredFile:
        """Store the concatenated blocks. Raises ContentMismatch when their hash is not `expected_sha256`."""
        draft = f"{self._root}/drafts/{secrets.token_hex(16)}"
        self._files.makedirs(f"{self._root}/drafts", exist_ok=True)
        digest = hashlib.sha256()
        size = 0
        try:
            with self._files.open(draft, "wb") as file:
                for block in blocks:
                    digest.update(block)
                    size += len(block)
                    file.write(block)
            sha256 = digest.hexdigest()
            if expected_sha256 not in (None, sha256):
                raise ContentMismatch(f"A file arrived with unexpected content ({size} bytes).")
            return self._keep(draft, StoredFile(_build_key(sha256), size, sha256))
        finally:
            with contextlib.suppress(FileNotFoundError):
                self._files.rm_file(draft)

    def find(self, sha256: str) -> StoredFile | None:
        """Return the stored file with this SHA-256; None when it is not stored."""
        key = _build_key(sha256)
        try:
            size = int(self._files.size(self._path(key)))
        except FileNotFoundError:
            return None
        return StoredFile(key, size, sha256)

    def open(self, key: str) -> IO[bytes]:
        """Open the stored file with this key for reading.

        Raises FileNotFoundError.
        """
        file: IO[bytes] = self._files.open(self._path(key), "rb")
        return file

    def read_blocks(self, key: str) -> Iterator[bytes]:
        """Yield the content of the stored file with this key in blocks.

        Raises FileNotFoundError.
        """
        with self.open(key) as file:
            while block := file.read(_BLOCK_BYTES):
                yield block

    def _keep(self, draft: str, stored: StoredFile) -> StoredFile:
        path = self._path(stored.key)
        if not self._files.exists(path):
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            # Two that bring the same content at once write the same bytes: whichever comes last changes nothing.
            self._files.mv(draft, path)
        return stored

    def _path(self, key: str) -> str:
        return f"{self._root}/{key}"


@lru_cache(maxsize=4)
def _store_at(url: str) -> ArtifactStore:
    return ArtifactStore(url)


def get_artifact_store(url: str | None = None) -> ArtifactStore:
    """Return the artifact store at `url`, or the store of this installation."""
    return _store_at(url or get_settings().artifact_url)


def _build_key(sha256: str) -> str:
    return f"sha256/{sha256[:2]}/{sha256}"


def find_media_type(name: str) -> str:
    """Return the media type to serve a raw file with; never one that a browser would run."""
    ending = name.rpartition(".")[2]
    if ending == "json":
        return "application/json"
    return "text/plain; charset=utf-8" if ending in _TEXT_ENDINGS else "application/octet-stream"
