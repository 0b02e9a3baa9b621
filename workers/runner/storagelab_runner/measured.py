"""Figures of a finished phase, from its engine's last complete document, for later phases."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from storagelab_runner.engines.flat_file import find_figure, read_end
from storagelab_runner.layout import PhaseFolder
from storagelab_runner.spec import SpecPhase
from storagelab_runner.status_stream import read_last_document

_BYTES_PER_MIB = 1 << 20
_NS_PER_MS = 1e6


class MeasuredInterval(NamedTuple):
    """Figures over the interval that counts (after the ramp); `latency_ns` is the mean response time.

    `iops` is the total of both directions; a direction that was idle has 0 IOPS.
    """

    iops: float
    read_iops: float
    write_iops: float
    bytes_per_s: float
    latency_ns: float

    def value(self, metric: str) -> float:
        """Return the value of `metric` in the interval: `iops`, `bytes_per_s`, or `latency` in ns."""
        return {"iops": self.iops, "bytes_per_s": self.bytes_per_s, "latency": self.latency_ns}[metric]


def read_phase_figures(phase: SpecPhase, folder: PhaseFolder) -> MeasuredInterval | None:
    """Return the figures of a phase, None where its output lacks a figure or reports no I/O.

    Phases of the file tool have no figures.
    """
    if phase.engine == "files":
        # A file is no request of a fixed size: nothing follows from how many there were in a second.
        return None
    return read_vdbench_figures(folder.flat_file) if phase.engine == "vdbench" else read_fio_figures(folder.status)


def read_vdbench_figures(flat_file: Path) -> MeasuredInterval | None:
    """Return the figures of the average row of Vdbench's flat file, None where one is missing.

    The file has MiB and ms; the figures are in bytes and ns.
    """
    ended = read_end(flat_file)
    if ended is None or ended.is_cut or ended.average is None:
        return None
    rate, share, volume, latency = (find_figure(ended.average, name) for name in ("rate", "read%", "mb/sec", "resp"))
    if not rate or share is None or share > 100 or volume is None or latency is None:
        return None
    reads = rate * share / 100
    return MeasuredInterval(
        iops=rate,
        read_iops=reads,
        write_iops=rate - reads,
        bytes_per_s=volume * _BYTES_PER_MIB,
        latency_ns=latency * _NS_PER_MS,
    )


def read_fio_figures(status: Path) -> MeasuredInterval | None:
    """Return the figures of the last status document of fio, None where one is missing.

    Reads and writes are summed; their mean latency is weighted by I/Os.
    """
    document = read_last_document(status)
    if document is None:
        return None
    parts = {name: list(_iterate_active_parts(document, name)) for name in ("read", "write")}
    rates = {name: [_find_number(part, "iops") for part in jobs] for name, jobs in parts.items()}
    both = [*parts["read"], *parts["write"]]
    bandwidths = [_find_number(part, "bw_bytes") for part in both]
    weighted = [_compute_latency(part) for part in both]
    if not both or any(value is None for value in (*rates["read"], *rates["write"], *bandwidths, *weighted)):
        return None
    ios = sum(pair[0] for pair in weighted if pair is not None)
    waited = sum(pair[0] * pair[1] for pair in weighted if pair is not None)
    read, write = (sum(rate for rate in rates[name] if rate is not None) for name in ("read", "write"))
    return MeasuredInterval(
        iops=read + write,
        read_iops=read,
        write_iops=write,
        bytes_per_s=sum(value for value in bandwidths if value is not None),
        latency_ns=waited / ios,
    )


def _iterate_active_parts(document: Mapping[str, Any], direction: str) -> Iterator[Mapping[str, Any]]:
    """Yield the results of each fio job in a direction, except jobs without I/O in that direction."""
    jobs = document.get("jobs")
    for job in jobs if isinstance(jobs, list) else []:
        part = job.get(direction) if isinstance(job, dict) else None
        if isinstance(part, dict) and _find_number(part, "total_ios"):
            yield part


def _compute_latency(part: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the number of response times and their mean in ns."""
    block = part.get("lat_ns")
    if not isinstance(block, dict):
        return None
    count = _find_number(block, "N") or _find_number(part, "total_ios")
    mean = _find_number(block, "mean")
    return None if not count or mean is None else (count, mean)


def _find_number(raw: Mapping[str, Any], key: str) -> float | None:
    value = raw.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        return None
    return value
