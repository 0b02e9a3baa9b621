"""Runs that ended: the last ones, and those that need attention."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Run, Server
from storagelab.db.references import format_number
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.http.schemas import NumberedName
from storagelab.overview.figures import ResultFigures
from storagelab.overview.result_schemas import RecentResult
from storagelab.overview.schemas import OverviewAlert, OverviewAlertLink
from storagelab.results import queries
from storagelab.runs.summaries import build_summary_fields

#: Runs are searched among this many of the newest: it includes runs of weeks, without reading years of a lab.
NEWEST = 500
_MAX_WORDS = 300


@dataclass(frozen=True, slots=True)
class EndedRun:
    """A run of this lab that is over, as far as the overview needs it."""

    id: uuid.UUID
    number: str
    title: str
    state: str
    scale: str
    invalid: bool
    finished_at: dt.datetime | None
    failure: str | None
    verdict: str | None
    sentence: str | None
    server_id: uuid.UUID | None
    server_number: int | None
    server_name: str | None

    @property
    def server(self) -> NumberedName | None:
        """Return the server that it ran on, None for one that is not known any more."""
        if self.server_id is None or self.server_number is None or self.server_name is None:
            return None
        return NumberedName(id=self.server_id, number=format_number(Server, self.server_number), name=self.server_name)


def find_ended(session: Session, *, limit: int = NEWEST) -> list[EndedRun]:
    """Return runs of this lab that have ended and are not in the trash, the last to end first.

    Only the newest `NEWEST` runs are searched.
    """
    newest = (
        select(Run.id)
        .where(Run.origin == "measured", Run.state.in_(RUN_TERMINAL), Run.trashed_at.is_(None))
        .order_by(Run.created_at.desc(), Run.id.desc())
        .limit(NEWEST)
    )
    rows = session.execute(
        select(
            Run.id,
            Run.number,
            Run.title,
            Run.state,
            Run.scale,
            Run.invalid_at,
            Run.finished_at,
            Run.failure_message,
            Run.verdict["status"].astext.label("verdict"),
            Run.verdict["sentence"].astext.label("sentence"),
            Run.server_id,
            Server.number.label("server_number"),
            Server.name.label("server_name"),
        )
        .outerjoin(Server, Server.id == Run.server_id)
        .where(Run.id.in_(newest))
        .order_by(Run.finished_at.desc().nulls_last(), Run.created_at.desc(), Run.id.desc())
        .limit(limit)
    )
    return [
        EndedRun(
            id=row.id,
            number=format_number(Run, row.number),
            title=row.title,
            state=row.state,
            scale=row.scale,
            invalid=row.invalid_at is not None,
            finished_at=row.finished_at,
            failure=row.failure_message,
            verdict=row.verdict,
            sentence=row.sentence,
            server_id=row.server_id,
            server_number=row.server_number,
            server_name=row.server_name,
        )
        for row in rows
    ]


def describe_results(
    session: Session, run_ids: Sequence[uuid.UUID], *, last_visit_at: dt.datetime | None
) -> list[RecentResult]:
    """Return the summaries of runs in the given order, each with key figure, change and thumbnail."""
    by_id = {run.id: run for run in session.scalars(queries.select_runs().where(Run.id.in_(run_ids)))}
    runs = [by_id[run_id] for run_id in run_ids if run_id in by_id]
    figures = ResultFigures(session, [run.id for run in runs])
    results = []
    for run in runs:
        figure = figures.figure(run.id)
        results.append(
            RecentResult(
                **build_summary_fields(run, figures.best(run.id)),
                figure=figure,
                change=figures.change(run.id, figure),
                thumbnail=figures.thumbnail(run.id),
                is_new=is_new(run.finished_at, last_visit_at),
            )
        )
    return results


def is_new(finished_at: dt.datetime | None, last_visit_at: dt.datetime | None) -> bool:
    """Return whether a result came after the last visit; False where either time is unknown."""
    return finished_at is not None and last_visit_at is not None and finished_at > last_visit_at


def find_result_alerts(results: Sequence[RecentResult], *, since: dt.datetime) -> Iterator[OverviewAlert]:
    """Yield alerts for results since a moment that are unusually worse than those of earlier runs."""
    for result in results:
        change = result.change
        if change is None or change.unusual != "regression" or result.finished_at is None:
            continue
        if result.finished_at < since or result.invalid is not None or result.figure is None:
            continue
        sign = "+" if change.percent > 0 else "\N{MINUS SIGN}"
        yield OverviewAlert(
            severity="warning",
            kind="run_regression",
            message=(
                f"{result.number}: {result.figure.label} {sign}{abs(change.percent):.3g} % vs {change.run_number}, "
                "outside the usual range."
            ),
            link=OverviewAlertLink(component="run", id=result.id, number=result.number, name=result.title),
            at=result.finished_at,
            server=result.server,
            waiting_count=0,
        )


def find_run_alerts(ended: Sequence[EndedRun], *, since: dt.datetime) -> Iterator[OverviewAlert]:
    """Yield alerts for runs since a moment that failed, were lost, or should be steady and are not.

    Runs marked invalid raise no alert, and a smoke run need not become steady.
    """
    for run in ended:
        if run.finished_at is None or run.finished_at < since or run.invalid:
            continue
        link = OverviewAlertLink(component="run", id=run.id, number=run.number, name=run.title)
        if run.state in (RunState.FAILED, RunState.LOST):
            words = f"{run.number} {'failed' if run.state == RunState.FAILED else 'was lost'}"
            message = f"{words}: {run.failure or 'the reason is unknown'}"[:_MAX_WORDS]
            yield OverviewAlert(
                severity="warning",
                kind="run_failed",
                message=message,
                link=link,
                at=run.finished_at,
                server=run.server,
                waiting_count=0,
            )
        elif run.state == RunState.FINISHED and run.verdict == "not_steady" and run.scale == "full":
            message = f"{run.number} did not become steady. {run.sentence or ''}".strip()[:_MAX_WORDS]
            yield OverviewAlert(
                severity="notice",
                kind="run_not_steady",
                message=message,
                link=link,
                at=run.finished_at,
                server=run.server,
                waiting_count=0,
            )
