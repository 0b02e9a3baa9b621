"""A snapshot after the preparation of its job.

Arrays are made, taken apart, degraded or rebuilt by a preparation. A snapshot contains the state before it and the
steps that followed, and its hashes are over both. To people the arrays are what they were when the load began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Piece = Mapping[str, Any]
_Arrays = list[Piece]

_NO_REDUNDANCY = "raid0"
#: What makes an array, and the field with the size of its strips.
_MAKERS = {"mdadm_create": ("mdadm", "chunk_bytes"), "storcli_vd_create": ("megaraid", "strip_bytes")}


def apply_preparation(snapshot: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the configuration snapshot with its arrays in the state after its preparation steps.

    It is the same object where no step changes an array. Steps do not name their array. Where a step could apply to one
    of several arrays, the snapshot stays unchanged.
    """
    target = snapshot.get("target")
    steps = snapshot.get("preparation") or []
    if "arrays" not in snapshot or not isinstance(target, Mapping) or target.get("kind") != "devices":
        return snapshot
    drives = [drive for drive in target.get("drives") or [] if not drive.get("is_array")]
    under = [array for array in snapshot["arrays"] or [] if array.get("role") != "above"]
    arrays = under
    for step in steps:
        changed = _apply_step(step, arrays, drives)
        if changed is None:
            return snapshot
        arrays = changed
    if arrays is under:
        return snapshot
    above = [array for array in snapshot["arrays"] or [] if array.get("role") == "above"]
    # The members of an array are no targets of their own, and those of one that was taken apart are.
    loaded = [{"is_array": True}] if arrays else drives or [*_iterate_member_drives(under)]
    return {**snapshot, "arrays": [*above, *arrays], "target": {**target, "drives": loaded}}


def _iterate_member_drives(arrays: _Arrays) -> Iterator[Piece]:
    for array in arrays:
        yield from (member["drive"] for member in array.get("members") or [] if member.get("drive"))


def _apply_step(step: Piece, arrays: _Arrays, drives: Sequence[Piece]) -> _Arrays | None:
    """Return the arrays after a preparation step; None where it is unclear which array it changes.

    It is the same list where the step changes no array.
    """
    kind = str(step.get("kind"))
    if kind in _MAKERS:
        return [_build_array(step, drives, *_MAKERS[kind])] if not arrays else None
    change = _CHANGES.get(kind)
    if change is None:
        return arrays
    if len(arrays) != 1:
        return None
    changed = change(arrays[0])
    return [] if changed is None else [changed]


def _build_array(step: Piece, drives: Sequence[Piece], implementation: str, strip: str) -> Piece:
    level, count = step.get("level"), step.get("member_count")
    is_known = count is None or count == len(drives)
    is_clean = level == _NO_REDUNDANCY or bool(step.get("assume_clean"))
    return {
        "role": "under",
        "implementation": implementation,
        "level": level,
        "strip_bytes": step.get(strip),
        "member_count": (len(drives) if count is None else count) - (step.get("spares") or 0),
        # Until its members agree it is not optimal, and whether that was waited for is no step that decides.
        "condition": "optimal" if is_clean else None,
        "members": [{"kind": "drive", "state": "online", "array": None, "drive": drive} for drive in drives]
        if is_known
        else [],
    }


def _mark_degraded(array: Piece) -> Piece:
    return {**array, "condition": "degraded", "activity": None, "members": _set_last_member(array, "failed")}


def _mark_rebuilding(array: Piece) -> Piece:
    return {**array, "condition": "rebuilding", "activity": None, "members": _set_last_member(array, "rebuilding")}


def _set_last_member(array: Piece, state: str) -> list[Piece]:
    """Return the members of an array with the last member in `state`; any member would do."""
    members = list(array.get("members") or [])
    return [*members[:-1], {**members[-1], "state": state}] if members else members


def _remove_array(_: Piece) -> None:
    return None


_CHANGES: Mapping[str, Callable[[Piece], Piece | None]] = {
    "mdadm_fail": _mark_degraded,
    "mdadm_readd": _mark_rebuilding,
    "mdadm_stop": _remove_array,
    "storcli_drive_missing": _mark_degraded,
    "storcli_drive_offline": _mark_degraded,
    "storcli_rebuild_start": _mark_rebuilding,
    "storcli_vd_delete": _remove_array,
}
