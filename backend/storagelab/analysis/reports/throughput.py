"""Throughput test: sequential reads and writes by block size, in rounds until writes are steady."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import ReportInput, ReportPoint
from storagelab.analysis.reports.loops import ReportLoop, build_loops
from storagelab.analysis.reports.panels import Panel, ReportLines, ReportMatrix
from storagelab.analysis.reports.shared_panels import (
    AXES,
    NO_ROUND,
    ROUND,
    build_convergence_plot,
    build_judged_panels,
    build_size_mix_table,
    format_block_size,
    name_judged,
)
from storagelab.domain.loops import Tracked

_AXIS = AXES["bytes_per_s"]


def make_loops(given: ReportInput) -> list[ReportLoop]:
    """Return the loops of the throughput test, one for each block size."""
    return build_loops(given, _list_tracked)


def _list_tracked(cells: Sequence[ReportPoint]) -> list[Tracked]:
    return [Tracked(point.name, "bytes_per_s") for point in cells if point.read_percent == 0]


def build_panels(_: ReportInput, loops: Sequence[ReportLoop]) -> list[Panel]:
    """Build the plots and tables of the throughput test."""
    if not loops:
        return [ReportLines("convergence", "Steady state convergence", ROUND, _AXIS, (), empty=NO_ROUND)]
    result: list[Panel] = []
    for number, loop in enumerate(loops, start=1):
        result += _build_loop_panels(number, loop)
    matrices = [_build_matrix(f"matrix-{number}", "Throughput", loop) for number, loop in enumerate(loops, start=1)]
    return [*result, _merge_matrices(matrices)]


def _build_loop_panels(number: int, loop: ReportLoop) -> list[Panel]:
    cells = {point.name: point for point in reversed(loop.points)}
    sizes = sorted({point.block_bytes for point in cells.values() if point.block_bytes is not None})
    size = ", ".join(format_block_size(block_bytes) for block_bytes in sizes) or loop.name
    result: list[Panel] = []
    for direction, read in (("writes", 0.0), ("reads", 100.0)):
        names = [name for name in loop.names if cells[name].read_percent == read]
        result.append(
            build_convergence_plot(
                f"convergence-{direction}-{number}", f"Steady state convergence, {size} {direction}", loop, names,
                lambda point: point.total.bandwidth_bytes_per_s, _AXIS,
            )
        )  # fmt: skip
    result += build_judged_panels(name_judged(loop), suffix=f"-{number}", subject=f", {size}")
    bars = replace(_build_matrix(f"bars-{number}", f"Throughput, {size}", loop), kind="bars", note=None)
    return [*result, bars]


def _build_matrix(panel_id: str, title: str, loop: ReportLoop) -> ReportMatrix:
    return build_size_mix_table(panel_id, title, loop, lambda name: loop.average(name, "bytes_per_s"), _AXIS)


def _merge_matrices(matrices: Sequence[ReportMatrix]) -> ReportMatrix:
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
