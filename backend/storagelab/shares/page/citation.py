"""Citation of a page as text and as BibTeX. The renderer fills in address and hash."""

from __future__ import annotations

import datetime as dt
import re

from storagelab.shares.attribution import format_sources, is_all_by_others, list_sources
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import ADDRESS, FINGERPRINT
from storagelab.shares.page.words import make_anchor

_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_TEX_SIGNS = re.compile(r"[\\{}%&#$_~^]")


def format_citation(document: ShareDocument) -> str:
    """Return the citation of a document in one line.

    It has author, title, version, date, place, and the fingerprint that identifies the content.
    """
    share, sources = document.share, format_sources(list_sources(document))
    by = f"{share.author}: " if share.author else ""
    title = _join_lines(share.title)
    if sources and is_all_by_others(document):
        shared = f". Shared by {share.author}" if share.author else ""
        by, title = f"{_join_lines(sources)}: ", f"{title}{shared}"
    elif sources:
        title = f"{title}, with figures of {_join_lines(sources)}"
    return (
        f"{by}{title}. Storage Lab, version {share.version}, frozen {format_day(share.frozen_at)}. "
        f"{ADDRESS} (SHA-256 {FINGERPRINT})"
    )


def format_bibtex(document: ShareDocument) -> str:
    """Return the citation as an entry of BibTeX."""
    share = document.share
    frozen = format_day(share.frozen_at)
    author, sources, note = share.author, format_sources(list_sources(document)), ""
    if sources and is_all_by_others(document):
        note = f", shared by {_escape_tex(author)}" if author else ""
        author = sources
    elif sources:
        note = f", with figures of {_escape_tex(sources)}"
    fields = {
        "author": f"{{{_escape_tex(author)}}}" if author else None,
        "title": f"{{{_escape_tex(share.title)}}}",
        "year": frozen[:4],
        "month": str(int(frozen[5:7])),
        "howpublished": r"\url{" + ADDRESS + "}",
        "version": str(share.version),
        "note": f"Storage Lab, frozen {frozen}{note}, SHA-256 {FINGERPRINT}",
    }
    name = f"storagelab-{make_anchor(share.title)[:40].strip('-')}-{frozen}-v{share.version}"
    lines = [f"  {field:<12} = {{{value}}}," for field, value in fields.items() if value is not None]
    return "\n".join([f"@misc{{{name},", *lines, "}"])


def format_day(moment: str) -> str:
    """Return the day of an RFC 3339 time, in UTC."""
    return dt.datetime.fromisoformat(moment).astimezone(dt.UTC).strftime("%Y-%m-%d")


def _join_lines(text: str) -> str:
    return " ".join(text.split())


def _escape_tex(text: str) -> str:
    return _TEX_SIGNS.sub(lambda match: _TEX[match[0]], _join_lines(text))
