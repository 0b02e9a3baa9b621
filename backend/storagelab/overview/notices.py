"""A person's notices: decisions that campaigns wait for, alerts, and the runs that the person follows."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import uuid
from collections.abc import Iterator, Sequence

from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, joinedload

from storagelab.auth.personal_settings import read_settings
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Import, Job, JobFollower, NoticeRead, Run, Server
from storagelab.db.references import format_number, format_row_number
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, JOB_TERMINAL, RUN_TERMINAL, RunState
from storagelab.http.schemas import NumberedName
from storagelab.overview.ended import describe_results, find_ended
from storagelab.overview.figures import ResultFigures
from storagelab.overview.notice_schemas import LabNotice, NoticeCategory, NoticeKind, NoticeLink, Notices, NoticesUpdate
from storagelab.overview.schemas import OverviewAlert
from storagelab.overview.service import ENDED_SHOWN, LOOK_BACK, find_all_alerts
from storagelab.runs.steady_meter import read_meter, read_steady_reports

MAX_SHOWN = 50
_DECISION = "campaign_asks"
_RUN_KINDS = frozenset({"run_failed", "run_not_steady", "run_regression"})
_IMPORT_STATES = ("stored", "failed")
#: Numbers of a message change while it is still about the same thing.
_NUMBERS = re.compile(r"\d[\d.,]*")


def read_notices(session: Session, user: Identity) -> Notices:
    """Return the notices of a person; the number of queries does not grow."""
    by_group = _find_notices(session, user)
    shown = {group: notices[:MAX_SHOWN] for group, notices in by_group.items()}
    following = session.scalars(
        select(Job.number)
        .join(JobFollower, JobFollower.job_id == Job.id)
        .where(JobFollower.user_id == user.user_id, Job.state.not_in(JOB_TERMINAL))
        .order_by(Job.number)
    )
    return Notices(
        **shown,
        unread_count=sum(notice.unread for notices in shown.values() for notice in notices),
        following=[format_number(Job, number) for number in following],
    )


def mark_read(session: Session, user: Identity, body: NoticesUpdate) -> None:
    """Store which of the current notices a user has read.

    Notices that are over are dropped, so a notice that returns is new.
    """
    current = [notice for notices in _find_notices(session, user).values() for notice in notices]
    wanted = set(body.read)
    until = body.read_until
    read = {
        notice.id
        for notice in current
        if notice.id in wanted or (until is not None and (notice.at is None or notice.at <= until))
    }
    own = NoticeRead.user_id == user.user_id
    session.execute(delete(NoticeRead).where(own, NoticeRead.notice_id.not_in([notice.id for notice in current])))
    if read:
        rows = [{"user_id": user.user_id, "notice_id": notice_id} for notice_id in sorted(read)]
        session.execute(insert(NoticeRead).values(rows).on_conflict_do_nothing())


def _find_notices(session: Session, user: Identity) -> dict[str, list[LabNotice]]:
    read_ids = set(session.scalars(select(NoticeRead.notice_id).where(NoticeRead.user_id == user.user_id)))
    since = read_clock(session) - LOOK_BACK
    runs = _read_followed(session, user.user_id, since=since)
    alerts = _read_alerts(session)
    followed_ids = {run.id for run in runs}
    groups = {
        "needs_decision": [_make_alert_notice(alert, "decision") for alert in alerts if alert.kind == _DECISION],
        "alerts": [
            _make_alert_notice(alert, "alert")
            for alert in alerts
            if alert.kind != _DECISION
            and alert.severity != "notice"
            and not (alert.kind in _RUN_KINDS and alert.link.id in followed_ids)
        ],
        "followed": sorted(
            [*_iterate_run_notices(session, runs), *_iterate_import_notices(session, user.user_id, since=since)],
            key=lambda notice: (notice.at is None, notice.at or since),
            reverse=True,
        ),
    }
    settings = read_settings(session, user.user_id).notices
    return {
        group: [
            notice.model_copy(update={"unread": notice.id not in read_ids})
            for notice in notices
            if (channels := getattr(settings, notice.category)).bell or channels.browser
        ]
        for group, notices in groups.items()
    }


def _read_alerts(session: Session) -> list[OverviewAlert]:
    ended = find_ended(session)
    results = describe_results(session, [run.id for run in ended[:ENDED_SHOWN]], last_visit_at=None)
    return find_all_alerts(session, ended, results)


def _make_alert_notice(alert: OverviewAlert, category: NoticeCategory) -> LabNotice:
    moment = alert.at.isoformat() if alert.at is not None else _digest(alert.message)
    return LabNotice(
        id=f"{alert.kind}:{alert.link.id}:{moment}",
        category=category,
        kind=alert.kind,
        severity=alert.severity,
        link=NoticeLink(
            component=alert.link.component, id=alert.link.id, number=alert.link.number, name=alert.link.name
        ),
        server=alert.server,
        waiting_count=alert.waiting_count,
        detail=alert.message,
        verdict=None,
        figure=None,
        change=None,
        at=alert.at,
        unread=True,
    )


def _digest(message: str) -> str:
    return hashlib.sha256(_NUMBERS.sub("", message).encode()).hexdigest()[:16]


def _read_followed(session: Session, user_id: uuid.UUID, *, since: dt.datetime) -> Sequence[Run]:
    """Return the runs of jobs that a user follows, if at work or ended since a moment; newest first."""
    return session.scalars(
        select(Run)
        .join(JobFollower, JobFollower.job_id == Run.job_id)
        .where(
            JobFollower.user_id == user_id,
            Run.trashed_at.is_(None),
            Run.started_at.is_not(None),
            or_(Run.finished_at > since, Run.state.not_in(RUN_TERMINAL)),
        )
        .order_by(Run.finished_at.desc().nulls_first(), Run.id.desc())
        .limit(MAX_SHOWN)
        .options(joinedload(Run.server).load_only(Server.number, Server.name))
    ).all()


def _iterate_run_notices(session: Session, runs: Sequence[Run]) -> Iterator[LabNotice]:
    """Yield a notice for each run that finished, failed, or became steady and still runs."""
    finished = [run for run in runs if run.state == RunState.FINISHED]
    figures = ResultFigures(session, [run.id for run in finished])
    steady = _find_steady(session, [run.id for run in runs if run.state not in RUN_TERMINAL])
    for run in runs:
        if run.state == RunState.FINISHED:
            figure = figures.figure(run.id)
            notice = _make_run_notice(run, "run_finished", "run_finished")
            yield notice.model_copy(update={"figure": figure, "change": figures.change(run.id, figure)})
        elif run.state in (RunState.FAILED, RunState.LOST):
            yield _make_run_notice(run, "run_failed", "run_failed", detail=run.failure_message)
        elif run.id in steady:
            yield _make_run_notice(run, "run_steady", "run_steady", part=steady[run.id])


def _make_run_notice(
    run: Run, category: NoticeCategory, kind: NoticeKind, *, detail: str | None = None, part: str | None = None
) -> LabNotice:
    moment = run.finished_at.isoformat() if run.finished_at is not None else _digest(part or "")
    server = run.server
    return LabNotice(
        id=f"{kind}:{run.id}:{moment}",
        category=category,
        kind=kind,
        severity="warning" if kind == "run_failed" else None,
        link=NoticeLink(component="run", id=run.id, number=format_row_number(run), name=run.title),
        server=NumberedName(id=server.id, number=format_row_number(server), name=server.name)
        if server is not None
        else None,
        waiting_count=0,
        detail=detail,
        verdict=run.verdict.get("status") if run.verdict else None,
        figure=None,
        change=None,
        at=run.finished_at,
        unread=True,
    )


def _find_steady(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, str]:
    """Return by run id the name of the phase or loop in which the run is steady now."""
    attempts = session.execute(
        select(Attempt.id, Attempt.run_id).where(Attempt.run_id.in_(run_ids), Attempt.state.not_in(ATTEMPT_TERMINAL))
    ).all()
    reports = read_steady_reports(session, [attempt.id for attempt in attempts])
    names = {}
    for attempt in attempts:
        progress = read_meter(reports.get(attempt.id))
        if progress is not None and all(figure.steady for figure in progress.tracked):
            names[attempt.run_id] = progress.name
    return names


def _iterate_import_notices(session: Session, user_id: uuid.UUID, *, since: dt.datetime) -> Iterator[LabNotice]:
    results = select(func.count()).where(Run.import_id == Import.id).correlate(Import).scalar_subquery()
    rows = session.execute(
        select(Import.id, Import.number, Import.title, Import.state, Import.finished_at, Import.error_message)
        .add_columns(results.label("results"))
        .where(Import.created_by == user_id, Import.state.in_(_IMPORT_STATES), Import.finished_at > since)
        .order_by(Import.finished_at.desc())
        .limit(MAX_SHOWN)
    )
    for row in rows:
        is_stored = row.state == "stored"
        counted = f"{row.results} result{'' if row.results == 1 else 's'} imported."
        yield LabNotice(
            id=f"import:{row.id}:{row.finished_at.isoformat()}",
            category="import_finished",
            kind="import_finished" if is_stored else "import_failed",
            severity=None if is_stored else "warning",
            link=NoticeLink(component="import", id=row.id, number=format_number(Import, row.number), name=row.title),
            server=None,
            waiting_count=0,
            detail=counted if is_stored else row.error_message,
            verdict=None,
            figure=None,
            change=None,
            at=row.finished_at,
            unread=True,
        )
