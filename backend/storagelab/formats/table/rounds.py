"""Tables of SNIA PTS rounds: rounds of each cell as curves, and the mean of its window."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from storagelab.analysis.latency import merge
from storagelab.analysis.steady_state import format_verdict, judge_steadiness
from storagelab.domain.reading_limits import ROUNDS
from storagelab.domain.results import (
    NumberReading,
    ObservedMeasurement,
    ObservedSeries,
    ObservedWorkload,
    ParsedResult,
    SeriesMetric,
)
from storagelab.domain.samples import Direction, LatencyStatistics, ObservedPart
from storagelab.formats.base import ParseFailed
from storagelab.formats.table.numbers import Mark, convert_to_ascii, find_decimal_mark, mark_for, read_number
from storagelab.formats.table.sheet import Sheet, SheetRow, prefix_warnings
from storagelab.formats.table.workloads import read_block_sizes
from storagelab.formats.text import clip, read_count

NEEDED = ("test", "block_size", "read_pct", "round", "iops")
_WINDOW = 5
_MIB = 2**20
#: A round lasts one minute in SNIA PTS; this is the default for a table without the duration.
_ROUND_SECONDS = 60.0
_LONGEST_ROUND_SECONDS = 365 * 86400.0
_MAX_ROUND = 10_000
#: Columns of a round, and how a preview names their unit.
_UNITS: Mapping[str, str] = {
    "iops": "1/s",
    "read_iops": "1/s",
    "write_iops": "1/s",
    "throughput_mib_s": "MiB/s",
    "read_ios": "I/Os",
    "write_ios": "I/Os",
    "read_lat_mean_us": "us",
    "write_lat_mean_us": "us",
    "lat_mean_us": "us",
    "lat_stddev_us": "us",
    "lat_max_us": "us",
}
#: Curves of the rounds: column, metric, and the base value of one thousandth of the printed unit.
_CURVES: tuple[tuple[str, SeriesMetric, float], ...] = (
    ("iops", "iops", 0.001),
    ("throughput_mib_s", "bandwidth", _MIB / 1000),
    ("lat_mean_us", "lat", 1.0),
    ("lat_max_us", "lat_max", 1.0),
)
#: The access order is part of the definition of these tests (SNIA SSS PTS).
_ORDERS = {"PTS IOPS": 100.0, "PTS LAT": 100.0, "PTS TP": 0.0}


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a cell: its number and its figures by column, in the units of their columns."""

    number: int
    line: int
    figures: Mapping[str, float]


@dataclass(slots=True)
class RoundsCell:
    """One block size and read share of a test, and its rounds by number."""

    block_size: str
    read_percent: float
    rounds: dict[int, Round]


def build_results(sheet: Sheet, *, member: str) -> list[ParsedResult]:
    """Build one result for each source and test. Raises ParseFailed when no round can be read."""
    marks, warnings = _find_decimal_marks(sheet)
    tests: dict[tuple[str, str], dict[tuple[str, float], RoundsCell]] = {}
    numbers: dict[tuple[str, str], list[NumberReading]] = {}
    for row in sheet.rows:
        key = (row["source"], row["test"])
        read = _round(row, sheet, marks)
        if isinstance(read, str):
            warnings.append(read)
            continue
        percent, measured_round = read
        cells = tests.setdefault(key, {})
        cell = cells.setdefault((row["block_size"], percent), RoundsCell(row["block_size"], percent, {}))
        if measured_round.number in cell.rounds:
            warnings.append(f"line {row.line}: round {measured_round.number} of this cell is listed twice, left out")
            continue
        cell.rounds[measured_round.number] = measured_round
        numbers.setdefault(key, []).extend(_list_number_readings(row, measured_round))
    if not tests:
        raise ParseFailed(f"line {sheet.rows[0].line}", "a round with its number, read share and IOPS")
    rounds = sum(max(cell.rounds) for cells in tests.values() for cell in cells.values())
    if rounds > ROUNDS.max_count:
        # Rounds that are missing are judged as well.
        raise ParseFailed(f"line {sheet.rows[-1].line}", ROUNDS.exceeded(rounds))
    return [
        ParsedResult(
            format="table",
            version=None,
            title=test or "Rounds",
            members=(member,),
            measurements=tuple(_build_measurement(test, cell, phase) for phase, cell in enumerate(cells.values())),
            series=tuple(
                curve for phase, cell in enumerate(cells.values()) for curve in _build_curves(cell, phase, member)
            ),
            numbers=tuple(numbers[source, test]),
            configuration=None,
            source=source or None,
            warnings=prefix_warnings(member, warnings) if place == 0 else (),
        )
        for place, ((source, test), cells) in enumerate(tests.items())
    ]


