"""Labels over HTTP: one way for everything that can have some."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.domain.labels import MAX_LABEL_CHARACTERS
from storagelab.http.problems import problems
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.labels.schemas import LabelledCollection, Labels, LabelsUpdate, LabelUses
from storagelab.labels.service import MODELS, change_labels, labels_in_use

router = APIRouter(tags=["labels"])


@router.get("/labels")
def list_labels(
    session: SessionDep,
    q: Annotated[
        Line | None,
        Query(max_length=MAX_LABEL_CHARACTERS, description="Text that a label, `key=value`, must hold, case aside"),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="Labels at most")] = 50,
) -> LabelUses:
    """List labels that are in use, those of most objects first."""
    return LabelUses(items=labels_in_use(session, q=q, limit=limit))


@router.patch("/{collection}/{ref}/labels", responses=problems(404))
def update_labels(
    collection: LabelledCollection, ref: Reference, body: LabelsUpdate, session: SessionDep, user: CurrentUser
) -> Labels:
    """Remove labels from an object, then add others; answers with all that it has."""
    row = find_by_reference(session, MODELS[collection], ref)
    return Labels(labels=change_labels(session, user=user, row=row, body=body))
