"""Phase as a fio job file of one section, made of numbers and fixed words alone.

It contains no text of a user.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from storagelab.domain.profile import PhasePlan
from storagelab.domain.workload import AddressRange, BlockSize, Workload
from storagelab.engines.base import READ_RATE, TARGET, WRITE_RATE
from storagelab.errors import InvalidInput

PERCENTILES = (50, 90, 95, 99, 99.9, 99.99)
#: BSSPLIT_MAX of fio's source.
MAX_BLOCK_SIZES = 64


def list_unsupported_settings(workload: Workload) -> list[str]:
    """Return the reasons why fio cannot run this workload as described; empty when it can."""
    if workload.file_set is not None:
        return ["file_set: fio cannot read or copy sets of files. Use the engine files."]
    return [*_find_share_faults(workload), *_find_thread_faults(workload), *_find_alignment_faults(workload)]


def render(plan: PhasePlan, *, target_bytes: int, devices: int = 1) -> str:
    """Return the job file of one phase on a target of `devices` drives of one size, `target_bytes` together.

    Raises InvalidInput, naming the place, for what fio or this target cannot do.
    """
    workload = _compute_total_workload(plan, devices)
    region = _resolve_region(plan, target_bytes)
    options: list[tuple[str, str | int]] = [
        ("ioengine", "io_uring" if _needs_polling(workload) else "libaio"),
        ("filename", TARGET),
        ("rw", _get_pattern(workload)),
        *_build_mix_options(workload),
        *_spread(workload),
        ("iodepth", workload.queue_depth),
        ("numjobs", workload.threads),
        # Workers as threads die with fio; as processes they would outlive it and go on writing.
        ("thread", 1),
        ("direct", 1),
        *_build_extent_options(workload, region, devices),
        *_stop(plan, workload, region),
        ("group_reporting", 1),
        ("lat_percentiles", 1),
        ("percentile_list", ":".join(f"{percent:g}" for percent in PERCENTILES)),
        ("norandommap", 1),
        # Random addresses differ from phase to phase: reads must not follow the path that writes have just warmed.
        ("randrepeat", 0),
        # The default generator repeats itself on targets of more than 2^32 blocks.
        ("random_generator", "tausworthe64"),
        *_build_data_options(workload),
        *_throttle(workload),
        *_build_burst_options(workload),
        *_build_cpu_options(workload),
        ("fallocate", "none"),
        ("allow_file_create", 0),
        ("invalidate", 1),
        ("write_lat_log", "phase"),
        ("log_avg_msec", 1000),
        ("log_max_value", 1),
        ("log_unix_epoch", 0),
    ]
    return "[phase]\n" + "".join(f"{key}={value}\n" for key, value in options)


def _find_share_faults(workload: Workload) -> Iterator[str]:
    shares = [("read_percent", workload.read_percent), ("random_percent", workload.random_percent)]
    if len(workload.block_sizes) > 1:
        shares += [("block_sizes", size.percent) for size in workload.block_sizes]
    shares += [("distribution", share) for zone in workload.distribution.zones for share in zone]
    for field, share in shares:
        if share != int(share):
            yield f"{field}: fio takes whole percentages, and {share:g} % is not one."
    if len(workload.block_sizes) > MAX_BLOCK_SIZES:
        yield f"block_sizes: fio mixes at most {MAX_BLOCK_SIZES} sizes, not {len(workload.block_sizes)}."


def _find_thread_faults(workload: Workload) -> Iterator[str]:
    threads, streams = workload.threads, workload.streams
    if workload.random_percent == 0 and threads > streams == 1:
        yield (
            f"threads: {threads} sequential threads would all run over the same addresses, one behind the other, and "
            "mostly meet each other's cache: use one thread with a deeper queue, or a stream for each thread."
        )
    elif threads > streams > 1:
        yield f"threads: fio runs one thread for each of the {streams} streams, not {threads}: use a deeper queue."
    if workload.offered_iops is not None and _format_rate_limit(workload) is None:
        yield (
            f"offered_iops: fio throttles every thread and direction by whole IOPS, and {workload.offered_iops} IOPS "
            f"do not divide so among {threads} threads and {workload.read_percent:g} % reads."
        )


def _find_alignment_faults(workload: Workload) -> Iterator[str]:
    alignment, offset = workload.alignment_bytes, workload.address_range.offset_bytes
    if offset % alignment and workload.block_align_bytes is None:
        yield (
            f"range.offset_bytes: {offset} is not a multiple of the smallest block, {alignment} bytes, as direct I/O "
            "needs."
        )
    elif offset % alignment:
        yield f"range.offset_bytes: {offset} is not a multiple of the alignment, {alignment} bytes."
    unaligned = any(size.bytes % alignment for size in workload.block_sizes)
    if workload.block_align_bytes is not None and workload.random_percent < 100 and unaligned:
        yield "block_align_bytes: fio aligns random requests only, sequential ones are contiguous."


def _compute_total_workload(plan: PhasePlan, devices: int) -> Workload:
    """Return the workload over all drives together. Raises InvalidInput, naming the place, for what fio cannot do."""
    place = f"phases.{plan.ordinal}.workload"
    try:
        workload = plan.workload.over(devices)
    except ValueError as wrong:
        raise InvalidInput(f"phase {plan.ordinal} ({plan.name}) on {devices} drives: {wrong}", path=place) from None
    reasons = list_unsupported_settings(workload)
    if reasons:
        raise InvalidInput(f"fio cannot run phase {plan.ordinal} ({plan.name}): {' '.join(reasons)}", path=place)
    return workload


def _get_pattern(workload: Workload) -> str:
    direction = {100.0: "read", 0.0: "write"}.get(float(workload.read_percent), "rw")
    return direction if workload.random_percent == 0 else f"rand{direction}"


def _build_mix_options(workload: Workload) -> list[tuple[str, str | int]]:
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


def _spread(workload: Workload) -> list[tuple[str, str | int]]:
    """Return the fio options for distribution and alignment of random requests.

    Options that equal the default of fio are omitted.
    """
    options: list[tuple[str, str | int]] = []
    distribution = workload.distribution
    if distribution.kind == "zoned":
        zones = ":".join(f"{int(access)}/{int(span)}" for access, span in distribution.zones)
        options.append(("random_distribution", f"zoned:{zones}"))
    elif distribution.kind != "uniform":
        options.append(("random_distribution", f"{distribution.kind}:{_format_decimal(distribution.parameter)}"))
    if workload.block_align_bytes is not None and workload.random_percent > 0:
        options.append(("blockalign", workload.block_align_bytes))
    return options


def _format_decimal(value: float | None) -> str:
    return f"{value or 0.0:.6f}".rstrip("0").rstrip(".")


def _resolve_region(plan: PhasePlan, target_bytes: int) -> AddressRange:
    """Return the addressed range in bytes. Raises InvalidInput when it does not lie within the target."""
    largest = max(block.bytes for block in plan.workload.block_sizes)
    try:
        region = plan.workload.address_range.resolve(target_bytes, plan.workload.alignment_bytes)
    except ValueError as wrong:
        raise InvalidInput(f"phase {plan.ordinal} ({plan.name}): {wrong}", path=_build_range_path(plan)) from None
    if _get_region_bytes(region) // plan.workload.streams < largest:
        raise InvalidInput(
            f"phase {plan.ordinal} ({plan.name}) addresses {_get_region_bytes(region)} bytes, and blocks of up to "
            f"{largest} bytes do not fit the {target_bytes} bytes of the target"
            f"{' so often' if plan.workload.streams > 1 else ''}",
            path=_build_range_path(plan),
        )
    return region


def _build_range_path(plan: PhasePlan) -> str:
    return f"phases.{plan.ordinal}.workload.range"


def _get_region_bytes(region: AddressRange) -> int:
    return region.size_bytes or 0


def _build_extent_options(workload: Workload, region: AddressRange, devices: int) -> list[tuple[str, str | int]]:
    """Return the fio options for offset and size of the address range.

    fio divides a size among the drives, but applies the offset to each drive.
    """
    offset = region.offset_bytes
    if devices > 1:
        offset = _round_down(offset // devices, workload.alignment_bytes)
    if workload.streams == 1:
        return [("offset", offset), ("size", _get_region_bytes(region))]
    block = max(block.bytes for block in workload.block_sizes)
    part = _round_down(_get_region_bytes(region) // (devices * workload.streams), block)
    return [("offset", offset), ("offset_increment", part), ("size", part * devices)]


def _round_down(size: int, unit: int) -> int:
    return size // unit * unit


def _stop(plan: PhasePlan, workload: Workload, region: AddressRange) -> list[tuple[str, str | int]]:
    """Return the options that end fio: after a volume per thread, or after a time.

    A steady rule is judged by the runner.
    """
    options: list[tuple[str, str | int]] = [("runtime", _format_duration(plan.stop.seconds))]
    if plan.stop.has_volume:
        alignment = max(size.bytes for size in workload.block_sizes)
        volume = plan.stop.compute_volume_bytes(_get_region_bytes(region)) / workload.threads
        options.append(("io_size", max(math.ceil(volume / alignment), 1) * alignment))
    else:
        options.append(("time_based", 1))
    if plan.ramp_seconds:
        options.append(("ramp_time", _format_duration(plan.ramp_seconds)))
    return options


def _format_duration(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds == int(seconds) else f"{math.ceil(seconds * 1000)}ms"


def _build_data_options(workload: Workload) -> list[tuple[str, str | int]]:
    if not workload.writes:
        return []
    compressible = [("buffer_compress_percentage", workload.compress_percent)] if workload.compress_percent else []
    return [("refill_buffers", 1), *compressible]


def _throttle(workload: Workload) -> list[tuple[str, str | int]]:
    if workload.load_percent is not None:
        shares = ((READ_RATE, workload.read_percent), (WRITE_RATE, 100 - workload.read_percent))
        rates: str | None = ",".join(placeholder for placeholder, share in shares if share)
    else:
        rates = _format_rate_limit(workload) if workload.offered_iops is not None else None
    if rates is None:
        return []
    return [("rate_iops", rates), *([("rate_process", "poisson")] if workload.arrival == "poisson" else [])]


def _build_burst_options(workload: Workload) -> list[tuple[str, str | int]]:
    """Return the settings of bursts.

    fio counts the first burst from the start of the job as if a wait preceded it: it is longer by one wait.
    """
    bursts = workload.bursts
    if bursts is None:
        return []
    io, wait = (f"{round(seconds * 1000)}ms" for seconds in (bursts.io_seconds, bursts.wait_seconds))
    return [("thinktime", wait), ("thinktime_iotime", io)]


def _build_cpu_options(workload: Workload) -> list[tuple[str, str | int]]:
    policy = workload.cpu_policy
    if policy is None:
        return []
    options: list[tuple[str, str | int]] = []
    if policy.cpus:
        options.append(("cpus_allowed", ",".join(str(cpu) for cpu in policy.cpus)))
    if policy.numa_node is not None:
        options.append(("numa_cpu_nodes", policy.numa_node))
    if policy.polling:
        options.append(("hipri", 1))
    return options


def _needs_polling(workload: Workload) -> bool:
    """Return whether the workload polls for completions, which libaio cannot do."""
    return workload.cpu_policy is not None and workload.cpu_policy.polling


def _format_rate_limit(workload: Workload) -> str | None:
    """Return the fio rate limit of each thread in IOPS, as `reads,writes` in a mix.

    None when the limit is not in whole IOPS.
    """
    offered = workload.offered_iops or 0
    reads = offered * workload.read_percent / (100 * workload.threads)
    writes = offered / workload.threads - reads
    if any(abs(rate - round(rate)) > 1e-9 for rate in (reads, writes)):
        return None
    return ",".join(str(round(rate)) for rate in (reads, writes) if round(rate))
