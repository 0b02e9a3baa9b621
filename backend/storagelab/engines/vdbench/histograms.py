"""Headings of runs, and histogram.html: the response times of each run in wide buckets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from storagelab.analysis.coarse_buckets import Bucket
from storagelab.engines.printed import clip, read_count, read_number, split_lines

_HEADING = re.compile(r"(?P<time>[0-9:.]{8,12})\s+Starting RD=(?P<name>[^;\s]+)(?P<rest>[^<]*)")
_LOOPS = re.compile(r"For loops: *(?P<loops>[^<]*)")
_RATE = re.compile(r"I/O rate: *([0-9]+)")
_BUCKET = re.compile(
    r"[ \t]*(?P<low>[0-9.,]+)[ \t]*<[ \t]*(?P<high>max|[0-9.,]+)[ \t]+(?P<count>[0-9][0-9.,'\u00a0\u202f\u2019]*)"
    r"[ \t]+[0-9]+[.,][0-9]+[ \t]+(?P<reached>[0-9]+[.,][0-9]+)(?:[ \t].*)?"
)


@dataclass(frozen=True, slots=True)
class Heading:
    """Heading of a run on a page: its loop values, and the offered rate (None for a maximum)."""

    name: str
    time: str
    loops: str | None
    offered: float | None


@dataclass(frozen=True, slots=True)
class RunHistogram:
    """The buckets of one run, in ms by `total`, `read` and `write`; only those whose table is whole."""

    heading: Heading
    buckets: Mapping[str, tuple[Bucket, ...]]


def read_heading(line: str) -> Heading | None:
    """Read the heading of a run, in any kind of page; None for any other line."""
    match = _HEADING.search(line) if "Starting RD=" in line else None
    if match is None:
        return None
    loops = _LOOPS.search(match["rest"])
    values = clip(loops["loops"]) if loops else ""
    rate = _RATE.search(match["rest"])
    return Heading(
        match["name"], match["time"], None if values in ("", "None") else values, float(rate[1]) if rate else None
    )


def read_histograms(text: str) -> list[RunHistogram]:
    """Read the histograms of all runs, in order."""
    result: list[RunHistogram] = []
    heading: Heading | None = None
    tables: dict[str, tuple[Bucket, ...]] = {}
    for title, rows in _iterate_tables(split_lines(text)):
        if isinstance(title, Heading):
            if heading is not None:
                result.append(RunHistogram(heading, tables))
            heading, tables = title, {}
        elif (kind := _classify_title(title)) and rows:
            tables[kind] = rows
            if title.lower().startswith("only"):
                tables["read" if "reads" in title.lower() else "write"] = rows
    if heading is not None:
        result.append(RunHistogram(heading, tables))
    return result


def is_histogram_consistent(buckets: Sequence[Bucket], rate: float, runtime_s: float, rate_step: float) -> bool:
    """Return whether a histogram counts as many I/Os as an average row, whose rate has steps of `rate_step`."""
    return abs(sum(count for _, _, count in buckets) - rate * runtime_s) <= 1.0 + rate_step * runtime_s


def _iterate_tables(lines: Sequence[str]) -> Iterator[tuple[Heading | str, tuple[Bucket, ...]]]:
    """Yield each run heading without rows, and each table title with the buckets of the table.

    An incomplete table has no buckets.
    """
    title = ""
    rows: list[Bucket] = []
    reading = whole = False
    for number, line in enumerate(lines, start=1):
        heading = read_heading(line)
        match = _BUCKET.fullmatch(line) if reading else None
        bucket = _bucket(match) if match else None
        if match is not None and bucket is not None:
            # The last line of a file without an end may be cut, and then so may its count.
            if number < len(lines):
                rows.append(bucket)
                # Rows that are missing after this one would all be of empty buckets.
                whole = bucket[1] is None or (read_number(match["reached"]) or 0) >= 100
            continue
        if reading and (rows or heading) and not line.lstrip().startswith("min(ms)"):
            yield title, tuple(rows) if whole and _join(rows) else ()
            title, rows, reading, whole = "", [], False, False
        if heading is not None:
            yield heading, ()
        elif line.rstrip().endswith(":"):
            title = line.strip().rstrip(":")
        elif line.lstrip().startswith("min(ms)"):
            reading = True


def _bucket(match: re.Match[str]) -> Bucket | None:
    low = read_number(match["low"])
    high = None if match["high"] == "max" else read_number(match["high"])
    count = read_count(re.sub(r"[^0-9]", "", match["count"]))
    if low is None or count is None or (high is None and match["high"] != "max"):
        return None
    return low, high, count


def _join(rows: Sequence[Bucket]) -> bool:
    """Return whether the buckets follow one another without gaps."""
    return all(one[1] == other[0] for one, other in pairwise(rows))


def _classify_title(title: str) -> str | None:
    words = title.lower()
    if words.startswith(("reads and writes", "only reads", "only writes", "total of all requested")):
        return "total"
    return {"reads": "read", "writes": "write"}.get(words)
