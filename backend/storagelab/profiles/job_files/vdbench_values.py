"""Values of Vdbench parameters: sizes, times, shares, and the lists that its loops run over."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

_SIZE = re.compile(r"(\d{1,15})(?:\.(\d{1,3}))?([kmgt]?)", re.IGNORECASE)
_FACTORS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_TIME = re.compile(r"(\d{1,9})([mh]?)")
_SECONDS = {"": 1, "m": 60, "h": 3600}
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,3})?")
#: Words for a share of random requests.
ORDERS = {"sequential": 0.0, "random": 100.0}
MAX_BYTES = 1 << 60
MAX_VALUES = 2000

_T = TypeVar("_T", int, float)


def parse_size(text: str) -> int | None:
    """Return the bytes of `4096`, `4k` or `1.5k`, with 1024 as the base.

    None for anything else and for parts of a byte.
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    decimals = match[2] or ""
    scaled = int(match[1] + decimals) * _FACTORS[match[3].lower()]
    value, rest = divmod(scaled, 10 ** len(decimals))
    return value if not rest and value <= MAX_BYTES else None


def parse_seconds(text: str) -> int | None:
    """Return the seconds of `30`, `5m` or `40h`, None for anything else."""
    match = _TIME.fullmatch(text)
    return None if match is None else int(match[1]) * _SECONDS[match[2]]


def parse_number(text: str) -> float | None:
    """Return a number that is not negative, None for anything else."""
    return float(text) if _NUMBER.fullmatch(text) else None


def parse_percent(text: str) -> float | None:
    """Return a share from 0 to 100, None for anything else."""
    value = parse_number(text)
    return value if value is not None and value <= 100 else None


def parse_whole_number(text: str) -> int | None:
    """Return a whole number from 1 on, None for anything else."""
    value = int(text) if re.fullmatch(r"\d{1,10}", text) else 0
    return value or None


def parse_values(items: Sequence[str], one: Callable[[str], _T | None]) -> list[_T] | None:
    """Return the values of a loop: `(1,2,4)`, `(10-100,10)` by steps, `(1-64,d)` by doubling.

    `one` parses a single value. Returns None for any other text and for a range of more than MAX_VALUES values.
    """
    if len(items) == 2 and "-" in items[0]:
        first, _, last = items[0].partition("-")
        start, end = one(first), one(last)
        step = None if items[1] == "d" else one(items[1])
        if start is None or end is None or end < start or (step is None and items[1] != "d"):
            return None
        return _spread(start, end, step)
    converted = [one(item) for item in items]
    valid = [value for value in converted if value is not None]
    return valid if len(valid) == len(converted) else None


def _spread(start: _T, end: _T, step: _T | None) -> list[_T] | None:
    if (step or start) <= 0:
        return None
    result: list[_T] = []
    value = start
    while value <= end:
        if len(result) >= MAX_VALUES:
            return None
        result.append(value)
        value = value * 2 if step is None else value + step
    return result


def parse_mix(items: Sequence[str]) -> list[tuple[int, float]] | None:
    """Parse `(4k,60,64k,40)` to sizes in bytes with percentages that sum to 100; None for others."""
    if len(items) % 2:
        return None
    pairs = [(parse_size(block), parse_percent(share)) for block, share in zip(items[::2], items[1::2], strict=True)]
    valid = [(block, share) for block, share in pairs if block is not None and share is not None]
    if len(valid) < len(pairs) or abs(sum(share for _, share in valid) - 100.0) > 1e-6:
        return None
    return [(block, share) for block, share in valid if share]
