"""Clean text for prints: no control characters, and break points in words longer than a line."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

#: A word longer than this may be broken anywhere.
LONGEST_WORD = 28
_SPACES = re.compile(r"[ \t\n\u2028\u2029]+")
_PIECE = 8
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
#: Marks that make a reader see another order of characters than there is.
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def clean_text(text: str) -> str:
    """Return a text with a replacement for each character that cannot be printed.

    Line ends and tabs remain.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(_replace_unprintable(character) for character in text if character not in _OVERRIDES)


def clean_line(text: str) -> str:
    """Return `clean_text` text with each run of spaces and line ends replaced by one space."""
    return _SPACES.sub(" ", clean_text(text)).strip()


def cut(text: str, max_characters: int) -> str:
    """Return one line of at most `max_characters`; an ellipsis replaces the rest."""
    line = clean_line(text)
    return line if len(line) <= max_characters else line[: max_characters - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"


def split_long_words(text: str, *, longest: int = LONGEST_WORD) -> str | list[str]:
    """Return a text, or its pieces between which a line may end.

    A text has pieces if one of its words is longer than `longest` characters.
    """
    pieces: list[str] = []
    for index, part in enumerate(_longer_than(longest).split(text)):
        # The matches of the expression are at odd indexes.
        if index % 2:
            pieces += [part[start : start + _PIECE] for start in range(0, len(part), _PIECE)]
        elif part:
            pieces.append(part)
    return text if len(pieces) < 2 else pieces


@lru_cache(maxsize=8)
def _longer_than(characters: int) -> re.Pattern[str]:
    return re.compile(rf"(\S{{{characters + 1},}})")


def _replace_unprintable(character: str) -> str:
    if character in "\n\t":
        return character
    if unicodedata.category(character) in ("Cc", "Cs") or ord(character) & 0xFFFE == 0xFFFE:
        return _REPLACEMENT
    return character
