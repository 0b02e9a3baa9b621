"""Summary of a share for lists: layout, badges, findings and picture, from its document. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from storagelab.evaluate.rating_counts import MIN_ROWS
from storagelab.evaluate.rating_matrix import RatingMatrix, build_rating_matrix
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.options import Layout
from storagelab.shares.page.chart_places import find_first_chart, list_body, list_drawn_keys
from storagelab.shares.page.headline import build_badges, build_lead
from storagelab.shares.page.model import PageBadge
from storagelab.shares.page.pts import list_test_verdicts
from storagelab.shares.page.words import clean

#: Increased whenever this module gives other facts of the same document.
REVISION = 1
MAX_SEARCH_TEXT = 50_000

Hidden = Literal["serials", "names", "models"]
Picture = Literal["chart", "ratings"]


@dataclass(frozen=True, slots=True)
class PageSummary:
    """Facts of a share in a list. `finding` leads its page, `search_text` has all findings.

    `picture` is what its picture is of, with the key of the chart in `chart_key`. `figures` is its number of charts.
    """

    layout: Layout
    figures: int
    badges: tuple[PageBadge, ...]
    finding: str
    search_text: str
    hidden: tuple[Hidden, ...]
    picture: Picture | None
    chart_key: str | None


def summarise(document: ShareDocument) -> PageSummary:
    """Return the summary of a document."""
    shown = clean(document)
    lead = build_lead(shown, list_test_verdicts(shown)).text
    chart_key = find_picture_chart(shown)
    shows = shown.share.redaction
    hidden: tuple[tuple[Hidden, bool], ...] = (
        ("serials", not shows.serials), ("names", not shows.names), ("models", shows.aliases)
    )  # fmt: skip
    picture: Picture | None = "chart" if chart_key is not None else None
    if picture is None and find_rating_matrix(shown) is not None:
        picture = "ratings"
    return PageSummary(
        layout=shown.share.layout,
        figures=len(list_drawn_keys(shown)),
        badges=build_badges(shown),
        finding=lead,
        search_text="\n".join([lead, *(item.words for item in shown.findings)])[:MAX_SEARCH_TEXT],
        hidden=tuple(name for name, is_hidden in hidden if is_hidden),
        picture=picture,
        chart_key=chart_key,
    )


def find_picture_chart(document: ShareDocument) -> str | None:
    """Return the key of the first chart that the page shows; None for a page without charts."""
    first = find_first_chart(document)
    if first is not None:
        return first
    drawn = set(list_drawn_keys(document))
    return next((item.chart for item in list_body(document) if item.chart in drawn), None)


def find_rating_matrix(document: ShareDocument) -> RatingMatrix | None:
    """Return the matrix of ratings on the page of a document; None where there are few ratings or none."""
    matrix = build_rating_matrix([item.finding for item in document.findings])
    return matrix if len(matrix.rows) >= MIN_ROWS else None
