"""One output folder: its pages read side by side, and their combined facts about each run."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from posixpath import basename, dirname

from storagelab.engines.vdbench.flatfile import (
    FlatFile,
    FlatFileRun,
    compute_interval_seconds,
    parse_time_of_day,
    read_flatfile,
)
from storagelab.engines.vdbench.histograms import (
    Heading,
    RunHistogram,
    is_histogram_consistent,
    read_heading,
    read_histograms,
)
from storagelab.formats.base import UNVERIFIED, Claim, ParseFailed, SourceFile, add_member_name
from storagelab.formats.text import clip, decode_text, split_lines
from storagelab.formats.vdbench import pages
from storagelab.formats.vdbench.measured import Around, compute_measured_seconds
from storagelab.formats.vdbench.parameters import Parameters, read_parameters
from storagelab.formats.vdbench.summary import read_summary

FLAT = "flatfile.html"
#: What is read instead of a missing flat file, in this order.
INSTEAD = ("summary.html", "totals.html")


@dataclass(slots=True)
class Folder:
    """Content of the pages of a folder; `source` is the page of the rows. Reading it adds to `warnings`."""

    source: SourceFile
    flat: FlatFile
    title: str
    version: str | None
    parameters: Parameters | None
    histograms: Mapping[str, Sequence[RunHistogram]]
    headings: Mapping[tuple[str, int], Heading]
    ending: pages.StatusPage | None
    zone: tuple[str, dt.timezone] | None
    errors: int
    warnings: list[str]

    def runs(self) -> Iterator[tuple[FlatFileRun, int]]:
        """Yield every run and the number of earlier runs of its name.

        Loops repeat names, so only order separates the runs.
        """
        seen: dict[str, int] = {}
        for run in self.flat.runs:
            seen[run.name] = seen.get(run.name, -1) + 1
            yield run, seen[run.name]

    def format_loop_values(self, run: FlatFileRun, occurrence: int) -> str | None:
        """Return the loop values of a run as text (`threads=8`); None without a loop.

        `occurrence` is the number of earlier runs with the same name.
        """
        heading = self.headings.get((run.name, occurrence))
        return heading.loops if heading else None

    def find_interval_seconds(self, run: FlatFileRun, occurrence: int) -> int | None:
        """Return the interval of a run in seconds; None if unknown.

        For a single interval it follows from the start of the run. `occurrence` is the number of earlier runs with the
        same name.
        """
        seconds = compute_interval_seconds(run)
        heading = self.headings.get((run.name, occurrence))
        if seconds is not None or heading is None or run.intervals != [1]:
            return seconds
        since = (run.seconds_of_day[0] - parse_time_of_day(heading.time)) % 86400.0
        return None if math.isnan(since) else max(1, round(since))

    def around(self, run: FlatFileRun, occurrence: int, seconds: int | None) -> Around:
        """Return the context of a run from the other pages of the folder.

        Histograms with other I/Os than the average row of the run are omitted. `occurrence` is the number of earlier
        runs with the same name, `seconds` the interval.
        """
        own = self.histograms.get(run.name, ())
        buckets = own[occurrence].buckets if occurrence < len(own) else {}
        runtime = compute_measured_seconds(run, seconds)
        rate = (run.average or {}).get("rate", 0.0)
        counted = False
        if runtime is not None and "total" in buckets:
            counted = is_histogram_consistent(buckets["total"], rate, runtime, self.flat.rate_step)
        return Around(seconds, buckets if counted or runtime is None else {}, counted, self.parameters)

    def find_run_failure(self, run: FlatFileRun, occurrence: int) -> str | None:
        """Return the failure that status.html reports for a run, or None.

        `occurrence` is the number of earlier runs with the same name.
        """
        if self.ending is None:
            return None
        places = self.ending.places.get(run.name, ())
        return self.ending.troubles.get(places[occurrence]) if occurrence < len(places) else None

    def started_at(self, run: FlatFileRun, seconds: int | None) -> dt.datetime | None:
        """Return when the first interval of a run began; None without a date or in a zone of unknown offset."""
        if not run.timestamp or seconds is None or not run.intervals:
            return None
        when, _, name = run.timestamp.rpartition("-")
        offset: dt.timezone | None = self.zone[1] if self.zone and self.zone[0] == name else None
        if name in ("UTC", "GMT"):
            offset = dt.UTC
        try:
            ended = dt.datetime.strptime(f"{when} +0000", "%m/%d/%Y-%H:%M:%S %z")
            began = ended - dt.timedelta(seconds=seconds * run.intervals[0])
        except (ValueError, OverflowError):
            return None
        return began.replace(tzinfo=offset) if offset else None

    def last_words(self) -> list[str]:
        """Return warnings about the end of the execution and about unverified forms of the flat file."""
        warnings = []
        if "read_rate" in self.flat.columns:
            warnings.append(f"{UNVERIFIED}: never tested with a real flat file of a file system workload")
        elif self.flat.columns and "timestamp" not in self.flat.columns:
            warnings.append(f"{UNVERIFIED}: a flat file without timestamps, as older versions write it")
        if self.errors:
            warnings.append(f"errorlog.html reports {self.errors} I/O error{_format_plural_ending(self.errors)}")
        if self.ending is None:
            return warnings if self.flat.runs else [*warnings, "truncated: the folder holds no run"]
        missing = self.ending.started[len(self.flat.runs) :]
        if missing:
            warnings.append(
                f"truncated: {len(missing)} of {len(self.ending.started)} runs that started have no rows, the first of "
                f"them is {clip(missing[0], 60)}"
            )
        if not self.ending.complete:
            warnings.append(
                f"truncated: status.html does not report that Vdbench completed. It ends with {self.ending.last_word!r}"
            )
        return warnings


def open_folder(claim: Claim) -> Folder:
    """Open the pages of a claim. Raises ParseFailed when the flat file has rows that mean nothing."""
    members = {basename(member.name): member for member in claim.members}
    warnings: list[str] = []

    def read_page_text(*names: str) -> str:
        member = next((members[name] for name in names if name in members), None)
        text, warning = decode_text(member.read()) if member else ("", None)
        if member and warning:
            warnings.append(f"{member.name}: {warning}")
        return text

    source, flat = _read_flat_file(members, read_page_text(FLAT) if FLAT in members else None, warnings)
    if flat.cut:
        warnings.append(f"truncated: {source.name} ends within a line. Everything before it was read")
    summary = read_page_text("summary.html")
    named = basename(dirname(source.name))
    return Folder(
        source=source,
        flat=flat,
        title=named or pages.read_title(decode_text(source.head())[0]) or claim.title,
        version=pages.read_version(read_page_text("logfile.html", "console.txt")),
        parameters=read_parameters(read_page_text("parmfile.html")) if "parmfile.html" in members else None,
        histograms=_group_by_run(read_histograms(read_page_text("histogram.html"))),
        headings=_collect_headings(summary, read_page_text("totals.html")),
        ending=pages.read_status(read_page_text("status.html")) if "status.html" in members else None,
        zone=pages.read_zone(summary),
        errors=pages.count_errors(read_page_text("errorlog.html")),
        warnings=warnings,
    )


def _group_by_run(histograms: Sequence[RunHistogram]) -> Mapping[str, Sequence[RunHistogram]]:
    result: dict[str, list[RunHistogram]] = {}
    for histogram in histograms:
        result.setdefault(histogram.heading.name, []).append(histogram)
    return result


def _read_flat_file(
    members: Mapping[str, SourceFile], text: str | None, warnings: list[str]
) -> tuple[SourceFile, FlatFile]:
    """Return the member with the rows of all runs, and its content.

    This is the flat file, or another page when there is no flat file. A damaged flat file is not replaced: other pages
    have fewer digits, and two readings of one run must not differ. The call adds to `warnings`.
    """
    if text is not None:
        source = members[FLAT]
        try:
            flat = read_flatfile(text)
        except ParseFailed as failure:
            raise add_member_name(source.name, failure) from failure
        warnings += [f"{source.name}, {warning}" for warning in flat.warnings]
        return source, flat
    pages_here = [members[page] for page in INSTEAD if page in members]
    readings = [(page, _read_summary(page)) for page in pages_here]
    source, flat = next((reading for reading in readings if reading[1].runs), readings[0])
    warnings.append(
        f"{source.name}: read because {FLAT} is missing. It has fewer digits and does not state the requested load"
    )
    return source, flat


def _read_summary(page: SourceFile) -> FlatFile:
    text = decode_text(page.read())[0]
    try:
        return read_summary(text)
    except ParseFailed as failure:
        raise add_member_name(page.name, failure) from failure


def _collect_headings(*texts: str) -> Mapping[tuple[str, int], Heading]:
    """Return the run headings by (name, number of earlier runs with this name).

    They come from the first of `texts` that has any heading.
    """
    for text in texts:
        headings: dict[tuple[str, int], Heading] = {}
        seen: dict[str, int] = {}
        for line in split_lines(text):
            heading = read_heading(line)
            if heading is not None:
                seen[heading.name] = seen.get(heading.name, -1) + 1
                headings[heading.name, seen[heading.name]] = heading
        if headings:
            return headings
    return {}


def _format_plural_ending(count: int) -> str:
    return "s" if count != 1 else ""
