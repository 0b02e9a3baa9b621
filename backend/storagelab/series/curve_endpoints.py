"""Curves of several runs for one chart, over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Query, Request, Response

from storagelab.analysis.series_codec import OVERVIEW_POINTS
from storagelab.errors import InvalidInput
from storagelab.evaluate.phase_buckets import Resolution
from storagelab.evaluate.series import TimeWindow
from storagelab.http.problems import declare_problem_responses
from storagelab.http.rest_names import get_rest_metric_name
from storagelab.http.session import SessionDep
from storagelab.results.caching import REVALIDATED, build_caching_headers, find_not_modified_response, is_over
from storagelab.results.queries import compute_version, find_runs_in_order, list_phases_of_runs
from storagelab.series import queries, schemas
from storagelab.series.choice import (
    MAX_PHASE_NAME,
    MAX_RUNS,
    SeriesMetric,
    SeriesSource,
    choose_phases,
    require_metric_of,
)
from storagelab.series.views import describe_run_series, encode_series_answer

router = APIRouter()

MAX_MS = 10**12
Value = TypeVar("Value")
Moments = Annotated[
    list[Annotated[int, Query(ge=0, le=MAX_MS)]],
    Query(max_length=MAX_RUNS, description="On the time axis of a run: one for all runs, or one for each"),
]


@router.get("/curves", response_model=schemas.Curves, responses=declare_problem_responses(404, 422))
def get_curves(
    request: Request,
    session: SessionDep,
    run_id: Annotated[list[str], Query(min_length=1, max_length=MAX_RUNS, description="Ids or numbers of runs")],
    metric: SeriesMetric,
    phase: Annotated[
        list[Annotated[str, Query(max_length=MAX_PHASE_NAME)]],
        Query(max_length=MAX_RUNS, description="As of `GET /series`: one for all runs, or one for each"),
    ] = [],  # noqa: B006
    direction: Literal["total", "read", "write"] = "total",
    source: SeriesSource = "engine",
    from_ms: Moments = [],  # noqa: B006
    to_ms: Moments = [],  # noqa: B006
    max_points: Annotated[int, Query(ge=10, le=5000, description="Of each curve")] = OVERVIEW_POINTS,
    resolution: Annotated[Resolution, Query(description="As of `GET /series`")] = "buckets",
) -> Any:
    """Show one metric of several runs over time, in the order of `run_id`: each as `GET /series` gives it.

    A run may be listed several times, with other phases or another window.
    """
    require_metric_of(source, metric)
    count = len(run_id)
    phases = _require_value_per_run(phase, count, path="phase", default="all")
    begins = _require_value_per_run(from_ms, count, path="from_ms", default=None)
    ends = _require_value_per_run(to_ms, count, path="to_ms", default=None)
    for begin, end in zip(begins, ends, strict=True):
        if end is not None and end <= (begin or 0):
            raise InvalidInput("must be later than from_ms", path="to_ms")
    runs = find_runs_in_order(session, run_id)
    headers = {"Cache-Control": "no-store"}
    distinct = list({run.id: run for run in runs}.values())
    if all(is_over(run) for run in distinct):
        headers = build_caching_headers(compute_version(session, runs=distinct), policy=REVALIDATED)
        if (cached := find_not_modified_response(request, headers)) is not None:
            return cached
    filed = list_phases_of_runs(session, run_ids=[run.id for run in distinct])
    chosen = [choose_phases(run, filed[run.id], wanted) for run, wanted in zip(runs, phases, strict=True)]
    windows = [TimeWindow(from_ms=begin, to_ms=end) for begin, end in zip(begins, ends, strict=True)]
    drawn = queries.draw_curves(
        session,
        [queries.CurvePart(run_phases, window) for run_phases, window in zip(chosen, windows, strict=True)],
        metric=metric,
        direction=direction,
        max_points=max_points,
        telemetry=source == "telemetry",
        stored=resolution == "stored",
    )
    curves = [
        {
            **describe_run_series(run, own, curve, metric=metric, direction=direction, phase=wanted),
            "metric": get_rest_metric_name(metric),
        }
        for run, own, curve, wanted in zip(runs, chosen, drawn, phases, strict=True)
    ]
    return Response(encode_series_answer({"curves": curves}), media_type="application/json", headers=headers)


def _require_value_per_run(values: Sequence[Value], count: int, *, path: str, default: Any) -> Sequence[Any]:
    """Return one value for each of `count` runs; a single value applies to all runs.

    No value gives `default`. Raises InvalidInput, at `path`, for any other number of values.
    """
    if not values:
        return [default] * count
    if len(values) == 1:
        return list(values) * count
    if len(values) != count:
        raise InvalidInput(f"must be one for all runs, or one for each of {count}, not {len(values)}", path=path)
    return values