def _find_decimal_marks(sheet: Sheet) -> tuple[Mapping[str, Mark | None], list[str]]:
    """Return the decimal mark of each column, and the warnings about the sheet.

    The mark is None for a column whose numbers prove neither comma nor point. A column with both adds a warning.
    """
    marks: dict[str, Mark | None] = {}
    warnings = list(sheet.warnings)
    for column in (name for name in _UNITS if name in sheet.columns):
        marks[column], mixed = find_decimal_mark(row[column] for row in sheet.rows)
        if mixed:
            warnings.append(f"decimal commas and decimal points are mixed in the column {column}")
    return marks, warnings


def _round(row: SheetRow, sheet: Sheet, marks: Mapping[str, Mark | None]) -> tuple[float, Round] | str:
    """Return the read share and the round of a row, or the reason why it has none."""
    if row.may_be_cut:
        return f"truncated: line {row.line}: the file ends within its last number, which is left out"
    number = read_count(convert_to_ascii(row["round"]))
    percent = read_number(row["read_pct"]).value
    if not number or number > _MAX_ROUND or percent is None or not 0 <= percent <= 100:
        return f"line {row.line}: the round or the read share is not a number, left out"
    figures = {}
    for column, mark in marks.items():
        if not row[column]:
            continue
        read = read_number(row[column], mark_for(row[column], mark, points_are_decimal=sheet.points_are_decimal))
        if read.value is None or read.value < 0 or read.unit or read.kind or read.value > 1e15:
            return f"line {row.line}: {column} {clip(row[column], 40)!r} cannot be read ({read.explanation}), left out"
        figures[column] = read.value
    if "iops" not in figures:
        return f"line {row.line}: it has no IOPS, left out"
    return percent, Round(number, row.line, figures)


def _list_number_readings(row: SheetRow, read: Round) -> list[NumberReading]:
    place = f"line {row.line}"
    return [
        NumberReading(place, clip(row[column], 80), value, _UNITS[column], column)
        for column, value in read.figures.items()
    ]


def _build_measurement(test: str, cell: RoundsCell, phase: int) -> ObservedMeasurement:
    """Return the mean of the rounds of the measurement window; without one, of all rounds."""
    tracked = "lat_mean_us" if test.endswith("LAT") else "iops"
    by_number = cell.rounds
    last = max(by_number)
    values = [by_number[number].figures.get(tracked) if number in by_number else None for number in range(1, last + 1)]
    verdict = judge_steadiness(values, window=_WINDOW, max_rounds=len(values))
    first, end = verdict.measurement_window or (1, last)
    window = [round_ for number, round_ in sorted(by_number.items()) if first <= number <= end]
    parts: dict[Direction, ObservedPart] = {}
    directions: tuple[Direction, ...] = ("read", "write")
    for direction in directions:
        if any(round_.figures.get(f"{direction}_iops") for round_ in window):
            parts[direction] = _build_part(
                window, f"{direction}_iops", (f"{direction}_ios",), f"{direction}_lat_mean_us"
            )
    return ObservedMeasurement(
        name=f"{test} {cell.block_size} {cell.read_percent:g} % read".strip(),
        phase=phase,
        workload=ObservedWorkload(
            block_sizes=read_block_sizes(cell.block_size),
            read_percent=cell.read_percent,
            random_percent=_ORDERS.get(test),
        ),
        runtime_s=_estimate_runtime_seconds(window),
        parts=parts,
        total=_build_part(window, "iops", ("read_ios", "write_ios"), "lat_mean_us", whole=True),
        note=f"Mean of rounds {first} to {end} of {len(by_number)}. {format_verdict(verdict, window=_WINDOW)}",
        badges=() if verdict.status == "steady" else ("rounds_not_steady",),
    )


