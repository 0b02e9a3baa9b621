"""Labels over HTTP: one way for everything that can have some."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.domain.labels import MAX_LABEL_CHARACTERS
from storagelab.http.listing import DEFAULT_LIMIT, MAX_LIMIT
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.labels.schemas import LabelledCollection, Labels, LabelsUpdate, LabelUsePage
from storagelab.labels.service import MODELS, change_labels, list_labels_in_use

router = APIRouter()


@router.get("/labels")
def list_labels(
    session: SessionDep,
    q: Annotated[
        Line | None,
        Query(max_length=MAX_LABEL_CHARACTERS, description="Text within a label, `key=value`. Case is ignored"),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=4000, description="`next_cursor` of the previous page")] = None,
) -> LabelUsePage:
    """List labels that are in use, those of most objects first."""
    return list_labels_in_use(session, q=q, limit=limit, cursor=cursor)


@router.patch("/{collection}/{ref}/labels", responses=declare_problem_responses(404))
def update_labels(
    collection: LabelledCollection, ref: Reference, body: LabelsUpdate, session: SessionDep, user: CurrentUser
) -> Labels:
    """Remove labels from an object, then add others. Returns all labels of the object."""
    row = find_by_reference(session, MODELS[collection], ref)
    return Labels(labels=change_labels(session, user=user, row=row, body=body))
