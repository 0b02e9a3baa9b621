"""Charts of the answer of a view: the ratings of a ranking, and the cells of the table of a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from storagelab.shares.campaign_lines import Lines
from storagelab.shares.charts.campaign_results import generate_result_charts
from storagelab.shares.charts.chart import ChartKind, CheckedChart, Plan
from storagelab.shares.charts.material import Json
from storagelab.shares.document.answers import FrozenResults
from storagelab.shares.document.share import convert_shape
from storagelab.shares.verification import formulas
from storagelab.shares.verification.earlier_campaign_verdicts import find_best_works


def draw_ratings(ranking: Json) -> dict[str, Any]:
    """Return a bar for each rated configuration of a ranking."""
    bars = [
        {
            "number": row["configuration"]["number"],
            "name": row["configuration"]["name"],
            "rating": row["rating"],
            "place": row["place"],
            "worst": row["worst_ratio"],
            "best": row["best_ratio"],
        }
        for row in ranking["configurations"]
        if row["rating"] is not None
    ]
    return {"bars": bars, "reference": ranking["reference"]}


def draw_cells(pivot: Json, panel: str | None) -> dict[str, Any]:
    """Return the cells of one panel of a table by factors."""
    choice = pivot["choice"]
    return {
        "metric": choice["metric"]["name"],
        "rowLabel": choice["row_label"],
        "columnLabel": choice["column_label"],
        "rows": pivot["rows"],
        "columns": pivot["columns"],
        "cells": [cell for cell in pivot["cells"] if cell["panel"] == panel],
    }


def draw_scaling(pivot: Json, panel: str | None) -> dict[str, Any]:
    """Return the points of one panel over numbers of drives."""
    choice = pivot["choice"]
    label = (choice["column_label"] if choice["rows"] == "drives.count" else choice["row_label"]) or "All"
    points = [point for point in pivot["scale"] if point["panel"] == panel]
    return {"metric": choice["metric"]["name"], "label": label, "points": points}


def draw_losses(pivot: Json) -> dict[str, Any]:
    """Return the figures of degraded and rebuilding arrays beside those of the whole ones."""
    return {"metric": pivot["choice"]["metric"]["name"], "losses": pivot["losses"]}


def check_ratings_drawn(chart: CheckedChart, ranking: Json, *, source: str) -> None:
    """Compare bars of ratings with the ranking that they are copied from, without their names."""
    bars = [{name: bar[name] for name in bar if name != "name"} for bar in draw_ratings(ranking)["bars"]]
    frozen = [{name: bar.get(name) for name in bars[0]} for bar in chart.data["bars"]] if bars else chart.data["bars"]
    chart.compare(frozen, bars, at="bars", formula=formulas.COPY, source=source)


def _check_rank(chart: CheckedChart) -> None:
    check_ratings_drawn(chart, chart.answer, source="view/answer")


def _check_cells(chart: CheckedChart) -> None:
    if not _check_results(chart, "cells", newer=("ci95_low", "ci95_high")):
        cells = chart.data["cells"]
        _compare_copy(chart, "cells", draw_cells(chart.answer["pivot"], cells[0]["panel"] if cells else None))


def _check_scaling(chart: CheckedChart) -> None:
    points = chart.data["points"]
    _compare_copy(chart, "points", draw_scaling(chart.answer["pivot"], points[0]["panel"] if points else None))


def _check_losses(chart: CheckedChart) -> None:
    if not _check_results(chart, "losses", newer=("optimal_spread", "spread")):
        _compare_copy(chart, "losses", draw_losses(chart.answer["pivot"]))


def _compare_copy(chart: CheckedChart, name: str, drawn: Mapping[str, Any]) -> None:
    chart.compare(chart.data[name], drawn[name], at=name, formula=formulas.COPY, source="view/answer/pivot")


def _check_results(chart: CheckedChart, name: str, *, newer: Sequence[str]) -> bool:
    """Compare a chart with the results of the campaign; return false for any other chart.

    `name` is the field with the marks. Fields in `newer` that no mark of the frozen chart has are left out.
    """
    results = chart.answer.get("results")
    if results is None:
        return False
    lines = Lines(convert_shape(results, FrozenResults, "view.answer.results"))
    candidates = [data for data in _draw_results(lines, chart) if name in data]
    if not candidates:
        return False
    # Documents of earlier releases show a workload at another of its phases.
    workloads = _list_workloads(chart.data[name])
    computed = next((data for data in candidates if _list_workloads(data[name]) == workloads), candidates[0])
    absent = [field for field in newer if all(field not in mark for mark in chart.data[name])]
    marks = [{field: value for field, value in mark.items() if field not in absent} for mark in computed[name]]
    chart.compare(chart.data, {**computed, name: marks}, formula=formulas.COPY, source="view/answer/results")
    return True


def _draw_results(lines: Lines, chart: CheckedChart) -> Iterator[Json]:
    """Yield the data of charts of results with the settings of a chart, by today's choice of phases and the earlier."""
    earlier = find_best_works(lines, lines.baseline) if lines.baseline is not None else []
    for leading in (None, earlier):
        for candidate in generate_result_charts(lines, default=True, leading=leading):
            if (candidate.kind, candidate.settings) == (chart.kind, chart.settings):
                yield candidate.data()


def _list_workloads(marks: Sequence[Json]) -> list[object]:
    """Return the workloads of losses; cells of bars have one workload, which their settings state."""
    return [part["value"] for mark in marks for part in mark.get("names", ()) if part["key"] == "workload"]


# Tables of earlier documents have other titles of their columns.
RANK = ChartKind(
    "rank", _check_rank,
    plan=Plan(
        "columns", ("Configuration",),
        without=frozenset({"Place", "Lowest ratio", "Highest ratio", "Least ratio", "Largest ratio"}),
    ),
)  # fmt: skip
FACTOR_BARS = ChartKind(
    "factor-bars",
    _check_cells,
    plan=Plan("columns", (), without=frozenset({"n", "Lowest", "Highest", "Least", "Most"})),
)
RAID_SCALING = ChartKind(
    "raid-scaling", _check_scaling,
    plan=Plan("lines", ("Drives",), by="RAID level", without=frozenset({"Scaling efficiency"})),
)  # fmt: skip
SCALING_EFFICIENCY = ChartKind(
    "scaling-efficiency", _check_scaling,
    plan=Plan("lines", ("Drives",), by="RAID level", without=frozenset({"IOPS", "Throughput", "Ideal"})),
)  # fmt: skip
OPTIMAL_REBUILD = ChartKind(
    "optimal-rebuild", _check_losses,
    plan=Plan("columns", ("Array",), without=frozenset({"Of optimal", "Rebuild time"})),
)  # fmt: skip
