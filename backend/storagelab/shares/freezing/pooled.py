"""Measurements of pooled repeats, one row for each workload, as the page of a comparison draws them."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.analysis.repeatability import MINIMUM_REPEATS, judge_repeatability
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.metrics import METRICS

_FIGURES = frozenset({*(metric.column for metric in METRICS.values()), "offered_iops"})
#: What differs between repeats without making another workload.
_OF_ONE_RUN = frozenset(
    {"run_id", "run_number", "configuration", "phase_ordinal", "round", "in_window", "latency_n", "little_ratio"}
)
#: Ends of the names of the columns beside a pooled figure.
SPREAD = ("_low", "_high", "_ci95_low", "_ci95_high")


@dataclass(frozen=True, slots=True)
class PooledEntry:
    """Repeats that are drawn as one: the number that its rows have, all its runs, and those whose figures count."""

    key: str
    all_runs: tuple[str, ...]
    counted: tuple[str, ...]


def pool_columns(source: Mapping[str, Sequence[Any]], entries: Sequence[PooledEntry]) -> dict[str, list[Any]]:
    """Return the columns of measurements with the repeats of each entry pooled into one row.

    The row has medians, extremes and intervals; rows of entries of one run remain unchanged. A phase that was cut short
    repeats nothing. Extremes and intervals exist from three repeats on.
    """
    names = list(source)
    together = [entry for entry in entries if len(entry.all_runs) > 1]
    entry_of = {run: entry for entry in together for run in entry.counted}
    hidden = {run for entry in together for run in entry.all_runs}
    grouping_names = [name for name in names if name not in _FIGURES and name not in _OF_ONE_RUN]
    groups: dict[bytes, list[int]] = {}
    for row, run in enumerate(source["run_number"]):
        entry = entry_of.get(run)
        if entry is not None and source["phase_state"][row] in (None, PhaseState.FINISHED):
            key = encode_canonical_json([entry.key, *(source[name][row] for name in grouping_names)])
            groups.setdefault(key, []).append(row)
        elif entry is None and run not in hidden:
            groups[b"%d" % row] = [row]
    figures = [name for name in names if name in _FIGURES]
    columns: dict[str, list[Any]] = {name: [] for name in (*names, "n", *(f + end for f in figures for end in SPREAD))}
    for rows in groups.values():
        entry = entry_of.get(source["run_number"][rows[0]])
        for name in names:
            columns[name].append(_compute_cell(source, name, rows, entry))
            if name in _FIGURES:
                for end, value in zip(SPREAD, _spread(source, name, rows, entry), strict=True):
                    columns[name + end].append(value)
        columns["n"].append(len(rows) if entry is not None else None)
    return columns


def _list_numeric_values(source: Mapping[str, Sequence[Any]], name: str, rows: Sequence[int]) -> list[float]:
    return [source[name][row] for row in rows if isinstance(source[name][row], int | float)]


def _compute_cell(
    source: Mapping[str, Sequence[Any]], name: str, rows: Sequence[int], entry: PooledEntry | None
) -> Any:
    if entry is not None and name in ("run_number", "run_id"):
        return entry.key
    if entry is None or name not in _FIGURES:
        return source[name][rows[0]]
    values = _list_numeric_values(source, name, rows)
    return statistics.median(values) if values else None


def _spread(
    source: Mapping[str, Sequence[Any]], name: str, rows: Sequence[int], entry: PooledEntry | None
) -> tuple[float | None, ...]:
    values = _list_numeric_values(source, name, rows)
    if entry is None or len(values) < MINIMUM_REPEATS:
        return (None, None, None, None)
    low, high = judge_repeatability(values).ci95 or (None, None)
    return (min(values), max(values), low, high)
