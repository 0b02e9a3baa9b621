"""Servers and the hardware found in them."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from storagelab.db.base import Base, Keyed, Timestamped, numbered


class Server(Keyed, Timestamped, Base):
    """A registered machine. `fence` rises above that of all servers; the runner refuses less than it has seen."""

    __tablename__ = "server"
    __table_args__ = (
        CheckConstraint("transport in ('local', 'ssh')", name="transport_known"),
        CheckConstraint("transport = 'local' or address is not null", name="ssh_has_address"),
        Index("uq_server_name_live", "name", unique=True, postgresql_where=text("state <> 'retired'")),
    )

    number: Mapped[int] = numbered("server_number")
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

    #: idle, requested or running; `step_server` moves it and the reconciler rings while it is not idle.
    discovery: Mapped[str] = mapped_column(default="idle", server_default="idle")
    discovery_due_at: Mapped[dt.datetime | None]
    discovered_at: Mapped[dt.datetime | None]
    last_seen_at: Mapped[dt.datetime | None]
    last_error_kind: Mapped[str | None]
    last_error: Mapped[str | None]

    #: What the runner's machine holds that this lab does not know or cannot drive: attempts, by id.
    strangers: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    #: Asked for by an administrator: forget the runner's higher fence at the next discovery that finds it idle.
    resync_requested: Mapped[bool] = mapped_column(default=False, server_default=text("false"))

    drives: Mapped[list[Drive]] = relationship(back_populates="server", lazy="raise")


class Controller(Keyed, Timestamped, Base):
    """A RAID controller or HBA with its firmware and driver."""

    __tablename__ = "controller"

    server_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    vendor: Mapped[str | None]
    model: Mapped[str]
    serial: Mapped[str | None]
    firmware: Mapped[str | None]
    driver: Mapped[str | None]
    driver_version: Mapped[str | None]
    pci_address: Mapped[str | None]
    facts: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")


class Drive(Keyed, Timestamped, Base):
    """A block device that a server showed. `stable_id` None means that nothing identifies it beyond doubt."""

    __tablename__ = "drive"
    __table_args__ = (UniqueConstraint("server_id", "kernel_name", "stable_id", postgresql_nulls_not_distinct=True),)

    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    kernel_name: Mapped[str]
    path: Mapped[str]
    stable_id: Mapped[str | None] = mapped_column(index=True)
    stable_ids: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    model: Mapped[str | None]
    serial: Mapped[str | None]
    wwn: Mapped[str | None]
    firmware: Mapped[str | None]
    size_bytes: Mapped[int | None]
    logical_block_bytes: Mapped[int | None]
    physical_block_bytes: Mapped[int | None]
    rotational: Mapped[bool | None]
    transport: Mapped[str | None]
    mountpoints: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    filesystem: Mapped[str | None]
    in_use_reasons: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    present: Mapped[bool] = mapped_column(default=True, server_default=text("true"))
    #: Never to be destroyed, whatever is enrolled on its server.
    protected: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    #: Everything a run on it must hold alone: itself by its best name, its controller, namespaces and members.
    resources: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    first_seen_at: Mapped[dt.datetime]
    last_seen_at: Mapped[dt.datetime]

    server: Mapped[Server] = relationship(back_populates="drives", lazy="raise")


class Array(Keyed, Timestamped, Base):
    """A virtual drive built by a controller or by the kernel."""

    __tablename__ = "array"

    server_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    controller_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("controller.id", ondelete="SET NULL"), index=True
    )
    name: Mapped[str]
    stable_id: Mapped[str | None] = mapped_column(index=True)
    level: Mapped[str | None]
    drive_count: Mapped[int | None]
    strip_bytes: Mapped[int | None]
    size_bytes: Mapped[int | None]
    condition: Mapped[str | None]
    activity: Mapped[str | None]
    facts: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")


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
    pins: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    proposed_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    enrolled_at: Mapped[dt.datetime | None]
    expires_at: Mapped[dt.datetime | None]
    last_seen_at: Mapped[dt.datetime | None]

    server: Mapped[Server] = relationship(lazy="raise")


class MaintenanceWindow(Keyed, Timestamped, Base):
    """A time in which nothing is started on a server; what runs goes on."""

    __tablename__ = "maintenance_window"
    __table_args__ = (CheckConstraint("ends_at > starts_at", name="ends_after_start"),)

    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    starts_at: Mapped[dt.datetime]
    ends_at: Mapped[dt.datetime]
    reason: Mapped[str]
    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))


class TargetCheck(Keyed, Timestamped, Base):
    """One question to a server: would it accept this target now? A worker asks; every reason is kept."""

    __tablename__ = "target_check"
    __table_args__ = (
        CheckConstraint("state in ('requested', 'done', 'failed')", name="state_known"),
        Index("ix_target_check_working", "due_at", postgresql_where=text("state = 'requested'")),
    )

    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    requested_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    #: The arguments of the runner's `check`: target, writes, preparation.
    question: Mapped[dict[str, Any]]
    state: Mapped[str]
    #: The runner's findings in its words; None until it has answered.
    results: Mapped[list[Any] | None]
    refused: Mapped[bool | None]
    error_kind: Mapped[str | None]
    error_message: Mapped[str | None]
    due_at: Mapped[dt.datetime]
    finished_at: Mapped[dt.datetime | None]
