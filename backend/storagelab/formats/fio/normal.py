"""Normal output of fio, as far as it is unambiguous, in the form of its JSON documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from storagelab.domain.reading_limits import JOBS, TEXT_LINE_CHARACTERS
from storagelab.domain.results import ObservedWorkload
from storagelab.domain.samples import DIRECTIONS
from storagelab.domain.workload import BlockSize
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.output import LastDocument
from storagelab.engines.fio.parts import WarningList
from storagelab.formats.fio.printed_jobs import LatencyName, PartName, PrintedJob, PrintedLatency, PrintedPart
from storagelab.formats.fio.snapshots import select_last_snapshot
from storagelab.formats.text import read_number

_REQUEST = re.compile(
    r"(?P<name>.+?): \(g=(?P<group>\d{1,9})\): rw=(?P<rw>\w+), bs=(?P<bs>.*), "
    r"ioengine=[^,]+, iodepth=(?P<depth>\d{1,9})"
)
_JOB = re.compile(
    r"(?P<name>.+): \(groupid=(?P<group>\d{1,9}), jobs=(?P<jobs>\d{1,9})\): err=\s*(?P<error>\d{1,9})\b.*"
)
_NEW_RATES = re.compile(
    r"\s+(?P<direction>read|write|trim|mixed)\s*: IOPS=\S+, BW=(?P<bw>\S+?)(?:/s)? \(\S+\)"
    r"\((?P<io>\S+)/(?P<ms>\d{1,15})msec\).*"
)
_OLD_RATES = re.compile(
    r"\s+(?P<direction>read|write|trim|mixed)\s*: io=(?P<io>\S+), bw=(?P<bw>\S+)/s, iops=\S+, "
    r"runt=\s*(?P<ms>\d{1,15})msec"
)
#: An unknown direction: the lines below it must not count for the one above.
_OTHER_RATES = re.compile(r"\s+(?:read|write|trim|mixed)\s*: ")
_LATENCY = re.compile(
    r"\s+(?P<of>slat|clat|lat)\s*\((?P<unit>[num]sec)\)\s*: min=\s*(?P<min>\S+), max=\s*(?P<max>\S+?)\s*, "
    r"avg=\s*(?P<avg>[^,]+), stdev=\s*(?P<stdev>\S+)"
)
_PERCENTILES = re.compile(r"\s++(?P<of>.*?) percentiles \((?P<unit>[num]sec)\):")
_PERCENTILE = re.compile(r"(\d{1,3}\.\d{1,9})th=\[\s*(\d{1,15})\]")
_ISSUED = re.compile(
    r"\s+issued\s*+(?:rwts?)?\s*+: total=(?:r=)?(\d{1,15})(?:,|/w=)(\d{1,15})(?:,|/d=)(\d{1,15})(?:,\d+)?,?\s+"
    r"short=(?:r=)?(\d{1,15})(?:,|/w=)(\d{1,15})(?:,|/d=)(\d{1,15})\b.*"
)
_CPU = re.compile(r"\s+cpu\s*: usr=(\d+\.\d+)%, sys=(\d+\.\d+)%.*")
_VERSION = re.compile(r"fio-\d[\w.-]*")
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)([kKMGTP]?)(i?)[Bb]?")
_UNITS_NS = {"nsec": 1, "usec": 1_000, "msec": 1_000_000}
_SECTOR = 512


@dataclass(frozen=True, slots=True)
class PrintedRequest:
    """Request in the first lines of a job's text; sizes by direction in bytes, None where they vary."""

    rw: str
    depth: int
    sizes: tuple[int | None, ...]


def read_normal(text: str, notes: WarningList) -> tuple[LastDocument, list[ObservedWorkload]]:
    """Parse the jobs of the text and their workloads; where it has several snapshots, those of the last one.

    A truncated last job is left out. Raises ParseFailed naming the line when there is no complete one.
    """
    lines = text.split("\n")
    # No line of fio is longer: in one that is, patterns would come back to each of its characters many times.
    too_long = [place for place, line in enumerate(lines) if len(line) > TEXT_LINE_CHARACTERS]
    for place in too_long:
        lines[place] = ""
    if too_long:
        notes.add(f"line {too_long[0] + 1} has more than {TEXT_LINE_CHARACTERS:,} characters and was left out")
    requests: dict[tuple[str, int], PrintedRequest | None] = {}
    jobs: list[PrintedJob] = []
    version = None
    for position, raw in enumerate(lines[:-1]):
        line = raw.rstrip("\r")
        if match := _REQUEST.match(line):
            key = match["name"], int(match["group"])
            this = PrintedRequest(match["rw"], int(match["depth"]), _parse_sizes(match["bs"]))
            requests[key] = this if requests.get(key, this) == this else None
        elif match := _JOB.fullmatch(line):
            job = _parse_job(match, lines, position + 1, requests.get((match["name"], int(match["group"]))))
            if len(jobs) >= JOBS.max_count:
                raise ParseFailed(f"line {position + 1}", JOBS.exceeded())
            if job is not None:
                jobs.append(job)
        elif _VERSION.fullmatch(line):
            version = line
    if "Run status group" not in text:
        notes.add(f"truncated: the text ends at line {len(lines)}, before its totals, so only complete jobs count")
    if not jobs:
        raise ParseFailed(f"line {len(lines)}", "the results of a job (`... issued rwts: total=`), but there are none")
    notes.add("normal output prints rounded figures: only I/Os and run times, and what follows from them, are exact")
    last = select_last_snapshot(jobs, notes)
    workloads = [_build_workload(requests.get((job["jobname"], job["groupid"])), job["threads"]) for job in last]
    return LastDocument({"fio version": version, "jobs": last}), workloads


