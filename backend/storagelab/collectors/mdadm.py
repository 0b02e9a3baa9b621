"""Software arrays from /proc/mdstat: what they are, and what spoils a measurement on them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from storagelab.collectors.base import Facts

name = "mdadm"
inputs: tuple[str, ...] = ("mdstat",)

_ARRAY = re.compile(r"(?P<name>md\S+) : (?P<state>active|inactive|broken)(?: \([^)]*\))?(?P<rest>.*)")
_MEMBER = re.compile(r"(?P<device>[^\s\[\]]+)\[\d+\](?P<flags>(?:\([A-Z]\))*)")
_CHUNK = re.compile(r"(?P<count>\d+)k chunks?")
_COUNTS = re.compile(r"\[(?P<wanted>\d+)/(?P<working>\d+)\]")
_ACTIVITY = re.compile(
    r"(?P<kind>resync|recovery|reshape|check|repair)\s*=\s*(?:(?P<percent>[\d.]+)%|DELAYED|PENDING|REMOTE)"
)


@dataclass(frozen=True, slots=True)
class MdArray:
    """One array. `missing` members are those it lacks; `activity` is what it does beside serving, `percent` of it."""

    name: str
    active: bool
    level: str | None
    chunk_bytes: int | None
    members: tuple[str, ...]
    faulty: tuple[str, ...]
    spares: tuple[str, ...]
    missing: int | None = None
    activity: str | None = None
    percent: float | None = None


def parse(outputs: Mapping[str, str | None]) -> Facts:
    """Warnings about arrays that are not whole, or not at rest."""
    return Facts(warnings=tuple(doubt for array in parse_mdstat(outputs.get("mdstat")) for doubt in _doubts(array)))


def parse_mdstat(text: str | None) -> tuple[MdArray, ...]:
    """Every array, in the order of the kernel; what is not told is None."""
    arrays: list[MdArray] = []
    for line in (text or "").splitlines():
        match = _ARRAY.fullmatch(line)
        if match is not None:
            arrays.append(_array(match))
        elif arrays and line.startswith(" "):
            arrays[-1] = _more(arrays[-1], line)
    return tuple(arrays)


def _array(match: re.Match[str]) -> MdArray:
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
    )


def _more(array: MdArray, line: str) -> MdArray:
    activity, chunk, counts = _ACTIVITY.search(line), _CHUNK.search(line), _COUNTS.search(line)
    if activity is not None:
        percent = None if activity["percent"] is None else float(activity["percent"])
        array = replace(array, activity=activity["kind"], percent=percent)
    if "bitmap" not in line and chunk is not None:
        array = replace(array, chunk_bytes=int(chunk["count"]) << 10)
    if counts is not None:
        array = replace(array, missing=int(counts["wanted"]) - int(counts["working"]))
    return array


def _doubts(array: MdArray) -> list[str]:
    doubts = []
    if not array.active:
        doubts.append(f"The array {array.name} is not active.")
    if array.missing:
        doubts.append(f"The array {array.name} lacks {array.missing} of its members.")
    if array.faulty:
        doubts.append(f"Faulty in the array {array.name}: {', '.join(array.faulty)}.")
    if array.activity is not None:
        share = "waits for its turn" if array.percent is None else f"is at {array.percent:g} %"
        doubts.append(f"The {array.activity} of the array {array.name} {share}.")
    return doubts
