"""summary.html and totals.html, for folders without a flat file: the same rows with fewer digits.

They also have fewer columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from storagelab.engines.vdbench.flatfile import FlatFile, FlatFileRun, add_interval, add_run, is_new_run
from storagelab.engines.vdbench.histograms import Heading, read_heading
from storagelab.formats.text import read_number, split_lines

#: The two header lines, read as pairs from top to bottom, and what a column is called in a flat file.
_COLUMNS = {
    ("i/o", "rate"): "rate",
    ("MB/sec", "1024**2"): "mib",
    ("MB/sec", "1000**2"): "mb",
    ("bytes", "i/o"): "mean_size",
    ("read", "pct"): "read_percent",
    ("resp", "time"): "resp",
    ("read", "resp"): "read_resp",
    ("write", "resp"): "write_resp",
    ("resp", "max"): "resp_max",
    ("read", "max"): "read_max",
    ("write", "max"): "write_max",
    ("resp", "stddev"): "resp_std",
    ("cpu%", "sys+u"): "cpu_used",
}
_ROW = re.compile(r"(?P<time>[0-9:]{8}[.,][0-9]{3}) +(?:avg_(?P<first>[0-9]+)-(?P<last>[0-9]+)|(?P<interval>[0-9]+)) ")
_THREADS = re.compile(r"threads=([0-9]{1,9})\b")


def read_summary(text: str) -> FlatFile:
    """Read the runs of a summary or totals page, as a flat file would contain them.

    Pages of file system workloads have other columns, which are not known: their runs have no rows here.
    """
    flat_file = FlatFile(frozenset(), rate_step=0.1)
    lines = split_lines(text)
    columns: list[str | None] = []
    heading: Heading | None = None
    for number, line in enumerate(lines, start=1):
        heading_here = read_heading(line)
        if heading_here is not None:
            heading = heading_here
        elif line.split()[:1] == ["rate"] and number > 1:
            columns = _build_column_names(lines[number - 2], line)
        elif heading is not None and columns and (match := _ROW.match(line)) is not None:
            fields = line[match.end() :].split()
            if number == len(lines):
                flat_file.cut = True
            elif len(fields) == len(columns):
                _add_row(flat_file, number, heading, match, _read_values(heading, columns, fields))
    flat_file.cut = flat_file.cut or bool(lines[-1].strip())
    return flat_file


def _build_column_names(upper: str, lower: str) -> list[str | None]:
    """Return the name of each column, None for an unused one; empty when the two lines are of no known table."""
    words = upper.split()
    above = words[words.index("interval") + 1 :] if "interval" in words else []
    below = lower.split()
    if len(above) != len(below):
        return []
    return [_COLUMNS.get(pair) for pair in zip(above, below, strict=True)]


def _read_values(heading: Heading, columns: Sequence[str | None], fields: Sequence[str]) -> dict[str, float]:
    values = {
        name: value
        for name, text in zip(columns, fields, strict=True)
        if name is not None and (value := read_number(text)) is not None and value >= 0
    }
    if "mb" in values:
        values["mib"] = values.pop("mb") * 1e6 / 1048576
    if "resp_max" not in values and "read_max" in values and "write_max" in values:
        values["resp_max"] = max(values["read_max"], values["write_max"])
    if heading.offered is not None:
        values["reqrate"] = heading.offered
    threads = _THREADS.search(heading.loops or "")
    if threads:
        values["threads"] = float(threads[1])
    return values


def _add_row(
    flat_file: FlatFile, number: int, heading: Heading, match: re.Match[str], values: dict[str, float]
) -> None:
    if match["interval"] is not None:
        interval = int(match["interval"][:9])
        if is_new_run(flat_file.runs, heading.name, interval):
            add_run(flat_file, FlatFileRun(heading.name, number))
        add_interval(flat_file.runs[-1], interval, match["time"], values)
        return
    if not flat_file.runs or flat_file.runs[-1].name != heading.name or flat_file.runs[-1].average is not None:
        add_run(flat_file, FlatFileRun(heading.name, number))
    run = flat_file.runs[-1]
    run.average, run.average_line = values, number
    run.first, run.last = int(match["first"][:9]), int(match["last"][:9])
