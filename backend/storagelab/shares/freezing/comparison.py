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
from storagelab.evaluate.comparison import ComparisonView as EvaluatedComparison
from storagelab.evaluate.comparison import EntryView
from storagelab.http.references import format_row_number
from storagelab.results.queries import find_runs, list_phases, list_phases_with_series, load_snapshots
from storagelab.shares.document.answers import ComparisonAnswer, ComparisonSettings, ComparisonView
from storagelab.shares.freezing import over_time
from storagelab.shares.freezing.measured_charts import DEPTH_LATENCY, find_chart_link_limit, list_measured_charts
from storagelab.shares.freezing.pooled import PooledEntry, pool_columns
from storagelab.shares.freezing.run_charts import has_sweep_of_depths, has_sweep_of_loads, read_measurements
from storagelab.shares.freezing.subject import OfferedChart, Subject, list_run_numbers, require_shareable

#: Number of colours; a place beyond it has the colour again with another symbol and dash.
_COLOURS = 8


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
    return Subject(
        "comparison",
        tuple(runs),
        tuple(_list_charts(session, runs, answer)),
        ComparisonView(settings=settings, answer=msgspec.convert(msgspec.to_builtins(answer), ComparisonAnswer)),
    )


def _list_charts(session: Session, runs: Sequence[Run], answer: EvaluatedComparison) -> list[OfferedChart]:
    """Return the charts of the comparison page, for each group of entries that may share a chart."""
    load_snapshots(session, runs)
    by_number = {format_row_number(run): run for run in runs}
    orders = assign_entry_orders(answer.entries)
    groups = sorted({entry.group for entry in answer.entries})
    charts: list[OfferedChart] = []
    for place, group in enumerate(groups, 1):
        entries = [entry for entry in answer.entries if entry.group == group]
        suffix = "" if len(groups) == 1 else f"-{place}"
        of = "" if len(groups) == 1 else ", " + ", ".join(entry.label for entry in entries)
        chosen = [
            describe_charted_entry(
                entry,
                baseline=answer.baseline,
                order=orders[entry.key],
                link_limit=find_chart_link_limit(by_number[entry.key].configuration),
            )
            for entry in entries
        ]
        numbers = tuple(compared_run.number for entry in entries for compared_run in entry.runs)
        sweep = _sweep(session, entries, chosen, answer, by_number)
        if sweep is not None:
            kind, title, data = sweep
            caption = "Medians where repeats are taken together." if answer.pooled else "One curve for each run."
            charts.append(
                OfferedChart(
                    kind + suffix, kind, _format_title(title, answer, of), caption, partial(dict, data), numbers,
                    settings={"metric": answer.metric, "pooled": answer.pooled},
                )
            )  # fmt: skip
        charts += _list_measured_charts(session, entries, chosen, answer, by_number, suffix=suffix, of=of)
        drawn = [by_number[entry.key] for entry in entries]
        if answer.metric in SERIES_METRICS and _has_curves(session, drawn):
            charts.append(
                OfferedChart(
                    "overlay" + suffix, "overlay", _format_title(f"{answer.label} over time", answer, of),
                    "Each run counted from its own start; of repeats, the first.",
                    partial(_overlay, session, drawn, chosen, answer.metric), list_run_numbers(drawn),
                    settings={"metric": answer.metric},
                )
            )  # fmt: skip
    return charts


def _format_title(title: str, answer: EvaluatedComparison, of: str) -> str:
    whole = f"{title}{of}"
    return f"{whole} by {answer.factors.by}" if answer.factors.by is not None else whole


def assign_entry_orders(entries: Sequence[EntryView]) -> dict[str, int]:
    """Return the order (colour and symbol) of each entry by its key.

    An order belongs to a configuration; a second entry of a configuration has another symbol.
    """
    owners = [entry.configuration.number if entry.configuration is not None else entry.key for entry in entries]
    places = {owner: place for place, owner in enumerate(dict.fromkeys(owners))}
    orders: dict[str, int] = {}
    for entry, owner in zip(entries, owners, strict=True):
        place = places[owner]
        while place in orders.values():
            place += _COLOURS
        orders[entry.key] = place
    return orders


