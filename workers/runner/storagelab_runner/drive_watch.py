"""Drive checks while phases run: presence, capacity, identity and kernel errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from storagelab_runner.block_tree import read_node, read_tree
from storagelab_runner.failure import RunnerFailure, build_missing_failure
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.kernel_log import KernelLog, find_errors, list_kernel_names
from storagelab_runner.layers import Ground
from storagelab_runner.places import THIS_SERVER, Places, read_line, read_number

_SECTOR_BYTES = 512
_MAX_LINES = 20


class WatchedDrive(NamedTuple):
    """Drive as it was before the first phase.

    `name` is its name for people. `serials` are those that it has to retain. `size_bytes` is None for one below a file
    system, which may grow, and 0 for one that was missing already. `sequence` is the number that the kernel assigned to
    this appearance of it, None where the kernel counts none.
    """

    name: str
    number: str
    serials: frozenset[str]
    size_bytes: int | None
    sequence: int | None
    kernel_names: frozenset[str]


class DriveObservation(NamedTuple):
    """Drive at one moment; `size_bytes` is 0 where it is missing."""

    size_bytes: int
    sequence: int | None


def list_held_drives(devices: Iterable[HeldDevice], places: Places = THIS_SERVER) -> list[WatchedDrive]:
    """Return the present identity of each held device, for comparison by later looks."""
    tree = read_tree(places)
    nodes = {node.number: node for node in tree.values()}
    drives = []
    for device in devices:
        number, node = device.device_number, nodes.get(device.device_number)
        # A serial number that the kernel does not show now cannot be looked for later.
        serials = frozenset(serial for serial in node.serials if serial == device.serial) if node else frozenset()
        sight = see(number, places)
        names = list_kernel_names(number, tree)
        drives.append(WatchedDrive(device.stable_id, number, serials, sight.size_bytes, sight.sequence, names))
    return drives


def list_ground_drives(grounds: Iterable[Ground], places: Places = THIS_SERVER) -> list[WatchedDrive]:
    """Return the present identity of the block devices on which files lie.

    The block devices of pools and of other servers are unknown and left out.
    """
    tree = read_tree(places)
    drives = []
    for ground in grounds:
        number = None if ground.folder is None else read_line(ground.folder / "dev")
        if number is not None:
            sequence, names = see(number, places).sequence, list_kernel_names(number, tree)
            drives.append(WatchedDrive(f"below {ground.device}", number, frozenset(), None, sequence, names))
    return drives


def see(number: str, places: Places = THIS_SERVER) -> DriveObservation:
    """Return the capacity and sequence number that the kernel now has for a device (`major:minor`).

    The kernel removes a drive that is pulled, or sets its capacity to 0.
    """
    folder = places.sys / "dev" / "block" / number
    size_bytes = (read_number(folder / "size") or 0) * _SECTOR_BYTES
    disk = folder.resolve().parent if (folder / "partition").exists() else folder
    return DriveObservation(size_bytes, read_number(disk / "diskseq"))


def list_device_serials(number: str, places: Places = THIS_SERVER) -> tuple[str, ...]:
    """Return all serial numbers that identify a device (`major:minor`); empty when it is absent."""
    node = read_node(number, places)
    return () if node is None else node.serials


class DriveWatch:
    """Record of all changes of the drives since it began, also of a drive that has come back.

    `log_problem` states why nothing is known of the kernel's log; None where it can be read.
    """

    def __init__(self, drives: Sequence[WatchedDrive], places: Places = THIS_SERVER) -> None:
        self._drives = drives
        self._places = places
        self._log = KernelLog(places)
        self._missing: dict[str, None] = {}
        self._changed: list[str] = []
        self.errors: list[str] = []

    @property
    def log_problem(self) -> str | None:
        """Return the system's reason why the kernel log cannot be read; None when it can."""
        return self._log.problem if self._drives else None

    def begins(self) -> None:
        """Begin a phase: clear the errors and skip earlier entries of the kernel log."""
        self._log.skip()
        self.errors = []

    def look(self) -> None:
        """Look at every drive and read on in the log; cheap enough for every second."""
        for drive in self._drives:
            self._compare(drive, see(drive.number, self._places))
        records = self._log.read_new_records()
        for drive in self._drives if records else ():
            self.errors += find_errors(records, drive.kernel_names)
        self.errors = list(dict.fromkeys(self.errors))[:_MAX_LINES]

    def failure(self, place: str) -> RunnerFailure | None:
        """Check the drives again, with their serial numbers; return the first fault, None without one.

        `place` states the time for the message, as `during phase 1`.
        """
        missing = self.find_missing_failure(place)
        if missing is not None:
            return missing
        changed = [
            *self._changed,
            *(sentence for drive in self._drives for sentence in self._list_serial_faults(drive)),
        ]
        if changed:
            return RunnerFailure("infrastructure", f"{changed[0]} {place}.")
        if self.errors:
            words = "an error" if len(self.errors) == 1 else "errors"
            first = self.errors[0].rstrip(".")
            return RunnerFailure("infrastructure", f"The kernel reported {words} of the drive {place}: {first}.")
        return None

    def find_missing_failure(self, place: str) -> RunnerFailure | None:
        """Check the drives again; return a failure that names drives missing now or earlier, else None.

        `place` states the time for the message, as `during phase 1`.
        """
        self.look()
        return build_missing_failure(list(self._missing), place) if self._missing else None

    def _compare(self, drive: WatchedDrive, sight: DriveObservation) -> None:
        if not sight.size_bytes:
            self._missing[drive.name] = None
        elif drive.sequence is not None and sight.sequence != drive.sequence:
            # It was away and is there again, which may have taken less than a second.
            self._missing[drive.name] = None
        elif drive.size_bytes is not None and sight.size_bytes != drive.size_bytes and not self._changed:
            self._changed.append(
                f"The capacity of the drive {drive.name} changed from {drive.size_bytes} to {sight.size_bytes} bytes"
            )

    def _list_serial_faults(self, drive: WatchedDrive) -> list[str]:
        if drive.serials and not drive.serials & set(list_device_serials(drive.number, self._places)):
            return [f"The drive {drive.name} no longer has its serial number {', '.join(sorted(drive.serials))}"]
        return []
