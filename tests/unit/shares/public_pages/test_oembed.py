"""Addresses that oEmbed knows, sizes of frames, and the code for articles."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from storagelab.shares.embed_code import build_embed_code, build_frame
from storagelab.shares.public_pages.oembed import (
    EmbeddedAddress,
    OEmbedAnswer,
    fit_size,
    format_answer,
    parse_address,
    parse_limit,
)

BASE = "https://lab.example.org"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (f"{BASE}/s/abc_-1", EmbeddedAddress(token="abc_-1")),
        (f"{BASE}/s/abc/v2?x=1#chart", EmbeddedAddress(token="abc", version=2)),
        (f"{BASE}/s/abc/charts/over-time.svg", EmbeddedAddress(token="abc", key="over-time")),
        (f"{BASE}/s/abc/charts/r-1%2Ftime.png", EmbeddedAddress(token="abc", key="r-1/time")),
        (f"{BASE}/embed/abc/over-time", EmbeddedAddress(token="abc", key="over-time")),
        (f"{BASE}/p/a-result-1/", EmbeddedAddress(slug="a-result-1")),
        (f"{BASE}/p/a-result-1/embed/bars", EmbeddedAddress(slug="a-result-1", key="bars")),
        ("http://LAB.example.org/s/abc", EmbeddedAddress(token="abc")),
    ],
)
def test_permalinks_of_this_lab_are_known(address: str, expected: EmbeddedAddress) -> None:
    assert parse_address(address, base=BASE) == expected


@pytest.mark.parametrize(
    "address",
    ["", "abc", "https://lab.example.org.evil.example/s/abc", "https://user@lab.example.org/s/abc", f"{BASE}:81/s/abc",
     "ftp://lab.example.org/s/abc", "javascript:alert(1)", f"{BASE}/s/", f"{BASE}/s/a/b/c", f"{BASE}/api/v1/shares",
     f"{BASE}/s/abc.json", f"{BASE}/s/../p/abc/x", "https://[", f"{BASE}/s/{'a' * 3000}"],
)  # fmt: skip
def test_other_addresses_are_unknown(address: str) -> None:
    assert parse_address(address, base=BASE) is None


def test_limits_of_the_article_win() -> None:
    assert fit_size(720, 500, max_width=None, max_height=None) == (720, 500)
    assert fit_size(720, 500, max_width=400, max_height=900) == (400, 500)
    assert parse_limit("", smallest=200) is None
    assert parse_limit("640", smallest=200) == 640
    for text in ("0", "199", "-5", "many", "1e3", "9" * 10, "٣٠٠"):
        with pytest.raises(ValueError, match="at least 200"):
            parse_limit(text, smallest=200)


class Frames(HTMLParser):
    """Collect the elements of a piece of HTML with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect an element."""
        self.elements.append((tag, dict(attrs)))


@given(title=st.text(max_size=200))
@example(title='"><script>alert(1)</script>')
@example(title="' onload='alert(1)")
def test_code_is_one_frame_and_one_script_for_any_title(title: str) -> None:
    parsed = Frames()
    parsed.feed(build_embed_code(address=f"{BASE}/embed/abc/bars", title=title, height=480))
    assert [tag for tag, _ in parsed.elements] == ["iframe", "script"]
    (_, attributes), _ = parsed.elements
    assert attributes.keys() == {"data-storagelab", "src", "title", "width", "height", "style", "loading"}
    assert (attributes["src"], attributes["width"], attributes["height"]) == (f"{BASE}/embed/abc/bars", "100%", "480")


@given(title=st.text(max_size=200))
@example(title="]]>\x00</title>")
def test_answer_has_the_same_fields_in_both_forms(title: str) -> None:
    html = build_frame(address=BASE, title="x", height=1, width=2)
    answer: OEmbedAnswer = {"version": "1.0", "type": "rich", "title": title, "html": html, "width": 2, "height": 1}
    as_json, _ = format_answer(answer, "json")
    as_xml, media_type = format_answer(answer, "xml")
    assert media_type == "text/xml"
    fields = {child.tag: child.text or "" for child in ET.fromstring(as_xml)}
    given_fields = {name: str(value) for name, value in json.loads(as_json).items()}
    assert {name: value.split() for name, value in fields.items()} == {
        name: value.split() for name, value in given_fields.items()
    }
