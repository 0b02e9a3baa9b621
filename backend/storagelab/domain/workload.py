"""A workload: one access pattern at one intensity, in words no engine owns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from storagelab.domain.units import format_size

MAX_THREADS = 1024
MAX_QUEUE_DEPTH = 65536
MAX_BLOCK_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class BlockSize:
    """One request size and its share of the requests (not of the bytes)."""

    bytes: int
    percent: float = 100.0


@dataclass(frozen=True, slots=True)
class AddressRange:
    """The part of the target that is addressed; `size_bytes` None is the rest of it."""

    offset_bytes: int = 0
    size_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Workload:
    """What is asked of the target.

    `threads` work on the target together, each with `queue_depth` requests in flight: 16T/16Q is 256 outstanding I/Os
    (SNIA: TC x QD = OIO).
    Percentages run from 0 to 100. Raises ValueError, naming the field, for what no engine could do.
    """

    block_sizes: tuple[BlockSize, ...]
    read_percent: float
    random_percent: float
    threads: int = 1
    queue_depth: int = 1
    address_range: AddressRange = AddressRange()
    offered_iops: int | None = None

    def __post_init__(self) -> None:
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
        for name in ("read_percent", "random_percent"):
            if not 0 <= getattr(self, name) <= 100:
                raise ValueError(f"{name}: {getattr(self, name):g} is not between 0 and 100")
        if not 1 <= self.threads <= MAX_THREADS:
            raise ValueError(f"threads: {self.threads} is not between 1 and {MAX_THREADS}")
        if not 1 <= self.queue_depth <= MAX_QUEUE_DEPTH:
            raise ValueError(f"queue_depth: {self.queue_depth} is not between 1 and {MAX_QUEUE_DEPTH}")
        if self.offered_iops is not None and self.offered_iops < 1:
            raise ValueError(f"offered_iops: {self.offered_iops} is not positive")

    @property
    def outstanding_ios(self) -> int:
        """Requests in flight over the whole target."""
        return self.threads * self.queue_depth

    @property
    def writes(self) -> bool:
        """Whether this workload changes data on the target."""
        return self.read_percent < 100

    @property
    def block_bytes(self) -> int | None:
        """The one block size, or None for a mix."""
        return self.block_sizes[0].bytes if len(self.block_sizes) == 1 else None

    def describe(self) -> str:
        """`4K random write, 1T/32Q`: one line for people."""
        size = format_size(self.block_sizes[0].bytes) if len(self.block_sizes) == 1 else "mixed sizes"
        order = {100.0: "random", 0.0: "sequential"}.get(
            float(self.random_percent), f"{self.random_percent:g} % random"
        )
        mix = {100.0: "read", 0.0: "write"}.get(
            float(self.read_percent), f"{self.read_percent:g}/{100 - self.read_percent:g} read/write"
        )
        return f"{size} {order} {mix}, {self.threads}T/{self.queue_depth}Q"

    def as_json(self) -> dict[str, Any]:
        """The workload as the API and the database hold it."""
        return {
            "block_sizes": [{"bytes": size.bytes, "percent": size.percent} for size in self.block_sizes],
            "read_percent": self.read_percent,
            "random_percent": self.random_percent,
            "threads": self.threads,
            "queue_depth": self.queue_depth,
            "outstanding_ios": self.outstanding_ios,
            "range": {"offset_bytes": self.address_range.offset_bytes, "size_bytes": self.address_range.size_bytes},
            "offered_iops": self.offered_iops,
            "description": self.describe(),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Workload:
        """The inverse of `as_json`; derived fields are ignored."""
        span = value.get("range") or {}
        return cls(
            block_sizes=tuple(BlockSize(bytes=size["bytes"], percent=size["percent"]) for size in value["block_sizes"]),
            read_percent=value["read_percent"],
            random_percent=value["random_percent"],
            threads=value["threads"],
            queue_depth=value["queue_depth"],
            address_range=AddressRange(offset_bytes=span.get("offset_bytes", 0), size_bytes=span.get("size_bytes")),
            offered_iops=value.get("offered_iops"),
        )
