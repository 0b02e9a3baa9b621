"""The distribution of response times of a run, over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import orjson
from fastapi import APIRouter, Query, Request, Response

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS
from storagelab.errors import NotFound
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, format_row_number
from storagelab.http.rest_names import rename_fields
from storagelab.http.session import SessionDep
from storagelab.latency import schemas
from storagelab.latency.distributions import read_distributions
from storagelab.results.caching import REVALIDATED, build_caching_headers, find_not_modified_response, is_over
from storagelab.results.queries import compute_version, find_run

router = APIRouter()

#: A chart draws a few; more of them are requested without their shares.
MAX_CHOSEN = 60
Ordinal = Annotated[int, Query(ge=1, le=100_000)]


@router.get("/runs/{ref}/latency", response_model=schemas.RunLatency, responses=declare_problem_responses(404, 422))
def get_latency(
    ref: Reference,
    request: Request,
    session: SessionDep,
    phase: Annotated[
        list[Ordinal] | None,
        Query(max_length=MAX_CHOSEN, description="Ordinals as in `phase_ordinal`. Without any, all results"),
    ] = None,
    cdf: Annotated[bool, Query(description="Whether the share of the I/Os up to each bin is given")] = True,
) -> Any:
    """Give percentiles and the cumulative distribution of latency, for each result of a run.

    A result is a measured phase, or a cell of a loop over those of its rounds that count. Everything is read from
    merged histograms, whose counts were added. Percentiles are never averaged.
    """
    run = find_run(session, ref)
    headers = {"Cache-Control": "no-store"}
    if is_over(run):
        headers = build_caching_headers(compute_version(session, runs=[run]), policy=REVALIDATED)
        if (cached := find_not_modified_response(request, headers)) is not None:
            return cached
    chosen = None if phase is None else set(phase)
    items = read_distributions(session, run_id=run.id, ordinals=chosen, cdf=cdf)
    missing = (chosen or set()) - {item.phase_ordinal for item in items}
    if missing:
        raise NotFound(f"Run {format_row_number(run)} has no result of phase {min(missing)}.")
    answer = {
        "run_id": run.id,
        "run_number": format_row_number(run),
        "percents": PERCENTS,
        "least_beyond": SUPPORTING_IOS,
        "items": msgspec.to_builtins(items),
    }
    # Straight to bytes: histograms are thousands of numbers that were just computed.
    return Response(orjson.dumps(rename_fields(answer)), media_type="application/json", headers=headers)
