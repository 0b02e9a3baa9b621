"""Components of a snapshot by role: arrays with inner ones, drives under the load, controllers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Piece = Mapping[str, Any]
Describe = Callable[[Piece], str | None]
#: Placeholder for a component whose value is unknown, where other components have one.
UNKNOWN = "unknown"
#: Member states in which a drive takes no part in its array.
ABSENT_STATES = frozenset({"missing", "failed", "offline"})
_SPARE = "hot_spare"
#: Conditions in which an array lacks something.
NOT_WHOLE = frozenset({"degraded", "rebuilding", "failed"})


@dataclass(frozen=True, slots=True)
class Pieces:
    """Common and different values of the components of one role, with the number of unreadable ones.

    `counted` means that their number is part of the fact, as with drives and not with their firmware.
    """

    values: Counter[str]
    missing: int = 0
    counted: bool = False

    def __str__(self) -> str:
        if len(self.values) == 1 and not self.counted:
            return next(iter(self.values))
        words = [f"{count} x {value}" if count > 1 else value for value, count in sorted(self.values.items())]
        if self.missing and self.counted:
            words.append(f"{self.missing} missing")
        return ("; " if any(", " in value for value in self.values) else ", ").join(words) or "none"


def list_arrays(snapshot: Mapping[str, Any]) -> list[Piece] | None:
    """Return the arrays under the load, outer arrays before their inner ones.

    Return None when the snapshot contains no arrays.
    """
    if "arrays" in snapshot:
        return list(_iterate_nested_arrays(array for array in snapshot["arrays"] or [] if array.get("role") != "above"))
    array = snapshot.get("array")
    return [array] if isinstance(array, Mapping) else None


def count_missing_members(array: Piece) -> int:
    """Count the members that take no part in an array, from its member list.

    A failed member may be listed twice: as a component, and as the empty place it left.
    """
    members = array.get("members") or []
    absent = sum(1 for member in members if member.get("state") in ABSENT_STATES)
    if not members or not array.get("member_count"):
        return absent
    working = sum(1 for member in members if member.get("state") not in ABSENT_STATES and member.get("state") != _SPARE)
    return max(int(array["member_count"]) - working, 0)


def is_whole(snapshot: Mapping[str, Any]) -> bool:
    """Return whether every array under the load is whole, as far as reported."""
    return all(array.get("condition") not in NOT_WHOLE for array in list_arrays(snapshot) or [])


def list_drives(snapshot: Mapping[str, Any]) -> tuple[list[Piece] | None, int]:
    """Return the drives under the load, and the number of missing members of their arrays.

    The drives are None when they are unknown.
    """
    if isinstance(snapshot.get("drives"), list):
        return list(iterate_counted(snapshot["drives"])), 0
    target = snapshot.get("target")
    if not isinstance(target, Mapping):
        return None, 0
    direct = target.get("drives") if target.get("kind") == "devices" else [target.get("drive")]
    described = [drive for drive in direct or [] if drive is not None]
    if "arrays" not in snapshot:
        # Before snapshots had versions an array took the place of its members.
        return (described, 0) if described and all(drive.get("transport") != "md" for drive in described) else (None, 0)
    arrays = list_arrays(snapshot) or []
    drives = [*(drive for drive in described if not drive.get("is_array")), *_iterate_member_drives(arrays)]
    missing = sum(count_missing_members(array) for array in arrays)
    # A degraded array lacks a member, also where it no longer reports how many it should have.
    return (drives or None), (missing if is_whole(snapshot) else max(missing, 1))


def iterate_counted(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield every component one by one; in published lists an entry may have a count."""
    for piece in pieces:
        yield from [piece] * piece["count"] if isinstance(piece.get("count"), int) else [piece]


def collect_pieces(
    pieces: Sequence[Piece], describe: Describe, *, missing: int = 0, counted: bool = False
) -> Pieces | None:
    """Describe components with `describe`, and count equal descriptions.

    Return None when no component has a value.
    """
    values = [describe(piece) for piece in pieces]
    if all(value is None for value in values):
        return None
    return Pieces(Counter(UNKNOWN if value is None else value for value in values), missing, counted)


def _iterate_member_drives(arrays: Iterable[Piece]) -> Iterator[Piece]:
    for array in arrays:
        for member in array.get("members") or []:
            takes_part = member.get("state") not in ABSENT_STATES and member.get("state") != _SPARE
            if takes_part and member.get("array") is None:
                yield member.get("drive") or {}


def _iterate_nested_arrays(arrays: Iterable[Piece]) -> Iterator[Piece]:
    for array in arrays:
        yield array
        yield from _iterate_nested_arrays(
            member["array"] for member in array.get("members") or [] if member.get("array")
        )
