"""Raster pictures: charts at two pixels for each CSS pixel, and the preview of a shared link."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from storagelab.shares.page.model import Headlines, PageChart, SharePageModel
from storagelab.shares.printing.characters import cut, split_long_words
from storagelab.shares.printing.drawings import read_drawing_size
from storagelab.shares.printing.pdf import format_headline
from storagelab.shares.printing.typesetting import typeset

PREVIEW_SIZE = (1200, 630)
#: Room for a chart beside the numbers of a preview, in CSS px.
CHART_SIZE = (560, 290)
_MAX_DRAWING_WIDTH = 1600
#: The numbers of characters that fit in a preview.
_TITLE_CHARACTERS, _FINDING_CHARACTERS, _KICKER_CHARACTERS = 130, 260, 90
# A picture of dots has no date in it.
_NO_DATE = dt.datetime(1980, 1, 1, tzinfo=dt.UTC)


def render_chart(svg: str) -> bytes:
    """Return a drawing as PNG with two pixels per CSS pixel in width. Raises PrintFailed."""
    width, height = read_drawing_size(svg)
    return typeset("picture", {"width": width, "height": height}, files={"drawing.svg": svg}, form="png", date=_NO_DATE)


def fit_chart(chart: PageChart) -> tuple[int, int]:
    """Return the width and height, in CSS px, of the drawing of a chart for a preview: as high as on its page."""
    width, height = CHART_SIZE
    shown = max(chart.height, height)
    return min(round(shown * width / height), _MAX_DRAWING_WIDTH), shown


def render_preview(page: SharePageModel, *, svg: str | None, notices: Sequence[str] = ()) -> bytes:
    """Return a PNG preview of a page: title, leading finding, numbers, and the drawing of its first chart.

    Badges are above the title. The first of the `notices` takes their place, because there is room for one line only.
    Raises PrintFailed.
    """
    numbers = [
        format_headline(item)
        for block in (*page.summary, *(block for section in page.sections for block in section.blocks))
        if isinstance(block, Headlines)
        for item in block.items
        if item.value is not None
    ][:4]
    badges = " \N{MIDDLE DOT} ".join(badge.text for badge in page.badges) or page.kicker
    finding = page.lead.text if page.lead is not None else ""
    data = {
        "kicker": split_long_words(cut(notices[0] if notices else badges, _KICKER_CHARACTERS)),
        "title": split_long_words(cut(page.title, _TITLE_CHARACTERS)),
        "finding": split_long_words(cut(finding, _FINDING_CHARACTERS)),
        "byline": split_long_words(cut(", ".join(filter(None, [page.byline, page.frozen])), 100)),
        "numbers": numbers,
        "drawing": svg is not None,
    }
    files = {"drawing.svg": svg} if svg is not None else {}
    return typeset("preview", data, files=files, form="png", date=_NO_DATE)
