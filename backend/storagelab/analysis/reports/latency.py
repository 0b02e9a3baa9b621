"""Latency test: one random request at a time, in rounds until 4 KiB writes are steady."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import ReportInput, ReportPoint
from storagelab.analysis.reports.histograms import build_histogram, compute_merged_percentile, find_single_requests
from storagelab.analysis.reports.loops import ReportLoop, build_loops
from storagelab.analysis.reports.panels import Panel, PanelColumn, ReportLines, ReportTable
from storagelab.analysis.reports.shared_panels import (
    AXES,
    MAXIMUM,
    NO_ROUND,
    ROUND,
    build_convergence_plot,
    build_judged_panels,
    build_size_mix_table,
    format_loop_point,
    format_no_window_reason,
    name_judged,
)
from storagelab.domain.loops import Tracked

_SIZE = 4096


def make_loops(given: ReportInput) -> list[ReportLoop]:
    """Return the loops of the latency test."""
    return build_loops(given, _list_tracked)


def _list_tracked(cells: Sequence[ReportPoint]) -> list[Tracked]:
    return [
        Tracked(point.name, "latency") for point in cells if (point.block_bytes, point.read_percent) == (_SIZE, 0.0)
    ]


def build_panels(given: ReportInput, loops: Sequence[ReportLoop]) -> list[Panel]:
    """Build the plots and tables of the latency test."""
    after = build_histogram("histogram", "Response times of single 4 KiB writes", find_single_requests(given.points))
    if not loops:
        return [
            ReportLines("convergence", "Steady state convergence", ROUND, AXES["latency"], (), empty=NO_ROUND),
            after,
        ]
    loop = loops[0]
    mean = build_size_mix_table(
        "bars-average", "Average response time", loop, lambda name: loop.average(name, "latency"), AXES["latency"]
    )
    longest = build_size_mix_table("bars-maximum", "Maximum response time", loop, loop.find_maximum_ns, MAXIMUM)
    return [
        build_convergence_plot(
            "convergence-average",
            "Convergence of the average response time",
            loop,
            loop.names,
            lambda point: point.total.latency.mean,
            AXES["latency"],
        ),
        build_convergence_plot(
            "convergence-maximum",
            "Convergence of the maximum response time",
            loop,
            loop.names,
            lambda point: point.total.latency.max,
            replace(MAXIMUM, base=10),
        ),
        *build_judged_panels(name_judged(loop)),
        _build_table(loop),
        replace(mean, id="matrix-average"),
        replace(longest, id="matrix-maximum"),
        replace(mean, kind="bars", title=f"{mean.title}, as bars", note=None),
        replace(longest, kind="bars", title=f"{longest.title}, as bars", note=None),
        after,
    ]


def _build_table(loop: ReportLoop) -> ReportTable:
    """Build the table of average, 99.999 % and maximum response time and IOPS of every loop point.

    Percentiles are from all I/Os of the measurement window.
    """
    columns = (
        PanelColumn("Cell"),
        PanelColumn("Average", "ns"),
        PanelColumn("99.999 %", "ns"),
        PanelColumn("Maximum", "ns"),
        PanelColumn("IOPS", "1/s"),
    )
    rows = tuple(
        (
            format_loop_point(loop, name),
            loop.average(name, "latency"),
            compute_merged_percentile(loop.list_window_points(name), 99.999),
            loop.find_maximum_ns(name),
            loop.average(name, "iops"),
        )
        for name in loop.names
    )
    thin = any(row[2] is None for row in rows)
    return ReportTable(
        "cells", "Response times of the measurement window", columns, rows if loop.window else (),
        empty=None if loop.window else format_no_window_reason(loop),
        note="99.999 % needs a million I/Os with their histograms." if thin else None,
    )  # fmt: skip
