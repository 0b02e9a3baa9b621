"""Values of fio options as fio 3 reads them: sizes, times, shares, one value for each direction."""

from __future__ import annotations

import re

from storagelab.domain.access import MAX_CPU

_NUMBER = re.compile(r"\d{1,18}")
_SIZE = re.compile(r"(\d{1,18})(?:([kmgt])(i?b)?|b)?", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,9})(us|ms|s|m|h|d)?")
_SECONDS = {None: 1.0, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4}
MAX_BYTES = 1 << 60

Split = tuple[tuple[int, float], ...]


def parse_integer(text: str, lowest: int, highest: int) -> int | None:
    """Return the whole number in `text`; None when it is none or not from `lowest` to `highest`."""
    if not _NUMBER.fullmatch(text):
        return None
    value = int(text)
    return value if lowest <= value <= highest else None


def parse_size(text: str, kb_base: int) -> int | None:
    """Return the bytes of `4096`, `4k` or `4KiB`, None for anything else.

    With fio's default base 1024 `4k` is 4096 and `4KiB` is 4000; with 1000 it is the other way round (HOWTO, kb_base).
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    base = kb_base if (match[3] or "").lower() != "ib" else 2024 - kb_base
    value = int(match[1]) * base ** _POWERS.get((match[2] or "").lower(), 0)
    return value if value <= MAX_BYTES else None


def parse_seconds(text: str) -> float | None:
    """Return the seconds of `90`, `500ms` or `2h`, None for anything else."""
    match = _TIME.fullmatch(text)
    return None if match is None else int(match[1]) * _SECONDS[match[2]]


def split_directions(text: str) -> tuple[str, str] | None:
    """Return the values for reads and writes of `both`, `reads,writes` or `reads,writes,trims`.

    A value is empty where `text` has none for its direction. Returns None for more than three parts.
    """
    parts = text.split(",")
    if len(parts) > 3:
        return None
    reads = parts[0]
    return reads, parts[1] if len(parts) > 1 else reads


def split_of_sizes(text: str, kb_base: int) -> Split | None:
    """Parse one direction of a `bssplit` to sizes in bytes with percentages that sum to 100.

    The smallest size comes first. Sizes without a percentage get whole equal parts of the remaining percentage. The
    largest size also gets the rest, as in fio 3.33. Returns None for anything else.
    """
    parts = text.split(":")
    if len(parts) > 64:
        return None
    sizes: list[tuple[int, int | None]] = []
    for part in parts:
        number, _, share = part.partition("/")
        block = parse_size(number, kb_base)
        percent = parse_integer(share, 0, 100) if share else None
        if block is None or (share and percent is None):
            return None
        sizes.append((block, percent))
    left = 100 - sum(share or 0 for _, share in sizes)
    unsaid = sum(share is None for _, share in sizes)
    if left < 0 or (left > 0 and not unsaid):
        return None
    equal_share = left // unsaid if unsaid else 0
    split = sorted((block, equal_share if share is None else share) for block, share in sizes)
    split[-1] = (split[-1][0], split[-1][1] + 100 - sum(share for _, share in split))
    return tuple((block, float(share)) for block, share in split if share)


def parse_cpu_list(text: str) -> tuple[int, ...] | None:
    """Return the processors of `0-3,8`, None for anything else."""
    cpus: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        start, end = parse_integer(first, 0, MAX_CPU), parse_integer(last or first, 0, MAX_CPU)
        if start is None or end is None or end < start or ("-" in part and not last):
            return None
        cpus.extend(range(start, end + 1))
        if len(cpus) > MAX_CPU:
            return None
    return tuple(cpus)
