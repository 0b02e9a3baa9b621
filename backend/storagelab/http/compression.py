"""Compression of responses: it saves two thirds of a long curve, four fifths of a permalink.

A long curve is one of twelve hours.
"""

from __future__ import annotations

import gzip

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Below this an answer fits into one packet anyway.
MIN_BYTES = 1_400
#: From here on compressing takes longer than other requests should wait for.
ASIDE_BYTES = 32_768
#: A higher level gains a tenth and takes twice as long.
LEVEL = 4
_TEXTS = frozenset({"application/json", "application/problem+json", "text/html"})
#: Answers with one of these are compressed already, or are downloads whose bytes and length are stated.
_LEFT_ALONE = ("content-encoding", "content-disposition", "content-range", "accept-ranges")
#: A packed answer is another representation and has a tag of its own (RFC 9110, 8.8.3.3).
_PACKED_TAG = '-gzip"'


class PackedAnswers:
    """ASGI middleware: answers in JSON and HTML go out compressed to whom takes that. Streams and files pass as is.

    Nothing in them is both secret and chosen by another site: sessions are cookies that other sites cannot send along.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and compress the answer for a client that accepts gzip."""
        if scope["type"] != "http" or not can_accept_gzip(Headers(scope=scope).get("accept-encoding", "")):
            await self.app(scope, receive, send)
            return
        packer = _Packer(send, accepts_gzip=_unpack_tags(scope))
        await self.app(scope, receive, packer.send)


class _Packer:
    """Wrapper of one answer that delays its head until the body shows whether to compress it."""

    def __init__(self, send: Send, *, accepts_gzip: bool) -> None:
        self._send = send
        self._accepts_gzip = accepts_gzip
        self._head: Message | None = None

    async def send(self, message: Message) -> None:
        """Send a message of the answer, after the delayed messages before it."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if message["status"] == 304 and self._accepts_gzip:
                _mark_tag(headers)
            if _is_packable(headers):
                headers.add_vary_header("Accept-Encoding")
                self._head = message
                return
        elif self._head is not None:
            head, self._head = self._head, None
            body = message.get("body", b"")
            if not message.get("more_body", False) and len(body) >= MIN_BYTES:
                packed = await _pack(body)
                headers = MutableHeaders(scope=head)
                headers["Content-Encoding"] = "gzip"
                headers["Content-Length"] = str(len(packed))
                _mark_tag(headers)
                message = {**message, "body": packed}
            await self._send(head)
        await self._send(message)


async def _pack(body: bytes) -> bytes:
    # Without the time the same answer has the same bytes.
    if len(body) < ASIDE_BYTES:
        return gzip.compress(body, LEVEL, mtime=0)
    return await run_in_threadpool(gzip.compress, body, LEVEL, mtime=0)


def _is_packable(headers: Headers) -> bool:
    media_type = headers.get("content-type", "").partition(";")[0].strip()
    return media_type in _TEXTS and not any(name in headers for name in _LEFT_ALONE)


def can_accept_gzip(accepted: str) -> bool:
    """Return whether a list of codings accepts gzip, with a quality above zero."""
    for item in accepted.split(","):
        coding, _, quality = (part.strip() for part in item.partition(";"))
        if coding.lower() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _unpack_tags(scope: Scope) -> bool:
    """Remove the mark of compressed answers from the If-None-Match tags of a request.

    Returns whether there was such a mark.
    """
    headers = MutableHeaders(scope=scope)
    tags = headers.get("if-none-match", "")
    if _PACKED_TAG not in tags:
        return False
    headers["if-none-match"] = tags.replace(_PACKED_TAG, '"')
    return True


def _mark_tag(headers: MutableHeaders) -> None:
    tag = headers.get("etag", "")
    if tag.endswith('"') and not tag.endswith(_PACKED_TAG):
        headers["ETag"] = tag[:-1] + _PACKED_TAG
