"""History of hardware: changes, health readings, and states in which runs left drives."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped
from storagelab.domain.workload import WorkloadValues


class InventoryChange(Base):
    """Append-only: one field of one piece of hardware, before and after. A `field` of None is the piece itself."""

    __tablename__ = "inventory_change"
    __table_args__ = (
        Index("ix_inventory_change_piece", "component", "piece_id", "id"),
        Index("ix_inventory_change_identity", "identity", "id"),
        Index("ix_inventory_change_at", "at"),
        CheckConstraint("component in ('server', 'controller', 'enclosure', 'drive', 'array')", name="component_known"),
        CheckConstraint("source in ('discovery', 'run', 'person', 'import')", name="source_known"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    at: Mapped[dt.datetime] = mapped_column(server_default=func.clock_timestamp())
    server_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    component: Mapped[str]
    piece_id: Mapped[uuid.UUID]
    #: Of a drive: the same in every server, so that its history goes with it.
    identity: Mapped[str | None]
    #: appeared, vanished, returned, moved or changed.
    kind: Mapped[str]
    field: Mapped[str | None]
    before: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    after: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    source: Mapped[str]
    by_user_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="SET NULL"))


class HealthReading(Keyed, Timestamped, Base):
    """Health that a drive reported at one time."""

    __tablename__ = "health_reading"
    __table_args__ = (
        Index("ix_health_reading_identity", "identity", "at"),
        CheckConstraint(
            "taken_during in ('discovery', 'before_run', 'during_run', 'after_run')", name="taken_during_known"
        ),
    )

    identity: Mapped[str]
    drive_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("drive.id", ondelete="SET NULL"), index=True)
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    at: Mapped[dt.datetime]
    taken_during: Mapped[str]
    values: Mapped[Mapping[str, object]]


class DriveStateEntry(Base):
    """Append-only: the state that something which really ran left a drive in."""

    __tablename__ = "drive_state_entry"
    __table_args__ = (
        Index("ix_drive_state_entry_identity", "identity", "id"),
        CheckConstraint(
            "state in ('unknown', 'purged', 'filled', 'random_conditioned', 'steady', 'dirty')", name="state_known"
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    at: Mapped[dt.datetime] = mapped_column(server_default=func.clock_timestamp())
    identity: Mapped[str]
    drive_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("drive.id", ondelete="SET NULL"), index=True)
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="SET NULL"), index=True)
    phase_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("phase.id", ondelete="SET NULL"))
    state: Mapped[str]
    #: The workload of a steady state, as its phase had it.
    workload: Mapped[WorkloadValues | None]
    #: Bytes written to the drive in the events of this entry.
    written_bytes: Mapped[int | None]
    reason: Mapped[str]
