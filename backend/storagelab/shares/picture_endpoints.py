"""Endpoints of the charts of a permalink: as pictures, and as a frame in an article."""

from __future__ import annotations

import gzip
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypedDict

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.errors import NotFound
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference, format_row_number
from storagelab.http.responses import file_of
from storagelab.http.session import OpenScope, OpenScopeDep, SessionDep
from storagelab.shares import pictures, service
from storagelab.shares.document.share import ChartData, ShareDocument
from storagelab.shares.matrix_picture import draw_rating_matrix
from storagelab.shares.notices import list_print_notices
from storagelab.shares.page.build import find_chart, page_of
from storagelab.shares.page.chart_places import list_drawn_keys
from storagelab.shares.page.model import PageChart
from storagelab.shares.page.summary import find_rating_matrix
from storagelab.shares.page.words import make_anchor
from storagelab.shares.picture_process import ChartImagesUnavailable
from storagelab.shares.printing import html
from storagelab.shares.public import READ, Permalink, PermalinkDep, not_available_response, serve_permalink
from storagelab.shares.stored_parts import make_part_reader, read_part
from storagelab.shares.summaries import load_summaries

router = APIRouter()
public_router = APIRouter(include_in_schema=False)

#: Drawings never change, but a permalink may be withdrawn: its readers revalidate after ten minutes.
MAX_AGE_SECONDS = 600
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cache-Control": f"private, max-age={MAX_AGE_SECONDS}",
}
SECONDS_UNTIL_AGAIN = 5

Size = Annotated[str, Query(pattern="^(narrow|medium|wide)$")]
Theme = Annotated[pictures.Theme, Query()]
MiniatureSize = Annotated[Literal["row", "head"], Query(description="For a row of a list, or for the head of a page")]
#: Width and height of a small picture in CSS px.
_MINIATURE_SIZES = {"row": (46, 24), "head": (248, 78)}


class Look(TypedDict):
    """Appearance of a picture, with width and height in CSS px."""

    theme: pictures.Theme
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class KnownChart:
    """A chart of a document without its data; `frozen_at` is that of the document."""

    chart: PageChart
    frozen_at: str


class KnownCharts:
    """The charts of the most recent documents, so that a picture does not read its whole document again."""

    def __init__(self, max_documents: int = 64) -> None:
        self._max_documents = max_documents
        self._lock = threading.Lock()
        self._by_document: OrderedDict[str, Mapping[str, KnownChart]] = OrderedDict()

    def of(self, sha256: str, read: Callable[[], Mapping[str, KnownChart]]) -> Mapping[str, KnownChart]:
        """Return the charts of the document with this SHA-256 by key.

        `read` gives the charts where they are not in the cache.
        """
        with self._lock:
            if sha256 in self._by_document:
                self._by_document.move_to_end(sha256)
                return self._by_document[sha256]
        charts = read()
        with self._lock:
            self._by_document[sha256] = charts
            while len(self._by_document) > self._max_documents:
                self._by_document.popitem(last=False)
        return charts


