"""Endpoints of the public page of a lab: its results, their feed, and files for search engines."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from storagelab.config import get_settings
from storagelab.http.session import SessionDep
from storagelab.shares import service
from storagelab.shares.page_answer import HTML, PUBLIC_HEADERS
from storagelab.shares.public import READ, not_available_response
from storagelab.shares.public_pages import feed, gallery_html
from storagelab.shares.public_pages.gallery import (
    FEED_SIZE,
    MAX_ADDRESSES,
    list_choices,
    list_latest,
    parse_query,
    search_gallery,
)
from storagelab.shares.public_pages.head import NOT_INDEXED
from storagelab.shares.public_pages.settings import PublicPage, read_public_page

public_router = APIRouter(include_in_schema=False)

#: What was withdrawn leaves the page at once here, and after this long in caches.
_PAGE_SECONDS = 60
_FEED_SECONDS = 300
ATOM = "application/atom+xml"
XML = "application/xml"
TEXT = "text/plain; charset=utf-8"

Field = Annotated[str, Query()]


@public_router.api_route("/public", methods=READ)
def show_gallery(
    request: Request,
    session: SessionDep,
    q: Field = "",
    controller: Field = "",
    drive: Field = "",
    kind: Field = "",
    page: Field = "",
) -> Response:
    """Show the listed results that match."""
    settings = read_public_page(session)
    if not settings.enabled:
        return _answer_off(request)
    query = parse_query(q=q, controller=controller, drive=drive, kind=kind, page=page)
    results, choices = search_gallery(session, query), list_choices(session)
    text = gallery_html.render_gallery(results, query, choices, settings, base=get_settings().base_url)
    headers = {"Content-Security-Policy": gallery_html.POLICY, "X-Robots-Tag": gallery_html.get_robots(settings, query)}
    return _answer(request, text.encode(), HTML, seconds=_PAGE_SECONDS, headers=headers)


@public_router.api_route("/public/feed.xml", methods=READ)
def show_feed(request: Request, session: SessionDep) -> Response:
    """Give the last listed results as an Atom feed."""
    settings = read_public_page(session)
    if not settings.enabled:
        return _answer_off(request)
    content = feed.format_feed(list_latest(session, limit=FEED_SIZE), settings, base=get_settings().base_url)
    return _answer(request, content, ATOM, seconds=_FEED_SECONDS, headers=_get_robots_header(settings))


@public_router.api_route("/sitemap.xml", methods=READ)
def show_sitemap(request: Request, session: SessionDep) -> Response:
    """Give the addresses of the public page to search engines that may list them."""
    settings = read_public_page(session)
    if not settings.can_be_indexed:
        return _answer_off(request)
    content = feed.format_sitemap(list_latest(session, limit=MAX_ADDRESSES), base=get_settings().base_url)
    return _answer(request, content, XML, seconds=_FEED_SECONDS, headers={})


@public_router.api_route("/robots.txt", methods=READ)
def show_robots(request: Request, session: SessionDep) -> Response:
    """Give the rules for search engines."""
    text = feed.format_robots(read_public_page(session), base=get_settings().base_url)
    return _answer(request, text.encode(), TEXT, seconds=_FEED_SECONDS, headers={})


@public_router.api_route("/public/{rest:path}", methods=READ)
def show_nothing(rest: str, request: Request) -> Response:  # noqa: ARG001 - whatever stands there leads nowhere.
    """Answer every other address below /public/ like an unknown token."""
    return _answer_off(request)


def _answer_off(request: Request) -> Response:
    return not_available_response(request, service.ShareLookup("unknown"))


def _get_robots_header(page: PublicPage) -> dict[str, str]:
    return {} if page.can_be_indexed else {"X-Robots-Tag": NOT_INDEXED}


def _answer(request: Request, content: bytes, media_type: str, *, seconds: int, headers: dict[str, str]) -> Response:
    """Return a public response that caches may store for `seconds`, or 304 where the reader has it."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    whole = {
        "Content-Security-Policy": PUBLIC_HEADERS["Content-Security-Policy"],
        "Referrer-Policy": PUBLIC_HEADERS["Referrer-Policy"],
        "Cache-Control": f"public, max-age={seconds}",
        "ETag": tag,
        **headers,
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=whole)
    return Response(content, media_type=media_type, headers=whole)
