"""Vocabulary that RAID tools share: empty values, quantities, levels, names, refusals."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from storagelab.collectors import drive_values, values
from storagelab.collectors.base import CollectedFacts, ToolReport
from storagelab.collectors.drive_values import LARGEST

_EMPTY_WORDS = frozenset({"-", "n/a", "na", "none", "not applicable", "not available", "unknown", "null"})
_LEADING_INTEGER = re.compile(r"\s*(\d{1,18})(?![\d.])")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_SIZE = re.compile(r"(?P<count>\d{1,15}(?:\.\d{1,15})?) ?(?P<unit>[KMGTP]?)(?:i?B| ?bytes?)?", re.IGNORECASE)
_FACTORS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}
#: Sizes of blocks in use, with and without room for protection information.
_BLOCKS = (512, 520, 528, 4096, 4160, 4224)
_RATE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\s*(?:Gb/s|Gbps|GT/s)", re.IGNORECASE)
_LEVEL = re.compile(r"(?:raid[\s_-]*)?(?P<level>\d{1,2}e?)(?:\s*\(ADG\))?", re.IGNORECASE)
_NESTED = {"1+0": "raid10", "5+0": "raid50", "6+0": "raid60"}
#: Refusals that only these tools word so; the others are known already.
_REFUSED = re.compile(
    r"insufficient (?:permission|privilege)|(?:need|require|must|run).{0,40}(?:\broot\b|administrator|superuser)",
    re.IGNORECASE,
)


def read_tool_word(value: object) -> str | None:
    """Return a value as trimmed text with single spaces; None for an empty value such as `N/A`."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    text = values.read_word(str(value))
    return None if text is None or text.lower() in _EMPTY_WORDS else text


def read_whole(value: object) -> int | None:
    """Return a whole number, or the one at the start of a text such as `30 %`; never negative."""
    match = _LEADING_INTEGER.match(read_tool_word(value) or "")
    return None if match is None else int(match[1])


def find_first_number(value: object) -> float | None:
    """Return the first number in a text, such as the 26 of ` 26C (78.80 F)`."""
    match = _NUMBER.search(read_tool_word(value) or "")
    return None if match is None else float(match[0])


def parse_tool_size(value: object) -> int | None:
    """Convert a size as RAID tools print it, such as `256 KB`, `1.000 MB` or `512B`, to bytes.

    The point is decimal and units are of 1024. None for any other text.
    """
    match = _SIZE.fullmatch(read_tool_word(value) or "")
    size = None if match is None else math.floor(float(match["count"]) * _FACTORS[match["unit"].upper()])
    return size if size is not None and size <= LARGEST else None


def find_exact_size(count: object, printed: object) -> int | None:
    """Compute the exact size in bytes from a number of blocks and a rounded size that a tool prints.

    The tool does not report its block size. The possible block sizes differ far more than a printed size is rounded, in
    units of 1000 or 1024 that look the same. None when no block size fits.
    """
    blocks, about = read_whole(count), parse_tool_size(printed)
    if blocks is None or not about:
        return None
    nearest = min(_BLOCKS, key=lambda size: (abs(blocks * size - about), size))
    return blocks * nearest if abs(blocks * nearest - about) < about / 8 else None


def parse_line_rate(value: object) -> float | None:
    """Return the line rate of a link such as `12.0Gb/s`, `SATA 6.0 Gb/s` or `8.0GT/s`, as a number of
    gigatransfers/s.
    """
    match = _RATE.search(read_tool_word(value) or "")
    return None if match is None else float(match[1])


def parse_raid_level(value: object) -> str | None:
    """Return a RAID level such as `RAID10`, `RAID 5`, `6 (ADG)` or `1+0` as raid10, raid5, raid6; else the tool's
    word.
    """
    text = read_tool_word(value)
    if text is None:
        return None
    match = _LEVEL.fullmatch(text)
    return _NESTED.get(text) or (f"raid{match['level'].lower()}" if match else text.lower())


def parse_kernel_name(value: object) -> str | None:
    """Return the `sda` of `/dev/sda`; None for anything else."""
    text = read_tool_word(value) or ""
    return text.removeprefix("/dev/") if re.fullmatch(r"/dev/[A-Za-z0-9_!.-]+", text) else None


def pair(line: str) -> tuple[str, str] | None:
    """Return key and value of a line such as `Bus : 1`. A colon inside a word, as in `(T:L)`, is no separator."""
    at = line.find(":")
    while at != -1:
        if at + 1 == len(line) or line[at + 1].isspace():
            key = line[:at].strip()
            return (key, line[at + 1 :].strip()) if key else None
        at = line.find(":", at + 1)
    return None


def is_refusal(text: str) -> bool:
    """Return whether the output of a RAID tool reports missing rights."""
    return drive_values.is_refusal(text) or _REFUSED.search(text) is not None


def merge_controller_facts(tool: str, results: Sequence[CollectedFacts]) -> CollectedFacts:
    """Merge the facts that one tool reported about several controllers.

    Missing rights are reported once, and so is each repeated warning.
    """
    refused = any(facts.tools for facts in results)
    return CollectedFacts(
        controllers=tuple(item for facts in results for item in facts.controllers),
        enclosures=tuple(item for facts in results for item in facts.enclosures),
        details=tuple(item for facts in results for item in facts.details),
        arrays=tuple(item for facts in results for item in facts.arrays),
        tools=(ToolReport(tool, "not_permitted", message=f"{tool} needs more rights."),) if refused else (),
        warnings=tuple(dict.fromkeys(item for facts in results for item in facts.warnings)),
    )
