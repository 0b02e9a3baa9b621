"""Parts: one direction of one fio job, from the JSON of any fio version.

Units and names differ between versions, meanings do not.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from storagelab.analysis.bins import LAST_BIN, compute_bin_value
from storagelab.domain.samples import LatencyStatistics, ObservedPart, PercentilesOf

KIB = 1024
#: Every power of two is divided into two to this many bins, in all versions.
_BIN_BITS = 6
#: Counts beyond this (an exbibyte) are damage: no run of an engine gets there.
_LARGEST = 2**60
#: The last bin of any fio is far below; in µs it still has to become ns.
_LARGEST_KEY = _LARGEST // 1000
_BINS = msgspec.json.Decoder(dict[int, int])


class WarningList:
    """Warnings in the order in which they came up, each once."""

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}

    def add(self, text: str) -> None:
        """Add a warning to the list."""
        self._texts.setdefault(text)

    def all(self) -> tuple[str, ...]:
        """Return all warnings so far, in order."""
        return tuple(self._texts)


def parse_part(raw: object, where: str, notes: WarningList) -> ObservedPart | None:
    """Parse the result of one direction of a fio job.

    None for an idle or unreadable direction. `where` names the result in warnings, as in `job randread, read`.
    """
    part = read_part(raw, where, notes)
    if part is None:
        return None
    if part.ios is None or part.bytes is None:
        notes.add(f"{where}: left out, because its numbers of I/Os and bytes are not both there")
        return None
    runtime_ms = round(1000 * (part.runtime_s or 0))
    bandwidth = part.bandwidth_bytes_per_s
    return replace(
        part,
        iops=part.iops if part.iops is not None else _rate(part.ios, runtime_ms),
        bandwidth_bytes_per_s=bandwidth if bandwidth is not None else _rate(part.bytes, runtime_ms),
        runtime_s=runtime_ms / 1000,
        latency=replace(part.latency, n=part.latency.n or 0),
    )


def read_part(raw: object, where: str, notes: WarningList) -> ObservedPart | None:
    """Parse the figures that fio prints for one direction; an absent or unusable figure is None.

    Returns None for an idle direction.
    """
    if not isinstance(raw, Mapping):
        return None
    runtime_ms = read_number_field(raw, "runtime", where, notes)
    size = _read_moved_bytes(raw, where, notes)
    iops = read_number_field(raw, "iops", where, notes)
    ios = read_number_field(raw, "total_ios", where, notes)
    of, block = _find_latency_block(raw)
    if "total_ios" not in raw and iops is not None and runtime_ms is not None:
        ios = round(iops * runtime_ms / 1000)
        if ios:
            notes.add(f"{where}: this fio does not print the number of I/Os, so it is estimated from IOPS and run time")
    if not ios and not size and not _has_samples(block):
        return None
    percentiles_of, percentiles, bins = _read_distribution(raw, where, notes)
    return ObservedPart(
        ios=None if ios is None else int(ios),
        bytes=None if size is None else int(size),
        iops=iops,
        bandwidth_bytes_per_s=_read_throughput(raw, where, notes),
        runtime_s=None if runtime_ms is None else runtime_ms / 1000,
        latency=_parse_latency(of, block, None if ios is None else int(ios), where, notes),
        percentiles_ns=percentiles,
        percentiles_of=percentiles_of,
        bins=bins,
    )


def read_number_field(
    raw: Mapping[str, Any], key: str, where: str, notes: WarningList, *, beyond: int = _LARGEST
) -> float | None:
    """Return the number `raw[key]` if it is not negative and less than `beyond`.

    None if it is absent, or if it is unusable, which adds a warning.
    """
    value = raw.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        notes.add(f"{where}: {key} is not a number and counts as unknown")
        return None
    if not 0 <= value < beyond:
        notes.add(f"{where}: {key} is {value!s:.30}, which is impossible, and counts as unknown")
        return None
    return value


def _read_moved_bytes(raw: Mapping[str, Any], where: str, notes: WarningList) -> float | None:
    """Return the bytes moved. `io_bytes` was KiB until `io_kbytes` was added beside it (2.21)."""
    unit = 1 if "io_kbytes" in raw else KIB
    value = read_number_field(raw, "io_bytes", where, notes, beyond=_LARGEST // unit)
    return None if value is None else value * unit


def _read_throughput(raw: Mapping[str, Any], where: str, notes: WarningList) -> float | None:
    """Return bytes per second: printed as such from 3.2 on, in KiB before."""
    exact = read_number_field(raw, "bw_bytes", where, notes)
    if exact is not None or "bw_bytes" in raw:
        return exact
    rounded = read_number_field(raw, "bw", where, notes, beyond=_LARGEST // KIB)
    return None if rounded is None else rounded * KIB


def _rate(amount: float, runtime_ms: int) -> float:
    return 1000 * amount / runtime_ms if runtime_ms else 0.0


def _find_latency_block(raw: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return name and object of the latency to report for a direction.

    This is total latency where it was measured, else completion latency, else an empty name and object.
    """
    for name in ("lat_ns", "lat", "clat_ns", "clat"):
        block = raw.get(name)
        if isinstance(block, Mapping) and _has_samples(block):
            return name, block
    return "", {}


