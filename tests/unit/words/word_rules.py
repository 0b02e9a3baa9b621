"""Rules of visible texts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

_LISTED = tomllib.loads((Path(__file__).with_name("refused_phrases.toml")).read_text(encoding="utf-8"))
LABELS = frozenset(label.rstrip("…") for label in _LISTED["labels"])
SENTENCES = {
    phrase: re.compile(".*".join(map(re.escape, phrase.split("…"))), re.IGNORECASE) for phrase in _LISTED["sentences"]
}
_ANY = re.compile("|".join(pattern.pattern for pattern in SENTENCES.values()), re.IGNORECASE)
MAX_WORDS = 25
_PEOPLE = re.compile(r"\b(?:nobody|somebody|whoever)\b", re.IGNORECASE)
_REFUSED_WORDS = re.compile(
    r"\b(?:told|mend(?:s|ed|ing)?|anew|asked for|the lab (?:wants|knows|asks))\b", re.IGNORECASE
)
_END = re.compile(r"[.!?:](?:\s+|$)|\n")
_WORD = re.compile(r"[\w{}][\w{}'’.,/%-]*")
_TITLE_CASE = re.compile(r"(?<![.!?:] )(?<!^)\b[A-Z][a-z]{2,}\b")
#: Names, and words that name a page, a button or a field of this product within a sentence.
NAMES = frozenset(
    {
        *("Storage", "Lab", "Student", "Little", "Welch", "Celsius", "Iometer", "Vdbench", "Markdown", "Java"),
        *("Authorization", "Bearer", "Effects", "Share", "Files", "Page", "Down", "Home", "End", "Shift", "Tab"),
        *("Alt", "Esc", "Ctrl", "Mib", "Linux", "Excel", "Orange", "Python"),
    }
)


@dataclass(frozen=True)
class Text:
    """A text of the product; an expression within it is `{}`."""

    place: str
    words: str


def phrases_in(text: Text) -> list[str]:
    """Return the refused phrases that appear in a text."""
    phrases = []
    if _ANY.search(text.words):
        phrases = [phrase for phrase, pattern in SENTENCES.items() if pattern.search(text.words)]
    if text.words.strip().rstrip("…") in LABELS:
        phrases.append(text.words)
    return [f"{text.place}: refused phrase {phrase!r}: {text.words}" for phrase in phrases]


def faults_in(text: Text) -> list[str]:
    """Return what the rules for every text of a page find in one."""
    faults = []
    if ";" in text.words:
        faults.append("semicolon: write two sentences")
    if _PEOPLE.search(text.words):
        faults.append("nobody, somebody or whoever: write you, or the name")
    if _REFUSED_WORDS.search(text.words):
        faults.append("word of no field")
    if any(len(_WORD.findall(sentence)) > MAX_WORDS for sentence in _END.split(text.words)):
        faults.append(f"sentence of more than {MAX_WORDS} words")
    if len([word for word in _TITLE_CASE.findall(text.words) if word not in NAMES]) > 1:
        faults.append("title case: write sentence case")
    return [f"{text.place}: {fault}: {text.words}" for fault in faults]


def texts_of_messages(place: str, source: str) -> Iterator[Text]:
    """Yield the string literals of a TypeScript file, those within expressions of templates included."""
    for start, literal in _literals(source):
        if not literal.startswith(("@/", "./", "../")) and re.search("[A-Za-z]", literal):
            yield Text(f"{place}:{source.count(chr(10), 0, start) + 1}", literal)


def texts_of_template(place: str, source: str) -> Iterator[Text]:
    """Yield what a reader sees of a Jinja template: text between tags, and labels for screen readers."""
    spoken = re.findall(r'(?:aria-label|alt|title)="([^"]*)"', source)
    bare = re.sub(r"\{#.*?#\}|<style>.*?</style>|<script.*?</script>", "", source, flags=re.DOTALL)
    bare = re.sub(r"\{%.*?%\}", "\n", bare, flags=re.DOTALL)
    # What an expression gives instead of an unknown value is read, too.
    given = re.findall(r"\{\{[^}]*?'([A-Za-z][^'_]*)'[^}]*\}\}", bare)
    bare = re.sub(r"\{\{.*?\}\}", "{}", bare, flags=re.DOTALL)
    for text in (*re.split(r"<[^>]*>|\n", bare), *spoken, *given):
        words = re.sub(r"\{[{%].*?[%}]\}", "{}", unescape(text)).strip()
        if re.search("[A-Za-z]{2}", words.replace("{}", "")):
            yield Text(place, words)


def _literals(source: str) -> Iterator[tuple[int, str]]:
    """Yield string literals with where they begin; an expression within a template is `{}`."""
    place = 0
    while place < len(source):
        if source.startswith("//", place):
            place = source.find("\n", place) % (len(source) + 1)
        elif source.startswith("/*", place):
            place = source.index("*/", place) + 2
        elif source[place] in "\"'":
            end = _end_of_string(source, place)
            yield place, _unescaped(source[place + 1 : end])
            place = end + 1
        elif source[place] == "`":
            parts, end, nested = _template(source, place + 1)
            yield place, _unescaped(parts)
            for start, stop in nested:
                yield from ((start + inner, literal) for inner, literal in _literals(source[start:stop]))
            place = end + 1
        elif source[place] == "/" and re.search(r"[(,=:?&|]\s*$", source[max(0, place - 8) : place]):
            pattern = re.match(r"/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\n])+/[a-z]*", source[place:])
            place += pattern.end() if pattern else 1
        else:
            place += 1


def _end_of_string(source: str, place: int) -> int:
    quote, place = source[place], place + 1
    while source[place] != quote:
        place += 2 if source[place] == "\\" else 1
    return place


def _template(source: str, place: int) -> tuple[str, int, list[tuple[int, int]]]:
    """Return the text of a template, where it ends, and its expressions."""
    text, nested = "", []
    while source[place] != "`":
        if source.startswith("${", place):
            end = _end_of_expression(source, place + 2)
            nested.append((place + 2, end))
            text, place = text + "{}", end + 1
        else:
            step = 2 if source[place] == "\\" else 1
            text, place = text + source[place : place + step], place + step
    return text, place, nested


def _end_of_expression(source: str, place: int) -> int:
    depth = 0
    while depth or source[place] != "}":
        if source[place] in "\"'":
            place = _end_of_string(source, place)
        elif source[place] == "`":
            place = _template(source, place + 1)[1]
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        place += 1
    return place


def _unescaped(literal: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "u": "\\u"}.get(match[1], match[1]), literal)
