"""Demand intensity test (DIRTH): IOPS and latency of threads by queue depth, and three points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint
from storagelab.analysis.reports.histograms import build_histogram
from storagelab.analysis.reports.loops import Checks, ReportLoop, average_of, build_loops, judge_phase_checks
from storagelab.analysis.reports.panels import (
    Cell,
    Panel,
    PanelAxis,
    PanelColumn,
    PanelLine,
    ReportLines,
    ReportMatrix,
    ReportTable,
)
from storagelab.analysis.reports.shared_panels import (
    AXES,
    MISSING_CELLS,
    NO_ROUND,
    ROUND,
    build_convergence_plot,
    build_judged_panels,
    build_time_plot,
    build_window_panel,
    format_no_window_reason,
)
from storagelab.domain.loops import Tracked

#: MaxIOPS is the highest with an average response time below this.
_LATENCY_LIMIT_NS = 5e6
_BETWEEN = ("pre-write", "prewrite")


def make_loops(given: ReportInput) -> list[ReportLoop]:
    """Return the loops of the demand intensity test."""
    return build_loops(given, _list_tracked)


def _list_tracked(cells: Sequence[ReportPoint]) -> list[Tracked]:
    grid = [point for point in cells if is_demand(point)]
    heaviest = max(grid, key=_load, default=None)
    return [Tracked(heaviest.name, "iops")] if heaviest is not None else []


def is_demand(point: ReportPoint) -> bool:
    """Return whether a phase of a round is a measured combination of threads and queue depth.

    The other phases are the writes before these combinations.
    """
    return point.kind == "measure" and not any(word in point.name.lower() for word in _BETWEEN)


def judge_checks(given: ReportInput) -> Checks | None:
    """Judge the pre-conditioning of the demand intensity test, whose samples count as rounds.

    None without pre-conditioning.
    """
    return judge_phase_checks(given, _find_conditioning(given))


def build_panels(given: ReportInput, loops: Sequence[ReportLoop]) -> list[Panel]:
    """Build the plots and tables of the demand intensity test."""
    before = _build_conditioning_panels(given)
    if not loops:
        rounds = ReportLines("convergence", "IOPS over rounds", ROUND, AXES["iops"], (), empty=NO_ROUND)
        return [*before, rounds, *_build_operating_histograms(given, {})]
    loop = loops[0]
    cells = {point.name: point for point in reversed(loop.points)}
    grid = [name for name in loop.names if is_demand(cells[name])]
    between = [name for name in loop.names if not is_demand(cells[name])]
    deepest = [name for name in grid if cells[name].queue_depth == max(cells[other].queue_depth or 0 for other in grid)]
    named = [(_load_text(cells[variable.name]), variable) for variable in loop.judged]

    def iops(point: ReportPoint) -> float | None:
        return point.total.iops

    operating = _build_points_table(loop, cells, grid)
    rounds = build_convergence_plot(
        "convergence", "Demand variation, IOPS over rounds", loop, deepest, iops, AXES["iops"]
    )
    return [
        *before,
        build_convergence_plot("between-rounds", "Writes between the rounds", loop, between, iops, AXES["iops"]),
        replace(
            rounds,
            lines=tuple(
                replace(line, name=_load_text(cells[name])) for line, name in zip(rounds.lines, deepest, strict=True)
            ),
        ),
        *build_judged_panels(named),
        _build_variation_plot(loop, cells, grid),
        _build_intensity_plot(loop, cells, grid),
        _build_processor_matrix(loop, cells, grid),
        operating,
        *_build_operating_histograms(given, {str(row[0]): row[1] for row in operating.rows}),
    ]


def _find_conditioning(given: ReportInput) -> tuple[ReportPoint, ReportCurve] | None:
    for point in given.points:
        if point.loop is None and point.kind != "fill" and point.ordinal in given.curves:
            return point, given.curves[point.ordinal]
    return None


def _build_conditioning_panels(given: ReportInput) -> list[Panel]:
    phase_curve, judged = _find_conditioning(given), judge_checks(given)
    lines = [(phase_curve[0].name, phase_curve[1], phase_curve[1].iops)] if phase_curve else []
    panels: list[Panel] = [build_time_plot("conditioning", "Pre-conditioning IOPS", lines, AXES["iops"])]
    if judged is not None:
        panels.append(
            build_window_panel(
                "conditioning-window", "Pre-conditioning, measurement window", judged.judged, "IOPS of the sample"
            )
        )
    return panels


def _load(point: ReportPoint) -> tuple[int, int]:
    return ((point.threads or 0) * (point.queue_depth or 0), point.threads or 0)


def _load_text(point: ReportPoint) -> str:
    if point.threads is None or point.queue_depth is None:
        return point.name
    return f"TC {point.threads}, QD {point.queue_depth}"


def _group_by_threads(cells: dict[str, ReportPoint], grid: Sequence[str]) -> dict[int, list[str]]:
    """Group the cells by number of threads, most threads first, with their depths ascending."""
    threads = sorted({cells[name].threads or 0 for name in grid}, reverse=True)
    return {
        count: sorted(
            (name for name in grid if cells[name].threads == count), key=lambda name: cells[name].queue_depth or 0
        )
        for count in threads
    }


def _build_variation_plot(loop: ReportLoop, cells: dict[str, ReportPoint], grid: Sequence[str]) -> ReportLines:
    lines = tuple(
        PanelLine(
            f"TC {count}", tuple((float(cells[name].queue_depth or 0), loop.average(name, "iops")) for name in names)
        )
        for count, names in _group_by_threads(cells, grid).items()
    )
    return ReportLines(
        "variation", "Demand variation", PanelAxis("Queue depth", "count", base=2), AXES["iops"], lines,
        empty=_empty_reason(loop, lines),
    )  # fmt: skip


def _build_intensity_plot(loop: ReportLoop, cells: dict[str, ReportPoint], grid: Sequence[str]) -> ReportLines:
    lines = []
    for count, names in _group_by_threads(cells, grid).items():
        places = [(loop.average(name, "iops"), loop.average(name, "latency")) for name in names]
        lines.append(PanelLine(f"TC {count}", tuple((iops, latency) for iops, latency in places if iops is not None)))
    y = replace(AXES["latency"], base=10)
    return ReportLines("intensity", "Demand intensity", AXES["iops"], y, tuple(lines), empty=_empty_reason(loop, lines))


def _empty_reason(loop: ReportLoop, lines: Sequence[PanelLine]) -> str | None:
    if any(value is not None for line in lines for _, value in line.points):
        return None
    return MISSING_CELLS if loop.window else format_no_window_reason(loop)


def _build_processor_matrix(loop: ReportLoop, cells: dict[str, ReportPoint], grid: Sequence[str]) -> ReportMatrix:
    threads = sorted({cells[name].threads or 0 for name in grid})
    depths = sorted({cells[name].queue_depth or 0 for name in grid})
    names = {(cells[name].threads, cells[name].queue_depth): name for name in grid}
    values = tuple(
        tuple(
            average_of([point.cpu_percent for point in loop.list_window_points(names[count, depth])])
            if (count, depth) in names
            else None
            for depth in depths
        )
        for count in threads
    )
    has_values = any(value is not None for row in values for value in row)
    reason = "The server's processor time was not recorded." if loop.window else format_no_window_reason(loop)
    return ReportMatrix(
        "processor", "Processor utilisation of the server", "Threads", "Queue depth",
        tuple(f"TC {count}" for count in threads), tuple(f"QD {depth}" for depth in depths), values,
        PanelAxis("Processor utilisation", "percent"), empty=None if has_values else reason, kind="bars",
    )  # fmt: skip


def _build_points_table(loop: ReportLoop, cells: dict[str, ReportPoint], grid: Sequence[str]) -> ReportTable:
    """Build the table of MaxIOPS, MidIOPS and MinIOPS among the loop points.

    Values are from the measurement window.
    """
    columns = (
        PanelColumn("Operating point"),
        PanelColumn("Load"),
        PanelColumn("IOPS", "1/s"),
        PanelColumn("Average response time", "ns"),
    )
    panel = ReportTable("operating-points", "Operating points", columns, ())
    if loop.window is None:
        return replace(panel, empty=format_no_window_reason(loop))
    averages = [
        (name, iops, latency)
        for name in grid
        if (iops := loop.average(name, "iops")) is not None and (latency := loop.average(name, "latency")) is not None
    ]
    highest = max(
        (average for average in averages if average[2] < _LATENCY_LIMIT_NS),
        key=lambda average: average[1],
        default=None,
    )
    lowest = next(
        (average for average in averages if (cells[average[0]].threads, cells[average[0]].queue_depth) == (1, 1)), None
    )
    middle = None
    if highest is not None and lowest is not None:
        wanted = (highest[1] + lowest[1]) / 2
        middle = min(averages, key=lambda average: abs(average[1] - wanted))
    rows: list[tuple[Cell, ...]] = []
    for title, average in (("MaxIOPS", highest), ("MidIOPS", middle), ("MinIOPS", lowest)):
        rows.append(
            (title, None, None, None)
            if average is None
            else (title, _load_text(cells[average[0]]), average[1], average[2])
        )
    return replace(
        panel,
        rows=tuple(rows),
        note=None if highest else "No cell had an average response time below 5 ms: there is no MaxIOPS.",
    )


def _list_operating_points(given: ReportInput) -> list[ReportPoint]:
    """Return the phases at operating points, after the rounds."""
    last = max((point.ordinal for point in given.points if point.loop is not None), default=None)
    if last is None:
        return []
    return [
        point
        for point in given.points
        if point.loop is None and point.ordinal > last and is_demand(point) and point.total.bins
    ]


def _build_operating_histograms(given: ReportInput, loads: Mapping[str, Cell]) -> list[Panel]:
    """Build the histograms of the phases at operating points.

    `loads` has the load of the rounds by name of the operating point.
    """
    panels: list[Panel] = [
        _build_operating_histogram(number, point, loads.get(point.name))
        for number, point in enumerate(_list_operating_points(given), start=1)
    ]
    return panels or [build_histogram("histogram-1", "Response times at the operating points", None)]


def _build_operating_histogram(number: int, point: ReportPoint, rounds_load: Cell) -> Panel:
    """Build the histogram of a phase at an operating point.

    The load of the phase is chosen before the rounds. A phase whose load is not `rounds_load`, the one that the rounds
    give, must not pass for that operating point.
    """
    load = _load_text(point)
    if load == point.name:
        return build_histogram(f"histogram-{number}", f"Response times, {point.name}", point)
    panel = build_histogram(f"histogram-{number}", f"Response times, {point.name} ({load})", point)
    if rounds_load is None or rounds_load == load:
        return panel
    words = f"In the rounds {point.name} was {rounds_load}, and this is {load}: run the profile again with that load."
    return replace(panel, note=" ".join(filter(None, (words, panel.note))))
