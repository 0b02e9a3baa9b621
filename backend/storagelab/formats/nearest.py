"""Errors for files that no format recognises: the place and the expected content.

The content is that of the format which the file resembles.
"""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.domain.results import ParsedResult
from storagelab.formats.base import Claim, ParseFailed, SourceFile
from storagelab.formats.registry import AUTO, read_claim
from storagelab.formats.text import decode_text

SUPPORTED_RESULTS = "a result of fio, Vdbench, IOMeter or CrystalDiskMark, or a table of figures"
_WANTED = {
    "fio": "a result of fio: JSON, terse or normal output, or logs",
    "vdbench": "an output folder of Vdbench with its flatfile.html",
}
_MAX_LINE = 200
#: Their readers know best what a file lacks.
_REPORTED_BY_READER = ("crystaldiskmark", "iometer", "table")


def read_unrecognised(members: Sequence[SourceFile], format_name: str = AUTO) -> list[ParsedResult]:
    """Read the results of members that no format claims, if there are any after all.

    Raises ParseFailed naming a file, the place and what was expected there.
    """
    for member in members:
        nearest = format_name if format_name != AUTO and len(members) == 1 else _find_nearest_format(member)
        if nearest is None or format_name not in (AUTO, nearest) or not member.size_bytes:
            continue
        results = list(read_claim(nearest, Claim(member.name, (member,)))) if nearest in _REPORTED_BY_READER else []
        if results:
            return results
        raise ParseFailed(f"{member.name}, line 1", _describe_missing_part(member, nearest))
    wanted = SUPPORTED_RESULTS if format_name == AUTO else _WANTED.get(format_name, f"a result of {format_name}")
    if len(members) > 1:
        raise ParseFailed(f"{members[0].name}, byte 0 (and {len(members) - 1} more files)", wanted)
    raise ParseFailed(f"{members[0].name}, byte 0", wanted if members[0].size_bytes else f"{wanted}, not an empty file")


def explain_refusal(member: SourceFile, format_name: str = AUTO) -> tuple[str, str | None]:
    """Return the reason why no format reads a member, and the first line of the member.

    The line helps a person to recognise the file; None for an empty file.
    """
    line = next((line.strip() for line in _read_beginning(member).splitlines() if line.strip()), None)
    nearest = format_name if format_name != AUTO else _find_nearest_format(member)
    wanted = _describe_missing_part(member, nearest) if nearest is not None and member.size_bytes else SUPPORTED_RESULTS
    return f"Expected {wanted}.", line[:_MAX_LINE] if line is not None else None


def _find_nearest_format(member: SourceFile) -> str | None:
    """Return the format a file resembles most by its name and beginning, None when it resembles none."""
    text = _read_beginning(member)
    ending = member.name.lower().rpartition(".")[2]
    if text[:1] in ("{", "[") or (ending == "log" and text[:1].isdecimal()):
        return "fio"
    if "CrystalDiskMark" in text or "KDiskMark" in text:
        return "crystaldiskmark"
    if "'Test Type" in text[:2000]:
        return "iometer"
    if text[:1] == "<" and "vdbench" in text.lower():
        return "vdbench"
    return "table" if text and ending in ("csv", "tsv") else None


def _describe_missing_part(member: SourceFile, format_name: str) -> str:
    """Return the text of the missing content in a file that looks like `format_name`."""
    text = _read_beginning(member)
    if format_name == "fio" and text[:1] in ("{", "["):
        return 'a document of fio, but there is no "fio version" in it'
    if format_name == "fio" and text[:1].isdecimal():
        return "a log of fio with a name such as x_iops.1.log and rows of time, value, direction and size"
    return _WANTED.get(format_name, f"a result of {format_name}")


def _read_beginning(member: SourceFile) -> str:
    return decode_text(member.head())[0].lstrip()
