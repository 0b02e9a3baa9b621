"""Awards by hand over HTTP."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.awards import service
from storagelab.awards.schemas import MAX_LEFT_OUT, MAX_RUNS, AwardCreate, AwardOut, AwardPage
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Award
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import declare_problem_responses
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep

router = APIRouter()


@router.get("/awards", responses=declare_problem_responses(404))
def list_awards(
    session: SessionDep,
    page: PageDep,
    profile: Annotated[
        Line | None, Query(max_length=120, description="The ranking of all runs of a profile, as in four-corners@2")
    ] = None,
    run_id: Annotated[
        list[Line] | None, Query(max_length=MAX_RUNS, description="The ranking of these runs: ids or numbers")
    ] = None,
    everything: Annotated[bool, Query(alias="all", description="As in the ranking")] = False,
    without: Annotated[list[Line] | None, Query(max_length=MAX_LEFT_OUT, description="As in the ranking")] = None,
    withdrawn: Annotated[bool, Query(description="Also awards that were withdrawn")] = False,
) -> AwardPage:
    """List the awards by hand of one ranking, newest first. They change no rating, rank or place."""
    named = service.name_ranking(session, profile=profile, run_ids=run_id, everything=everything, without=without or [])
    rows, next_cursor = paginate(session, service.select_awards(named, withdrawn=withdrawn), Award, page)
    return AwardPage(items=service.describe_awards(session, rows), next_cursor=next_cursor)


@router.post("/awards", status_code=201, responses=declare_problem_responses(404, 409))
def give_award(
    body: AwardCreate, session: SessionDep, user: CurrentUser, idempotency_key: IdempotencyKey = None
) -> AwardOut:
    """Choose a configuration of a ranking, with a title and the reason in words."""
    new_id = generate_uuid7()
    existing = claim_key(
        session, user_id=user.user_id, key=idempotency_key, purpose="give_award", body=body, new_id=new_id
    )
    if existing is not None:
        award = service.find_award(session, existing)
    else:
        award = service.give_award(session, user=user, body=body, award_id=new_id)
    return service.describe_awards(session, [award])[0]


@router.delete("/awards/{award_id}", responses=declare_problem_responses(404))
def withdraw_award(award_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> AwardOut:
    """Withdraw an award. The award, the person who withdrew it and the time are preserved."""
    award = service.find_award(session, award_id)
    service.withdraw_award(session, user=user, award=award)
    return service.describe_awards(session, [award])[0]
