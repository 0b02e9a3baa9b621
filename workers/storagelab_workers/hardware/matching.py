"""Match of components with the rows of the last discovery, never by place alone."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from storagelab_workers.hardware.inventory import FoundDrive

Row = Mapping[str, Any]
Name = Hashable | None


def match_keys(keys: Sequence[str], serials: Sequence[str | None], rows: Sequence[Row]) -> list[Row | None]:
    """Match controllers, enclosures or arrays to stored rows by key, else by serial number.

    Returns a row or None per key, in the same order. A serial number matches only a row whose key is missing now.
    """
    by_key = {row["key"]: row for row in rows}
    matched = [by_key.get(key) for key in keys]
    left = [row for row in rows if row["key"] not in keys and row.get("serial")]
    counts = Counter(row["serial"] for row in left)
    by_serial = {row["serial"]: row for row in left if counts[row["serial"]] == 1}
    claims = Counter(serial for serial, row in zip(serials, matched, strict=True) if row is None)
    return [
        row if row is not None or serial is None or claims[serial] > 1 else by_serial.get(serial)
        for serial, row in zip(serials, matched, strict=True)
    ]


def match_drives(drives: Sequence[FoundDrive], rows: Sequence[Row]) -> list[Row | None]:
    """Match found drives to stored rows by stable id, else by identity, else by place.

    Returns a row or None per drive, in order. A place matches unless it held another component before.
    """
    matched: dict[int, Row] = {}
    free = {row["id"]: row for row in rows}
    for name_of_drive, name_of_row, alone in _PASSES:
        _pass(drives, matched, free, name_of_drive, name_of_row, alone=alone)
    return [matched.get(place) for place in range(len(drives))]


def _pass(
    drives: Sequence[FoundDrive],
    matched: dict[int, Row],
    free: dict[Any, Row],
    name_of_drive: Callable[[FoundDrive], Name],
    name_of_row: Callable[[Row], Name],
    *,
    alone: bool,
) -> None:
    """Match the remaining drives to free rows by one kind of name, and add the pairs to `matched`.

    Where it must be unique (`alone`), a name that two drives have matches none of them.
    """
    names = {
        place: name for place, drive in enumerate(drives) if place not in matched and (name := name_of_drive(drive))
    }
    claims = Counter(names.values())
    candidates: dict[Name, list[Row]] = {}
    for row in free.values():
        candidates.setdefault(name_of_row(row), []).append(row)
    for place, name in names.items():
        rows = [row for row in candidates.get(name, ()) if row["id"] in free and not _is_another(drives[place], row)]
        if rows and not (alone and claims[name] > 1):
            row = max(rows, key=functools.partial(_match_rank, drives[place]))
            matched[place] = free.pop(row["id"])


def _match_rank(drive: FoundDrive, row: Row) -> tuple[Any, ...]:
    """Return a sort key that is highest for the row of table `drive` that most likely is this drive.

    Equal identity counts first, then equal device name and slot, then presence, then the last time it was seen.
    """
    same_place = (drive.kernel_name, drive.location) == (row["kernel_name"], row["location"])
    return row["identity"] == drive.identity, same_place, row["present"], row["last_seen_at"]


def _is_another(drive: FoundDrive, row: Row) -> bool:
    """Return whether a drive and a row are known to be different. A stable id outweighs an identity."""
    if drive.stable_id is not None and drive.stable_id == row["stable_id"]:
        return False
    return drive.identity is not None and row["identity"] is not None and drive.identity != row["identity"]


def _get_sole_kernel_name(stable_id: str | None, kernel_name: str | None) -> Name:
    return kernel_name if stable_id is None else None


def _get_sole_location(kernel_name: str | None, location: str | None) -> Name:
    return location if kernel_name is None else None


#: Kinds of names in the order of their worth, of a drive and of a row, and a flag if they must be unique.
_PASSES: tuple[tuple[Callable[[FoundDrive], Name], Callable[[Row], Name], bool], ...] = (
    (lambda drive: drive.stable_id, lambda row: row["stable_id"], True),
    (lambda drive: drive.identity, lambda row: row["identity"], True),
    (
        lambda drive: _get_sole_kernel_name(drive.stable_id, drive.kernel_name),
        lambda row: _get_sole_kernel_name(row["stable_id"], row["kernel_name"]),
        False,
    ),
    (
        lambda drive: _get_sole_location(drive.kernel_name, drive.location),
        lambda row: _get_sole_location(row["kernel_name"], row["location"]),
        False,
    ),
)
