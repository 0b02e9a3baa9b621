"""The host idle recovery test: what pauses between writes give, and what is left of it afterwards."""

from __future__ import annotations

from dataclasses import replace

from storagelab.analysis.reports.figures import Curve, Point, ReportInput
from storagelab.analysis.reports.loops import Checks, checks_of
from storagelab.analysis.reports.panels import Column, Panel, TablePanel
from storagelab.analysis.reports.shared_panels import AXES, NOT_MEASURED, determination, over_time, window_panel

_CYCLES = "A value is the mean of its interval, its pauses included."


def conditioning(given: ReportInput) -> tuple[Point, Curve] | None:
    """The writes before the first pause: the first phase with a curve that belongs to no loop and is no fill."""
    for point in given.points:
        if point.kind != "fill" and point.ordinal in given.curves:
            return point, given.curves[point.ordinal]
    return None


def checks(given: ReportInput) -> Checks | None:
    """The minute after every 30 of the pre-conditioning as rounds."""
    found = conditioning(given)
    if found is None:
        return None
    point, curve = found
    rule = given.rule(point.name)
    return checks_of(curve, name=point.name, first=curve.check_every, spacing=curve.check_every, rule=rule)


def panels(given: ReportInput) -> list[Panel]:
    """The plots and tables of the test."""
    found, judged = conditioning(given), checks(given)
    first = [(found[0].name, found[1], found[1].iops)] if found else []
    later = [point for point in given.points if point.kind == "measure" and not (found and point is found[0])]
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


def _table(points: list[Point]) -> TablePanel:
    columns = (
        Column("Phase"),
        Column("IOPS", "1/s"),
        Column("Average response time", "ns"),
        Column("Maximum response time", "ns"),
    )
    rows = tuple((point.name, point.total.iops, point.total.latency.mean, point.total.latency.max) for point in points)
    return TablePanel("states", "Wait states and their baselines", columns, rows, empty=None if rows else NOT_MEASURED)
