"""Throughput test: sequential reads and writes by block size, in rounds until writes are steady."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import ReportInput, ReportPoint
from storagelab.analysis.reports.loops import ReportLoop, loops_of
from storagelab.analysis.reports.panels import Panel, ReportLines, ReportMatrix
from storagelab.analysis.reports.shared_panels import (
    AXES,
    NO_ROUND,
    ROUND,
    by_size_and_mix,
    convergence,
    determination,
    loop_point_label,
    size_text,
    window_panel,
)
from storagelab.domain.loops import Tracked

_AXIS = AXES["bytes_per_s"]


def make_loops(given: ReportInput) -> list[ReportLoop]:
    """Return the loops of the test, one for each block size."""
    return loops_of(given, _tracked)


def _tracked(cells: Sequence[ReportPoint]) -> list[Tracked]:
    return [Tracked(point.name, "bytes_per_s") for point in cells if point.read_percent == 0]


def panels(_: ReportInput, loops: Sequence[ReportLoop]) -> list[Panel]:
    """Build the plots and tables of the test."""
    if not loops:
        return [ReportLines("convergence", "Steady state convergence", ROUND, _AXIS, (), empty=NO_ROUND)]
    result: list[Panel] = []
    for number, loop in enumerate(loops, start=1):
        result += _of_loop(number, loop)
    matrices = [_matrix(f"matrix-{number}", "Throughput", loop) for number, loop in enumerate(loops, start=1)]
    return [*result, _together(matrices)]


def _of_loop(number: int, loop: ReportLoop) -> list[Panel]:
    cells = {point.name: point for point in reversed(loop.points)}
    sizes = sorted({point.block_bytes for point in cells.values() if point.block_bytes is not None})
    size = ", ".join(size_text(block_bytes) for block_bytes in sizes) or loop.name
    result: list[Panel] = []
    for direction, read in (("writes", 0.0), ("reads", 100.0)):
        names = [name for name in loop.names if cells[name].read_percent == read]
        result.append(
            convergence(
                f"convergence-{direction}-{number}", f"Steady state convergence, {size} {direction}", loop, names,
                lambda point: point.total.bandwidth_bytes_per_s, _AXIS,
            )
        )  # fmt: skip
    result += [
        window_panel(
            f"window-{number}-{place}",
            f"Measurement window, {loop_point_label(loop, variable.name)}",
            variable,
            loop_point_label(loop, variable.name),
        )
        for place, variable in enumerate(loop.judged, start=1)
    ]
    named = [(loop_point_label(loop, variable.name), variable) for variable in loop.judged]
    result.append(determination(f"determination-{number}", f"Steady state determination data, {size}", named))
    bars = replace(_matrix(f"bars-{number}", f"Throughput, {size}", loop), kind="bars", note=None)
    return [*result, bars]


def _matrix(panel_id: str, title: str, loop: ReportLoop) -> ReportMatrix:
    return by_size_and_mix(panel_id, title, loop, lambda name: loop.average(name, "bytes_per_s"), _AXIS)


def _together(matrices: Sequence[ReportMatrix]) -> ReportMatrix:
    """Merge all block sizes into one matrix; a cell that a size did not measure is unknown."""
    columns = tuple(dict.fromkeys(column for matrix in matrices for column in matrix.columns))
    rows = [
        (row, tuple(dict(zip(matrix.columns, values, strict=True)).get(column) for column in columns))
        for matrix in matrices
        for row, values in zip(matrix.rows, matrix.values, strict=True)
    ]
    has_values = any(value is not None for _, values in rows for value in values)
    first = matrices[0]
    return replace(
        first, id="matrix", title="Throughput by block size", rows=tuple(row for row, _ in rows), columns=columns,
        values=tuple(values for _, values in rows), empty=None if has_values else first.empty,
        note=next((matrix.note for matrix in matrices if matrix.note), None),
    )  # fmt: skip
