"""Builder of the page of a `storagelab.share/2` document, the same for every form of print. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping

from msgspec import structs

from storagelab.shares.attribution import is_all_by_others, list_sources
from storagelab.shares.document.share import ShareDocument, ShareHeader
from storagelab.shares.page.caveats import build_caveats
from storagelab.shares.page.charts import Parts, build_chart, build_charts
from storagelab.shares.page.citation import format_bibtex, format_citation, format_day
from storagelab.shares.page.data import build_data
from storagelab.shares.page.headline import build_headline, build_summary
from storagelab.shares.page.method import build_method
from storagelab.shares.page.model import PageChart, PageSection, Sentence, SharePageModel
from storagelab.shares.page.numbers import build_numbers
from storagelab.shares.page.pts import build_pts_header, generate_pts_tests, list_test_charts, list_test_verdicts
from storagelab.shares.page.review import review
from storagelab.shares.page.set_up import set_up
from storagelab.shares.page.words import clean, format_list

_KICKERS = {
    "run": "Frozen result of a run",
    "comparison": "Frozen comparison",
    "ranking": "Frozen ranking",
    "campaign": "Frozen results of a campaign",
}


def page_of(document: ShareDocument, parts: Parts) -> SharePageModel:
    """Build the page of a document.

    `parts` gives the bytes of a part by its name. It is read for tables, and for the data of charts only when they are
    drawn.
    """
    shown = clean(document)
    share = shown.share
    return SharePageModel(
        title=" ".join(share.title.split()) or "Untitled",
        kicker=_format_kicker(share),
        byline=_format_byline(shown),
        lines=_list_terms(shown),
        sections=tuple(_LAYOUTS[share.layout](shown, parts)),
        citation=format_citation(shown),
        summary=build_summary(shown, list_test_verdicts(shown)),
        bibtex=format_bibtex(shown),
        frozen_at=share.frozen_at,
    )


def _generate_plain_sections(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    yield from (
        set_up(document, title="What was tested"),
        build_method(document),
        build_headline(document),
        build_charts(document, parts),
    )
    # Caveats come before the measurements, so that each number is read with them.
    yield from (build_caveats(document), build_numbers(document), build_data(document))


def _generate_pts_sections(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    yield from (build_pts_header(document), build_caveats(document))
    yield from generate_pts_tests(document, parts)
    others = build_charts(document, parts, without=list_test_charts(document))
    if any(not isinstance(block, Sentence) for block in others.blocks):
        yield PageSection("charts", "More from the author", others.blocks)
    yield from (build_method(document), build_numbers(document, folded=True), build_data(document))


_LAYOUTS: Mapping[str, Callable[[ShareDocument, Parts], Iterator[PageSection]]] = {
    "plain": _generate_plain_sections, "review": review, "snia": _generate_pts_sections
}  # fmt: skip


def find_chart(document: ShareDocument, key: str) -> PageChart:
    """Return one chart of a document without its data and its table, for drawing.

    Raises KeyError for an unknown key.
    """
    described = structs.replace(document, charts={key: document.charts[key]}, configurations=[], body=[], reports=[])
    return build_chart(key, clean(described), None)


def _format_byline(document: ShareDocument) -> str:
    share = document.share
    by = f"{share.author}, frozen" if share.author else "Frozen"
    if share.author and is_all_by_others(document):
        by = f"Shared by {by}"
    frozen = dt.datetime.fromisoformat(share.frozen_at).astimezone(dt.UTC)
    return f"{by} {frozen.strftime('%d %b %Y %H:%M UTC')}, version {share.version}. This page does not change."


def _format_kicker(share: ShareHeader) -> str:
    layout = share.layout
    if layout == "snia":
        return "Frozen report in the layout of SNIA PTS"
    return "Frozen review of a campaign" if layout == "review" else _KICKERS.get(share.kind, "Frozen result")


def _list_terms(document: ShareDocument) -> tuple[str, ...]:
    """Return the terms of a page: sources, embargo, licence, contact, and the kinds of hidden facts."""
    share = document.share
    redaction = share.redaction
    lines = []
    if sources := list_sources(document):
        others = "Results by" if is_all_by_others(document) else "Some results are by"
        lines.append(f"{others} {'; '.join(sources)}.")
    if share.embargo_until:
        lines.append(f"Under embargo until {_format_time(share.embargo_until)}: do not publish before.")
    if share.licence:
        lines.append(f"Licence: {share.licence}")
    if share.contact:
        lines.append(f"Contact: {share.contact}")
    if redaction.aliases:
        lines.append("Some models have aliases here.")
    hidden = [] if redaction.serials else ["serial numbers"]
    hidden += [] if redaction.names else ["names", "addresses"]
    if hidden:
        lines.append(f"Not shown: {format_list(hidden)}.")
    return tuple(lines)


def _format_time(text: str) -> str:
    """Format an ISO day as it is, and an RFC 3339 time as day and time in UTC."""
    if "T" not in text:
        return text
    return f"{format_day(text)} {dt.datetime.fromisoformat(text).astimezone(dt.UTC).strftime('%H:%M UTC')}"
