"""Values of fio's options: sizes with their units, lists by direction, splits of block sizes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from storagelab.domain.samples import DIRECTIONS, Direction

#: What fio does where an option is not given.
DEFAULT_BLOCK_BYTES = 4096
_SIZE = re.compile(r"\s*(0x[0-9a-f]{1,16}|[0-9]{1,18})\s*([a-z%]{0,8})\s*", re.IGNORECASE)
_WHOLE = re.compile(r"\s*([0-9]{1,9})\s*")
_PERCENT = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*%?\s*")
_LARGEST = 1 << 50
_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5}


def get_option(options: Mapping[str, str], *names: str) -> str | None:
    """Return the value of an option under any of its names, None where it is not given."""
    return next((options[name] for name in names if name in options), None)


def parse_whole_number(text: str | None) -> int | None:
    """Parse a plain whole number; None for everything else."""
    match = _WHOLE.fullmatch(text or "")
    return int(match[1]) if match else None


def is_set(text: str | None) -> bool:
    """Return whether a yes-or-no option is on: fio prints those without a value as empty."""
    return text is not None and text.strip() != "0"


def parse_fio_size(text: str, kb_base: int = 1024) -> int | None:
    """Parse a size in bytes, or a rate, with fio's suffixes; None for percentages and other text.

    `4k` and `4ki` are 4096. With `kib`, `mib` and so on it is the other way round (4000), and `kb_base=1000` reverses
    everything again: fio keeps old scripts working instead of following the standard.
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    digits, suffix = match[1].lower(), match[2].lower()
    number = int(digits, 16) if digits.startswith("0x") else int(digits)
    if suffix in ("", "b"):
        return number
    if suffix[0] not in _POWERS:
        return None
    opposite = suffix[1:3] == "ib"
    base = (1000 if kb_base == 1024 else 1024) if opposite else kb_base
    amount = number * int(base ** _POWERS[suffix[0]])
    return amount if amount < _LARGEST else None


def split_by_direction(text: str) -> dict[Direction, str]:
    """Split `8k,64k` as fio reads it: reads, writes, trims; a list that is too short repeats its last entry."""
    listed = text.split(",")
    return {direction: listed[min(index, len(listed) - 1)].strip() for index, direction in enumerate(DIRECTIONS)}


def parse_percent(text: str) -> float | None:
    """Parse a share between 0 and 100; None for everything else."""
    match = _PERCENT.fullmatch(text)
    value = float(match[1]) if match else -1.0
    return value if 0 <= value <= 100 else None


def split(text: str, kb_base: int = 1024) -> dict[int, float] | None:
    """Parse a `bssplit` text such as `4k/60:8k/40` into percentages by size in bytes.

    Sizes without a percentage divide the rest. None if the text cannot be parsed.
    """
    shares: dict[int, float] = {}
    open_ended: list[int] = []
    for entry in text.split(":"):
        written, _, share = entry.partition("/")
        bytes_ = parse_fio_size(written, kb_base)
        if not bytes_:
            return None
        if share.strip():
            value = parse_percent(share)
            if value is None:
                return None
            shares[bytes_] = shares.get(bytes_, 0.0) + value
        else:
            open_ended.append(bytes_)
    left = 100.0 - sum(shares.values())
    for bytes_ in open_ended:
        shares[bytes_] = shares.get(bytes_, 0.0) + left / len(open_ended)
    total = sum(shares.values())
    return {bytes_: share for bytes_, share in shares.items() if share > 0} if abs(total - 100.0) < 1e-6 else None
