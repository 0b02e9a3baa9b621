"""The lab at a glance, put together; the number of queries grows with nothing."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, Run
from storagelab.db.references import format_number
from storagelab.domain.campaigns import CampaignState
from storagelab.inventory.alert_schemas import AlertCounts, Severity
from storagelab.inventory.alerts import find_alerts
from storagelab.overview.ended import Ended, find_ended, find_run_alerts, summarise
from storagelab.overview.schemas import Overview, OverviewAlert, OverviewAlertLink, OverviewAlerts
from storagelab.overview.servers import glance_at_servers
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
_ORDER: dict[Severity, int] = {"critical": 0, "warning": 1, "notice": 2}


def read_overview(session: Session) -> Overview:
    """What somebody who comes in wants to know first."""
    ended = find_ended(session)
    has_measured = bool(ended) or _any_measured(session)
    shown = [run.id for run in ended[:ENDED_SHOWN]] if has_measured else _newest_from_elsewhere(session)
    return Overview(
        has_measured=has_measured,
        servers=glance_at_servers(session, limit=SERVERS_SHOWN),
        under_way=find_under_way(session, limit=UNDER_WAY_SHOWN),
        ended=summarise(session, shown),
        alerts=_find_alerts(session, ended),
        comparison=[] if has_measured else _worth_comparing(session),
        look_back_days=LOOK_BACK.days,
    )


def _any_measured(session: Session) -> bool:
    return bool(session.scalar(select(exists().where(Run.origin == "measured"))))


def _newest_from_elsewhere(session: Session) -> list[uuid.UUID]:
    query = queries.select_runs().where(Run.origin != "measured", Run.trashed_at.is_(None))
    newest = query.with_only_columns(Run.id).order_by(Run.created_at.desc(), Run.id.desc())
    return list(session.scalars(newest.limit(ENDED_SHOWN)))


def _worth_comparing(session: Session) -> list[str]:
    """The first results of the source that has most: what one review printed side by side."""
    published = (Run.origin == "published", Run.trashed_at.is_(None), Run.source_title.is_not(None))
    most = select(Run.source_title).where(*published).group_by(Run.source_title).having(func.count() > 1)
    source = session.scalar(most.order_by(func.count().desc(), func.min(Run.number)).limit(1))
    if source is None:
        return []
    numbers = session.scalars(
        select(Run.number).where(*published, Run.source_title == source).order_by(Run.number).limit(COMPARED)
    )
    return [format_number(Run, number) for number in numbers]


def _find_alerts(session: Session, ended: list[Ended]) -> OverviewAlerts:
    hardware = find_alerts(session, limit=_ALL)
    found = [
        OverviewAlert(
            severity=item.severity,
            kind=item.kind,
            message=item.message,
            link=OverviewAlertLink(
                component=item.link.component, id=item.link.id, number=item.link.number, name=item.link.name
            ),
            at=None,
        )
        for item in hardware.items
    ]
    found += _find_campaign_alerts(session)
    found += find_run_alerts(ended, since=read_clock(session) - LOOK_BACK)
    counts = AlertCounts(**{name: sum(item.severity == name for item in found) for name in _ORDER})
    # What is worse comes first; of equals each group keeps its own order.
    found.sort(key=lambda item: _ORDER[item.severity])
    return OverviewAlerts(items=found[:MAX_ALERTS], counts=counts)


def _find_campaign_alerts(session: Session) -> list[OverviewAlert]:
    rows = session.execute(
        select(Campaign.id, Campaign.number, Campaign.name, Campaign.pending_decision)
        .where(Campaign.state == CampaignState.WAITING_FOR_DECISION)
        .order_by(Campaign.number)
    )
    found = []
    for row in rows:
        number, question = format_number(Campaign, row.number), row.pending_decision or {}
        why = question.get("reason") or "the reason is unknown"
        asked_at = question.get("asked_at")
        found.append(
            OverviewAlert(
                severity="warning",
                kind="campaign_asks",
                message=f"{number} waits for your decision: {why}",
                link=OverviewAlertLink(component="campaign", id=row.id, number=number, name=row.name),
                at=dt.datetime.fromisoformat(asked_at) if asked_at else None,
            )
        )
    return found
