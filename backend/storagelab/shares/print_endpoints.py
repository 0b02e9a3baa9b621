"""Endpoints of the prints of a permalink: PDF, workbook, charts as PNG, the picture of a link.

Reading needs only the address.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from storagelab import __version__
from storagelab.auth.rate_limit import build_caller_key
from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.errors import StorageLabError
from storagelab.http.references import format_row_number
from storagelab.http.session import OpenScope, OpenScopeDep
from storagelab.shares import pictures, service
from storagelab.shares.citations import add_doi
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.limiter import FairLimiter, TooBusy
from storagelab.shares.matrix_picture import draw_rating_matrix
from storagelab.shares.notices import list_print_notices
from storagelab.shares.page.build import find_chart, page_of
from storagelab.shares.page.chart_places import list_drawn_keys
from storagelab.shares.page.charts import PartData, Parts
from storagelab.shares.page.model import PageChart, SharePageModel
from storagelab.shares.page.summary import find_picture_chart, find_rating_matrix
from storagelab.shares.page.words import clean, make_anchor
from storagelab.shares.picture_endpoints import HEADERS as PICTURE_HEADERS
from storagelab.shares.picture_endpoints import SECONDS_UNTIL_AGAIN, Look
from storagelab.shares.picture_process import ChartImagesUnavailable
from storagelab.shares.picture_store import PictureStore
from storagelab.shares.printing import html, pdf, png, xlsx
from storagelab.shares.printing.typesetting import PrintFailed, is_complete
from storagelab.shares.public import Permalink, PermalinkDep, not_available_response, serve_permalink
from storagelab.shares.stored_parts import make_part_reader

public_router = APIRouter(include_in_schema=False)

FOLDER = "prints"
PNG_WIDTH = 1040
PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PNG = "image/png"
#: Prints that are made at a time, and how long a reader waits for one's turn.
_AT_ONCE = 2
_WAIT_SECONDS = 20.0
_limiter = FairLimiter(_AT_ONCE)
#: The lifetime of a print that lacks characters.
SECONDS_WITHOUT_FONTS = 600


class PermalinkPrintFacts(TypedDict):
    """Facts that a print shows and its page does not contain."""

    sha256: str
    address: str
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintSource:
    """Source of a print: a readable document, and the whole address of its page."""

    session: Session
    share: Share
    document: ShareDocument
    address: str
    #: What has become known since it was frozen.
    notices: tuple[str, ...]

    def print_facts(self) -> PermalinkPrintFacts:
        """Return the facts that a whole print shows beside the page."""
        return {"sha256": self.share.document_sha256, "address": self.address, "notices": self.notices}

    def page(self) -> SharePageModel:
        """Return the page of the document."""
        return add_doi(page_of(self.document, self._parts()), self.share.doi)

    def chart(self, key: str) -> PageChart:
        """Return one chart of the document with its data, without its table."""
        data = PartData(self._parts(), self.document.charts[key].data)
        return replace(find_chart(self.document, key), data=data)

    def _parts(self) -> Parts:
        return make_part_reader(self.session, share_id=self.share.id, document=self.document)


#: Gives the work that makes a print from what was read: it runs when the transaction has ended.
Prepare = Callable[[PrintSource], Callable[[], bytes]]


@serve_permalink(public_router, ".pdf")
def print_pdf(permalink: PermalinkDep, request: Request, open_scope: OpenScopeDep) -> Response:
    """Give the page as PDF."""

    def prepare(source: PrintSource) -> Callable[[], bytes]:
        page, facts = source.page(), source.print_facts()
        drawn = {chart.key: _prepare_drawing(chart, pdf.get_drawing_width(chart)) for chart in page.charts()}
        return lambda: pdf.render(page, svg=lambda chart: drawn[chart.key](), **facts)

    return _print(request, open_scope, permalink, prepare, form="pdf", media_type=PDF)


@serve_permalink(public_router, ".xlsx")
def print_workbook(permalink: PermalinkDep, request: Request, open_scope: OpenScopeDep) -> Response:
    """Give the page as a workbook."""

    def prepare(source: PrintSource) -> Callable[[], bytes]:
        page, facts = source.page(), source.print_facts()
        return lambda: xlsx.render(page, **facts)

    return _print(request, open_scope, permalink, prepare, form="xlsx", media_type=XLSX)


@serve_permalink(public_router, "/charts/{key}.png")
def print_chart(permalink: PermalinkDep, key: str, request: Request, open_scope: OpenScopeDep) -> Response:
    """Give a chart as PNG, with its settings and where it is from."""

    def prepare(source: PrintSource) -> Callable[[], bytes]:
        chart = source.chart(key)
        drawn = _prepare_drawing(chart, PNG_WIDTH)
        where = f"{source.address}, frozen {source.document.share.frozen_at[:10]}"
        lines = (chart.settings_line, where, *source.notices)
        return lambda: png.render_chart(pictures.add_picture_lines(drawn(), lines, **_look(chart, PNG_WIDTH)))

    return _print(request, open_scope, permalink, prepare, form="png", media_type=PNG, chart=key)


@serve_permalink(public_router, "/preview.png")
def print_preview(permalink: PermalinkDep, request: Request, open_scope: OpenScopeDep) -> Response:
    """Give the picture that a link to the page shows."""

    def prepare(source: PrintSource) -> Callable[[], bytes]:
        page, notices = source.page(), source.notices
        drawn = _prepare_preview_drawing(source)
        return lambda: png.render_preview(page, svg=drawn() if drawn is not None else None, notices=notices)

    return _print(request, open_scope, permalink, prepare, form="preview", media_type=PNG)


def _print(
    request: Request,
    open_scope: OpenScope,
    permalink: Permalink,
    prepare: Prepare,
    *,
    form: str,
    media_type: str,
    chart: str = "",
) -> Response:
    """Return a stored print of a permalink, or make the print now.

    No database connection is held while the print is made.
    """
    with open_scope() as session:
        opened = permalink.open(session)
        share = opened.share
        if share is None:
            return not_available_response(request, opened)
        document = service.open_document(share)
        if chart and chart not in list_drawn_keys(document):
            return not_available_response(request, service.ShareLookup("unknown"))
        notices = list_print_notices(session, share, address=permalink.address)
        source = PrintSource(session, share, document, permalink.address, notices)
        ending = f"-{make_anchor(chart)}.png" if chart else f".{form}"
        headers = _build_headers(form, f"{format_row_number(share)}{ending}")
        try:
            key = _compute_print_key(source, form, chart)
            stored = _find_stored_print(key)
            if stored is not None:
                return Response(stored, media_type=media_type, headers=headers)
            make = prepare(source)
        except ChartImagesUnavailable as error:
            return _build_unavailable_response(error)
    try:
        with _limiter.take(build_caller_key(request), seconds=_WAIT_SECONDS):
            # Of many who wait for the same print only the first has it made.
            content = _find_stored_print(key) or _keep(key, make())
    except (ChartImagesUnavailable, PrintFailed, TooBusy) as error:
        return _build_unavailable_response(error)
    return Response(content, media_type=media_type, headers=headers)


def _build_headers(form: str, name: str) -> dict[str, str]:
    if form == "preview":
        return dict(PICTURE_HEADERS)
    headers = PICTURE_HEADERS if form == "png" else html.HEADERS
    shown = "inline" if form == "png" else "attachment"
    return {**headers, "Content-Disposition": f'{shown}; filename="{name}"'}


def _compute_print_key(source: PrintSource, form: str, chart: str) -> str:
    """Return the key of a print: a hash of everything that the print is made with.

    The hash covers the document, its address, the form and the chart, among others.
    """
    doi = source.share.doi or ""
    parts = [source.share.document_sha256, source.address, form, chart, __version__, version("typst"), doi]
    parts += source.notices
    if form != "xlsx":
        # The bundle that draws is in the name of every picture.
        some = [find_chart(source.document, key) for key in list_drawn_keys(source.document)[:1]]
        parts += [
            pictures.get_pictures().tag(chart_of_document, **_look(chart_of_document, pdf.DRAWING_WIDTH))
            for chart_of_document in some
        ]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _find_stored_print(key: str) -> bytes | None:
    store = _store(get_settings().cache_dir)
    return store.get(key) or store.get(_make_provisional_key(key))


def _keep(key: str, content: bytes) -> bytes:
    _store(get_settings().cache_dir).keep(key if is_complete(content) else _make_provisional_key(key), content)
    return content


def _make_provisional_key(key: str) -> str:
    """Return the key for storing a print in which some characters had no font.

    Such a print is made again from time to time, as fonts may have been installed.
    """
    return hashlib.sha256(f"{key} {int(time.time() // SECONDS_WITHOUT_FONTS)}".encode()).hexdigest()


@lru_cache(maxsize=1)
def _store(cache_dir: Path) -> PictureStore:
    return PictureStore(cache_dir / FOLDER)


def _look(chart: PageChart, width: int) -> Look:
    return {"theme": "light", "width": width, "height": chart.height}


def _prepare_preview_drawing(source: PrintSource) -> Callable[[], str] | None:
    """Return a function that gives the SVG of the first chart of a page, as high as the preview of a link has room.

    A page without charts has its matrix of ratings. None for a page without either.
    """
    key = find_picture_chart(source.document)
    if key is not None:
        chart = source.chart(key)
        width, height = png.fit_chart(chart)
        return _prepare_drawing(replace(chart, height=height), width)
    matrix = find_rating_matrix(clean(source.document))
    width, height = png.CHART_SIZE
    return partial(draw_rating_matrix, matrix, theme="light", width=width, height=height) if matrix else None


def _prepare_drawing(chart: PageChart, width: int) -> Callable[[], str]:
    """Return a function that gives the SVG of a chart.

    Reads everything that the function needs from the database now.
    """
    look = _look(chart, width)
    packed = pictures.get_pictures().find(chart, **look)
    if packed is not None:
        return lambda: gzip.decompress(packed).decode()
    whole = replace(chart, data=dict(chart.data))
    return lambda: pictures.draw(whole, **look)


def _build_unavailable_response(error: StorageLabError) -> Response:
    headers = {**html.HEADERS, "Retry-After": str(SECONDS_UNTIL_AGAIN)}
    return Response(error.message, 503, media_type="text/plain; charset=utf-8", headers=headers)
