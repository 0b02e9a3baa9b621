"""Hardware of one server, merged from all tools; linked by keys and by position in a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from storagelab.collectors.base import ArrayFacts, ControllerFacts, DriveHealthFacts, EnclosureFacts


@dataclass(frozen=True, slots=True)
class FoundDrive:
    """One drive. The fields are those of the table `drive`; the two keys are those of `DiscoveredHardware`."""

    identity: str | None = None
    kernel_name: str | None = None
    path: str | None = None
    location: str | None = None
    slot: str | None = None
    controller_key: str | None = None
    enclosure_key: str | None = None
    stable_id: str | None = None
    stable_ids: tuple[str, ...] = ()
    vendor: str | None = None
    model: str | None = None
    serial: str | None = None
    wwn: str | None = None
    firmware: str | None = None
    size_bytes: int | None = None
    logical_block_bytes: int | None = None
    physical_block_bytes: int | None = None
    rotational: bool | None = None
    transport: str | None = None
    medium: str | None = None
    rotation_rpm: int | None = None
    drive_state: str | None = None
    link_speed_gts: float | None = None
    link_width: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    mountpoints: tuple[str, ...] = ()
    filesystem: str | None = None
    in_use_reasons: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    health: DriveHealthFacts | None = None


@dataclass(frozen=True, slots=True)
class DiscoveredHardware:
    """Everything that was found in one server. `warnings` are sentences about what the tools do not agree on."""

    controllers: tuple[ControllerFacts, ...] = ()
    enclosures: tuple[EnclosureFacts, ...] = ()
    drives: tuple[FoundDrive, ...] = ()
    arrays: tuple[ArrayFacts, ...] = ()
    warnings: tuple[str, ...] = ()
