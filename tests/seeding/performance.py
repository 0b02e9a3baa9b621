"""A simple model of storage: latency is outstanding I/O over IOPS, and arrays multiply their drives."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

#: I/Os on the drives for each write to an array, as textbooks count them.
_WRITES = {"raid0": 1, "raid10": 2, "raid5": 4, "raid6": 6}
_CONTROLLER_IOPS = 1.2e6
_CONTROLLER_BYTES_PER_S = 13e9
_CONTROLLER_NS = 18e3
#: Percentiles over the mean of a quiet device.
_TAILS = {"p50": 0.92, "p90": 1.45, "p99": 2.6, "p999": 6.0, "p9999": 15.0}
_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Speed:
    """Limits of a target: I/O and bytes per second at most, and the time in ns of one I/O alone."""

    read_iops: float
    write_iops: float
    read_ns: float
    write_ns: float
    read_bytes_per_s: float
    write_bytes_per_s: float


@dataclass(frozen=True, slots=True)
class Load:
    """A workload as the model needs it."""

    block_bytes: int
    read_percent: float
    random_percent: float
    outstanding_ios: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Results of one workload for each of several runs. Latencies are in ns, by name of the percentile."""

    iops: Floats
    bytes_per_s: Floats
    mean_ns: Floats
    percentiles_ns: dict[str, Floats]


_CLASSES = {
    "nvme": Speed(1.0e6, 2.0e5, 85e3, 16e3, 6.8e9, 4.0e9),
    "sata": Speed(9.5e4, 4.5e4, 110e3, 40e3, 5.5e8, 5.1e8),
    "sas": Speed(330.0, 310.0, 4.5e6, 4.2e6, 2.6e8, 2.5e8),
}


def drive_speed(model: str, transport: str, *, revision: int) -> Speed:
    """Return the limits of a drive; models of one class differ, and newer firmware is a little faster or slower."""
    drawn = zlib.crc32(model.encode())
    factor = 0.8 + 0.4 * (drawn % 1000) / 1000
    if revision:
        factor *= 0.94 + 0.12 * (drawn // 1000 % 1000) / 1000
    return _scaled(_CLASSES[transport], factor)


def array_speed(drive: Speed, *, level: str, drives: int, has_controller: bool, write_policy: str) -> Speed:
    """Return the limits of an array of `drives` drives."""
    per_write = _WRITES[level]
    data = {"raid10": drives / 2, "raid5": drives - 1, "raid6": drives - 2}.get(level, float(drives))
    speed = Speed(
        read_iops=drive.read_iops * drives,
        write_iops=drive.write_iops * drives / per_write,
        read_ns=drive.read_ns,
        write_ns=drive.write_ns * (1.0 if per_write < 4 else 2.2),
        read_bytes_per_s=drive.read_bytes_per_s * drives,
        write_bytes_per_s=drive.write_bytes_per_s * data,
    )
    if not has_controller:
        return speed
    # A cache that writes back answers before the drives do.
    own_ns = _CONTROLLER_NS if write_policy == "write_back" else speed.write_ns + _CONTROLLER_NS
    return replace(
        speed,
        read_iops=min(speed.read_iops, _CONTROLLER_IOPS),
        write_iops=min(speed.write_iops, _CONTROLLER_IOPS / 2),
        read_ns=speed.read_ns + _CONTROLLER_NS,
        write_ns=own_ns,
        read_bytes_per_s=min(speed.read_bytes_per_s, _CONTROLLER_BYTES_PER_S),
        write_bytes_per_s=min(speed.write_bytes_per_s, _CONTROLLER_BYTES_PER_S),
    )


def measure(speeds: npt.NDArray[np.float64], load: Load, random: np.random.Generator) -> Figures:
    """Measure one workload on targets, one for each row of `speeds` (columns as `Speed` has them), with noise."""
    read_iops, write_iops, read_ns, write_ns, read_bytes, write_bytes = speeds.T
    reads = load.read_percent / 100
    limit_iops = 1 / (reads / read_iops + (1 - reads) / write_iops)
    limit_bytes = 1 / (reads / read_bytes + (1 - reads) / write_bytes) / load.block_bytes
    # Sequential requests are merged, so that only bytes limit them.
    limit = np.minimum(limit_iops, limit_bytes) if load.random_percent else limit_bytes
    alone_ns = reads * read_ns + (1 - reads) * write_ns + load.block_bytes / np.maximum(read_bytes, 1.0) * 1e9
    alone_ns = alone_ns if load.random_percent else alone_ns / 4
    iops = load.outstanding_ios / (alone_ns / 1e9 + load.outstanding_ios / limit)
    iops = iops * random.lognormal(0.0, _SPREAD, len(speeds))
    # Engines count the time from submission, and a request is prepared before it.
    mean_ns = load.outstanding_ios / iops * 1e9 * random.uniform(0.985, 0.999, len(speeds))
    tail = random.lognormal(0.0, 0.15, len(speeds)) * (1 + np.minimum(load.outstanding_ios / 256, 2.0))
    percentiles = {
        name: mean_ns * (factor if factor < 1 else 1 + (factor - 1) * tail) for name, factor in _TAILS.items()
    }
    return Figures(iops, iops * load.block_bytes, mean_ns, percentiles)


def _scaled(speed: Speed, factor: float) -> Speed:
    return Speed(
        speed.read_iops * factor,
        speed.write_iops * factor,
        speed.read_ns / factor,
        speed.write_ns / factor,
        speed.read_bytes_per_s * factor,
        speed.write_bytes_per_s * factor,
    )
