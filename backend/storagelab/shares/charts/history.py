"""History of a configuration: one metric at one workload over the dates of runs, with what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from storagelab.analysis.change_points import change_points
from storagelab.domain.metrics import METRICS, Metric
from storagelab.domain.result import RunResult
from storagelab.evaluate.measured_runs import measure_run
from storagelab.evaluate.points import WorkloadId, disambiguate_names
from storagelab.shares.charts.chart import ChartKind, CheckedChart, Plan
from storagelab.shares.charts.material import Material
from storagelab.shares.figures import MINUS
from storagelab.shares.verification import formulas

#: Fewer values do not show a usual range.
MIN_USUAL = 3
USUAL = "usual range"
_FROM_ZERO = "from 0"


def compute_lines(runs: Sequence[RunResult], metric: Metric) -> dict[str, list[float | None]]:
    """Return the values of each workload over `runs`, the oldest first; None where a run has none that counts.

    The workloads of the newest run come first.
    """
    measured = [measure_run(run, metric) for run in runs]
    names: dict[WorkloadId, str] = {}
    for run in reversed(measured):
        names = {**names, **{key: name for key, name in run.workloads.items() if key not in names}}
    figures = [{figure.workload: figure.value for figure in run.figures} for run in measured]
    lines = {name: [own.get(key) for own in figures] for key, name in disambiguate_names(names).items()}
    return {name: values for name, values in lines.items() if any(value is not None for value in values)}


def draw_history(material: Material, numbers: Sequence[str], metric: str, workload: str) -> dict[str, Any]:
    """Return the points of the runs with these numbers, the oldest first, their changes and usual ranges.

    The usual range is that of all runs with the configuration of the newest one.
    """
    runs = [material.run(number) for number in numbers]
    started = {run["number"]: run["started_at"] for run in material.drawn_runs(numbers)}
    values = compute_lines(runs, METRICS[metric]).get(workload, [None] * len(runs))
    return {
        "metric": metric,
        "workload": workload,
        "points": [
            {"run": number, "at": started[number], "value": value}
            for number, value in zip(numbers, values, strict=True)
        ],
        "marks": _list_marks(runs, values),
        "bands": _list_bands(runs, values),
    }


def _list_marks(runs: Sequence[RunResult], values: Sequence[float | None]) -> list[dict[str, Any]]:
    """Return the changes of the configuration, and those changes of the level that none of them explains."""
    configured = [(index, run.configuration) for index, run in enumerate(runs) if run.configuration is not None]
    changed = [
        {"index": index, "kind": "configuration", "label": f"Configuration: {after.name}"}
        for (_, before), (index, after) in pairwise(configured)
        if before.class_hash != after.class_hash
    ]
    taken = {mark["index"] for mark in changed}
    levels = [
        {"index": change.index, "kind": "level", "label": _format_change(change.relative_change)}
        for change in change_points(values)
        if change.index not in taken
    ]
    return [*changed, *levels]


def _format_change(relative: float | None) -> str:
    if relative is None:
        return _FROM_ZERO
    sign = "+" if relative > 0 else MINUS
    return f"{sign}{abs(100 * relative):.0f}\u00a0%"


def _list_bands(runs: Sequence[RunResult], values: Sequence[float | None]) -> list[dict[str, Any]]:
    """Return the usual range of the newest configuration where it was measured, and the ranges of other ones."""
    classes = [run.configuration.class_hash if run.configuration is not None else None for run in runs]
    own = [value for value, key in zip(values, classes, strict=True) if key == classes[-1] and value is not None]
    bands = []
    for key, group in groupby(range(len(runs)), key=lambda index: classes[index]):
        places = list(group)
        is_own = key == classes[-1]
        counted = own if is_own else [value for place in places if (value := values[place]) is not None]
        if not counted or (is_own and len(own) < MIN_USUAL):
            continue
        configuration = runs[places[0]].configuration
        name = configuration.name if configuration is not None else "unknown configuration"
        bands.append(
            {
                "kind": "usual" if is_own else "other",
                "from": places[0],
                "to": places[-1],
                "low": min(counted),
                "high": max(counted),
                "label": (USUAL if places[-1] == len(runs) - 1 else "") if is_own else name,
            }
        )
    return bands


def _check(chart: CheckedChart) -> None:
    drawn: Mapping[str, Any] = draw_history(
        chart.material, chart.runs, chart.settings["metric"], chart.settings["workload"]
    )
    chart.compare(chart.data, drawn, formula=formulas.HISTORY, source=", ".join(chart.runs))


HISTORY = ChartKind(
    "history", _check, plan=Plan("columns", ("Started", "Run"), without=frozenset({"Lowest", "Highest"}))
)
