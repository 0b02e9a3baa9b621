"""The report of a run, over HTTP."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from storagelab.analysis.reports.build import build_report
from storagelab.analysis.reports.panels import LinesPanel, Marks, Panel, Report
from storagelab.charts import report_schemas as schemas
from storagelab.charts.report_input import read_report_input
from storagelab.errors import NotFound
from storagelab.http.problems import problems
from storagelab.http.references import Reference, number_of
from storagelab.http.session import SessionDep
from storagelab.results.caching import REVALIDATED, caching_headers, is_over, not_modified
from storagelab.results.queries import find_run, version_of
from storagelab.results.reports import report_of

router = APIRouter(tags=["charts"])


@router.get("/runs/{ref}/report", response_model=schemas.Report, responses=problems(404))
def get_report(ref: Reference, request: Request, session: SessionDep) -> Any:
    """Give every plot and table of the SNIA test that a run carried out; 404 for a run of any other profile."""
    run = find_run(session, ref)
    test = report_of(run)
    if test is None:
        raise NotFound(f"Run {number_of(run)} has no report: its profile is no test of the SNIA specification.")
    headers = {"Cache-Control": "no-store"}
    if is_over(run):
        headers = caching_headers(version_of(session, runs=[run]), policy=REVALIDATED)
        if (known := not_modified(request, headers)) is not None:
            return known
    report = build_report(read_report_input(session, run, test))
    # Straight to bytes: a histogram and a day of minutes are thousands of numbers that were just computed.
    return Response(orjson.dumps(describe_report(report)), media_type="application/json", headers=headers)


def describe_report(report: Report) -> dict[str, Any]:
    """The fields of `schemas.Report`."""
    header = [
        {"title": block.title, "facts": [{"name": name, "value": value} for name, value in block.facts]}
        for block in report.header
    ]
    whole = asdict(replace(report, header=(), panels=()))
    return {**whole, "header": header, "panels": [_panel(panel) for panel in report.panels]}


def _panel(panel: Panel) -> dict[str, Any]:
    if not isinstance(panel, LinesPanel):
        return asdict(panel)
    lines = [
        {"name": line.name, "x": [x for x, _ in line.points], "y": [y for _, y in line.points]} for line in panel.lines
    ]
    return {**asdict(replace(panel, lines=(), marks=None)), "lines": lines, "marks": _marks(panel.marks)}


def _marks(marks: Marks | None) -> dict[str, Any] | None:
    if marks is None:
        return None
    (first, at_first), (last, at_last) = marks.fit
    levels = {"average": marks.average, "high": marks.high, "low": marks.low}
    return {"first": int(first), "last": int(last), **levels, "fit_first": at_first, "fit_last": at_last}
