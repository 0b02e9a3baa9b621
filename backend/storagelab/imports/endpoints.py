"""Imports over HTTP: an upload is streamed in, looked at, and stored."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import ValidationError
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from storagelab.auth.dependencies import CurrentUser, require_uploader
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Import
from storagelab.errors import InvalidInput
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import ACCEPTED, OpenApiPart
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.http.validation_messages import describe_error
from storagelab.imports import service, views
from storagelab.imports.schemas import ImportCreate, ImportOut, ImportPage, ImportSelection
from storagelab.imports.upload import Upload

#: Uploads last longer than a transaction may: this router signs in by itself, before the body.
upload_router = APIRouter()
router = APIRouter()

#: The body is handed to the disk in pieces of this size.
_PIECE_BYTES = 1 << 20
_UPLOAD_BODY: OpenApiPart = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {
                        "files": {
                            "type": "array",
                            "items": {"type": "string", "format": "binary"},
                            "description": "Files. The name of each is its path relative to the folder, with /",
                        },
                        "format": {"type": "string", "default": "auto"},
                        "title": {"type": "string", "maxLength": 200},
                        "configuration_id": {"type": "string", "description": "Id or number of a configuration"},
                        "store": {
                            "type": "string",
                            "enum": ["true", "false"],
                            "default": "false",
                            "description": "Store every result as soon as it was read",
                        },
                    },
                }
            }
        },
    }
}


@upload_router.post(
    "/imports",
    status_code=202,
    openapi_extra=_UPLOAD_BODY,
    responses={**declare_problem_responses(401, 403, 404, 409, 413, 415, 422, 503), **ACCEPTED},
)
async def create_import(
    request: Request,
    response: Response,
    user: Annotated[Identity, Depends(require_uploader, scope="function")],
    open_scope: OpenScopeDep,
    idempotency_key: IdempotencyKey = None,
) -> ImportOut:
    """Upload result files or a folder of them, to be read in the background."""
    announced = request.headers.get("content-length", "")
    upload = Upload(
        generate_uuid7(),
        content_type=request.headers.get("content-type", ""),
        announced_bytes=int(announced) if announced.isdecimal() else None,
    )
    try:
        await _receive(request, upload)
        described, is_new = await run_in_threadpool(_take_in, open_scope, user, upload, idempotency_key)
    except BaseException:
        await run_in_threadpool(upload.discard)
        raise
    if not is_new:
        await run_in_threadpool(upload.discard)
    response.headers["Location"] = f"/api/v1/imports/{described.id}"
    return described


@router.get("/imports")
def list_imports(session: SessionDep, page: PageDep) -> ImportPage:
    """List imports, newest first."""
    rows, next_cursor = paginate(session, select(Import), Import, page)
    return ImportPage(items=views.describe_imports(session, rows, in_short=True), next_cursor=next_cursor)


@router.get("/imports/{ref}", responses=declare_problem_responses(404))
def get_import(ref: Reference, session: SessionDep) -> ImportOut:
    """Show one import: its progress, the results that were found, and the runs that were stored from it."""
    return views.describe_imports(session, [find_by_reference(session, Import, ref)])[0]


@router.post("/imports/{ref}/store", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED})
def store_import(
    ref: Reference, response: Response, session: SessionDep, user: CurrentUser, body: ImportSelection | None = None
) -> ImportOut:
    """Store an import as runs. Without a body, all of it is stored unchanged."""
    row = find_by_reference(session, Import, ref)
    service.store_import(session, user=user, row=row, body=body or ImportSelection())
    response.headers["Location"] = f"/api/v1/imports/{row.id}"
    return views.describe_imports(session, [row])[0]


@router.delete("/imports/{ref}", responses=declare_problem_responses(404, 409))
def discard_import(ref: Reference, session: SessionDep, user: CurrentUser) -> ImportOut:
    """Discard what was uploaded, or remove the runs that were stored from it (role admin)."""
    row = find_by_reference(session, Import, ref)
    service.discard_import(session, user=user, row=row)
    return views.describe_imports(session, [row])[0]


async def _receive(request: Request, upload: Upload) -> None:
    """Write the body of an upload request to the staging folder of `upload`, without blocking other requests.

    Raises InvalidInput when the connection ends before the body.
    """
    await run_in_threadpool(upload.begin)
    pieces = bytearray()
    try:
        async for block in request.stream():
            pieces += block
            if len(pieces) >= _PIECE_BYTES:
                await run_in_threadpool(upload.feed, bytes(pieces))
                pieces.clear()
    except ClientDisconnect:
        raise InvalidInput("The connection ended before the upload did.") from None
    await run_in_threadpool(upload.feed, bytes(pieces))
    await run_in_threadpool(upload.finish)


def _take_in(
    open_scope: OpenScope, user: Identity, upload: Upload, idempotency_key: str | None
) -> tuple[ImportOut, bool]:
    """Create the import of a complete upload; return it and whether it is new.

    A repeated `idempotency_key` returns the import of its first request.
    """
    body = _parse_form_fields(upload)
    with open_scope() as session:
        first = claim_key(
            session, user_id=user.user_id, key=idempotency_key, purpose="import", body=body, new_id=upload.import_id
        )
        if first is None:
            service.create_import(
                session, user=user, body=body, import_id=upload.import_id, size_bytes=upload.size_bytes
            )
        row = find_by_reference(session, Import, str(first or upload.import_id))
        return views.describe_imports(session, [row])[0], first is None


def _parse_form_fields(upload: Upload) -> ImportCreate:
    given = {name: value for name, value in upload.fields.items() if value}
    try:
        return ImportCreate.model_validate({**given, "contents": [(file.name, file.sha256) for file in upload.files]})
    except ValidationError as wrong:
        first = wrong.errors()[0]
        raise InvalidInput(describe_error(first), path=".".join(str(step) for step in first["loc"])) from wrong
