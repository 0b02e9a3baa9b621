"""The lab at a glance, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import AwareDatetime

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.models import Job, Server
from storagelab.errors import InvalidInput
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import find_by_reference
from storagelab.http.session import SessionDep
from storagelab.jobs.job_fields import JobQuery
from storagelab.overview.entry_counts import count_lab
from storagelab.overview.queue_plan import QueuePlans
from storagelab.overview.schedule import MAX_JOBS, ScheduleSlice, preview_move, read_schedule
from storagelab.overview.schedule_schemas import MovePreview, QueueSchedule
from storagelab.overview.schemas import LabCounts, Overview
from storagelab.overview.service import read_overview
from storagelab.overview.timeline_schemas import Horizon

router = APIRouter()


@router.get("/overview")
def get_overview(
    session: SessionDep,
    user: CurrentUser,
    horizon: Annotated[Horizon, Query(description="How far the timeline of the queue reaches")] = Horizon.DAY,
) -> Overview:
    """Show the lab at a glance: servers, runs in progress, the queue, latest results and alerts."""
    return read_overview(session, user_id=user.user_id, horizon=horizon)


@router.get("/overview/counts")
def get_lab_counts(session: SessionDep, user: CurrentUser) -> LabCounts:
    """Count servers, runs at work and waiting, and the entries of the lists."""
    return count_lab(session, user_id=user.user_id)


JobReference = Annotated[str, Query(min_length=1, max_length=64)]


Offset = Annotated[int, Query(ge=0, le=1_000_000)]


@router.get("/queue/schedule", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def get_queue_schedule(
    request: Request,
    session: SessionDep,
    query: JobQuery,
    horizon: Annotated[Horizon, Query(description="How far the timeline reaches")] = Horizon.DAY,
    from_at: Annotated[
        AwareDatetime | None, Query(description="Start of the timeline, by default a little before now")
    ] = None,
    server_id: Annotated[
        str | None, Query(max_length=64, description="Id or number of a server: the schedule is of that one alone")
    ] = None,
    find: Annotated[
        str, Query(max_length=200, description="Text in the name, number, profile, server or wait of the jobs shown")
    ] = "",
    job_offset: Offset = 0,
    job_limit: Annotated[int, Query(ge=0, le=MAX_JOBS)] = MAX_JOBS,
    lane_offset: Offset = 0,
    lane_limit: Annotated[int | None, Query(ge=0, le=1_000_000, description="Lanes shown, by default all")] = None,
) -> QueueSchedule:
    """Show the queue as a schedule: a timeline by server, and every job with its estimated start and its wait."""
    wanted = ScheduleSlice(
        find=find.strip(),
        query=query,
        job_offset=job_offset,
        job_limit=job_limit,
        lane_offset=lane_offset,
        lane_limit=lane_limit,
    )
    server = find_by_reference(session, Server, server_id).id if server_id is not None else None
    plans: QueuePlans = request.app.state.queue_plans
    return read_schedule(session, plans, horizon=horizon, from_at=from_at, server_id=server, wanted=wanted)


@router.get("/queue/preview", responses=declare_problem_responses(404, 409))
def preview_queue_move(
    session: SessionDep,
    job: JobReference,
    move_before: JobReference | None = None,
    move_after: JobReference | None = None,
    priority: Annotated[int | None, Query(ge=0, le=100, description="The priority that the job would get")] = None,
) -> MovePreview:
    """Show what moving a waiting job would change, without moving it. Takes the fields of `PATCH /jobs/{ref}`."""
    if (move_before is None) == (move_after is None):
        raise InvalidInput("must name one job, here or in move_after", path="move_before")
    field, reference = ("move_before", move_before) if move_before is not None else ("move_after", move_after)
    moved = find_by_reference(session, Job, job)
    return preview_move(session, job=moved, field=field, reference=str(reference), priority=priority)
