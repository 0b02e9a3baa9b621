"""Bytes that the preparation writes to each drive: fills, arrays, rebuilds, file systems. Pure.

Commands by which a drive erases itself send it no data, and rated endurance counts the data sent. Members of arrays are
counted in bytes on the member, in the worst case. A resynchronisation of a clean array writes less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.units import GIB, MIB
from storagelab.planning.capacity import Capacity

_Operation = Mapping[str, Any]

#: ext4 writes all its inode tables here, 256 B for every 16 KiB (for every 4 KiB below 512 MiB), and its journal.
_EXT4_TABLES, _EXT4_SMALL_TABLES, _EXT4_SMALL_BYTES = 1 / 64, 1 / 16, 512 * MIB
_EXT4_JOURNAL, _EXT4_MAX_JOURNAL_BYTES = 1 / 32, GIB
#: xfs writes its log; everything else is written when it is needed.
_XFS_LOG, _XFS_MIN_LOG_BYTES, _XFS_MAX_LOG_BYTES = 1 / 1024, 64 * MIB, 2 * GIB
#: Superblocks, descriptors and maps of either.
_TABLES = 1 / 1024


@dataclass(frozen=True, slots=True)
class Amount:
    """Bytes written: the known ones, whether they are all, and the maximum; None where it is unknown."""

    known_bytes: int
    max_bytes: int | None
    is_all: bool = True

    def __add__(self, other: Amount) -> Amount:
        maximum = None if self.max_bytes is None or other.max_bytes is None else self.max_bytes + other.max_bytes
        return Amount(self.known_bytes + other.known_bytes, maximum, self.is_all and other.is_all)

    def times(self, typical: float, maximum: float) -> Amount:
        """Return the amount with its known bytes multiplied by `typical` and its maximum by `maximum`."""
        return Amount(
            round(self.known_bytes * typical),
            None if self.max_bytes is None else round(self.max_bytes * maximum),
            self.is_all,
        )


NOTHING = Amount(0, 0)
UNKNOWN = Amount(0, None, is_all=False)


@dataclass(frozen=True, slots=True)
class PreparedDrive:
    """A drive that a preparation works on.

    `names` are its stable ids and its serial; `position` is its place among the `drives` of the job, None for a drive
    below an array that is there already. `share` is what reaches it of a byte that is written to the target, None where
    that is not known.
    """

    names: frozenset[str]
    position: int | None
    drives: int
    size_bytes: int | None
    share: float | None

    @property
    def whole(self) -> Amount:
        """Return the amount for writing the whole drive once."""
        return UNKNOWN if self.size_bytes is None else Amount(self.size_bytes, self.size_bytes)

    @property
    def perhaps_whole(self) -> Amount:
        """Return the bytes that a step writes if it may write the whole drive or nothing: 0 to the size, unknown."""
        return Amount(0, self.size_bytes, is_all=False)


def compute_written_bytes(drive: PreparedDrive, operations: Sequence[_Operation], *, target_bytes: int) -> Amount:
    """Return the bytes that all preparation operations together write to one drive.

    `target_bytes` is the size of the target on which a file system is made.
    """
    total, spares, usable_share = NOTHING, 0, 1.0
    for operation in operations:
        kind = operation["kind"]
        if kind == "mdadm_create":
            spares = operation["spares"]
        if kind == "mdadm_fail":
            total += _compute_spare_writes(drive, spares)
        elif kind == "make_file_system":
            total += _file_system(operation, drive, target_bytes)
        elif kind == "fill":
            total += drive.whole.times(usable_share * operation["passes"], usable_share * operation["passes"])
        elif kind in _WRITERS:
            total += _WRITERS[kind](operation, drive)
        if kind == "over_provision":
            usable_share = 1 - operation["percent"] / 100
    return total


def list_unknown_kinds(drive: PreparedDrive, operations: Sequence[_Operation], *, target_bytes: int) -> list[str]:
    """Return the kinds of the operations whose written bytes on a drive are unknown, each once."""
    return list(
        dict.fromkeys(
            operation["kind"]
            for operation in operations
            if not compute_written_bytes(drive, [operation], target_bytes=target_bytes).is_all
        )
    )


def compute_formatted_bytes(operations: Sequence[_Operation], *, device_bytes: int, devices: int) -> int:
    """Return the size in bytes of the device or array on which the operations make a file system.

    Operations before the file system, such as over-provisioning or an array, change the size.
    """
    capacity = Capacity(device_bytes, devices)
    for operation in operations:
        if operation["kind"] == "make_file_system":
            break
        capacity = capacity.after(operation, path="preparation")
    return capacity.total_bytes


def _create_array(operation: _Operation, drive: PreparedDrive) -> Amount:
    """Return the amount written to a drive when mdadm creates an array.

    Mirrors are copied, of RAID 5 the last member is rebuilt, of RAID 6 parity is written.
    """
    level, active = operation["level"], drive.drives - operation["spares"]
    if operation["assume_clean"] or level == "raid0" or drive.position is None:
        return NOTHING
    if drive.position >= active:
        # mdadm may take a spare in place of the last member.
        return Amount(0, drive.size_bytes) if level == "raid5" else NOTHING
    if level == "raid5":
        return drive.whole if drive.position == active - 1 else NOTHING
    share = 2 / active if level == "raid6" else 1
    return drive.whole.times(share, share)


def _compute_spare_writes(drive: PreparedDrive, spares: int) -> Amount:
    """Return the amount written to a drive as a spare after an array member was made to fail.

    One of the `spares` is rebuilt at once. With several spares any of them may be the one.
    """
    if not spares or drive.position is None or drive.position < drive.drives - spares:
        return NOTHING
    return drive.whole if spares == 1 else drive.perhaps_whole


def _add_again(operation: _Operation, drive: PreparedDrive) -> Amount:
    if operation["member"] not in drive.names:
        return NOTHING
    # By what its array remembers, only what it missed is copied.
    return drive.whole if operation["full"] else drive.perhaps_whole


def _add_spare(operation: _Operation, drive: PreparedDrive) -> Amount:
    return drive.perhaps_whole if operation["member"] in drive.names else NOTHING


def _create_volume(operation: _Operation, drive: PreparedDrive) -> Amount:
    if drive.names.isdisjoint(operation["members"]):
        return NOTHING
    if operation["initialisation"] == "full":
        return drive.whole
    # Controllers bring redundant volumes in step in the background, and some of them only when they read amiss.
    return NOTHING if operation["level"] == "raid0" else drive.perhaps_whole


def _rebuild(operation: _Operation, drive: PreparedDrive) -> Amount:
    return drive.whole if operation["member"] in drive.names else NOTHING


def _write_zeroes(_operation: _Operation, drive: PreparedDrive) -> Amount:
    return drive.perhaps_whole


def _sanitize(operation: _Operation, _drive: PreparedDrive) -> Amount:
    return UNKNOWN if operation["action"] == "overwrite" else NOTHING


_WRITERS: Mapping[str, Callable[[_Operation, PreparedDrive], Amount]] = {
    "mdadm_create": _create_array,
    "mdadm_readd": _add_again,
    "mdadm_add_spare": _add_spare,
    "storcli_vd_create": _create_volume,
    "storcli_rebuild_start": _rebuild,
    "write_zeroes": _write_zeroes,
    "nvme_sanitize": _sanitize,
    "scsi_sanitize": _sanitize,
}


def _file_system(operation: _Operation, drive: PreparedDrive, target_bytes: int) -> Amount:
    """Return the amount written to a drive for the tables of a new file system.

    The file on it is empty before the first phase writes.
    """
    tables = _TABLES * target_bytes
    if operation["type"] == "ext4":
        inodes = _EXT4_SMALL_TABLES if target_bytes < _EXT4_SMALL_BYTES else _EXT4_TABLES
        tables += inodes * target_bytes + min(_EXT4_JOURNAL * target_bytes, _EXT4_MAX_JOURNAL_BYTES)
    else:
        tables += min(_XFS_MIN_LOG_BYTES + _XFS_LOG * target_bytes, _XFS_MAX_LOG_BYTES)
    if drive.share is None:
        return UNKNOWN
    return Amount(round(tables * drive.share), round(tables * drive.share))
