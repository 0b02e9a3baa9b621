"""Servers, and what the lab decides about them and their drives."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    SQLColumnExpression,
    UniqueConstraint,
    and_,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column
from storagelab.db.models.hardware import Drive
from storagelab.domain.labels import Labels


class Server(Keyed, Timestamped, Base):
    """A registered machine. `fence` rises above that of all servers; the runner refuses less than it has seen."""

    __tablename__ = "server"
    __table_args__ = (
        CheckConstraint("transport in ('local', 'ssh')", name="transport_known"),
        CheckConstraint("transport = 'local' or address is not null", name="ssh_has_address"),
        Index("uq_server_name_live", "name", unique=True, postgresql_where=text("state <> 'retired'")),
    )

    number: Mapped[int] = build_number_column("server_number")
    name: Mapped[str]
    transport: Mapped[str]
    address: Mapped[str | None]
    port: Mapped[int | None]
    username: Mapped[str | None]
    state: Mapped[str] = mapped_column(default="new")
    state_reason: Mapped[str | None]

    host_key: Mapped[str | None]
    host_key_fingerprint: Mapped[str | None]
    offered_host_key: Mapped[str | None]
    offered_host_key_fingerprint: Mapped[str | None]

    fence: Mapped[int] = mapped_column(default=0, server_default="0")
    machine_id: Mapped[str | None]
    boot_id: Mapped[str | None]
    runner_version: Mapped[str | None]
    runner_sha256: Mapped[str | None]
    fio_version: Mapped[str | None]
    os_name: Mapped[str | None]
    kernel: Mapped[str | None]
    architecture: Mapped[str | None]
    product_name: Mapped[str | None]
    cpu_model: Mapped[str | None]
    cpu_sockets: Mapped[int | None]
    cpu_cores: Mapped[int | None]
    cpu_threads: Mapped[int | None]
    memory_bytes: Mapped[int | None]
    clock_offset_ms: Mapped[float | None]
    warnings: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    facts: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")

    board_name: Mapped[str | None]
    bios_version: Mapped[str | None]
    #: Who looks after it, in words that a person typed.
    owner: Mapped[str | None]
    note: Mapped[str] = mapped_column(default="", server_default="")
    labels: Mapped[Labels] = mapped_column(default=dict, server_default="{}")
    #: What people wrote down beside what was collected, by the name they gave it.
    manual: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    #: Availability of its programs at the last discovery, by program: ok, missing, not_permitted or failed.
    tools: Mapped[Mapping[str, Mapping[str, object]]] = mapped_column(default=dict, server_default="{}")
    #: Hours between two health checks; None is no schedule.
    health_check_hours: Mapped[int | None]
    health_check_due_at: Mapped[dt.datetime | None]
    search_text: Mapped[str] = mapped_column(default="", server_default="")

    #: idle, requested or running; `step_server` moves it, and the reconciler enqueues it while it is not idle.
    discovery: Mapped[str] = mapped_column(default="idle", server_default="idle")
    discovery_due_at: Mapped[dt.datetime | None]
    discovered_at: Mapped[dt.datetime | None]
    last_seen_at: Mapped[dt.datetime | None]
    last_error_kind: Mapped[str | None]
    last_error: Mapped[str | None]

    #: What the runner's machine holds that this lab does not know or cannot drive: attempts, by id.
    unknown_attempts: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    #: Requested by an administrator: discard the runner's higher fence at the next discovery that finds it idle.
    resync_requested: Mapped[bool] = mapped_column(default=False, server_default=text("false"))

    drives: Mapped[list[Drive]] = relationship(back_populates="server", lazy="raise")


class Enrolment(Keyed, Timestamped, Base):
    """A drive that may be destroyed. The allow-list on its server decides; this is what the lab saw of it last."""

    __tablename__ = "enrolment"
    __table_args__ = (
        CheckConstraint("state in ('proposed', 'active', 'void', 'withdrawn')", name="state_known"),
        UniqueConstraint("server_id", "stable_id"),
    )

    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    stable_id: Mapped[str]
    serial: Mapped[str]
    state: Mapped[str]
    #: Why it no longer holds, in words.
    void_reason: Mapped[str | None]
    #: What was true of the drive when it was enrolled, and must still be.
    pins: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    proposed_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    enrolled_at: Mapped[dt.datetime | None]
    expires_at: Mapped[dt.datetime | None]
    last_seen_at: Mapped[dt.datetime | None]

    server: Mapped[Server] = relationship(lazy="raise")


class _Window(Keyed, Timestamped):
    """A time on a server, in which runs wait."""

    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    starts_at: Mapped[dt.datetime]
    ends_at: Mapped[dt.datetime]
    reason: Mapped[str]

    @classmethod
    def is_not_over(cls, moment: SQLColumnExpression[dt.datetime] | dt.datetime) -> ColumnElement[bool]:
        """Build the condition that a window is on at a moment, or begins later."""
        return cls.ends_at > moment

    @classmethod
    def is_on(cls, moment: SQLColumnExpression[dt.datetime] | dt.datetime) -> ColumnElement[bool]:
        """Build the condition that a window is on at a moment."""
        return and_(cls.starts_at <= moment, cls.is_not_over(moment))


class MaintenanceWindow(_Window, Base):
    """A time in which nothing is started on a server; what runs goes on."""

    __tablename__ = "maintenance_window"
    __table_args__ = (CheckConstraint("ends_at > starts_at", name="ends_after_start"),)

    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))


class TargetCheck(Keyed, Timestamped, Base):
    """One probe of a server: would it accept this target now? A worker runs it; every reason is stored."""

    __tablename__ = "target_check"
    __table_args__ = (
        CheckConstraint("state in ('requested', 'done', 'failed')", name="state_known"),
        Index("ix_target_check_working", "due_at", postgresql_where=text("state = 'requested'")),
    )

    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    requested_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    #: The arguments of the runner's `check`: target, writes, preparation.
    question: Mapped[Mapping[str, object]]
    state: Mapped[str]
    #: The runner's findings in its words; None until it has answered.
    results: Mapped[list[Any] | None]
    refused: Mapped[bool | None]
    error_kind: Mapped[str | None]
    error_message: Mapped[str | None]
    due_at: Mapped[dt.datetime]
    finished_at: Mapped[dt.datetime | None]


class Reservation(_Window, Base):
    """A server reserved for one person: runs of others wait until it ends, which it does by itself."""

    __tablename__ = "reservation"
    __table_args__ = (CheckConstraint("ends_at > starts_at", name="ends_after_start"),)

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), index=True)
    released_at: Mapped[dt.datetime | None]

    @classmethod
    def is_not_over(cls, moment: SQLColumnExpression[dt.datetime] | dt.datetime) -> ColumnElement[bool]:
        """Build the condition that a reservation is on at a moment or begins later, and was not ended early."""
        return and_(super().is_not_over(moment), cls.released_at.is_(None))
