"""Dashboards: workbenches saved under a name, and who has pinned them."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping

from sqlalchemy import CheckConstraint, Computed, ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column

_QUERY, _RUNS = "document #>> '{entries,query}'", "document #>> '{entries,runs}'"
_CHARTS = "jsonb_path_query_array(document, '$.panels[*].chart')"
_WORKLOADS = "jsonb_path_query_array(document, '$.panels[*].workload ? (@ != null)')"
#: In which words are found.
_TEXTS = f"coalesce({_QUERY}, {_RUNS}, '') || translate({_CHARTS}::text, '_', ' ') || {_WORKLOADS}::text"


class Dashboard(Keyed, Timestamped, Base):
    """A workbench saved under a name. A shared one everybody sees; those of the demo data have no owner."""

    __tablename__ = "dashboard"
    __table_args__ = (
        CheckConstraint("colour between 0 and 7", name="colour_known"),
        CheckConstraint("user_id is not null or shared", name="owner_of_private"),
        Index("uq_dashboard_user_id_name", "user_id", "name", unique=True, postgresql_where=text("trashed_at is null")),
        Index("ix_dashboard_charts", "charts", postgresql_using="gin"),
    )

    number: Mapped[int] = build_number_column("dashboard_number")
    user_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"))
    name: Mapped[str]
    #: Place in the series of colours.
    colour: Mapped[int] = mapped_column(default=0, server_default="0")
    #: As `storagelab.workbench.document` describes it.
    document: Mapped[Mapping[str, object]]
    #: The kinds of its charts.
    charts: Mapped[list[str]] = mapped_column(Computed(_CHARTS, persisted=True))
    #: The query that finds its runs, null for one of fixed runs.
    entries_query: Mapped[str | None] = mapped_column(Computed(_QUERY, persisted=True))
    search_text: Mapped[str] = mapped_column(Computed(_TEXTS, persisted=True))
    shared: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    updated_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
    #: Null where that is unknown: of dashboards from before this was stored, and of the demo data.
    updated_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    trashed_at: Mapped[dt.datetime | None]


class DashboardPin(Base):
    """A dashboard that a person has pinned, at a place among theirs."""

    __tablename__ = "dashboard_pin"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), primary_key=True)
    dashboard_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("dashboard.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    position: Mapped[int]
