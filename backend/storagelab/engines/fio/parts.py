"""One direction of one fio job as a part, from the JSON of any fio version: units and names differ, meanings do not."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from storagelab.domain.samples import LatencyStatistics, PartResult, PercentilesOf

KIB = 1024
#: Counts beyond this are damage: no run of an engine gets there.
_LARGEST = 2**63


class Notes:
    """Warnings in the order in which they came up, each once."""

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}

    def add(self, text: str) -> None:
        """Remember a sentence."""
        self._texts.setdefault(text)

    def all(self) -> tuple[str, ...]:
        """The sentences so far."""
        return tuple(self._texts)


def part_of(raw: object, where: str, notes: Notes) -> PartResult | None:
    """The part that fio prints as `raw`, None for a direction that was idle or that cannot be read.

    `where` names it in warnings, as in `job randread, read`.
    """
    if not isinstance(raw, Mapping):
        return None
    runtime_ms = int(number(raw, "runtime", where, notes) or 0)
    size = _bytes(raw, where, notes)
    iops = number(raw, "iops", where, notes)
    ios = number(raw, "total_ios", where, notes)
    of, block = _latency_block(raw)
    if ios is None and iops is not None:
        ios = round(iops * runtime_ms / 1000)
        if ios:
            notes.add(f"{where}: this fio does not print the number of I/Os; it is estimated from IOPS and run time")
    if not ios and not size and not _samples(block):
        return None
    if ios is None or size is None:
        notes.add(f"{where}: left out, because its numbers of I/Os and bytes are not both there")
        return None
    percentiles_of, percentiles, bins = _distribution(raw, where, notes)
    return PartResult(
        ios=int(ios),
        bytes=int(size),
        iops=iops if iops is not None else _rate(ios, runtime_ms),
        bandwidth_bytes_per_s=_bandwidth(raw, size, runtime_ms, where, notes),
        runtime_ms=runtime_ms,
        latency=_latency(of, block, int(ios), where, notes),
        percentiles_ns=percentiles,
        percentiles_of=percentiles_of,
        bins=bins,
    )


def number(raw: Mapping[str, Any], key: str, where: str, notes: Notes) -> float | None:
    """A finite number of at least 0, or None: absent, or unusable, which is noted."""
    value = raw.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        notes.add(f"{where}: {key} is not a number and counts as unknown")
        return None
    if not math.isfinite(value) or not 0 <= value < _LARGEST:
        notes.add(f"{where}: {key} is {value!s:.30}, which cannot be, and counts as unknown")
        return None
    return value


def _bytes(raw: Mapping[str, Any], where: str, notes: Notes) -> float | None:
    """Bytes moved. `io_bytes` was KiB until `io_kbytes` came to stand beside it (2.21)."""
    value = number(raw, "io_bytes", where, notes)
    return value if value is None or "io_kbytes" in raw else value * KIB


def _bandwidth(raw: Mapping[str, Any], size: float, runtime_ms: int, where: str, notes: Notes) -> float:
    """Bytes per second: printed as such from 3.2 on, in KiB before."""
    exact = number(raw, "bw_bytes", where, notes)
    rounded = number(raw, "bw", where, notes)
    if exact is not None:
        return exact
    return _rate(size, runtime_ms) if rounded is None else rounded * KIB


def _rate(amount: float, runtime_ms: int) -> float:
    return 1000 * amount / runtime_ms if runtime_ms else 0.0


def _latency_block(raw: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Name and object of the latency to report: total where it was measured, else completion, else empty."""
    for name in ("lat_ns", "lat", "clat_ns", "clat"):
        block = raw.get(name)
        if isinstance(block, Mapping) and _samples(block):
            return name, block
    return "", {}


def _samples(block: Mapping[str, Any]) -> bool:
    """Whether anything was measured in it; old versions print no count, but then the mean is above 0."""
    return any(isinstance(block.get(key), (int, float)) and block[key] > 0 for key in ("N", "mean"))


def _latency(of: str, block: Mapping[str, Any], ios: int, where: str, notes: Notes) -> LatencyStatistics:
    if not block:
        return LatencyStatistics(n=0)
    if of.startswith("clat"):
        notes.add(f"{where}: there is no total latency; completion latency (clat) stands in for it")
    count = number(block, "N", where, notes)

    def in_ns(key: str) -> float | None:
        value = number(block, key, where, notes)
        return None if value is None else value * _factor(of)

    return LatencyStatistics(
        n=ios if count is None else int(count),
        mean=in_ns("mean"),
        stddev=in_ns("stddev"),
        min=in_ns("min"),
        max=in_ns("max"),
    )


def _distribution(
    raw: Mapping[str, Any], where: str, notes: Notes
) -> tuple[PercentilesOf | None, dict[float, float], dict[int, int] | None]:
    """Percentiles and histogram, of total latency where the job asked for them, else of completion latency."""
    candidates: tuple[tuple[str, PercentilesOf], ...] = (
        ("lat_ns", "lat"),
        ("lat", "lat"),
        ("clat_ns", "clat"),
        ("clat", "clat"),
    )
    for name, of in candidates:
        block = raw.get(name)
        if isinstance(block, Mapping) and ("percentile" in block or "bins" in block):
            factor = _factor(name)
            percentiles = _pairs(block.get("percentile"), f"{where}, {name} percentile", notes)
            bins = _bins(block.get("bins"), factor, f"{where}, {name} bins", notes)
            # Unused places of the list were printed as `"0.00": 0` until 3.4.
            return of, {key: value * factor for key, value in percentiles.items() if key > 0}, bins
    return None, {}, None


def _bins(raw: object, factor: int, where: str, notes: Notes) -> dict[int, int] | None:
    if not isinstance(raw, Mapping):
        return None
    if "FIO_IO_U_PLAT_NR" in raw:
        notes.add(f"{where}: left out, because fio before 2.20 numbers its bins without saying what they hold")
        return None
    pairs = _pairs(raw, where, notes)
    return {int(key) * factor: int(count) for key, count in sorted(pairs.items()) if count}


def _pairs(raw: object, where: str, notes: Notes) -> dict[float, float]:
    """An object of numbers under numeric keys; what is not one is noted and left out."""
    pairs: dict[float, float] = {}
    for key in raw if isinstance(raw, Mapping) else ():
        try:
            place = float(key)
        except ValueError:
            notes.add(f"{where}: {key!r:.30} is not a number and is left out")
            continue
        value = number(raw, key, where, notes) if isinstance(raw, Mapping) else None
        if value is not None and math.isfinite(place) and place >= 0:
            pairs[place] = value
    return pairs


def _factor(name: str) -> int:
    """Nanoseconds per unit of a latency object: fio printed µs before 2.99."""
    return 1 if name.endswith("_ns") else 1000
