"""File tool: creates, reads or copies sets of real files and measures the time it takes.

It is a process of its own like any engine, works in the folder of its phase, and writes a cumulative line of status
each second. A file counts as written when it is written, flushed to the device and closed. Before files are read or
copied they are made, flushed and their own pages dropped from the cache; no other cache is touched. Copies go through
the tool by read and write: `copy_file_range` could let the file system copy nothing at all.
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from storagelab_runner import file_set_place
from storagelab_runner.engines.file_set_job import CREATE, READ, FileSetJob, parse_job
from storagelab_runner.errors import Refusal
from storagelab_runner.failure import EXIT_INTERRUPTED
from storagelab_runner.file_set_place import COPY, SET, FileSetFolder, create_folder, file_name

JOB_FILE, STATUS_FILE = "job.files", "status.jsonl"
FORMAT = 1
EXIT_FAILED = 1
#: The disk must not run full because of a test.
HEADROOM_BYTES = 64 << 20
_NS_PER_S = 1_000_000_000
_DATA_BYTES = 8 << 20
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_OLD_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC


class FileSetProgress:
    """Work since the first file was begun, with the times of whole files, as lines of a growing file."""

    def __init__(self, status: int, direction: str, interval_ns: int, started_ns: int) -> None:
        self._status = status
        self._direction = direction
        self._interval_ns = interval_ns
        self._started_ns = started_ns
        self._begun_ns = self._reported_ns = time.monotonic_ns()
        self._files = self._bytes = 0
        self._mean = self._squares = self._longest = 0.0
        self._shortest = math.inf

    def moved(self, count: int) -> None:
        """Add `count` bytes that were read, written or copied, and report when the interval has passed."""
        self._bytes += count
        now = time.monotonic_ns()
        if now - self._reported_ns >= self._interval_ns:
            self._report(now, ended=False)

    def file_done(self, took_ns: int) -> None:
        """Add one finished file, which took `took_ns` ns."""
        self._files += 1
        away = took_ns - self._mean
        self._mean += away / self._files
        self._squares += away * (took_ns - self._mean)
        self._shortest, self._longest = min(self._shortest, took_ns), max(self._longest, took_ns)

    def end(self) -> None:
        """Report that all files are done."""
        self._report(time.monotonic_ns(), ended=True)

    def _report(self, now_ns: int, *, ended: bool) -> None:
        self._reported_ns = now_ns
        line: dict[str, Any] = {
            "storagelab_files": FORMAT,
            "since_start_ns": now_ns - self._started_ns,
            "elapsed_ns": now_ns - self._begun_ns,
            "direction": self._direction,
            "files": self._files,
            "bytes": self._bytes,
            "ended": ended,
        }
        if self._files:
            deviation = math.sqrt(self._squares / (self._files - 1)) if self._files > 1 else 0.0
            line.update(mean=self._mean, stddev=deviation, min=self._shortest, max=self._longest)
        _write_all(self._status, json.dumps(line).encode("ascii") + b"\n")


class Content:
    """Data that cannot be compressed, the same for the same seed; every call begins elsewhere in it."""

    def __init__(self, seed: int, request_bytes: int) -> None:
        self._data = memoryview(hashlib.shake_256(b"%d" % seed).digest(_DATA_BYTES + request_bytes))
        self._place = 0

    def next(self, count: int) -> memoryview:
        """Return the next `count` bytes of content; `count` is at most the size of one request."""
        # A step that shares no factor with the length meets every beginning before one comes again.
        self._place = (self._place + 4_999_999) % _DATA_BYTES
        return self._data[self._place : self._place + count]


def play(folder: Path, interval_seconds: int) -> int:
    """Run the file-set job in the folder of a phase, with a status every `interval_seconds`.

    Return the exit status: 0, 1 with a sentence, or 128 after a signal to end.
    """
    # The parent process may have set these signals to be ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        job = parse_job((folder / JOB_FILE).read_text("ascii"))
        _play(job, folder, interval_seconds * _NS_PER_S)
    except KeyboardInterrupt:
        sys.stderr.write("The file tool was stopped.\n")
        return EXIT_INTERRUPTED
    except (Refusal, EOFError) as wrong:
        sys.stderr.write(f"{wrong}\n")
        return EXIT_FAILED
    except OSError as problem:
        sys.stderr.write(f"{problem.strerror or problem}\n")
        return EXIT_FAILED
    return 0


def _play(job: FileSetJob, folder: Path, interval_ns: int) -> None:
    started_ns = time.monotonic_ns()
    try:
        place, root = file_set_place.create(job.target, folder)
        _check_space(place, job.space_bytes, 2 * len(job.sizes()))
        copy_root = root if job.copy_to is None else _open_second_root(job, job.copy_to, folder, place)
        status = os.open(folder / STATUS_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        files = create_folder(SET, root)
        content, sizes = Content(job.seed, job.request_bytes), job.sizes()
        if job.operation != CREATE:
            _create(files, sizes, content, job.request_bytes, None)
        copies = files if job.operation in (CREATE, READ) else create_folder(COPY, copy_root)
        progress = FileSetProgress(status, "read" if job.operation == READ else "write", interval_ns, started_ns)
        if job.operation == CREATE:
            _create(files, sizes, content, job.request_bytes, progress)
        elif job.operation == READ:
            _read(files, sizes, job.request_bytes, progress)
        else:
            _copy(files, copies, sizes, job.request_bytes, progress)
        progress.end()
    finally:
        # A request to end at this point is fulfilled anyway, with nothing left behind.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        file_set_place.remove_recorded(folder)


def _open_second_root(job: FileSetJob, copy_to: str, folder: Path, first: FileSetFolder) -> int:
    """Create the folder at the copy target and return its open descriptor.

    Raises Refusal where the folder is not on another file system than `first`, or lacks space.
    """
    place, root = file_set_place.create(copy_to, folder, second=True)
    if place.device == first.device:
        raise Refusal(
            "refused",
            f"{place.path} is on the same file system as {first.path}: nothing would be copied to another one.",
        )
    _check_space(place, job.set_bytes, len(job.sizes()))
    return root


def _check_space(place: FileSetFolder, needed_bytes: int, more_files: int) -> None:
    facts = os.statvfs(place.path)
    free, needed = facts.f_bavail * facts.f_frsize, needed_bytes + HEADROOM_BYTES
    if free < needed:
        raise Refusal("disk_full", f"{place.path} has {free} bytes free, and {needed} are needed.")
    if facts.f_files and facts.f_favail < more_files:
        raise Refusal("disk_full", f"{place.path} has room for {facts.f_favail} more files only.")


def _create(
    folder: int, sizes: list[int], content: Content, request_bytes: int, progress: FileSetProgress | None
) -> None:
    """Write every file of a set; count it in `progress` when the writing is measured.

    Without `progress` the files are for a later read and must not remain in the cache.
    """
    for number, size in enumerate(sizes):
        begun = time.monotonic_ns()
        descriptor = os.open(file_name(number), _NEW_FILE, 0o600, dir_fd=folder)
        try:
            for count in _request_sizes(size, request_bytes):
                _write_all(descriptor, content.next(count))
                if progress is not None:
                    progress.moved(count)
            os.fsync(descriptor)
            _require_size(descriptor, number, size)
            if progress is None:
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)
        if progress is not None:
            progress.file_done(time.monotonic_ns() - begun)
    os.fsync(folder)


def _read(folder: int, sizes: list[int], request_bytes: int, progress: FileSetProgress) -> None:
    for number, size in enumerate(sizes):
        begun = time.monotonic_ns()
        descriptor = os.open(file_name(number), _OLD_FILE, dir_fd=folder)
        try:
            _read_whole_file(descriptor, number, size, request_bytes, progress, lambda _: None)
        finally:
            os.close(descriptor)
        progress.file_done(time.monotonic_ns() - begun)


def _copy(folder: int, copies: int, sizes: list[int], request_bytes: int, progress: FileSetProgress) -> None:
    for number, size in enumerate(sizes):
        begun = time.monotonic_ns()
        source = os.open(file_name(number), _OLD_FILE, dir_fd=folder)
        try:
            copy = os.open(file_name(number), _NEW_FILE, 0o600, dir_fd=copies)
            try:
                _copy_one(source, copy, number, size, request_bytes, progress)
            finally:
                os.close(copy)
        finally:
            os.close(source)
        progress.file_done(time.monotonic_ns() - begun)
    os.fsync(copies)


def _copy_one(source: int, copy: int, number: int, size: int, request_bytes: int, progress: FileSetProgress) -> None:
    _read_whole_file(source, number, size, request_bytes, progress, lambda data: _write_all(copy, data))
    os.fsync(copy)
    _require_size(copy, number, size)


def _read_whole_file(
    descriptor: int,
    number: int,
    size: int,
    request_bytes: int,
    progress: FileSetProgress,
    use: Callable[[memoryview], None],
) -> None:
    """Read a file to its end and pass its data to `use`. Raises EOFError when its size is not `size`."""
    buffer = memoryview(bytearray(request_bytes))
    done = 0
    while True:
        count = os.readv(descriptor, [buffer])
        if not count:
            break
        use(buffer[:count])
        done += count
        progress.moved(count)
    if done != size:
        raise EOFError(f"File {number} was given {size} bytes and has {done}.")


def _request_sizes(size: int, request_bytes: int) -> list[int]:
    """Return the sizes in bytes of the requests that read or write a file of `size` bytes from begin to end."""
    whole, rest = divmod(size, request_bytes)
    return [request_bytes] * whole + ([rest] if rest else [])


def _require_size(descriptor: int, number: int, size: int) -> None:
    actual = os.fstat(descriptor).st_size
    if actual != size:
        raise EOFError(f"File {number} was given {size} bytes and has {actual}.")


def _write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Write all bytes of `data`, although one system call may write fewer."""
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[written:]
