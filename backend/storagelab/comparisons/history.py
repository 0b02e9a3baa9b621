"""Metric over all runs of a history: figures in order of time, and their change points."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.change_points import change_points, judge_newest
from storagelab.comparisons import history_schemas as schemas
from storagelab.comparisons.entries import measure
from storagelab.db.models import Run
from storagelab.db.references import format_row_number
from storagelab.domain.metrics import Metric
from storagelab.evaluate.points import WorkloadId, disambiguate_names
from storagelab.results.configuration_schemas import RunHistory


def read_figures(session: Session, run: Run, history: RunHistory, *, metric: Metric) -> schemas.HistoryFigures:
    """Return one metric over the history of a run.

    Runs at another scale than `run` have no value: seconds of a load do not predict hours of it.
    """
    ids = [item.run.id for item in history.items]
    rows = {row.id: row for row in session.scalars(select(Run).where(Run.id.in_(ids)))}
    runs = [rows[identifier] for identifier in ids]
    measured = measure(session, runs, metric=metric)
    at_scale = [row for row in runs if row.scale == run.scale]
    names: dict[WorkloadId, str] = {}
    # The workloads of the newest run come first; workloads of only older runs follow.
    for row in reversed(at_scale):
        names = {**names, **{key: name for key, name in measured[row.id].workloads.items() if key not in names}}
    figures = [
        {figure.workload: figure.value for figure in measured[row.id].figures} if row.scale == run.scale else {}
        for row in runs
    ]
    lines = [
        _build_line(name, [own.get(key) for own in figures], higher_is_better=metric.better == "higher")
        for key, name in disambiguate_names(names).items()
    ]
    return schemas.HistoryFigures(
        metric=metric.name,
        label=metric.label,
        unit=metric.unit,
        better=metric.better,
        scale=run.scale,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        left_out=[format_row_number(row) for row in runs if measured[row.id].left_out is not None],
        other_scale=[format_row_number(row) for row in runs if row.scale != run.scale],
        lines=[line for line in lines if any(value is not None for value in line.values)],
    )


def _build_line(workload: str, values: Sequence[float | None], *, higher_is_better: bool) -> schemas.HistoryLine:
    last = max((place for place, value in enumerate(values) if value is not None), default=None)
    newest = values[last] if last is not None else None
    judged = judge_newest(values[:last], newest, higher_is_better=higher_is_better) if newest is not None else None
    return schemas.HistoryLine(
        workload=workload,
        values=list(values),
        changes=[
            schemas.LevelChange(
                index=change.index,
                direction=change.direction,
                change_percent=None if change.relative_change is None else change.relative_change * 100,
                better=(change.direction == "up") == higher_is_better,
            )
            for change in change_points(values)
        ],
        newest="regression"
        if judged and judged.regression
        else "improvement"
        if judged and judged.improvement
        else None,
    )
