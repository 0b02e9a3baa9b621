"""Rankings over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.errors import InvalidInput
from storagelab.http.problems import declare_problem_responses
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.rankings import ranking
from storagelab.rankings.schemas import ChosenRanking
from storagelab.results.queries import find_runs

router = APIRouter()

MAX_CHOSEN_RUNS = 60


@router.get("/rankings", response_model=ChosenRanking, responses=declare_problem_responses(404))
def get_ranking(
    session: SessionDep,
    profile: Annotated[
        Line | None, Query(max_length=120, description="All runs of a profile, as in four-corners@2")
    ] = None,
    run_id: Annotated[list[str] | None, Query(max_length=MAX_CHOSEN_RUNS, description="Ids or numbers of runs")] = None,
    everything: Annotated[
        bool,
        Query(alias="all", description="Also shortened, imported and published runs, and figures with doubts"),
    ] = False,
    without: Annotated[list[str] | None, Query(max_length=500, description="Keys of workloads to leave out")] = None,
    reference: Annotated[str | None, Query(max_length=64, description="Number of the configuration with 100")] = None,
) -> ChosenRanking:
    """Rank configurations over the workloads of a profile, or of chosen runs, by the geometric mean of their ratios.

    Only workloads that every configuration has count. The order does not depend on the reference. Without a profile and
    runs, list the profiles that can be ranked: those under which two configurations at least were measured.
    """
    if profile is None and run_id is None:
        return ranking.describe_choice(session)
    if profile is not None and run_id is not None:
        raise InvalidInput("must have either profile or run_id", path="profile")
    if profile is not None:
        runs, more = ranking.list_profile_runs(session, profile, everything=everything)
    else:
        runs, more = find_runs(session, run_id or []), False
    made = ranking.make_ranking(
        session,
        runs,
        profile=profile,
        more_runs=more,
        everything=everything,
        without=without or [],
        reference=reference,
    )
    return ChosenRanking(**dict(ranking.describe_ranking(session, made)))
