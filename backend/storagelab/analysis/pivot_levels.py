"""Order of the values of a factor as people expect it, and the factors chosen by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

UNKNOWN = "unknown"
NOT_APPLICABLE = "not applicable"

LEVEL = "array.level"
DRIVES = "drives.count"
MODEL = "drives.model"
CONTROLLERS = "controllers"
CONDITION = "array.condition"
WORKLOAD = "workload.name"
BLOCK = "workload.block"
READS = "workload.reads"
RANDOM = "workload.random"

#: Levels of arrays, those without redundancy first.
_ARRAYS = (
    "no array",
    "none",
    "JBOD",
    "single",
    "RAID 0",
    "RAID 1",
    "RAID 10",
    "RAID 5",
    "RAID 6",
    "RAID 50",
    "RAID 60",
)
_CONDITIONS = ("optimal", "degraded", "rebuilding", "initialising", "failed")
_RANKS = {LEVEL: _ARRAYS, CONDITION: _CONDITIONS, "run.scale": ("full", "smoke")}
_NUMBER = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?:\s?(?P<prefix>[kKMGTP])(?P<binary>i?)B?)?(?=[\s,%/-]|$)")
_DECIMAL = {"k": 1e3, "K": 2.0**10, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
_BINARY = {"k": 2.0**10, "K": 2.0**10, "M": 2.0**20, "G": 2.0**30, "T": 2.0**40, "P": 2.0**50}
_RUNS_OF_DIGITS = re.compile(r"(\d+)")


def sort_levels(key: str, levels: Iterable[str]) -> list[str]:
    """Return the levels of the factor `key` in order: numbers and sizes ascending, other words alphabetically.

    RAID levels and conditions of arrays have an order of their own. Levels that do not apply or are unknown come last.
    """
    return sorted(levels, key=lambda level: _build_sort_key(key, level))


def _build_sort_key(key: str, level: str) -> tuple[int, float, list[tuple[int, int, str]], str]:
    last = {NOT_APPLICABLE: 1, UNKNOWN: 2}.get(level, 0)
    ranks = _RANKS.get(key, ())
    rank = next((float(index) for index, word in enumerate(ranks) if level.split(", ")[0] == word), None)
    if rank is None:
        number = _parse_leading_number(level)
        rank = len(ranks) + number if number is not None else float("inf")
    return last, rank, _build_natural_key(level), level


def _parse_leading_number(level: str) -> float | None:
    match = _NUMBER.match(level)
    if match is None:
        return None
    prefix = match["prefix"]
    # `4K` and `1M` are sizes of blocks, which come in powers of two.
    factors = _BINARY if match["binary"] or not level.endswith("B") else _DECIMAL
    return float(match["number"]) * (factors[prefix] if prefix else 1.0)


def _build_natural_key(level: str) -> list[tuple[int, int, str]]:
    """Return a sort key that compares numbers in a text as numbers: `disk 9` before `disk 10`."""
    return [
        (0, int(part[:18]), "") if part.isdecimal() else (1, 0, part.casefold())
        for part in _RUNS_OF_DIGITS.split(level)
        if part
    ]
