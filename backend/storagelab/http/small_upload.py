"""Bodies too large for the general limit and small enough for memory, such as a photo or a table."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, ClassVar

from fastapi import Request
from starlette.requests import ClientDisconnect

from storagelab.errors import InvalidInput, RequestRefused
from storagelab.http.body import BadBody, clean_json


class BodyTooLarge(RequestRefused):
    """Error for a body larger than this endpoint takes; nothing of it was stored."""

    status: ClassVar[int] = 413
    code = "body_too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body is larger than {limit >> 20} MiB.")


class UnsupportedUploadType(RequestRefused):
    """The body is of a kind that this endpoint does not take."""

    status: ClassVar[int] = 415
    code = "unsupported_media_type"

    def __init__(self, media_types: Collection[str]) -> None:
        super().__init__(f"The body must be sent as {' or '.join(media_types)}.")


async def read_small_upload(request: Request, *, media_types: Collection[str], limit: int) -> tuple[str, bytes]:
    """Return the media type and the whole body of an upload.

    Raises UnsupportedUploadType for another type, BodyTooLarge for more than `limit` bytes, InvalidInput for no body.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in media_types:
        raise UnsupportedUploadType(media_types)
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit:
        raise BodyTooLarge(limit)
    data = bytearray()
    try:
        async for block in request.stream():
            data += block
            if len(data) > limit:
                raise BodyTooLarge(limit)
    except ClientDisconnect:
        raise InvalidInput("The connection ended before the body did.") from None
    if not data:
        raise InvalidInput("The body is empty.")
    return media_type, bytes(data)


def clean_document(data: bytes) -> Any:
    """Return the JSON value in an uploaded body, checked like the body of every other request.

    Raises InvalidInput for invalid or ambiguous JSON.
    """
    try:
        return json.loads(clean_json(data))
    except BadBody as wrong:
        raise InvalidInput(str(wrong)) from wrong
