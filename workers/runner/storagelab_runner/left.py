"""How tests left the drives they wrote to, so that the next one knows that nobody else used them since."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

from storagelab_runner.identity import boot_id
from storagelab_runner.interlocks.facts import Ends, Left
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import read_record, write_record

END_BYTES = 1 << 20
_BLANKS = (b"\0", b"\xff")


def start_of_use(state: StateFolder, serial: str, attempt_id: str) -> None:
    """Record that a test is about to write. How the drive was left before stays known until it ends."""
    before = read_record(_record(state, serial)) or {}
    record = {
        "serial": serial,
        "attempt_id": attempt_id,
        "in_use": True,
        "boot_id": boot_id(),
        "first_sha256": before.get("first_sha256"),
        "last_sha256": before.get("last_sha256"),
    }
    write_record(_record(state, serial), record)


def end_of_use(state: StateFolder, serial: str, attempt_id: str, descriptor: int) -> None:
    """Record how the drive is left. Raises OSError when it cannot be read any more."""
    ends = read_ends(descriptor)
    record = {
        "serial": serial,
        "attempt_id": attempt_id,
        "in_use": False,
        "boot_id": boot_id(),
        "first_sha256": ends.first_sha256,
        "last_sha256": ends.last_sha256,
    }
    write_record(_record(state, serial), record)


def how_left(state: StateFolder, serial: str) -> Left | None:
    """What the last test recorded of a drive, None when there was none."""
    record = read_record(_record(state, serial))
    if record is None or record.get("serial") != serial:
        return None
    return Left(record["attempt_id"], record["in_use"], record.get("first_sha256"), record.get("last_sha256"))


def read_ends(descriptor: int) -> Ends:
    """The first and the last MiB of an open device. Raises OSError."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size == 0:
        # A drive that was pulled out answers so; nothing read from it must never count as blank.
        raise OSError(errno.ENODEV, "the drive is gone")
    length = min(END_BYTES, size)
    first, last = _read(descriptor, 0, length), _read(descriptor, size - length, length)
    is_blank = any(set(first) | set(last) <= set(byte) for byte in _BLANKS)
    return Ends(hashlib.sha256(first).hexdigest(), hashlib.sha256(last).hexdigest(), is_blank)


def _read(descriptor: int, offset: int, length: int) -> bytes:
    # What the engine wrote went past the page cache, which may still hold what was there before.
    os.posix_fadvise(descriptor, offset, length, os.POSIX_FADV_DONTNEED)
    data = b""
    while len(data) < length:
        block = os.pread(descriptor, length - len(data), offset + len(data))
        if not block:
            raise OSError(5, "the drive ended early")
        data += block
    return data


def _record(state: StateFolder, serial: str) -> Path:
    return state.left / f"{hashlib.sha256(serial.encode('utf-8')).hexdigest()[:32]}.json"
