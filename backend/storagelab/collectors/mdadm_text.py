"""Parser of what mdadm prints about one array or member: --detail, --detail --export, --examine."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PAIR = re.compile(r"\s*(?P<key>\S[^:]*?) : (?P<value>.*)")
_HEADER = re.compile(r"(?P<path>/dev/\S+):")
_NUMBER = r"(?:\d{1,9}|-)"
_ROW = re.compile(
    rf"\s+{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}\s+(?P<slot>{_NUMBER})(?:\s+(?P<words>[a-z].*?))?(?:\s+(?P<path>/dev/\S+))?\s*"
)
_SIZE = re.compile(r"(?P<count>\d{1,15})(?P<unit>[KMG]?)\b")
_FACTORS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_PROGRESS = re.compile(r"(?P<percent>\d{1,3})% complete")
_IN_PARENTHESES = re.compile(r"\s+\([^)]*\)")
#: Activities of an array in `State`, in the words of the kernel.
_ACTIVITIES = {"recovering": "recovery", "resyncing": "resync", "reshaping": "reshape", "checking": "check"}


@dataclass(frozen=True, slots=True)
class MdadmMemberRow:
    """One line of the members: `path` None for a missing one, `words` such as active, sync, faulty, spare."""

    slot: int | None
    words: frozenset[str]
    path: str | None


@dataclass(frozen=True, slots=True)
class MdadmDetail:
    """`mdadm --detail`; `states` are the words of `State`, `values` everything else by its own key."""

    path: str | None
    values: dict[str, str]
    states: frozenset[str]
    activity: str | None
    percent: float | None
    rows: tuple[MdadmMemberRow, ...]


@dataclass(frozen=True, slots=True)
class Examined:
    """`mdadm --examine` of a member: the array it was last part of, and as what."""

    uuid: str
    name: str | None
    role: str | None


def parse_detail(text: str) -> MdadmDetail | None:
    """Parse the output of `mdadm --detail`; None for a text that is not mdadm's."""
    values = _parse_pairs(text)
    states = frozenset(filter(None, (_remove_parentheses(word) for word in values.get("State", "").split(","))))
    if "Raid Level" not in values and not states:
        return None
    header = _HEADER.match(text.lstrip())
    percents = (_PROGRESS.match(value) for key, value in values.items() if key.endswith(" Status"))
    return MdadmDetail(
        path=header["path"] if header is not None else None,
        values=values,
        states=states,
        activity=next((_ACTIVITIES[state] for state in sorted(states) if state in _ACTIVITIES), None),
        percent=next((float(match["percent"]) for match in percents if match is not None), None),
        rows=tuple(_build_member_row(match) for match in map(_ROW.fullmatch, text.splitlines()) if match is not None),
    )


def parse_export(text: str | None) -> dict[str, str]:
    """Parse `KEY=value` lines; empty when there are none of mdadm's."""
    pairs = (line.strip().partition("=") for line in (text or "").splitlines())
    return {key: value for key, equals, value in pairs if equals and value and key.startswith("MD_")}


def parse_examine(text: str) -> Examined | None:
    """Parse the output of `mdadm --examine`.

    None for a device that is no member, and for the container formats of firmware, which name no single array.
    """
    values = _parse_pairs(text)
    uuid = _remove_parentheses(values.get("Array UUID") or values.get("UUID", ""))
    if uuid is None:
        return None
    return Examined(
        uuid.lower(), _remove_parentheses(values.get("Name", "")), _remove_parentheses(values.get("Device Role", ""))
    )


def parse_size_bytes(text: str | None) -> int | None:
    """Return the bytes of a size such as 512K; a size without a unit is in bytes."""
    match = _SIZE.match(text) if text is not None else None
    return None if match is None else int(match["count"]) * _FACTORS[match["unit"]]


def parse_bare_name(text: str | None) -> str | None:
    """Return the name of an array without the host that created it, as in `host:name (local to host host)`."""
    name = _remove_parentheses(text or "")
    return (name.partition(":")[2] or name) if name is not None else None


def _parse_pairs(text: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for match in map(_PAIR.fullmatch, text.splitlines()):
        if match is not None and match["value"].strip():
            values.setdefault(match["key"], match["value"].strip())
    return values


def _build_member_row(match: re.Match[str]) -> MdadmMemberRow:
    slot = int(match["slot"]) if match["slot"].isdigit() else None
    return MdadmMemberRow(slot, frozenset((match["words"] or "").split()), match["path"])


def _remove_parentheses(text: str) -> str | None:
    return _IN_PARENTHESES.sub("", text).strip() or None
