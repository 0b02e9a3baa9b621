"""The lab at a glance, put together; the number of queries grows with nothing."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from storagelab.auth.visits import read_last_visit
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Campaign, Run, Server
from storagelab.db.references import format_number
from storagelab.domain.campaigns import CampaignState
from storagelab.domain.lifecycle import AttemptState
from storagelab.http.schemas import NumberedName
from storagelab.inventory.alert_schemas import Alert, AlertCounts
from storagelab.inventory.alerts import SEVERITY_ORDER, find_alerts
from storagelab.overview.ended import (
    EndedRun,
    describe_results,
    find_ended,
    find_result_alerts,
    find_run_alerts,
    is_new,
)
from storagelab.overview.entry_counts import count_entries
from storagelab.overview.result_schemas import RecentResult
from storagelab.overview.schemas import Overview, OverviewAlert, OverviewAlertLink, OverviewAlerts, ServersGlance
from storagelab.overview.servers import glance_at_servers
from storagelab.overview.timeline import read_timeline
from storagelab.overview.timeline_schemas import Horizon
from storagelab.overview.under_way import find_under_way
from storagelab.results import queries

LOOK_BACK = dt.timedelta(days=7)
SERVERS_SHOWN = 50
UNDER_WAY_SHOWN = 20
ENDED_SHOWN = 10
MAX_ALERTS = 30
COMPARED = 3
#: More than an inventory has; all of them are counted.
_ALL = 100_000


def read_overview(session: Session, *, user_id: uuid.UUID | None = None, horizon: Horizon = Horizon.DAY) -> Overview:
    """Return the data of the overview page; without a user no result is new."""
    last_visit_at = read_last_visit(session, user_id) if user_id is not None else None
    ended = find_ended(session)
    has_measured = bool(ended) or _has_measured_run(session)
    shown = [run.id for run in ended[:ENDED_SHOWN]] if has_measured else _list_newest_foreign_runs(session)
    servers = glance_at_servers(session, limit=SERVERS_SHOWN)
    under_way = find_under_way(session, limit=UNDER_WAY_SHOWN)
    finish_at = {run.id: run.progress.estimated_finish_at for run in under_way.items if run.progress is not None}
    timeline = read_timeline(session, servers.items, horizon=horizon, finish_at=finish_at)
    results = describe_results(session, shown, last_visit_at=last_visit_at)
    return Overview(
        has_measured=has_measured,
        entry_counts=count_entries(session, user_id=user_id),
        servers=ServersGlance(
            items=[item.model_copy(update={"next_run": timeline.next_runs.get(item.id)}) for item in servers.items],
            counts=servers.counts,
        ),
        under_way=under_way,
        queue=timeline.queue,
        ended=results,
        last_visit_at=last_visit_at,
        new_result_count=sum(is_new(run.finished_at, last_visit_at) for run in ended),
        alerts=_show_alerts(session, ended, results),
        comparison=[] if has_measured else _list_comparable_runs(session),
        look_back_days=LOOK_BACK.days,
    )


def _has_measured_run(session: Session) -> bool:
    return bool(session.scalar(select(exists().where(Run.origin == "measured"))))


def _list_newest_foreign_runs(session: Session) -> list[uuid.UUID]:
    query = queries.select_runs().where(Run.origin != "measured", Run.trashed_at.is_(None))
    newest = query.with_only_columns(Run.id).order_by(Run.created_at.desc(), Run.id.desc())
    return list(session.scalars(newest.limit(ENDED_SHOWN)))


def _list_comparable_runs(session: Session) -> list[str]:
    """Return the numbers of the first published runs of the source with the most runs.

    They are the results that one review printed side by side.
    """
    published = (Run.origin == "published", Run.trashed_at.is_(None), Run.source_title.is_not(None))
    source_titles = select(Run.source_title).where(*published).group_by(Run.source_title).having(func.count() > 1)
    source = session.scalar(source_titles.order_by(func.count().desc(), func.min(Run.number)).limit(1))
    if source is None:
        return []
    numbers = session.scalars(
        select(Run.number).where(*published, Run.source_title == source).order_by(Run.number).limit(COMPARED)
    )
    return [format_number(Run, number) for number in numbers]


def find_all_alerts(
    session: Session, ended: Sequence[EndedRun], results: Sequence[RecentResult]
) -> list[OverviewAlert]:
    """Return all alerts of hardware, campaigns, runs that ended and these results, the worst first."""
    hardware = find_alerts(session, limit=_ALL).items
    return _sort_alerts(session, hardware, _find_other_alerts(session, ended, results))


def _show_alerts(session: Session, ended: Sequence[EndedRun], results: Sequence[RecentResult]) -> OverviewAlerts:
    """Return the first of all alerts, and how many there are of each severity."""
    hardware = find_alerts(session, limit=MAX_ALERTS)
    others = _find_other_alerts(session, ended, results)
    counts = {
        name: getattr(hardware.counts, name) + sum(item.severity == name for item in others) for name in SEVERITY_ORDER
    }
    return OverviewAlerts(
        items=_sort_alerts(session, hardware.items, others)[:MAX_ALERTS], counts=AlertCounts(**counts)
    )


def _find_other_alerts(
    session: Session, ended: Sequence[EndedRun], results: Sequence[RecentResult]
) -> list[OverviewAlert]:
    since = read_clock(session) - LOOK_BACK
    return [
        *_find_campaign_alerts(session),
        *find_run_alerts(ended, since=since),
        *find_result_alerts(results, since=since),
    ]


def _sort_alerts(session: Session, hardware: Sequence[Alert], others: Sequence[OverviewAlert]) -> list[OverviewAlert]:
    """Return alerts with the most severe first; equals retain the order of their group."""
    servers = _read_servers(session, [item.server.id for item in hardware if item.server is not None])
    alerts = []
    for item in hardware:
        server = servers.get(item.server.id) if item.server is not None else None
        is_away = item.kind == "server_unreachable" and server is not None
        alerts.append(
            OverviewAlert(
                severity=item.severity,
                kind=item.kind,
                message=item.message,
                link=OverviewAlertLink(
                    component=item.link.component, id=item.link.id, number=item.link.number, name=item.link.name
                ),
                at=server.last_seen_at if server is not None and is_away else None,
                server=server.name if server is not None else None,
                waiting_count=server.waiting_count if server is not None else 0,
            )
        )
    return sorted([*alerts, *others], key=lambda item: SEVERITY_ORDER[item.severity])


@dataclass(frozen=True, slots=True)
class _AlertServer:
    name: NumberedName
    last_seen_at: dt.datetime | None
    waiting_count: int


def _read_servers(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, _AlertServer]:
    waiting = (
        select(func.count())
        .where(Attempt.server_id == Server.id, Attempt.state == AttemptState.QUEUED)
        .correlate(Server)
        .scalar_subquery()
    )
    rows = session.execute(
        select(Server.id, Server.number, Server.name, Server.last_seen_at, waiting.label("waiting")).where(
            Server.id.in_(set(server_ids))
        )
    )
    return {
        row.id: _AlertServer(
            NumberedName(id=row.id, number=format_number(Server, row.number), name=row.name),
            row.last_seen_at,
            row.waiting,
        )
        for row in rows
    }


def _find_campaign_alerts(session: Session) -> list[OverviewAlert]:
    rows = session.execute(
        select(Campaign.id, Campaign.number, Campaign.name, Campaign.pending_decision)
        .add_columns(Campaign.server_id, Server.number.label("server_number"), Server.name.label("server_name"))
        .outerjoin(Server, Server.id == Campaign.server_id)
        .where(Campaign.state == CampaignState.WAITING_FOR_DECISION)
        .order_by(Campaign.number)
    )
    alerts = []
    for row in rows:
        number, question = format_number(Campaign, row.number), row.pending_decision or {}
        reason = question.get("reason") or "the reason is unknown"
        requested_at = question.get("asked_at")
        alerts.append(
            OverviewAlert(
                severity="warning",
                kind="campaign_asks",
                message=f"{number} waits for your decision: {reason}",
                link=OverviewAlertLink(component="campaign", id=row.id, number=number, name=row.name),
                at=dt.datetime.fromisoformat(requested_at) if requested_at else None,
                server=(
                    NumberedName(
                        id=row.server_id, number=format_number(Server, row.server_number), name=row.server_name
                    )
                    if row.server_id is not None
                    else None
                ),
                waiting_count=0,
            )
        )
    return alerts
