"""Counts that the navigation shows: of the lists that it leads to, and of runs at work and waiting."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import BigInteger, ScalarSelect, Select, cast, distinct, exists, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import (
    Array,
    Campaign,
    Configuration,
    CustomProfile,
    Dashboard,
    Drive,
    Run,
    RunCounter,
    Server,
    Share,
)
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL
from storagelab.domain.lifecycle import ServerState
from storagelab.overview.schemas import EntryCounts, LabCounts
from storagelab.overview.under_way import count_attempts
from storagelab.profiles.catalogue import load_catalogue
from storagelab.workbench.queries import is_listed


def count_lab(session: Session, *, user_id: uuid.UUID | None) -> LabCounts:
    """Return the counts of servers, runs at work, waiting attempts and list entries that a user sees.

    Includes whether the lab has measured any run.
    """
    has_measured, server_count = session.execute(
        select(
            exists().where(Run.origin == "measured"),
            _count(select(Server).where(Server.state != ServerState.RETIRED)),
        )
    ).one()
    working_count, waiting_count = count_attempts(session)
    return LabCounts(
        has_measured=has_measured,
        server_count=server_count,
        under_way_count=working_count,
        waiting_count=waiting_count,
        entry_counts=count_entries(session, user_id=user_id),
    )


def count_entries(session: Session, *, user_id: uuid.UUID | None) -> EntryCounts:
    """Return the number of entries in each list that a user sees, in one statement."""
    built_in = load_catalogue()
    # The state of a campaign with children is theirs.
    open_campaigns = select(func.count(distinct(func.coalesce(Campaign.parent_id, Campaign.id)))).where(
        Campaign.server_id.is_not(None), Campaign.state.not_in(CAMPAIGN_TERMINAL)
    )
    own_profiles = select(CustomProfile).where(CustomProfile.archived_at.is_(None), CustomProfile.name.not_in(built_in))
    row = session.execute(
        select(
            # Hundreds of thousands are not counted again for each page.
            select(cast(func.coalesce(func.sum(RunCounter.run_count), 0), BigInteger)).scalar_subquery().label("runs"),
            _count(select(Dashboard).where(is_listed(user_id))).label("dashboards"),
            _count(select(Share)).label("permalinks"),
            open_campaigns.scalar_subquery().label("campaigns"),
            _count(own_profiles).label("profiles"),
            _count(_select_in_place(Drive)).label("drives"),
            _count(_select_in_place(Array)).label("arrays"),
            _count(select(Configuration)).label("configurations"),
        )
    ).one()
    return EntryCounts(**{**row._mapping, "profiles": row.profiles + len(built_in)})


def _count(query: Select[Any]) -> ScalarSelect[int]:
    return query.with_only_columns(func.count(), maintain_column_froms=True).scalar_subquery()


def _select_in_place(model: Any) -> Select[Any]:
    """Select hardware that is present in its server; neither may be retired."""
    return (
        select(model)
        .join(Server, Server.id == model.server_id)
        .where(model.present, model.lifecycle != "retired", Server.state != ServerState.RETIRED)
    )
