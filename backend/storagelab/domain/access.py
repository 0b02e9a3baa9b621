"""Access of a workload: range, distribution over space and time, and CPU policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict, get_args

from storagelab.domain.units import format_size

DistributionKind = Literal["uniform", "zipf", "pareto", "normal", "zoned"]

MAX_ZONES = 256
MAX_CPU = 4095
#: What fio can wait for, with some room.
MAX_BURST_SECONDS = 2000


class RangeValues(TypedDict):
    """A range in the form of API and database."""

    offset_bytes: int
    size_bytes: int | None
    offset_percent: NotRequired[float]
    size_percent: NotRequired[float]


class ZoneValues(TypedDict):
    """A zone of a distribution in the form of API and database."""

    access_percent: float
    range_percent: float


class DistributionValues(TypedDict):
    """A distribution in the form of API and database."""

    kind: DistributionKind
    parameter: NotRequired[float]
    zones: NotRequired[list[ZoneValues]]


class CpuPolicyValues(TypedDict):
    """A CPU policy in the form of API and database."""

    cpus: list[int]
    numa_node: int | None
    polling: bool


class BurstValues(TypedDict):
    """Bursts in the form of API and database."""

    io_seconds: float
    wait_seconds: float


@dataclass(frozen=True, slots=True)
class AddressRange:
    """The part of the target that is addressed; without a size it is the rest.

    Offset and size are each given in bytes or in percent of the target. Raises ValueError for both at once, and for
    what lies in no target.
    """

    offset_bytes: int = 0
    size_bytes: int | None = None
    offset_percent: float | None = None
    size_percent: float | None = None

    def __post_init__(self) -> None:
        if self.offset_percent is not None and self.offset_bytes:
            raise ValueError("range: its offset is given in bytes and in percent: give one of them")
        if self.size_percent is not None and self.size_bytes is not None:
            raise ValueError("range: its size is given in bytes and in percent: give one of them")
        if self.offset_bytes < 0:
            raise ValueError(f"range: an offset of {self.offset_bytes} bytes is negative")
        if self.size_bytes is not None and self.size_bytes < 1:
            raise ValueError(f"range: a size of {self.size_bytes} bytes is not positive")
        offset, size = self.offset_percent or 0.0, self.size_percent
        if not 0 <= offset < 100:
            raise ValueError(f"range: an offset of {offset:g} % is not between 0 and 100 %")
        if size is not None and not 0 < size <= 100:
            raise ValueError(f"range: a size of {size:g} % is not between 0 and 100 %")
        if offset + (size or 0.0) > 100 + 1e-9:
            raise ValueError(f"range: it ends at {offset + (size or 0.0):g} % of the target")

    def resolve(self, target_bytes: int, alignment: int) -> AddressRange:
        """Return the range in bytes on a target of `target_bytes`, with its size known.

        Both ends of a range in percent are rounded down to a multiple of `alignment` bytes, so that a range begins
        where the previous one ends. A range in bytes is unchanged. Raises ValueError for a range that exceeds the
        target.
        """
        offset, size = self.offset_bytes, self.size_bytes
        if self.offset_percent is not None:
            offset = _share(target_bytes, self.offset_percent, alignment)
        if self.size_percent is not None:
            end = _share(target_bytes, (self.offset_percent or 0.0) + self.size_percent, alignment)
            size = end - offset if self.offset_percent is not None else end
        elif size is None:
            size = target_bytes - offset
        if size < 1 or offset + size > target_bytes:
            raise ValueError(f"range: {size} bytes from byte {offset} on do not fit the {target_bytes} of the target")
        return AddressRange(offset, size)

    def describe(self) -> str | None:
        """Return `32G from 10 % on` or `20 % from the start on`; None for the whole target."""
        whole = self.size_bytes is None and self.size_percent in (None, 100.0)
        if whole and not self.offset_bytes and not self.offset_percent:
            return None
        size = "the rest" if self.size_bytes is None else format_size(self.size_bytes)
        if self.size_percent is not None:
            size = f"{self.size_percent:g} %"
        if self.offset_percent:
            return f"{size} from {self.offset_percent:g} % on"
        return f"{size} from {format_size(self.offset_bytes)} on" if self.offset_bytes else f"the first {size}"

    def to_json(self) -> RangeValues:
        """Return the range in the form of API and database; percentages only where they are used."""
        value: RangeValues = {"offset_bytes": self.offset_bytes, "size_bytes": self.size_bytes}
        if self.offset_percent is not None:
            value["offset_percent"] = self.offset_percent
        if self.size_percent is not None:
            value["size_percent"] = self.size_percent
        return value

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> AddressRange:
        """Parse the range from the form of `to_json`."""
        return cls(
            offset_bytes=value.get("offset_bytes", 0),
            size_bytes=value.get("size_bytes"),
            offset_percent=value.get("offset_percent"),
            size_percent=value.get("size_percent"),
        )


@dataclass(frozen=True, slots=True)
class RequestDistribution:
    """Distribution of random requests over the range.

    uniform: every address is equally likely. zipf: by rank, `parameter` is theta. pareto: `parameter` is the power h
    (0.2 is the rule of 80 and 20). normal: around the middle, `parameter` is the standard deviation in percent of the
    range. zoned: `zones` of (percent of the requests, percent of the range), from the first address on.
    """

    kind: DistributionKind = "uniform"
    parameter: float | None = None
    zones: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in get_args(DistributionKind):
            raise ValueError(f"distribution: {self.kind!r} is not one of {', '.join(get_args(DistributionKind))}")
        if self.kind in _LIMITS:
            lowest, highest, words = _LIMITS[self.kind]
            pole = self.kind == "zipf" and self.parameter is not None and round(self.parameter, 6) == 1
            if self.parameter is None or not lowest <= self.parameter <= highest or pole:
                raise ValueError(f"distribution: {self.kind} needs {words}, not {self.parameter}")
        elif self.parameter is not None:
            raise ValueError(f"distribution: {self.kind} has no parameter")
        if bool(self.zones) != (self.kind == "zoned"):
            raise ValueError(f"distribution: {self.kind} {'has no zones' if self.zones else 'needs zones'}")
        if len(self.zones) > MAX_ZONES:
            raise ValueError(f"distribution: {len(self.zones)} zones are more than {MAX_ZONES}")
        for index, quantity in enumerate(("requests", "range")):
            shares = [zone[index] for zone in self.zones]
            if shares and (min(shares) < 0 or abs(sum(shares) - 100.0) > 1e-6):
                raise ValueError(f"distribution: the shares of the {quantity} sum to {sum(shares):g} %, not to 100 %")
        if any(span == 0 for _, span in self.zones):
            raise ValueError("distribution: a zone of 0 % of the range holds no address")

    def describe(self) -> str:
        """Return a description such as `zipf 1.2` or `zoned 50/5 30/15 20/80`."""
        if self.kind == "zoned":
            return "zoned " + " ".join(f"{access:g}/{span:g}" for access, span in self.zones)
        return self.kind if self.parameter is None else f"{self.kind} {self.parameter:g}"

    def to_json(self) -> DistributionValues:
        """Return the distribution in the form of API and database."""
        value: DistributionValues = {"kind": self.kind}
        if self.parameter is not None:
            value["parameter"] = self.parameter
        if self.zones:
            value["zones"] = [{"access_percent": access, "range_percent": span} for access, span in self.zones]
        return value

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> RequestDistribution:
        """Parse the distribution from the form of `to_json`; an empty value is the uniform one."""
        return cls(
            kind=value.get("kind", "uniform"),
            parameter=value.get("parameter"),
            zones=tuple((zone["access_percent"], zone["range_percent"]) for zone in value.get("zones", ())),
        )


#: Bounds of the parameter of a distribution, and their wording. At a theta of 1 the formula has a pole.
_LIMITS: Mapping[str, tuple[float, float, str]] = {
    "zipf": (0.01, 10.0, "a theta between 0.01 and 10 that is not 1"),
    "pareto": (0.01, 0.99, "an h between 0.01 and 0.99"),
    "normal": (0.01, 100.0, "a deviation between 0.01 and 100 % of the range"),
}


@dataclass(frozen=True, slots=True)
class CpuPolicy:
    """Processors that send the requests, and their way to wait for answers: polling or interrupts.

    Without `cpus` and `numa_node` any processor is used. Raises ValueError for impossible processors.
    """

    cpus: tuple[int, ...] = ()
    numa_node: int | None = None
    polling: bool = False

    def __post_init__(self) -> None:
        for cpu in (*self.cpus, *([] if self.numa_node is None else [self.numa_node])):
            if not 0 <= cpu <= MAX_CPU:
                raise ValueError(f"cpu_policy: {cpu} is not between 0 and {MAX_CPU}")
        if len(set(self.cpus)) < len(self.cpus):
            raise ValueError("cpu_policy: a processor is listed twice")
        if self.cpus and self.numa_node is not None:
            raise ValueError("cpu_policy: processors are named one by one and by their node: give one of them")
        if not self.cpus and self.numa_node is None and not self.polling:
            raise ValueError("cpu_policy: is empty, leave it out")

    def describe(self) -> str:
        """Return a description such as `on CPUs 0 2 4, polling`."""
        where = "any CPU" if self.numa_node is None else f"NUMA node {self.numa_node}"
        if self.cpus:
            where = f"{'CPUs' if len(self.cpus) > 1 else 'CPU'} {' '.join(str(cpu) for cpu in self.cpus)}"
        return f"on {where}{', polling' if self.polling else ''}"

    def to_json(self) -> CpuPolicyValues:
        """Return the policy in the form of API and database."""
        return {"cpus": list(self.cpus), "numa_node": self.numa_node, "polling": self.polling}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> CpuPolicy:
        """Parse the policy from the form of `to_json`."""
        return cls(tuple(value.get("cpus", ())), value.get("numa_node"), value.get("polling", False))


@dataclass(frozen=True, slots=True)
class Bursts:
    """A load that comes and goes: `io_seconds` of requests, then none for `wait_seconds`, again and again.

    Raises ValueError for times that are too short or too long.
    """

    io_seconds: float
    wait_seconds: float

    def __post_init__(self) -> None:
        for seconds in (self.io_seconds, self.wait_seconds):
            if not 0.1 <= seconds <= MAX_BURST_SECONDS:
                raise ValueError(f"bursts: {seconds:g} s is not between 0.1 and {MAX_BURST_SECONDS} s")

    def describe(self) -> str:
        """Return a description such as `bursts of 5 s every 15 s`."""
        return f"bursts of {self.io_seconds:g} s every {self.io_seconds + self.wait_seconds:g} s"

    def to_json(self) -> BurstValues:
        """Return the bursts in the form of API and database."""
        return {"io_seconds": self.io_seconds, "wait_seconds": self.wait_seconds}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Bursts:
        """Parse the bursts from the form of `to_json`."""
        return cls(value["io_seconds"], value["wait_seconds"])


WHOLE_TARGET = AddressRange()
UNIFORM = RequestDistribution()


def _share(target_bytes: int, percent: float, alignment: int) -> int:
    return int(target_bytes * percent / 100) // alignment * alignment
