"""Charts of a comparison as a table by factors: a map for each workload and metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from storagelab.analysis.pivot_levels import WORKLOAD
from storagelab.db.models import Run
from storagelab.errors import RequestRefused
from storagelab.evaluate.pivot_rows import PivotRows
from storagelab.pivots.pivot import PivotRequest, build_pivot
from storagelab.pivots.rows import read_results, select_fitting
from storagelab.shares.charts.answers import draw_cells
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.freezing.subject import remove_ids

#: More workloads of one metric are read in the workbench.
_MAX_MAPS = 4
#: Factors of the test, which other charts are drawn over.
_OF_TEST = ("workload", "profile", "run")
#: A row or a column of a table does not need one.
_MIN_LEVELS = 2
_EMPTY = frozenset({"not_measured", "not_published"})
_CAPTION = "A cell for each level of both factors."
_POOLED = "The median where it has several runs."
_GAPS = "Cells without colour have no value."


@dataclass(frozen=True, slots=True)
class ChartedMetric:
    """A metric of a comparison, with the workload of its first finding; None where there is no finding."""

    name: str
    is_main: bool
    lead: str | None


def list_factor_charts(session: Session, runs: Sequence[Run], metrics: Sequence[ChartedMetric]) -> list[OfferedChart]:
    """Return a map of two factors for each metric and workload of a comparison, the leading workload first.

    The axes are those that the lab proposes for the first metric. They are charts by default where both are factors of
    the configuration. Runs that differ in fewer than two factors have none.
    """
    chosen = select_fitting(session, runs)
    if len(chosen) < _MIN_LEVELS:
        return []
    read = read_results(session, chosen)
    charts: list[OfferedChart] = []
    try:
        for request, is_of_systems in _generate_requests(read, chosen, metrics[0].name):
            for metric in metrics:
                charts += _generate_maps(read, chosen, replace(request, metric=metric.name), metric, is_of_systems)
            if charts:
                break
    except RequestRefused:
        # The axes would have too many cells for a page.
        return charts
    return charts


def _generate_requests(read: PivotRows, runs: Sequence[Run], metric: str) -> Iterator[tuple[PivotRequest, bool]]:
    """Yield requests for maps, and whether both axes are factors of the configuration; nothing without two axes.

    The second request has the proposed panels as columns: where columns follow from the panels, a panel has one column.
    """
    proposed = build_pivot(read, PivotRequest(None, None, None, metric, {}), runs=runs)
    choice = proposed.choice
    groups = {factor.key: factor.group for factor in proposed.factors}
    fixed = {item.key: item.value for item in choice.fixed}
    of_systems = {key: value for key, value in fixed.items() if groups.get(key) not in _OF_TEST}
    for columns, panel in ((choice.columns, choice.panel), (choice.panel, None)):
        if choice.rows is None or columns is None:
            continue
        axes = [groups.get(key, "") for key in (choice.rows, columns)]
        if panel is None and "workload" not in axes:
            request = PivotRequest(choice.rows, columns, WORKLOAD, metric, of_systems)
        else:
            request = PivotRequest(choice.rows, columns, panel, metric, fixed)
        yield request, all(group not in _OF_TEST for group in axes)


def _generate_maps(
    read: PivotRows, runs: Sequence[Run], request: PivotRequest, metric: ChartedMetric, is_of_systems: bool
) -> Iterator[OfferedChart]:
    if not any(observation.values.get(metric.name) is not None for observation in read.observations):
        return
    pivot: Mapping[str, Any] = remove_ids(build_pivot(read, request, runs=runs).model_dump(mode="json"))
    choice = pivot["choice"]
    filled = [panel for panel in pivot["panels"] if _is_table(pivot, panel)]
    # Panels are in the order of their names, so that of the finding is moved to the front.
    ordered = sorted(filled, key=lambda panel: panel != metric.lead)
    axes = f"{choice['row_label']} and {lower_first(choice['column_label'])}"
    for place, panel in enumerate(ordered[:_MAX_MAPS], 1):
        data = _draw_table(pivot, panel)
        used = tuple(dict.fromkeys(number for cell in data["cells"] for number in cell["run_numbers"]))
        title = f"{choice['metric']['label']} by {lower_first(axes)}"
        key = f"factors-{place}" if metric.is_main else f"factors-{metric.name}-{place}"
        pooled = _POOLED if any(cell["n"] > 1 for cell in data["cells"]) else ""
        gaps = _GAPS if any(cell["value"] is None for cell in data["cells"]) else ""
        workload = panel if choice["panel"] == WORKLOAD else _find_fixed_workload(choice)
        yield OfferedChart(
            key, "factor-map", ", ".join(dict.fromkeys(filter(None, (title, panel, workload)))),
            " ".join(filter(None, (_CAPTION, pooled, gaps))), partial(dict, data), used,
            default=is_of_systems and metric.is_main and place == 1,
            settings={
                "metric": metric.name, "statistic": "median", "rows": choice["rows"], "columns": choice["columns"],
                "fixed": choice["fixed"], **({} if workload is None else {"workload": workload}),
            },
        )  # fmt: skip


def _find_fixed_workload(choice: Mapping[str, Any]) -> str | None:
    return next((item["value"] for item in choice["fixed"] if item["key"] == WORKLOAD), None)


def _is_table(pivot: Mapping[str, Any], panel: str | None) -> bool:
    """Return whether a panel has values in two rows and in two columns."""
    measured = [cell for cell in pivot["cells"] if cell["panel"] == panel and cell["state"] == "measured"]
    return all(len({cell[axis] for cell in measured}) >= _MIN_LEVELS for axis in ("row", "column"))


def _draw_table(pivot: Mapping[str, Any], panel: str | None) -> dict[str, Any]:
    """Return the cells of one panel without rows and columns that nothing is known of there."""
    data = draw_cells(pivot, panel)
    filled = [cell for cell in data["cells"] if cell["state"] not in _EMPTY or cell["reason"] is not None]
    rows, columns = ({cell[axis] for cell in filled} for axis in ("row", "column"))
    return {
        **data,
        "rows": [row for row in data["rows"] if row in rows],
        "columns": [column for column in data["columns"] if column in columns],
        "cells": [cell for cell in data["cells"] if cell["row"] in rows and cell["column"] in columns],
    }


def lower_first(label: str) -> str:
    """Return a label within a sentence: with a small initial, except for an abbreviation."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]
