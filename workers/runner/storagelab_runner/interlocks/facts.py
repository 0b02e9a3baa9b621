"""Facts about this server and one drive that the interlocks judge."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from storagelab_runner.allow_list import AllowList, Sandbox
from storagelab_runner.block_tree import BlockNode
from storagelab_runner.descriptors import DescriptorScan
from storagelab_runner.interlocks.configured_users import ConfiguredUsers
from storagelab_runner.interlocks.kernel_users import KernelUsers
from storagelab_runner.mounts import MountEntry
from storagelab_runner.spec_targets import Device


class SystemMount(NamedTuple):
    """A folder the server lives in; `node` is the kernel name of what is mounted there, None where that is unknown."""

    point: str
    file_system: str
    source: str
    node: str | None


class HostFacts(NamedTuple):
    """The server. `names` leads from stable ids to kernel names; a `doubt` names in words what could not be read."""

    nodes: Mapping[str, BlockNode]
    names: Mapping[str, Collection[str]]
    mounts: tuple[MountEntry, ...]
    mounts_doubt: str | None
    system: tuple[SystemMount, ...]
    swaps: tuple[str, ...]
    swaps_doubt: str | None
    resume: str | None
    mdstat: str | None
    has_device_mapper: bool
    has_software_raid: bool
    raid_devices: Collection[str]
    allow_list: AllowList
    sandbox: Sandbox | None
    kernel_users: KernelUsers
    configured_users: ConfiguredUsers
    sees_all_processes: bool
    is_root: bool
    now_ns: int


class Signature(NamedTuple):
    """Findings of blkid and wipefs on one device or partition.

    `content` and `partition_table` are types such as ext4 and gpt, `role` is the type of the partition it is itself.
    """

    node: str
    content: str | None
    partition_table: str | None
    role: str | None
    magics: tuple[str, ...]
    doubt: str | None

    @property
    def words(self) -> list[str]:
        """Return the names of everything found: partition table, content and magics, each once."""
        table = [] if self.partition_table is None else [f"a partition table ({self.partition_table})"]
        content = [] if self.content is None else [self.content]
        return list(dict.fromkeys([*table, *content, *self.magics]))


class Ends(NamedTuple):
    """The first and the last MiB of a drive: their SHA-256, and whether all bytes are the same."""

    first_sha256: str
    last_sha256: str
    is_blank: bool


class Samples(NamedTuple):
    """Blocks of 4 KiB between the ends of a drive, at the places that a seed draws.

    `sha256` is that of all together, `digests` are the beginnings of those of each.
    """

    seed: str
    offsets: tuple[int, ...]
    sha256: str
    digests: tuple[str, ...]
    blank: tuple[bool, ...]


class Partition(NamedTuple):
    """A partition that the kernel knows, wherever it got it from."""

    start_bytes: int
    size_bytes: int


class Contents(NamedTuple):
    """The parts of a drive that are read to detect writes by others."""

    size_bytes: int
    ends: Ends
    samples: Samples
    partitions: tuple[Partition, ...]


class Left(NamedTuple):
    """State in which a test of this runner left a drive; while `in_use`, its state before that test.

    A None was not recorded: older runners recorded both ends alone. `is_late` is set where the attempt was lost and a
    later look recorded the state.
    """

    attempt_id: str
    in_use: bool
    first_sha256: str | None
    last_sha256: str | None
    seed: str | None = None
    samples_sha256: str | None = None
    sample_digests: tuple[str, ...] | None = None
    partitions: tuple[Partition, ...] | None = None
    size_bytes: int | None = None
    is_late: bool = False


class OpenedDevice(NamedTuple):
    """Device to which the exclusively opened descriptor leads."""

    number: str
    size_bytes: int
    node: BlockNode | None


class NvmeIdentity(NamedTuple):
    """Identify data of a namespace and its controller."""

    serial: str
    is_multi_controller: bool
    is_shared: bool
    namespaces: int
    formats_all: bool
    has_reservations: bool


class VolumeOfController(NamedTuple):
    """A virtual drive as the RAID controller's own program shows it."""

    name: str
    state: str
    level: str | None
    strip_bytes: int | None
    members: tuple[str, ...]
    is_boot: bool | None


class Answered(NamedTuple):
    """The answer to one query: a value, or the reason why it is missing."""

    value: Any
    doubt: str | None


class DeviceFacts(NamedTuple):
    """One drive of the target. A field is None if it was not queried because the drive was not found or not opened."""

    wanted: Device
    writes: bool
    node: BlockNode | None
    doubt: str | None
    family: tuple[BlockNode, ...]
    extent: tuple[BlockNode, ...]
    opened: OpenedDevice | None
    busy: str | None
    users: DescriptorScan | None
    signatures: tuple[Signature, ...] | None
    contents: Contents | None
    left: Left | None
    nvme: Answered | None
    health: Answered | None
    reservations: Answered | None
    volume: Answered | None
