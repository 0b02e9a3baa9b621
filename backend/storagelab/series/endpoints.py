"""Series and measurements for charts, over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from storagelab.analysis.series_codec import OVERVIEW_POINTS
from storagelab.domain.result import RESULT_KINDS
from storagelab.errors import InvalidInput
from storagelab.evaluate.columns import build_columns, build_published_columns, list_dimensions
from storagelab.evaluate.phase_buckets import Resolution
from storagelab.evaluate.series import TimeWindow
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference
from storagelab.http.rest_names import get_rest_field_name, get_rest_metric_name
from storagelab.http.session import SessionDep
from storagelab.results.caching import REVALIDATED, build_caching_headers, find_not_modified_response, is_over
from storagelab.results.load import load_results
from storagelab.results.queries import compute_version, find_run, find_runs, list_phases
from storagelab.series import derived, queries, schemas
from storagelab.series.choice import (
    MAX_PHASE_NAME,
    MAX_RUNS,
    PhaseKind,
    SeriesMetric,
    SeriesSource,
    choose_phases,
    require_metric_of,
)
from storagelab.series.views import describe_run_series, encode_series_answer

router = APIRouter()

Milliseconds = Annotated[int | None, Query(ge=0, le=10**12, description="On the time axis of the run")]


@router.get("/series", response_model=schemas.SeriesData, responses=declare_problem_responses(404, 422))
def get_series(
    request: Request,
    session: SessionDep,
    run_id: Annotated[str, Query(max_length=64, description="Id or number of a run")],
    metric: SeriesMetric,
    phase: Annotated[
        str, Query(max_length=MAX_PHASE_NAME, description="`all`, a kind such as `precondition`, an ordinal, or a name")
    ] = "all",
    direction: Literal["total", "read", "write"] = "total",
    source: SeriesSource = "engine",
    from_ms: Milliseconds = None,
    to_ms: Milliseconds = None,
    after: Milliseconds = None,
    max_points: Annotated[int, Query(ge=10, le=5000)] = OVERVIEW_POINTS,
    resolution: Annotated[
        Resolution,
        Query(
            description="`stored`: the intervals as they are stored, while there are at most `max_points` of them, "
            "else buckets that hold samples of one phase each"
        ),
    ] = "buckets",
) -> Any:
    """Give one metric of a run over time, as equal-time buckets that keep every extreme.

    With `resolution=stored` no bucket holds samples of two phases: where an equal one would, each phase is cut into
    buckets of its own, one at least, which `intervals` places.
    `from_ms` and `to_ms` zoom in, `after` gives only what was added since `last_ms` of an earlier answer.
    """
    if to_ms is not None and to_ms <= (from_ms or 0):
        raise InvalidInput("must be later than from_ms", path="to_ms")
    require_metric_of(source, metric)
    run = find_run(session, run_id)
    headers = {"Cache-Control": "no-store"}
    if is_over(run):
        headers = build_caching_headers(compute_version(session, runs=[run]), policy=REVALIDATED)
        if (cached := find_not_modified_response(request, headers)) is not None:
            return cached
    phases = choose_phases(run, list_phases(session, run_id=run.id), phase)
    drawn = queries.draw_series(
        session,
        phases=phases,
        metric=metric,
        direction=direction,
        window=TimeWindow(from_ms=from_ms, to_ms=to_ms, after=after),
        max_points=max_points,
        telemetry=source == "telemetry",
        stored=resolution == "stored",
    )
    answer = describe_run_series(run, phases, drawn, metric=metric, direction=direction, phase=phase)
    answer["metric"] = get_rest_metric_name(metric)
    return Response(encode_series_answer(answer), media_type="application/json", headers=headers)


@router.get("/runs/{ref}/derived", response_model=schemas.Derived, responses=declare_problem_responses(404))
def get_derived(ref: Reference, request: Request, response: Response, session: SessionDep) -> Any:
    """Give what follows from the sweeps and the curve of a run."""
    run = find_run(session, ref)
    if is_over(run):
        headers = build_caching_headers(compute_version(session, runs=[run]), policy=REVALIDATED)
        if (cached := find_not_modified_response(request, headers)) is not None:
            return cached
        response.headers.update(headers)
    return schemas.Derived.model_validate(
        {
            "sweeps": derived.derive_sweeps(session, run_id=run.id),
            "curve": derived.derive_curve(session, phases=list_phases(session, run_id=run.id)),
        }
    )


@router.get("/measurements", response_model=schemas.MeasurementColumns, responses=declare_problem_responses(404, 422))
def get_measurements(
    request: Request,
    response: Response,
    session: SessionDep,
    run_id: Annotated[list[str], Query(min_length=1, max_length=MAX_RUNS, description="Ids or numbers of runs")],
    kind: Annotated[PhaseKind, Query(description="Kind of phase. `measure` includes published figures")] = "measure",
    rounds: Annotated[
        Literal["average", "all"],
        Query(description="Of loops, `average` gives each cell over the rounds that count, `all` every round"),
    ] = "average",
) -> Any:
    """Give the measurements of one or several runs as columns, one row per phase, or per cell of a loop.

    Of several runs those in the trash are left out.
    """
    runs = find_runs(session, run_id)
    if len(runs) > 1:
        runs = [run for run in runs if run.trashed_at is None]
    if all(is_over(run) for run in runs):
        # The validity of runs can change at any time.
        headers = build_caching_headers(compute_version(session, runs=runs), policy=REVALIDATED)
        if (cached := find_not_modified_response(request, headers)) is not None:
            return cached
        response.headers.update(headers)
    kinds = RESULT_KINDS if kind == "measure" else (kind,)
    every_round = rounds == "all"
    results = load_results(session, [run.id for run in runs], kinds=kinds, measured=True, every_round=every_round)
    columns = build_columns(results, kinds=kinds, every_round=every_round)
    columns |= build_published_columns(results, kinds=kinds, every_round=every_round)
    return schemas.MeasurementColumns(
        dimensions=[
            schemas.Dimension(name=get_rest_field_name(name), label=label, unit=unit, better=better)
            for name, label, unit, better in list_dimensions()
        ],
        source={get_rest_field_name(name): values for name, values in columns.items()},
    )
