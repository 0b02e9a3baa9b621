"""The entries of a dashboard: the newest result of each beside what was usual before."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy.orm import Session

from storagelab.analysis.usual import UsualComparison, compare_with_usual
from storagelab.comparisons.entries import group_repeats
from storagelab.db.models import Run
from storagelab.db.references import format_number, format_row_number
from storagelab.domain.lifecycle import RunState
from storagelab.overview.dashboard_figure_schemas import (
    MAX_VALUES,
    DashboardFigures,
    EntryFigure,
    HistoryValue,
    UsualValues,
)
from storagelab.overview.figures import ResultFigures


def describe_entries(session: Session, runs: Sequence[Run], *, pooled: bool) -> DashboardFigures:
    """Return the dashboard entries of runs (grouped repeats) with their newest results.

    The number of queries is constant.
    """
    groups = group_repeats(session, runs, pooled=pooled)
    newest = [_find_newest(group) for group in groups]
    figures = ResultFigures(session, [run.id for run in newest], max_earlier=MAX_VALUES - 1)
    return DashboardFigures(
        items=[
            _describe(figures, run, entry=format_row_number(group[0]))
            for group, run in zip(groups, newest, strict=True)
        ]
    )


def _find_newest(runs: Sequence[Run]) -> Run:
    """Return the counted run that began last; the first of `runs` where none counts."""
    counted = [run for run in runs if _is_counted(run)]
    return max(counted, key=_start_of) if counted else runs[0]


def _is_counted(run: Run) -> bool:
    return run.state == RunState.FINISHED and run.invalid_at is None and run.trashed_at is None


def _start_of(run: Run) -> dt.datetime:
    return run.started_at or run.created_at


def _describe(figures: ResultFigures, run: Run, *, entry: str) -> EntryFigure:
    figure = figures.figure(run.id) if _is_counted(run) else None
    history = []
    compared = None
    if figure is not None:
        earlier = reversed(figures.earlier(run.id, figure))
        history = [
            HistoryValue(run_number=format_number(Run, row.number), started_at=row.started_at, value=value)
            for value, row in earlier
        ]
        history.append(HistoryValue(run_number=format_row_number(run), started_at=_start_of(run), value=figure.value))
        values = [point.value for point in history]
        compared = compare_with_usual(values, higher_is_better=figure.better == "higher")
    return EntryFigure(
        entry=entry,
        run_number=format_row_number(run),
        state=RunState(run.state),
        finished_at=run.finished_at,
        figure=figure,
        history=history,
        usual=_describe_usual(compared) if compared is not None else None,
        change_percent=compared.change_percent if compared is not None else None,
        comparison=compared.state if compared is not None else None,
        since=history[compared.since] if compared is not None and compared.since is not None else None,
    )


def _describe_usual(compared: UsualComparison) -> UsualValues:
    usual = compared.usual
    return UsualValues(median=usual.median, low=usual.low, high=usual.high, run_count=usual.count)
