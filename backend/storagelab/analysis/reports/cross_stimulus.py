"""The cross stimulus recovery test: how fast sequential writes come back after hours of random ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint
from storagelab.analysis.reports.loops import average_of
from storagelab.analysis.reports.panels import Cell, Panel, PanelAxis, PanelColumn, PanelLine, ReportTable
from storagelab.analysis.reports.shared_panels import AXES, NO_CURVE, build_time_plot

_GROUPS = 3
_RESPONSE = PanelAxis("Response time", "ns", base=10)


def build_panels(given: ReportInput) -> list[Panel]:
    """Build the plots and tables of the cross stimulus recovery test."""
    groups = [
        (point, given.curves[point.ordinal])
        for point in given.points
        if point.kind == "measure" and point.ordinal in given.curves
    ]
    rates = [(point.name, curve, curve.bytes_per_s) for point, curve in groups]
    means = build_time_plot(
        "response-average", "", [(point.name, curve, curve.latency_mean_ns) for point, curve in groups], _RESPONSE
    )
    longest = build_time_plot(
        "response-maximum", "", [(point.name, curve, curve.latency_max_ns) for point, curve in groups], _RESPONSE
    )
    lines = (*_rename_lines(means.lines, "average"), *_rename_lines(longest.lines, "maximum"))
    estimated = any(curve.max_estimated for _, curve in groups)
    return [
        build_time_plot("throughput", "Throughput over time, all groups", rates, AXES["bytes_per_s"]),
        replace(
            means,
            id="response-times",
            title="Average and maximum response time over time",
            lines=lines,
            empty=None if lines else NO_CURVE,
            note="Maxima are upper edges of histogram bins." if estimated and lines else None,
        ),
        _build_table(groups),
        _build_recovery_table(groups),
    ]


def _rename_lines(lines: Sequence[PanelLine], suffix: str) -> tuple[PanelLine, ...]:
    return tuple(replace(line, name=f"{line.name}, {suffix}") for line in lines)


def _build_table(groups: Sequence[tuple[ReportPoint, ReportCurve]]) -> ReportTable:
    columns = (
        PanelColumn("Group"),
        PanelColumn("Throughput at the end", "bytes/s"),
        PanelColumn("Peak average response time", "ns"),
        PanelColumn("Peak maximum response time", "ns"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            point.name,
            curve.bytes_per_s[-1] if curve.bytes_per_s else None,
            max((value for value in curve.latency_mean_ns if value is not None), default=None),
            max((value for value in curve.latency_max_ns if value is not None), default=None),
        )
        for point, curve in groups
    )
    return ReportTable(
        "groups", "Throughput and response times of each group", columns, rows, empty=None if rows else NO_CURVE
    )


def _build_recovery_table(groups: Sequence[tuple[ReportPoint, ReportCurve]]) -> ReportTable:
    """Build the table of the time at which the third group is again as fast as the first was on average."""
    columns = (
        PanelColumn("Average of the first group", "bytes/s"),
        PanelColumn("Recovered after", "s"),
        PanelColumn("Throughput then", "bytes/s"),
    )
    panel = ReportTable("recovery", "Recovery", columns, ())
    if len(groups) < _GROUPS:
        return replace(panel, empty=f"{len(groups)} of the three groups were measured.")
    average = average_of(groups[0][1].bytes_per_s)
    if average is None:
        return replace(panel, empty="The first group has intervals without samples: its average is not known.")
    curve = groups[2][1]
    for index, value in enumerate(curve.bytes_per_s):
        if value is None:
            return replace(panel, empty="The third group has intervals without samples before it recovered.")
        if value >= average:
            return replace(panel, rows=((average, (index + 1) * curve.step_seconds, value),))
    note = "The third group never was as fast as the first was on average."
    return replace(panel, rows=((average, None, None),), note=note)
