"""Parts of drives and files that must survive: read past the page cache, stored, and compared."""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass
from pathlib import Path

from tests.layouts.tables import MIB

BLOCK = 4096


@dataclass(frozen=True)
class Survivor:
    """Bytes somewhere, as they were."""

    words: str
    path: Path
    offset: int
    data: bytes
    is_file: bool

    def changed_bytes(self) -> int:
        """Return how many bytes lie in blocks that are not as they were; all where they cannot be read."""
        try:
            now = read_file(self.path) if self.is_file else read_device(self.path, self.offset, len(self.data))
        except OSError:
            return len(self.data)
        places = range(0, len(self.data), BLOCK)
        return sum(BLOCK for place in places if now[place : place + BLOCK] != self.data[place : place + BLOCK])


def of_device(words: str, path: Path, offset: int, size: int) -> Survivor:
    """Return a part of a device as it is now."""
    return Survivor(words, path, offset, read_device(path, offset, size), is_file=False)


def of_file(words: str, path: Path) -> Survivor:
    """Return a file as it is now."""
    return Survivor(words, path, 0, read_file(path), is_file=True)


def read_device(path: Path, offset: int, size: int) -> bytes:
    """Return bytes of a device past the page cache. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECT)
    try:
        data = b""
        with mmap.mmap(-1, MIB) as room:
            while len(data) < size:
                count = os.preadv(descriptor, [memoryview(room)[: min(MIB, size - len(data))]], offset + len(data))
                if count == 0:
                    raise OSError(f"{path} ended early")
                data += room[:count]
        return data
    finally:
        os.close(descriptor)


def read_file(path: Path) -> bytes:
    """Return a file as the device below it has it. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0)
    finally:
        os.close(descriptor)
