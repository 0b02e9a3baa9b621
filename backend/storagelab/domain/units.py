"""Sizes and durations as people write them, and their one canonical value: bytes and seconds."""

from __future__ import annotations

import re

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB

_SIZE = re.compile(r"([0-9]+)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE | re.ASCII)
_FACTORS = {"": 1, "k": KIB, "m": MIB, "g": GIB, "t": 1024 * GIB}
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(ms|s|m|min|h|d)?", re.IGNORECASE | re.ASCII)
_SECONDS = {None: 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}


def parse_size(text: str | int) -> int:
    """Parse the bytes of `4k`, `128KiB`, `1m` or a plain number; prefixes are binary, as fio reads them.

    Raises ValueError with the text that was not understood.
    """
    if isinstance(text, int):
        return text
    match = _SIZE.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"{text!r} is not a size such as 4k, 128k or 1m")
    return int(match[1]) * _FACTORS[match[2].lower()]


def parse_duration(text: str | float) -> float:
    """Parse the seconds of `90`, `30s`, `10m` or `12h`. Raises ValueError with the text that was not understood."""
    if isinstance(text, (int, float)):
        return float(text)
    match = _DURATION.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"{text!r} is not a duration such as 30s, 10m or 12h")
    unit = match[2].lower() if match[2] else None
    return float(match[1]) * _SECONDS[unit]


def format_size(size_bytes: int) -> str:
    """Format bytes as `4K`, `128K`, `1M`, `256M`; exact multiples only, otherwise plain bytes (`4095 B`)."""
    for factor, letter in ((1024 * GIB, "T"), (GIB, "G"), (MIB, "M"), (KIB, "K")):
        if size_bytes >= factor and size_bytes % factor == 0:
            return f"{size_bytes // factor}{letter}"
    return f"{size_bytes} B"
