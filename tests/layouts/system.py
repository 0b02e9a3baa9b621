"""System calls of the machine under test: programs, mounts, partitions, processes in the background."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import mmap
import os
import signal
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
_BLKPG = 0x1269
_ADD, _REMOVE = 1, 2
_CLONE_NEWNS = 0x00020000
_MS_RDONLY, _MS_REC, _MS_PRIVATE = 1, 0x4000, 1 << 18
_MNT_DETACH = 2
_PR_SET_PDEATHSIG = 1
_SECONDS = 30.0


class Problem(Exception):
    """The machine did not do it, in its own words."""


def run(*argv: object) -> str:
    """Return what a program prints. Raises Problem."""
    words = [str(word) for word in argv]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Problem(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout.strip()


def can_run(*argv: object) -> bool:
    """Return True when a program is there and succeeds."""
    try:
        run(*argv)
    except (Problem, OSError, subprocess.TimeoutExpired):
        return False
    return True


def eventually(condition: Callable[[], bool], words: str) -> None:
    """Wait until something holds. Raises Problem."""
    deadline = time.monotonic() + _SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise Problem(f"not within {_SECONDS:g} s: {words}")
        time.sleep(0.02)


def write(path: Path, offset: int, data: bytes) -> None:
    """Write to a device or a file, and have it there."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.pwrite(descriptor, data, offset)
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)


def mount(device: Path, point: Path, kind: str, *, read_only: bool = False) -> None:
    """Mount a file system. Raises Problem."""
    flags = _MS_RDONLY if read_only else 0
    _call(LIBC.mount(bytes(device), bytes(point), kind.encode(), flags, None), f"mount {device}")


def unmount(point: Path, *, detach: bool = False) -> None:
    """Unmount a file system. Raises Problem."""
    if detach:
        _call(LIBC.umount2(bytes(point), _MNT_DETACH), f"umount --lazy {point}")
        return
    # A process that looks at it at this moment lets go soon.
    eventually(lambda: LIBC.umount2(bytes(point), 0) == 0, f"{point} is busy")


def leave_namespace() -> None:
    """Give this process a mount namespace of its own. Raises Problem."""
    _call(LIBC.unshare(_CLONE_NEWNS), "unshare")
    _call(LIBC.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None), "mount --make-rprivate /")


def add_partition(drive: Path, number: int, start: int, size: int) -> None:
    """Add a partition to the kernel's view; `start` and `size` are in bytes. Raises OSError."""
    _partition(drive, _ADD, number, start, size)


def remove_partition(drive: Path, number: int) -> None:
    """Remove a partition from the kernel's view; a missing one is no error. Raises Problem."""
    eventually(lambda: _is_removed(drive, number), f"partition {number} of {drive} is busy")


def background(action: Callable[[], object]) -> int:
    """Fork a process that runs `action` and then retains its result; return its process id. Raises Problem."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            # Without the session, nothing would end this process.
            LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            _result = action()
            os.write(writing, b"ready")
            while True:
                signal.pause()
        except BaseException as problem:
            os.write(writing, repr(problem).encode()[:500])
        os._exit(1)
    os.close(writing)
    answer = os.read(reading, 500)
    os.close(reading)
    if answer != b"ready":
        end(process)
        raise Problem(answer.decode() or "the process in the background ended")
    return process


def end(process: int) -> None:
    """Kill a process in the background and wait for its end."""
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def map_device(path: Path) -> object:
    """Map the first MiB of a device and close its descriptor."""
    descriptor = os.open(path, os.O_RDWR)
    view = mmap.mmap(descriptor, 1 << 20, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
    os.close(descriptor)
    # The module retains a copy of the descriptor.
    node = path.resolve()
    for link in list(Path("/proc/self/fd").iterdir()):
        with contextlib.suppress(OSError):
            if link.readlink() == node:
                os.close(int(link.name))
    return view


def register_ring(path: Path) -> int:
    """Register a device with a ring of io_uring and close its descriptor; return the ring's. Raises Problem."""
    ring = int(LIBC.syscall(425, 4, ctypes.create_string_buffer(120)))
    _call(ring, "io_uring_setup")
    device = os.open(path, os.O_RDWR)
    _call(LIBC.syscall(427, ring, 2, struct.pack("i", device), 1), "io_uring_register")
    os.close(device)
    return ring


def _is_removed(drive: Path, number: int) -> bool:
    if not any(Path("/sys/class/block", drive.name).glob(f"*{number}/partition")):
        return True
    try:
        _partition(drive, _REMOVE, number, 0, 0)
    except OSError as problem:
        return problem.errno == errno.ENXIO
    return True


def _partition(drive: Path, operation: int, number: int, start: int, size: int) -> None:
    names = struct.pack("qqi64s64s", start, size, number, b"", b"").ljust(152, b"\0")
    room = ctypes.create_string_buffer(names)
    argument = struct.pack("iiiP", operation, 0, 152, ctypes.addressof(room))
    descriptor = os.open(drive, os.O_RDONLY)
    try:
        fcntl.ioctl(descriptor, _BLKPG, argument)
    finally:
        os.close(descriptor)


def _call(status: int, words: str) -> None:
    if status < 0:
        raise Problem(f"{words}: {os.strerror(ctypes.get_errno())}")
