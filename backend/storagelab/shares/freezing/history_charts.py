"""Histories among compared runs: a metric over the dates of one server, target and profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.domain.lifecycle import RunState
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import RunResult
from storagelab.domain.series_key import SeriesKey
from storagelab.http.references import format_row_number
from storagelab.results.run_history import build_run_series_key
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.history import compute_lines, draw_history
from storagelab.shares.charts.material import LabMaterial
from storagelab.shares.freezing.factor_charts import ChartedMetric

#: Two runs are a comparison, not a history.
_MIN_DATES = 3
#: More workloads of one metric are read on the page of the configuration.
_MAX_WORKLOADS = 4
_CAPTION = "A point for each run in the order of dates, at equal distances."


def list_history_charts(
    session: Session,
    material: LabMaterial,
    runs: Sequence[Run],
    results: Sequence[RunResult],
    metrics: Sequence[ChartedMetric],
) -> list[OfferedChart]:
    """Return a history for each metric and workload of the runs that belong to one.

    The leading workload is first, then those with the best newest figures.
    They are charts by default where the comparison is one history, whose runs are all of one configuration.
    """
    by_id = dict(zip((run.id for run in runs), results, strict=True))
    histories = _group_runs(session, runs)
    charts: list[OfferedChart] = []
    for place, members in enumerate(histories, 1):
        is_whole = len(members) == len(runs) and len({run.configuration_id for run in members}) == 1
        suffix = "" if len(histories) == 1 else f"-of-{place}"
        title = "" if len(histories) == 1 else f", {by_id[members[-1].id].title}"
        own = [by_id[run.id] for run in members]
        for metric in metrics:
            charts += _generate_charts(
                material, members, own, metric, suffix=suffix, of=title, default=is_whole and metric.is_main
            )
    return charts


def _group_runs(session: Session, runs: Sequence[Run]) -> list[list[Run]]:
    """Return the finished runs of each history at its most frequent scale, the oldest first; at least three of each."""
    groups: dict[SeriesKey, list[Run]] = {}
    for run in runs:
        if run.state == RunState.FINISHED and run.started_at is not None and run.origin != "published":
            key = build_run_series_key(session, run)
            if key is not None:
                groups.setdefault(key, []).append(run)
    histories = []
    for members in groups.values():
        scale = Counter(run.scale for run in members).most_common(1)[0][0]
        dated = sorted((run for run in members if run.scale == scale), key=_get_start)
        if len({run.started_at for run in dated}) >= _MIN_DATES:
            histories.append(dated)
    return histories


def _get_start(run: Run) -> tuple[float, int]:
    return run.started_at.timestamp() if run.started_at is not None else 0.0, run.number


def _generate_charts(
    material: LabMaterial,
    runs: Sequence[Run],
    results: Sequence[RunResult],
    metric: ChartedMetric,
    *,
    suffix: str,
    of: str,
    default: bool,
) -> Iterator[OfferedChart]:
    numbers = tuple(format_row_number(run) for run in runs)
    described = METRICS[metric.name]
    lines = compute_lines(results, described)
    newest = {
        name: figures[-1]
        for name, values in lines.items()
        if len(figures := [value for value in values if value is not None]) >= _MIN_DATES
    }
    sign = -1 if described.better == "higher" else 1
    ordered = sorted(newest, key=lambda name: (name != metric.lead, sign * newest[name]))
    for place, workload in enumerate(ordered[:_MAX_WORKLOADS], 1):
        key = f"history{suffix}-{place}" if metric.is_main else f"history{suffix}-{metric.name}-{place}"
        yield OfferedChart(
            key, "history", f"{described.label} by date{of}: {workload}", _CAPTION,
            partial(draw_history, material, numbers, metric.name, workload), numbers,
            default=default and place == 1, settings={"metric": metric.name, "workload": workload},
        )  # fmt: skip
