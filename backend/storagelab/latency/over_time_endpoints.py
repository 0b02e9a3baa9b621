"""The distribution of response times of a run over time, over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import orjson
from fastapi import APIRouter, Query, Request, Response

from storagelab.db.models import Run
from storagelab.errors import InvalidInput
from storagelab.evaluate.latency_over_time import cut_span, describe_span, describe_timed
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, format_row_number
from storagelab.http.rest_names import rename_fields
from storagelab.http.session import SessionDep
from storagelab.latency import over_time as reads
from storagelab.latency import over_time_schemas as schemas
from storagelab.results.caching import REVALIDATED, build_caching_headers, find_not_modified_response, is_over
from storagelab.results.queries import compute_version, find_run

router = APIRouter()

Ordinal = Annotated[int | None, Query(ge=1, le=100_000, description="Ordinal of the phase whose histograms to show")]
Moment = Annotated[int | None, Query(ge=0, le=10**12, description="On the time axis of the phase")]


@router.get(
    "/runs/{ref}/latency-over-time",
    response_model=schemas.LatencyOverTimeOut,
    responses=declare_problem_responses(404, 422),
)
def get_latency_over_time(
    ref: Reference,
    request: Request,
    session: SessionDep,
    phase: Ordinal = None,
    direction: schemas.Direction = "total",
    from_ms: Moment = None,
    to_ms: Moment = None,
) -> Any:
    """List the phases of a run that have latency histograms over time, and show those of `phase`.

    `phase` adds the percentiles of every slice, the cells of a heat map, and the distribution over all slices.
    `from_ms` and `to_ms` narrow them to a span: a slice belongs to it if its middle does.
    """
    if to_ms is not None and to_ms <= (from_ms or 0):
        raise InvalidInput("must be later than from_ms", path="to_ms")
    run = find_run(session, ref)
    headers = _build_headers(session, run)
    if (cached := _build_not_modified_response(request, headers)) is not None:
        return cached
    answer = {**_describe_run(run), "phases": reads.list_timed_phases(session, run_id=run.id), "histograms": None}
    if phase is not None:
        whole = reads.read_timed_direction(
            session, run_id=run.id, run_number=format_row_number(run), ordinal=phase, direction=direction
        )
        timed = cut_span(whole, from_ms=from_ms, to_ms=to_ms)
        histograms = describe_timed(timed, direction=direction), describe_span(timed, direction=direction)
        described, span = msgspec.to_builtins(histograms)
        answer["histograms"] = {**described, "span": span}
    return _answer(answer, headers)


def _describe_run(run: Run) -> dict[str, Any]:
    return {"run_id": run.id, "run_number": format_row_number(run)}


def _build_headers(session: SessionDep, run: Run) -> dict[str, str]:
    if not is_over(run):
        return {"Cache-Control": "no-store"}
    return build_caching_headers(compute_version(session, runs=[run]), policy=REVALIDATED)


def _build_not_modified_response(request: Request, headers: dict[str, str]) -> Response | None:
    return find_not_modified_response(request, headers) if "ETag" in headers else None


def _answer(answer: dict[str, Any], headers: dict[str, str]) -> Response:
    # Straight to bytes: validating thousands of numbers that were just computed costs more than computing them.
    content = orjson.dumps(rename_fields(answer))
    return Response(content, media_type="application/json", headers=headers)
