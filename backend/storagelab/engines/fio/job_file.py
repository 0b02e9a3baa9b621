"""A phase as a fio job file of one section, made of numbers and fixed words alone: nothing a user wrote is in it."""

from __future__ import annotations

import math

from storagelab.domain.profile import PhasePlan
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines.base import TARGET
from storagelab.errors import InvalidInput

PERCENTILES = (50, 90, 95, 99, 99.9, 99.99)
#: BSSPLIT_MAX of fio's source.
MAX_BLOCK_SIZES = 64


def cannot_express(workload: Workload) -> list[str]:
    """Why fio cannot run this workload as described; empty when it can."""
    reasons = []
    shares = [("read_percent", workload.read_percent), ("random_percent", workload.random_percent)]
    if len(workload.block_sizes) > 1:
        shares += [("block_sizes", size.percent) for size in workload.block_sizes]
    for field, share in shares:
        if share != int(share):
            reasons.append(f"{field}: fio takes whole percentages, and {share:g} % is not one.")
    if len(workload.block_sizes) > MAX_BLOCK_SIZES:
        reasons.append(f"block_sizes: fio mixes at most {MAX_BLOCK_SIZES} sizes, not {len(workload.block_sizes)}.")
    if workload.threads > 1 and workload.random_percent == 0:
        reasons.append(
            f"threads: {workload.threads} sequential threads would all run over the same addresses, one behind the "
            "other, and mostly meet each other's cache; use one thread with a deeper queue."
        )
    if workload.address_range.offset_bytes % _alignment(workload):
        reasons.append(
            f"range.offset_bytes: {workload.address_range.offset_bytes} is not a multiple of the smallest block, "
            f"{_alignment(workload)} bytes, as direct I/O needs."
        )
    if workload.offered_iops is not None and _rates(workload) is None:
        reasons.append(
            f"offered_iops: fio throttles every thread and direction by whole IOPS, and {workload.offered_iops} IOPS "
            f"do not divide so among {workload.threads} threads and {workload.read_percent:g} % reads."
        )
    return reasons


def render(plan: PhasePlan, *, target_bytes: int) -> str:
    """The job file of one phase. Raises InvalidInput, naming the place, for what fio or this target cannot do."""
    workload = plan.workload
    place = f"phases.{plan.ordinal}.workload"
    reasons = cannot_express(workload)
    if reasons:
        raise InvalidInput(f"fio cannot run phase {plan.ordinal} ({plan.name}): {' '.join(reasons)}", path=place)
    options: list[tuple[str, str | int]] = [
        ("ioengine", "libaio"),
        ("filename", TARGET),
        ("rw", _pattern(workload)),
        *_mix(workload),
        ("iodepth", workload.queue_depth),
        ("numjobs", workload.threads),
        # Workers as threads die with fio; as processes they would outlive it and go on writing.
        ("thread", 1),
        ("direct", 1),
        ("offset", workload.address_range.offset_bytes),
        ("size", _region_bytes(plan, target_bytes)),
        *_stop(plan, target_bytes),
        ("group_reporting", 1),
        ("lat_percentiles", 1),
        ("percentile_list", ":".join(f"{percent:g}" for percent in PERCENTILES)),
        ("norandommap", 1),
        # Random addresses differ from phase to phase: reads must not follow the path that writes have just warmed.
        ("randrepeat", 0),
        # The default generator repeats itself on targets of more than 2^32 blocks.
        ("random_generator", "tausworthe64"),
        *([("refill_buffers", 1)] if workload.writes else []),
        *_throttle(workload),
        ("fallocate", "none"),
        ("allow_file_create", 0),
        ("invalidate", 1),
        ("write_lat_log", "phase"),
        ("log_avg_msec", 1000),
        ("log_max_value", 1),
        ("log_unix_epoch", 0),
    ]
    return "[phase]\n" + "".join(f"{key}={value}\n" for key, value in options)


def _pattern(workload: Workload) -> str:
    direction = {100.0: "read", 0.0: "write"}.get(float(workload.read_percent), "rw")
    return direction if workload.random_percent == 0 else f"rand{direction}"


def _mix(workload: Workload) -> list[tuple[str, str | int]]:
    options: list[tuple[str, str | int]] = []
    if 0 < workload.read_percent < 100:
        options.append(("rwmixread", int(workload.read_percent)))
    if 0 < workload.random_percent < 100:
        options.append(("percentage_random", int(workload.random_percent)))
    if workload.block_bytes is not None:
        options.append(("bs", workload.block_bytes))
    else:
        options.append(("bssplit", ":".join(_share(size) for size in workload.block_sizes)))
    return options


def _share(size: BlockSize) -> str:
    return f"{size.bytes}/{int(size.percent)}"


def _region_bytes(plan: PhasePlan, target_bytes: int) -> int:
    """How much of the target is addressed. Raises InvalidInput when the range does not lie within it."""
    span = plan.workload.address_range
    size = target_bytes - span.offset_bytes if span.size_bytes is None else span.size_bytes
    largest = max(block.bytes for block in plan.workload.block_sizes)
    if size < largest or span.offset_bytes < 0 or span.offset_bytes + size > target_bytes:
        raise InvalidInput(
            f"phase {plan.ordinal} ({plan.name}) addresses {size} bytes from byte {span.offset_bytes} on in blocks of "
            f"up to {largest} bytes, which do not fit the {target_bytes} bytes of the target",
            path=f"phases.{plan.ordinal}.workload.range",
        )
    return size


def _stop(plan: PhasePlan, target_bytes: int) -> list[tuple[str, str | int]]:
    """How fio itself ends: after a volume per thread, or after a time. A steady rule is the runner's to judge."""
    options: list[tuple[str, str | int]] = [("runtime", _time(plan.stop.seconds))]
    if plan.stop.kind == "volume":
        alignment = max(size.bytes for size in plan.workload.block_sizes)
        volume = plan.stop.passes * _region_bytes(plan, target_bytes) / plan.workload.threads
        options.append(("io_size", max(math.ceil(volume / alignment), 1) * alignment))
    else:
        options.append(("time_based", 1))
    if plan.ramp_seconds:
        options.append(("ramp_time", _time(plan.ramp_seconds)))
    return options


def _time(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds == int(seconds) else f"{math.ceil(seconds * 1000)}ms"


def _throttle(workload: Workload) -> list[tuple[str, str | int]]:
    rates = _rates(workload) if workload.offered_iops is not None else None
    return [("rate_iops", rates)] if rates is not None else []


def _rates(workload: Workload) -> str | None:
    """fio's rate of each thread, `reads,writes` in a mix; None when it does not come out in whole IOPS."""
    offered = workload.offered_iops or 0
    reads = offered * workload.read_percent / (100 * workload.threads)
    writes = offered / workload.threads - reads
    if any(abs(rate - round(rate)) > 1e-9 for rate in (reads, writes)):
        return None
    return ",".join(str(round(rate)) for rate in (reads, writes) if round(rate))


def _alignment(workload: Workload) -> int:
    return min(size.bytes for size in workload.block_sizes)
