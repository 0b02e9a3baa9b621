"""Validity and trash of runs over HTTP. Nothing is removed for good."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.models import Run
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.results import queries, schemas, views
from storagelab.run_validity import service
from storagelab.run_validity.schemas import ValidityUpdate

router = APIRouter()

Reason = Annotated[Line | None, Query(max_length=500, description="Reason, for the history of the run")]


@router.put("/runs/{ref}/validity", responses=declare_problem_responses(404, 409))
def set_run_validity(ref: Reference, body: ValidityUpdate, session: SessionDep, user: CurrentUser) -> schemas.RunOut:
    """Mark a run invalid, with the reason, or valid again.

    Comparisons, repeats, estimates and campaigns leave an invalid run out. Its own page shows it with the reason.
    """
    run = find_by_reference(session, Run, ref)
    if body.validity == "invalid" and body.reason is not None:
        service.mark_invalid(session, user=user, run=run, reason=body.reason)
    else:
        service.mark_valid(session, user=user, run=run, reason=body.reason)
    return _show(session, run)


@router.delete("/runs/{ref}", responses=declare_problem_responses(404, 409))
def trash_run(ref: Reference, session: SessionDep, user: CurrentUser, reason: Reason = None) -> schemas.RunOut:
    """Move a run to the trash: no list, search, chart or statistics includes it until it is restored."""
    run = find_by_reference(session, Run, ref)
    service.put_into_trash(session, user=user, run=run, reason=reason)
    return _show(session, run)


@router.post("/runs/{ref}/restore", responses=declare_problem_responses(404))
def restore_run(ref: Reference, session: SessionDep, user: CurrentUser) -> schemas.RunOut:
    """Restore a run from the trash."""
    run = find_by_reference(session, Run, ref)
    service.restore(session, user=user, run=run)
    return _show(session, run)


def _show(session: SessionDep, run: Run) -> schemas.RunOut:
    session.expire(run)
    return views.describe_run(session, queries.find_run(session, str(run.id)))
