"""Results of a share as rows: measured phases, and cells of loops over the rounds that count."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.result import RunResult
from storagelab.evaluate.columns import build_row
from storagelab.evaluate.results import MeasuredResult, list_results
from storagelab.evaluate.workload_attributes import PARTICULARS
from storagelab.shares.run_results import WORKLOAD_COLUMNS
from storagelab.shares.verification.frozen import FrozenShare

#: Columns that name a row.
_NAMES = frozenset({"run_id", "configuration"})
#: Columns that documents hold since they state all settings of their phases.
_SETTINGS = frozenset({*WORKLOAD_COLUMNS, "load_percent", "group", "in_window", *(name for name, *_ in PARTICULARS)})

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Results:
    """The rows of each run by its number, in order."""

    by_run: Mapping[str, Sequence[Row]]

    def values(self, runs: Iterable[str], column: str) -> Iterator[tuple[str, float]]:
        """Yield the phase name and the figure in `column` of each finished phase of `runs`."""
        for number in dict.fromkeys(runs):
            for row in self.by_run.get(number, ()):
                if row[column] is not None and row["phase_state"] == "finished":
                    yield row["phase_name"], row[column]

    def find(self, runs: Sequence[str], column: str, cell: Mapping[str, Any], statistic: str) -> list[float] | None:
        """Return the figures behind a cell with `n`, `value`, `least` and `most`; None without a match.

        The figures are in `column` and of one workload of `runs`. `statistic` is the computation of the value: `median`
        or `mean`.
        """
        by_name: dict[str, list[float]] = {}
        named_values = list(self.values(runs, column))
        for name, value in named_values:
            by_name.setdefault(name, []).append(value)
        for values in by_name.values():
            if _is_matching_cell(values, cell, statistic):
                return values
        # Repeats may name their phases differently: the stated value must at least come from their figures.
        return _find_matching_values([value for _, value in named_values], cell)


def read_results(share: FrozenShare) -> Results:
    """Return all results of a share: the rows of each run by its number."""
    return Results({run.number: [_build_row(run, result) for result in list_results(run)] for run in share.results})


def _build_row(run: RunResult, result: MeasuredResult) -> Row:
    """Return a result as a row, without its names, and without settings that an older document does not hold."""
    row = {name: value for name, value in build_row(run, result).items() if name not in _NAMES}
    if result.measurement.has_load:
        return row
    return {name: value for name, value in row.items() if value is not None or name not in _SETTINGS}


def _is_matching_cell(values: Sequence[float], cell: Mapping[str, Any], statistic: str) -> bool:
    if len(values) != cell["n"] or not values:
        return False
    value = statistics.fmean(values) if statistic == "mean" else statistics.median(values)
    computed = {"value": value, "least": min(values), "most": max(values)}
    return all(cell.get(key) is None or _is_close(cell[key], expected) for key, expected in computed.items())


def _find_matching_values(values: Sequence[float], cell: Mapping[str, Any]) -> list[float] | None:
    n, frozen = cell["n"], [cell.get(key) for key in ("value", "least", "most")]
    if not isinstance(n, int) or not 0 < n <= len(values):
        return None
    ends = [value for value in frozen[1:] if value is not None]
    if not all(any(_is_close(value, candidate) for candidate in values) for value in ends):
        return None
    if frozen[0] is None:
        return list(values)
    middles = values if n % 2 else [(one + other) / 2 for one in values for other in values]
    match = next((middle for middle in middles if _is_close(frozen[0], middle)), None)
    return [match] if match is not None else None


def _is_close(one: float, other: float) -> bool:
    return bool(abs(one - other) <= 1e-12 * max(abs(one), abs(other)))