def _has_samples(block: Mapping[str, Any]) -> bool:
    """Return whether a latency object of fio has any samples.

    Old versions print no count, but with samples their mean and maximum are above 0.
    """
    return any(isinstance(block.get(key), (int, float)) and block[key] > 0 for key in ("N", "mean", "max"))


def _parse_latency(
    of: str, block: Mapping[str, Any], ios: int | None, where: str, notes: WarningList
) -> LatencyStatistics:
    if not block:
        return LatencyStatistics(n=0)
    if of.startswith("clat"):
        notes.add(f"{where}: there is no total latency, so completion latency (clat) is used")
    count = read_number_field(block, "N", where, notes)
    factor = _get_ns_factor(of)

    def in_ns(key: str) -> float | None:
        value = read_number_field(block, key, where, notes, beyond=_LARGEST // factor)
        return None if value is None else value * factor

    return LatencyStatistics(
        # Versions before 3.18 print no count of their own.
        n=ios if "N" not in block else None if count is None else int(count),
        mean=in_ns("mean"),
        stddev=in_ns("stddev"),
        min=in_ns("min"),
        max=in_ns("max"),
    )


def _read_distribution(
    raw: Mapping[str, Any], where: str, notes: WarningList
) -> tuple[PercentilesOf | None, dict[float, float], dict[int, int] | None]:
    """Return percentiles and histogram, of total latency where the job requested them, else of completion latency."""
    candidates: tuple[tuple[str, PercentilesOf], ...] = (
        ("lat_ns", "lat"),
        ("lat", "lat"),
        ("clat_ns", "clat"),
        ("clat", "clat"),
    )
    for name, of in candidates:
        block = raw.get(name)
        if not isinstance(block, Mapping):
            continue
        factor = _get_ns_factor(name)
        percentiles = _parse_numeric_pairs(block.get("percentile"), f"{where}, {name} percentile", notes)
        bins = _parse_bins(block.get("bins"), factor, f"{where}, {name} bins", notes)
        # Unused places of the list were printed as `"0.00": 0` until 3.4.
        printed = {percent: value * factor for percent, value in percentiles.items() if 0 < percent <= 100}
        if printed or bins:
            return of, printed, bins or None
    return None, {}, None


def _parse_bins(raw: object, factor: int, where: str, notes: WarningList) -> dict[int, int] | None:
    if isinstance(raw, msgspec.Raw):
        clean = _clean_bins(raw)
        if clean is not None:
            return clean if factor == 1 else {value * factor: count for value, count in clean.items()}
        try:
            raw = json.loads(bytes(raw))
        except (ValueError, RecursionError):
            notes.add(f"{where}: left out, because they are unreadable")
            return None
    if not isinstance(raw, Mapping):
        return None
    if "FIO_IO_U_PLAT_NR" in raw:
        return _parse_indexed_bins(raw, factor, where, notes)
    pairs = _parse_numeric_pairs(raw, where, notes)
    return {int(key) * factor: int(count) for key, count in sorted(pairs.items()) if count}


def _clean_bins(raw: msgspec.Raw) -> dict[int, int] | None:
    """Return the bins of a histogram; None unless all keys and counts are possible whole numbers.

    Empty bins are omitted.
    """
    try:
        bins = _BINS.decode(raw)
    except msgspec.DecodeError:
        return None
    if not bins:
        return bins
    counts = bins.values()
    if min(bins) < 0 or max(bins) >= _LARGEST_KEY or min(counts) < 0 or max(counts) >= _LARGEST:
        return None
    return {value: count for value, count in bins.items() if count} if 0 in counts else bins


def _parse_indexed_bins(raw: Mapping[str, Any], factor: int, where: str, notes: WarningList) -> dict[int, int] | None:
    """Return the numbered bins of fio 2.12 to 2.19 as counts by latency.

    `raw` also has the number of steps per power of two. None, with a warning, for other steps or impossible bin
    numbers.
    """
    if raw.get("FIO_IO_U_PLAT_BITS") != _BIN_BITS:
        notes.add(f"{where}: left out, because its bins are numbered and their values are unknown")
        return None
    pairs = _parse_numeric_pairs(
        {key: value for key, value in raw.items() if not key.startswith("FIO_IO_U_PLAT_")}, where, notes
    )
    if max(pairs, default=0) > LAST_BIN:
        notes.add(f"{where}: left out, because it has more bins than there can be")
        return None
    return {compute_bin_value(int(index)) * factor: int(count) for index, count in sorted(pairs.items()) if count}


def _parse_numeric_pairs(raw: object, where: str, notes: WarningList) -> dict[float, float]:
    """Return the numbers of an object by their numeric keys.

    Other entries are omitted, with a warning.
    """
    pairs: dict[float, float] = {}
    for key in raw if isinstance(raw, Mapping) else ():
        try:
            place = float(key)
        except ValueError:
            place = math.nan
        if not 0 <= place < _LARGEST_KEY:
            notes.add(f"{where}: {key!r:.30} is not a possible number, and is left out")
            continue
        value = read_number_field(raw, key, where, notes, beyond=_LARGEST_KEY) if isinstance(raw, Mapping) else None
        if value is not None:
            pairs[place] = value
    return pairs


def _get_ns_factor(name: str) -> int:
    """Return the nanoseconds per unit of a latency object: fio printed µs before 2.99."""
    return 1 if name.endswith("_ns") else 1000
