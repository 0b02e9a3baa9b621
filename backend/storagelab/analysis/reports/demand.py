"""Demand intensity test (DIRTH): IOPS and latency of threads by queue depth, and three points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import Curve, Point, ReportInput
from storagelab.analysis.reports.histograms import histogram
from storagelab.analysis.reports.loops import Checks, Loop, average_of, checks_of, loops_of
from storagelab.analysis.reports.panels import Axis, Cell, Column, Line, LinesPanel, MatrixPanel, Panel, TablePanel
from storagelab.analysis.reports.shared_panels import (
    AXES,
    MISSING_CELLS,
    NO_ROUND,
    ROUND,
    convergence,
    determination,
    over_time,
    why_no_window,
    window_panel,
)
from storagelab.domain.loops import Tracked

#: MaxIOPS is the highest with an average response time below this.
_LATENCY_LIMIT_NS = 5e6
_BETWEEN = ("pre-write", "prewrite")


def make_loops(given: ReportInput) -> list[Loop]:
    """The loops of the test."""
    return loops_of(given, _tracked)


def _tracked(cells: Sequence[Point]) -> list[Tracked]:
    grid = [point for point in cells if is_demand(point)]
    most = max(grid, key=_load, default=None)
    return [Tracked(most.name, "iops")] if most is not None else []


def is_demand(point: Point) -> bool:
    """Return whether a phase of a round is one of its threads by queue depth.

    The other phases are the writes before them.
    """
    return point.kind == "measure" and not any(word in point.name.lower() for word in _BETWEEN)


def checks(given: ReportInput) -> Checks | None:
    """The samples of the pre-conditioning as rounds."""
    found = _conditioning(given)
    if found is None:
        return None
    point, curve = found
    spacing = curve.check_every
    return checks_of(curve, name=point.name, first=spacing, spacing=spacing, rule=given.rule(point.name))


def panels(given: ReportInput, loops: Sequence[Loop]) -> list[Panel]:
    """The plots and tables of the test."""
    before = _conditioning_panels(given)
    if not loops:
        rounds = LinesPanel("convergence", "IOPS over rounds", ROUND, AXES["iops"], (), empty=NO_ROUND)
        return [*before, rounds, *_operating_histograms(given, {})]
    loop = loops[0]
    cells = {point.name: point for point in reversed(loop.points)}
    grid = [name for name in loop.names if is_demand(cells[name])]
    between = [name for name in loop.names if not is_demand(cells[name])]
    deepest = [name for name in grid if cells[name].queue_depth == max(cells[each].queue_depth or 0 for each in grid)]
    named = [(_load_text(cells[each.name]), each) for each in loop.judged]

    def iops(point: Point) -> float | None:
        return point.total.iops

    operating = _points_table(loop, cells, grid)
    rounds = convergence("convergence", "Demand variation, IOPS over rounds", loop, deepest, iops, AXES["iops"])
    return [
        *before,
        convergence("between-rounds", "Writes between the rounds", loop, between, iops, AXES["iops"]),
        replace(
            rounds,
            lines=tuple(
                replace(line, name=_load_text(cells[name])) for line, name in zip(rounds.lines, deepest, strict=True)
            ),
        ),
        *(
            window_panel(f"window-{number}", f"Measurement window, {name}", each, name)
            for number, (name, each) in enumerate(named, start=1)
        ),
        determination("determination", "Steady state determination data", named),
        _variation(loop, cells, grid),
        _intensity(loop, cells, grid),
        _processor(loop, cells, grid),
        operating,
        *_operating_histograms(given, {str(row[0]): row[1] for row in operating.rows}),
    ]


def _conditioning(given: ReportInput) -> tuple[Point, Curve] | None:
    for point in given.points:
        if point.loop is None and point.kind != "fill" and point.ordinal in given.curves:
            return point, given.curves[point.ordinal]
    return None


def _conditioning_panels(given: ReportInput) -> list[Panel]:
    found, judged = _conditioning(given), checks(given)
    lines = [(found[0].name, found[1], found[1].iops)] if found else []
    panels: list[Panel] = [over_time("conditioning", "Pre-conditioning IOPS", lines, AXES["iops"])]
    if judged is not None:
        panels.append(
            window_panel(
                "conditioning-window", "Pre-conditioning, measurement window", judged.judged, "IOPS of the sample"
            )
        )
    return panels


def _load(point: Point) -> tuple[int, int]:
    return ((point.threads or 0) * (point.queue_depth or 0), point.threads or 0)


def _load_text(point: Point) -> str:
    if point.threads is None or point.queue_depth is None:
        return point.name
    return f"TC {point.threads}, QD {point.queue_depth}"


def _by_threads(cells: dict[str, Point], grid: Sequence[str]) -> dict[int, list[str]]:
    """The cells of each number of threads, most threads first, with their depths ascending."""
    threads = sorted({cells[name].threads or 0 for name in grid}, reverse=True)
    return {
        count: sorted(
            (name for name in grid if cells[name].threads == count), key=lambda name: cells[name].queue_depth or 0
        )
        for count in threads
    }


def _variation(loop: Loop, cells: dict[str, Point], grid: Sequence[str]) -> LinesPanel:
    lines = tuple(
        Line(f"TC {count}", tuple((float(cells[name].queue_depth or 0), loop.average(name, "iops")) for name in names))
        for count, names in _by_threads(cells, grid).items()
    )
    return LinesPanel(
        "variation", "Demand variation", Axis("Queue depth", "count", base=2), AXES["iops"], lines,
        empty=_why_empty(loop, lines),
    )  # fmt: skip


def _intensity(loop: Loop, cells: dict[str, Point], grid: Sequence[str]) -> LinesPanel:
    lines = []
    for count, names in _by_threads(cells, grid).items():
        places = [(loop.average(name, "iops"), loop.average(name, "latency")) for name in names]
        lines.append(Line(f"TC {count}", tuple((iops, latency) for iops, latency in places if iops is not None)))
    y = replace(AXES["latency"], base=10)
    return LinesPanel("intensity", "Demand intensity", AXES["iops"], y, tuple(lines), empty=_why_empty(loop, lines))


def _why_empty(loop: Loop, lines: Sequence[Line]) -> str | None:
    if any(value is not None for line in lines for _, value in line.points):
        return None
    return MISSING_CELLS if loop.window else why_no_window(loop)


def _processor(loop: Loop, cells: dict[str, Point], grid: Sequence[str]) -> MatrixPanel:
    threads = sorted({cells[name].threads or 0 for name in grid})
    depths = sorted({cells[name].queue_depth or 0 for name in grid})
    names = {(cells[name].threads, cells[name].queue_depth): name for name in grid}
    values = tuple(
        tuple(
            average_of([point.cpu_percent for point in loop.windowed(names[count, depth])])
            if (count, depth) in names
            else None
            for depth in depths
        )
        for count in threads
    )
    known = any(value is not None for row in values for value in row)
    why = "The server's processor time was not recorded." if loop.window else why_no_window(loop)
    return MatrixPanel(
        "processor", "Processor utilisation of the server", "Threads", "Queue depth",
        tuple(f"TC {count}" for count in threads), tuple(f"QD {depth}" for depth in depths), values,
        Axis("Processor utilisation", "percent"), empty=None if known else why, kind="bars",
    )  # fmt: skip


def _points_table(loop: Loop, cells: dict[str, Point], grid: Sequence[str]) -> TablePanel:
    """MaxIOPS, MidIOPS and MinIOPS among the cells of the measurement window."""
    columns = (Column("Operating point"), Column("Load"), Column("IOPS", "1/s"), Column("Average response time", "ns"))
    panel = TablePanel("operating-points", "Operating points", columns, ())
    if loop.window is None:
        return replace(panel, empty=why_no_window(loop))
    known = [
        (name, iops, latency)
        for name in grid
        if (iops := loop.average(name, "iops")) is not None and (latency := loop.average(name, "latency")) is not None
    ]
    most = max((each for each in known if each[2] < _LATENCY_LIMIT_NS), key=lambda each: each[1], default=None)
    least = next((each for each in known if (cells[each[0]].threads, cells[each[0]].queue_depth) == (1, 1)), None)
    middle = None
    if most is not None and least is not None:
        wanted = (most[1] + least[1]) / 2
        middle = min(known, key=lambda each: abs(each[1] - wanted))
    rows: list[tuple[Cell, ...]] = []
    for title, each in (("MaxIOPS", most), ("MidIOPS", middle), ("MinIOPS", least)):
        rows.append(
            (title, None, None, None) if each is None else (title, _load_text(cells[each[0]]), each[1], each[2])
        )
    return replace(
        panel,
        rows=tuple(rows),
        note=None if most else "No cell had an average response time below 5 ms: there is no MaxIOPS.",
    )


def _operating(given: ReportInput) -> list[Point]:
    """The phases at operating points, after the rounds."""
    last = max((point.ordinal for point in given.points if point.loop is not None), default=None)
    if last is None:
        return []
    return [
        point
        for point in given.points
        if point.loop is None and point.ordinal > last and is_demand(point) and point.total.bins
    ]


def _operating_histograms(given: ReportInput, found: Mapping[str, Cell]) -> list[Panel]:
    """Return the histograms of the phases at operating points; `loads` are the loads of the rounds by name."""
    panels: list[Panel] = [
        _operating_histogram(number, point, found.get(point.name))
        for number, point in enumerate(_operating(given), start=1)
    ]
    return panels or [histogram("histogram-1", "Response times at the operating points", None)]


def _operating_histogram(number: int, point: Point, found: Cell) -> Panel:
    """The loads of these phases are chosen before the rounds: a name that they do not keep must not pass for it."""
    load = _load_text(point)
    if load == point.name:
        return histogram(f"histogram-{number}", f"Response times, {point.name}", point)
    panel = histogram(f"histogram-{number}", f"Response times, {point.name} ({load})", point)
    if found is None or found == load:
        return panel
    words = f"In the rounds {point.name} was {found}, and this is {load}: run the profile again with that load."
    return replace(panel, note=" ".join(filter(None, (words, panel.note))))
