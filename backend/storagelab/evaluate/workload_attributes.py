"""Unusual attributes of a workload, beside sizes, mix and depth: streams, addresses and more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from storagelab.domain.access import AddressRange, Bursts, CpuPolicy, RequestDistribution
from storagelab.domain.file_sets import FileSet
from storagelab.domain.units import format_size

#: The columns, in order: name, label, unit.
PARTICULARS: tuple[tuple[str, str, str | None], ...] = (
    # `4K/60 8K/40`, in percent of the requests; null for one size.
    ("block_mix", "Mix of block sizes", None),
    ("streams", "Streams", None),
    # The part that is addressed, in bytes where the size of the target is known.
    ("range_offset_bytes", "Beginning of the addresses", "bytes"),
    ("range_size_bytes", "Length of the addresses", "bytes"),
    ("range_offset_percent", "Beginning of the addresses, share", "%"),
    ("range_size_percent", "Length of the addresses, share", "%"),
    # What is unusual, in words: workloads that differ here are not points of one sweep.
    ("particulars", "Besides", None),
)
#: Fields of a stored workload that other columns hold, or that follow from others.
COVERED = (
    "read_percent",
    "random_percent",
    "threads",
    "queue_depth",
    "outstanding_ios",
    "offered_iops",
    "load_percent",
    "description",
    "per_device",
)


def read_particulars(workload: Mapping[str, Any], *, target_bytes: int | None) -> dict[str, Any]:
    """Return the columns of PARTICULARS for one stored workload.

    `workload` may lack the fields of COVERED. A column that no source states is None. Streams and addresses are unknown
    unless the lab rendered the workload itself. `target_bytes` is the size of the target.
    """
    region = workload.get("range")
    sizes = workload.get("block_sizes") or []
    return {
        **{name: None for name, *_ in PARTICULARS},
        "block_mix": _format_size_mix(sizes) if len(sizes) > 1 else None,
        **({} if region is None else {"streams": workload.get("streams", 1)}),
        **({} if region is None else _format_address_range(AddressRange.from_json(region), workload, target_bytes)),
        "particulars": ", ".join(_iterate_unusual_attributes(workload)) or None,
    }


def _format_size_mix(sizes: list[Mapping[str, Any]]) -> str:
    return " ".join(f"{format_size(size['bytes'])}/{size['percent']:g}" for size in sizes)


def _format_address_range(
    region: AddressRange, workload: Mapping[str, Any], target_bytes: int | None
) -> dict[str, Any]:
    """Return begin and length of an address range, in bytes as given to the engine and in percent.

    The percentages are relative to `target_bytes`, the size of the target.
    """
    resolved = region
    if target_bytes is not None:
        smallest = min((size["bytes"] for size in workload.get("block_sizes") or []), default=1)
        try:
            resolved = region.resolve(target_bytes, workload.get("block_align_bytes") or smallest)
        except ValueError:
            # The region does not fit the current target, so only the requested one is known.
            resolved = region
    in_bytes = resolved.offset_percent is None
    # What is known in bytes of a target of unknown size has no share of it, unless it begins with the first byte.
    share = region.offset_percent if region.offset_percent is not None or region.offset_bytes else 0.0
    whole = region.size_bytes is None and region.size_percent is None and share == 0
    return {
        "range_offset_bytes": resolved.offset_bytes if in_bytes else None,
        "range_size_bytes": resolved.size_bytes if in_bytes else None,
        "range_offset_percent": share,
        "range_size_percent": 100.0 if whole else region.size_percent,
    }


def _iterate_unusual_attributes(workload: Mapping[str, Any]) -> Iterator[str]:
    if (distribution := workload.get("distribution")) is not None:
        yield RequestDistribution.from_json(distribution).describe()
    if (arrival := workload.get("arrival")) is not None:
        yield f"{arrival} arrivals"
    if (alignment := workload.get("block_align_bytes")) is not None:
        yield f"aligned to {format_size(alignment)}"
    if (compressible := workload.get("compress_percent")) is not None:
        yield f"data compressible by {compressible:g} %"
    if (policy := workload.get("cpu_policy")) is not None:
        yield CpuPolicy.from_json(policy).describe()
    if (bursts := workload.get("bursts")) is not None:
        yield Bursts.from_json(bursts).describe()
    if (files := workload.get("file_set")) is not None:
        yield FileSet.from_json(files).describe()
    # A published figure of a fresh drive is not one of a drive in use.
    if (moment := workload.get("moment")) is not None:
        yield str(moment)
