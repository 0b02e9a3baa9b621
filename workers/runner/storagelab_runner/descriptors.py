"""Who has a block device open: a look into the descriptors of every process."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.block_devices import number_of
from storagelab_runner.layout import is_attempt_id
from storagelab_runner.places import THIS_SERVER, Places, line_of, names_in

_POLL_SECONDS = 0.05
_INIT = 1


class OpenUser(NamedTuple):
    """A process that has a device open; `attempt_id` where it works in the folder of an attempt of this runner."""

    pid: int
    command: str
    device_number: str
    attempt_id: str | None

    def words(self) -> str:
        """The process as a sentence names it."""
        owner = "" if self.attempt_id is None else f", an orphan of attempt {self.attempt_id}"
        return f"{self.command} (process {self.pid}{owner})"


class Scan(NamedTuple):
    """What was found; `unread` are the processes whose descriptors this account may not see.

    Process 1 is not among them: some kernels hide the descriptors of init even from root.
    """

    users: tuple[OpenUser, ...]
    unread: tuple[int, ...]


def who_has_open(
    device_number: str, children: Collection[str] = (), *, besides: Collection[int] = (), places: Places = THIS_SERVER
) -> Scan:
    """The processes that have a device or one of its `children` open, numbers as `major:minor`.

    This process and those in `besides` are left out.
    """
    wanted = {device_number, *children}
    users: dict[tuple[int, str], OpenUser] = {}
    unread = []
    for pid in _processes(places):
        if pid == os.getpid() or pid in besides:
            continue
        try:
            numbers = set(_open_numbers(places.proc / str(pid) / "fd"))
        except PermissionError:
            if pid != _INIT:
                unread.append(pid)
            continue
        except OSError:
            continue
        for number in numbers & wanted:
            folder = places.proc / str(pid)
            users[pid, number] = OpenUser(pid, line_of(folder / "comm") or "a process", number, _attempt_of(folder))
    return Scan(tuple(users.values()), tuple(unread))


def wait_until_unused(
    device_number: str, children: Collection[str] = (), *, besides: Collection[int] = (), seconds: float = 5.0
) -> Scan:
    """The last look: nobody as soon as nobody is left, else who still has it open after that time.

    Programs that only glance at every drive, such as udev's, are gone within it. So are processes that not even root
    may look into: those that a more privileged init is just starting.
    """
    deadline = time.monotonic() + seconds
    while True:
        scan = who_has_open(device_number, children, besides=besides)
        is_told = not scan.unread or os.geteuid() != 0
        if (not scan.users and is_told) or time.monotonic() >= deadline:
            return scan
        time.sleep(_POLL_SECONDS)


def _processes(places: Places) -> Iterator[int]:
    return (int(name) for name in names_in(places.proc) if name.isdigit())


def _open_numbers(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                facts = entry.stat()
                if stat.S_ISBLK(facts.st_mode):
                    yield number_of(facts.st_rdev)


def _attempt_of(process: Path) -> str | None:
    """The attempt in whose folder a process works, as engines and supervisors do."""
    try:
        where = Path(os.readlink(process / "cwd"))
    except OSError:
        return None
    return next((part for part in where.parts if is_attempt_id(part)), None)
