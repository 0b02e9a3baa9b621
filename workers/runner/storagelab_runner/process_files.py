"""Devices in use by one process: descriptors, mappings, files registered with io_uring."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import re
import select
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Dict, Tuple

from storagelab_runner.block_devices import format_device_number

#: kcmp(2) by machine; elsewhere the descriptors of every thread are read.
_KCMP_CALLS = {"x86_64": 312, "aarch64": 272, "riscv64": 272, "ppc64le": 354, "s390x": 343}
_KCMP_FILES = 2
#: "UserFiles:" and the number of files, then one line for each: its index and its name.
_REGISTERED = re.compile(r"^ *\d+: (?P<name>\S+)", re.MULTILINE)
_USER_FILES = re.compile(r"^UserFiles:\s*(?P<count>\d+)", re.MULTILINE)

#: What a mapped file is, by device and inode of its file: the number of a block device, None for anything else.
MappedFiles = Dict[Tuple[str, str], "str | None"]


class NotReadable(Exception):
    """The devices that a process uses cannot be read."""


def iterate_open_devices(process: Path) -> Iterator[str]:
    """Yield the device numbers behind all open descriptors of a process.

    Block devices have the form `major:minor`, character devices `c major:minor`. Threads with descriptors of their own
    are included. `process` is the folder in /proc. Raises PermissionError.
    """
    yield from _iterate_devices(process / "fd")
    for thread in _iterate_separate_threads(process):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            yield from _iterate_devices(thread / "fd")


def iterate_mapped_devices(process: Path, cache: MappedFiles) -> Iterator[str]:
    """Yield the block devices that a process has mapped, as `major:minor`.

    A mapping counts whatever became of its descriptor. `cache` stores the device of each file across processes. Raises
    PermissionError.
    """
    for line in _read_maps(process):
        fields = line.split(None, 5)
        if len(fields) < 6 or fields[4] == "0":
            continue
        key = (fields[3], fields[4])
        if key not in cache:
            cache[key] = _find_mapped_device(process, fields[0], fields[5])
        number = cache[key]
        if number is not None:
            yield number


def iterate_registered_names(process: Path, anonymous: int | None) -> Iterator[str]:
    """Yield the names of files that a process has registered with io_uring and may have closed since.

    `anonymous` is the file system of such descriptors. Raises NotReadable while the kernel does not show them.
    """
    for descriptor in _iterate_anonymous_descriptors(process / "fd", anonymous):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if "io_uring" not in os.readlink(process / "fd" / descriptor):
                continue
            text = (process / "fdinfo" / descriptor).read_text("utf-8", "replace")
            listing = _USER_FILES.search(text)
            if listing is None:
                raise NotReadable(f"the files of io_uring of process {process.name} cannot be seen")
            lines = text[listing.end() :].lstrip("\n").splitlines()[: int(listing["count"])]
            names = (_REGISTERED.match(line) for line in lines)
            yield from (Path(match["name"]).name for match in names if match is not None)


def find_anonymous_device() -> int | None:
    """Return the device number of the file system that descriptors without a file lie on."""
    with contextlib.suppress(OSError, AttributeError):
        poll = select.epoll()
        try:
            return os.fstat(poll.fileno()).st_dev
        finally:
            poll.close()
    return None


def _iterate_devices(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                facts = entry.stat()
                if stat.S_ISBLK(facts.st_mode):
                    yield format_device_number(facts.st_rdev)
                elif stat.S_ISCHR(facts.st_mode):
                    yield f"c {format_device_number(facts.st_rdev)}"


def _iterate_anonymous_descriptors(folder: Path, anonymous: int | None) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                if anonymous is None or entry.stat().st_dev == anonymous:
                    yield entry.name


def _iterate_separate_threads(process: Path) -> Iterator[Path]:
    """Yield the /proc folders of threads that do not share the descriptors of their process."""
    leader = int(process.name)
    try:
        threads = [thread.name for thread in (process / "task").iterdir()]
    except OSError:
        return
    for name in threads:
        if int(name) != leader and not _has_shared_files(leader, int(name)):
            yield process / "task" / name


def _has_shared_files(leader: int, thread: int) -> bool:
    """Return whether two threads share their descriptors; False where the kernel does not report it."""
    call = _KCMP_CALLS.get(platform.machine())
    if call is None:
        return False
    return bool(ctypes.CDLL(None).syscall(call, leader, thread, _KCMP_FILES, 0, 0) == 0)


def _read_maps(process: Path) -> list[str]:
    """Return the lines of /proc maps of a process; of all its threads where the first one has ended."""
    lines = (process / "maps").read_text("utf-8", "replace").splitlines()
    if not lines:
        for thread in (process / "task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                lines += (thread / "maps").read_text("utf-8", "replace").splitlines()
    return lines


def _find_mapped_device(process: Path, span: str, name: str) -> str | None:
    """Return the number of the block device behind a mapping, None for another file. Raises PermissionError."""
    try:
        facts = (process / "map_files" / span).stat()
    except OSError as problem:
        if isinstance(problem, PermissionError) and name.startswith("/dev/"):
            # Without the right to follow the link, only a name outside /dev shows that it is no device.
            raise
        try:
            facts = Path(name).stat()
        except OSError:
            return None
    return format_device_number(facts.st_rdev) if stat.S_ISBLK(facts.st_mode) else None