_chart_cache = KnownCharts()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Requested picture of a chart. `size` is one of the sizes that a page has."""

    theme: pictures.Theme
    size: str
    download: bool


def _parse_wanted_picture(theme: Theme = "light", size: Size = "wide", download: bool = False) -> Wanted:
    return Wanted(theme, size, download)


WantedDep = Annotated[Wanted, Depends(_parse_wanted_picture)]


@serve_permalink(public_router, "/charts/{key}.svg")
def draw_chart(
    permalink: PermalinkDep, key: str, request: Request, open_scope: OpenScopeDep, wanted: WantedDep
) -> Response:
    """Return a chart as SVG, drawn on the first request. A download contains its title and its origin."""
    return _draw(request, open_scope, permalink.open, key, wanted)


@router.get(
    "/shares/{ref}/preview/charts/{key}.svg",
    response_class=Response,
    responses={**file_of("image/svg+xml"), **declare_problem_responses(404)},
)
def draw_preview_chart(
    ref: Reference, key: str, request: Request, open_scope: OpenScopeDep, wanted: WantedDep
) -> Response:
    """Give a chart of the page of a draft, or of a published share, as SVG."""

    def open_share(session: Session) -> service.ShareLookup:
        share = find_by_reference(session, Share, ref)
        if key not in _get_share_charts(share):
            raise NotFound(f"{format_row_number(share)} has no chart {key}.")
        return service.ShareLookup("live", share)

    answer = _draw(request, open_scope, open_share, key, wanted, whom="authors")
    # Another document can take the place of a draft.
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@router.get(
    "/shares/{ref}/picture.svg",
    response_class=Response,
    responses={**file_of("image/svg+xml"), **declare_problem_responses(404)},
)
def draw_share_picture(
    ref: Reference, request: Request, open_scope: OpenScopeDep, theme: Theme = "light", size: MiniatureSize = "row"
) -> Response:
    """Give the first chart of a share as a small picture without texts, for lists.

    A share without charts has its matrix of ratings. 404 for a share without either.
    """
    width, height = _MINIATURE_SIZES[size]
    look: Look = {"theme": theme, "width": width, "height": height}
    # The transaction ends before anything is drawn: a wait for a drawing must hold no connection.
    with open_scope() as session:
        share = find_by_reference(session, Share, ref)
        key = load_summaries(session, [share])[share.id].chart_key if share.schema == service.SCHEMA else None
        frozen_chart = _get_share_charts(share).get(key) if key is not None else None
        if frozen_chart is None:
            return _answer_matrix_picture(share, look, request)
        chart = frozen_chart.chart
        try:
            tag = f'W/"{pictures.get_pictures().tag_miniature(chart, **look)}"'
            if tag in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers={**HEADERS, "ETag": tag, "Vary": "Accept-Encoding"})
            packed = pictures.get_pictures().find_miniature(chart, **look)
            if packed is None:
                chart = replace(chart, data=_load_chart_data(session, share, chart))
        except ChartImagesUnavailable as error:
            return _build_unavailable_response(error)
    try:
        packed = packed or pictures.get_pictures().draw_miniature(chart, **look, whom="authors")
    except ChartImagesUnavailable as error:
        return _build_unavailable_response(error)
    return _build_picture_response(packed, tag, request)


def _answer_matrix_picture(share: Share, look: Look, request: Request) -> Response:
    """Return the picture of the matrix of ratings of a share. Raises NotFound for a share without one."""
    matrix = find_rating_matrix(service.open_document(share)) if share.schema == service.SCHEMA else None
    if matrix is None:
        raise NotFound(f"{format_row_number(share)} has no picture.")
    packed = gzip.compress(draw_rating_matrix(matrix, **look).encode(), mtime=0)
    tag = f'W/"{share.document_sha256}-{look["theme"]}-{look["width"]}"'
    return _build_picture_response(packed, tag, request)


@public_router.api_route("/embed/{token}/{key}", methods=READ)
def embed_chart(token: str, key: str, request: Request, session: SessionDep) -> Response:
    """Show one chart for the frame of an article."""
    return _answer_embed(request, session, Permalink(token, None), key)


@public_router.api_route("/p/{slug}/embed/{key}", methods=READ)
def embed_listed_chart(slug: str, key: str, request: Request, session: SessionDep) -> Response:
    """Show one chart of a listed share for the frame of an article."""
    return _answer_embed(request, session, Permalink("", None, slug), key)


def _answer_embed(request: Request, session: Session, permalink: Permalink, key: str) -> Response:
    opened = permalink.open(session)
    share = opened.share
    if share is None:
        return not_available_response(request, opened)
    if key not in _get_share_charts(share):
        return not_available_response(request, service.ShareLookup("unknown"))
    document = service.open_document(share)
    page = page_of(document, make_part_reader(session, share_id=share.id, document=document))
    address = permalink.address
    notices = list_print_notices(session, share, address=address)
    text = html.render_embed(page, key, address=address, sha256=share.document_sha256, notices=notices)
    return Response(text, media_type="text/html; charset=utf-8", headers=html.EMBED_HEADERS)


@public_router.api_route("/embed/{rest:path}", methods=READ)
def embed_nothing(rest: str, request: Request) -> Response:  # noqa: ARG001 - whatever stands there leads nowhere.
    """Answer every other address below /embed/ like an unknown token."""
    return not_available_response(request, service.ShareLookup("unknown"))


def _draw(
    request: Request,
    open_scope: OpenScope,
    open_share: Callable[[Session], service.ShareLookup],
    key: str,
    wanted: Wanted,
    whom: pictures.For = "readers",
) -> Response:
    # The transaction ends before anything is drawn: a wait for a drawing must hold no connection.
    with open_scope() as session:
        opened = open_share(session)
        share = opened.share
        frozen_chart = _get_share_charts(share).get(key) if share is not None else None
        if share is None or frozen_chart is None:
            return not_available_response(request, opened if share is None else service.ShareLookup("unknown"))
        number, chart = format_row_number(share), frozen_chart.chart
        address = f"{get_settings().base_url}{request.url.path.partition('/charts/')[0]}"
        since = list_print_notices(session, share, address=address) if wanted.download else ()
        look: Look = {
            "theme": wanted.theme,
            "width": html.compute_picture_width(chart, wanted.size),
            "height": html.compute_picture_height(chart, wanted.size),
        }
        try:
            tag = f'W/"{pictures.get_pictures().tag(chart, **look)}"'
            if tag in request.headers.get("if-none-match", "") and not wanted.download:
                return Response(status_code=304, headers={**HEADERS, "ETag": tag, "Vary": "Accept-Encoding"})
            packed = pictures.get_pictures().find(chart, **look)
            if packed is None:
                chart = replace(chart, data=_load_chart_data(session, share, chart))
        except ChartImagesUnavailable as error:
            return _build_unavailable_response(error)
    try:
        packed = packed or pictures.get_pictures().draw(chart, **look, whom=whom)
    except ChartImagesUnavailable as error:
        return _build_unavailable_response(error)
    if wanted.download:
        lines = (chart.settings_line, f"{address}, frozen {frozen_chart.frozen_at[:10]}", *since)
        svg = pictures.add_picture_lines(gzip.decompress(packed).decode(), lines, **look)
        named = {"Content-Disposition": f'attachment; filename="{number}-{make_anchor(key)}.svg"'}
        return Response(svg, media_type="image/svg+xml", headers=HEADERS | named)
    return _build_picture_response(packed, tag, request)


def _get_share_charts(share: Share) -> Mapping[str, KnownChart]:
    return _chart_cache.of(share.document_sha256, lambda: _read_charts(service.open_document(share)))


def _read_charts(document: ShareDocument) -> Mapping[str, KnownChart]:
    charts = {key: find_chart(document, key) for key in list_drawn_keys(document)}
    frozen_at = document.share.frozen_at
    return {key: KnownChart(chart, frozen_at) for key, chart in charts.items()}


def _load_chart_data(session: Session, share: Share, chart: PageChart) -> ChartData:
    part = read_part(session, share_id=share.id, sha256=chart.data_sha256 or "")
    if part is None:
        raise ChartImagesUnavailable("The data of this chart are missing.")
    data: ChartData = json.loads(part.content)
    return data


def _build_picture_response(packed: bytes, tag: str, request: Request) -> Response:
    headers = {**HEADERS, "ETag": tag, "Vary": "Accept-Encoding"}
    codings = {item.partition(";")[0].strip() for item in request.headers.get("accept-encoding", "").split(",")}
    if "gzip" in codings:
        return Response(packed, media_type="image/svg+xml", headers=headers | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type="image/svg+xml", headers=headers)


def _build_unavailable_response(error: ChartImagesUnavailable) -> Response:
    """Return the response 503 with a sentence for a person who opens a picture alone.

    A page shows its own text in place of the picture.
    """
    headers = {**html.HEADERS, "Retry-After": str(SECONDS_UNTIL_AGAIN)}
    return Response(str(error), 503, media_type="text/plain; charset=utf-8", headers=headers)
