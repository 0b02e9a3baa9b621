"""A report as plain values, as the API gives it and as shares freeze it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from storagelab.analysis.reports.panels import Marks, Panel, ReportLines, ReportModel


def describe_report(report: ReportModel) -> dict[str, Any]:
    """Return a test report as a dict with the fields of `schemas.Report`."""
    header = [
        {"title": block.title, "facts": [{"name": name, "value": value} for name, value in block.facts]}
        for block in report.header
    ]
    whole = asdict(replace(report, header=(), panels=()))
    return {**whole, "header": header, "panels": [_describe_panel(panel) for panel in report.panels]}


def _describe_panel(panel: Panel) -> dict[str, Any]:
    if not isinstance(panel, ReportLines):
        return asdict(panel)
    lines = [
        {"name": line.name, "x": [x for x, _ in line.points], "y": [y for _, y in line.points]} for line in panel.lines
    ]
    return {**asdict(replace(panel, lines=(), marks=None)), "lines": lines, "marks": _describe_marks(panel.marks)}


def _describe_marks(marks: Marks | None) -> dict[str, Any] | None:
    if marks is None:
        return None
    (first, at_first), (last, at_last) = marks.fit
    levels = {"average": marks.average, "high": marks.high, "low": marks.low}
    return {"first": int(first), "last": int(last), **levels, "fit_first": at_first, "fit_last": at_last}
