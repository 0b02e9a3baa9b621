"""The load generator that the printed name of a workload begins with."""

from __future__ import annotations

_ENGINES = frozenset({"fio", "vdbench", "iometer"})


def read_printed_engine(workload: str) -> str | None:
    """Return `fio` for `fio 4 KB random reads`; None for a name without an engine."""
    first = workload.partition(" ")[0].lower()
    return first if first in _ENGINES else None
