"""Builder of the page of a `storagelab.share/2` document, the same for every form of print. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping

from msgspec import structs

from storagelab.shares.attribution import is_all_by_others, list_sources
from storagelab.shares.document.share import ShareDocument, ShareHeader
from storagelab.shares.page.caveats import build_caveats
from storagelab.shares.page.chart_places import place_charts
from storagelab.shares.page.charts import Parts, build_chart, build_charts, build_figures
from storagelab.shares.page.citation import format_bibtex, format_citation, format_day
from storagelab.shares.page.data import build_data, build_raw_files
from storagelab.shares.page.finding_table import build_finding_table
from storagelab.shares.page.findings import build_findings
from storagelab.shares.page.headline import build_badges, build_lead, build_tiles
from storagelab.shares.page.job_texts import build_job_texts
from storagelab.shares.page.method import build_method
from storagelab.shares.page.model import PageChart, PageSection, SharePageModel
from storagelab.shares.page.numbers import build_numbers, build_phases, build_runs
from storagelab.shares.page.pts import (
    add_test_line,
    build_pts_header,
    generate_pts_tests,
    list_test_charts,
    list_test_verdicts,
)
from storagelab.shares.page.published import build_published
from storagelab.shares.page.review import build_result_lines, build_review_numbers, list_review_charts
from storagelab.shares.page.set_up import build_tested, build_tested_details
from storagelab.shares.page.words import clean

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
    sections = (*_LAYOUTS[share.layout](shown, parts), *_generate_appendix(shown))
    return SharePageModel(
        title=" ".join(share.title.split()) or "Untitled",
        kicker=_format_kicker(share),
        byline=_format_byline(shown),
        lines=_list_terms(shown),
        sections=tuple(section for section in sections if section.blocks or section.id == "data"),
        citation=format_citation(shown),
        summary=build_tiles(shown),
        bibtex=format_bibtex(shown),
        frozen_at=share.frozen_at,
        author=" ".join(share.author.split()),
        frozen=_format_frozen(share),
        badges=build_badges(shown),
        lead=build_lead(shown, list_test_verdicts(shown)),
    )


def _generate_plain_sections(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    yield from (build_figures(document, parts), build_findings(document), build_charts(document, parts))
    yield from (build_numbers(document), build_tested(document), build_method(document))
    yield from (build_caveats(document), build_data(document))


def _generate_figure_sections(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    """Yield the sections of a page that is about one chart."""
    yield from (build_figures(document, parts), build_charts(document, parts), build_findings(document))
    yield from (build_tested(document), build_caveats(document), build_data(document))


def _generate_review_sections(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    yield build_result_lines(build_figures(document, parts), document)
    yield build_findings(document)
    yield build_review_numbers(document, parts)
    yield build_charts(document, parts, without=list_review_charts(document))
    yield from (build_tested(document), build_method(document), build_caveats(document), build_data(document))


def _generate_pts_sections(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    yield add_test_line(build_figures(document, parts), document)
    yield build_findings(document)
    yield from generate_pts_tests(document, parts)
    yield build_charts(document, parts, without=list_test_charts(document))
    yield from (build_pts_header(document), build_method(document), build_caveats(document), build_data(document))


_LAYOUTS: Mapping[str, Callable[[ShareDocument, Parts], Iterator[PageSection]]] = {
    "plain": _generate_plain_sections,
    "review": _generate_review_sections,
    "snia": _generate_pts_sections,
    "figure": _generate_figure_sections,
}


def _generate_appendix(document: ShareDocument) -> Iterator[PageSection]:
    if document.share.layout == "figure":
        yield build_numbers(document, is_appendix=True)
    yield from (build_finding_table(document), build_published(document))
    yield from (build_tested_details(document), build_runs(document), build_phases(document))
    yield from (build_job_texts(document), build_raw_files(document))


def find_chart(document: ShareDocument, key: str) -> PageChart:
    """Return one chart of a document without its data and its table, for drawing.

    Raises KeyError for an unknown key.
    """
    place = place_charts(document).get(key, "alone")
    described = structs.replace(document, charts={key: document.charts[key]}, configurations=[], body=[], reports=[])
    return build_chart(key, clean(described), None, place=place)


def _format_byline(document: ShareDocument) -> str:
    author = " ".join(document.share.author.split())
    if not author:
        return ""
    return f"Shared by {author}" if is_all_by_others(document) else f"By {author}"


def _format_frozen(share: ShareHeader) -> str:
    frozen = dt.datetime.fromisoformat(share.frozen_at).astimezone(dt.UTC)
    return f"Permalink, version {share.version}, frozen {frozen.day} {frozen:%b %Y, %H:%M UTC}"


def _format_kicker(share: ShareHeader) -> str:
    layout = share.layout
    if layout == "snia":
        return "Frozen report in the layout of SNIA PTS"
    return "Frozen review of a campaign" if layout == "review" else _KICKERS.get(share.kind, "Frozen result")


def _list_terms(document: ShareDocument) -> tuple[str, ...]:
    """Return the terms of a page: sources, embargo, licence and contact."""
    share = document.share
    lines = []
    if sources := list_sources(document):
        all_from = "Source:" if len(sources) == 1 else "Sources:"
        label = all_from if is_all_by_others(document) else "With results from"
        lines.append(f"{label} {'; '.join(sources)}")
    if share.embargo_until:
        lines.append(f"Under embargo until {_format_time(share.embargo_until)}: do not publish before.")
    if share.licence:
        lines.append(f"Licence: {share.licence}")
    if share.contact:
        lines.append(f"Contact: {share.contact}")
    return tuple(lines)


def _format_time(text: str) -> str:
    """Format an ISO day as it is, and an RFC 3339 time as day and time in UTC."""
    if "T" not in text:
        return text
    return f"{format_day(text)} {dt.datetime.fromisoformat(text).astimezone(dt.UTC).strftime('%H:%M UTC')}"
