"""Charts of the result set of a campaign: the means of its tables with the spread of their repeats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from storagelab.domain.campaigns import OPTIMAL
from storagelab.shares.campaign_lines import METRIC_OF, Configuration, Lines, Work, spread_of
from storagelab.shares.campaign_verdicts import find_leading_works
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.document.answers import Figure, FrozenCellFigures
from storagelab.shares.document.share import ChartData

#: More phases of one workload than these are a sweep, which its curves show.
MAX_BARS = 4
#: More workloads than these are read in the tables.
_MAX_CHARTS = 16
_EMPTY = {"planned": "not_measured", "waiting": "not_measured", "running": "not_measured"}
_FIGURES: Sequence[Figure] = ("bytes_per_s", "iops")
LEFT = "Means of the repeats of one configuration and workload while its array was whole, degraded or rebuilding."
_MEANS = "Means of the repeats."
_WITH_GAPS = f"{_MEANS} A line without a bar states why."


def generate_result_charts(
    lines: Lines, *, default: bool, leading: Sequence[Work] | None = None
) -> Iterator[OfferedChart]:
    """Yield the bar chart of each workload, then the charts of degraded and rebuilding arrays.

    The workload of the largest supported difference is the first, and a sweep is shown where its difference is largest.
    The latter charts show the share of its performance that an array retains. `leading` are the phases that workloads
    are shown at instead: documents of earlier releases have others.
    """
    chosen = find_leading_works(lines) if leading is None else leading
    rest = [work for work in lines.works if work[1] is not None and not _is_sweep(lines, work)]
    works = list(dict.fromkeys((*chosen, *rest)))
    for place, work in enumerate(works[:_MAX_CHARTS], 1):
        yield _build_bar_chart(lines, work, f"results-{place}", default=default)
    for figure in _FIGURES:
        losses = [
            loss
            for work in chosen
            if lines.get_main_figure(work) == figure
            for loss in _iterate_losses(lines, work, figure)
        ]
        if losses:
            yield _build_loss_chart(losses, figure, default=default)


def _is_sweep(lines: Lines, work: Work) -> bool:
    return sum(other[0] == work[0] for other in lines.works) > MAX_BARS


def _build_bar_chart(lines: Lines, work: Work, key: str, *, default: bool) -> OfferedChart:
    figure = lines.get_main_figure(work)
    metric = METRIC_OF[figure]
    has_states = len(lines.states) > 1
    cells = [
        _build_cell(lines, configuration, work, figures, figure, has_states=has_states)
        for configuration in lines.configurations
        for state in lines.states
        if (figures := lines.figures(configuration, work, state)) is not None
    ]
    names = list(lines.configurations.values())
    data: ChartData = {
        "metric": metric.name,
        "rowLabel": "Configuration" if has_states else "Workload",
        "columnLabel": "Array" if has_states else "Configuration",
        "rows": names if has_states else [lines.works[work]],
        "columns": lines.states if has_states else names,
        "cells": cells,
    }
    runs = tuple(dict.fromkeys(number for cell in cells for number in cell["run_numbers"]))
    caption = _MEANS if all(cell["value"] is not None for cell in cells) else _WITH_GAPS
    return OfferedChart(
        key, "factor-bars", f"{metric.label}: {lines.works[work]}", caption, partial(dict, data), runs, default=default,
        settings={"metric": metric.name, "statistic": "mean", "workload": work[0], "phase": work[1]},
    )  # fmt: skip


def _build_cell(
    lines: Lines,
    configuration: Configuration,
    work: Work,
    figures: FrozenCellFigures,
    figure: Figure,
    *,
    has_states: bool,
) -> dict[str, Any]:
    """Return a cell of a result set in the form of a pivot cell, which is the input of the chart."""
    state = figures.state
    value = lines.value(configuration, work, state)
    spread = spread_of(figures, figure)
    cell_state = figures.cell_state
    if value is None and cell_state == "measured":
        cell_state = "not_measured"
    name = lines.configurations[configuration]
    return {
        "row": name if has_states else lines.works[work],
        "column": state if has_states else name,
        "panel": None,
        "state": _EMPTY.get(cell_state, cell_state),
        "value": value,
        "low": None,
        "high": None,
        "value_kind": "exact" if value is not None else None,
        "n": spread.n or int(value is not None),
        "least": spread.least,
        "most": spread.most,
        "ci95_low": spread.ci95_low,
        "ci95_high": spread.ci95_high,
        "cov_percent": None,
        "groups": 0,
        "differs": [],
        "reason": figures.reason,
        "run_numbers": figures.run_numbers,
        "conditions": [figures.condition] if figures.condition else [],
        "steady": None,
        "badges": msgspec.to_builtins(figures.badges),
    }


def _iterate_losses(lines: Lines, work: Work, figure: Figure) -> Iterator[dict[str, Any]]:
    for configuration, name in lines.configurations.items():
        before = lines.value(configuration, work, OPTIMAL, figure)
        for state in lines.states:
            after = lines.value(configuration, work, state, figure)
            if state == OPTIMAL or not before or after is None:
                continue
            cells = [lines.figures(configuration, work, condition) for condition in (OPTIMAL, state)]
            yield {
                "names": [
                    {"key": "configuration", "label": "Configuration", "value": name},
                    {"key": "workload", "label": "Workload", "value": lines.works[work]},
                ],
                "condition": state,
                "optimal": before,
                "value": after,
                "percent": 100 * after / before,
                "rebuild_seconds": cells[1].rebuild_seconds if cells[1] is not None else None,
                "run_numbers": list(dict.fromkeys(number for cell in cells if cell for number in cell.run_numbers)),
                **{
                    name: spread_of(cell, figure).to_json()
                    for name, cell in zip(("optimal_spread", "spread"), cells, strict=True)
                },
            }


def _build_loss_chart(losses: Sequence[Mapping[str, Any]], figure: Figure, *, default: bool) -> OfferedChart:
    metric = METRIC_OF[figure]
    runs = tuple(dict.fromkeys(number for loss in losses for number in loss["run_numbers"]))
    return OfferedChart(
        f"left-{metric.name}", "optimal-rebuild", f"Optimal, degraded, rebuilding: {metric.label}",
        LEFT,
        partial(dict, metric=metric.name, losses=list(losses)), runs, default=default,
        settings={"metric": metric.name, "statistic": "mean"},
    )  # fmt: skip
