"""Servers with drives, controllers, arrays and enrolments, and the stages of each server."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from storagelab.bench.generated_inventory import find_revisions, make_inventory
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Array, Controller, Drive, Enrolment, Server
from storagelab.inventory.search_text import search_text_of

#: Every server is what it is now since the last of its stages began.
STAGES = 4
YEARS = dt.timedelta(days=730)
_LEVELS = ("raid0", "raid5", "raid6", "raid10")
_STRIPS = (64 << 10, 256 << 10)
_KERNELS = ("6.1.0-18-amd64", "6.1.0-28-amd64", "6.8.0-49-generic", "6.12.6-amd64")
_CONTROLLERS = (
    ("Broadcom / LSI", "PERC H965i Front", ("8.4.0.0.18-29", "8.11.2.0.18-26"), 8 << 30),
    ("Broadcom / LSI", "MegaRAID 9560-16i 8GB", ("5.180.02-3596", "5.290.02-3997"), 8 << 30),
    ("Microchip", "SmartRAID 3254-16i /e", ("03.01.17.056", "03.01.33.048"), 4 << 30),
)
#: People have described none of the pieces.
_NOTHING_WRITTEN: Mapping[str, Any] = {"note": "", "labels": {}, "manual": {}}


@dataclass(frozen=True, slots=True)
class Stage:
    """The settings of a server for some months. `begins` is the share of the time before it."""

    begins: float
    kernel: str
    #: Index of the firmware revision of drives and controller.
    revision: int
    level: str
    strip_bytes: int
    write_policy: str
    #: Index of the drive that loads go to where there is no array.
    drive: int


@dataclass(frozen=True)
class Machine:
    """A server with its hardware; `device` is the block device of its array."""

    server: Server
    drives: tuple[Drive, ...]
    stages: tuple[Stage, ...]
    controller: Controller | None = None
    array: Array | None = None
    device: Drive | None = None

    @cached_property
    def enrolments(self) -> list[Enrolment]:
        """Return the permissions of root to destroy each drive that can be written."""
        drives = [*self.drives, self.device] if self.device is not None else self.drives
        return [
            Enrolment(
                id=generate_uuid7(),
                server_id=self.server.id,
                stable_id=drive.stable_id,
                serial=drive.serial,
                state="active",
                enrolled_at=drive.first_seen_at,
                last_seen_at=drive.last_seen_at,
            )
            for drive in drives
        ]

    @property
    def rows(self) -> list[Any]:
        """Return everything that belongs to the server."""
        pieces = [self.controller, *self.drives, self.device, self.array, *self.enrolments]
        return [piece for piece in pieces if piece is not None]


def make_machines(*, servers: int, drives: int, now: dt.datetime, seed: int) -> list[Machine]:
    """Make servers of three kinds in turn: plain drives, arrays of the kernel, arrays of a controller."""
    random = np.random.default_rng(seed)
    rows, all_drives = make_inventory(servers=servers, drives=drives)
    by_server = {row.id: [drive for drive in all_drives if drive.server_id == row.id] for row in rows}
    return [_make_machine(row, by_server[row.id], number, now, random) for number, row in enumerate(rows)]


def apply_stage(machine: Machine, stage: Stage) -> Drive | None:
    """Set a server to one of its stages; return the block device that loads went to, None without drives."""
    machine.server.kernel = stage.kernel
    machine.server.search_text = search_text_of(machine.server)
    for drive in machine.drives:
        drive.firmware = find_revisions(str(drive.model))[stage.revision]
        drive.search_text = search_text_of(drive)
    if machine.controller is not None:
        machine.controller.firmware = _revisions_of(machine.controller)[stage.revision]
        machine.controller.search_text = search_text_of(machine.controller)
    if machine.array is None or machine.device is None:
        return machine.drives[stage.drive] if machine.drives else None
    _apply_to_array(machine.array, machine.device, machine.drives, stage)
    return machine.device


def usable_bytes(level: str, sizes: Sequence[int]) -> int:
    """Return the capacity of an array in bytes."""
    whole = min(sizes) * len(sizes)
    lost = {"raid0": 0, "raid5": 1, "raid6": 2, "raid10": len(sizes) / 2}[level]
    return round(whole - lost * min(sizes))


def _make_machine(
    server: Server, drives: Sequence[Drive], number: int, now: dt.datetime, random: np.random.Generator
) -> Machine:
    stages = _draw_stages(number, max(len(drives), 1), random)
    seen_at = now - dt.timedelta(minutes=number % 50)
    server.created_at, server.discovered_at, server.last_seen_at = now - YEARS, seen_at, seen_at
    for drive in drives:
        drive.created_at, drive.first_seen_at, drive.last_seen_at = now - YEARS, now - YEARS, seen_at
    machine = Machine(server, tuple(drives), stages)
    if number % 3 and len(drives) >= STAGES:
        machine = _with_array(machine, number, by_controller=number % 3 == 2)
    apply_stage(machine, stages[-1])
    return machine


def _draw_stages(number: int, drives: int, random: np.random.Generator) -> tuple[Stage, ...]:
    first, second = _LEVELS[number % 4], _LEVELS[(number + 1 + number // 4 % 3) % 4]
    return tuple(
        Stage(
            begins=0.0 if index == 0 else (index + float(random.uniform(-0.3, 0.3))) / STAGES,
            kernel=_KERNELS[index],
            revision=index // 2,
            level=first if index < 2 else second,
            strip_bytes=_STRIPS[index % 2],
            write_policy=("write_back", "write_through")[index == 3 and number % 2],
            drive=index % drives,
        )
        for index in range(STAGES)
    )


def _with_array(machine: Machine, number: int, *, by_controller: bool) -> Machine:
    server, drives = machine.server, machine.drives
    seen = {name: getattr(drives[0], name) for name in ("created_at", "first_seen_at", "last_seen_at")}
    controller = _make_controller(server, number, seen) if by_controller else None
    name = f"{number:08x}:{number * 7919 % 2**32:08x}:00c0ffee:{number * 104729 % 2**32:08x}"
    kernel_name = "sdz" if controller is not None else "md127"
    stable_id = f"wwn-0x6000{number:012x}" if controller is not None else f"md-uuid-{name}"
    device = Drive(
        id=generate_uuid7(),
        server_id=server.id,
        controller_id=controller.id if controller is not None else None,
        identity=f"serial:{name}",
        kernel_name=kernel_name,
        path=f"/dev/{kernel_name}",
        stable_id=stable_id,
        stable_ids=[stable_id],
        model=controller.model if controller is not None else "Software RAID",
        serial=name.replace(":", "") if controller is not None else name,
        logical_block_bytes=512,
        physical_block_bytes=4096,
        rotational=False,
        transport="raid" if controller is not None else "md",
        **_NOTHING_WRITTEN,
        **seen,
    )
    array = Array(
        id=generate_uuid7(),
        server_id=server.id,
        controller_id=device.controller_id,
        drive_id=device.id,
        key=f"{controller.key} v0" if controller is not None else name,
        name="VD 0" if controller is not None else "md127",
        kernel_name=kernel_name,
        implementation="megaraid" if controller is not None else "mdadm",
        stable_id=stable_id,
        drive_count=len(drives),
        condition="optimal",
        activity="none",
        settings={} if controller is not None else {"metadata_version": "1.2", "raid_devices": len(drives)},
        **_NOTHING_WRITTEN,
        **seen,
    )
    if controller is not None:
        _hide_drives(drives, controller)
    return Machine(server, drives, machine.stages, controller, array, device)


def _make_controller(server: Server, number: int, seen: dict[str, Any]) -> Controller:
    vendor, model, firmware, cache_bytes = _CONTROLLERS[number // 3 % len(_CONTROLLERS)]
    return Controller(
        id=generate_uuid7(),
        server_id=server.id,
        key="pci:0000:65:00.0",
        kind="raid",
        vendor=vendor,
        model=model,
        serial=f"SK{number:08d}",
        firmware=firmware[-1],
        driver="smartpqi" if vendor == "Microchip" else "megaraid_sas",
        driver_version="07.727.03.00-rc1",
        pci_address="0000:65:00.0",
        link_speed_gts=16.0,
        link_width=8,
        max_link_speed_gts=16.0,
        max_link_width=8,
        numa_node=0,
        cache_bytes=cache_bytes,
        battery="optimal",
        settings={},
        **_NOTHING_WRITTEN,
        **seen,
    )


def _hide_drives(drives: Sequence[Drive], controller: Controller) -> None:
    """Leave the host no block devices of the members of a controller's array."""
    for slot, drive in enumerate(drives):
        drive.kernel_name = drive.path = None
        drive.location, drive.slot, drive.drive_state = f"252:{slot}", str(slot), "online"
        drive.controller_id = controller.id
        drive.search_text = search_text_of(drive)


def _apply_to_array(array: Array, device: Drive, drives: Sequence[Drive], stage: Stage) -> None:
    array.level, array.strip_bytes = stage.level, stage.strip_bytes
    array.size_bytes = device.size_bytes = usable_bytes(stage.level, [int(drive.size_bytes or 0) for drive in drives])
    if array.implementation == "mdadm":
        device.model = f"Software RAID ({stage.level})"
    else:
        array.policies = {"write": {"requested": stage.write_policy, "effective": stage.write_policy}}
    array.members = list(_list_members(drives))
    for piece in (array, device):
        piece.search_text = search_text_of(piece)


def _list_members(drives: Sequence[Drive]) -> Iterator[dict[str, Any]]:
    for slot, drive in enumerate(drives):
        key = drive.kernel_name or drive.location
        yield {"kind": "drive", "key": key, "drive_id": str(drive.id), "slot": slot, "state": "online"}


def _revisions_of(controller: Controller) -> tuple[str, ...]:
    return next(firmware for _, model, firmware, _ in _CONTROLLERS if model == controller.model)
