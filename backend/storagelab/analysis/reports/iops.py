"""IOPS test: random I/O of eight sizes in seven mixes, in rounds until three cells are steady."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.analysis.reports.figures import ReportInput, ReportPoint
from storagelab.analysis.reports.loops import ReportLoop, build_loops
from storagelab.analysis.reports.panels import Panel, PanelAxis, PanelLine, ReportLines, ReportMatrix
from storagelab.analysis.reports.shared_panels import (
    AXES,
    NO_ROUND,
    ROUND,
    build_convergence_plot,
    build_judged_panels,
    build_size_mix_table,
    format_block_size,
    format_no_window_reason,
    name_judged,
)
from storagelab.domain.loops import Tracked

SIZES = PanelAxis("Block size", "bytes", base=2)
#: PTS 2.0: 4 KiB 0/100, 64 KiB 65/35 and 1024 KiB 100/0, all steady in the same window.
_TRACKED = ((4096, 0.0), (65536, 65.0), (1048576, 100.0))


def list_tracked(cells: Sequence[ReportPoint]) -> list[Tracked]:
    """Return the tracking variables of PTS 2.0, for a loop whose rule names none."""
    return [
        Tracked(point.name, "iops")
        for size, read in _TRACKED
        for point in cells
        if (point.block_bytes, point.read_percent) == (size, read)
    ]


def build_panels(_: ReportInput, loops: Sequence[ReportLoop]) -> list[Panel]:
    """Build the plots and tables of the IOPS test."""
    if not loops:
        return [ReportLines("convergence", "Steady state convergence", ROUND, AXES["iops"], (), empty=NO_ROUND)]
    loop = loops[0]
    cells = {point.name: point for point in reversed(loop.points)}
    writes = [name for name in loop.names if cells[name].read_percent == 0]
    matrix = build_size_mix_table(
        "matrix", "IOPS by block size and mix", loop, lambda name: loop.average(name, "iops"), AXES["iops"]
    )
    return [
        build_convergence_plot(
            "convergence",
            "Steady state convergence, 100 % writes",
            loop,
            writes,
            lambda point: point.total.iops,
            AXES["iops"],
        ),
        *build_judged_panels(name_judged(loop)),
        matrix,
        _build_size_plot(loop, matrix),
        _convert_to_bars(matrix),
    ]


def make_loops(given: ReportInput) -> list[ReportLoop]:
    """Return the loops of the IOPS test."""
    return build_loops(given, list_tracked)


def _build_size_plot(loop: ReportLoop, matrix: ReportMatrix) -> ReportLines:
    """Build the P 2D plot: IOPS over block size, a line for each mix."""
    points = {point.name: point for point in reversed(loop.points) if point.block_bytes is not None}
    sizes = sorted({point.block_bytes or 0 for point in points.values()})
    lines = tuple(
        PanelLine(
            mix,
            tuple((float(size), matrix.values[matrix.rows.index(format_block_size(size))][index]) for size in sizes),
        )
        for index, mix in enumerate(matrix.columns)
    )
    y = PanelAxis("IOPS", "1/s", base=10)
    return ReportLines(
        "sizes", "IOPS over block size", SIZES, y, () if matrix.empty else lines,
        empty=format_no_window_reason(loop) if matrix.empty and loop.window is None else matrix.empty,
    )  # fmt: skip


def _convert_to_bars(matrix: ReportMatrix) -> ReportMatrix:
    return ReportMatrix(
        "bars", "IOPS by block size and mix, as bars", matrix.row_label, matrix.column_label, matrix.rows,
        matrix.columns, matrix.values, matrix.value, empty=matrix.empty, note=matrix.note, kind="bars",
    )  # fmt: skip
