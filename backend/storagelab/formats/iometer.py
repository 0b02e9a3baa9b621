"""Result CSV of Iometer, 2003 to 1.1: one measurement for each specification and queue depth.

Measurements are read from the ALL row. Columns are mapped by their names, which changed over the versions. `MBps`
without a word about it is 2**20 bytes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from storagelab.analysis.coarse_buckets import Bucket, interpolate_percentiles
from storagelab.domain.reading_limits import COLUMNS, SPECIFICATION_SIZES
from storagelab.domain.results import ObservedMeasurement, ObservedWorkload, ParsedResult
from storagelab.domain.samples import Direction, LatencyStatistics, ObservedPart
from storagelab.domain.units import MIB
from storagelab.domain.workload import BlockSize
from storagelab.formats.base import UNVERIFIED, Claim, ParseFailed, SourceFile
from storagelab.formats.text import clip, decode_text, read_count, read_number, split_lines

name = "iometer"

#: The version of which there is a real file to check against.
_VERIFIED = "2008.06.18"
_RESULT_COLUMNS = frozenset({"target type", "access specification name", "iops"})
_BANDWIDTH_COLUMNS = (
    ("{}mbps (decimal)", 1e6),
    ("{}mbps (binary)", MIB),
    ("{}mibps (binary)", MIB),
    ("{}mbps", MIB),
)
_NS_PER_MS = 1e6
_NS = {"us": 1e3, "ms": 1e6, "s": 1e9}
_BUCKET = re.compile(r"(?:(?P<low>[0-9.]+) to (?P<high>[0-9.]+)|>= (?P<last>[0-9.]+)) (?P<unit>us|ms|s)")
_PARTS: tuple[tuple[Direction, str, str], ...] = (("read", "read", "bytes read"), ("write", "write", "bytes written"))


@dataclass(slots=True)
class _File:
    """Accumulated content of one file. `missing` is the line of a results header whose ALL row is still to come."""

    member: str
    version: str | None = None
    description: str | None = None
    specifications: dict[str, ObservedWorkload] = field(default_factory=dict)
    measurements: list[ObservedMeasurement] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    missing: int | None = None
    #: Specifications with more request sizes than are read; they are unknown.
    too_long: set[str] = field(default_factory=set)


def claim(members: Sequence[SourceFile]) -> list[Claim]:
    """Return one claim for every file that begins like a result file of Iometer."""
    return [Claim(member.name, (member,)) for member in members if _is_iometer(member)]


def read(claim: Claim) -> Iterator[ParsedResult]:
    """Yield the result of one Iometer file.

    Raises ParseFailed when the file has no result of all managers together.
    """
    (member,) = claim.members
    text, warning = decode_text(member.read())
    file = _File(member.name, warnings=[warning] if warning else [])
    lines = split_lines(text)
    _read_lines(file, lines)
    if file.missing is not None:
        file.warnings.append(f"truncated: the results at line {file.missing} have no ALL row")
    if lines[-1].strip():
        file.warnings.append(f"truncated: the file ends within line {len(lines)}. Everything before it was read")
    if not file.measurements:
        raise ParseFailed(f"{member.name}, line {file.missing or len(lines)}", "an ALL row with all columns")
    if file.version != _VERIFIED:
        file.warnings.append(
            f"{UNVERIFIED}: never tested with a real result of Iometer {file.version or 'of this version'}, "
            f"only of {_VERIFIED}"
        )
    yield ParsedResult(
        format=name,
        version=file.version,
        title=file.description or member.name,
        members=(member.name,),
        measurements=tuple(file.measurements),
        warnings=tuple(dict.fromkeys(file.warnings)),
    )


def _is_iometer(member: SourceFile) -> bool:
    text, _ = decode_text(member.head())
    for line in split_lines(text)[:200]:
        plain = line.strip().lstrip("'\"").lower()
        if plain.startswith(("test type,test description", "test type;test description", "test type\ttest desc")):
            return True
        if plain.startswith("target type") and _index_columns(line, _find_separator(line)).keys() >= _RESULT_COLUMNS:
            return True
    return False


def _read_lines(file: _File, lines: Sequence[str]) -> None:
    """Parse the sections of an Iometer file and add their content to `file`.

    A line with an apostrophe names the columns of the lines after it.
    """
    separator = next(
        (_find_separator(line) for line in lines if _parse_section_name(line).startswith("target type")), ","
    )
    section = ""
    columns: dict[str, int] = {}
    width = 0
    specification: str | None = None
    for number, line in enumerate(lines, start=1):
        key = _parse_section_name(line)
        if key:
            section, columns = key, _index_columns(line, separator)
            width = max(columns.values(), default=0) + 1
            if width > COLUMNS.max_count:
                raise ParseFailed(f"{file.member}, line {number}", COLUMNS.exceeded(width))
            if key.startswith("target type"):
                file.missing = number
            continue
        fields = _split_fields(line, separator)
        if not any(fields):
            continue
        if number == len(lines):
            # Nothing ends the last line, so its last field may be cut.
            fields[-1] = ""
        if section.startswith("version"):
            file.version = clip(fields[0], 40) or None
        elif section.startswith("test type"):
            file.description = clip(separator.join(fields[1:]), 100) or None
        elif section.startswith("access specification name"):
            specification = fields[0].strip()
        elif section.startswith("size") and specification is not None:
            _add_specification_line(file, specification, columns, fields)
        elif section.startswith("target type") and fields[0].strip() == "ALL":
            _add_result(file, number, columns, width, fields, last=number == len(lines))


def _parse_section_name(line: str) -> str:
    """Return the name that a line with a leading apostrophe announces, in lower case; it may be in quotes."""
    plain = line.strip().lstrip('"')
    return plain[1:].lower() if plain.startswith("'") else ""


def _find_separator(line: str) -> str:
    """Return the column separator of a header line: a comma, a semicolon or a tab.

    Spreadsheets in some countries replace the comma.
    """
    rest = line.strip().lstrip("'\"")[len("target type") :].lstrip('"')
    return rest[:1] if rest[:1] in (";", "\t") else ","


def _split_fields(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _index_columns(line: str, separator: str) -> dict[str, int]:
    names = [" ".join(field.strip().lstrip("'").lower().split()) for field in _split_fields(line, separator)]
    return {column: place for place, column in reversed(list(enumerate(names)))}


def _add_specification_line(file: _File, specification: str, columns: Mapping[str, int], fields: Sequence[str]) -> None:
    """Add one line of an access specification; its lines are mixed by their shares."""

    def read_column_number(column: str) -> float | None:
        place = columns.get(column)
        return read_number(fields[place]) if place is not None and place < len(fields) else None

    size, share = read_column_number("size"), read_column_number("% of size")
    reads, random = read_column_number("% reads"), read_column_number("% random")
    if not size or not share or reads is None or random is None:
        return
    if size < 0 or min(share, reads, random) < 0 or max(share, reads, random) > 100:
        return
    before = file.specifications.get(specification)
    sizes = {one.bytes: one.percent for one in (before.block_sizes if before else None) or ()}
    if sum(sizes.values()) + share > 100.5:
        # The specification is written again before each test, and shares are rounded.
        before, sizes = None, {}
    if len(sizes) >= SPECIFICATION_SIZES.max_count or specification in file.too_long:
        file.too_long.add(specification)
        file.specifications.pop(specification, None)
        file.warnings.append(f"{clip(specification, 60)}: expected {SPECIFICATION_SIZES.exceeded()}, so it is unknown")
        return
    sizes[round(size)] = min(100.0, sizes.get(round(size), 0.0) + share)
    file.specifications[specification] = ObservedWorkload(
        block_sizes=tuple(BlockSize(*one) for one in sizes.items()),
        read_percent=min(100.0, ((before.read_percent or 0.0) if before else 0.0) + share * reads / 100),
        random_percent=min(100.0, ((before.random_percent or 0.0) if before else 0.0) + share * random / 100),
    )


def _add_result(
    file: _File, number: int, columns: Mapping[str, int], width: int, fields: Sequence[str], *, last: bool
) -> None:
    if len(fields) < width or any(fields[width:]):
        # A row of another width would put figures under the wrong names. Spreadsheets add empty fields.
        if not last:
            file.warnings.append(f"line {number} has {len(fields)} fields for {width} columns and was left out")
        return
    row = {column: fields[place] for column, place in columns.items()}
    file.missing = None
    specification = row.get("access specification name", "").strip()
    requested = file.specifications.get(specification, ObservedWorkload())
    parts = {
        direction: part
        for direction, prefix, bytes_column in _PARTS
        if (part := _build_part(row, f"{prefix} ", f"{prefix} i/os", bytes_column)).iops
    }
    total = _build_total(row)
    errors = read_count(row.get("errors", "")) or 0
    utilisation = read_number(row.get("% cpu utilization", ""))
    file.measurements.append(
        ObservedMeasurement(
            name=specification or "All",
            phase=len(file.measurements),
            workload=ObservedWorkload(
                block_sizes=requested.block_sizes,
                read_percent=requested.read_percent,
                random_percent=requested.random_percent,
                queue_depth=read_count(row.get("queue depth", "")) or None,
                threads=read_count(row.get("# workers", "")) or None,
            ),
            runtime_s=total.runtime_s,
            error=f"{errors} I/O error{'s' if errors > 1 else ''}" if errors else None,
            parts=parts,
            total=total,
            cpu={"host_percent": utilisation} if utilisation is not None and utilisation >= 0 else {},
        )
    )


def _build_total(row: Mapping[str, str]) -> ObservedPart:
    """Return the printed result of a row over all directions together.

    Its counts are the sums of reads and writes.
    """
    counts = [read_count(row.get(column, "")) for column in ("read i/os", "write i/os", "bytes read", "bytes written")]
    present = [count for count in counts if count is not None]
    if len(present) < len(counts):
        return _build_part(row, "", "", "")
    sums = {"all i/os": str(present[0] + present[1]), "all bytes": str(present[2] + present[3])}
    return _build_part({**row, **sums}, "", "all i/os", "all bytes")


def _build_part(row: Mapping[str, str], prefix: str, ios_column: str, bytes_column: str) -> ObservedPart:
    """Return the result of one direction in a row, whose columns begin with `prefix` (`read `).

    An empty `prefix` gives the result of all directions. Idle directions have no latency.
    """
    iops = _read_positive_number(row, f"{prefix}iops")
    ios, moved = read_count(row.get(ios_column, "")), read_count(row.get(bytes_column, ""))
    busy = bool(iops)
    mean = _read_positive_number(row, f"average {prefix}response time") if busy else None
    maximum = _read_positive_number(row, f"maximum {prefix}response time") if busy else None
    percentiles = (
        interpolate_percentiles(_read_latency_buckets(row), maximum * _NS_PER_MS if maximum else None)
        if not prefix
        else {}
    )
    return ObservedPart(
        ios=ios,
        bytes=moved,
        iops=iops,
        bandwidth_bytes_per_s=_read_throughput(row, prefix),
        runtime_s=ios / iops if ios and iops else None,
        latency=LatencyStatistics(
            n=ios,
            mean=round(mean * _NS_PER_MS, 3) if mean is not None else None,
            max=round(maximum * _NS_PER_MS, 3) if maximum is not None else None,
        ),
        percentiles_ns=percentiles,
        percentiles_of="lat" if percentiles else None,
        percentiles_estimated=bool(percentiles),
    )


def _read_throughput(row: Mapping[str, str], prefix: str) -> float | None:
    for column, unit in _BANDWIDTH_COLUMNS:
        value = _read_positive_number(row, column.format(prefix))
        if value is not None:
            return round(value * unit, 3)
    return None


def _read_latency_buckets(row: Mapping[str, str]) -> list[Bucket]:
    """Return the latency columns of 1.1 (`0.5 to 1 mS`) in ns; empty when one of them cannot be read."""
    buckets: list[Bucket] = []
    for column, text in row.items():
        match = _BUCKET.fullmatch(column)
        if match is None:
            continue
        low, high = read_number(match["low"] or match["last"]), read_number(match["high"] or "")
        count = read_count(text)
        if low is None or count is None:
            return []
        unit = _NS[match["unit"]]
        buckets.append((low * unit, high * unit if high is not None else None, count))
    return sorted(buckets, key=lambda bucket: bucket[0])


def _read_positive_number(row: Mapping[str, str], column: str) -> float | None:
    """Return a figure unless it is negative: -1 marks a value on which the workers do not agree."""
    value = read_number(row.get(column, ""))
    return value if value is not None and value >= 0 else None
