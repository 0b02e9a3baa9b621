"""Builder of the page of a `storagelab.share/2` document, the same for every form of print. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from storagelab.shares.attribution import is_all_by_others, sources_of
from storagelab.shares.page.caveats import caveats
from storagelab.shares.page.charts import Parts, chart_of, charts
from storagelab.shares.page.citation import bibtex, citation, day
from storagelab.shares.page.data import data
from storagelab.shares.page.headline import headline, summary
from storagelab.shares.page.method import method
from storagelab.shares.page.model import PageChart, PageSection, Sentence, SharePageModel
from storagelab.shares.page.numbers import numbers
from storagelab.shares.page.pts import charts_of_tests, pts_header, pts_tests, verdicts_of_tests
from storagelab.shares.page.review import review
from storagelab.shares.page.set_up import set_up
from storagelab.shares.page.words import clean, listed

SCHEMA = "storagelab.share/2"
_KICKERS = {
    "run": "Frozen result of a run",
    "comparison": "Frozen comparison",
    "ranking": "Frozen ranking",
    "campaign": "Frozen results of a campaign",
}


def page_of(document: Mapping[str, Any], parts: Parts) -> SharePageModel:
    """Build the page of a document.

    `parts` gives the bytes of a part by its name. It is read for tables, and for the data of charts only when they are
    drawn. Raises ValueError for a document of another schema.
    """
    shown = _checked(document)
    share = shown["share"]
    return SharePageModel(
        title=" ".join(share["title"].split()) or "Untitled",
        kicker=_kicker(share),
        byline=_byline(shown),
        lines=_lines(shown),
        sections=tuple(_LAYOUTS[share.get("layout") or "plain"](shown, parts)),
        citation=citation(shown),
        summary=summary(shown, verdicts_of_tests(shown)),
        bibtex=bibtex(shown),
        frozen_at=share["frozen_at"],
    )


def _plain(document: Mapping[str, Any], parts: Parts) -> Iterator[PageSection]:
    yield from (
        set_up(document, title="What was tested"),
        method(document),
        headline(document),
        charts(document, parts),
    )
    # Caveats come before the measurements, so that each number is read with them.
    yield from (caveats(document), numbers(document), data(document))


def _pts(document: Mapping[str, Any], parts: Parts) -> Iterator[PageSection]:
    yield from (pts_header(document), caveats(document))
    yield from pts_tests(document, parts)
    others = charts(document, parts, without=charts_of_tests(document))
    if any(not isinstance(block, Sentence) for block in others.blocks):
        yield PageSection("charts", "More from the author", others.blocks)
    yield from (method(document), numbers(document, folded=True), data(document))


_LAYOUTS: Mapping[str, Callable[[Mapping[str, Any], Parts], Iterator[PageSection]]] = {
    "plain": _plain, "review": review, "snia": _pts
}  # fmt: skip


def find_chart(document: Mapping[str, Any], key: str) -> PageChart:
    """Return one chart of a document without its data and its table, for drawing.

    Raises KeyError for an unknown key.
    """
    described = {"runs": document["runs"], "charts": {key: document["charts"][key]}, "parts": document["parts"]}
    return chart_of(key, clean(described), None)


def _checked(document: Mapping[str, Any]) -> dict[str, Any]:
    if document.get("schema") != SCHEMA:
        raise ValueError(f"the document has the schema {document.get('schema')!r}, not {SCHEMA!r}")
    shown: dict[str, Any] = clean(dict(document))
    return shown


def _byline(document: Mapping[str, Any]) -> str:
    share = document["share"]
    by = f"{share['author']}, frozen" if share["author"] else "Frozen"
    if share["author"] and is_all_by_others(document):
        by = f"Shared by {by}"
    frozen = dt.datetime.fromisoformat(share["frozen_at"]).astimezone(dt.UTC)
    return f"{by} {frozen.strftime('%d %b %Y %H:%M UTC')}, version {share['version']}. This page does not change."


def _kicker(share: Mapping[str, Any]) -> str:
    layout = share.get("layout")
    if layout == "snia":
        return "Frozen report in the layout of SNIA PTS"
    return "Frozen review of a campaign" if layout == "review" else _KICKERS.get(share["kind"], "Frozen result")


def _lines(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return licence, contact, embargo, and the facts that were left out for the protection of others."""
    share = document["share"]
    redaction = share.get("redaction") or {}
    lines = []
    if sources := sources_of(document):
        others = "Results by" if is_all_by_others(document) else "Some results are by"
        lines.append(f"{others} {'; '.join(sources)}.")
    if share.get("embargo_until"):
        lines.append(f"Under embargo until {_moment(share['embargo_until'])}: do not publish before.")
    if share.get("licence"):
        lines.append(f"Licence: {share['licence']}")
    if share.get("contact"):
        lines.append(f"Contact: {share['contact']}")
    if redaction.get("aliases"):
        lines.append("Some models have aliases here.")
    hidden = [] if redaction.get("serials") else ["serial numbers"]
    hidden += [] if redaction.get("names") else ["names", "addresses"]
    if hidden:
        lines.append(f"Not shown: {listed(hidden)}.")
    return tuple(lines)


def _moment(text: str) -> str:
    """Format a day, or a day with its time."""
    if "T" not in text:
        return text
    return f"{day(text)} {dt.datetime.fromisoformat(text).astimezone(dt.UTC).strftime('%H:%M UTC')}"
