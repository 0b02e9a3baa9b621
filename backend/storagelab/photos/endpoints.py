"""Photos over HTTP."""

from __future__ import annotations

import hashlib
import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from storagelab.auth.dependencies import CurrentUser, require_uploader
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Photo
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import find_by_reference
from storagelab.http.responses import OpenApiPart
from storagelab.http.schemas import Line
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.http.small_upload import read_small_upload
from storagelab.inventory.hardware_schemas import Component
from storagelab.inventory.naming import MODELS
from storagelab.photos import service
from storagelab.photos.schemas import PhotoKey, PhotoOut, PhotoPage
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.caching import IMMUTABLE, build_caching_headers, find_not_modified_response

router = APIRouter()
#: Bodies larger than those of other requests: this router signs in by itself, before the body.
upload_router = APIRouter()

PieceReference = Annotated[str, Query(min_length=1, max_length=64, description="Id or number of the piece")]
_PICTURE: OpenApiPart = {"schema": {"type": "string", "format": "binary"}}
_BODY: OpenApiPart = {
    "requestBody": {"required": True, "content": dict.fromkeys(service.MEDIA_TYPES, _PICTURE)},
}


@upload_router.post(
    "/photos",
    status_code=201,
    openapi_extra=_BODY,
    responses=declare_problem_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
)
async def add_photo(
    request: Request,
    response: Response,
    user: Annotated[Identity, Depends(require_uploader, scope="function")],
    open_scope: OpenScopeDep,
    component: Component,
    ref: PieceReference,
    title: Annotated[Line, Query(max_length=200)] = "",
    idempotency_key: IdempotencyKey = None,
) -> PhotoOut:
    """Add a picture of a piece of hardware: the body is a PNG, JPEG or WebP of 10 MiB at most."""
    announced, data = await read_small_upload(request, media_types=service.MEDIA_TYPES, limit=service.MAX_BYTES)
    shown = await run_in_threadpool(
        _store, open_scope, user, component, ref, title, announced, data, idempotency_key=idempotency_key
    )
    response.headers["Location"] = f"/api/v1/photos/{shown.id}/content"
    return shown


@router.get("/photos", responses=declare_problem_responses(404))
def list_photos(session: SessionDep, page: PageDep, component: Component, ref: PieceReference) -> PhotoPage:
    """List the pictures of a piece of hardware, newest first."""
    piece = find_by_reference(session, MODELS[component], ref)
    rows, next_cursor = paginate(session, service.select_photos(piece), Photo, page)
    return PhotoPage(items=service.describe_photos(session, rows), next_cursor=next_cursor)


@router.get(
    "/photos/{photo_id}/content",
    response_class=StreamingResponse,
    responses={200: {"content": dict.fromkeys(service.MEDIA_TYPES, _PICTURE)}, **declare_problem_responses(404, 503)},
)
def show_photo(photo_id: uuid.UUID, request: Request, session: SessionDep) -> Response:
    """Show a picture."""
    photo = service.find_photo(session, photo_id)
    headers = build_caching_headers(photo.sha256, policy=IMMUTABLE)
    if (unchanged := find_not_modified_response(request, headers)) is not None:
        return unchanged
    content = service.open_photo(get_artifact_store(), photo)
    return StreamingResponse(content, headers=headers | service.build_photo_headers(photo))


@router.delete("/photos/{photo_id}", status_code=204, responses=declare_problem_responses(403, 404))
def remove_photo(photo_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> None:
    """Remove a picture: your own, or as an administrator any picture."""
    service.remove_photo(session, user=user, photo=service.find_photo(session, photo_id))


def _store(
    open_scope: OpenScope,
    user: Identity,
    component: Component,
    ref: str,
    title: str,
    announced: str,
    data: bytes,
    *,
    idempotency_key: str | None,
) -> PhotoOut:
    media_type = service.check_picture(data, announced)
    new_id = generate_uuid7()
    with open_scope() as session:
        piece = find_by_reference(session, MODELS[component], ref)
        body = PhotoKey(
            component=component, component_id=piece.id, title=title, sha256=hashlib.sha256(data).hexdigest()
        )
        first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="photo", body=body, new_id=new_id)
        if first is not None:
            return service.describe_photos(session, [service.find_photo(session, first)])[0]
        stored = get_artifact_store().put([data], expected_sha256=body.sha256)
        photo = service.add_photo(
            session, user=user, piece=piece, title=title, media_type=media_type, stored=stored, photo_id=new_id
        )
        return service.describe_photos(session, [photo])[0]
