"""Endpoints for readers of a permalink: page, document, measurements and parts, by address only."""

from __future__ import annotations

import gzip
import json

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from storagelab.auth.rate_limit import RateLimit, build_caller_key
from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.errors import TooManyRequests
from storagelab.http.compression import LEVEL as PACKING_LEVEL
from storagelab.http.compression import can_accept_gzip
from storagelab.http.references import format_row_number
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.shares import plain_pages, service
from storagelab.shares.measurements_csv import format_measurements_csv
from storagelab.shares.notices import list_print_notices
from storagelab.shares.page_answer import HTML, PUBLIC_HEADERS, answer_page
from storagelab.shares.parts import JSON, read_part
from storagelab.shares.view_counts import count_view

public_router = APIRouter()

#: A part is bytes of foreign files: no browser runs or shows them.
PART_HEADERS = PUBLIC_HEADERS | {
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
}
STATUS = {"revoked": 410, "expired": 410, "closed": 403, "unknown": 404}
#: The number of unknown addresses that one reader may try in a minute.
MISSES_PER_MINUTE = 60

_READ: list[str] = ["GET", "HEAD"]


@public_router.api_route("/s/{token}.json", methods=_READ, include_in_schema=False)
def download_document(token: str, request: Request, session: SessionDep) -> Response:
    """Give the frozen document; its SHA-256 is the one on the page."""
    return _download_document(request, service.open_share(session, token=token))


@public_router.api_route("/s/{token}.csv", methods=_READ, include_in_schema=False)
def download_measurements(token: str, request: Request, session: SessionDep) -> Response:
    """Give the measurements of all runs as CSV."""
    return _download_measurements(request, session, service.open_share(session, token=token))


@public_router.api_route("/s/{token}/v{version:int}.json", methods=_READ, include_in_schema=False)
def download_version_document(token: str, version: int, request: Request, session: SessionDep) -> Response:
    """Give the frozen document of a newer version of the same lineage."""
    return _download_document(request, service.open_share(session, token=token, version=version))


@public_router.api_route("/s/{token}/v{version:int}.csv", methods=_READ, include_in_schema=False)
def download_version_measurements(token: str, version: int, request: Request, session: SessionDep) -> Response:
    """Give the measurements of a newer version of the same lineage."""
    return _download_measurements(request, session, service.open_share(session, token=token, version=version))


@public_router.api_route("/s/{token}/parts/{sha256}", methods=_READ, include_in_schema=False)
def download_part(token: str, sha256: str, request: Request, session: SessionDep) -> Response:
    """Give a part of the document by its hash."""
    return _download_part(request, session, service.open_share(session, token=token), sha256)


@public_router.api_route("/s/{token}/v{version:int}/parts/{sha256}", methods=_READ, include_in_schema=False)
def download_version_part(token: str, version: int, sha256: str, request: Request, session: SessionDep) -> Response:
    """Give a part of a newer version of the same lineage."""
    return _download_part(request, session, service.open_share(session, token=token, version=version), sha256)


@public_router.api_route("/s/{token}", methods=_READ, include_in_schema=False)
def read_share(token: str, request: Request, open_scope: OpenScopeDep) -> Response:
    """Show the page of a permalink."""
    return _read_page(request, open_scope, f"/s/{token}", token)


@public_router.api_route("/s/{token}/v{version:int}", methods=_READ, include_in_schema=False)
def read_version(token: str, version: int, request: Request, open_scope: OpenScopeDep) -> Response:
    """Show a newer version of the same lineage."""
    return _read_page(request, open_scope, f"/s/{token}/v{version}", token, version)


@public_router.api_route("/s/{rest:path}", methods=_READ, include_in_schema=False)
def read_nothing(rest: str, request: Request) -> Response:  # noqa: ARG001 - whatever stands there leads nowhere.
    """Answer every other address below /s/ like an unknown token."""
    return not_available_response(request, service.ShareLookup("unknown"))


def preview(session: Session, share: Share) -> Response:
    """Return the page of a draft or of a published share, for a signed-in user. Its pictures are below /preview."""
    answer = answer_page(session, share, f"/api/v1/shares/{format_row_number(share)}/preview")
    policy = answer.headers["Content-Security-Policy"]
    # The editor of shares holds it in a frame.
    answer.headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return answer


def not_available_response(request: Request, opened: service.ShareLookup) -> Response:
    """Return the response for a share that cannot be shown. Callers that try many addresses have to wait."""
    if opened.status == "unknown":
        try:
            limit: RateLimit = request.app.state.share_miss_limit
            limit.count(build_caller_key(request))
        except TooManyRequests as many:
            text = plain_pages.render_not_available("too_many")
            headers = PUBLIC_HEADERS | {"Retry-After": str(many.retry_after_s)}
            return Response(text, many.status, media_type=HTML, headers=headers)
    text = plain_pages.render_not_available(opened.status, withdrawal=opened.reason, until=opened.until)
    status = STATUS[opened.status]
    return Response(text, status, media_type=HTML, headers=PUBLIC_HEADERS)


def _download_document(request: Request, opened: service.ShareLookup) -> Response:
    if opened.share is None:
        return not_available_response(request, opened)
    content = service.read_document(opened.share)
    headers = PUBLIC_HEADERS | {"Content-Disposition": f'attachment; filename="{format_row_number(opened.share)}.json"'}
    return Response(content, media_type="application/json", headers=headers)


def _download_measurements(request: Request, session: Session, opened: service.ShareLookup) -> Response:
    if opened.share is None:
        return not_available_response(request, opened)
    content = service.read_document(opened.share)
    address = f"{get_settings().base_url}{request.url.path.removesuffix('.csv')}"
    notices = list_print_notices(session, opened.share, json.loads(content), address=address)
    headers = PUBLIC_HEADERS | {"Content-Disposition": f'attachment; filename="{format_row_number(opened.share)}.csv"'}
    text = format_measurements_csv(content, notices)
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def _download_part(request: Request, session: Session, opened: service.ShareLookup, sha256: str) -> Response:
    if opened.share is None:
        return not_available_response(request, opened)
    part = read_part(session, share_id=opened.share.id, sha256=sha256)
    if part is None:
        return not_available_response(request, service.ShareLookup("unknown"))
    name = f"{format_row_number(opened.share)}-{sha256[:12]}"
    headers = PART_HEADERS | {"Content-Disposition": f'attachment; filename="{name}"'}
    is_json = part.media_type == JSON
    media_type = part.media_type if is_json else "application/octet-stream"
    if not is_json:
        return Response(part.content, media_type=media_type, headers=headers)
    # Scripts of pages read these: a curve goes out as a third of its text.
    headers["Vary"] = "Accept-Encoding"
    if not can_accept_gzip(request.headers.get("accept-encoding", "")):
        return Response(part.content, media_type=media_type, headers=headers)
    packed = gzip.compress(part.content, PACKING_LEVEL, mtime=0)
    return Response(packed, media_type=media_type, headers=headers | {"Content-Encoding": "gzip"})


def _read_page(request: Request, open_scope: OpenScope, path: str, token: str, version: int | None = None) -> Response:
    # In one go on one thread: the row that counts views is every reader's, and held for the end of this alone.
    with open_scope() as session:
        opened = service.open_share(session, token=token, version=version)
        if opened.share is None:
            return not_available_response(request, opened)
        packed = can_accept_gzip(request.headers.get("accept-encoding", ""))
        answer = answer_page(session, opened.share, path, packed=packed)
        if request.method == "GET":
            count_view(session, opened.share)
        return answer
