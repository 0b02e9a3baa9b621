"""The report of a run, over HTTP."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from storagelab.analysis.reports.build import build_report
from storagelab.errors import NotFound
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, format_row_number
from storagelab.http.rest_names import rename_fields
from storagelab.http.session import SessionDep
from storagelab.reports import schemas
from storagelab.reports.input import read_report_input
from storagelab.reports.views import describe_report
from storagelab.results.caching import REVALIDATED, build_caching_headers, find_not_modified_response, is_over
from storagelab.results.queries import compute_version, find_run
from storagelab.results.reports import find_report

router = APIRouter()


@router.get("/runs/{ref}/report", response_model=schemas.Report, responses=declare_problem_responses(404))
def get_report(ref: Reference, request: Request, session: SessionDep) -> Any:
    """Give every plot and table of the SNIA test that a run carried out, and 404 for a run of any other profile."""
    run = find_run(session, ref)
    test = find_report(run)
    if test is None:
        raise NotFound(
            f"Run {format_row_number(run)} has no report: its profile is not a test of the SNIA specification."
        )
    headers = {"Cache-Control": "no-store"}
    if is_over(run):
        headers = build_caching_headers(compute_version(session, runs=[run]), policy=REVALIDATED)
        if (cached := find_not_modified_response(request, headers)) is not None:
            return cached
    report = build_report(read_report_input(session, run, test))
    # Straight to bytes: a histogram and a day of minutes are thousands of numbers that were just computed.
    return Response(
        orjson.dumps(rename_fields(describe_report(report))), media_type="application/json", headers=headers
    )
