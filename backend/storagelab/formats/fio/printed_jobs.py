"""Jobs of printed outputs of fio, in the form of its JSON documents."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

PartName: TypeAlias = Literal["read", "write", "trim", "mixed"]
LatencyName: TypeAlias = Literal["lat_ns", "clat_ns", "slat_ns"]


class PrintedLatency(TypedDict, total=False):
    """Statistics of one latency."""

    min: float | None
    max: float | None
    mean: float | None
    stddev: float | None
    percentile: dict[str, float | None]


class PrintedPart(TypedDict, total=False):
    """One direction of a job; latencies are in ns, in terse output in µs."""

    io_bytes: int | None
    io_kbytes: float | None
    bw_bytes: float | None
    bw: float | None
    iops: float | None
    runtime: float | None
    total_ios: int | None
    lat_ns: PrintedLatency
    clat_ns: PrintedLatency
    slat_ns: PrintedLatency
    lat: PrintedLatency
    clat: PrintedLatency


class PrintedJob(TypedDict):
    """One job."""

    jobname: str
    groupid: int
    error: int
    threads: NotRequired[int]
    usr_cpu: NotRequired[float | None]
    sys_cpu: NotRequired[float | None]
    read: NotRequired[PrintedPart]
    write: NotRequired[PrintedPart]
    trim: NotRequired[PrintedPart]
    mixed: NotRequired[PrintedPart]
