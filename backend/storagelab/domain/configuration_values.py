"""The values of a configuration one by one, as text and as numbers, for columns that queries compare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from storagelab.domain.components import UNKNOWN, Pieces, list_drives
from storagelab.domain.configuration_facts import collect_facts

#: A text that is one number with its unit, as `configuration_words` writes them.
_NUMBER = re.compile(r"(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?: (B|[KMGT]iB|[MGTP]B|%))?", re.ASCII)
_FACTORS = {"": 1.0, "%": 1.0, "B": 1.0} | {
    **{f"{prefix}iB": 1024.0**power for power, prefix in enumerate("KMGT", start=1)},
    **{f"{prefix}B": 1000.0**power for power, prefix in enumerate("MGTP", start=2)},
}


class FactValue(NamedTuple):
    """One value of the fact `key`; `number` is in bytes, percent or pieces, None where the text is no number."""

    key: str
    text: str
    number: float | None


def read_fact_values(snapshot: Mapping[str, Any]) -> list[FactValue]:
    """Return the known values of every fact of a snapshot, each once.

    A key has several values where components differ.
    """
    return list(dict.fromkeys([*_iterate_fact_values(snapshot), *_iterate_drive_values(snapshot)]))


def _iterate_fact_values(snapshot: Mapping[str, Any]) -> Iterator[FactValue]:
    for key, fact in collect_facts(snapshot).items():
        values = fact.value.values if isinstance(fact.value, Pieces) else [fact.value]
        yield from (FactValue(key, text, _read_number(text)) for text in values if text and text != UNKNOWN)


def _iterate_drive_values(snapshot: Mapping[str, Any]) -> Iterator[FactValue]:
    """Yield drive values that `collect_facts` has only within other facts.

    These are models without capacity, vendors, capacities and the number of drives.
    """
    drives, _ = list_drives(snapshot)
    if not drives:
        return
    yield FactValue("drives.count", str(len(drives)), float(len(drives)))
    for drive in drives:
        for field in ("model", "vendor"):
            if isinstance(drive.get(field), str) and drive[field]:
                yield FactValue(f"drives.{field}", drive[field], None)
        size_bytes = drive.get("size_bytes")
        if isinstance(size_bytes, int | float) and not isinstance(size_bytes, bool):
            yield FactValue("drives.size", str(size_bytes), float(size_bytes))


def _read_number(text: str) -> float | None:
    match = _NUMBER.fullmatch(text)
    return float(match[1]) * _FACTORS[match[2] or ""] if match is not None else None
