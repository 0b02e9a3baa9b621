"""A workload: one access pattern at one intensity, in words no engine owns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypedDict, get_args

from storagelab.domain.access import (
    UNIFORM,
    WHOLE_TARGET,
    AddressRange,
    Bursts,
    BurstValues,
    CpuPolicy,
    CpuPolicyValues,
    DistributionValues,
    RangeValues,
    RequestDistribution,
)
from storagelab.domain.file_sets import FileSet, FileSetValues
from storagelab.domain.units import format_size

__all__ = ["AddressRange", "Arrival", "BlockSize", "Bursts", "CpuPolicy", "FileSet", "RequestDistribution", "Workload"]

Arrival = Literal["even", "poisson"]

MAX_THREADS = 1024
MAX_QUEUE_DEPTH = 65536
MAX_BLOCK_BYTES = 1 << 30
#: What one call of a program reads or writes of a file.
MAX_FILE_REQUEST_BYTES = 16 << 20
#: Far beyond saturation: ten times what the target can do.
MAX_LOAD_PERCENT = 1000


@dataclass(frozen=True, slots=True)
class BlockSize:
    """One request size and its share of the requests (not of the bytes)."""

    bytes: int
    percent: float = 100.0


class BlockSizeValues(TypedDict):
    """A block size in the form of API and database."""

    bytes: int
    percent: float | None


class WorkloadValues(TypedDict, total=False):
    """A workload in the form of API and database; an imported one has None for all that its files do not state."""

    block_sizes: list[BlockSizeValues] | None
    read_percent: float | None
    random_percent: float | None
    threads: int | None
    queue_depth: int | None
    outstanding_ios: int | None
    range: RangeValues | None
    offered_iops: float | None
    description: str
    distribution: DistributionValues
    streams: int
    arrival: Arrival
    block_align_bytes: int
    compress_percent: int
    per_device: bool
    load_percent: float
    cpu_policy: CpuPolicyValues
    bursts: BurstValues
    file_set: FileSetValues
    moment: str


@dataclass(frozen=True, slots=True)
class Workload:
    """Workload: the requests sent to the target.

    `threads` work on the target together, each with `queue_depth` requests in flight: 16T/16Q is 256 outstanding I/Os
    (SNIA: TC x QD = OIO). With `per_device` both are for each drive of the target; `over` turns them into totals.
    `streams` sequential streams divide the range among them, and the threads evenly among themselves. `arrival` is the
    spacing of the requests of an offered load: evenly, or at random as those of many users are. Offsets are multiples
    of `block_align_bytes` (None: of the smallest block). `compress_percent` is by how much the written data can be
    compressed; 0 is random data.

    `load_percent` is an offered load whose rate is not known yet: that share of a maximum which is measured before it.
    With a `file_set` an I/O is a whole file, and the one block size is the size of its reads or writes. A file that is
    copied counts once, as the write it ends with.

    Percentages run from 0 to 100. Raises ValueError, naming the field, for a workload that no engine could run.
    """

    block_sizes: tuple[BlockSize, ...]
    read_percent: float
    random_percent: float
    threads: int = 1
    queue_depth: int = 1
    address_range: AddressRange = WHOLE_TARGET
    offered_iops: int | None = None
    distribution: RequestDistribution = UNIFORM
    streams: int = 1
    arrival: Arrival = "even"
    block_align_bytes: int | None = None
    compress_percent: int = 0
    per_device: bool = False
    cpu_policy: CpuPolicy | None = None
    load_percent: float | None = None
    bursts: Bursts | None = None
    file_set: FileSet | None = None

    def __post_init__(self) -> None:
        self._check_blocks()
        for name in ("read_percent", "random_percent", "compress_percent"):
            if not 0 <= getattr(self, name) <= 100:
                raise ValueError(f"{name}: {getattr(self, name):g} is not between 0 and 100")
        if not 1 <= self.threads <= MAX_THREADS:
            raise ValueError(f"threads: {self.threads} is not between 1 and {MAX_THREADS}")
        if not 1 <= self.queue_depth <= MAX_QUEUE_DEPTH:
            raise ValueError(f"queue_depth: {self.queue_depth} is not between 1 and {MAX_QUEUE_DEPTH}")
        if self.offered_iops is not None and self.offered_iops < 1:
            raise ValueError(f"offered_iops: {self.offered_iops} is not positive")
        if self.arrival not in get_args(Arrival):
            raise ValueError(f"arrival: {self.arrival!r} is not one of {', '.join(get_args(Arrival))}")
        if self.load_percent is not None and not 0 < self.load_percent <= MAX_LOAD_PERCENT:
            raise ValueError(f"load_percent: {self.load_percent:g} is not above 0 and at most {MAX_LOAD_PERCENT}")
        if self.load_percent is not None and self.offered_iops is not None:
            raise ValueError("offered_iops: the rate is given already, as a share of a measured maximum")
        if self.bursts is not None and self.is_offered:
            raise ValueError("bursts: requests come as fast as they can between the waits, and a load is offered too")
        if self.arrival != "even" and not self.is_offered:
            raise ValueError("arrival: requests are spaced only under an offered load, and there is none")
        if self.distribution.kind != "uniform" and self.random_percent == 0:
            raise ValueError("distribution: it places random requests, and there are none")
        self._check_streams()
        if self.file_set is not None:
            self._check_file_set(self.file_set)

    def _check_blocks(self) -> None:
        if not self.block_sizes:
            raise ValueError("block_sizes: at least one block size is needed")
        for size in self.block_sizes:
            if not 512 <= size.bytes <= MAX_BLOCK_BYTES or size.bytes % 512:
                raise ValueError(f"block_sizes: {size.bytes} bytes is not a multiple of 512 between 512 B and 1 GiB")
            if not 0 < size.percent <= 100:
                raise ValueError(f"block_sizes: a share of {size.percent} % is not between 0 and 100 %")
        total = sum(size.percent for size in self.block_sizes)
        if abs(total - 100.0) > 1e-6:
            raise ValueError(f"block_sizes: the shares sum to {total:g} %, not to 100 %")
        align = self.block_align_bytes
        if align is not None and (not 512 <= align <= MAX_BLOCK_BYTES or align % 512):
            raise ValueError(f"block_align_bytes: {align} is not a multiple of 512 between 512 B and 1 GiB")

    def _check_streams(self) -> None:
        if not 1 <= self.streams <= MAX_THREADS:
            raise ValueError(f"streams: {self.streams} is not between 1 and {MAX_THREADS}")
        if self.streams > 1 and self.random_percent > 0:
            raise ValueError(f"streams: a stream is sequential, and {self.random_percent:g} % of the requests are not")
        if self.threads % self.streams:
            raise ValueError(f"streams: {self.threads} threads cannot be shared evenly by {self.streams} streams")

    def _check_file_set(self, file_set: FileSet) -> None:
        if len(self.block_sizes) > 1 or self.block_sizes[0].bytes > MAX_FILE_REQUEST_BYTES:
            raise ValueError("block_sizes: files are read and written by one block size, 16 MiB at most")
        read_percent = 100 if file_set.operation == "read" else 0
        if replace(self, file_set=None) != Workload(self.block_sizes, read_percent, 0):
            raise ValueError("file_set: its files are worked on one after the other, and no other field goes with it")

    @property
    def outstanding_ios(self) -> int:
        """Requests in flight over the whole target; with `per_device`, over each of its drives."""
        return self.threads * self.queue_depth

    @property
    def writes(self) -> bool:
        """Return whether this workload changes data on the target."""
        return self.read_percent < 100 or self.file_set is not None

    @property
    def is_offered(self) -> bool:
        """Return whether requests arrive at a given rate instead of waiting for the target."""
        return self.offered_iops is not None or self.load_percent is not None

    @property
    def block_bytes(self) -> int | None:
        """The one block size, or None for a mix and where requests are whole files."""
        return self.block_sizes[0].bytes if len(self.block_sizes) == 1 and self.file_set is None else None

    @property
    def alignment_bytes(self) -> int:
        """Return the bytes of which every offset is a multiple."""
        return self.block_align_bytes or min(size.bytes for size in self.block_sizes)

    def over(self, devices: int) -> Workload:
        """Return the workload with totals over a target of several drives in place of values per drive.

        The number of threads multiplies. A purely sequential workload multiplies the queue depth instead, because a
        second thread would read the same addresses again. Raises ValueError, naming the field, for totals beyond the
        limits.
        """
        if not self.per_device:
            return self
        if self.random_percent == 0:
            return replace(self, per_device=False, queue_depth=self.queue_depth * devices)
        return replace(self, per_device=False, threads=self.threads * devices)

    def describe(self) -> str:
        """Describe the workload as in `4K random write, 1T/32Q`: one line for people, with every unusual value."""
        if self.file_set is not None:
            return f"{self.file_set.describe()}, {format_size(self.block_sizes[0].bytes)} a call"
        size = format_size(self.block_sizes[0].bytes) if len(self.block_sizes) == 1 else "mixed sizes"
        order = {100.0: "random", 0.0: "sequential"}.get(
            float(self.random_percent), f"{self.random_percent:g} % random"
        )
        mix = {100.0: "read", 0.0: "write"}.get(
            float(self.read_percent), f"{self.read_percent:g}/{100 - self.read_percent:g} read/write"
        )
        load = f"{self.threads}T/{self.queue_depth}Q{' on each drive' if self.per_device else ''}"
        return ", ".join((f"{size} {order} {mix}", load, *self._iterate_particulars()))

    def _iterate_particulars(self) -> Iterator[str]:
        if self.streams > 1:
            yield f"{self.streams} streams"
        if (where := self.address_range.describe()) is not None:
            yield where
        if self.distribution.kind != "uniform":
            yield self.distribution.describe()
        if self.is_offered:
            rate = (
                f"{self.load_percent:g} % of the maximum" if self.offered_iops is None else f"{self.offered_iops} IOPS"
            )
            yield f"{rate} offered{' at random moments' if self.arrival == 'poisson' else ''}"
        if self.block_align_bytes is not None:
            yield f"aligned to {format_size(self.block_align_bytes)}"
        if self.compress_percent:
            yield f"data compressible by {self.compress_percent} %"
        if self.cpu_policy is not None:
            yield self.cpu_policy.describe()
        if self.bursts is not None:
            yield self.bursts.describe()

    def to_json(self) -> WorkloadValues:
        """Return the workload in the form of the API and the database.

        Later fields are left out while they have their default, so that older stored values remain the same.
        """
        value: WorkloadValues = {
            "block_sizes": [{"bytes": size.bytes, "percent": size.percent} for size in self.block_sizes],
            "read_percent": self.read_percent,
            "random_percent": self.random_percent,
            "threads": self.threads,
            "queue_depth": self.queue_depth,
            "outstanding_ios": self.outstanding_ios,
            "range": self.address_range.to_json(),
            "offered_iops": self.offered_iops,
            "description": self.describe(),
        }
        if self.distribution != UNIFORM:
            value["distribution"] = self.distribution.to_json()
        if self.streams != 1:
            value["streams"] = self.streams
        if self.arrival != "even":
            value["arrival"] = self.arrival
        if self.block_align_bytes is not None:
            value["block_align_bytes"] = self.block_align_bytes
        if self.compress_percent:
            value["compress_percent"] = self.compress_percent
        if self.per_device:
            value["per_device"] = self.per_device
        if self.load_percent is not None:
            value["load_percent"] = self.load_percent
        if self.cpu_policy is not None:
            value["cpu_policy"] = self.cpu_policy.to_json()
        if self.bursts is not None:
            value["bursts"] = self.bursts.to_json()
        if self.file_set is not None:
            value["file_set"] = self.file_set.to_json()
        return value
