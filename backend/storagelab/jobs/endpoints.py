"""Jobs: submit, look, cancel, follow."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy import select

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Job, Server
from storagelab.dispatch import service
from storagelab.domain.lifecycle import JobState
from storagelab.errors import InvalidInput
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.label_filters import LabelFilter
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import ACCEPTED, file_of
from storagelab.http.session import OpenScopeDep, SessionDep
from storagelab.http.table_files import FileType, choose_file_type, refuse_page, respond_with_file
from storagelab.inventory.list_files import open_list_file
from storagelab.inventory.list_order import make_order, paginate_list
from storagelab.jobs import recipes, repeat_views, views
from storagelab.jobs.follow import follow_started, set_follow
from storagelab.jobs.job_fields import JOBS, JobColumns, JobPageDep, JobQuery
from storagelab.jobs.recipe_schemas import RecipeJobCreate, RecipeJobDryRun
from storagelab.jobs.schemas import JobCancellation, JobFollow, JobOut, JobPage
from storagelab.planning.repeat_schemas import JobRepeats
from storagelab.planning.schemas import JobCreate, JobDryRun

router = APIRouter()


@router.post(
    "/jobs",
    status_code=202,
    response_model=JobOut,
    responses={
        **declare_problem_responses(409),
        **ACCEPTED,
        200: {"model": JobDryRun, "description": "The plan. Nothing was stored"},
    },
)
def submit_job(
    body: JobCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    dry_run: Annotated[bool, Query(description="Only plan, without storing anything")] = False,
    idempotency_key: IdempotencyKey = None,
) -> JobOut | Response:
    """Submit a job. The answer has the whole plan. The job itself runs in the background."""
    if dry_run:
        planned = service.preview_job(session, body=body)
        return Response(planned.model_dump_json(by_alias=True), media_type="application/json")
    job_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="job", body=body, new_id=job_id)
    if first is None:
        service.submit_job(session, user=user, body=body, job_id=job_id)
        follow_started(session, user=user, job_id=job_id)
    return _describe_accepted_job(session, response, str(first or job_id))


@router.post(
    "/jobs/from-recipe",
    status_code=202,
    response_model=JobOut,
    responses={
        **declare_problem_responses(409),
        **ACCEPTED,
        200: {"model": RecipeJobDryRun, "description": "The plan and how the recipe fits. Nothing was stored"},
    },
)
def submit_recipe(
    body: RecipeJobCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    dry_run: Annotated[bool, Query(description="Only plan, without storing anything")] = False,
    idempotency_key: IdempotencyKey = None,
) -> JobOut | Response:
    """Submit a recipe as a job on a target of this lab, with the same checks as any other job."""
    if dry_run:
        planned = recipes.plan_from_recipe(session, user=user, body=body)
        return Response(planned.model_dump_json(by_alias=True), media_type="application/json")
    job_id = generate_uuid7()
    first = claim_key(
        session, user_id=user.user_id, key=idempotency_key, purpose="job from recipe", body=body, new_id=job_id
    )
    if first is None:
        recipes.submit_from_recipe(session, user=user, body=body, job_id=job_id)
        follow_started(session, user=user, job_id=job_id)
    return _describe_accepted_job(session, response, str(first or job_id))


@router.get(
    "/jobs",
    response_model=JobPage,
    responses={**declare_problem_responses(404, 422), **QUERY_PROBLEM, **file_of(*FileType)},
)
def list_jobs(
    request: Request,
    response: Response,
    session: SessionDep,
    open_scope: OpenScopeDep,
    page: JobPageDep,
    columns: JobColumns,
    query: JobQuery,
    state: JobState | None = None,
    is_over: Annotated[bool | None, Query(description="Only jobs that ended, or only those that have not")] = None,
    server_id: Annotated[str | None, Query(max_length=64, description="Id or number of a server")] = None,
    labels: LabelFilter = None,
) -> Any:
    """List jobs, newest first unless `sort` gives another order.

    `Accept` chooses a page in JSON, or a file with all of them.
    """
    server = find_by_reference(session, Server, server_id) if server_id is not None else None
    of_server = server.id if server is not None else None
    narrow = partial(views.narrow_jobs, wanted=query, state=state, is_over=is_over, server_id=of_server, labels=labels)
    kind = choose_file_type(request.headers.get("accept"))
    if kind is None:
        if columns is not None:
            raise InvalidInput("is for files, which `Accept` chooses: leave it out", path="columns")
        response.headers["Vary"] = "Accept"
        rows, next_cursor = paginate_list(session, narrow(select(Job).options(*views.list_job_relations())), JOBS, page)
        return JobPage(items=views.list_jobs(session, rows), next_cursor=next_cursor)
    refuse_page(request, "jobs", "cursor", "limit")
    order = make_order(JOBS, page.sorts)
    file = open_list_file(session, open_scope, JOBS, narrow, order, columns, kind)
    return respond_with_file(request, file, kind, "jobs")


@router.get("/jobs/{ref}", responses=declare_problem_responses(404))
def get_job(ref: Reference, session: SessionDep) -> JobOut:
    """Show one job with its plan, its runs and its progress."""
    return views.describe_jobs(session, [find_by_reference(session, Job, ref, *views.list_job_relations())])[0]


@router.get("/jobs/{ref}/repeats", responses=declare_problem_responses(404))
def get_job_repeats(ref: Reference, session: SessionDep) -> JobRepeats:
    """Show how well the runs of a job agree: for each measured point its median, its interval and its spread."""
    return repeat_views.describe_repeats(session, find_by_reference(session, Job, ref))


@router.post("/jobs/{ref}/cancel", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED})
def cancel_job(
    ref: Reference, response: Response, session: SessionDep, user: CurrentUser, body: JobCancellation | None = None
) -> JobOut:
    """Cancel a job, at once or after the phase that runs. Its measurements are preserved."""
    job = find_by_reference(session, Job, ref)
    service.cancel_job(session, user=user, job=job, mode=body.mode if body is not None else "now")
    return _describe_accepted_job(session, response, str(job.id))


@router.put("/jobs/{ref}/follow", dependencies=[Depends(require("viewer"))], responses=declare_problem_responses(404))
def set_job_follow(ref: Reference, body: JobFollow, session: SessionDep, user: CurrentUser) -> JobFollow:
    """Follow a job, so that the outcome of its runs is among one's notices, or follow it no longer."""
    set_follow(session, user=user, job_id=find_by_reference(session, Job, ref).id, following=body.following)
    return body


def _describe_accepted_job(session: SessionDep, response: Response, reference: str) -> JobOut:
    job = find_by_reference(session, Job, reference, *views.list_job_relations())
    response.headers["Location"] = f"/api/v1/jobs/{job.id}"
    return views.describe_jobs(session, [job])[0]
