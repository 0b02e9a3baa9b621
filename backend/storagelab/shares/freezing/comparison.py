"""Several runs side by side: the answer of the comparison unchanged, and the charts of its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from storagelab.comparisons.comparison import compare_runs
from storagelab.db.models import Run
from storagelab.domain.metrics import METRICS, SERIES_METRICS
from storagelab.errors import InvalidInput
from storagelab.http.references import format_row_number
from storagelab.results.queries import find_runs, load_snapshots
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.over_time import draw_overlay
from storagelab.shares.charts.sweeps import build_charted_columns, draw_sweep, find_sweep
from storagelab.shares.charts.varied import describe_looks, list_varied_charts
from storagelab.shares.document.answers import ComparisonSettings, ComparisonView
from storagelab.shares.freezing.material import LiveMaterial
from storagelab.shares.freezing.subject import Subject, list_run_numbers, require_shareable

#: Titles of charts of sweeps; bars are titled by their metric.
_TITLES = {"load-curve": "Offered load", "queue-depth": "IOPS and latency over outstanding I/O"}


def share_comparison(
    session: Session, runs: Sequence[Run], *, metric: str, baseline: str | None, pooled: bool
) -> Subject:
    """Return a comparison as the subject of a share. Raises Conflict and InvalidInput."""
    if len(runs) < 2:
        raise InvalidInput("must list at least two runs", path="run_ids")
    for run in runs:
        require_shareable(run)
    first = runs[0] if baseline is None else find_runs(session, [baseline])[0]
    if all(run is not first for run in runs):
        raise InvalidInput("must be one of the runs", path="view.baseline")
    answer = compare_runs(session, runs, baseline=first, metric=METRICS[metric], pooled=pooled)
    settings = ComparisonSettings(
        runs=list(list_run_numbers(runs)), metric=metric, baseline=format_row_number(first), pooled=pooled
    )
    view = ComparisonView(settings=settings, answer=answer)
    load_snapshots(session, runs)
    charts = _list_charts(LiveMaterial(session, runs, msgspec.to_builtins(view)), msgspec.to_builtins(answer))
    return Subject("comparison", tuple(runs), tuple(charts), view)


def _list_charts(material: LiveMaterial, answer: Mapping[str, Any]) -> list[OfferedChart]:
    """Return the charts of the comparison page, for each group of entries that may share a chart."""
    groups = sorted({entry["group"] for entry in answer["entries"]})
    charts: list[OfferedChart] = []
    for place, group in enumerate(groups, 1):
        entries = [entry for entry in answer["entries"] if entry["group"] == group]
        suffix = "" if len(groups) == 1 else f"-{place}"
        of = "" if len(groups) == 1 else ", " + ", ".join(entry["label"] for entry in entries)
        numbers = tuple(run["number"] for entry in entries for run in entry["runs"])
        columns = build_charted_columns(material, numbers)
        looks = describe_looks(material, entries)
        kind = find_sweep(columns) or "bars"
        if kind != "bars" or any(value is not None for value in columns[METRICS[answer["metric"]].column]):
            title = _TITLES.get(kind, answer["label"])
            caption = "Medians where repeats are taken together." if answer["pooled"] else "One curve for each run."
            charts.append(
                OfferedChart(
                    kind + suffix, kind, _format_title(title, answer, of), caption,
                    partial(draw_sweep, kind, columns, looks=looks, metric=answer["metric"]), numbers,
                    settings={"metric": answer["metric"], "pooled": answer["pooled"]},
                )
            )  # fmt: skip
        charts += [
            replace(
                chart, key=chart.key + suffix, title=_format_title(chart.title, answer, of),
                settings={**chart.settings, "pooled": answer["pooled"]},
            )
            for chart in list_varied_charts(material, numbers, answer["metric"], without=(kind,), default=False)
        ]  # fmt: skip
        drawn = tuple(entry["key"] for entry in entries)
        if answer["metric"] in SERIES_METRICS and any(material.has_curves(number) for number in drawn):
            charts.append(
                OfferedChart(
                    "overlay" + suffix, "overlay", _format_title(f"{answer['label']} over time", answer, of),
                    "Each run counted from its own start; of repeats, the first.",
                    partial(draw_overlay, material, drawn, looks, answer["metric"]), drawn,
                    settings={"metric": answer["metric"]},
                )
            )  # fmt: skip
    return charts


def _format_title(title: str, answer: Mapping[str, Any], of: str) -> str:
    whole, by = f"{title}{of}", answer["factors"]["by"]
    return f"{whole} by {by}" if by is not None else whole
