"""Campaigns, their cells, and which job measured which cell."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column
from storagelab.db.models.inventory import Server
from storagelab.domain.campaign_values import (
    BoundDrive,
    CampaignArray,
    CampaignColumn,
    StoredController,
    StoredDecision,
    StoredRequest,
)
from storagelab.domain.labels import Labels


class Campaign(Keyed, Timestamped, Base):
    """One plan over many configurations, carried out cell by cell; its jobs refer to it.

    One over several servers has no cells and no server of its own: each server's share is a child campaign, which names
    it as its parent. The stored state of a parent is not read: it follows from that of its children.
    """

    __tablename__ = "campaign"
    __table_args__ = (
        CheckConstraint(
            "state in ('planned', 'running', 'waiting_for_decision', 'paused', 'finished', 'cancelled')",
            name="state_known",
        ),
        CheckConstraint("not has_children or (parent_id is null and server_id is null)", name="parent_has_no_server"),
        Index("ix_campaign_recent", text("created_at desc"), text("id desc")),
        Index("ix_campaign_open", "next_check_at", postgresql_where=text("state not in ('finished', 'cancelled')")),
    )

    number: Mapped[int] = build_number_column("campaign_number")
    name: Mapped[str]
    note: Mapped[str] = mapped_column(default="", server_default="")
    labels: Mapped[Labels] = mapped_column(default=dict, server_default="{}")
    has_children: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    parent_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    #: None for a parent, and for one that was only noted down, before campaigns were carried out.
    server_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("server.id", ondelete="RESTRICT"), index=True)
    engine: Mapped[str] = mapped_column(default="fio", server_default="fio")
    state: Mapped[str] = mapped_column(default="planned", server_default="planned")
    #: The requested values, without serial numbers.
    request: Mapped[StoredRequest] = mapped_column(default=dict, server_default="{}")
    confirm_serials: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    #: `[{name, layout, drives, chunk_bytes, over_provisioned_percent, size_bytes, controllers, stable_ids, model}]`
    rows: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    #: `[{workload, label, state, profile}]`, `profile` as its jobs are given it.
    columns: Mapped[list[CampaignColumn]] = mapped_column(default=list, server_default="[]")
    #: The drives it may use as they were when that was decided: `[{stable_id, serial, firmware, model, size_bytes,
    #: controller}]`, the last one the key of the controller that it hangs on.
    drives: Mapped[list[BoundDrive]] = mapped_column(default=list, server_default="[]")
    #: The existing devices that it measures, in the same words.
    devices: Mapped[list[BoundDrive]] = mapped_column(default=list, server_default="[]")
    #: Firmware of the server's controllers at that time, by their keys.
    controllers: Mapped[Mapping[str, StoredController]] = mapped_column(default=dict, server_default="{}")
    #: The array that it has made and not taken apart: `{row, job_id, stable_id, standing, drives, stale}`.
    array: Mapped[CampaignArray | None]
    proposals: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    deadline: Mapped[dt.datetime | None]
    priority: Mapped[int] = mapped_column(default=50, server_default="50")
    repeats: Mapped[int] = mapped_column(default=1, server_default="1")
    waiting_reason: Mapped[str | None]
    #: The pending decision: `{asked_at, reason, cells, drives}`.
    pending_decision: Mapped[StoredDecision | None]
    #: When it is checked again, and from when on a discovery of its server counts.
    next_check_at: Mapped[dt.datetime | None]
    inventory_not_before: Mapped[dt.datetime | None]
    submitted_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    started_at: Mapped[dt.datetime | None]
    finished_at: Mapped[dt.datetime | None]

    server: Mapped[Server | None] = relationship(lazy="raise")


class CampaignCell(Keyed, Timestamped, Base):
    """One generation of a cell, or a step between cells that makes or takes apart an array (`column` is null then).

    Its job refers to it, and only one can.
    """

    __tablename__ = "campaign_cell"
    __table_args__ = (
        CheckConstraint(
            "state in ('impossible', 'planned', 'waiting', 'running',"
            " 'measured', 'failed', 'not_measured', 'withheld')",
            name="state_known",
        ),
        CheckConstraint('"column" is null or row is not null', name="whole_place"),
        UniqueConstraint("campaign_id", "row", "column", "generation"),
    )

    campaign_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    row: Mapped[int | None]
    column: Mapped[int | None]
    generation: Mapped[int] = mapped_column(default=1, server_default="1")
    #: The order in which cells run; null for those that never will.
    position: Mapped[int | None]
    #: What a step between cells does.
    title: Mapped[str | None]
    state: Mapped[str]
    reason: Mapped[str | None]
    #: A later generation took its place in the result set.
    superseded: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    estimated_seconds: Mapped[float | None]
    #: The drives that it was measured on.
    drives: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    metric: Mapped[str | None]
    value: Mapped[float | None]
    unit: Mapped[str | None]
    #: The phase that `value` belongs to; null for cells from before this column.
    phase_name: Mapped[str | None]
    condition: Mapped[str | None]
    rebuild_seconds: Mapped[float | None]
    started_at: Mapped[dt.datetime | None]
    finished_at: Mapped[dt.datetime | None]