def describe_charted_entry(
    entry: EntryView, *, baseline: str, order: int, link_limit: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return an entry of a comparison in the form of charts, under the number of its first run."""
    name = f"{entry.label} (n = {entry.n})" if len(entry.runs) > 1 else entry.label
    left_out = entry.runs[0].left_out if entry.n == 0 else None
    return {
        "number": entry.key,
        "name": f"{name} ({left_out})" if left_out else name,
        "order": order,
        "baseline": entry.key == baseline,
        "single": entry.n <= 1,
        "linkLimit": link_limit,
    }


def _load_columns(session: Session, entries: Sequence[EntryView], runs: Mapping[str, Run]) -> dict[str, list[Any]]:
    """Return the measurements of the entries. Repeats that are pooled are one row."""
    columns = read_measurements(session, [runs[run.number] for entry in entries for run in entry.runs])
    if any(len(entry.runs) > 1 for entry in entries):
        return pool_columns(columns, [build_pooled_entry(entry) for entry in entries])
    return columns


def _list_measured_charts(
    session: Session,
    entries: Sequence[EntryView],
    chosen: list[dict[str, Any]],
    answer: EvaluatedComparison,
    runs: Mapping[str, Run],
    *,
    suffix: str,
    of: str,
) -> list[OfferedChart]:
    """Return the further charts of the varied parameters, and parallel coordinates, of a comparison."""
    columns = _load_columns(session, entries, runs)
    taken = "load-curve" if has_sweep_of_loads(columns) else "queue-depth" if has_sweep_of_depths(columns) else ""
    charts = list_measured_charts(
        columns, chosen, metric=answer.metric, baseline=answer.baseline, without=(taken,), default=False,
        numbers=tuple(run.number for entry in entries for run in entry.runs),
    )  # fmt: skip
    return [
        replace(
            chart, key=chart.key + suffix, title=_format_title(chart.title, answer, of),
            settings={**chart.settings, "pooled": answer.pooled},
        )
        for chart in charts
    ]  # fmt: skip


def _sweep(
    session: Session,
    entries: Sequence[EntryView],
    chosen: list[dict[str, Any]],
    answer: EvaluatedComparison,
    runs: Mapping[str, Run],
) -> tuple[str, str, dict[str, Any]] | None:
    """Return kind, title and data of the main chart of a comparison; None without figures.

    The chart shows the varied parameters, or the figures side by side.
    """
    columns = _load_columns(session, entries, runs)
    if not columns["run_number"]:
        return None
    if has_sweep_of_loads(columns):
        return "load-curve", "Offered load", {"source": columns, "runs": chosen}
    if has_sweep_of_depths(columns):
        return (
            "queue-depth",
            "IOPS and latency over outstanding I/O",
            {"source": columns, "runs": chosen, "metric": answer.metric, **DEPTH_LATENCY},
        )
    if all(value is None for value in columns[METRICS[answer.metric].column]):
        return None
    return "bars", answer.label, {"metric": answer.metric, "measurements": {"source": columns}}


def build_pooled_entry(entry: EntryView) -> PooledEntry:
    """Return the run numbers of an entry, and the numbers of the runs whose figures count."""
    counted = tuple(run.number for run in entry.runs if run.left_out is None)
    return PooledEntry(entry.key, tuple(run.number for run in entry.runs), counted)


def _has_curves(session: Session, runs: Sequence[Run]) -> bool:
    ids = [phase.id for run in runs for phase in list_phases(session, run_id=run.id)]
    return bool(list_phases_with_series(session, phase_ids=ids))


def _overlay(session: Session, runs: Sequence[Run], chosen: Sequence[dict[str, Any]], metric: str) -> dict[str, Any]:
    drawn = []
    for run, look in zip(runs, chosen, strict=True):
        series = over_time.read_whole_curve(session, run, metric)
        drawn.append({**{key: look[key] for key in ("name", "order", "baseline", "single")}, "series": series})
    return {"metric": metric, "runs": drawn, "log": False}
