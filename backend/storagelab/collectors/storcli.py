"""Virtual drives of RAID controllers from storcli or perccli: what they are, and what spoils a measurement on them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from storagelab.collectors.base import Facts

name = "storcli"
inputs: tuple[str, ...] = ("storcli_volumes",)

_VOLUME = re.compile(r"/c(?P<controller>\d+)/v(?P<number>\d+)")
_STRIP = re.compile(r"(?P<count>\d+)\s*(?P<unit>KB|MB)")
_FACTORS = {"KB": 1 << 10, "MB": 1 << 20}
_OPTIMAL = "Optl"


@dataclass(frozen=True, slots=True)
class VirtualDrive:
    """One virtual drive; `members` are `enclosure:slot`, `naa` its world-wide name, `activity` None at rest."""

    address: str
    level: str | None
    state: str | None
    strip_bytes: int | None
    members: tuple[str, ...]
    naa: str | None
    cache: str | None
    activity: str | None


def parse(outputs: Mapping[str, str | None]) -> Facts:
    """Warnings about virtual drives that are not optimal, or not at rest."""
    text = outputs.get("storcli_volumes")
    if not text:
        return Facts()
    drives = parse_volumes(text)
    if drives is None:
        return Facts(warnings=("What the RAID tool says about virtual drives was not understood.",))
    return Facts(warnings=tuple(doubt for drive in drives for doubt in _doubts(drive)))


def parse_volumes(text: str) -> tuple[VirtualDrive, ...] | None:
    """The virtual drives of `/call/vall show all J`, None when it is not the JSON that is known."""
    try:
        answers = [controller.get("Response Data") or {} for controller in json.loads(text)["Controllers"]]
        return tuple(drive for answer in answers for drive in _volumes(answer))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return None


def _volumes(answer: Mapping[str, Any]) -> Iterator[VirtualDrive]:
    for key, rows in answer.items():
        match = _VOLUME.fullmatch(key)
        if match is None:
            continue
        number, row = match["number"], rows[0]
        details = answer.get(f"VD{number} Properties") or {}
        strip = _STRIP.fullmatch(str(details.get("Strip Size")))
        activity = _word(details.get("Active Operations"))
        yield VirtualDrive(
            address=key,
            level=_word(row.get("TYPE")),
            state=_word(row.get("State")),
            strip_bytes=None if strip is None else int(strip["count"]) * _FACTORS[strip["unit"]],
            members=tuple(str(drive["EID:Slt"]).strip() for drive in answer.get(f"PDs for VD {number}", [])),
            naa=_word(details.get("SCSI NAA Id")),
            cache=_word(row.get("Cache")),
            activity=None if activity == "None" else activity,
        )


def _doubts(drive: VirtualDrive) -> Iterator[str]:
    if drive.state != _OPTIMAL:
        yield f"The virtual drive {drive.address} is not optimal: {drive.state or 'its state is not told'}."
    if drive.activity is not None:
        yield f"The virtual drive {drive.address} is busy with {drive.activity}."


def _word(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None
