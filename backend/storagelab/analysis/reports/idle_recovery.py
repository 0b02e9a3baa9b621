"""The host idle recovery test: what pauses between writes give, and what is left of it afterwards."""

from __future__ import annotations

from dataclasses import replace

from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint
from storagelab.analysis.reports.loops import Checks, checks_of
from storagelab.analysis.reports.panels import Panel, PanelColumn, ReportTable
from storagelab.analysis.reports.shared_panels import AXES, NOT_MEASURED, determination, over_time, window_panel

_CYCLES = "A value is the mean of its interval, its pauses included."


def conditioning(given: ReportInput) -> tuple[ReportPoint, ReportCurve] | None:
    """Return the writes before the first pause: the first phase with a curve that belongs to no loop and is no fill."""
    for point in given.points:
        if point.kind != "fill" and point.ordinal in given.curves:
            return point, given.curves[point.ordinal]
    return None


def checks(given: ReportInput) -> Checks | None:
    """Return the minute after every 30 of the pre-conditioning as rounds."""
    phase_curve = conditioning(given)
    if phase_curve is None:
        return None
    point, curve = phase_curve
    rule = given.rule(point.name)
    return checks_of(curve, name=point.name, first=curve.check_every, spacing=curve.check_every, rule=rule)


def panels(given: ReportInput) -> list[Panel]:
    """Build the plots and tables of the test."""
    phase_curve, judged = conditioning(given), checks(given)
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
            window_panel(
                "conditioning-window", "Pre-conditioning, steady state checks", judged.judged, "IOPS of the check"
            ),
            determination("determination", "Steady state determination data", [(judged.judged.name, judged.judged)]),
        ]
    conditioned = over_time("conditioning", "Pre-conditioning IOPS", first, AXES["iops"])
    states = over_time("waits", "IOPS over time, all wait states", waits, AXES["iops"])
    noted = replace(states, note=None if states.empty else _CYCLES)
    return [conditioned, *steady, noted, _table(later)]


def _table(points: list[ReportPoint]) -> ReportTable:
    columns = (
        PanelColumn("Phase"),
        PanelColumn("IOPS", "1/s"),
        PanelColumn("Average response time", "ns"),
        PanelColumn("Maximum response time", "ns"),
    )
    rows = tuple((point.name, point.total.iops, point.total.latency.mean, point.total.latency.max) for point in points)
    return ReportTable("states", "Wait states and their baselines", columns, rows, empty=None if rows else NOT_MEASURED)