def _parse_job(
    header: re.Match[str], lines: Sequence[str], begin: int, request: PrintedRequest | None
) -> PrintedJob | None:
    """Parse the lines from `begin`, after the header of a job, up to its numbers of I/Os.

    None when these numbers are missing.
    """
    job: PrintedJob = {"jobname": header["name"], "groupid": int(header["group"]), "error": int(header["error"])}
    job["threads"] = int(header["jobs"])
    part: PrintedPart = {}
    percentiles: dict[str, float | None] | None = None
    unit = 1
    for place in range(begin, len(lines) - 1):
        line = lines[place]
        if _JOB.fullmatch(line):
            return None
        if match := _NEW_RATES.match(line) or _OLD_RATES.match(line):
            part = job[cast("PartName", match["direction"])] = _parse_rates(match, new="IOPS=" in line)
        elif _OTHER_RATES.match(line):
            part, percentiles = {}, None
        elif match := _LATENCY.match(line):
            part[cast("LatencyName", f"{match['of']}_ns")] = _parse_latency(match)
        elif match := _PERCENTILES.match(line):
            # Under a priority or an fsync they are not of all I/Os.
            unit = _UNITS_NS[match["unit"]]
            block = part.get(cast("LatencyName", f"{match['of'].strip()}_ns"))
            percentiles = None if block is None else block.setdefault("percentile", {})
        elif percentiles is not None and "th=[" in line:
            percentiles |= {percent: int(value) * unit for percent, value in _PERCENTILE.findall(line)}
        elif match := _CPU.match(line):
            job["usr_cpu"], job["sys_cpu"] = float(match[1]), float(match[2])
        elif match := _ISSUED.match(line):
            _count(job, [int(number) for number in match.groups()], request)
            return job
    return None


def _parse_rates(match: re.Match[str], *, new: bool) -> PrintedPart:
    size, bandwidth = _parse_amount(match["io"], new=new), _parse_amount(match["bw"], new=new)
    return {
        "io_bytes": None if size is None else round(size),
        "io_kbytes": None,
        "bw_bytes": bandwidth,
        "runtime": int(match["ms"]),
    }


def _count(job: PrintedJob, issued: list[int], request: PrintedRequest | None) -> None:
    """Set the exact numbers of I/Os in `job` and derive exact rates from them.

    The exact values replace rounded ones. With one request size the bytes become exact too.
    """
    for index, direction in enumerate(DIRECTIONS):
        if direction in job:
            size = request.sizes[index] if request is not None and not issued[3 + index] else None
            _set_ios(job[direction], issued[index], size)
    if "mixed" in job:
        _set_ios(job["mixed"], sum(issued[:3]), None)


def _set_ios(part: PrintedPart, ios: int, size: int | None) -> None:
    runtime_ms = part["runtime"]
    part["total_ios"] = ios
    part["iops"] = 1000 * ios / runtime_ms if runtime_ms else None
    if size is not None:
        part["io_bytes"] = ios * size
        part["bw_bytes"] = 1000 * ios * size / runtime_ms if runtime_ms else None


def _parse_latency(match: re.Match[str]) -> PrintedLatency:
    """Parse the statistics (min, max, mean, stddev) of one printed latency in ns.

    Beyond six digits fio prints thousands, as in `1234k`.
    """
    unit = _UNITS_NS[match["unit"]]
    return {
        "min": _scale(_parse_amount(match["min"], new=False, kilo=1000), unit),
        "max": _scale(_parse_amount(match["max"], new=False, kilo=1000), unit),
        "mean": _scale(read_number(match["avg"]), unit),
        "stddev": _scale(read_number(match["stdev"]), unit),
    }


def _scale(value: float | None, unit: int) -> float | None:
    return None if value is None else value * unit


def _parse_amount(text: str, *, new: bool, kilo: int = 1024) -> float | None:
    """Convert `147MiB` to bytes; None for bits and other text.

    `147MB` is in thousands since fio prints both (`new`).
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return None
    base = 1024 if match[3] else 1000 if new else kilo
    return float(match[1]) * float(base ** " KMGTP".index(match[2].upper() or " "))


def _parse_sizes(text: str) -> tuple[int | None, ...]:
    """Parse the one request size of each direction, from `(R) 4096B-4096B, ...` or, before 3.0, `4K-4K/4K-4K/4K-4K`."""
    ranges = re.findall(r"(?:\([RWT]\) )?([\w.]+)-([\w.]+)(?:, |/|$)", text)
    sizes = [_parse_whole_size(low) if low == high else None for low, high in ranges]
    return tuple(sizes) if len(sizes) == len(DIRECTIONS) else (None,) * len(DIRECTIONS)


def _parse_whole_size(text: str) -> int | None:
    """Return a size in bytes that fio did not round; None unless it is whole sectors."""
    size = _parse_amount(text, new=False)
    return int(size) if size and size % _SECTOR == 0 else None


def _build_workload(request: PrintedRequest | None, threads: int) -> ObservedWorkload:
    """Return the workload from a printed request; without one only the threads are known.

    The text lacks the share of reads in a mix. It has request sizes only where there is a single size.
    """
    if request is None:
        return ObservedWorkload(threads=threads)
    kind = request.rw.removeprefix("rand")
    pure = kind in DIRECTIONS
    sizes = {request.sizes[DIRECTIONS.index(kind)]} if kind in DIRECTIONS else {*request.sizes}
    size = sizes.pop() if len(sizes) == 1 else None
    return ObservedWorkload(
        block_sizes=(BlockSize(size),) if size else None,
        read_percent=(100.0 if kind == "read" else 0.0) if pure else None,
        random_percent=0.0 if request.rw == kind else 100.0,
        queue_depth=request.depth or None,
        threads=threads,
    )
