"""Interface of collector plug-ins and the facts they return.

An unknown value is None with a warning, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

SettingValue: TypeAlias = "str | int | float | bool | Sequence[str] | Mapping[str, SettingValue] | None"
#: Values that can change a result, by their names.
Settings: TypeAlias = Mapping[str, SettingValue]


@dataclass(frozen=True, slots=True)
class MemoryModule:
    """One memory module at its place. Speeds are in MT/s: that at which it runs, and that for which it was made."""

    locator: str | None = None
    size_bytes: int | None = None
    speed_mts: int | None = None
    rated_speed_mts: int | None = None
    kind: str | None = None
    vendor: str | None = None
    part_number: str | None = None


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """Facts of the machine. `cpu_threads` are logical processors; `cpu_cores` are those of all sockets together.

    `bios_date` is an ISO date. `memory_modules` is empty where they are not reported; `memory_slots` counts their
    slots.
    """

    hostname: str | None = None
    os_name: str | None = None
    kernel: str | None = None
    architecture: str | None = None
    cpu_model: str | None = None
    cpu_sockets: int | None = None
    cpu_cores: int | None = None
    cpu_threads: int | None = None
    memory_bytes: int | None = None
    product_name: str | None = None
    system_vendor: str | None = None
    board_name: str | None = None
    bios_version: str | None = None
    fio_version: str | None = None
    board_vendor: str | None = None
    bios_vendor: str | None = None
    bios_date: str | None = None
    cpu_max_mhz: float | None = None
    numa_nodes: int | None = None
    memory_slots: int | None = None
    memory_modules: tuple[MemoryModule, ...] = ()


@dataclass(frozen=True, slots=True)
class DriveFacts:
    """One drive as the kernel shows it.

    `stable_id` is the name below /dev/disk/by-id that identifies it best; `stable_ids` are all names that lead to it.
    Without one the drive cannot be identified after a reboot. `in_use_reasons` are words; empty means that no use is
    known. `mountpoints` are its own and those of everything on it. `resources` are the keys of everything that a run on
    it must lock exclusively.
    """

    kernel_name: str
    path: str
    stable_id: str | None
    stable_ids: tuple[str, ...]
    model: str | None
    serial: str | None
    wwn: str | None
    firmware: str | None
    size_bytes: int | None
    logical_block_bytes: int | None
    physical_block_bytes: int | None
    rotational: bool | None
    transport: str | None
    mountpoints: tuple[str, ...]
    filesystem: str | None
    in_use_reasons: tuple[str, ...]
    resources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ControllerFacts:
    """A RAID controller, HBA or NVMe controller. `pci_address` is `0000:3b:00.0`; `battery` one word of `BATTERIES`.

    `kind` is raid, hba, nvme, ahci or other. `key` identifies it within its server and survives a reboot:
    `pci:0000:3b:00.0` where the address is known, else `serial:...`, else the tool and its number, such as `storcli:0`.
    Two collectors that report the same controller return the same `pci_address`, by which their facts are merged.
    """

    key: str
    kind: str
    vendor: str | None = None
    model: str | None = None
    serial: str | None = None
    firmware: str | None = None
    driver: str | None = None
    driver_version: str | None = None
    pci_address: str | None = None
    link_speed_gts: float | None = None
    link_width: int | None = None
    max_link_speed_gts: float | None = None
    max_link_width: int | None = None
    numa_node: int | None = None
    cache_bytes: int | None = None
    battery: str | None = None
    cache_module: str | None = None
    settings: Settings = field(default_factory=dict)


#: Values of `ControllerFacts.battery`; None if unknown.
BATTERIES = ("optimal", "missing", "charging", "learning", "failed", "degraded")
#: Values of `ArrayFacts.condition` and `.activity`; None if unknown.
CONDITIONS = ("optimal", "degraded", "rebuilding", "initialising", "failed")
ACTIVITIES = ("none", "consistency_check", "patrol_read", "copyback", "learn_cycle")
#: Values of `DriveDetail.state`; None if unknown.
DRIVE_STATES = ("online", "hot_spare", "unconfigured", "jbod", "rebuilding", "copyback", "offline", "missing", "failed")


@dataclass(frozen=True, slots=True)
class EnclosureFacts:
    """A box, backplane or expander with slots; `key` is `{controller key}/e{number}` behind a controller."""

    key: str
    kind: str
    controller_key: str | None = None
    product: str | None = None
    slot_count: int | None = None
    settings: Settings = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DriveDetail:
    """Details that one tool adds to a drive, matched by `kernel_name`, else by `wwn`, else by serial and model.

    Details that match no drive of the kernel are a drive of their own behind `controller_key`, at `location` (such as
    `/c0/e252/s3`). `wwn` is lower-case hexadecimal without a prefix. `medium` is flash or rotating. `health` holds the
    fields of `DriveHealthFacts` that the tool reported. `settings` hold other values that can change a result (write
    cache, power state).
    """

    kernel_name: str | None = None
    serial: str | None = None
    wwn: str | None = None
    vendor: str | None = None
    model: str | None = None
    firmware: str | None = None
    size_bytes: int | None = None
    logical_block_bytes: int | None = None
    physical_block_bytes: int | None = None
    transport: str | None = None
    medium: str | None = None
    rotation_rpm: int | None = None
    state: str | None = None
    controller_key: str | None = None
    enclosure_key: str | None = None
    slot: str | None = None
    location: str | None = None
    link_speed_gts: float | None = None
    link_width: int | None = None
    settings: Settings = field(default_factory=dict)
    health: DriveHealthFacts | None = None


@dataclass(frozen=True, slots=True)
class DriveHealthFacts:
    """Health that a drive reports. Percentages are 0 to 100 and may be above; bytes count since manufacture.

    `passed` is its own verdict. `used_percent` is the share of its rated endurance. `media_written_bytes` are the bytes
    that reached the flash, from which write amplification follows. `warnings` are the words for its own critical bits.
    """

    passed: bool | None = None
    used_percent: float | None = None
    spare_percent: float | None = None
    spare_threshold_percent: float | None = None
    written_bytes: int | None = None
    read_bytes: int | None = None
    media_written_bytes: int | None = None
    power_on_hours: int | None = None
    power_cycles: int | None = None
    unsafe_shutdowns: int | None = None
    temperature_c: float | None = None
    throttled_minutes: int | None = None
    media_errors: int | None = None
    reallocated_sectors: int | None = None
    pending_sectors: int | None = None
    link_errors: int | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """A cache policy in the words of its field: the configured and the effective one (a failed battery changes it)."""

    requested: str | None = None
    effective: str | None = None


@dataclass(frozen=True, slots=True)
class MemberFacts:
    """One member of an array, in its order.

    `kind` is drive, array or lun. `key` is how the tool names it: a kernel name, a location (`/c0/e252/s3`), or the key
    of an array. `state` is one of `DRIVE_STATES`. `drive` is its place in the merged list of drives of the server, None
    where none of them is meant.
    """

    kind: str
    key: str
    slot: int | None = None
    state: str | None = None
    drive: int | None = None


@dataclass(frozen=True, slots=True)
class ArrayFacts:
    """A virtual drive. `key` survives a reboot: its uuid or world-wide name, else the tool's address of it.

    `level` is `raid0`, `raid1`, `raid5`, `raid6`, `raid10`, `raid50`, `raid60`, `linear`, `jbod`, or the tool's word.
    `strip_bytes` is per member drive. `policies` has the keys read, write, io and drive_cache. `progress_percent` is
    that of the rebuild, initialisation or check which is under way. `drive` is the place, in the merged list of drives
    of the server, of the block device that it appears as.
    """

    key: str
    name: str
    implementation: str
    kernel_name: str | None = None
    wwn: str | None = None
    controller_key: str | None = None
    level: str | None = None
    size_bytes: int | None = None
    strip_bytes: int | None = None
    condition: str | None = None
    activity: str | None = None
    progress_percent: float | None = None
    policies: Mapping[str, Policy] = field(default_factory=dict)
    members: tuple[MemberFacts, ...] = ()
    settings: Settings = field(default_factory=dict)
    drive: int | None = None


@dataclass(frozen=True, slots=True)
class ToolReport:
    """Result of running one program: `state` is ok, missing, not_permitted or failed; `message` is the reason."""

    name: str
    state: str
    version: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class CollectedFacts:
    """Facts that one collector returns; `server` is None when it has none about the server.

    `settings` are those of the host that can change a result, by a dotted name such as `block.nvme0n1.scheduler`.
    """

    server: ServerFacts | None = None
    drives: tuple[DriveFacts, ...] = ()
    details: tuple[DriveDetail, ...] = ()
    controllers: tuple[ControllerFacts, ...] = ()
    enclosures: tuple[EnclosureFacts, ...] = ()
    arrays: tuple[ArrayFacts, ...] = ()
    tools: tuple[ToolReport, ...] = ()
    settings: Settings = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


class Collector(Protocol):
    """Reads some of the runner's inventory outputs, named in `inputs`; `name/*` is one output a device."""

    name: str
    inputs: tuple[str, ...]

    def parse(self, outputs: Mapping[str, str | None]) -> CollectedFacts:
        """Return the facts in the inventory outputs; keys of `outputs` are output names.

        An absent output, or None, could not be read. Raises nothing.
        """
