"""Text results of CrystalDiskMark 3 to 9, and of KDiskMark, which prints the same lines.

One measurement for each printed line. The figure is the best of several runs, which a badge shows. MB is 10**6 bytes,
as the text itself states; a size in KB is 1024 bytes, as MB/s and IOPS of version 3 show. The sizes of sequential tests
without one in their line are unknown: they differ between versions. 0.000 MB/s is a test that was not run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from storagelab.domain.results import ObservedMeasurement, ObservedWorkload, ParsedResult
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.domain.units import GIB, KIB, MIB
from storagelab.domain.workload import BlockSize
from storagelab.formats.base import UNVERIFIED, Claim, ParseFailed, SourceFile
from storagelab.formats.text import clip, decode_text, read_number, split_lines

name = "crystaldiskmark"

BEST_OF_N = "best_of_n"
#: Tool and major version of which there are real texts to check against.
_VERIFIED = (("CrystalDiskMark", "3"), ("CrystalDiskMark", "8"))
_HEADER = re.compile(
    r"(?P<tool>CrystalDiskMark) (?P<version>[0-9][0-9A-Za-z.]*)(?P<edition>.*?)(?: \(C\)|$)"
    r"|(?P<other>KDiskMark) \((?P<other_version>[0-9A-Za-z.]+)\)"
)
_SECTION = re.compile(r"\[(?P<direction>Read|Write|Mix)\](?: Read (?P<reads>[0-9]{1,3})%/Write [0-9]{1,3}%)?")
#: On lines whose blanks are collapsed to one.
_LINE = re.compile(
    r"(?P<label>(?P<order>Sequential|Random|SEQ|RND)(?: (?P<direction>Read|Write))?"
    r"(?: (?P<size>[0-9]{1,6}) ?(?P<unit>[KMG]i?B))?(?: \((?P<queue>[^()]*)\))?) ?: ?"
    r"(?P<rate>[0-9.,]+) MB/s(?: ?\[ ?(?P<iops>[0-9.,]+) IOPS ?\])?(?: ?< ?(?P<latency>[0-9.,]+) (?:us|μs|µs) ?>)?"
)
_QUEUE = re.compile(r"QD?= ?([0-9]{1,6})")
_THREADS = re.compile(r"T= ?([0-9]{1,6})")
_DETAIL = re.compile(r"(?P<name>Test|Mode|Time|Date|OS|Comment|Profile) ?: ?(?P<value>.*)")
_RUNS = re.compile(r"\(x([0-9]{1,4})\)")
_MEASURE = re.compile(r"Measure ([0-9]{1,6}) sec")
_UNITS = {"K": KIB, "M": MIB, "G": GIB}
_MAX_LINE = 400


@dataclass(slots=True)
class _Text:
    """One result within a file."""

    tool: str
    version: str
    edition: str
    line: int
    measurements: list[ObservedMeasurement] = field(default_factory=list)
    details: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    disagrees: bool = False


def claim(members: Sequence[SourceFile]) -> list[Claim]:
    """Return a claim for every file with a CrystalDiskMark header and one of its result lines."""
    return [Claim(member.name, (member,)) for member in members if _is_result(member)]


def read(claim: Claim) -> Iterator[ParsedResult]:
    """Yield every result in a file, which may contain several in sequence.

    Raises ParseFailed when no result has a measured line.
    """
    (member,) = claim.members
    text, warning = decode_text(member.read())
    lines = split_lines(text)
    results = _parse_results(lines)
    if not any(result.measurements for result in results):
        line = results[0].line if results else 1
        raise ParseFailed(f"{member.name}, line {line}", "result lines such as SEQ 1MiB (Q= 8, T= 1): 2470.084 MB/s")
    for result in results:
        if not result.measurements:
            continue
        if "OS" not in result.details:
            result.warnings.append("truncated: the text does not end with the OS it ran on")
        if (result.tool, result.version.split(".")[0]) not in _VERIFIED:
            result.warnings.append(
                f"{UNVERIFIED}: never tested with a real text of {result.tool} {result.version.split('.')[0]}"
            )
        date = result.details.get("Date")
        yield ParsedResult(
            format=name,
            version=result.version,
            title=clip(f"{result.tool} {result.version}{result.edition}{f', {date}' if date else ''}", 120),
            members=(member.name,),
            measurements=tuple(_iterate_with_conditions(result)),
            warnings=tuple(dict.fromkeys([*([warning] if warning else []), *result.warnings])),
        )


def _is_result(member: SourceFile) -> bool:
    text, _ = decode_text(member.head())
    if "DiskMark" not in text or "MB/s" not in text:
        return False
    lines = [_normalise_line(line) for line in split_lines(text)]
    return any(_HEADER.search(line) for line in lines) and any(_LINE.fullmatch(line) for line in lines)


def _parse_results(lines: Sequence[str]) -> list[_Text]:
    results: list[_Text] = []
    direction: str | None = None
    reads: float | None = None
    for number, raw in enumerate(lines, start=1):
        line = _normalise_line(raw)
        header = _HEADER.search(line) if "DiskMark" in line else None
        if header is not None:
            edition = header["edition"] or ""
            version = header["version"] or header["other_version"]
            results.append(_Text(header["tool"] or header["other"], version, edition, number))
            direction = reads = None
        if header is not None or not results:
            continue
        result = results[-1]
        section, detail, match = _SECTION.fullmatch(line), _DETAIL.fullmatch(line), _LINE.fullmatch(line)
        if section is not None:
            direction, reads = section["direction"], read_number(section["reads"] or "")
        elif match is not None:
            measurement = _parse_measurement(match, direction, reads, phase=len(result.measurements))
            if measurement is not None:
                result.measurements.append(measurement)
                _check(result, number, measurement)
                continue
        if section is None and detail is not None:
            result.details.setdefault(detail["name"], clip(detail["value"]))
        elif " MB/s" in line and not line.startswith("*"):
            result.warnings.append(f"line {number} was not understood and left out: {clip(line, 60)!r}")
    return results


def _parse_measurement(
    match: re.Match[str], section: str | None, reads: float | None, *, phase: int
) -> ObservedMeasurement | None:
    """Return the measurement of one line.

    Returns None when the direction (reads or writes) is unknown, or when a figure in it is impossible.
    """
    direction = match["direction"] or section
    if direction is None:
        return None
    queue = match["queue"] or ""
    depth, threads = _QUEUE.search(queue), _THREADS.search(queue)
    size = int(match["size"]) * _UNITS[match["unit"][0]] if match["size"] else None
    random = match["order"] in ("Random", "RND")
    part = _parse_part(match)
    if part is None or (reads is not None and not 0 <= reads <= 100):
        return None
    return ObservedMeasurement(
        name=match["label"] if match["direction"] else f"{match['label']} {direction.lower()}",
        phase=phase,
        workload=ObservedWorkload(
            block_sizes=(BlockSize(size),) if size else None,
            read_percent={"Read": 100.0, "Write": 0.0}.get(direction, reads),
            random_percent=100.0 if random else 0.0,
            queue_depth=int(depth[1]) or None if depth else None,
            threads=int(threads[1]) or None if threads else None,
        ),
        parts={"read": part} if direction == "Read" else {"write": part} if direction == "Write" else {},
        total=part,
    )


def _parse_part(match: re.Match[str]) -> ObservedPart | None:
    """Return the figures of one line; None when one of them is not a number."""
    rate = read_number(match["rate"])
    iops = read_number(match["iops"]) if match["iops"] else None
    latency = read_number(match["latency"]) if match["latency"] else None
    if rate is None or (match["iops"] and iops is None) or (match["latency"] and latency is None):
        return None
    if rate == 0:
        return ObservedPart()
    return ObservedPart(
        iops=iops,
        bandwidth_bytes_per_s=round(rate * 1e6, 3),
        latency=LatencyStatistics(mean=round(latency * 1e3, 3) if latency else None),
    )


def _check(result: _Text, number: int, measurement: ObservedMeasurement) -> None:
    """Add a warning to `result` when MB/s and IOPS of a line contradict the block size.

    The reason is that KDiskMark divides KiB by 1000. There is one warning for each result.
    """
    total, sizes = measurement.total, measurement.workload.block_sizes
    if not total.iops or not total.bandwidth_bytes_per_s or not sizes or total.iops < 100:
        return
    ratio = total.bandwidth_bytes_per_s / (total.iops * sizes[0].bytes)
    if abs(ratio - 1) > 0.01 and not result.disagrees:
        result.disagrees = True
        result.warnings.append(
            f"line {number}: MB/s and IOPS do not agree, the MB/s are {ratio:.3f} of IOPS times size. Both are kept as "
            "printed"
        )


def _iterate_with_conditions(result: _Text) -> Iterator[ObservedMeasurement]:
    """Yield each measurement with the test conditions of the whole result.

    The lines below the measurements contain these conditions.
    """
    runs = _RUNS.search(result.details.get("Test", ""))
    seconds = _MEASURE.search(result.details.get("Time", ""))
    one_run = runs is not None and int(runs[1]) == 1
    note = "one run" if one_run else f"best of {runs[1]} runs" if runs else "best of several runs"
    comment = result.details.get("Comment")
    for one in result.measurements:
        yield replace(
            one,
            runtime_s=float(seconds[1]) if seconds else None,
            note=f"{note}; {comment}" if comment else note,
            badges=() if one_run else (BEST_OF_N,),
        )


def _normalise_line(line: str) -> str:
    """Return a line with its blanks collapsed, cut at the longest line of any result."""
    return " ".join(line[:_MAX_LINE].split())
