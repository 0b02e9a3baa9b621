"""Answer with the page of a share: the frozen page is cached, its notices are read each time."""

from __future__ import annotations

import gzip
from collections.abc import Sequence

from fastapi import Response
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Share
from storagelab.shares import service
from storagelab.shares.byte_cache import ByteCache
from storagelab.shares.notices import list_notices
from storagelab.shares.page.build import page_of
from storagelab.shares.printing import html
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


def answer_page(session: Session, share: Share, path: str, *, packed: bool = False) -> Response:
    """Return the response with the HTML page of a share, whose links are below `path`.

    The body is gzip with `packed`, for clients that accept gzip.
    """
    newer = _find_newer_version(session, share, path)
    notices: tuple[str | html.Notice, ...] = (*list_notices(session, share), *([newer] if newer else []))
    # Drafts are looked at in a frame of the lab, which has the charts themselves.
    script = get_script_path() if path.startswith("/s/") else None
    key = (share.document_sha256, share.state, path, get_settings().base_url, script, notices)
    content = _pages.get(key)
    if content is None:
        text = _render_html(session, share, path, notices, script)
        content = _pages.put(key, gzip.compress(text.encode(), _LEVEL, mtime=0))
    headers = dict(html.INTERACTIVE_HEADERS if script else html.HEADERS)
    if packed:
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(content if packed else gzip.decompress(content), media_type=HTML, headers=headers)


def _find_newer_version(session: Session, share: Share, path: str) -> html.Notice | None:
    """Return a notice of newer data with a link, or None without a newer version.

    The link is below the token in `path`, because the lab stores only the hash of the token.
    """
    newest = service.find_newest_version(session, share) if share.state == "published" else None
    if newest is None or newest <= share.version:
        return None
    text = f"Newer data exist: version {newest} of this result. This is version {share.version}."
    _, start, token, *_ = path.split("/")
    return html.Notice(text, f"/s/{token}/v{newest}", f"Show version {newest}") if start == "s" else html.Notice(text)


def _render_html(
    session: Session, share: Share, path: str, notices: Sequence[str | html.Notice], script: str | None
) -> str:
    """Return the document of a share as an HTML page, whose links are below `path`."""
    document = service.open_document(share)
    tables = [chart.table for chart in document.charts.values() if chart.table]
    page = page_of(document, make_part_reader(session, share_id=share.id, document=document, ahead=tables))
    downloads = [html.Download(form.upper(), f"{path}.{form}") for form in ("pdf", "xlsx", "csv", "json", "zip")]
    return html.render(
        page,
        address=f"{get_settings().base_url}{path}",
        sha256=share.document_sha256,
        notices=notices,
        downloads=downloads if share.state == "published" else [],
        chart_formats=("svg", "png") if share.state == "published" else ("svg",),
        script=script,
    )
