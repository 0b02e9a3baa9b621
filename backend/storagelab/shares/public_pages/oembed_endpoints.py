"""The oEmbed endpoint: describes a chart or a page of this lab to an article that names its address."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.http.session import SessionDep
from storagelab.shares import service
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.embed_code import FRAME_HEIGHT, build_frame
from storagelab.shares.page.build import find_chart
from storagelab.shares.page.chart_places import list_drawn_keys
from storagelab.shares.page.words import clean
from storagelab.shares.page_answer import PUBLIC_HEADERS
from storagelab.shares.printing.html import find_embed_path
from storagelab.shares.printing.png import PREVIEW_SIZE
from storagelab.shares.public import READ, Permalink, not_available_response
from storagelab.shares.public_pages.head import make_embed_address
from storagelab.shares.public_pages.oembed import (
    CACHE_SECONDS,
    MIN_HEIGHT,
    MIN_WIDTH,
    WIDTH,
    EmbeddedAddress,
    OEmbedAnswer,
    fit_size,
    format_answer,
    parse_address,
    parse_limit,
)
from storagelab.shares.public_pages.settings import UNNAMED, PublicPage, read_public_page

public_router = APIRouter(include_in_schema=False)

Field = Annotated[str, Query()]
_TEXT = "text/plain; charset=utf-8"


@public_router.api_route("/oembed", methods=READ)
def describe_embedded(
    request: Request,
    session: SessionDep,
    url: Field = "",
    maxwidth: Field = "",
    maxheight: Field = "",
    form: Annotated[str, Query(alias="format")] = "json",
) -> Response:
    """Describe the chart or page at `url` with the HTML of its frame. Only open permalinks of this lab are known.

    An address with a token is described while the public page is off too: who has it can read the page.
    """
    settings = read_public_page(session)
    if not url:
        return _refuse(400, "The url is missing. Give the address of a permalink of this lab.")
    if form not in ("json", "xml"):
        return _refuse(501, "The format must be json or xml.")
    try:
        max_width = parse_limit(maxwidth, smallest=MIN_WIDTH)
    except ValueError as error:
        return _refuse(400, f"maxwidth: {error}.")
    try:
        max_height = parse_limit(maxheight, smallest=MIN_HEIGHT)
    except ValueError as error:
        return _refuse(400, f"maxheight: {error}.")
    named = parse_address(url, base=get_settings().base_url)
    if named is None:
        return _refuse(404, "The url must be the address of a permalink of this lab.")
    permalink = Permalink(named.token, named.version, named.slug)
    opened = permalink.open(session)
    if opened.share is None or _is_under_embargo(opened.share):
        # All that cannot be read or quoted is unknown here: whoever may know more opens the page.
        return not_available_response(request, service.ShareLookup("unknown"))
    document = service.open_document(opened.share)
    if named.key is not None and named.key not in list_drawn_keys(document):
        return not_available_response(request, service.ShareLookup("unknown"))
    answer = _describe(opened.share, document, permalink, named, settings, max_width, max_height)
    content, media_type = format_answer(answer, "xml" if form == "xml" else "json")
    headers = PUBLIC_HEADERS | {
        "Cache-Control": "public, max-age=300",
        # Articles read it with a script of their own page. Nothing here depends on the reader.
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return Response(content, media_type=media_type, headers=headers)


def _is_under_embargo(share: Share) -> bool:
    return share.embargo_until is not None and share.embargo_until > dt.datetime.now(dt.UTC)


def _describe(
    share: Share,
    document: ShareDocument,
    permalink: Permalink,
    named: EmbeddedAddress,
    settings: PublicPage,
    max_width: int | None,
    max_height: int | None,
) -> OEmbedAnswer:
    base = get_settings().base_url
    title = " ".join(clean(document.share.title).split()) or "Untitled"
    answer: OEmbedAnswer = {
        "version": "1.0",
        "type": "link",
        "title": title,
        # The page names no lab, and neither does this while the lab has no public page.
        "provider_name": settings.title if settings.enabled else UNNAMED,
        "provider_url": f"{base}/public" if settings.enabled else permalink.address,
        "cache_age": CACHE_SECONDS,
    }
    if share.author:
        answer["author_name"] = " ".join(clean(document.share.author).split())
    width, height = PREVIEW_SIZE
    if (max_width is None or max_width >= width) and (max_height is None or max_height >= height):
        answer["thumbnail_url"] = f"{permalink.address}/preview.png"
        answer["thumbnail_width"], answer["thumbnail_height"] = PREVIEW_SIZE
    embed, key = find_embed_path(permalink.address), named.key or _find_first_key(document)
    if embed is None or key is None:
        return answer
    chart = find_chart(document, key)
    frame_width, frame_height = fit_size(WIDTH, chart.height + FRAME_HEIGHT, max_width=max_width, max_height=max_height)
    answer["type"] = "rich"
    answer["html"] = build_frame(
        address=make_embed_address(embed, base, key),
        title=f"{chart.title} - {title}",
        height=frame_height,
        width=frame_width,
    )
    answer["width"], answer["height"] = frame_width, frame_height
    return answer


def _find_first_key(document: ShareDocument) -> str | None:
    return next(iter(list_drawn_keys(document)), None)


def _refuse(status: int, text: str) -> Response:
    return Response(text, status, media_type=_TEXT, headers=PUBLIC_HEADERS)
