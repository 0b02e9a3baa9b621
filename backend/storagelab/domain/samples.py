"""Measurements of engines: statistics of parts, intervals of a phase, results of a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Direction = Literal["read", "write", "trim"]
DIRECTIONS: tuple[Direction, ...] = ("read", "write", "trim")
#: All directions together.
TOTAL = "total"
PercentilesOf = Literal["lat", "clat"]


@dataclass(frozen=True, slots=True)
class LatencyStatistics:
    """Statistics of one part in nanoseconds; `n` I/Os, None where their number is unknown."""

    n: int | None = None
    mean: float | None = None
    stddev: float | None = None
    min: float | None = None
    max: float | None = None


@dataclass(frozen=True, slots=True)
class ObservedPart:
    """One direction of one job, group or measurement over its own runtime, or all of them together (methodology 2.2).

    Engines of the lab count I/Os and bytes, and so have all rates. Other files may lack any figure. `bins` maps
    representative nanoseconds to counts, None where the file has none. `percentiles_ns` are those printed in the file,
    keyed by percent, or interpolated in its coarse histogram; `percentiles_estimated` marks the latter.
    """

    ios: int | None = None
    bytes: int | None = None
    iops: float | None = None
    bandwidth_bytes_per_s: float | None = None
    runtime_s: float | None = None
    latency: LatencyStatistics = LatencyStatistics()
    percentiles_ns: Mapping[float, float] = field(default_factory=dict)
    percentiles_of: PercentilesOf | None = None
    percentiles_estimated: bool = False
    bins: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class JobResult:
    """One job of an engine's output. Absent directions are not in `parts`.

    `mixed` is an engine's own figure over all directions, where it prints one, alone or beside the parts.
    """

    name: str
    group: int
    parts: dict[Direction, ObservedPart]
    mixed: ObservedPart | None = None
    #: Processor time in percent: of one core for each thread of the generator (`thread_percent`), or of the whole host
    #: (`host_percent`); empty when unknown.
    cpu: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EngineOutput:
    """Everything a parser read out of one output file."""

    jobs: tuple[JobResult, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IntervalSample:
    """One interval of one direction, differenced from two cumulative snapshots.

    `t_ms` is the end of the interval in ms since the engine's first I/O of this phase, `dt_ms` its length.
    `latency.max` is the upper edge of the highest non-empty bin: an estimate, and shown as one. `ios` 0 is a stall:
    latency fields are None, never 0. `bins` are the response times of the interval, as those of `ObservedPart`; None
    where they are unknown.
    """

    t_ms: int
    dt_ms: int
    direction: Direction
    ios: int
    bytes: int
    latency: LatencyStatistics
    p99_ns: float | None = None
    p999_ns: float | None = None
    bins: Mapping[int, int] | None = None
