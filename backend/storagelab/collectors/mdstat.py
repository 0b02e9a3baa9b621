"""Software arrays as the kernel lists them in /proc/mdstat."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from storagelab.domain.redundancy import format_lost_redundancy

_ARRAY = re.compile(r"(?P<name>md\S+) : (?P<state>active|inactive|broken)(?: \([^)]*\))?(?P<rest>.*)")
_MEMBER = re.compile(r"(?P<device>[^\s\[\]]+)\[(?P<number>\d{1,9})\](?P<flags>(?:\([A-Z]\))*)")
_BLOCKS = re.compile(r"\s+(?P<count>\d{1,18}) blocks\b")
_CHUNK = re.compile(r"(?P<count>\d{1,18})k chunks?")
_BITMAP = re.compile(r"bitmap: .*?(?P<count>\d{1,18})KB chunk")
_COUNTS = re.compile(r"\[(?P<wanted>\d{1,9})/(?P<working>\d{1,9})\]")
_ACTIVITY = re.compile(
    r"(?P<kind>resync|recovery|reshape|check|repair)\s*=\s*(?:(?P<percent>\d{1,3}(?:\.\d+)?)%|DELAYED|PENDING|REMOTE)"
)


@dataclass(frozen=True, slots=True)
class MdArray:
    """One array. `missing` is the number of missing members out of those `wanted`; `activity` is its background
    activity, and `percent` the progress of that.

    `numbers` belong to `members`; on an array without a replaced member they are the places in it. `container` is a set
    of drives that contains the records of other arrays and is never active itself.
    """

    name: str
    active: bool
    level: str | None
    chunk_bytes: int | None
    members: tuple[str, ...]
    faulty: tuple[str, ...]
    spares: tuple[str, ...]
    missing: int | None = None
    wanted: int | None = None
    activity: str | None = None
    percent: float | None = None
    numbers: tuple[int, ...] = ()
    size_bytes: int | None = None
    bitmap_chunk_bytes: int | None = None
    container: bool = False


def parse_mdstat(text: str | None) -> tuple[MdArray, ...]:
    """Parse every array, in the order of the kernel; unreported values are None."""
    arrays: list[MdArray] = []
    for line in (text or "").splitlines():
        match = _ARRAY.fullmatch(line)
        if match is not None:
            arrays.append(_build_array(match))
        elif arrays and line.startswith(" "):
            arrays[-1] = _add_line(arrays[-1], line)
    return tuple(arrays)


def list_array_warnings(array: MdArray) -> list[str]:
    """Return a sentence for each state of an array that would spoil a measurement.

    These are: not active, missing or faulty members, and a background activity.
    """
    doubts = []
    if not array.active and not array.container:
        doubts.append(f"The array {array.name} is not active.")
    if array.missing:
        facts = {"level": array.level, "member_count": array.wanted, "implementation": "mdadm"}
        left = format_lost_redundancy(facts, array.missing)
        doubts.append(f"The array {array.name} lacks {array.missing} of its members{f': {left}' if left else ''}.")
    if array.faulty:
        doubts.append(f"Faulty in the array {array.name}: {', '.join(array.faulty)}.")
    if array.activity is not None:
        share = "waits for its turn" if array.percent is None else f"is at {array.percent:g} %"
        doubts.append(f"The {array.activity} of the array {array.name} {share}.")
    return doubts


def _build_array(match: re.Match[str]) -> MdArray:
    words = match["rest"].split()
    members = list(_MEMBER.finditer(match["rest"]))
    return MdArray(
        name=match["name"],
        active=match["state"] == "active",
        level=words[0] if words and "[" not in words[0] else None,
        chunk_bytes=None,
        members=tuple(member["device"] for member in members),
        faulty=tuple(member["device"] for member in members if "(F)" in member["flags"]),
        spares=tuple(member["device"] for member in members if "(S)" in member["flags"]),
        numbers=tuple(int(member["number"]) for member in members),
    )


def _add_line(array: MdArray, line: str) -> MdArray:
    activity, counts, blocks = _ACTIVITY.search(line), _COUNTS.search(line), _BLOCKS.match(line)
    bitmap, chunk = _BITMAP.search(line), _CHUNK.search(line)
    if activity is not None:
        percent = None if activity["percent"] is None else float(activity["percent"])
        array = replace(array, activity=activity["kind"], percent=percent)
    if bitmap is not None:
        array = replace(array, bitmap_chunk_bytes=int(bitmap["count"]) << 10)
    elif chunk is not None:
        array = replace(array, chunk_bytes=int(chunk["count"]) << 10)
    if blocks is not None:
        container = not array.active and array.level is None and "super external:" in line
        array = replace(array, size_bytes=None if container else int(blocks["count"]) << 10, container=container)
    if counts is not None:
        wanted = int(counts["wanted"])
        array = replace(array, missing=wanted - int(counts["working"]), wanted=wanted)
    return array
