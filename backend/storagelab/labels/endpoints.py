"""Labels over HTTP: one way for everything that can have some."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.models import Campaign, Configuration, Job, Run, Server
from storagelab.http.problems import problems
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.labels.schemas import LabelsIn, LabelsOut, LabelUses
from storagelab.labels.service import change_labels, labels_in_use

router = APIRouter(tags=["labels"])


@router.get("/labels")
def list_labels(
    session: SessionDep,
    q: Annotated[Line | None, Query(max_length=60, description="Text that a label must hold, case aside")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="Labels at most")] = 50,
) -> LabelUses:
    """List labels that are in use, those of most objects first."""
    return LabelUses(items=labels_in_use(session, q=q, limit=limit))


@router.patch("/runs/{ref}/labels", responses=problems(404))
def change_run_labels(ref: Reference, body: LabelsIn, session: SessionDep, user: CurrentUser) -> LabelsOut:
    """Add labels to a run, or take some away."""
    return change_labels(session, user=user, row=find_by_reference(session, Run, ref), body=body)


@router.patch("/jobs/{ref}/labels", responses=problems(404))
def change_job_labels(ref: Reference, body: LabelsIn, session: SessionDep, user: CurrentUser) -> LabelsOut:
    """Add labels to a job, or take some away. Its `labels`, which have values, are another thing."""
    return change_labels(session, user=user, row=find_by_reference(session, Job, ref), body=body)


@router.patch("/campaigns/{ref}/labels", responses=problems(404))
def change_campaign_labels(ref: Reference, body: LabelsIn, session: SessionDep, user: CurrentUser) -> LabelsOut:
    """Add labels to a campaign, or take some away. Its `labels`, which have values, are another thing."""
    return change_labels(session, user=user, row=find_by_reference(session, Campaign, ref), body=body)


@router.patch("/configurations/{ref}/labels", responses=problems(404))
def change_configuration_labels(ref: Reference, body: LabelsIn, session: SessionDep, user: CurrentUser) -> LabelsOut:
    """Add labels to a configuration, or take some away."""
    return change_labels(session, user=user, row=find_by_reference(session, Configuration, ref), body=body)


@router.patch("/servers/{ref}/labels", responses=problems(404))
def change_server_labels(ref: Reference, body: LabelsIn, session: SessionDep, user: CurrentUser) -> LabelsOut:
    """Add labels to a server, or take some away: they are its tags."""
    return change_labels(session, user=user, row=find_by_reference(session, Server, ref), body=body)
