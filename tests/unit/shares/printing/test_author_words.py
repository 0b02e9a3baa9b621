"""The author's Markdown in prints: what is known of it, and what stays text."""

from __future__ import annotations

import pytest

from storagelab.shares.printing.author_words import format_plain_lines, read_words


def kinds(nodes: list[dict[str, object]]) -> list[object]:
    return [node["kind"] for node in nodes]


def test_blocks_and_marks() -> None:
    nodes = read_words(
        "# Head\n\nA *b* **c** `d` ~~e~~\n\n- one\n- two\n\n> said\n\n---\n\n```\ncode\n```\n\n|a|b|\n|-|-|\n|1|2|"
    )
    assert kinds(nodes) == ["heading", "paragraph", "list", "quote", "rule", "code", "table"]
    marks = [kind for kind in kinds(nodes[1]["parts"]) if kind != "text"]
    assert marks == ["emphasis", "strong", "code_words", "struck"]
    assert len(nodes[2]["items"]) == 2
    assert [[cell[0]["text"] for cell in row] for row in nodes[6]["rows"]] == [["a", "b"], ["1", "2"]]


def test_html_becomes_text_and_picture_its_description() -> None:
    (paragraph,) = read_words("<b>bold</b> ![a graph](https://example.org/x.png)")
    assert "".join(part["text"] for part in paragraph["parts"]) == "<b>bold</b> a graph"


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "/s/x", "file:///etc/passwd", "http:" + "x" * 3000]
)
def test_disallowed_link_addresses_become_text(address: str) -> None:
    assert "link" not in kinds(read_words(f"[here](<{address}>)")[0]["parts"])


def test_web_and_mail_addresses_become_links() -> None:
    (paragraph,) = read_words("[here](https://example.org/a) <mailto:a@example.org> [x](HTTPS://example.org)")
    links = [part for part in paragraph["parts"] if part["kind"] == "link"]
    assert [link["address"] for link in links] == [
        "https://example.org/a",
        "mailto:a@example.org",
        "HTTPS://example.org",
    ]
    assert [link["is_bare"] for link in links] == [False, True, False]


def test_deep_and_long_text_is_read() -> None:
    assert read_words("> " * 500 + "deep")
    assert read_words("[" * 5000)
    assert read_words("") == []


def test_words_without_their_marks() -> None:
    text = "# Head\n\nSee [this](https://example.org), **now**.\n\n3. first\n4. second\n   - inner\n\n```\na\nb\n```"
    assert format_plain_lines(text) == [
        "Head", "See this <https://example.org>, now.", "3. first", "4. second", "  - inner", "a", "b",
    ]  # fmt: skip
