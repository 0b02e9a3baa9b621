"""Raster pictures: charts at two pixels for each CSS pixel, and the preview of a shared link."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from storagelab.shares.page.model import Headlines, PageChart, SharePageModel
from storagelab.shares.printing.characters import cut, split_long_words
from storagelab.shares.printing.drawings import read_drawing_size
from storagelab.shares.printing.pdf import format_headline
from storagelab.shares.printing.typesetting import typeset

PREVIEW_SIZE = (1200, 630)
#: The number of characters of a title that fit in a preview.
_TITLE_CHARACTERS = 130
# A picture of dots has no date in it.
_NO_DATE = dt.datetime(1980, 1, 1, tzinfo=dt.UTC)


def render_chart(svg: str) -> bytes:
    """Return a drawing as PNG with two pixels per CSS pixel in width. Raises PrintFailed."""
    width, height = read_drawing_size(svg)
    return typeset("picture", {"width": width, "height": height}, files={"drawing.svg": svg}, form="png", date=_NO_DATE)


def render_preview(page: SharePageModel, *, svg: Callable[[PageChart], str], notices: Sequence[str] = ()) -> bytes:
    """Return a PNG preview of a page: title, author and headline numbers, or its first chart.

    The chart is for a page without headline numbers. The first of the `notices` replaces the kind of the page, because
    there is room for one only. Raises PrintFailed.
    """
    numbers = [
        format_headline(item)
        for block in (*page.summary, *(block for section in page.sections for block in section.blocks))
        if isinstance(block, Headlines)
        for item in block.items
        if item.value is not None
    ][:4]
    charts = page.charts()
    drawing = svg(charts[0]) if charts and not numbers else None
    data = {
        "kicker": split_long_words(cut(notices[0] if notices else page.kicker, 80)),
        "title": split_long_words(cut(page.title, _TITLE_CHARACTERS)),
        "byline": split_long_words(cut(", ".join(filter(None, [page.byline, page.frozen])), 100)),
        "numbers": numbers,
        "drawing": drawing is not None,
    }
    files = {"drawing.svg": drawing} if drawing is not None else {}
    return typeset("preview", data, files=files, form="png", date=_NO_DATE)
