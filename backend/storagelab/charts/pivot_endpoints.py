"""Results by factors, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session

from storagelab.analysis.pivot import Gap
from storagelab.charts.pivot import Asked, build_pivot
from storagelab.charts.pivot_campaign import read_gaps, select_runs_of
from storagelab.charts.pivot_rows import read_results
from storagelab.charts.pivot_schemas import MetricName, Pivot
from storagelab.db.models import Campaign, Run
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.http.problems import QUERY_PROBLEM, problems
from storagelab.http.references import find_by_reference
from storagelab.http.session import SessionDep
from storagelab.query.conditions import TypedQuery
from storagelab.results.queries import find_runs, select_runs
from storagelab.results.run_queries import DEFAULT_TIME_ZONE, QueryText, TimeZone, read_run_query

router = APIRouter()

MAX_RUNS = 60
#: The runs of a campaign are one set, however many there are up to this.
MAX_CAMPAIGN_RUNS = 2000
_Key = Annotated[str | None, Query(max_length=200, description="Key of a factor, as the answer lists them")]


@router.get("/pivot", response_model=Pivot, responses={**problems(404), **QUERY_PROBLEM})
def get_pivot(
    session: SessionDep,
    run_id: Annotated[list[str] | None, Query(max_length=MAX_RUNS, description="Ids or numbers of runs")] = None,
    campaign: Annotated[str | None, Query(max_length=64, description="Id or number of a campaign")] = None,
    q: QueryText = None,
    time_zone: TimeZone = DEFAULT_TIME_ZONE,
    rows: _Key = None,
    columns: _Key = None,
    panel: _Key = None,
    metric: Annotated[MetricName | None, Query(description="Metric of the cells")] = None,
    fixed: Annotated[
        list[str] | None,
        Query(max_length=40, description="Fixed factors, each as `key=value`"),
    ] = None,
) -> Pivot:
    """Give the results of runs, of a campaign, or both, as a table: row factor by column factor by panel factor.

    A query finds at most 60 runs.

    Without rows, columns, panel and fixed factors the lab proposes them. A cell with results that differ in a further
    factor is not averaged: it names the factor, which can then be fixed or made a panel.
    """
    asked = Asked(rows, columns, panel, metric, dict(_fixed(place, pair) for place, pair in enumerate(fixed or [])))
    runs = {run.id: run for run in find_runs(session, run_id)} if run_id else {}
    wanted = read_run_query(session, q, time_zone=time_zone)
    if wanted is not None:
        runs |= {run.id: run for run in _find_wanted(session, wanted)}
    gaps: list[Gap] = []
    if campaign is not None:
        found = find_by_reference(session, Campaign, campaign)
        runs |= {run.id: run for run in _of_campaign(session, found)}
        gaps = read_gaps(session, found)
    elif not runs and wanted is None:
        raise InvalidInput("must have at least one run, a campaign, or a query that finds runs", path="run_id")
    chosen = list(runs.values())
    return build_pivot(read_results(session, chosen), asked, runs=chosen, gaps=gaps)


def _fixed(place: int, pair: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not key or not equals or not value or len(pair) > 1000:
        raise InvalidInput("must be key=value, with at most 1000 characters", path=f"fixed.{place}")
    return key, value


def _find_wanted(session: Session, wanted: TypedQuery) -> list[Run]:
    query = select_runs(wanted=wanted).order_by(Run.created_at.desc(), Run.id.desc()).limit(MAX_RUNS + 1)
    runs = list(session.scalars(query))
    if len(runs) > MAX_RUNS:
        raise RequestRefused(f"The query finds more than {MAX_RUNS} runs. Add a condition that narrows it.")
    return runs


def _of_campaign(session: Session, campaign: Campaign) -> list[Run]:
    ids = list(session.scalars(select_runs_of(campaign).limit(MAX_CAMPAIGN_RUNS + 1)))
    if len(ids) > MAX_CAMPAIGN_RUNS:
        raise RequestRefused(f"This campaign has more than {MAX_CAMPAIGN_RUNS} runs. Give the runs instead.")
    return find_runs(session, [str(run_id) for run_id in ids]) if ids else []
