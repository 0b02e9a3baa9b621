"""What readers of a permalink get: page, document, measurements and parts. Reading needs the address only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from storagelab.auth.rate_limit import RateLimit
from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.errors import TooManyRequests
from storagelab.http.references import number_of
from storagelab.http.session import SessionDep
from storagelab.shares import page as first_pages
from storagelab.shares import service
from storagelab.shares.measurements_csv import measurements_csv
from storagelab.shares.paper.page import page_of
from storagelab.shares.parts import part_reader, read_part
from storagelab.shares.printing import html
from storagelab.shares.reading import count_view, notices_of

public_router = APIRouter(tags=["permalinks"])

#: A permalink of schema 1 runs no script and loads nothing: everything it shows is in it.
PUBLIC_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cache-Control": "no-store",
}
#: A part is bytes of somebody's files: no browser runs or shows them.
PART_HEADERS = PUBLIC_HEADERS | {
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
}
STATUS = {"revoked": 410, "expired": 410, "closed": 403, "unknown": 404}
#: So many addresses that lead nowhere one reader may try in a minute.
MISSES_PER_MINUTE = 60

_READ: list[str] = ["GET", "HEAD"]


@public_router.api_route("/s/{token}.json", methods=_READ, include_in_schema=False)
def download_document(token: str, request: Request, session: SessionDep) -> Response:
    """Give the frozen document; its SHA-256 is the one on the page."""
    return _download_document(request, service.open_share(session, token=token))


@public_router.api_route("/s/{token}.csv", methods=_READ, include_in_schema=False)
def download_measurements(token: str, request: Request, session: SessionDep) -> Response:
    """Give the measurements of all runs as CSV."""
    return _download_measurements(request, service.open_share(session, token=token))


@public_router.api_route("/s/{token}/v{version:int}.json", methods=_READ, include_in_schema=False)
def download_version_document(token: str, version: int, request: Request, session: SessionDep) -> Response:
    """Give the frozen document of a newer version of the same lineage."""
    return _download_document(request, service.open_share(session, token=token, version=version))


@public_router.api_route("/s/{token}/v{version:int}.csv", methods=_READ, include_in_schema=False)
def download_version_measurements(token: str, version: int, request: Request, session: SessionDep) -> Response:
    """Give the measurements of a newer version of the same lineage."""
    return _download_measurements(request, service.open_share(session, token=token, version=version))


@public_router.api_route("/s/{token}/parts/{sha256}", methods=_READ, include_in_schema=False)
def download_part(token: str, sha256: str, request: Request, session: SessionDep) -> Response:
    """Give a part of the document by its hash."""
    return _download_part(request, session, service.open_share(session, token=token), sha256)


@public_router.api_route("/s/{token}/v{version:int}/parts/{sha256}", methods=_READ, include_in_schema=False)
def download_version_part(token: str, version: int, sha256: str, request: Request, session: SessionDep) -> Response:
    """Give a part of a newer version of the same lineage."""
    return _download_part(request, session, service.open_share(session, token=token, version=version), sha256)


@public_router.api_route("/s/{token}", methods=_READ, include_in_schema=False)
def read_share(token: str, request: Request, session: SessionDep) -> Response:
    """Show the page of a permalink."""
    return _read_page(request, session, service.open_share(session, token=token), f"/s/{token}")


@public_router.api_route("/s/{token}/v{version:int}", methods=_READ, include_in_schema=False)
def read_version(token: str, version: int, request: Request, session: SessionDep) -> Response:
    """Show a newer version of the same lineage."""
    opened = service.open_share(session, token=token, version=version)
    return _read_page(request, session, opened, f"/s/{token}/v{version}")


@public_router.api_route("/s/{rest:path}", methods=_READ, include_in_schema=False)
def read_nothing(rest: str, request: Request) -> Response:  # noqa: ARG001 - whatever stands there leads nowhere.
    """Answer every other address below /s/ like an unknown token."""
    return gone(request, service.Opened("unknown"))


def preview(session: Session, share: Share) -> Response:
    """The page of a draft or of a published share, for somebody who is signed in; its pictures are below /preview."""
    return _page(session, share, f"/api/v1/shares/{number_of(share)}/preview")


def gone(request: Request, opened: service.Opened) -> Response:
    """What readers are told where nothing can be shown; whoever tries many addresses has to wait."""
    if opened.standing == "unknown":
        try:
            limit: RateLimit = request.app.state.share_miss_limit
            limit.count(request.client.host if request.client else "unknown")
        except TooManyRequests as many:
            text = first_pages.render_gone("too_many")
            headers = PUBLIC_HEADERS | {"Retry-After": str(many.retry_after_s)}
            return Response(text, many.status, media_type="text/html; charset=utf-8", headers=headers)
    text = first_pages.render_gone(opened.standing, why=opened.reason, until=opened.until)
    status = STATUS[opened.standing]
    return Response(text, status, media_type="text/html; charset=utf-8", headers=PUBLIC_HEADERS)


def _download_document(request: Request, opened: service.Opened) -> Response:
    if opened.share is None:
        return gone(request, opened)
    content = service.read_document(opened.share)
    headers = PUBLIC_HEADERS | {"Content-Disposition": f'attachment; filename="{number_of(opened.share)}.json"'}
    return Response(content, media_type="application/json", headers=headers)


def _download_measurements(request: Request, opened: service.Opened) -> Response:
    if opened.share is None:
        return gone(request, opened)
    headers = PUBLIC_HEADERS | {"Content-Disposition": f'attachment; filename="{number_of(opened.share)}.csv"'}
    text = measurements_csv(service.read_document(opened.share))
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def _download_part(request: Request, session: Session, opened: service.Opened, sha256: str) -> Response:
    if opened.share is None:
        return gone(request, opened)
    part = read_part(session, share_id=opened.share.id, sha256=sha256)
    if part is None:
        return gone(request, service.Opened("unknown"))
    name = f"{number_of(opened.share)}-{sha256[:12]}"
    headers = PART_HEADERS | {"Content-Disposition": f'attachment; filename="{name}"'}
    is_json = part.media_type == "application/json"
    media_type = part.media_type if is_json else "application/octet-stream"
    return Response(part.content, media_type=media_type, headers=headers)


def _read_page(request: Request, session: Session, opened: service.Opened, path: str) -> Response:
    if opened.share is None:
        return gone(request, opened)
    answer = _page(session, opened.share, path)
    if request.method == "GET":
        count_view(session, opened.share)
    return answer


def _page(session: Session, share: Share, path: str) -> Response:
    document = json.loads(service.read_document(share))
    newer = _newer_version(session, share, path)
    notices: list[str | html.Notice] = [*notices_of(session, share, document), *([newer] if newer else [])]
    if share.schema == 1:
        marks = service.find_later_marks(session, share, document)
        text = first_pages.render_share(
            document,
            sha256=share.document_sha256,
            path=path,
            invalid=marks[0][1:] if marks else None,
            notices=[notice if isinstance(notice, str) else notice.text for notice in notices],
        )
        return Response(text, media_type="text/html; charset=utf-8", headers=PUBLIC_HEADERS)
    text = _html(session, share, document, path, notices)
    return Response(text, media_type="text/html; charset=utf-8", headers=html.HEADERS)


def _newer_version(session: Session, share: Share, path: str) -> html.Notice | None:
    """That newer data exist, and where: below the same token, as only its hash is known."""
    newest = service.newest_version(session, share) if share.state == "published" else None
    if newest is None or newest <= share.version:
        return None
    text = f"Newer data exist: version {newest} of this result. This is version {share.version}."
    _, start, token, *_ = path.split("/")
    return html.Notice(text, f"/s/{token}/v{newest}", f"Show version {newest}") if start == "s" else html.Notice(text)


def _html(
    session: Session, share: Share, document: dict[str, Any], path: str, notices: Sequence[str | html.Notice]
) -> str:
    """A document of schema 2 as HTML, below `path`."""
    page = page_of(document, part_reader(session, share_id=share.id, document=document))
    downloads = [html.Download(form.upper(), f"{path}.{form}") for form in ("pdf", "xlsx", "csv", "json")]
    return html.render(
        page,
        address=f"{get_settings().base_url}{path}",
        sha256=share.document_sha256,
        notices=notices,
        downloads=downloads if share.state == "published" else [],
        chart_formats=("svg", "png") if share.state == "published" else ("svg",),
    )
