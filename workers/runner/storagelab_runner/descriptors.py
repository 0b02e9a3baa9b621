"""Processes that use a block device: descriptors, mappings, io_uring, character devices."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.layout import is_attempt_id
from storagelab_runner.places import THIS_SERVER, Places, list_names, read_line
from storagelab_runner.process_files import (
    MappedFiles,
    NotReadable,
    find_anonymous_device,
    iterate_mapped_devices,
    iterate_open_devices,
    iterate_registered_names,
)

_POLL_SECONDS = 0.05
_INIT = 1
_NONE: Mapping[str, str] = {}


class OpenUser(NamedTuple):
    """Process that uses a device; `attempt_id` is set where it works in the folder of an attempt of this runner.

    `means` names the way of use other than a descriptor of the block device: a mapping, io_uring, a character device.
    """

    pid: int
    command: str
    device_number: str
    attempt_id: str | None
    means: str | None = None

    def words(self) -> str:
        """Return the process as a phrase for messages, with its command, number and kind of use."""
        owner = "" if self.attempt_id is None else f", an orphan of attempt {self.attempt_id}"
        return f"{self.command} (process {self.pid}{owner}{'' if self.means is None else f', {self.means}'})"


class DescriptorScan(NamedTuple):
    """Users of a device; `unread` are the processes whose descriptors this account may not see.

    Process 1 is not among `unread`: some kernels hide the descriptors of init even from root.
    """

    users: tuple[OpenUser, ...]
    unread: tuple[int, ...]


def find_open_users(
    device_number: str,
    children: Collection[str] = (),
    *,
    besides: Collection[int] = (),
    places: Places = THIS_SERVER,
    characters: Mapping[str, str] = _NONE,
    names: Collection[str] = (),
) -> DescriptorScan:
    """Find the processes that use a device or one of its `children` (numbers as `major:minor`).

    `characters` maps the numbers of character devices that lead to the device to their names. `names` are the names
    under which io_uring shows the device. This process and the process ids in `besides` are left out.
    """
    wanted = {device_number: None, **dict.fromkeys(children)}
    wanted.update({f"c {number}": f"through /dev/{name}" for number, name in characters.items()})
    users: dict[OpenUser, None] = {}
    unread = []
    mapped: MappedFiles = {}
    anonymous = find_anonymous_device()
    for pid in _iterate_process_ids(places):
        if pid == os.getpid() or pid in besides:
            continue
        folder = places.proc / str(pid)
        try:
            uses = {number: wanted[number] for number in iterate_open_devices(folder) if number in wanted}
            for number in iterate_mapped_devices(folder, mapped):
                if number in wanted and number not in uses:
                    uses[number] = "mapped into its memory"
            for name in iterate_registered_names(folder, anonymous):
                if name in names:
                    uses.setdefault(device_number, f"registered with io_uring as {name}")
        except (PermissionError, NotReadable):
            if pid != _INIT:
                unread.append(pid)
            continue
        except OSError:
            continue
        for number, means in uses.items():
            command = read_line(folder / "comm") or "a process"
            users[OpenUser(pid, command, number, _attempt_of(folder), means)] = None
    return DescriptorScan(tuple(users), tuple(unread))


def wait_until_unused(
    device_number: str,
    children: Collection[str] = (),
    *,
    besides: Collection[int] = (),
    seconds: float = 5.0,
    characters: Mapping[str, str] = _NONE,
    names: Collection[str] = (),
) -> DescriptorScan:
    """Wait at most `seconds` until no process uses a device, and return the last scan.

    The arguments are as for `find_open_users`. Programs that read every drive briefly, such as those of udev, end
    within this time. Processes that not even root may inspect end too: a more privileged init is just starting them.
    """
    deadline = time.monotonic() + seconds
    while True:
        scan = find_open_users(device_number, children, besides=besides, characters=characters, names=names)
        is_complete = not scan.unread or os.geteuid() != 0
        if (not scan.users and is_complete) or time.monotonic() >= deadline:
            return scan
        time.sleep(_POLL_SECONDS)


def _iterate_process_ids(places: Places) -> Iterator[int]:
    return (int(name) for name in list_names(places.proc) if name.isdigit())


def _attempt_of(process: Path) -> str | None:
    """Return the id of the attempt in whose folder a process works, None for other processes.

    Engines and supervisors work in the folder of their attempt.
    """
    try:
        where = Path(os.readlink(process / "cwd"))
    except OSError:
        return None
    return next((part for part in where.parts if is_attempt_id(part)), None)
