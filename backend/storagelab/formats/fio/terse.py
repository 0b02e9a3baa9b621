"""fio's terse output (`--minimal`), versions 3 to 5, in the form of its JSON documents."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from storagelab.domain.reading_limits import JOBS
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.output import LastDocument
from storagelab.engines.fio.parts import WarningList
from storagelab.formats.fio.printed_jobs import PartName, PrintedJob, PrintedLatency, PrintedPart
from storagelab.formats.fio.snapshots import select_last_snapshot
from storagelab.formats.text import clip, read_count, read_number

_LINE = re.compile(r"(?P<format>[345]);(?P<version>fio-[^;]*);.*")
#: Fields of a line in front of the directions, of a direction by format, and behind the directions.
_HEAD = 5
_BLOCK = {"3": 41, "4": 41, "5": 47}
_TAIL = 34
_PERCENTILES = slice(12, 32)
_DIRECTIONS: Mapping[tuple[str, int], tuple[PartName, ...]] = {
    ("3", 1): ("mixed",),
    ("3", 2): ("read", "write"),
    ("3", 3): ("read", "write", "mixed"),
    ("4", 1): ("mixed",),
    ("4", 3): ("read", "write", "trim"),
    ("4", 4): ("read", "write", "trim", "mixed"),
}
_SMALLEST_BLOCK = 512


def read_terse(text: str, notes: WarningList) -> LastDocument:
    """Parse the jobs of all terse lines of `text`; where fio printed several snapshots, those of the last one.

    A truncated last line is left out. Raises ParseFailed naming the line.
    """
    jobs: list[PrintedJob] = []
    versions: dict[str, None] = {}
    lines = text.split("\n")
    for position, line in enumerate(lines, start=1):
        match = _LINE.match(line)
        if match is None:
            continue
        job = _convert_job(line.rstrip("\r").split(";"), f"line {position}", notes)
        if job is None and position == len(lines):
            notes.add(f"truncated: line {position} ends in the middle of a job, which is left out")
        elif job is None:
            notes.add(f"line {position}: a job is left out, because fields are missing at its end")
        else:
            if len(jobs) >= JOBS.max_count:
                raise ParseFailed(f"line {position}", JOBS.exceeded())
            versions.setdefault(match["version"])
            jobs.append(job)
    if not jobs:
        raise ParseFailed(f"line {len(lines)}", "a whole terse line of fio")
    notes.add("terse output prints whole KiB, IOPS and microseconds: bytes, rates and percentiles are rounded down")
    version = next(iter(versions)) if len(versions) == 1 else None
    return LastDocument({"fio version": version, "jobs": select_last_snapshot(jobs, notes)})


def _convert_job(fields: list[str], place: str, notes: WarningList) -> PrintedJob | None:
    """Convert one line to a job of a document, None when fields are missing at its end."""
    width = _BLOCK[fields[0]]
    blocks = _count_directions(fields, width)
    if blocks is None:
        return None
    directions = _DIRECTIONS.get(("3" if fields[0] == "3" else "4", blocks))
    group, error = read_count(fields[3]), read_count(fields[4])
    if directions is None or group is None or error is None:
        raise ParseFailed(place, f"name, group, error and the directions of a job, not {clip(';'.join(fields), 60)!r}")
    job: PrintedJob = {"jobname": fields[2], "groupid": group, "error": error}
    for index, direction in enumerate(directions):
        block = fields[_HEAD + index * width : _HEAD + (index + 1) * width]
        job[direction] = _convert_direction(block, f"job {fields[2]}, {direction}", notes)
    tail = fields[_HEAD + blocks * width :]
    job["usr_cpu"], job["sys_cpu"] = (read_number(share.rstrip("%")) for share in tail[:2])
    return job


def _count_directions(fields: list[str], width: int) -> int | None:
    """Return the number of directions in a terse line; None for a short line.

    The directions end at the processor shares in percent.
    """
    for count in (1, 2, 3, 4):
        tail = fields[_HEAD + count * width :]
        shares = [*tail[:2], *tail[_TAIL - 1 : _TAIL]]
        if len(shares) == 3 and all(share.endswith("%") and "=" not in share for share in shares):
            return count
    return None


def _convert_direction(block: list[str], where: str, notes: WarningList) -> PrintedPart:
    """Convert one direction to the names of the JSON output; latencies are µs, as in JSON before 2.99."""
    kib, bandwidth, iops, runtime = (_parse_number(field, where, notes) for field in block[:4])
    part: PrintedPart = {"bw": bandwidth, "iops": iops, "runtime": runtime, "io_kbytes": kib}
    part["io_bytes"] = None if kib is None else int(kib) * 1024
    part["total_ios"] = None
    if kib is not None and iops is not None and runtime is not None:
        part["total_ios"] = _estimate_ios(int(kib), int(iops), int(runtime))
        if part["total_ios"]:
            notes.add(f"{where}: terse output has no number of I/Os, so it is computed from bytes, IOPS and run time")
    part["clat"] = _convert_latency(block[8:12], where, notes)
    part["lat"] = _convert_latency(block[32:36], where, notes)
    pairs = (field.split("%=") for field in block[_PERCENTILES] if "%=" in field)
    part["clat"]["percentile"] = {pair[0]: _parse_number(pair[1], where, notes) for pair in pairs}
    return part


def _convert_latency(fields: list[str], where: str, notes: WarningList) -> PrintedLatency:
    lowest, highest, mean, deviation = (_parse_number(text, where, notes) for text in fields)
    return {"min": lowest, "max": highest, "mean": mean, "stddev": deviation}


def _parse_number(text: str, where: str, notes: WarningList) -> float | None:
    value = read_number(text)
    if value is None:
        notes.add(f"{where}: {clip(text, 30)!r} is not a number and counts as unknown")
    return value


def _estimate_ios(kib: int, iops: int, runtime_ms: int) -> int:
    """Estimate the number of I/Os from the rounded IOPS and the bytes in KiB.

    Several numbers may give this rate. The result is the number that divides the bytes into whole sectors, if there is
    one; else the smallest.
    """
    fewest = math.ceil(iops * runtime_ms / 1000)
    maximum = max(math.ceil((iops + 1) * runtime_ms / 1000) - 1, fewest)
    if not fewest or maximum == fewest:
        return fewest
    low, high = 1024 * kib, 1024 * kib + 1023
    fitting = set()
    smallest = max(low // maximum // _SMALLEST_BLOCK, 1)
    for sectors in range(smallest, min(high // fewest // _SMALLEST_BLOCK, smallest + 64) + 1):
        block = sectors * _SMALLEST_BLOCK
        count = high // block
        if count * block >= low and fewest <= count <= maximum:
            fitting.add(count)
    return fitting.pop() if len(fitting) == 1 else fewest
