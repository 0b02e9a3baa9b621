"""By what a drive is known in every server: its world-wide name, else its model and serial number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from storagelab.collectors import drive_values
from storagelab_workers.hardware.inventory import FoundDrive

#: The kernel writes `0x...`, `eui....`, `naa....` and `uuid....`; anything else is made of model and serial.
_KIND = re.compile(r"(?:eui|naa|uuid)\.")


def parse_world_wide_name(text: str | None) -> str | None:
    """Return the digits of a WWN, EUI-64 or NGUID in lower case; None for an invalid or never written one."""
    return drive_values.parse_world_wide_name(_KIND.sub("", (text or "").strip().lower(), count=1))


def strip_name(text: str | None) -> str | None:
    """Return a name without the spaces that pad it; None where nothing is left."""
    return " ".join((text or "").split()) or None


def assign_identities(drives: Sequence[FoundDrive]) -> list[FoundDrive]:
    """Return the drives of one server, each with an identity of WWN or of model and serial number.

    A name that two of them claim identifies neither.
    """
    claims = Counter(name for drive in drives for name in _list_names(drive))
    return [
        replace(drive, identity=next((name for name in _list_names(drive) if claims[name] == 1), None))
        for drive in drives
    ]


def describe(identity: str) -> str:
    """Return an identity in words."""
    kind, _, rest = identity.partition(":")
    if kind == "wwn":
        return f"the drive with the world-wide name {rest}"
    model, _, serial = rest.rpartition("|")
    return (
        f"the drive {model} with the serial number {serial}" if model else f"the drive with the serial number {serial}"
    )


def _list_names(drive: FoundDrive) -> list[str]:
    """Return the names that can identify the drive, the best first."""
    digits, serial = parse_world_wide_name(drive.wwn), strip_name(drive.serial)
    names = [] if digits is None else [f"wwn:{digits}"]
    return names if serial is None else [*names, f"serial:{strip_name(drive.model) or ''}|{serial}"]
