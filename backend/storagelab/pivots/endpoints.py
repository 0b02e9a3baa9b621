"""Results by factors, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import Select
from sqlalchemy.orm import Session

from storagelab.db.models import Campaign, Run
from storagelab.errors import InvalidInput, NotFound
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import find_by_reference
from storagelab.http.session import SessionDep
from storagelab.pivots.campaign import read_gaps, select_runs_of
from storagelab.pivots.pivot import MAX_CELLS, PivotRequest, build_pivot
from storagelab.pivots.rows import read_results, select_fitting
from storagelab.pivots.schemas import MetricName, Pivot
from storagelab.query.conditions import ContainsText, TypedQuery
from storagelab.query.time_zones import DEFAULT_TIME_ZONE
from storagelab.results.queries import find_runs, select_runs
from storagelab.results.run_queries import QueryText, TimeZone, read_run_query

router = APIRouter()

MAX_RUNS = 60
#: The runs of a campaign or of a query are one set, of which the newest are looked at.
MAX_FOUND_RUNS = 2000
_Key = Annotated[str | None, Query(max_length=300, description="Key of a factor, as the answer lists them")]


@router.get("/pivot", response_model=Pivot, responses={**declare_problem_responses(404), **QUERY_PROBLEM})
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
    max_panels: Annotated[
        int | None, Query(ge=1, le=MAX_CELLS, description="Only so many panels: those with the most values")
    ] = None,
) -> Pivot:
    """Give the results of runs, of a query and of a campaign as a table: row factor by column factor by panel factor.

    Of a query or a campaign the newest 2,000 runs are looked at, as far as they have 20,000 results together. A query
    for one campaign alone, as in `campaign:m-12`, has the cells of its matrix that were not measured as well.

    Without rows, columns, panel and fixed factors the lab proposes them. A cell with results that differ in a further
    factor is not averaged: it names the factor, which can then be fixed or made a panel.
    """
    request = PivotRequest(
        rows,
        columns,
        panel,
        metric,
        dict(_parse_fixed_pair(place, pair) for place, pair in enumerate(fixed or [])),
        max_panels=max_panels,
    )
    wanted = read_run_query(session, q, time_zone=time_zone)
    chosen_campaign = (
        find_by_reference(session, Campaign, campaign) if campaign is not None else _read_campaign(session, wanted)
    )
    if not run_id and q is None and chosen_campaign is None:
        raise InvalidInput("must have at least one run, a campaign, or a query that finds runs", path="run_id")
    runs = {run.id: run for run in find_runs(session, run_id)} if run_id else {}
    more_runs = False
    for query in _select_sets(
        chosen_campaign, wanted, has_query=q is not None and (chosen_campaign is None or campaign is not None)
    ):
        newest, is_cut = _read_newest(session, query)
        runs |= {run.id: run for run in newest}
        more_runs = more_runs or is_cut
    chosen = select_fitting(session, runs.values())
    if chosen_campaign is not None:
        # As a share of the campaign has them.
        chosen.sort(key=lambda run: run.number)
    return build_pivot(
        read_results(session, chosen),
        request,
        runs=chosen,
        gaps=read_gaps(session, chosen_campaign) if chosen_campaign is not None else [],
        more_runs=more_runs or len(chosen) < len(runs),
    )


def _parse_fixed_pair(place: int, pair: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not key or not equals or not value or len(pair) > 1000:
        raise InvalidInput("must be key=value, with at most 1000 characters", path=f"fixed.{place}")
    return key, value


def _read_campaign(session: Session, wanted: TypedQuery | None) -> Campaign | None:
    """Return the campaign that a query names by reference; None for a query with any other condition."""
    if not isinstance(wanted, ContainsText) or wanted.field.name != "campaign":
        return None
    try:
        return find_by_reference(session, Campaign, wanted.text.lower())
    except NotFound:
        return None


def _select_sets(campaign: Campaign | None, wanted: TypedQuery | None, *, has_query: bool) -> list[Select[Run]]:
    """Return the queries that select the runs of a pivot: for the campaign, and for `wanted`.

    The second query is included only with `has_query`; `wanted` None then selects all runs.
    """
    of_campaign = [] if campaign is None else [select_runs().where(Run.id.in_(select_runs_of(campaign)))]
    return of_campaign + ([select_runs(wanted=wanted)] if has_query else [])


def _read_newest(session: Session, query: Select[Run]) -> tuple[list[Run], bool]:
    """Return the newest MAX_FOUND_RUNS runs of `query`, and whether the query has more."""
    runs = list(session.scalars(query.order_by(Run.created_at.desc(), Run.id.desc()).limit(MAX_FOUND_RUNS + 1)))
    return runs[:MAX_FOUND_RUNS], len(runs) > MAX_FOUND_RUNS
