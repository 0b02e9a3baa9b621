"""Measurements of fio's JSON documents: one for each job of a document, with its requested load."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.analysis.parts import merge_parts
from storagelab.domain.reading_limits import JOBS, OPTIONS
from storagelab.domain.results import ObservedMeasurement
from storagelab.domain.samples import DIRECTIONS, Direction, ObservedPart
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.documents import make_readable
from storagelab.engines.fio.output import LastDocument, list_jobs, read_cpu_percent, read_error, read_options
from storagelab.engines.fio.parts import WarningList, read_number_field, read_part
from storagelab.formats.fio import options as values
from storagelab.formats.fio.workload import build_workload

#: Engines that finish one I/O before they begin the next, whatever depth was requested.
_SYNCHRONOUS = ("sync", "psync", "vsync", "pvsync", "pvsync2", "mmap")
_LATEST_MS = 32_503_680_000_000


@dataclass(frozen=True, slots=True)
class FioJobEntry:
    """One job of a document: its measurement, and the options that identify its own logs."""

    measurement: ObservedMeasurement
    options: Mapping[str, str]


def parse_job_entries(
    document: LastDocument, notes: WarningList, *, first_phase: int, job_file: Mapping[str, Mapping[str, str]]
) -> list[FioJobEntry]:
    """Return one entry for each job, idle ones included, without fio's own sum over hosts.

    The groups of a document ran one after another: the first has `first_phase`. `job_file` holds options by section,
    for jobs that state none. Raises ParseFailed for more jobs or options than are read.
    """
    jobs = list_jobs(document.value)
    if len(jobs) > JOBS.max_count:
        raise ParseFailed("its jobs", JOBS.exceeded(len(jobs)))
    shared = read_options(document.value.get("global options"))
    groups = {group: place for place, group in enumerate(sorted({_get_job_group(job) for job in jobs}))}
    names = Counter(_get_job_key(job) for job in jobs)
    started = _read_start_time(document.value, jobs) if len(groups) == 1 else None
    entries: list[FioJobEntry] = []
    count = 0
    for place, job in enumerate(jobs):
        own = read_options(job.get("job options"))
        if not own and not shared:
            own = dict(job_file.get(_get_job_name(job), {}))
        options = {**shared, **own} if own else shared
        count += len(options)
        if count > OPTIONS.max_count:
            raise ParseFailed(f"job {place + 1}", OPTIONS.exceeded())
        threads = _count_threads(options, job, alike=names[_get_job_key(job)], cut=document.cut, notes=notes)
        entries.append(
            FioJobEntry(
                _build_measurement(
                    job,
                    notes,
                    phase=first_phase + groups[_get_job_group(job)],
                    workload=build_workload(shared, own, threads=threads),
                    is_open=document.open_job and place == len(jobs) - 1,
                    started=started,
                ),
                options,
            )
        )
    return entries


def _build_measurement(
    job: Mapping[str, Any], notes: WarningList, *, phase: int, workload: Any, is_open: bool, started: dt.datetime | None
) -> ObservedMeasurement:
    name, host = _get_job_name(job), job.get("hostname")
    where = f"job {name}" if name else "a job without a name"
    parts = read_parts(job, where, notes)
    mixed = read_part(job.get("mixed"), f"{where}, mixed", notes)
    total = mixed if mixed is not None and not parts else merge_parts(list(parts.values()))
    job_start = job.get("job_start")
    return ObservedMeasurement(
        name=name,
        phase=phase,
        host=make_readable(host) if isinstance(host, str) else None,
        group=_get_job_group(job),
        workload=workload,
        runtime_s=_read_runtime_seconds(job, notes),
        error=read_error(job),
        parts=parts,
        # A direction of a truncated job may be missing, so the total over its directions is unknown.
        total=ObservedPart() if is_open else total,
        started_at=_convert_epoch_ms(job_start) if isinstance(job_start, int) else started,
        cpu=read_cpu_percent(job),
        note=_format_steady_verdict(job.get("steadystate")),
        badges=("truncated",) if is_open else (),
    )


def read_parts(job: Mapping[str, Any], where: str, notes: WarningList) -> dict[Direction, ObservedPart]:
    """Return the results of a fio job by direction, for the directions that did I/O.

    `where` names the job in warnings.
    """
    read = {direction: read_part(job.get(direction), f"{where}, {direction}", notes) for direction in DIRECTIONS}
    return {direction: part for direction, part in read.items() if part is not None}


def _count_threads(
    options: Mapping[str, str], job: Mapping[str, Any], *, alike: int, cut: bool, notes: WarningList
) -> int | None:
    """Return the number of threads that one job entry represents; None when unknown.

    With group_reporting the entry represents all clones of a job, else one thread. fio does not always print this
    option, but without it every clone has an entry of its own.
    """
    if not options:
        return None
    written = values.get_option(options, "numjobs")
    clones = 1 if written is None else values.parse_whole_number(written)
    if not clones:
        return None
    grouped = values.is_set(values.get_option(options, "group_reporting"))
    if clones > 1 and not grouped:
        if cut:
            return None
        grouped = alike < clones
    threads = clones if grouped else 1
    if grouped and _has_more_threads(job, threads):
        notes.add(
            f"job {_get_job_name(job)}: it represents its whole group, which has more threads than its own options "
            "state. Their number and loads are not in the file"
        )
        return None
    if _is_depth_capped(options):
        notes.add(f"job {_get_job_name(job)}: {options['ioengine']} has one I/O in flight, whatever its iodepth")
    return threads


def _has_more_threads(job: Mapping[str, Any], threads: int) -> bool:
    """Return whether the run times of a job show that it had more than `threads` threads.

    fio sums the run times over all threads of a group.
    """
    summed = read_number_field(job, "job_runtime", "", WarningList())
    longest = _read_runtime_seconds(job, WarningList())
    return bool(summed and longest) and (summed or 0) / 1000 > (threads + 0.5) * (longest or 0)


def _is_depth_capped(options: Mapping[str, str]) -> bool:
    depth = values.parse_whole_number(values.get_option(options, "iodepth"))
    return options.get("ioengine") in _SYNCHRONOUS and depth is not None and depth > 1


def _read_runtime_seconds(job: Mapping[str, Any], notes: WarningList) -> float | None:
    """Return the longest run time of a direction; `job_runtime` is the sum over all threads and no duration."""
    blocks = [job[key] for key in (*DIRECTIONS, "mixed") if isinstance(job.get(key), Mapping)]
    runtimes = [read_number_field(block, "runtime", f"job {_get_job_name(job)}", notes) for block in blocks]
    measured = [runtime for runtime in runtimes if runtime is not None]
    return max(measured) / 1000 if measured else None


def _format_steady_verdict(raw: object) -> str | None:
    """Return fio's own verdict as a sentence; the lab makes its own."""
    if not isinstance(raw, Mapping):
        return None
    attained = raw.get("attained")
    criterion = make_readable(str(raw.get("ss", "")))[:40]
    if attained not in (0, 1):
        return None
    return f"fio's own steady state ({criterion}) was {'attained' if attained else 'not attained'}"


def _read_start_time(document: Mapping[str, Any], jobs: Sequence[Mapping[str, Any]]) -> dt.datetime | None:
    """Return when the only group of a document began, to the second; None before 2.2.9."""
    stamp = document.get("timestamp")
    elapsed = jobs[0].get("elapsed") if jobs else None
    return _convert_epoch_ms(1000 * (stamp - elapsed)) if isinstance(stamp, int) and isinstance(elapsed, int) else None


def _convert_epoch_ms(ms: int) -> dt.datetime | None:
    return dt.datetime.fromtimestamp(ms / 1000, dt.UTC) if 0 < ms < _LATEST_MS else None


def _get_job_name(job: Mapping[str, Any]) -> str:
    return make_readable(str(job.get("jobname", "")))


def _get_job_group(job: Mapping[str, Any]) -> int:
    group = job.get("groupid")
    return group if isinstance(group, int) and 0 <= group < 2**31 else 0


def _get_job_key(job: Mapping[str, Any]) -> tuple[str, str, int]:
    return str(job.get("hostname")), _get_job_name(job), _get_job_group(job)
