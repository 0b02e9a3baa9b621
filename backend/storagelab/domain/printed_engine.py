"""The load generator that the printed name of a workload begins with."""

from __future__ import annotations

PRINTED_ENGINES = ("fio", "iometer", "vdbench")


def read_printed_engine(workload: str) -> str | None:
    """Return `fio` for `fio 4 KB random reads`; None for a name without an engine."""
    first = workload.partition(" ")[0].lower()
    return first if first in PRINTED_ENGINES else None
