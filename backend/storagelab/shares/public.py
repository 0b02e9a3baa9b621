"""Endpoints for readers of a permalink: page, document, measurements and parts, by address only."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy.orm import Session
from starlette.convertors import Convertor, register_url_convertor

from storagelab.auth.rate_limit import RateLimit, build_caller_key
from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.errors import TooManyRequests
from storagelab.http.compression import LEVEL as PACKING_LEVEL
from storagelab.http.compression import can_accept_gzip
from storagelab.http.references import format_row_number
from storagelab.http.session import OpenScopeDep, SessionDep
from storagelab.shares import plain_pages, service
from storagelab.shares.measurements_csv import format_measurements_csv
from storagelab.shares.notices import list_print_notices
from storagelab.shares.page_answer import HTML, PUBLIC_HEADERS, answer_page
from storagelab.shares.parts import JSON
from storagelab.shares.public_pages.service import PREFIX, open_listed_share
from storagelab.shares.raw_parts import list_raw_parts
from storagelab.shares.stored_parts import read_part
from storagelab.shares.view_counter import count_view

#: The pages alone: most readers want nothing else, so these routes are looked through first.
page_router = APIRouter(include_in_schema=False)
public_router = APIRouter(include_in_schema=False)

#: A part is bytes of foreign files: no browser runs or shows them.
PART_HEADERS = PUBLIC_HEADERS | {
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
}
STATUS = {"revoked": 410, "address_revoked": 410, "expired": 410, "closed": 403, "unknown": 404}
#: The number of unknown addresses that one reader may try in a minute.
MISSES_PER_MINUTE = 60


class AddressName(Convertor[str]):
    """A token or a slug: without a dot, so that the routes of pages do not match the files beside them."""

    regex = "[A-Za-z0-9_-]+"

    def convert(self, value: str) -> str:
        """Return the name unchanged."""
        return value

    def to_string(self, value: str) -> str:
        """Return the name unchanged."""
        return value


register_url_convertor("address_name", AddressName())
#: A permalink, the newer versions of its lineage below it, and the public path of a listed share.
_ADDRESSES = ("/s/{token:address_name}", "/s/{token:address_name}/v{version:int}", "/p/{slug:address_name}")
#: For `methods=` of routes that readers have.
READ: list[str] = ["GET", "HEAD"]


@dataclass(frozen=True, slots=True)
class Permalink:
    """Address that a reader opened: a token, and the newer version if it names one; or the slug of a listed share."""

    token: str
    version: int | None
    slug: str | None = None

    @property
    def path(self) -> str:
        """Return the path of the page."""
        if self.slug is not None:
            return f"{PREFIX}{self.slug}"
        return f"/s/{self.token}" if self.version is None else f"/s/{self.token}/v{self.version}"

    @property
    def address(self) -> str:
        """Return the whole address of the page."""
        return f"{get_settings().base_url}{self.path}"

    def open(self, session: Session) -> service.ShareLookup:
        """Return the share behind the address, or the reason why the share may not be seen."""
        if self.slug is not None:
            return open_listed_share(session, self.slug)
        return service.open_share(session, token=self.token, version=self.version)


async def _parse_permalink(request: Request) -> Permalink:
    parts = request.path_params
    return Permalink(parts.get("token", ""), parts.get("version"), parts.get("slug"))


PermalinkDep = Annotated[Permalink, Depends(_parse_permalink)]
_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Response])


def serve_permalink(router: APIRouter, rest: str = "") -> Callable[[_Endpoint], _Endpoint]:
    """Register an endpoint for the path `rest` below a permalink, and below each newer version."""

    def register(endpoint: _Endpoint) -> _Endpoint:
        for address in _ADDRESSES:
            router.add_api_route(f"{address}{rest}", endpoint, methods=READ)
        return endpoint

    return register


@serve_permalink(public_router, ".json")
def download_document(permalink: PermalinkDep, request: Request, session: SessionDep) -> Response:
    """Give the frozen document; its SHA-256 is the one on the page."""
    opened = permalink.open(session)
    if opened.share is None:
        return not_available_response(request, opened)
    content = service.read_document(opened.share)
    headers = PUBLIC_HEADERS | {"Content-Disposition": f'attachment; filename="{format_row_number(opened.share)}.json"'}
    return Response(content, media_type="application/json", headers=headers)


@serve_permalink(public_router, ".csv")
def download_measurements(permalink: PermalinkDep, request: Request, session: SessionDep) -> Response:
    """Give the measurements of all runs as CSV."""
    opened = permalink.open(session)
    if opened.share is None:
        return not_available_response(request, opened)
    document = service.open_document(opened.share)
    notices = list_print_notices(session, opened.share, address=permalink.address)
    headers = PUBLIC_HEADERS | {"Content-Disposition": f'attachment; filename="{format_row_number(opened.share)}.csv"'}
    text = format_measurements_csv(document, notices)
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@serve_permalink(public_router, "/parts/{sha256}")
def download_part(permalink: PermalinkDep, sha256: str, request: Request, session: SessionDep) -> Response:
    """Give a part of the document by its hash."""
    opened = permalink.open(session)
    if opened.share is None:
        return not_available_response(request, opened)
    part = read_part(session, share_id=opened.share.id, sha256=sha256)
    if part is None:
        return not_available_response(request, service.ShareLookup("unknown"))
    if not opened.raw_files and sha256 in list_raw_parts(service.open_document(opened.share)):
        return no_raw_files_response()
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


@serve_permalink(page_router)
def read_share(permalink: PermalinkDep, request: Request, open_scope: OpenScopeDep) -> Response:
    """Show the page of a permalink."""
    # In one go on one thread. The view is counted in a transaction of its own, because readers wait for it together.
    with open_scope() as session:
        opened = permalink.open(session)
        if opened.share is None:
            return not_available_response(request, opened)
        packed = can_accept_gzip(request.headers.get("accept-encoding", ""))
        answer = answer_page(session, opened.share, permalink.path, packed=packed, raw_files=opened.raw_files)
    if request.method == "GET":
        count_view(open_scope, opened.share.id, opened.address_id)
    return answer


@public_router.api_route("/s/{rest:path}", methods=READ)
@public_router.api_route("/p/{rest:path}", methods=READ)
def read_nothing(rest: str, request: Request) -> Response:  # noqa: ARG001 - whatever stands there leads nowhere.
    """Answer every other address below /s/ and /p/ like an unknown token."""
    return not_available_response(request, service.ShareLookup("unknown"))


def preview(session: Session, share: Share) -> Response:
    """Return the response with the page of a draft or a published share, for a signed-in user.

    The pictures of the page are below /preview.
    """
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
            headers = PUBLIC_HEADERS | {"Retry-After": str(many.retry_after_seconds)}
            return Response(text, many.status, media_type=HTML, headers=headers)
    text = plain_pages.render_not_available(
        opened.status, withdrawal=opened.reason, until=opened.until, ended_at=opened.ended_at
    )
    status = STATUS[opened.status]
    return Response(text, status, media_type=HTML, headers=PUBLIC_HEADERS)


def no_raw_files_response() -> Response:
    """Return the response for raw output that readers of an address cannot download."""
    return Response(plain_pages.render_not_available("no_raw_files"), 403, media_type=HTML, headers=PUBLIC_HEADERS)
