"""Drawn charts on disk: a bounded folder of compressed SVG that all API processes share.

The folder is outside everything frozen.
"""

from __future__ import annotations

import gzip
import os
import secrets
import threading
from contextlib import suppress
from pathlib import Path

MAX_BYTES = 256 << 20
#: The folder is looked over after so much was added by this process, and then shrunk to this share of the most.
LOOK_EVERY_BYTES = 8 << 20
SHRINK_TO_FRACTION = 0.75
LEVEL = 6


class PictureStore:
    """Pictures by key (hexadecimal). Losing the folder loses nothing but time."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        # The first one added looks, so that many short-lived processes do not fill the disk together.
        self._added_bytes = LOOK_EVERY_BYTES

    def get(self, key: str) -> bytes | None:
        """Return the stored picture of a key as gzip, or None when it has not been drawn yet."""
        path = self._path(key)
        try:
            content = path.read_bytes()
            # The entry that was used last is evicted last.
            os.utime(path)
        except OSError:
            return None
        return content

    def put(self, key: str, svg: str) -> bytes:
        """Store an SVG picture under a key, and return it as gzip."""
        content = gzip.compress(svg.encode(), LEVEL, mtime=0)
        self.keep(key, content)
        return content

    def keep(self, key: str, content: bytes) -> None:
        """Store the compressed picture `content` under a key. A full disk is no error."""
        path = self._path(key)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(content)
            # Another process may have drawn the same: both have the same bytes.
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink()
        self._count(len(content))

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.svg.gz"

    def _count(self, added: int) -> None:
        with self._lock:
            self._added_bytes += added
            if self._added_bytes < min(LOOK_EVERY_BYTES, self._max_bytes // 4):
                return
            self._added_bytes = 0
        self._shrink()

    def _shrink(self) -> None:
        """Remove the pictures that were not used for longest, until the store is below its limit."""
        files = []
        for path in self._folder.glob("*/*"):
            with suppress(OSError):
                files.append((path.stat(), path))
        left = sum(stat.st_size for stat, _ in files)
        if left <= self._max_bytes:
            return
        for stat, path in sorted(files, key=lambda item: item[0].st_mtime_ns):
            if left <= self._max_bytes * SHRINK_TO_FRACTION:
                break
            with suppress(OSError):
                path.unlink()
            left -= stat.st_size
