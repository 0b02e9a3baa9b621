"""The hardware that was found in servers, as the last discovery saw it."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import CheckConstraint, Computed, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column
from storagelab.domain.labels import Labels

if TYPE_CHECKING:
    from storagelab.db.models.inventory import Server

#: The uses of a component in this lab.
LIFECYCLES = ("in_service", "spare", "retired")
_LIFECYCLE_KNOWN = f"standing in {LIFECYCLES}"
#: Values of a health reading that drives are found by, each in a column of its name.
HEALTH_FIELDS = ("used_percent", "temperature_c", "power_on_hours", "written_bytes")


def _build_health_column(name: str) -> Mapped[float | None]:
    """Build the column of the number `name` in the JSON of `health`.

    It is null where the value is unknown, or no number that fits.
    """
    # As PostgreSQL writes it, with which it is compared.
    number = f"(health -> '{name}'::text)"
    is_number = f"jsonb_typeof{number} = 'number'::text and abs({number}::numeric) < {10**300}::numeric"
    value = f"case when {is_number} then {number}::double precision else null::double precision end"
    return mapped_column(Computed(value, persisted=True))


class Seen:
    """When a piece of hardware was seen in its server, and whether the last discovery saw it."""

    present: Mapped[bool] = mapped_column(default=True, server_default=text("true"))
    first_seen_at: Mapped[dt.datetime]
    last_seen_at: Mapped[dt.datetime]


class Described:
    """Manual facts of a component beside the collected ones, and the text that searches read."""

    lifecycle: Mapped[str] = mapped_column("standing", default="in_service", server_default="in_service")
    note: Mapped[str] = mapped_column(default="", server_default="")
    labels: Mapped[Labels] = mapped_column(default=dict, server_default="{}")
    manual: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    search_text: Mapped[str] = mapped_column(default="", server_default="")


class Controller(Keyed, Timestamped, Seen, Described, Base):
    """A RAID controller, HBA or other function with drives. `key` identifies it within its server."""

    __tablename__ = "controller"
    __table_args__ = (UniqueConstraint("server_id", "key"), CheckConstraint(_LIFECYCLE_KNOWN, name="standing_known"))

    number: Mapped[int] = build_number_column("controller_number")
    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    key: Mapped[str]
    kind: Mapped[str]
    vendor: Mapped[str | None]
    model: Mapped[str | None]
    serial: Mapped[str | None]
    firmware: Mapped[str | None]
    driver: Mapped[str | None]
    driver_version: Mapped[str | None]
    pci_address: Mapped[str | None]
    link_speed_gts: Mapped[float | None]
    link_width: Mapped[int | None]
    max_link_speed_gts: Mapped[float | None]
    max_link_width: Mapped[int | None]
    numa_node: Mapped[int | None]
    cache_bytes: Mapped[int | None]
    #: optimal, missing, charging, learning, failed; None if unknown.
    battery: Mapped[str | None]
    cache_module: Mapped[str | None]
    settings: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")


class Enclosure(Keyed, Timestamped, Seen, Base):
    """A box, backplane or expander with slots."""

    __tablename__ = "enclosure"
    __table_args__ = (UniqueConstraint("server_id", "key"),)

    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    controller_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("controller.id", ondelete="SET NULL"), index=True
    )
    key: Mapped[str]
    kind: Mapped[str]
    product: Mapped[str | None]
    slot_count: Mapped[int | None]
    settings: Mapped[Mapping[str, Any]] = mapped_column(default=dict, server_default="{}")


class Drive(Keyed, Timestamped, Seen, Described, Base):
    """A drive in a server. `stable_id` None means that nothing identifies it beyond doubt.

    One behind a RAID controller has no kernel name and no path, but a `location`. `identity` is the same in every
    server that the same piece was seen in; None when it has none of its own.
    """

    __tablename__ = "drive"
    __table_args__ = (
        UniqueConstraint(
            "server_id", "kernel_name", "location", "stable_id", "identity", postgresql_nulls_not_distinct=True
        ),
        CheckConstraint("kernel_name is not null or location is not null", name="has_a_place"),
        CheckConstraint(_LIFECYCLE_KNOWN, name="standing_known"),
        # The order of its list: a first page needs no look at every drive there ever was.
        Index("ix_drive_created", "created_at", "id"),
        *(Index(f"ix_drive_{name}", name) for name in HEALTH_FIELDS),
    )

    number: Mapped[int] = build_number_column("drive_number")
    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    controller_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("controller.id", ondelete="SET NULL"), index=True
    )
    enclosure_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("enclosure.id", ondelete="SET NULL"), index=True)
    identity: Mapped[str | None] = mapped_column(index=True)
    kernel_name: Mapped[str | None]
    path: Mapped[str | None]
    location: Mapped[str | None]
    slot: Mapped[str | None]
    stable_id: Mapped[str | None] = mapped_column(index=True)
    stable_ids: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    vendor: Mapped[str | None]
    model: Mapped[str | None]
    serial: Mapped[str | None] = mapped_column(index=True)
    wwn: Mapped[str | None]
    firmware: Mapped[str | None]
    size_bytes: Mapped[int | None]
    logical_block_bytes: Mapped[int | None]
    physical_block_bytes: Mapped[int | None]
    rotational: Mapped[bool | None]
    transport: Mapped[str | None]
    #: flash or rotating; None if unknown.
    medium: Mapped[str | None]
    rotation_rpm: Mapped[int | None]
    #: As the controller words it: online, hot_spare, unconfigured, jbod, rebuilding, failed, missing.
    drive_state: Mapped[str | None]
    link_speed_gts: Mapped[float | None]
    link_width: Mapped[int | None]
    #: The newest reading of its health; see `health_reading`.
    health: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    used_percent: Mapped[float | None] = _build_health_column("used_percent")
    temperature_c: Mapped[float | None] = _build_health_column("temperature_c")
    power_on_hours: Mapped[float | None] = _build_health_column("power_on_hours")
    written_bytes: Mapped[float | None] = _build_health_column("written_bytes")
    settings: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    mountpoints: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    filesystem: Mapped[str | None]
    in_use_reasons: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    #: Never to be destroyed, whatever is enrolled on its server.
    protected: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    #: Everything a run on it must hold alone: itself by its best name, its controller, namespaces and members.
    resources: Mapped[list[str]] = mapped_column(default=list, server_default="[]")

    server: Mapped[Server] = relationship(back_populates="drives", lazy="raise")


class Array(Keyed, Timestamped, Seen, Described, Base):
    """A virtual drive built by a controller or by the kernel. `drive_id` is the block device that it appears as."""

    __tablename__ = "array"
    __table_args__ = (UniqueConstraint("server_id", "key"), CheckConstraint(_LIFECYCLE_KNOWN, name="standing_known"))

    number: Mapped[int] = build_number_column("array_number")
    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="CASCADE"), index=True)
    controller_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("controller.id", ondelete="SET NULL"), index=True
    )
    drive_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("drive.id", ondelete="SET NULL"), index=True)
    key: Mapped[str]
    name: Mapped[str]
    kernel_name: Mapped[str | None]
    #: mdadm, megaraid, adaptec, smartarray, mpt, lvm or zfs.
    implementation: Mapped[str]
    stable_id: Mapped[str | None] = mapped_column(index=True)
    level: Mapped[str | None]
    drive_count: Mapped[int | None]
    strip_bytes: Mapped[int | None]
    size_bytes: Mapped[int | None]
    condition: Mapped[str | None]
    activity: Mapped[str | None]
    progress_percent: Mapped[float | None]
    #: `{read, write, io, drive_cache}`, each `{requested, effective}` as the field's words; null if unknown.
    policies: Mapped[Mapping[str, Mapping[str, str | None]]] = mapped_column(default=dict, server_default="{}")
    #: `[{kind, key, drive_id, slot, state}]` in the order of the array; kind is drive, array or lun.
    members: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    settings: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")


class PublishedHardware(Keyed, Timestamped, Base):
    """A piece of hardware that a published review names: read, never tested here."""

    __tablename__ = "published_hardware"
    __table_args__ = (UniqueConstraint("source", "component", "name"),)

    source: Mapped[str]
    component: Mapped[str]
    name: Mapped[str]
    attributes: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    search_text: Mapped[str] = mapped_column(default="", server_default="")


class HardwareModel(Keyed, Timestamped, Base):
    """Facts of every component of one model: price, power, endurance, and claims of its vendor."""

    __tablename__ = "hardware_model"
    __table_args__ = (
        UniqueConstraint("component", "model"),
        CheckConstraint("component in ('server', 'controller', 'drive')", name="component_known"),
    )

    component: Mapped[str]
    model: Mapped[str]
    vendor: Mapped[str | None]
    #: Shown instead of vendor, model and firmware where a share hides them.
    alias: Mapped[str | None]
    firmware_aliases: Mapped[Mapping[str, str]] = mapped_column(default=dict, server_default="{}")
    price: Mapped[float | None]
    currency: Mapped[str | None]
    power_limit_watts: Mapped[float | None]
    rated_endurance_bytes: Mapped[int | None]
    drive_writes_per_day: Mapped[float | None]
    warranty_years: Mapped[float | None]
    nand: Mapped[str | None]
    #: `[{metric, value, unit, conditions, source}]`
    claims: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    note: Mapped[str] = mapped_column(default="", server_default="")


class Photo(Keyed, Timestamped, Base):
    """A picture of a server, controller, drive or array, taken by a person."""

    __tablename__ = "photo"
    __table_args__ = (
        CheckConstraint("component in ('server', 'controller', 'drive', 'array')", name="component_known"),
        Index("ix_photo_of", "component", "piece_id"),
    )

    component: Mapped[str]
    piece_id: Mapped[uuid.UUID]
    title: Mapped[str]
    media_type: Mapped[str]
    size_bytes: Mapped[int]
    sha256: Mapped[str]
    storage_key: Mapped[str]
    added_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))


class SavedFilter(Keyed, Timestamped, Base):
    """A saved list: a page and the query of its address. A shared one is visible to every user."""

    __tablename__ = "saved_filter"
    __table_args__ = (UniqueConstraint("user_id", "page", "name"),)

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"))
    page: Mapped[str]
    name: Mapped[str]
    query: Mapped[str]
    shared: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
