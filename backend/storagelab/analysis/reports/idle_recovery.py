"""The host idle recovery test: what pauses between writes give, and what is left of it afterwards."""

from __future__ import annotations

from dataclasses import replace

from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint
from storagelab.analysis.reports.loops import Checks, judge_phase_checks
from storagelab.analysis.reports.panels import Panel, PanelColumn, ReportTable
from storagelab.analysis.reports.shared_panels import (
    AXES,
    NOT_MEASURED,
    build_determination_table,
    build_time_plot,
    build_window_panel,
)

_CYCLES = "A value is the mean of its interval, its pauses included."


def find_conditioning(given: ReportInput) -> tuple[ReportPoint, ReportCurve] | None:
    """Return the point and curve of the writes before the first pause, or None.

    This is the first phase with a curve that belongs to no loop and is no fill.
    """
    for point in given.points:
        if point.kind != "fill" and point.ordinal in given.curves:
            return point, given.curves[point.ordinal]
    return None


def judge_checks(given: ReportInput) -> Checks | None:
    """Judge the pre-conditioning of the host idle recovery test.

    The minute after every 30 is a round. None without pre-conditioning.
    """
    return judge_phase_checks(given, find_conditioning(given))


def build_panels(given: ReportInput) -> list[Panel]:
    """Build the plots and tables of the host idle recovery test."""
    phase_curve, judged = find_conditioning(given), judge_checks(given)
    first = [(phase_curve[0].name, phase_curve[1], phase_curve[1].iops)] if phase_curve else []
    later = [
        point for point in given.points if point.kind == "measure" and not (phase_curve and point is phase_curve[0])
    ]
    waits = [
        (point.name, given.curves[point.ordinal], given.curves[point.ordinal].iops)
        for point in later
        if point.ordinal in given.curves
    ]
    steady: list[Panel] = []
    if judged is not None:
        steady = [
            build_window_panel(
                "conditioning-window", "Pre-conditioning, steady state checks", judged.judged, "IOPS of the check"
            ),
            build_determination_table(
                "determination", "Steady state determination data", [(judged.judged.name, judged.judged)]
            ),
        ]
    conditioned = build_time_plot("conditioning", "Pre-conditioning IOPS", first, AXES["iops"])
    states = build_time_plot("waits", "IOPS over time, all wait states", waits, AXES["iops"])
    noted = replace(states, note=None if states.empty else _CYCLES)
    return [conditioned, *steady, noted, _build_table(later)]


def _build_table(points: list[ReportPoint]) -> ReportTable:
    columns = (
        PanelColumn("Phase"),
        PanelColumn("IOPS", "1/s"),
        PanelColumn("Average response time", "ns"),
        PanelColumn("Maximum response time", "ns"),
    )
    rows = tuple((point.name, point.total.iops, point.total.latency.mean, point.total.latency.max) for point in points)
    return ReportTable("states", "Wait states and their baselines", columns, rows, empty=None if rows else NOT_MEASURED)
