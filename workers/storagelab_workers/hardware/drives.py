"""Drives of the kernel joined with tool details; the rest are drives behind a controller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from storagelab.collectors.base import DriveDetail, DriveFacts, DriveHealthFacts
from storagelab_workers.hardware.agreement import Agreement, Same, has_same_name, has_same_size, has_same_value
from storagelab_workers.hardware.controllers import Boxes
from storagelab_workers.hardware.identity import parse_world_wide_name, strip_name
from storagelab_workers.hardware.inventory import FoundDrive

_DETAIL_FIELDS = (
    "vendor",
    "medium",
    "rotation_rpm",
    "slot",
    "location",
    "controller_key",
    "enclosure_key",
    "link_speed_gts",
    "link_width",
)
_SHARED_FIELDS: dict[str, Same] = {
    "model": has_same_name,
    "serial": has_same_value,
    "size_bytes": has_same_size,
    "logical_block_bytes": has_same_value,
    "physical_block_bytes": has_same_value,
}
_KERNEL_FIELDS = (
    "kernel_name",
    "path",
    "stable_id",
    "stable_ids",
    "rotational",
    "mountpoints",
    "filesystem",
    "in_use_reasons",
    "resources",
)


@dataclass(slots=True)
class _Piece:
    """One drive: what the kernel shows of it, None behind a controller, and what the tools add."""

    kernel: DriveFacts | None = None
    details: list[DriveDetail] = field(default_factory=list)
    #: Place of the drive, when the tools do not report it in one word.
    location: str | None = None

    def list_reported_values(self, name: str) -> list[Any]:
        return [v for v in (getattr(self.kernel, name, None), *(getattr(detail, name) for detail in self.details)) if v]


def join_drives(
    drives: Sequence[DriveFacts], details: Sequence[DriveDetail], boxes: Boxes
) -> tuple[list[FoundDrive], list[str]]:
    """Merge the kernel's drives and the tools' reports into a list with every drive once.

    Drives of the kernel come first. Returns also sentences about omissions and contradictions.
    """
    shown = [_Piece(kernel=drive) for drive in drives]
    behind: list[_Piece] = []
    shared = _find_shared_serials(details)
    warnings = []
    # Sources that know the place of a drive define the drives; others can only add to these.
    for raw_detail in sorted(details, key=lambda item: item.location is None):
        detail = _replace_box_keys(raw_detail, boxes)
        piece = _find(detail, shown, shared) or _find_behind(detail, behind, shared)
        if piece is not None:
            piece.details.append(detail)
        elif (place := _find_place(raw_detail)) is not None:
            behind.append(_Piece(details=[detail], location=place))
        else:
            warnings.append(
                f"A tool reports {_format_drive_name(detail)}, which the kernel does not list, so it is left out."
            )
    _disambiguate(behind)
    joined = []
    for piece in (*shown, *behind):
        drive, doubts = _merge(piece, boxes)
        joined.append(drive)
        warnings += doubts
    return joined, warnings


def _replace_box_keys(detail: DriveDetail, boxes: Boxes) -> DriveDetail:
    """Replace a report's controller and enclosure keys by the stored keys; None without one."""
    return replace(
        detail,
        controller_key=boxes.keys.get(detail.controller_key or ""),
        enclosure_key=boxes.keys.get(detail.enclosure_key or ""),
    )


def _find_shared_serials(details: Iterable[DriveDetail]) -> set[str | None]:
    """Return serial numbers that appear at more than one place and so identify no drive."""
    places = {
        (strip_name(detail.serial), detail.controller_key, detail.location)
        for detail in details
        if detail.location is not None
    }
    counts = Counter(serial for serial, _, _ in places)
    return {serial for serial, count in counts.items() if count > 1}


def _find(detail: DriveDetail, shown: Sequence[_Piece], shared: set[str | None]) -> _Piece | None:
    """Return the drive of the kernel that a tool's report describes; None without a certain match.

    Serial numbers in `shared` identify no drive.
    """
    if detail.kernel_name is not None:
        for piece in shown:
            if piece.kernel is not None and piece.kernel.kernel_name == detail.kernel_name:
                return piece
    return _find_by_names(detail, [piece for piece in shown if _may_be_at(piece, detail)], shared)


def _find_behind(detail: DriveDetail, behind: Sequence[_Piece], shared: set[str | None]) -> _Piece | None:
    if detail.location is not None:
        same_place = [piece for piece in behind if _is_at(piece, detail)]
        return same_place[0] if len(same_place) == 1 else None
    return _find_by_names(detail, [piece for piece in behind if _may_be_at(piece, detail)], shared)


