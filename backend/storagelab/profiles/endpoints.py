"""HTTP endpoints of profiles: catalogue, versions of this lab, and dry runs of texts and job files."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.base import generate_uuid7
from storagelab.db.models import CustomProfile
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.profiles import checking, store, views
from storagelab.profiles.custom_schemas import (
    JobFileReading,
    JobFileSource,
    ProfileCreate,
    ProfileDiff,
    ProfileUpdate,
    ProfileValidation,
    ProfileValidationCreate,
    ProfileVersionCreate,
)
from storagelab.profiles.profile_fields import ProfilePageDep, ProfileQuery
from storagelab.profiles.schemas import Origin, ProfileOut, ProfilePage

router = APIRouter()

Name = Annotated[Line, Path(max_length=100)]
Version = Annotated[int | None, Query(ge=1, lt=2**31, description="By default the newest")]

Compared = Annotated[int, Query(ge=1, lt=2**31, description="A version")]


@router.get("/profiles", responses=QUERY_PROBLEM)
def list_profiles(
    session: SessionDep,
    page: ProfilePageDep,
    query: ProfileQuery,
    origin: Origin | None = None,
    archived: Annotated[bool, Query(description="Also those that are archived")] = False,
) -> ProfilePage:
    """List profiles, each in its newest version, by name unless `sort` gives another order."""
    return views.list_profiles(session, query, page, origin=origin, archived=archived)


@router.post("/profiles", status_code=201, responses=declare_problem_responses(409))
def create_profile(
    body: ProfileCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> ProfileOut:
    """Save a profile of this lab, as its version 1."""
    new_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="profile", body=body, new_id=new_id)
    if first is None:
        name = store.create_profile(session, user=user, body=body, profile_id=new_id).name
    else:
        name = session.get_one(CustomProfile, first).name
    response.headers["Location"] = f"/api/v1/profiles/{name}"
    return views.show_profile(session, name, 1)


@router.post("/profiles/validate")
def validate_profile(body: ProfileValidationCreate) -> ProfileValidation:
    """Show the plan and the job files of a profile, or everything that is wrong with it. Nothing is stored."""
    return checking.check_profile(body)


@router.post("/profiles/from-job-file")
def read_job_file(body: JobFileSource) -> JobFileReading:
    """Read a job file of fio or Vdbench as a profile, with remarks line by line. Nothing is stored, opened or run."""
    return checking.read_job_file(body)


@router.get("/profiles/{name}", responses=declare_problem_responses(404))
def get_profile(name: Name, session: SessionDep, version: Version = None) -> ProfileOut:
    """Show one profile with its phases and all of its versions."""
    return views.show_profile(session, name, version)


@router.patch("/profiles/{name}", responses=declare_problem_responses(404, 409))
def change_profile(name: Name, body: ProfileUpdate, session: SessionDep, user: CurrentUser) -> ProfileOut:
    """Archive a profile of this lab, or restore it: its owner or an administrator."""
    store.archive_profile(session, user=user, name=name, archived=body.archived)
    return views.show_profile(session, name, None)


@router.get("/profiles/{name}/diff", responses=declare_problem_responses(404))
def diff_profile_versions(name: Name, session: SessionDep, a: Compared, b: Compared) -> ProfileDiff:
    """Show what two versions of a profile differ in, field by field and line by line."""
    return views.diff_versions(session, name, a, b)


@router.post("/profiles/{name}/versions", status_code=201, responses=declare_problem_responses(404, 409))
def save_profile_version(
    name: Name,
    body: ProfileVersionCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> ProfileOut:
    """Save the next version of a profile of this lab. Earlier versions stay as they are."""
    first = claim_key(
        session,
        user_id=user.user_id,
        key=idempotency_key,
        purpose=f"profile version of {name}",
        body=body,
        new_id=generate_uuid7(),
    )
    if first is None:
        store.save_version(session, user=user, name=name, body=body)
    version = body.expected_version + 1
    response.headers["Location"] = f"/api/v1/profiles/{name}?version={version}"
    return views.show_profile(session, name, version)