def _build_part(
    rounds: Sequence[Round], iops: str, counts: Sequence[str], latency: str, *, whole: bool = False
) -> ObservedPart:
    """Return the mean IOPS, throughput and latency of some rounds.

    The latencies are pooled over the I/Os of the rounds, and unknown where the I/Os are unknown. `iops`, `counts` and
    `latency` are column names. `whole` marks the figures of all I/Os together.
    """
    ios = [_sum_known_values([round_.figures.get(count) for count in counts]) for round_ in rounds]
    counted = [n for n in ios if n is not None]
    bandwidth = _compute_mean(rounds, "throughput_mib_s") if whole else None
    pooled = LatencyStatistics(0)
    if len(counted) == len(rounds):
        pooled = merge(
            _build_latency(round_, n, latency, whole=whole) for round_, n in zip(rounds, counted, strict=True)
        )
    return ObservedPart(
        ios=sum(counted) if len(counted) == len(rounds) else None,
        iops=_compute_mean(rounds, iops),
        bandwidth_bytes_per_s=bandwidth * _MIB if bandwidth is not None else None,
        runtime_s=_estimate_runtime_seconds(rounds),
        latency=LatencyStatistics(n=pooled.n or None, mean=pooled.mean, stddev=pooled.stddev, max=pooled.max),
    )


def _build_latency(round_: Round, n: int, column: str, *, whole: bool) -> LatencyStatistics:
    """Return the latency of one round with `n` I/Os, in nanoseconds, from the column `column`.

    Standard deviation and maximum are printed for all I/Os together only (`whole`).
    """

    def nanoseconds(name: str) -> float | None:
        value = round_.figures.get(name)
        return None if value is None else _convert_to_thousandths(value)

    spread, high = ("lat_stddev_us", "lat_max_us") if whole else ("", "")
    return LatencyStatistics(n=n, mean=nanoseconds(column), stddev=nanoseconds(spread), max=nanoseconds(high))


def _build_curves(cell: RoundsCell, phase: int, member: str) -> list[ObservedSeries]:
    """Return one series per figure with the values of the rounds over time.

    A round without the figure is omitted from its series.
    """
    rounds = [round_ for _, round_ in sorted(cell.rounds.items())]
    ends = np.cumsum([round((_estimate_runtime_seconds([round_]) or _ROUND_SECONDS) * 1000) for round_ in rounds])
    curves = []
    for column, metric, factor in _CURVES:
        points = [
            (end, _convert_to_thousandths(round_.figures[column]))
            for end, round_ in zip(ends, rounds, strict=True)
            if column in round_.figures
        ]
        if points:
            curves.append(
                ObservedSeries(
                    metric=metric,
                    direction="total",
                    t_ms=np.array([end for end, _ in points], dtype=np.int64),
                    values=np.array([value for _, value in points], dtype=np.int64),
                    factor=factor,
                    phase=phase,
                    window_ms=round(_ROUND_SECONDS * 1000),
                    member=member,
                )
            )
    return curves


def _convert_to_thousandths(value: float) -> int:
    """Convert to thousandths of the unit: printed figures have three decimals and become whole numbers."""
    return round(value * 1000)


def _sum_known_values(values: Sequence[float | None]) -> int | None:
    numbers = [round(value) for value in values if value is not None]
    return sum(numbers) if len(numbers) == len(values) else None


def _compute_mean(rounds: Sequence[Round], column: str) -> float | None:
    values = [round_.figures[column] for round_ in rounds if column in round_.figures]
    return math.fsum(values) / len(values) if values and len(values) == len(rounds) else None


def _estimate_runtime_seconds(rounds: Sequence[Round]) -> float | None:
    """Return the seconds of all rounds, from their I/Os and IOPS; None where one is unknown or implausibly long."""
    seconds = []
    for round_ in rounds:
        ios = _sum_known_values([round_.figures.get("read_ios"), round_.figures.get("write_ios")])
        if not ios or not round_.figures["iops"] or ios / round_.figures["iops"] > _LONGEST_ROUND_SECONDS:
            return None
        seconds.append(ios / round_.figures["iops"])
    return round(math.fsum(seconds), 3)