def _find_by_names(detail: DriveDetail, pieces: Sequence[_Piece], shared: set[str | None]) -> _Piece | None:
    """Find a drive by world-wide name, else by serial number and model; two matches count as none."""
    name = parse_world_wide_name(detail.wwn)
    if name is not None:
        named = [piece for piece in pieces if name in map(parse_world_wide_name, piece.list_reported_values("wwn"))]
        if named:
            return named[0] if len(named) == 1 else None
    if strip_name(detail.serial) is None or strip_name(detail.serial) in shared:
        return None
    numbered = [
        piece
        for piece in pieces
        if any(has_same_value(detail.serial, serial) for serial in piece.list_reported_values("serial"))
    ]
    alike = [
        piece
        for piece in numbered
        if all(has_same_name(m, detail.model or "") for m in piece.list_reported_values("model")[:1])
    ]
    return alike[0] if len(alike) == 1 and (detail.model is not None or len(numbered) == 1) else None


def _may_be_at(piece: _Piece, detail: DriveDetail) -> bool:
    """Return whether a drive may be the one in a tool's report: no known place contradicts it."""
    places = piece.list_reported_values("location")
    controllers = piece.list_reported_values("controller_key")
    if detail.location is not None and places:
        return detail.location in places
    return detail.controller_key is None or not controllers or detail.controller_key in controllers


def _is_at(piece: _Piece, detail: DriveDetail) -> bool:
    controllers = piece.list_reported_values("controller_key")
    unlike = detail.controller_key is not None and controllers and detail.controller_key not in controllers
    return detail.location in piece.list_reported_values("location") and not unlike


def _find_place(detail: DriveDetail) -> str | None:
    """Return the location of a drive that the kernel does not show; None if no controller hides it.

    Without a reported location it is made of controller and slot, serial number or WWN.
    """
    if detail.location is not None or detail.controller_key is None:
        return detail.location
    name = detail.slot or detail.serial or detail.wwn
    return f"{detail.controller_key}/{name}" if name else None


def _disambiguate(behind: Sequence[_Piece]) -> None:
    """Rename equal locations of drives behind different controllers by adding the controller."""
    counts = Counter(piece.location for piece in behind)
    taken = {location for location, count in counts.items() if count == 1}
    for piece in behind:
        if counts[piece.location] > 1:
            controllers = piece.list_reported_values("controller_key")
            name = f"{controllers[0]} {piece.location}" if controllers else str(piece.location)
            while name in taken:
                name += "'"
            taken.add(name)
            piece.location = name


def _format_drive_name(detail: DriveDetail) -> str:
    return detail.kernel_name or detail.location or detail.serial or detail.model or "a drive without a name"


def _merge(piece: _Piece, boxes: Boxes) -> tuple[FoundDrive, list[str]]:
    """Merge the facts of a drive; return it and warnings about contradictions.

    The kernel's values win, but the longest matching firmware is used, as the kernel may show only the last letters of
    the firmware.
    """
    kernel, details = piece.kernel, piece.details
    agreement = Agreement(str((kernel.kernel_name if kernel else None) or piece.location))
    values = {name: agreement.on(name, [getattr(source, name) for source in details]) for name in _DETAIL_FIELDS}
    for name, same in _SHARED_FIELDS.items():
        values[name] = agreement.on(name, (getattr(source, name) for source in (kernel, *details) if source), same)
    firmware = agreement.on("firmware", (source.firmware for source in (kernel, *details) if source), has_same_name)
    fuller = [text for text in piece.list_reported_values("firmware") if has_same_name(firmware, text)]
    settings = agreement.agree_on_all("setting", [source.settings for source in details])
    transports = [text.lower() for text in piece.list_reported_values("transport")]
    if transports and transports[-1] != transports[0]:
        # A drive of one bus on a controller of another, such as SATA behind SAS: that is no contradiction.
        settings.setdefault("interface", transports[-1])
    drive = FoundDrive(
        **values,
        firmware=max(fuller, key=len, default=None),
        wwn=next(iter(piece.list_reported_values("wwn")), None),
        transport=next(iter(piece.list_reported_values("transport")), None),
        drive_state=agreement.on("state", [source.state for source in details]),
        settings=settings,
        health=_merge_health(details),
    )
    if kernel is not None:
        return replace(drive, **{name: getattr(kernel, name) for name in _KERNEL_FIELDS}), agreement.warnings
    return _build_hidden_drive(drive, piece, boxes), agreement.warnings


def _build_hidden_drive(drive: FoundDrive, piece: _Piece, boxes: Boxes) -> FoundDrive:
    controller = boxes.find_name(drive.controller_key)
    behind = "a controller" if controller is None else f"the controller {controller}"
    return replace(
        drive,
        location=piece.location,
        rotational=None if drive.medium is None else drive.medium == "rotating",
        in_use_reasons=(f"is behind {behind}, only its virtual drives can be tested",),
    )


def _merge_health(details: Iterable[DriveDetail]) -> DriveHealthFacts | None:
    """Merge health reports of a drive: each value from the first tool that reports it, all warnings.

    None where no tool reports health.
    """
    reported = [detail.health for detail in details if detail.health is not None]
    if not reported:
        return None
    merged = reported[0]
    for other in reported[1:]:
        missing = {name: getattr(other, name) for name in DriveHealthFacts.__slots__ if getattr(merged, name) is None}
        merged = replace(merged, **missing, warnings=tuple(dict.fromkeys((*merged.warnings, *other.warnings))))
    return merged
