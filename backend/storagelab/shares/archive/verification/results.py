"""Results of a share as rows: measured phases, and cells of loops over the rounds that count."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.analysis.loop_cells import merge_rounds
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS
from storagelab.runs.headline import RESULT_KINDS
from storagelab.series.workload_attributes import COVERED, read_particulars
from storagelab.shares.archive.verification.frozen import Json

FIGURES = tuple(metric.column for metric in METRICS.values())
QUALIFIERS = ("latency_n", "little_ratio")
#: Requested settings of a phase, as a measurement states them.
WORKLOAD_COLUMNS = ("block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "offered_iops")
_ESTIMATED = "estimated_percentiles"

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


def read_results(runs: Iterable[Json]) -> Results:
    """Return all results of `runs`: the rows of each run by its number."""
    return Results({run["number"]: _build_rows(run) for run in runs})


def _build_rows(run: Json) -> list[Row]:
    places: dict[tuple[Any, ...], list[Row]] = {}
    for phase in sorted(run["phases"], key=lambda item: item["ordinal"]):
        measurement = phase["measurement"]
        if measurement is None or phase["kind"] not in RESULT_KINDS:
            continue
        row = {
            "run_number": run["number"],
            "phase_ordinal": phase["ordinal"],
            "phase_name": phase["name"],
            "phase_state": phase["state"],
            "kind": phase["kind"],
            "loop": phase["loop"],
            "round": phase["round"],
            "outstanding_ios": measurement["outstanding_ios"],
            "value_kind": measurement["value_kind"],
            "invalid": int(run["invalid"] is not None),
            "percentiles_estimated": int(any(badge["code"] == _ESTIMATED for badge in measurement["badges"])),
            **{name: measurement[name] for name in (*FIGURES, *QUALIFIERS)},
            **_build_workload_columns(run, phase),
        }
        if phase["loop"] is None:
            places[("phase", phase["ordinal"])] = [row]
        elif phase["in_window"]:
            name = parse_round_name(phase["name"], phase["round"])
            places.setdefault((phase["loop"], name), []).append({**row, "phase_name": name, "round": None})
    return [
        rows[0] if rows[0]["loop"] is None else merge_rounds(rows, figures=(*FIGURES, *QUALIFIERS))
        for rows in places.values()
    ]


def _build_workload_columns(run: Json, phase: Json) -> Row:
    """Return the workload of a phase in the columns of `GET /measurements`.

    Empty where the document is too old to have the workload.
    """
    lineage, workload = phase["measurement"].get("lineage") or {}, phase["workload"]
    columns = {name: lineage[name] for name in WORKLOAD_COLUMNS if name in lineage}
    if run.get("lineage") is None or len(columns) < len(WORKLOAD_COLUMNS):
        return columns
    load, counts = workload.get("load_percent"), phase["in_window"]
    rest = {name: value for name, value in workload.items() if name not in COVERED}
    return {
        **columns,
        "load_percent": float(load) if load is not None else None,
        "group": phase["group"],
        "in_window": int(counts) if counts is not None else None,
        **read_particulars(rest, target_bytes=run["lineage"]["target_bytes"]),
    }


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
