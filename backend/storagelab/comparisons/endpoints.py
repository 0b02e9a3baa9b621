"""Several runs side by side, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.comparisons import history_schemas, schemas
from storagelab.comparisons.comparison import compare_runs, describe_comparison
from storagelab.comparisons.drawn import describe_drawn
from storagelab.comparisons.history import read_figures
from storagelab.db.models import Run
from storagelab.domain.metrics import METRICS, SERIES_METRICS
from storagelab.errors import InvalidInput
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import RunsTogether, find_by_reference
from storagelab.http.rest_names import MetricKey
from storagelab.http.session import SessionDep
from storagelab.results.queries import find_runs
from storagelab.results.run_history import read_history

router = APIRouter()

MetricName = Annotated[str, MetricKey(SERIES_METRICS)]


@router.get("/comparison", responses=declare_problem_responses(404, 422))
def get_comparison(
    session: SessionDep,
    run_id: RunsTogether,
    metric: Annotated[MetricName, Query(description="Metric of the comparison")] = "iops",
    baseline: Annotated[
        str | None, Query(max_length=64, description="Run that the others are compared with. By default the first")
    ] = None,
    pooled: Annotated[bool, Query(description="Pool the repeats of one test")] = False,
) -> schemas.DrawnComparison:
    """Compare runs: which factors differ, which runs may share a chart, and how each differs from the baseline.

    Figures are medians of the repeats at each workload, over phases that ended as planned. Figures of loops are means
    over the rounds that count. Runs that are marked invalid are shown and do not count.
    """
    runs = find_runs(session, run_id)
    chosen = runs[0] if baseline is None else find_runs(session, [baseline])[0]
    if all(run is not chosen for run in runs):
        raise InvalidInput("must be one of the runs", path="baseline")
    compared = compare_runs(session, runs, baseline=chosen, metric=METRICS[metric], pooled=pooled)
    described = describe_comparison(compared, runs)
    return schemas.DrawnComparison(**dict(described), runs=describe_drawn(session, runs))


@router.get("/history", responses=declare_problem_responses(404, 409, 422))
def get_history(
    session: SessionDep,
    run_id: Annotated[str, Query(max_length=64, description="Id or number of a run, such as r-4821")],
    metric: Annotated[MetricName | None, Query(description="Metric whose figures and level changes to add")] = None,
    limit: Annotated[int, Query(ge=1, le=500, description="How many of the newest runs")] = 200,
) -> history_schemas.MeasuredHistory:
    """Show the runs of the same server, role and profile in order of time, with what changed between them."""
    run = find_by_reference(session, Run, run_id)
    history = read_history(session, run, limit=limit)
    figures = read_figures(session, run, history, metric=METRICS[metric]) if metric is not None else None
    return history_schemas.MeasuredHistory(**dict(history), figures=figures)
