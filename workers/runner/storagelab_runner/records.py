"""Small JSON records, complete or absent even after a power cut, and locks that end with their holder."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import itertools
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_LOCK_POLL_SECONDS = 0.005
_READ_BYTES = 1 << 20
_temporary_numbers = itertools.count()


def encode_canonical(value: Any) -> bytes:
    """Return the canonical spelling of a JSON value: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def write_record(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON record, replacing the whole file at once; it is durable when this returns."""
    with _temporary(path, value) as temporary:
        temporary.replace(path)
    sync_folder(path.parent)


def create_once(path: Path, value: Mapping[str, Any]) -> bool:
    """Create a JSON record and return True; return False without a change when it exists.

    Of several callers exactly one wins.
    """
    with _temporary(path, value) as temporary:
        try:
            os.link(temporary, path)
        except FileExistsError:
            return False
    sync_folder(path.parent)
    return True


def read_record(path: Path) -> dict[str, Any] | None:
    """Read the record, None when it does not exist."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    record: dict[str, Any] = json.loads(content)
    return record


def compute_durable_sha256(path: Path) -> tuple[int, str]:
    """Return the size in bytes and SHA-256 of a file whose content is on disk when this returns."""
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as file:
        os.fsync(file.fileno())
        for block in iter(lambda: file.read(_READ_BYTES), b""):
            digest.update(block)
            size += len(block)
    return size, digest.hexdigest()


def try_lock(path: Path) -> int | None:
    """Return an open descriptor that holds the lock file, None when another process holds it.

    Closing every copy of the descriptor releases the lock.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        os.close(descriptor)
        if problem.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return None
        raise
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def wait_for_lock(path: Path, seconds: float) -> int | None:
    """Take the lock on a file within `seconds`; return its descriptor, or None as `try_lock` does."""
    deadline = time.monotonic() + seconds
    while True:
        descriptor = try_lock(path)
        if descriptor is not None or time.monotonic() >= deadline:
            return descriptor
        time.sleep(_LOCK_POLL_SECONDS)


@contextlib.contextmanager
def locked(path: Path, seconds: float) -> Iterator[bool]:
    """Hold the lock on a file during the block; yield False when it was not free within `seconds`."""
    descriptor = wait_for_lock(path, seconds)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            # A child that was just forked may still hold a copy: unlocking ends the lock for all of them.
            fcntl.flock(descriptor, fcntl.LOCK_UN)
            os.close(descriptor)


@contextlib.contextmanager
def _temporary(path: Path, value: Mapping[str, Any]) -> Iterator[Path]:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{next(_temporary_numbers)}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(encode_canonical(value))
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()


def sync_folder(folder: Path) -> None:
    """Flush a folder to disk, so that the names of its files survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
