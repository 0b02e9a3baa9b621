"""The other pages of an output folder: what was started when, how it ended, and the histograms of response times."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from storagelab.formats.buckets import Bucket
from storagelab.formats.text import clip, read_count, read_number, split_lines

_HEADING = re.compile(r"(?P<time>[0-9:.]{8,12})\s+Starting RD=(?P<name>[^;\s]+)(?P<rest>[^<]*)")
_LOOPS = re.compile(r"For loops: *(?P<loops>[^<]*)")
_RATE = re.compile(r"I/O rate: *([0-9]+)")
_BUCKET = re.compile(
    r"[ \t]*(?P<low>[0-9.,]+)[ \t]*<[ \t]*(?P<high>max|[0-9.,]+)[ \t]+(?P<count>[0-9][0-9.,'\u00a0\u202f\u2019]*)"
    r"[ \t]+[0-9]+[.,][0-9]+[ \t]+(?P<reached>[0-9]+[.,][0-9]+)(?:[ \t].*)?"
)
_CREATED = re.compile(
    r"created ([0-9:]{8} [A-Z][a-z]{2} [0-9]{2} [0-9]{4}) (\S+) \(([0-9:]{8} [A-Z][a-z]{2} [0-9]{2} [0-9]{4}) UTC\)"
)
_VERSION = re.compile(r"Vdbench distribution: *(vdbench[0-9A-Za-z._]+)")
_TITLE = re.compile(r"<title>Vdbench ([^<]*)/[^/<]*</title>")


@dataclass(frozen=True, slots=True)
class Heading:
    """What a page says of a run where it starts: its loop values, and the rate asked for (None for a maximum)."""

    name: str
    time: str
    loops: str | None
    offered: float | None


@dataclass(frozen=True, slots=True)
class RunHistogram:
    """The buckets of one run, in ms by `total`, `read` and `write`; only those whose table is whole."""

    heading: Heading
    buckets: Mapping[str, tuple[Bucket, ...]]


@dataclass(frozen=True, slots=True)
class Ending:
    """What status.html tells: the runs that started, in order, what went wrong in each, and the last word."""

    started: tuple[str, ...]
    troubles: Mapping[int, str]
    last_word: str | None
    complete: bool


def read_heading(line: str) -> Heading | None:
    """The heading of a run, in whichever page it stands; None for any other line."""
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
    """The histograms of all runs, in order."""
    found: list[RunHistogram] = []
    heading: Heading | None = None
    tables: dict[str, tuple[Bucket, ...]] = {}
    for title, rows in _tables(split_lines(text)):
        if isinstance(title, Heading):
            if heading is not None:
                found.append(RunHistogram(heading, tables))
            heading, tables = title, {}
        elif (kind := _kind(title)) and rows:
            tables[kind] = rows
            if title.lower().startswith("only"):
                tables["read" if "reads" in title.lower() else "write"] = rows
    if heading is not None:
        found.append(RunHistogram(heading, tables))
    return found


def read_status(text: str) -> Ending:
    """What status.html tells."""
    started: list[str] = []
    troubles: dict[int, str] = {}
    last_word = None
    complete = False
    for line in split_lines(text):
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) < 2 or line.startswith("*"):
            continue
        last_word = clip(fields[1])
        complete = complete or last_word == "Vdbench complete"
        if fields[1] == "Starting" and len(fields) > 2 and fields[2].startswith("rd="):
            started.append(fields[2].removeprefix("rd="))
        elif started and fields[1].startswith(("I/O error", "Abort requested", "Ctrl-C")):
            so_far = troubles.get(len(started) - 1)
            troubles[len(started) - 1] = f"{so_far}; {last_word}" if so_far else last_word
    return Ending(tuple(started), troubles, last_word, complete)


def read_zone(text: str) -> tuple[str, dt.timezone] | None:
    """Name and offset of the master's time zone, by the two times of one moment in summary.html; None if unknown."""
    match = _CREATED.search(text)
    if match is None:
        return None
    try:
        here, there = (dt.datetime.strptime(f"{when} +0000", "%H:%M:%S %b %d %Y %z") for when in (match[1], match[3]))
        return match[2], dt.timezone(here - there)
    except ValueError:
        return None


def read_version(text: str) -> str | None:
    """The version a log or console names, as it is printed there (`vdbench50407`)."""
    match = _VERSION.search(text)
    return match[1] if match else None


def read_title(text: str) -> str | None:
    """Name of the output folder in the title of a page."""
    match = _TITLE.search(text[:1000])
    return clip(match[1].rsplit("/", 1)[-1], 80) or None if match else None


def count_errors(text: str) -> int:
    """Lines of errorlog.html that report an I/O or data validation error."""
    return sum(" op: " in line and " lun: " in line for line in split_lines(text))


def _tables(lines: Sequence[str]) -> Iterator[tuple[Heading | str, tuple[Bucket, ...]]]:
    """Headings of runs with no rows, and titles of tables with theirs; a table that is not whole has none."""
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
    """Whether the buckets follow one another without gaps."""
    return all(one[1] == other[0] for one, other in pairwise(rows))


def _kind(title: str) -> str | None:
    words = title.lower()
    if words.startswith(("reads and writes", "only reads", "only writes", "total of all requested")):
        return "total"
    return {"reads": "read", "writes": "write"}.get(words)
