"""Load of a phase of an imported result, as far as its files state it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict, TypeVar

from storagelab.domain.results import ObservedMeasurement
from storagelab.domain.units import format_size
from storagelab.domain.workload import BlockSize, WorkloadValues

Value = TypeVar("Value")


class LoadColumns(TypedDict):
    """The load columns of `phase` and `measurement`."""

    block_bytes: int | None
    read_percent: float | None
    random_percent: float | None
    threads: int | None
    queue_depth: int | None
    outstanding_ios: int | None
    offered_iops: float | None


def load_columns(entries: Sequence[ObservedMeasurement]) -> LoadColumns:
    """Return the load columns of `phase` and `measurement` for entries that ran at the same time.

    The threads of the entries are summed. A value on which the entries disagree, or that one of them does not state, is
    None.
    """
    workloads = [entry.workload for entry in entries]
    threads = _sum_known_values([workload.threads for workload in workloads])
    depth = _find_common_value([workload.queue_depth for workload in workloads])
    outstanding = _sum_known_values(
        [_compute_product(workload.threads, workload.queue_depth, workload.targets) for workload in workloads]
    )
    offered = [workload.offered_iops for workload in workloads]
    stated = [rate for rate in offered if rate is not None]
    sizes = _block_sizes(entries)
    return {
        "block_bytes": sizes[0].bytes if sizes is not None and len(sizes) == 1 else None,
        "read_percent": _find_common_value([workload.read_percent for workload in workloads]),
        "random_percent": _find_common_value([workload.random_percent for workload in workloads]),
        "threads": threads,
        "queue_depth": depth,
        "outstanding_ios": outstanding,
        "offered_iops": math.fsum(stated) if stated and len(stated) == len(offered) else None,
    }


def describe_workload(name: str, entries: Sequence[ObservedMeasurement]) -> WorkloadValues:
    """Return the workload of simultaneous entries as the JSON that a phase stores.

    Its `description` is one readable line.
    """
    columns = load_columns(entries)
    sizes = _block_sizes(entries)
    moment = _find_common_value([entry.moment for entry in entries])
    load_percent = load_percent_of(entries)
    share = "" if load_percent is None else f", {load_percent:g} % of the maximum offered"
    workload: WorkloadValues = {
        "read_percent": columns["read_percent"],
        "random_percent": columns["random_percent"],
        "threads": columns["threads"],
        "queue_depth": columns["queue_depth"],
        "outstanding_ios": columns["outstanding_ios"],
        "offered_iops": columns["offered_iops"],
        "block_sizes": [{"bytes": size.bytes, "percent": size.percent} for size in sizes] if sizes else None,
        "range": None,
        "description": f"{words}{share}" if (words := describe_load(columns, sizes)) else name,
    }
    if load_percent is not None:
        workload["load_percent"] = load_percent
    if moment is not None:
        workload["moment"] = moment
    return workload


def load_percent_of(entries: Sequence[ObservedMeasurement]) -> float | None:
    """Return the offered load in percent of the maximum; None where the entries disagree."""
    return _find_common_value([entry.workload.load_percent for entry in entries])


def describe_load(columns: LoadColumns, sizes: Sequence[BlockSize] | None = None) -> str:
    """Describe the known load columns, as in `4K random read, 4T/16Q`; empty when none is known."""
    words = []
    if columns["block_bytes"] is not None:
        words.append(format_size(columns["block_bytes"]))
    elif sizes:
        words.append("mixed sizes")
    order, reads = columns["random_percent"], columns["read_percent"]
    if order is not None:
        words.append({100.0: "random", 0.0: "sequential"}.get(order, f"{order:g} % random"))
    if reads is not None:
        words.append({100.0: "read", 0.0: "write"}.get(reads, f"{reads:g}/{100 - reads:g} read/write"))
    pattern = " ".join(words)
    threads, depth = columns["threads"], columns["queue_depth"]
    load = "/".join([f"{threads}T"] * (threads is not None) + [f"{depth}Q"] * (depth is not None))
    return ", ".join(part for part in (pattern, load) if part)


def _block_sizes(entries: Sequence[ObservedMeasurement]) -> tuple[BlockSize, ...] | None:
    return _find_common_value([entry.workload.block_sizes for entry in entries])


def _find_common_value(values: Sequence[Value | None]) -> Value | None:
    """Return the value that all `values` share; None where they differ or one is unknown."""
    first = values[0] if values else None
    return first if all(value == first for value in values) else None


def _sum_known_values(values: Sequence[int | None]) -> int | None:
    stated = [value for value in values if value is not None]
    return sum(stated) if stated and len(stated) == len(values) else None


def _compute_product(*factors: int | None) -> int | None:
    return None if None in factors else math.prod(factor for factor in factors if factor is not None)
