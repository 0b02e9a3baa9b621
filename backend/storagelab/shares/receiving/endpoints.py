"""Receiving a share over HTTP: the zip that another lab gave out is the body of the request."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from storagelab.auth.dependencies import require_uploader
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.errors import InvalidInput
from storagelab.http.problems import declare_problem_responses
from storagelab.http.session import OpenScope, OpenScopeDep
from storagelab.shares.receiving import service
from storagelab.shares.receiving.upload import MEDIA_TYPES, ZipUpload
from storagelab.shares.schemas import ShareReceipt
from storagelab.shares.views import describe_shares

#: Uploads last longer than a transaction may: this router signs in by itself, before the body.
upload_router = APIRouter()

#: The body is handed to the disk in pieces of this size.
_PIECE_BYTES = 1 << 20
_BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {MEDIA_TYPES[0]: {"schema": {"type": "string", "format": "binary"}}}}
}


@upload_router.post(
    "/shares/received",
    status_code=201,
    openapi_extra=_BODY,
    responses={
        **declare_problem_responses(401, 403, 409, 413, 415, 422, 503),
        200: {"model": ShareReceipt, "description": "Received before"},
    },
)
async def receive_share(
    request: Request,
    response: Response,
    user: Annotated[Identity, Depends(require_uploader, scope="function")],
    open_scope: OpenScopeDep,
) -> ShareReceipt:
    """Receive the zip of a share that another lab froze: as a draft, with its runs filed beside those of this lab.

    The same document twice is one share. The second time adds nothing, and the answer is 200 with `already`. A result
    that is in this lab is not filed again. A share of this lab's own results is refused with 409.
    """
    announced = request.headers.get("content-length", "")
    upload = ZipUpload(
        generate_uuid7(),
        content_type=request.headers.get("content-type", ""),
        announced_bytes=int(announced) if announced.isdecimal() else None,
    )
    try:
        path = await _read(request, upload)
        described, is_new = await run_in_threadpool(_take_in, open_scope, user, upload, path)
    finally:
        await run_in_threadpool(upload.discard)
    response.status_code = 201 if is_new else 200
    response.headers["Location"] = f"/api/v1/shares/{described.id}"
    return described


async def _read(request: Request, upload: ZipUpload) -> Path:
    """Write the body of a request to disk in chunks, and return the path of the file.

    The server answers other requests meanwhile.
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
    return await run_in_threadpool(upload.finish)


def _take_in(open_scope: OpenScope, user: Identity, upload: ZipUpload, path: Path) -> tuple[ShareReceipt, bool]:
    opened, document = service.open_received_share(path)
    with opened, open_scope() as session:
        share, is_new = service.receive_share(session, opened, document, user_id=user.user_id, share_id=upload.share_id)
        described = describe_shares(session, [share], user=user)[0]
        return ShareReceipt(**dict(described), already=not is_new), is_new
