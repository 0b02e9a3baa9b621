"""Stored workbenches over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from storagelab.auth.dependencies import require
from storagelab.db.models import StoredWorkbench
from storagelab.http.problems import declare_problem_responses
from storagelab.http.session import SessionDep
from storagelab.results.caching import IMMUTABLE
from storagelab.workbench.document import WorkbenchDocument
from storagelab.workbench.schemas import StoredWorkbenchOut, WorkbenchCreate
from storagelab.workbench.stored import Digest, find_workbench, store_workbench

#: A viewer of a workbench may send its address to others.
router = APIRouter(dependencies=[Depends(require("viewer"))])

_Digest = Annotated[Digest, Path(description="As `POST /workbenches` gives it")]


@router.post("/workbenches", status_code=201)
def store_document(body: WorkbenchCreate, response: Response, session: SessionDep) -> StoredWorkbenchOut:
    """Store the document of a workbench whose address would be too long. The same document has the same digest."""
    row = store_workbench(session, body.document)
    response.headers["Location"] = f"/api/v1/workbenches/{row.digest}"
    return _show(row)


@router.get("/workbenches/{digest}", responses=declare_problem_responses(404))
def get_workbench(digest: _Digest, response: Response, session: SessionDep) -> StoredWorkbenchOut:
    """Give a stored document, which never changes."""
    row = find_workbench(session, digest)
    response.headers["Cache-Control"] = IMMUTABLE
    return _show(row)


def _show(row: StoredWorkbench) -> StoredWorkbenchOut:
    document = WorkbenchDocument.model_validate(row.document)
    return StoredWorkbenchOut(digest=row.digest, document=document, created_at=row.created_at)
