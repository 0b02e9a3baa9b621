"""Pictures made of dots: their sizes, and that they show what they should."""

from __future__ import annotations

import dataclasses
import zlib
from typing import Any

import pytest
from tests.unit.shares.printing.sample_pages import chart, drawing, sample_page

from storagelab.shares.page.model import Headlines, PageBadge, PageFinding, SharePageModel
from storagelab.shares.printing import png
from storagelab.shares.printing.drawings import read_drawing_size


def size(content: bytes) -> tuple[int, int]:
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


def dots(content: bytes) -> bytes:
    """Return the raw lines of a picture, filters included."""
    place, packed = 8, b""
    while place < len(content):
        length, kind = int.from_bytes(content[place : place + 4], "big"), content[place + 4 : place + 8]
        packed += content[place + 8 : place + 8 + length] if kind == b"IDAT" else b""
        place += 12 + length
    return zlib.decompress(packed)


def test_chart_has_two_pixels_per_css_pixel() -> None:
    content = png.render_chart(drawing(300, 200))
    assert size(content) == (600, 400)
    assert content == png.render_chart(drawing(300, 200))
    assert dots(content) != dots(png.render_chart(drawing(300, 200).replace("#1f5fa8", "#ffffff")))


def _blank(page: SharePageModel) -> SharePageModel:
    """Return the page without a part that a preview shows."""
    return dataclasses.replace(page, title="", byline="", kicker="", frozen="", summary=(), sections=())


LEAD = PageFinding("RAID 10 writes 3.3 times as much as RAID 6: 11.3M against 3.47M IOPS, 4 KB random writes.")
NUMBERS = next(block for part in sample_page().sections for block in part.blocks if isinstance(block, Headlines))


@pytest.mark.parametrize(
    ("part", "svg"),
    [
        ({"title": "A title"}, None),
        ({"lead": LEAD}, None),
        ({"badges": (PageBadge("Steady", "good"),)}, None),
        ({"summary": (NUMBERS,)}, None),
        ({}, drawing()),
    ],
    ids=["title", "finding", "badges", "numbers", "chart"],
)
def test_preview_shows_each_part_of_an_article(part: dict[str, Any], svg: str | None) -> None:
    blank = _blank(sample_page())
    content = png.render_preview(dataclasses.replace(blank, **part), svg=svg)
    assert size(content) == png.PREVIEW_SIZE
    assert dots(content) != dots(png.render_preview(blank, svg=None))


def test_preview_has_numbers_beside_the_chart() -> None:
    page = dataclasses.replace(_blank(sample_page()), lead=LEAD, summary=(NUMBERS,))
    both = dots(png.render_preview(page, svg=drawing()))
    assert both != dots(png.render_preview(dataclasses.replace(page, summary=()), svg=drawing()))
    assert both != dots(png.render_preview(page, svg=None))


def test_preview_draws_a_chart_as_high_as_on_its_page() -> None:
    assert png.fit_chart(dataclasses.replace(chart("low"), height=200)) == png.CHART_SIZE
    width, height = png.fit_chart(dataclasses.replace(chart("high"), height=580))
    assert (width, height) == (2 * png.CHART_SIZE[0], 2 * png.CHART_SIZE[1])


@pytest.mark.parametrize("title", ["x" * 5_000, "型号 " * 500, "#panic()", ""], ids=lambda text: ascii(text)[:12])
def test_preview_of_any_title(title: str) -> None:
    page = dataclasses.replace(
        sample_page(charts=0), title=title, byline=title, kicker=title, lead=PageFinding(title), summary=(NUMBERS,)
    )
    assert size(png.render_preview(page, svg=drawing())) == png.PREVIEW_SIZE


@pytest.mark.parametrize(
    ("svg", "expected"),
    [
        ('<svg width="720" height="300.5" viewBox="0 0 1 1">', (720.0, 300.5)),
        ('<svg viewBox="0 0 40 30"><rect width="1" height="1"/>', (40.0, 30.0)),
        ('<?xml version="1.0"?><svg xmlns="x" width="10px" height="20px">', (10.0, 20.0)),
    ],
)
def test_size_of_a_drawing(svg: str, expected: tuple[float, float]) -> None:
    assert read_drawing_size(svg) == expected


@pytest.mark.parametrize("svg", ["", "<svg>", '<svg width="0" height="3">', "<g/>"])
def test_drawing_without_a_size_is_refused(svg: str) -> None:
    with pytest.raises(ValueError, match="names no size"):
        read_drawing_size(svg)
