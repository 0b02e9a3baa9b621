"""Panels shared by several tests: convergence, measurement window, determination data, matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import ReportCurve, ReportPoint
from storagelab.analysis.reports.loops import Judged, ReportLoop
from storagelab.analysis.reports.panels import (
    Cell,
    Marks,
    PanelAxis,
    PanelColumn,
    PanelLine,
    ReportLines,
    ReportMatrix,
    ReportTable,
)
from storagelab.analysis.steady_state import RoundWindow
from storagelab.domain.loops import TrackedMetric
from storagelab.domain.units import format_size

ROUND = PanelAxis("Round", "round")
AXES: dict[TrackedMetric, PanelAxis] = {
    "iops": PanelAxis("IOPS", "1/s"),
    "bytes_per_s": PanelAxis("Throughput", "bytes/s"),
    "latency": PanelAxis("Average response time", "ns"),
}
MAXIMUM = PanelAxis("Maximum response time", "ns")
HOURS = PanelAxis("Time", "s")
NOT_MEASURED = "No phase of this run measured it."
NO_ROUND = "No round of this test is complete yet."
NO_CURVE = "No samples over time were stored for this part of the test."
MISSING_CELLS = "Cells without a value were not measured in every round of the measurement window."


def build_convergence_plot(
    panel_id: str,
    title: str,
    loop: ReportLoop,
    names: Iterable[str],
    value: Callable[[ReportPoint], float | None],
    y: PanelAxis,
) -> ReportLines:
    """Plot a value of the named cells of a loop over all rounds that were begun."""
    lines = tuple(
        PanelLine(
            format_loop_point(loop, name),
            tuple((float(place), value(point)) for place, point in sorted(loop.cell(name).items())),
        )
        for name in names
    )
    return ReportLines(
        panel_id, title, ROUND, y, lines, empty=None if any(line.points for line in lines) else NOT_MEASURED
    )


def format_loop_point(loop: ReportLoop, name: str) -> str:
    """Return the axis label of a loop point: block size and read/write mix, or its name if it has several block
    sizes.
    """
    point = next(point for point in loop.points if point.name == name)
    return name if point.block_bytes is None else f"{format_block_size(point.block_bytes)}, {point.mix}"


def build_window_panel(panel_id: str, title: str, judged: Judged, name: str) -> ReportLines:
    """Build the plot of the measurement window of a tracking variable.

    It has the variable's values, their average, 110 % and 90 % of the average, and the best fit.
    """
    window = find_reported_window(judged)
    panel = ReportLines(panel_id, title, ROUND, AXES[judged.metric], ())
    if window is None:
        return replace(panel, empty=format_shortage_reason(judged))
    first, last = window.rounds
    values = judged.values[first - 1 : last]
    line = PanelLine(name, tuple((float(first + index), value) for index, value in enumerate(values)))
    if window.average is None or window.slope_per_round is None or window.intercept is None:
        return replace(panel, lines=(line,), note="A round of the window has no valid value: there is no fit.")
    fit = tuple((float(end), window.intercept + window.slope_per_round * end) for end in window.rounds)
    marks = Marks(window.rounds, window.average, 1.1 * window.average, 0.9 * window.average, (fit[0], fit[1]))
    return replace(panel, lines=(line,), marks=marks)


def build_judged_panels(
    named: Sequence[tuple[str, Judged]], *, suffix: str = "", subject: str = ""
) -> list[ReportLines | ReportTable]:
    """Build the measurement window plot of each tracking variable and their determination data table.

    `named` pairs each variable with its name. `suffix` is added to panel ids, `subject` to the title of the table.
    """
    windows = [
        build_window_panel(f"window{suffix}-{place}", f"Measurement window, {name}", variable, name)
        for place, (name, variable) in enumerate(named, start=1)
    ]
    title = f"Steady state determination data{subject}"
    return [*windows, build_determination_table(f"determination{suffix}", title, named)]


def name_judged(loop: ReportLoop) -> list[tuple[str, Judged]]:
    """Return the axis label and the verdict of each tracking variable of a loop."""
    return [(format_loop_point(loop, variable.name), variable) for variable in loop.judged]


def build_determination_table(panel_id: str, title: str, judged: Sequence[tuple[str, Judged]]) -> ReportTable:
    """Build the steady state determination table of tracking variables, each with its name.

    All variables have one metric.
    """
    unit = AXES[judged[0][1].metric].unit if judged else None
    columns = (
        PanelColumn("Tracking variable"),
        PanelColumn("Rounds"),
        PanelColumn("Average", unit),
        PanelColumn("Allowed range", unit),
        PanelColumn("Measured range", unit),
        PanelColumn("Allowed slope excursion", unit),
        PanelColumn("Measured slope excursion", unit),
        PanelColumn("Best linear fit"),
        PanelColumn("Steady"),
    )
    rows = tuple(
        _build_determination_row(name, variable, window)
        for name, variable in judged
        if (window := find_reported_window(variable))
    )
    empty = None if rows else (format_shortage_reason(judged[0][1]) if judged else NOT_MEASURED)
    return ReportTable(panel_id, title, columns, rows, empty=empty)


def _build_determination_row(name: str, judged: Judged, window: RoundWindow) -> tuple[Cell, ...]:
    average = window.average
    return (
        name,
        f"{window.rounds[0]} to {window.rounds[1]}",
        average,
        None if average is None else judged.rule.range_limit * average,
        window.range,
        None if average is None else judged.rule.slope_limit * average,
        window.slope_excursion,
        fit_text(window),
        "yes" if window.steady else "no",
    )


def find_reported_window(judged: Judged) -> RoundWindow | None:
    """Return the figures of the variable for the measurement window of its test, or None."""
    return next((window for window in judged.result.windows if window.rounds == judged.window), None)


def fit_text(window: RoundWindow) -> str | None:
    """Return the best linear fit in the form of the specification, `-6.4 * R + 11746`, or None."""
    if window.slope_per_round is None or window.intercept is None:
        return None
    sign = "+" if window.intercept >= 0 else "-"
    return f"{_format_plain_number(window.slope_per_round)} * R {sign} {_format_plain_number(abs(window.intercept))}"


def format_shortage_reason(judged: Judged) -> str:
    """Return the reason, in words, that too few rounds are complete for a measurement window."""
    return f"{len(judged.values)} of the {judged.rule.window} rounds that a measurement window needs are complete."


def build_size_mix_table(
    panel_id: str, title: str, loop: ReportLoop, value: Callable[[str], float | None], axis: PanelAxis
) -> ReportMatrix:
    """Build the table of one value of the loop points with one block size: sizes by read/write mixes.

    Sizes are the rows, mixes the columns, both largest first. `value` returns the value for the name of a loop point.
    """
    points = {point.name: point for point in reversed(loop.points) if point.block_bytes is not None}
    sizes = sorted({point.block_bytes or 0 for point in points.values()}, reverse=True)
    mixes = sorted({point.read_percent or 0.0 for point in points.values()}, reverse=True)
    names = {(point.block_bytes, point.read_percent): name for name, point in points.items()}
    values = tuple(tuple(value(names[size, mix]) if (size, mix) in names else None for mix in mixes) for size in sizes)
    return ReportMatrix(
        panel_id,
        title,
        "Block size",
        "Reads/writes (%)",
        tuple(format_block_size(size) for size in sizes),
        tuple(f"{mix:g}/{100 - mix:g}" for mix in mixes),
        values,
        axis,
        empty=_empty_window(loop, values),
        note=MISSING_CELLS if any(cell is None for row in values for cell in row) else None,
    )


def _empty_window(loop: ReportLoop, values: Sequence[Sequence[float | None]]) -> str | None:
    if any(cell is not None for row in values for cell in row):
        return None
    if not values:
        return NOT_MEASURED
    return MISSING_CELLS if loop.window else format_no_window_reason(loop)


def format_no_window_reason(loop: ReportLoop) -> str:
    """Return the reason that a loop has no measurement window yet."""
    if not loop.judged:
        return "The tracking variables of this test were not measured."
    return format_shortage_reason(loop.judged[0])


def format_block_size(size: int) -> str:
    """Return a block size as the specification writes it: `0.5 KiB`, `1024 KiB`."""
    return f"{size / 1024:g} KiB" if size >= 512 else format_size(size)


def build_time_plot(
    panel_id: str, title: str, lines: Sequence[tuple[str, ReportCurve, Sequence[float | None]]], y: PanelAxis
) -> ReportLines:
    """Plot values of curves over the time of the run.

    A line is (name, curve, values, one for each interval). An unknown curve is left out.
    """
    drawn = tuple(
        PanelLine(
            name,
            tuple(
                (curve.start_seconds + (index + 1) * curve.step_seconds, value) for index, value in enumerate(values)
            ),
        )
        for name, curve, values in lines
        if any(value is not None for value in values)
    )
    return ReportLines(panel_id, title, HOURS, y, drawn, empty=None if drawn else NO_CURVE)


def _format_plain_number(value: float) -> str:
    """Return a number to six digits, never with an exponent."""
    text = f"{float(f'{value:.6g}'):.10f}".rstrip("0").rstrip(".")
    return text if text not in ("-0", "") else "0"
