"""Text of others as prints take it."""

from __future__ import annotations

import pytest

from storagelab.shares.printing.characters import clean_line, clean_text, cut, split_long_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x00b\x1b[0m\x85", "a\ufffdb\ufffd[0m\ufffd"),
        ("\ud800", "\ufffd"),
        ("\ufffe\U0001ffff", "\ufffd\ufffd"),
        ("\u202eevil\u2066", "evil"),
        ("型号 שלום 😀 e\u0301\t", "型号 שלום 😀 e\u0301\t"),
    ],
    ids=ascii,
)
def test_unprintable_characters_are_replaced(text: str, expected: str) -> None:
    assert clean_text(text) == expected


def test_one_line_keeps_spaces_that_hold_together() -> None:
    assert clean_line(" a \n\t b\u00a0c ") == "a b\u00a0c"


def test_long_words_split_without_losing_characters() -> None:
    text = "hash " + "0123456789abcdef" * 4 + " end"
    pieces = split_long_words(text)
    assert isinstance(pieces, list)
    assert "".join(pieces) == text
    assert max(len(piece) for piece in pieces[1:-1]) == 8
    assert split_long_words("words of the usual length stay whole") == "words of the usual length stay whole"


def test_cut_text_ends_with_an_ellipsis() -> None:
    assert cut("four words are here", 11) == "four words…"
    assert cut("short", 11) == "short"
