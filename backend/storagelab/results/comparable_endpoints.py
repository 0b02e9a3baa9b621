"""REST endpoint of the runs that can be compared with a run."""

from __future__ import annotations

from fastapi import APIRouter

from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference
from storagelab.http.session import SessionDep
from storagelab.results import comparable_schemas as schemas
from storagelab.results.comparable import propose
from storagelab.results.queries import find_run

router = APIRouter()


@router.get("/runs/{ref}/comparable", responses=declare_problem_responses(404))
def get_comparable(ref: Reference, session: SessionDep) -> schemas.ComparableRuns:
    """Propose runs to compare with, with reasons: repeats, before and after a change, one changed factor, the best."""
    return propose(session, find_run(session, ref))
