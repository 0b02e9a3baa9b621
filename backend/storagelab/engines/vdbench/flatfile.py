"""flatfile.html: one row for each interval of each run and one for its average.

Columns are mapped by the names in the header. Three layouts are known: storage workloads with and without a `timestamp`
column, and file system workloads, whose names are longer and capitalised. A column that a layout does not have is
unknown, never 0.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from storagelab.domain.reading_limits import COLUMNS, RUNS
from storagelab.engines.base import ParseFailed
from storagelab.engines.printed import clip, read_count, read_number, split_lines

#: What the columns are called here, and in lower case in the layouts.
NAMES: Mapping[str, tuple[str, ...]] = {
    "reqrate": ("reqrate",),
    "rate": ("rate",),
    "mib": ("mb/sec",),
    "resp": ("resp",),
    "resp_max": ("resp_max",),
    "resp_std": ("resp_std",),
    "read_resp": ("read_resp",),
    "read_max": ("read_max", "read_resp_max"),
    "read_std": ("read_std", "read_resp_std"),
    "write_resp": ("write_resp",),
    "write_max": ("write_max", "write_resp_max"),
    "write_std": ("write_std", "write_resp_std"),
    "read_percent": ("read%",),
    "mean_size": ("bytes/io",),
    "xfersize": ("xfersize",),
    "threads": ("threads",),
    "rdpct": ("rdpct",),
    "seekpct": ("seekpct",),
    "cpu_used": ("cpu_used",),
    "read_rate": ("read_rate",),
    "write_rate": ("write_rate",),
    "read_mib": ("mb_read",),
    "write_mib": ("mb_write",),
}
#: Runs that Vdbench adds by itself to create the files it needs.
PREPARATION = ("SD_format", "format_for_")
#: Columns of an interval that are stored, in the order of `Run.values`.
INTERVAL_COLUMNS = (
    "rate",
    "mib",
    "read_percent",
    *("resp", "resp_max", "resp_std"),
    *("read_resp", "read_max", "read_std"),
    *("write_resp", "write_max", "write_std"),
    *("read_rate", "write_rate", "read_mib", "write_mib"),
    *("mean_size", "xfersize"),
)
_AVERAGE = re.compile(r"avg_([0-9]{1,9})-([0-9]{1,9})")
_TIME_OF_DAY = re.compile(r"([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]{1,3}))?")
_UNKNOWN = frozenset({"n/a", "nan", "-nan", "inf", "infinity", "-infinity", ""})


@dataclass(slots=True)
class FlatFileRun:
    """Rows of one run or load step; `values` are the INTERVAL_COLUMNS by interval, NaN where unknown.

    `average` is its average row by the names of NAMES, None when the run was interrupted; it covers the intervals
    `first` to `last`. `seconds_of_day` is the time at which each row was written.
    """

    name: str
    line: int
    intervals: list[int] = field(default_factory=list)
    seconds_of_day: array[float] = field(default_factory=lambda: array("d"))
    values: dict[str, array[float]] = field(default_factory=lambda: {name: array("d") for name in INTERVAL_COLUMNS})
    timestamp: str | None = None
    average: dict[str, float] | None = None
    average_line: int | None = None
    first: int = 0
    last: int = 0


@dataclass(slots=True)
class FlatFile:
    """Content of one flat file: `cut` is True when its last line is, `rate_step` is the step of printed rates."""

    columns: frozenset[str]
    rate_step: float = 0.0001
    runs: list[FlatFileRun] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Header:
    """Positions of columns: all by name, those with figures by our names, and the INTERVAL_COLUMNS among them."""

    places: Mapping[str, int]
    figures: tuple[tuple[str, int], ...]
    interval_columns: tuple[tuple[str, int], ...]

    def text(self, fields: Sequence[str], column: str) -> str:
        """Return the field of a column, empty when the layout has none."""
        return fields[self.places[column]] if column in self.places else ""


def read_flatfile(text: str) -> FlatFile:
    """Read the runs of a flat file. Raises ParseFailed when it has rows and no header line before them."""
    lines = split_lines(text)
    flat_file = FlatFile(frozenset())
    header = read_header(())
    width = 0
    odd: list[int] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip()[0] in "<*":
            continue
        fields = line.split()
        last = number == len(lines)
        if last and line == line.rstrip():
            # Vdbench ends every field with a blank and every row with a new line: this last field may be cut.
            flat_file.cut = True
            fields[-1] = "n/a"
        if fields[0] == "tod":
            if len(fields) > COLUMNS.max_count:
                raise ParseFailed(f"line {number}", COLUMNS.exceeded(len(fields)))
            header, width = read_header(fields), len(fields)
            flat_file.columns = frozenset(header.places)
            continue
        if not width:
            if last:
                flat_file.cut = True
                break
            raise ParseFailed(f"line {number}", "the header line of a Vdbench flat file, which starts with tod")
        if len(fields) == width:
            _add_row(flat_file, number, header, fields)
        elif last:
            flat_file.cut = True
        else:
            odd.append(number)
    if odd:
        flat_file.warnings.append(
            f"line {odd[0]} has not the {width} fields of the header and was left out"
            + (f", as were {len(odd) - 1} others" if len(odd) > 1 else "")
        )
    return flat_file


def read_values(
    wanted: Sequence[tuple[str, int]], fields: Sequence[str]
) -> tuple[dict[str, float], list[tuple[str, str]]]:
    """Return the known figures of a row by name, and (name, text) of each field that is no figure.

    `wanted` has the name and the index of each field to read.
    """
    values: dict[str, float] = {}
    unreadable = []
    for name, place in wanted:
        text = fields[place]
        value = read_number(text)
        if value is not None and (value >= 0 or name == "seekpct"):
            values[name] = value
        elif text.lower() not in _UNKNOWN:
            unreadable.append((name, text))
    return values, unreadable


def compute_interval_seconds(run: FlatFileRun) -> int | None:
    """Return the interval of a run in whole seconds, the unit of Vdbench; None if unknown.

    It is derived from the times of the rows. These have no date, so a step over midnight is taken modulo one day.
    """
    steps = sorted(
        (later - earlier) % 86400.0
        for (one, other), (earlier, later) in zip(pairwise(run.intervals), pairwise(run.seconds_of_day), strict=True)
        if other == one + 1 and not math.isnan(later - earlier)
    )
    return max(1, round(steps[len(steps) // 2])) if steps else None


def parse_time_of_day(text: str) -> float:
    """Return the seconds since midnight of `19:56:03.142`, NaN for any other text."""
    match = _TIME_OF_DAY.fullmatch(text)
    if match is None:
        return math.nan
    return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3]) + int((match[4] or "0").ljust(3, "0")) / 1000


def add_run(flat_file: FlatFile, run: FlatFileRun) -> None:
    """Add one more run. Raises ParseFailed above the maximum number of runs."""
    if len(flat_file.runs) >= RUNS.max_count:
        raise ParseFailed(f"line {run.line}", RUNS.exceeded())
    flat_file.runs.append(run)


def add_interval(run: FlatFileRun, interval: int, time_of_day: str, values: Mapping[str, float]) -> None:
    """Add one more interval to a run."""
    run.intervals.append(interval)
    run.seconds_of_day.append(parse_time_of_day(time_of_day))
    for name, column in run.values.items():
        column.append(values.get(name, math.nan))


def is_new_run(runs: Sequence[FlatFileRun], name: str, interval: int) -> bool:
    """Return whether an interval belongs to a run after the last of `runs`: loops repeat names, so order decides."""
    if not runs:
        return True
    current = runs[-1]
    return (
        current.name != name
        or current.average is not None
        or bool(current.intervals and interval <= current.intervals[-1])
    )


def read_header(fields: Sequence[str]) -> Header:
    """Read the columns of a header line."""
    places = {name.lower(): place for place, name in enumerate(fields)}
    figures = tuple(
        (name, place)
        for name, columns in NAMES.items()
        if (place := next((places[column] for column in columns if column in places), None)) is not None
    )
    return Header(places, figures, tuple(figure for figure in figures if figure[0] in INTERVAL_COLUMNS))


def _add_row(flat_file: FlatFile, number: int, header: Header, fields: Sequence[str]) -> None:
    name, label = header.text(fields, "run"), header.text(fields, "interval")
    interval, average = read_count(label), _AVERAGE.fullmatch(label)
    if interval is not None:
        if is_new_run(flat_file.runs, name, interval):
            add_run(flat_file, FlatFileRun(name, number, timestamp=header.text(fields, "timestamp")))
        values = _read_row_values(flat_file, number, header.interval_columns, fields)
        add_interval(flat_file.runs[-1], interval, header.text(fields, "tod"), values)
    elif average is not None:
        if not flat_file.runs or flat_file.runs[-1].name != name or flat_file.runs[-1].average is not None:
            add_run(flat_file, FlatFileRun(name, number))
        run = flat_file.runs[-1]
        run.average, run.average_line = _read_row_values(flat_file, number, header.figures, fields), number
        run.first, run.last = int(average[1]), int(average[2])
    # Newer versions can add rows for deviations and maxima (`std_2-10`); only averages are results.


def _read_row_values(
    flat_file: FlatFile, number: int, wanted: Sequence[tuple[str, int]], fields: Sequence[str]
) -> dict[str, float]:
    values, unreadable = read_values(wanted, fields)
    for name, text in unreadable:
        if len(flat_file.warnings) < 10:
            flat_file.warnings.append(f"line {number}: {clip(text, 40)!r} is not a figure for {name}, so it is unknown")
    return values
