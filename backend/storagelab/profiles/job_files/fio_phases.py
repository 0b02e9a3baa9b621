"""One job of a fio job file as a phase: the joint meaning of its settings, and the lab's deviations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storagelab.domain.access import AddressRange, CpuPolicy, DistributionKind, RequestDistribution
from storagelab.domain.workload import Arrival, BlockSize, Workload
from storagelab.profiles.job_files.documents import Draft
from storagelab.profiles.job_files.findings import Findings, format_quotation
from storagelab.profiles.job_files.fio_file import JobSection
from storagelab.profiles.job_files.fio_options import SYNCHRONOUS
from storagelab.profiles.job_files.fio_settings import (
    FioSettingNotExpressible,
    get_direction_value,
    get_line,
    get_text,
    read_block_split,
    read_extent,
    read_seconds,
    read_size,
)
from storagelab.profiles.job_files.fio_values import parse_cpu_list, split_directions

#: Settings that every job of the lab has, fio's behaviour without an option, and the effect of the difference.
_FIXED = (
    ("direct", "1", "0", "requests bypass the page cache: what is measured is the drive and not the memory"),
    (
        "norandommap",
        "1",
        "0",
        "random addresses are drawn again each time, so that some repeat and others are left out",
    ),
    ("refill_buffers", "1", "0", "every write has fresh random data"),
    ("randrepeat", "0", "1", "random addresses differ from run to run"),
    ("invalidate", "1", "1", "the cache of the target is dropped before each phase"),
    ("thread", "1", "0", "workers are threads"),
    ("random_generator", "tausworthe64", "tausworthe", "the generator is tausworthe64"),
)
#: Differences from fio's defaults that change no figure. They need no remark unless the file sets the option.
_SILENT = frozenset({"randrepeat", "thread", "random_generator"})

#: A day: a phase that ends by its volume has a limit of time beside it.
_LONGEST_SECONDS = 86400.0
_DEFAULT_BLOCK_BYTES = 4096
_KINDS: Mapping[str, DistributionKind] = {"zipf": "zipf", "pareto": "pareto", "normal": "normal"}
#: What a field of a workload comes from.
_SLOTS: Mapping[str, tuple[str, ...]] = {
    "block_sizes": ("bssplit", "bs"),
    "block_align_bytes": ("blockalign",),
    "range": ("size", "offset"),
    "cpu_policy": ("cpus_allowed", "numa_cpu_nodes"),
}


def build_draft(job: JobSection, findings: Findings) -> Draft | None:
    """Build the draft of a phase from one fio job; None when a setting of the job was refused."""
    settings = job.settings
    try:
        workload = _build_workload(job, findings)
        _add_difference_remarks(job, workload, findings)
        return Draft(
            line=job.line,
            name=settings["name"].value if "name" in settings else job.name,
            workload=workload,
            stop=_stop(job, workload, findings),
            ramp_seconds=read_seconds(job, "ramp_time"),
        )
    except FioSettingNotExpressible as problem:
        findings.refuse(problem.line, str(problem))
    except ValueError as problem:
        slots = _SLOTS.get(str(problem).partition(":")[0], ())
        line = next((get_line(job, slot) for slot in slots if slot in job.settings), job.line)
        findings.refuse(line, f"[{job.name}]: {problem}")
    return None


def _build_workload(job: JobSection, findings: Findings) -> Workload:
    pattern = get_text(job, "rw")
    read_percent = _read_percent(job, pattern)
    random_percent = _read_random_percent(job, pattern, read_percent, findings)
    threads = int(get_text(job, "numjobs"))
    offered = _read_offered_load(job, read_percent, threads)
    streams, span = _read_address_range(job, threads, random_percent, findings)
    blocks = _read_block_sizes(job, read_percent, findings)
    return Workload(
        block_sizes=blocks,
        read_percent=read_percent,
        random_percent=random_percent,
        threads=threads,
        queue_depth=_read_depth(job, findings),
        address_range=span,
        offered_iops=offered,
        distribution=_read_distribution(job, random_percent, findings),
        streams=streams,
        arrival=_read_arrival(job, offered, findings),
        block_align_bytes=_read_alignment(job, read_percent, blocks),
        compress_percent=int(get_text(job, "buffer_compress_percentage")),
        cpu_policy=_read_cpu_policy(job),
    )


def _read_percent(job: JobSection, pattern: str) -> float:
    if pattern not in ("rw", "readwrite", "randrw"):
        return 100.0 if pattern.endswith("read") else 0.0
    share = float(get_text(job, "rwmix"))
    written = "rwmix" in job.settings and job.settings["rwmix"].option.name == "rwmixwrite"
    return 100.0 - share if written else share


def _read_random_percent(job: JobSection, pattern: str, read_percent: float, findings: Findings) -> float:
    if pattern.startswith("rand"):
        return float(get_direction_value(job, "percentage_random", read_percent, "100"))
    if "percentage_random" in job.settings:
        line = get_line(job, "percentage_random")
        findings.drop(line, f"percentage_random: it has no effect on a sequential job such as [{job.name}]")
    return 0.0


def _read_block_sizes(job: JobSection, read_percent: float, findings: Findings) -> tuple[BlockSize, ...]:
    split = read_block_split(job, read_percent)
    if split is None:
        return (BlockSize(read_size(job, "bs", read_percent, _DEFAULT_BLOCK_BYTES)),)
    if "bs" in job.settings:
        findings.drop(get_line(job, "bs"), f"bs: it has no effect beside the bssplit of [{job.name}]")
    return tuple(BlockSize(block, percent) for block, percent in split)


def _read_depth(job: JobSection, findings: Findings) -> int:
    depth, engine = int(get_text(job, "iodepth")), get_text(job, "ioengine")
    line = get_line(job, "ioengine")
    if engine != "libaio" and not _is_polling(job):
        engine_text = f"ioengine={engine}" if "ioengine" in job.settings else f"fio's default engine {engine}"
        findings.change(line, f"{engine_text}: the lab sends requests with libaio")
    if engine in SYNCHRONOUS and depth > 1:
        findings.change(
            get_line(job, "iodepth"),
            f"iodepth={depth}: {engine} has one request in flight for each thread, so the queue depth is 1",
        )
        return 1
    return depth


def _is_polling(job: JobSection) -> bool:
    """Return whether a job polls for completions (`hipri`).

    Raises FioSettingNotExpressible for an I/O engine other than io_uring, the only engine of the lab that polls.
    """
    if "hipri" in job.settings and get_text(job, "ioengine") != "io_uring":
        raise FioSettingNotExpressible(
            get_line(job, "hipri"), "hipri: polling is expressible with ioengine=io_uring only"
        )
    return get_text(job, "hipri") == "1"


def _read_cpu_policy(job: JobSection) -> CpuPolicy | None:
    cpus = parse_cpu_list(get_text(job, "cpus_allowed")) or ()
    node = get_text(job, "numa_cpu_nodes")
    polling = _is_polling(job)
    if not cpus and not node and not polling:
        return None
    return CpuPolicy(cpus=cpus, numa_node=int(node) if node else None, polling=polling)


def _read_address_range(
    job: JobSection, threads: int, random_percent: float, findings: Findings
) -> tuple[int, AddressRange]:
    """Return the number of streams, and the part of the target that all streams together address."""
    offset, offset_percent = read_extent(job, "offset")
    covered, covered_percent = read_extent(job, "size")
    step, step_percent = read_extent(job, "offset_increment")
    streams = 1
    if threads == 1 and "offset_increment" in job.settings:
        line = get_line(job, "offset_increment")
        findings.drop(line, f"offset_increment: it has no effect, as [{job.name}] has one job")
    if threads > 1 and (step or step_percent):
        if random_percent or (step, step_percent) != (covered, covered_percent):
            raise FioSettingNotExpressible(
                get_line(job, "offset_increment"),
                "offset_increment: only sequential jobs that lie side by side are expressible, with an increment "
                "that is their size",
            )
        streams = threads
        covered = None if covered is None else covered * threads
        covered_percent = None if covered_percent is None else covered_percent * threads
    return streams, AddressRange(
        offset_bytes=offset or 0,
        size_bytes=covered or None,
        offset_percent=offset_percent or None,
        size_percent=covered_percent or None,
    )


def _read_offered_load(job: JobSection, read_percent: float, threads: int) -> int | None:
    """Return the offered load of all threads in IOPS from `rate_iops`; None without a limit.

    fio's rate is for each thread and for reads and writes apart. Raises FioSettingNotExpressible for rates that do not
    match the mix of reads.
    """
    setting = job.settings.get("rate_iops")
    if setting is None:
        return None
    reads, writes = (int(part or 0) for part in split_directions(setting.value) or ("", ""))
    if read_percent in (0.0, 100.0):
        rate = reads if read_percent else writes
        return rate * threads or None
    if abs(reads * (100 - read_percent) - writes * read_percent) > 1e-9:
        raise FioSettingNotExpressible(
            setting.line,
            f"rate_iops: {reads} reads and {writes} writes a second are not the mix of {read_percent:g} % reads: give "
            "rates in that proportion",
        )
    return (reads + writes) * threads


def _read_arrival(job: JobSection, offered: int | None, findings: Findings) -> Arrival:
    if get_text(job, "rate_process") == "linear":
        return "even"
    if offered is None:
        findings.drop(
            get_line(job, "rate_process"), f"rate_process: it has no effect, as [{job.name}] has no rate_iops"
        )
        return "even"
    return "poisson"


def _read_distribution(job: JobSection, random_percent: float, findings: Findings) -> RequestDistribution:
    given, line = get_text(job, "random_distribution"), get_line(job, "random_distribution")
    if given == "random":
        return RequestDistribution()
    if random_percent == 0:
        findings.drop(line, f"random_distribution: it has no effect on a sequential job such as [{job.name}]")
        return RequestDistribution()
    kind, _, rest = given.partition(":")
    try:
        if kind == "zoned":
            return RequestDistribution(kind="zoned", zones=_parse_zones(rest))
        return RequestDistribution(kind=_KINDS[kind], parameter=float(rest))
    except ValueError as problem:
        raise FioSettingNotExpressible(
            line, f"random_distribution={format_quotation(given)}: {format_quotation(str(problem))}"
        ) from None


def _parse_zones(given: str) -> tuple[tuple[float, float], ...]:
    """Parse random zones such as `60/10:40/90` as (percent of requests, percent of range).

    Raises ValueError.
    """
    pairs = [part.split("/") for part in given.split(":")]
    return tuple((float(access), float(span)) for access, span in pairs)


def _read_alignment(job: JobSection, read_percent: float, blocks: tuple[BlockSize, ...]) -> int | None:
    if "blockalign" not in job.settings:
        return None
    smallest = min(block.bytes for block in blocks)
    aligned = read_size(job, "blockalign", read_percent, smallest)
    return None if aligned == smallest else aligned


def _stop(job: JobSection, workload: Workload, findings: Findings) -> Mapping[str, Any]:
    """Return the stop rule of a phase: by time, or by the volume of every thread times its `loops`.

    Raises FioSettingNotExpressible for a volume that is not known as a part of the range.
    """
    limit = read_seconds(job, "runtime")
    if get_text(job, "time_based") == "1" and limit:
        return {"kind": "time", "seconds": limit}
    if get_text(job, "time_based") == "1":
        findings.change(get_line(job, "time_based"), "time_based: without runtime it has no effect, as in fio itself")
    passes = workload.threads * int(get_text(job, "loops")) / workload.streams
    volume, volume_percent = read_extent(job, "io_size")
    span = workload.address_range
    region = None if span.size_bytes is None else span.size_bytes / workload.streams
    if volume_percent is not None or (volume and region is None):
        raise FioSettingNotExpressible(
            get_line(job, "io_size"),
            "io_size: it must be known as a part of the range: give size and io_size in bytes",
        )
    if volume and region:
        passes *= volume / region
    return {"kind": "volume", "passes": passes, "seconds": limit or _LONGEST_SECONDS}


def _add_difference_remarks(job: JobSection, workload: Workload, findings: Findings) -> None:
    """Add a remark for each setting in which the lab runs a job differently from fio.

    A setting that the file has is named at its line, a default of fio once for the file.
    """
    idle = {
        *(() if workload.writes else ("refill_buffers",)),
        *(() if workload.random_percent else ("norandommap", "randrepeat", "random_generator")),
    }
    for slot, ours, default, words in _FIXED:
        setting = job.settings.get(slot)
        if slot in idle:
            continue
        if setting is not None:
            buffered = setting.option.name == "buffered"
            value = {"0": "1", "1": "0"}[setting.value] if buffered else setting.value
            if value != ours:
                findings.change(setting.line, f"{setting.option.name}={setting.value}: {words}")
        elif default != ours and slot not in _SILENT:
            findings.change_once(job.line, f"no {slot}: {words}")
