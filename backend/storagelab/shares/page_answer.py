"""Answer with the page of a share: the frozen page is cached, its notices are read each time."""

from __future__ import annotations

import gzip
from collections.abc import Sequence

from fastapi import Response
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.shares import figures, service
from storagelab.shares.byte_cache import ByteCache
from storagelab.shares.citations import add_doi, make_doi_address
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.embed_code import FRAME_HEIGHT, build_embed_code
from storagelab.shares.measurements_csv import format_measurements_csv
from storagelab.shares.newer_versions import find_newer_version
from storagelab.shares.notices import list_notices
from storagelab.shares.page.build import page_of
from storagelab.shares.page.model import SharePageModel
from storagelab.shares.page_facts import PageFacts, read_page_facts
from storagelab.shares.printing import html
from storagelab.shares.public_pages.head import (
    INDEXED,
    NOT_INDEXED,
    PublicHead,
    ReaderTools,
    list_citation_files,
    make_embed_address,
)
from storagelab.shares.public_pages.json_ld import describe_dataset, format_json_ld
from storagelab.shares.public_pages.service import PREFIX, ListedShare
from storagelab.shares.raw_parts import list_raw_parts
from storagelab.shares.script import get_script_path
from storagelab.shares.stored_parts import make_part_reader

#: Neither a page without a result nor a file runs a script or loads anything.
PUBLIC_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cache-Control": "no-store",
}
HTML = "text/html; charset=utf-8"
_LEVEL = 9

#: Pages as gzip: each is some ten kilobytes.
_pages = ByteCache(64 << 20)


def answer_page(session: Session, share: Share, path: str, *, packed: bool = False, raw_files: bool = True) -> Response:
    """Return the response with the HTML page of a share, whose links are below `path`.

    The body is gzip with `packed`, for clients that accept gzip. Without `raw_files` its address does not give out raw
    output.
    """
    # Drafts are looked at in a frame of the lab, which has the charts themselves.
    script = get_script_path() if path.startswith(("/s/", PREFIX)) else None
    facts = read_page_facts(session, share)
    content = _find_page(session, share, path, script, facts, raw_files=raw_files)
    listed = facts.listed
    is_indexed = listed is not None and listed.path == path and listed.page.can_be_indexed
    headers = dict(html.INTERACTIVE_HEADERS if script else html.HEADERS)
    if is_indexed:
        headers["X-Robots-Tag"] = INDEXED
    if packed:
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(content if packed else gzip.decompress(content), media_type=HTML, headers=headers)


def _find_page(
    session: Session, share: Share, path: str, script: str | None, facts: PageFacts, *, raw_files: bool
) -> bytes:
    """Return the page as gzip: rendered before where its facts are the same, else now.

    The reasons of invalid runs are redacted by what the lab knows today, so such pages are stored under their notices.
    """
    key = (share.document_sha256, share.state, path, get_settings().base_url, script, facts, raw_files)
    content = _pages.get(key) if not facts.is_marked else None
    if content is not None:
        return content
    newer = _find_newer_notice(session, share, path)
    notices: tuple[str | html.Notice, ...] = (*list_notices(session, share), *([newer] if newer else []))
    if facts.is_marked and (content := _pages.get((key, notices))) is not None:
        return content
    text = _render_html(session, share, path, notices, script, facts.listed, raw_files=raw_files)
    content = gzip.compress(text.encode(), _LEVEL, mtime=0)
    if facts.is_marked:
        return _pages.put((key, notices), content)
    # The notices were read after the facts.
    return _pages.put(key, content) if read_page_facts(session, share) == facts else content


def _find_newer_notice(session: Session, share: Share, path: str) -> html.Notice | None:
    """Return a notice of newer data with a link, or None without a newer version."""
    newer = find_newer_version(session, share, path)
    if newer is None:
        return None
    return html.Notice(newer.sentence, newer.path, f"Show version {newer.version}" if newer.path else None)


def _render_html(
    session: Session,
    share: Share,
    path: str,
    notices: Sequence[str | html.Notice],
    script: str | None,
    listed: ListedShare | None,
    *,
    raw_files: bool,
) -> str:
    """Return the document of a share as an HTML page, whose links are below `path`."""
    document = service.open_document(share)
    has_zip = raw_files or not list_raw_parts(document)
    tables = [chart.table for chart in document.charts.values() if chart.table]
    parts = make_part_reader(session, share_id=share.id, document=document, ahead=tables)
    page = add_doi(page_of(document, parts), share.doi)
    downloads = _list_downloads(share, document, path, has_zip=has_zip)
    return html.render(
        page,
        address=f"{get_settings().base_url}{path}",
        sha256=share.document_sha256,
        notices=notices,
        downloads=downloads if share.state == "published" else [],
        chart_formats=("svg", "png") if share.state == "published" else ("svg",),
        script=script,
        public=_build_head(share, document, page, path, listed) if listed is not None else None,
        tools=_build_tools(share, page, path, has_zip=has_zip)
        if share.state == "published" and path.startswith(("/s/", PREFIX))
        else None,
    )


def _build_head(
    share: Share, document: ShareDocument, page: SharePageModel, path: str, listed: ListedShare
) -> PublicHead:
    """Return what the page of a listed share states to search engines and articles."""
    dataset = describe_dataset(
        document,
        description=html.describe(page),
        address=listed.address,
        sha256=share.document_sha256,
        lab_name=listed.page.title,
        doi=share.doi,
    )
    return PublicHead(
        canonical=listed.address,
        json_ld=format_json_ld(dataset),
        oembed_address=f"{get_settings().base_url}/oembed",
        # An address with a token is never indexed.
        robots=INDEXED if listed.path == path and listed.page.can_be_indexed else NOT_INDEXED,
    )


def _build_tools(share: Share, page: SharePageModel, path: str, *, has_zip: bool) -> ReaderTools:
    base = get_settings().base_url
    embed, chart = html.find_embed_path(path), next(iter(page.charts()), None)
    code = None
    if embed is not None and chart is not None:
        code = build_embed_code(
            address=make_embed_address(embed, base, chart.key),
            title=f"{chart.title} - {page.title}",
            height=chart.height + FRAME_HEIGHT,
        )
    return ReaderTools(
        citations=list_citation_files(path),
        doi=share.doi,
        doi_address=make_doi_address(share.doi) if share.doi else None,
        embed_code=code,
        compare_command=f"storagelab compare {base}{path} --with RUN",
        zip_path=f"{path}.zip" if has_zip else None,
    )


def _list_downloads(share: Share, document: ShareDocument, path: str, *, has_zip: bool) -> list[html.Download]:
    """Return the files of a page with their sizes; prints are made on demand, and their sizes are not known before.

    Without `has_zip` the address does not give out the zip, which has the raw output.
    """
    parts = {part.sha256: part.size_bytes for part in document.parts.values()}
    sizes = {
        "csv": len(format_measurements_csv(document, ()).encode()),
        "json": len(service.read_document(share)),
        "zip": sum(parts.values()),
    }
    words = {"pdf": "A4", "xlsx": "all tables", "csv": "measurements", "zip": "all parts, unpacked"}
    downloads = []
    for form in ("pdf", "xlsx", "csv", "json", "zip"):
        size = figures.format_file_size(sizes[form]) if form in sizes else None
        hint = ", ".join(filter(None, [words.get(form), size]))
        is_given = form != "zip" or has_zip
        downloads.append(html.Download(form.upper(), f"{path}.{form}" if is_given else None, hint))
    return downloads
