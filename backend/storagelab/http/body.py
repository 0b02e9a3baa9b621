"""JSON bodies as they come from the wire: bounded and unambiguous before anything reads them."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from storagelab.http.problems import make_problem, make_problem_response
from storagelab.http.schemas import clean_text

MAX_BODY_BYTES = 1 << 20
MAX_DEPTH = 20
#: Possessive, so that a body made to mislead it still takes linear time.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{\]}]', re.DOTALL)
METHODS_WITH_BODY = frozenset({"POST", "PUT", "PATCH", "DELETE"})
#: Uploads are not JSON and larger than memory: their endpoint reads and bounds them itself, piece by piece.
UPLOADS = frozenset(
    {
        ("POST", "/api/v1/imports"),
        ("POST", "/api/v1/inventory/import"),
        ("POST", "/api/v1/photos"),
        ("PUT", "/api/v1/engine-packages/vdbench"),
        ("POST", "/api/v1/shares/received"),
    }
)


class BadBody(ValueError):
    """The body cannot be read; `status` is the HTTP status to answer with."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class BodyGuard:
    """ASGI middleware: reads the whole body within its limit, checks it and hands it on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the JSON body of a request, then pass the request on or answer with a problem document."""
        if scope["type"] != "http" or scope["method"] not in METHODS_WITH_BODY or _is_upload(scope):
            await self.app(scope, receive, send)
            return
        try:
            body = await _read(Headers(scope=scope), receive)
        except BadBody as error:
            code = {413: "body_too_large", 415: "unsupported_media_type"}.get(error.status, "bad_request")
            response = make_problem_response(make_problem(error.status, str(error), code, "request"))
            await response(scope, receive, send)
            return
        await self.app(scope, _build_replay_channel(body, receive), send)


def clean_json(body: bytes) -> bytes:
    """Return the JSON value in `body`, its strings in Unicode form NFC, so that every reader interprets it alike.

    Raises BadBody for bytes that are not UTF-8 or not JSON, for NaN, infinity, keys that occur twice, control
    characters, lone surrogates, and more than MAX_DEPTH levels.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadBody(400, f"The body is not UTF-8: byte {error.start} is wrong.") from None
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_build_unique_object,
            parse_constant=_refuse_constant,
            parse_float=_parse_finite_float,
        )
    except BadBody:
        raise
    except json.JSONDecodeError as error:
        raise BadBody(400, f"The body is not JSON: {error.msg} at character {error.pos}.") from None
    except (ValueError, RecursionError):
        raise BadBody(400, "The body is not JSON that can be read: a number has too many digits.") from None
    return json.dumps(_clean(value), ensure_ascii=False).encode()


def _is_upload(scope: Scope) -> bool:
    return (scope["method"], scope["path"]) in UPLOADS


async def _read(headers: Headers, receive: Receive) -> bytes:
    chunks: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadBody(400, "The connection ended before the body did.")
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise BadBody(413, f"The body is larger than {MAX_BODY_BYTES} bytes.")
        chunks.append(chunk)
        more = message.get("more_body", False)
    body = b"".join(chunks)
    if body:
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != "application/json":
            raise BadBody(415, "The body must be sent as application/json.")
        return clean_json(body)
    return body


def _build_replay_channel(body: bytes, receive: Receive) -> Receive:
    """Return a receive channel that yields `body` once and then the messages of the connection, such as its end."""
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _check_depth(text: str) -> None:
    """Raise BadBody for JSON nested deeper than MAX_DEPTH levels.

    The check counts brackets outside strings, so that no parser has to recurse.
    """
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise BadBody(400, f"The body is nested deeper than {MAX_DEPTH} levels.")
        elif match[0] in "]}":
            depth -= 1


def _build_unique_object(pairs: list[tuple[str, Any]]) -> dict[str, object]:
    value: dict[str, object] = {}
    for key, item in pairs:
        if key in value:
            raise BadBody(400, f"The key {key[:100]!r} occurs twice in one object.")
        value[key] = item
    return value


def _refuse_constant(name: str) -> Any:
    raise BadBody(400, f"{name} is not a JSON number.")


def _parse_finite_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadBody(400, f"The number {text[:40]} is too large.")
    return number


def _clean(value: Any) -> Any:
    """Return a JSON value with every string and key as clean text.

    Raises BadBody for a string that is not valid text.
    """
    if isinstance(value, str):
        try:
            return clean_text(value)
        except ValueError as error:
            raise BadBody(400, f"A string is not text: {error}.") from None
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return _build_unique_object([(_clean(key), _clean(item)) for key, item in value.items()])
    return value
