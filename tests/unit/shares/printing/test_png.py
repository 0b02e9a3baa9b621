"""Pictures made of dots: their sizes, and that they show what they should."""

from __future__ import annotations

import dataclasses
import zlib

import pytest
from tests.unit.shares.printing.sample_pages import chart, drawing, page_of, sample_page

from storagelab.shares.page.model import Headlines, Sentence
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


def test_preview_with_numbers_draws_no_chart() -> None:
    def refuse(_: object) -> str:
        raise AssertionError("a chart was drawn")

    content = png.render_preview(sample_page(), svg=refuse)
    assert size(content) == png.PREVIEW_SIZE


def test_preview_shows_the_numbers_of_the_summary() -> None:
    (numbers,) = [block for part in sample_page().sections for block in part.blocks if isinstance(block, Headlines)][:1]

    def refuse(_: object) -> str:
        raise AssertionError("a chart was drawn")

    page = dataclasses.replace(page_of(chart("first")), summary=(numbers,))
    assert size(png.render_preview(page, svg=refuse)) == png.PREVIEW_SIZE


def test_preview_without_numbers_shows_the_first_chart() -> None:
    page = page_of(chart("first"), chart("second"))
    drawn_keys: list[str] = []

    def draw(block: object) -> str:
        drawn_keys.append(getattr(block, "key", ""))
        return drawing()

    with_chart = png.render_preview(page, svg=draw)
    assert drawn_keys == ["first"]
    assert size(with_chart) == png.PREVIEW_SIZE
    assert dots(with_chart) != dots(png.render_preview(page_of(Sentence("Nothing.")), svg=draw))


@pytest.mark.parametrize("title", ["x" * 5_000, "型号 " * 500, "#panic()", ""], ids=lambda text: ascii(text)[:12])
def test_preview_of_any_title(title: str) -> None:
    page = dataclasses.replace(sample_page(charts=0), title=title, byline=title, kicker=title)
    assert size(png.render_preview(page, svg=lambda _: drawing())) == png.PREVIEW_SIZE


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
