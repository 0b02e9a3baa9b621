"""The author's Markdown: what it may do, and what stays text."""

from __future__ import annotations

import pytest

from storagelab.shares.printing.author_html import render_author_html


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onmouseover=x>b</b>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&colon;alert(1))",
        "[x](\x01javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:x)",
        "[x](//evil.example/)",
        "[x](/s/other)",
        "[x](https:evil)",
        "<javascript:alert(1)>",
        "<ftp://x.example/>",
        "[x][1]\n\n[1]: javascript:alert(1)",
        '```"><script>\nx\n```',
        "| a |\n| - |\n| <script> |",
    ],
)
def test_hostile_markdown_creates_no_script_or_link(markdown: str) -> None:
    text = render_author_html(markdown)
    assert "<script" not in text
    assert "<img" not in text
    assert "<b" not in text.replace("<blockquote", "")
    assert "href" not in text
    assert "src=" not in text or "&lt;" in text


def test_pictures_are_not_loaded() -> None:
    text = render_author_html("![chart](https://evil.example/pixel.png)")
    assert "<img" not in text


@pytest.mark.parametrize("address", ["https://example.org/a?b=1&c=2", "http://example.org", "mailto:lab@example.org"])
def test_web_and_mail_links_send_no_referrer(address: str) -> None:
    for markdown in (f"[there]({address})", f"<{address}>"):
        text = render_author_html(markdown)
        assert f'href="{address.replace("&", "&amp;")}"' in text
        assert 'rel="noreferrer nofollow"' in text


def test_quote_in_address_does_not_end_attribute() -> None:
    text = render_author_html('[x](<https://example.org/" onclick="alert(1)>)')
    assert '" onclick' not in text


def test_author_headings_start_below_page_headings() -> None:
    assert render_author_html("# One\n\n## Two\n\n### Three") == "<h3>One</h3>\n<h4>Two</h4>\n<h5>Three</h5>\n"
    assert render_author_html("##### Five") == "<h3>Five</h3>\n"


def test_tables_scroll_for_the_keyboard_too() -> None:
    text = render_author_html("| a | b |\n| - | - |\n| 1 | 2 |")
    assert text.startswith('<div class="scroll" tabindex="0" role="region"')
    assert text.rstrip().endswith("</table></div>")


def test_nesting_without_end_ends() -> None:
    assert len(render_author_html("> " * 5000 + "x")) < 100_000
    assert len(render_author_html("[" * 20_000)) < 200_000
