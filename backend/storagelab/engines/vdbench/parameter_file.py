"""Phase as a Vdbench parameter file of one run, made of numbers and fixed words alone.

It contains no text of a user. Vdbench has no queue depth: each of its threads has one request under way. Threads times
depth of a workload are therefore its threads, so that 16T/16Q becomes threads=256, and outstanding I/Os are the figure
to compare with other engines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from storagelab.domain.profile import PhasePlan
from storagelab.domain.workload import Workload
from storagelab.engines.base import RATE, TARGET
from storagelab.engines.vdbench.run_name import RunTimes
from storagelab.errors import InvalidInput

#: The file in the working directory that is watched for `end_vdbench`; Vdbench empties it when it starts.
MONITOR_FILE = "monitor"
#: One thread of a Java machine for each outstanding I/O: more of them than this measure the scheduler.
MAX_OUTSTANDING = 2048
#: From here on a rate is a word to Vdbench (9999977 is iorate=curve, 9999988 is iorate=max).
FIRST_RATE_WORD = 9_999_977
#: Vdbench refuses more than compratio=25.
MAX_COMPRESS_PERCENT = 96
#: One Java machine does about 100,000 I/Os a second; this many outstanding ones can demand that much.
THREADS_PER_JVM = 64
MAX_JVMS = 8
#: Vdbench needs room for two of the largest blocks, and never touches the first one of a drive.
MIN_BLOCKS = 3
_PATH = re.compile(r"/[A-Za-z0-9._/-]*")


def find_path_problem(path: str) -> str | None:
    """Return the reason why a parameter file cannot hold `path`; None when it can."""
    if _PATH.fullmatch(path):
        return None
    return "may hold letters without accents, digits and . _ - / only: Vdbench takes no others"


def list_unsupported_settings(workload: Workload) -> list[str]:
    """Return the reasons why Vdbench cannot run this workload as described; empty when it can."""
    if workload.file_set is not None:
        return ["file_set: the lab runs Vdbench on one file or drive, not on sets of files. Use the engine files."]
    return [*_find_load_faults(workload), *_find_placement_faults(workload)]


def render(plan: PhasePlan, *, target_bytes: int, devices: int = 1) -> str:
    """Return the parameter file of one phase on `devices` drives of one size, `target_bytes` together.

    The n-th TARGET is the n-th drive. Raises InvalidInput, naming the place, for what Vdbench or this target cannot do.
    """
    workload = plan.workload
    reasons = list_unsupported_settings(workload)
    if reasons:
        raise _make_phase_error(plan, "", " ".join(reasons))
    threads = _compute_drive_threads(plan, devices)
    low, high = _compute_drive_region(plan, target_bytes, devices)
    jvms = _compute_jvm_count(workload, threads)
    lines = [
        "messagescan=no",
        f"monitor={MONITOR_FILE}",
        *(
            [f"compratio={_format_compression_ratio(workload)}"]
            if workload.writes and workload.compress_percent
            else []
        ),
        *([f"hd=default,jvms={jvms}"] if jvms > 1 else []),
        *(
            f"sd=sd{number},lun={TARGET},openflags=o_direct,threads={threads}{_format_storage_options(workload, high)}"
            for number in range(1, devices + 1)
        ),
        f"wd=wd1,sd=sd*,xfersize={_format_transfer_sizes(workload)},rdpct={int(workload.read_percent)},"
        f"seekpct={workload.random_percent:g},{_format_stream_or_range(workload, low, high)}",
        _run(plan, target_bytes=devices * (high - low)),
    ]
    return "".join(f"{line}\n" for line in lines)


def _find_load_faults(workload: Workload) -> Iterator[str]:
    if workload.read_percent != int(workload.read_percent):
        yield f"read_percent: Vdbench takes whole percentages, and {workload.read_percent:g} % is not one."
    if workload.outstanding_ios > MAX_OUTSTANDING:
        yield (
            f"queue_depth: Vdbench starts a thread for each outstanding I/O, {workload.threads} x "
            f"{workload.queue_depth} of them, at most {MAX_OUTSTANDING} are allowed."
        )
    elif workload.outstanding_ios % workload.streams:
        yield f"streams: {workload.outstanding_ios} outstanding I/Os are not a multiple of {workload.streams} streams."
    if workload.offered_iops is not None and workload.offered_iops >= FIRST_RATE_WORD:
        yield f"offered_iops: Vdbench takes rates below {FIRST_RATE_WORD}, not {workload.offered_iops}."
    if workload.compress_percent > MAX_COMPRESS_PERCENT:
        yield (
            f"compress_percent: Vdbench compresses by at most {MAX_COMPRESS_PERCENT} % (25 to 1), not by "
            f"{workload.compress_percent} %."
        )
    if workload.cpu_policy is not None:
        yield "cpu_policy: Vdbench can neither bind itself to processors nor poll."
    if workload.bursts is not None:
        yield "bursts: Vdbench sends requests all the time and cannot pause between them."


def _find_placement_faults(workload: Workload) -> Iterator[str]:
    largest = _find_largest_block(workload)
    offset, alignment = workload.address_range.offset_bytes, workload.block_align_bytes
    if workload.distribution.kind != "uniform":
        yield (
            f"distribution: Vdbench spreads random requests evenly, not by {workload.distribution.describe()}. Its own "
            "skew would throttle every part of the load to the slowest."
        )
    if offset % largest:
        yield f"range.offset_bytes: Vdbench begins at a multiple of its largest block, {largest}, not at {offset}."
    if workload.streams > 1 and (offset or workload.address_range.offset_percent):
        yield "streams: Vdbench divides a drive from its beginning on, so the range must begin there."
    if (
        alignment is not None
        and workload.random_percent < 100
        and any(size.bytes % alignment for size in workload.block_sizes)
    ):
        yield "block_align_bytes: Vdbench aligns random requests only, sequential ones are contiguous."


def _compute_drive_threads(plan: PhasePlan, devices: int) -> int:
    """Return the threads of each drive, which for Vdbench are its outstanding I/Os.

    Raises an error of the phase where the threads cannot be divided evenly among the drives.
    """
    workload = plan.workload
    if devices == 1 or workload.per_device:
        return workload.outstanding_ios
    if workload.outstanding_ios % devices:
        raise _make_phase_error(
            plan,
            ".queue_depth",
            f"{workload.outstanding_ios} outstanding I/Os cannot be shared evenly by {devices} drives.",
        )
    return workload.outstanding_ios // devices


def _compute_drive_region(plan: PhasePlan, target_bytes: int, devices: int) -> tuple[int, int]:
    """Return the first byte of the range on each drive and the one after its last: multiples of the largest block."""
    workload, block = plan.workload, _find_largest_block(plan.workload)
    if workload.streams > 1 and devices > 1:
        raise _make_phase_error(
            plan, ".streams", f"Vdbench has {workload.streams} streams on one drive, not on {devices}."
        )
    try:
        region = workload.address_range.resolve(target_bytes, block * devices)
    except ValueError as wrong:
        raise _make_phase_error(plan, ".range", str(wrong)) from None
    low = region.offset_bytes // devices // block * block
    high = (region.offset_bytes + (region.size_bytes or 0)) // devices // block * block
    blocks = (high - low) // workload.streams // block
    if blocks < MIN_BLOCKS:
        raise _make_phase_error(
            plan,
            ".range",
            f"Vdbench needs room for {MIN_BLOCKS} blocks of up to {block} bytes "
            f"{'in each stream' if workload.streams > 1 else 'on each drive'}, and there is room for {max(blocks, 0)}.",
        )
    return low, high


def _compute_jvm_count(workload: Workload, threads: int) -> int:
    """Return the number of Java machines that share the load evenly, so that Vdbench does not raise the threads.

    Sequential requests stay in one: in several, each would have a sequence of its own.
    """
    if workload.random_percent < 100:
        return 1
    wanted = min(math.ceil(threads / THREADS_PER_JVM), MAX_JVMS)
    return next((count for count in range(wanted, MAX_JVMS + 1) if threads % count == 0), 1)


def _format_storage_options(workload: Workload, high: int) -> str:
    """Return further options of a drive: request alignment, and with streams the size they divide.

    `high` is the end of the address range.
    """
    aligned = workload.block_align_bytes is not None or len(workload.block_sizes) > 1
    alignment = f",align={workload.alignment_bytes}" if aligned and workload.random_percent > 0 else ""
    return f"{alignment},size={high}" if workload.streams > 1 else alignment


def _format_transfer_sizes(workload: Workload) -> str:
    """Return the option text for request sizes: one size, or pairs of size and percentage.

    It never has three numbers, which have another meaning in Vdbench.
    """
    if workload.block_bytes is not None:
        return str(workload.block_bytes)
    return f"({','.join(f'{size.bytes},{size.percent:g}' for size in workload.block_sizes)})"


def _format_stream_or_range(workload: Workload, low: int, high: int) -> str:
    return f"streams={workload.streams}" if workload.streams > 1 else f"range=({low},{high})"


def _run(plan: PhasePlan, *, target_bytes: int) -> str:
    interval = plan.status_interval_seconds
    times = RunTimes(interval, _round_up_seconds(plan.ramp_seconds, interval))
    elapsed = max(_round_up_seconds(plan.stop.seconds, interval), 2 * interval)
    offered = RATE if plan.workload.load_percent is not None else plan.workload.offered_iops
    options = [f"rd={times.name}", "wd=wd1", f"iorate={'max' if offered is None else offered}"]
    if offered is not None:
        options.append(f"distribution={'exponential' if plan.workload.arrival == 'poisson' else 'deterministic'}")
    if plan.stop.has_volume:
        options.append(f"maxdata={math.ceil(plan.stop.compute_volume_bytes(target_bytes))}")
    options += [f"elapsed={elapsed}", f"interval={interval}"]
    if times.warmup_seconds:
        options.append(f"warmup={times.warmup_seconds}")
    return ",".join(options)


def _round_up_seconds(seconds: float, interval: int) -> int:
    return math.ceil(seconds / interval) * interval


def _format_compression_ratio(workload: Workload) -> str:
    """Return the compression ratio in the form of Vdbench: input bytes for each output byte."""
    return f"{100 / (100 - workload.compress_percent):.3f}"


def _find_largest_block(workload: Workload) -> int:
    return max(size.bytes for size in workload.block_sizes)


def _make_phase_error(plan: PhasePlan, field: str, reason: str) -> InvalidInput:
    place = f"phases.{plan.ordinal}.workload{field}"
    return InvalidInput(f"Vdbench cannot run phase {plan.ordinal} ({plan.name}): {reason}", path=place)
