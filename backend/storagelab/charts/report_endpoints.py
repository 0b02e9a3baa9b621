"""The report of a run, over HTTP."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from storagelab.analysis.reports.build import build_report
from storagelab.charts import report_schemas as schemas
from storagelab.charts.report_input import read_report_input
from storagelab.charts.report_views import describe_report
from storagelab.errors import NotFound
from storagelab.http.problems import problems
from storagelab.http.references import Reference, number_of
from storagelab.http.rest_names import rename_fields
from storagelab.http.session import SessionDep
from storagelab.results.caching import REVALIDATED, caching_headers, is_over, not_modified
from storagelab.results.queries import find_run, version_of
from storagelab.results.reports import report_of

router = APIRouter()


@router.get("/runs/{ref}/report", response_model=schemas.Report, responses=problems(404))
def get_report(ref: Reference, request: Request, session: SessionDep) -> Any:
    """Give every plot and table of the SNIA test that a run carried out, and 404 for a run of any other profile."""
    run = find_run(session, ref)
    test = report_of(run)
    if test is None:
        raise NotFound(f"Run {number_of(run)} has no report: its profile is not a test of the SNIA specification.")
    headers = {"Cache-Control": "no-store"}
    if is_over(run):
        headers = caching_headers(version_of(session, runs=[run]), policy=REVALIDATED)
        if (cached := not_modified(request, headers)) is not None:
            return cached
    report = build_report(read_report_input(session, run, test))
    # Straight to bytes: a histogram and a day of minutes are thousands of numbers that were just computed.
    return Response(
        orjson.dumps(rename_fields(describe_report(report))), media_type="application/json", headers=headers
    )
