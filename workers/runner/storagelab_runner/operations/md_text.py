"""Parser of the output of mdadm and of /proc/mdstat. Pure: text in, facts out."""

from __future__ import annotations

import re
from typing import NamedTuple

_SIZE = re.compile(r"(?P<count>\d+)(?P<unit>[KM]?)$")
_FACTORS = {"": 1, "K": 1 << 10, "M": 1 << 20}
_MEMBER = re.compile(
    r"^\s+(?:\d+|-)\s+(?:\d+|-)\s+(?:\d+|-)\s+(?P<slot>\d+|-)\s+(?P<state>\S.*?)\s+(?P<path>/dev/\S+)$"
)
_REMOVED = re.compile(r"^\s+-\s+0\s+0\s+\d+\s+removed$")
_ARRAY = re.compile(r"^(?P<name>md\S+) : (?P<state>active|inactive|broken)(?P<mode> \([^)]*\))?(?P<rest>.*)$")
_PART = re.compile(r"(?P<device>[^\s\[\]]+)\[\d+\](?P<flags>(?:\([A-Z]\))*)")
_ACTIVITY = re.compile(
    r"(?P<name>resync|recovery|reshape|check|repair)\s*=\s*(?:(?P<percent>[\d.]+)%|(?P<waits>DELAYED|PENDING|REMOTE))"
)
_CHUNK = re.compile(r"(?P<count>\d+)k chunks?")


class ArrayDevice(NamedTuple):
    """One device of an array; `states` are mdadm's words, such as active, faulty, spare, rebuilding."""

    path: str
    slot: int | None
    states: frozenset[str]


class ArrayDetail(NamedTuple):
    """`mdadm --detail`: `states` are the words of its State line, such as clean, degraded, resyncing."""

    level: str | None
    raid_devices: int | None
    chunk_bytes: int | None
    states: frozenset[str]
    uuid: str | None
    members: tuple[ArrayDevice, ...]
    missing: int


class ArrayActivity(NamedTuple):
    """Background activity of an array; `percent` is None while it waits for its turn."""

    name: str
    percent: float | None


class ArrayStatus(NamedTuple):
    """One array of /proc/mdstat; `faulty` and `spares` are kernel names among `members`."""

    name: str
    active: bool
    level: str | None
    chunk_bytes: int | None
    members: tuple[str, ...]
    faulty: tuple[str, ...]
    spares: tuple[str, ...]
    activity: ArrayActivity | None


def parse_detail(text: str) -> ArrayDetail:
    """Parse the facts of `mdadm --detail`; missing facts are None or empty."""
    lines = text.splitlines()
    pairs = (line.partition(" : ") for line in lines)
    values = {key.strip(): value.strip() for key, separator, value in pairs if separator}
    members = [match for match in map(_MEMBER.match, lines) if match is not None]
    return ArrayDetail(
        level=values.get("Raid Level"),
        raid_devices=_count(values.get("Raid Devices")),
        chunk_bytes=_parse_bytes(values.get("Chunk Size")),
        states=frozenset(word.strip() for word in values.get("State", "").split(",") if word.strip()),
        uuid=values.get("UUID"),
        members=tuple(
            ArrayDevice(
                path=match["path"],
                slot=int(match["slot"]) if match["slot"].isdigit() else None,
                states=frozenset(match["state"].split()),
            )
            for match in members
        ),
        missing=sum(_REMOVED.match(line) is not None for line in lines),
    )


def parse_mdstat(text: str) -> tuple[ArrayStatus, ...]:
    """Parse every array of /proc/mdstat, in the order of the kernel."""
    arrays: list[ArrayStatus] = []
    for line in text.splitlines():
        match = _ARRAY.match(line)
        if match is not None:
            arrays.append(_parse_array(match))
        elif arrays and line.startswith(" "):
            arrays[-1] = _add_details(arrays[-1], line)
    return tuple(arrays)


def _parse_array(match: re.Match[str]) -> ArrayStatus:
    words = match["rest"].split()
    level = words[0] if words and "[" not in words[0] else None
    parts = list(_PART.finditer(match["rest"]))
    return ArrayStatus(
        name=match["name"],
        active=match["state"] == "active",
        level=level,
        chunk_bytes=None,
        members=tuple(part["device"] for part in parts),
        faulty=tuple(part["device"] for part in parts if "(F)" in part["flags"]),
        spares=tuple(part["device"] for part in parts if "(S)" in part["flags"]),
        activity=None,
    )


def _add_details(array: ArrayStatus, line: str) -> ArrayStatus:
    activity, chunk = _ACTIVITY.search(line), _CHUNK.search(line)
    if activity is not None:
        percent = None if activity["percent"] is None else float(activity["percent"])
        array = array._replace(activity=ArrayActivity(activity["name"], percent))
    if chunk is not None and "bitmap" not in line:
        array = array._replace(chunk_bytes=int(chunk["count"]) << 10)
    return array


def _count(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdigit() else None


def _parse_bytes(text: str | None) -> int | None:
    match = _SIZE.match(text) if text is not None else None
    return None if match is None else int(match["count"]) * _FACTORS[match["unit"]]
