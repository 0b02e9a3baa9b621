"""The runs of a profile: how they ended, on which hardware, and what uses them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, cast, extract, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session

from storagelab.db.models import Campaign, Configuration, Job, Profile, Run, Share, ShareRun
from storagelab.db.references import format_number, format_row_number
from storagelab.domain.lifecycle import RunState
from storagelab.http.schemas import NumberedName
from storagelab.results.profile_use_schemas import ProfileConfiguration, ProfileUse, ProfileVersionUse

_MAX_CONFIGURATIONS = 20
_MAX_NAMED = 5
_FAILED = (RunState.FAILED, RunState.LOST)


def read_profile_use(session: Session, name: str) -> ProfileUse:
    """Return the runs, configurations, campaigns and shares that use a profile.

    An unused profile has empty lists.
    """
    versions = _count_by_version(session, name)
    jobs = select(Job.campaign_id).join(Profile, Profile.id == Job.profile_id).where(Profile.name == name)
    campaigns = select(Campaign).where(Campaign.id.in_(jobs)).order_by(Campaign.created_at.desc(), Campaign.id)
    runs = select(Run.id).where(_is_run_of(name))
    shared = select(ShareRun.share_id).where(ShareRun.run_id.in_(runs))
    shares = select(Share).where(Share.id.in_(shared), Share.is_live()).order_by(Share.created_at.desc(), Share.id)
    waiting = select(Run).where(_is_run_of(name), Run.state == RunState.WAITING).order_by(Run.number)
    named_campaigns, campaign_count = _load_first_rows(session, campaigns)
    named_shares, share_count = _load_first_rows(session, shares)
    first_waiting, waiting_count = _load_first_rows(session, waiting)
    return ProfileUse(
        run_count=sum(version.run_count for version in versions),
        versions=versions,
        configurations=_list_configurations(session, name),
        campaigns=[NumberedName(id=row.id, number=format_row_number(row), name=row.name) for row in named_campaigns],
        campaign_count=campaign_count,
        permalinks=[NumberedName(id=row.id, number=format_row_number(row), name=row.title) for row in named_shares],
        permalink_count=share_count,
        waiting=[format_row_number(row) for row in first_waiting],
        waiting_count=waiting_count,
    )


def _is_run_of(name: str) -> ColumnElement[bool]:
    return Run.profile_id.in_(select(Profile.id).where(Profile.name == name)) & Run.trashed_at.is_(None)


def _load_first_rows(session: Session, query: Select[Any]) -> tuple[Sequence[Any], int]:
    """Return the first rows of a query, at most _MAX_NAMED, and the number of all its rows."""
    count = session.scalar(select(func.count()).select_from(query.order_by(None).subquery())) or 0
    return session.scalars(query.limit(_MAX_NAMED)).all(), count


def _count_by_version(session: Session, name: str) -> list[ProfileVersionUse]:
    status = Run.verdict["status"].astext
    is_finished = Run.state == RunState.FINISHED
    rounds = cast(Run.verdict["first_steady_round"].astext, Integer)
    count = func.count(Run.id)
    is_steady = is_finished & (status == "steady")
    query = (
        select(
            Profile.version,
            count.label("run_count"),
            count.filter(is_steady).label("steady_count"),
            count.filter(is_finished & (status == "not_steady")).label("not_steady_count"),
            count.filter(is_finished).label("finished_count"),
            count.filter(Run.state.in_(_FAILED)).label("failed_count"),
            func.percentile_cont(0.5).within_group(rounds).filter(is_steady).label("median_rounds"),
        )
        .join(Profile, Profile.id == Run.profile_id)
        .where(Profile.name == name, Run.trashed_at.is_(None))
        .group_by(Profile.version)
        .order_by(Profile.version.desc())
    )
    return [ProfileVersionUse(**row._mapping) for row in session.execute(query)]


def _list_configurations(session: Session, name: str) -> list[ProfileConfiguration]:
    """Return the configurations on which a profile was measured, the newest run first.

    Only finished runs of full length that are valid and outside of the trash count.
    """
    newest = func.array_agg(aggregate_order_by(Run.number, Run.finished_at.desc().nulls_last(), Run.number.desc()))
    seconds = func.percentile_cont(0.5).within_group(extract("epoch", Run.finished_at - Run.started_at))
    query: Select[int, uuid.UUID, int, list[int], float | None] = (
        select(Profile.version, Run.configuration_id, func.count(Run.id), newest, seconds)
        .join(Profile, Profile.id == Run.profile_id)
        .where(
            Profile.name == name,
            Run.state == RunState.FINISHED,
            Run.scale == "full",
            Run.trashed_at.is_(None),
            Run.invalid_at.is_(None),
            Run.configuration_id.is_not(None),
        )
        .group_by(Profile.version, Run.configuration_id)
        .order_by(func.max(Run.finished_at).desc().nulls_last(), Profile.version.desc(), Run.configuration_id)
        .limit(_MAX_CONFIGURATIONS)
    )
    rows = session.execute(query).all()
    ids = {row.configuration_id for row in rows}
    columns = select(Configuration.id, Configuration.number, Configuration.name).where(Configuration.id.in_(ids))
    names = {
        row.id: NumberedName(id=row.id, number=format_number(Configuration, row.number), name=row.name)
        for row in session.execute(columns)
    }
    return [
        ProfileConfiguration(
            version=version,
            configuration=names[configuration_id],
            run=format_number(Run, numbers[0]),
            run_count=run_count,
            median_seconds=None if median is None else float(median),
        )
        for version, configuration_id, run_count, numbers, median in rows
    ]
