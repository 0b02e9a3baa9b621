"""Values of factors compared by meaning: one model written in two ways is one.

Rules alone decide, never a list of known names. Values that are stored or hashed are not changed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

#: Values of factors that are compared again and again, by all pairs of a lab's configurations.
_CACHED = 1 << 14
#: Facts whose sizes are powers of two: `64 KB`, `64k` and `64 KiB` are one size.
_BINARY_KEYS = frozenset({"array.strip", "controllers.cache", "server.memory"})
#: Facts that are names of models: a manufacturer in front may be left out.
_MODEL_KEYS = frozenset({"controllers", "drives", "drives.model", "server.model", "server.board", "server.cpu"})
#: Facts that are names of settings of a kernel or a driver, which are compared as they are.
_LITERAL_GROUPS = ("settings.", "array.block.", "drives.block.")
_MARKS = re.compile(r"\((?:r|tm|c)\)|[®™©]", re.IGNORECASE)
_COUNT = re.compile(r"(?P<count>[1-9]\d{0,4})\s?x\s+(?=\S)", re.IGNORECASE)
_PARENTHESES = re.compile(r"\s*\((?P<content>[^()]*)\)")
#: What a source adds to a name without naming another model: another name of it, or a remark on the print.
_ALIAS = re.compile(r"(?:oem|aka|a\.k\.a\.|also|alias|formerly|known as|sold as|as printed)\b.*", re.IGNORECASE)
_CLOCK = r"\d+(?:\.\d+)?\s?[gm]hz"
#: What follows from the number of a processor: its cores, threads and clocks.
_PROCESSOR_FACT = re.compile(
    rf"\d+\s?(?:cores?|threads?|c|t)(?:\s?/\s?\d+\s?(?:threads?|t))?|{_CLOCK}(?:\s(?:base|boost|turbo|max))?",
    re.IGNORECASE,
)
_PROCESSOR_WORDS = re.compile(rf"\s?@\s?{_CLOCK}|\b(?:cpu|processor)\b|\b\d+-core\b", re.IGNORECASE)
#: Digits of a model, such as 6430 or the 920 of i7-920, and none of a quantity.
_MODEL_NUMBER = re.compile(r"\d{3}")
_QUANTITY = re.compile(
    r"(?<![\w.])(?P<number>\d+(?:\.\d+)?)\s?(?P<unit>[kKMGTP]i?B|[kKMGT]b(?:it)?/s|[KMGT]bps|[kMG]?Hz|[kKMGT])(?![\w/])"
)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
#: One separator between two parts of a name; a minus before a number is none.
_SEPARATOR = re.compile(r"(?<=\w)(?:\s+|[-_])(?=\w)")
#: First words that tell one product from another and are no manufacturer.
_QUALIFIERS = frozenset(
    {"dual", "double", "triple", "quad", "twin", "single", "mini", "micro", "virtual", "software", "hardware", "no"}
)
_NAME_WORD = re.compile(r"[^\W\d_][^\W\d_&.-]*(?:[-&.][^\W\d_]+)*\.?")


@lru_cache(maxsize=_CACHED)
def normalise_value(text: str, key: str = "") -> str:
    """Return a key of a value that is equal for spellings of one meaning; `key` is that of its fact.

    Case, kinds of blanks and hyphens, trademark signs, spellings of quantities, a count of one, additions that name the
    same product again, and processor facts that follow from its number do not count.
    """
    if key.startswith(_LITERAL_GROUPS):
        return text
    plain = unicodedata.normalize("NFKC", _MARKS.sub(" ", text)).replace("×", "x")
    plain = " ".join(_PARENTHESES.sub(_keep_content, " ".join(plain.split())).split())
    plain = _drop_processor_words(plain)
    plain = _COUNT.sub(lambda match: "" if match["count"] == "1" else f"{match['count']}x ", plain, count=1)
    is_binary = key in _BINARY_KEYS
    plain = _QUANTITY.sub(lambda match: _format_quantity(match, is_binary=is_binary), plain)
    return _SEPARATOR.sub(" ", plain).casefold().strip(" ,;")


@lru_cache(maxsize=_CACHED)
def is_same_value(a: str, b: str, key: str = "") -> bool:
    """Return whether two values of the fact `key` mean the same."""
    return a == b or len(set(choose_names([a, b], key).values())) == 1


def choose_names(values: Iterable[str], key: str = "") -> dict[str, str]:
    """Return one name for all spellings of a value of the fact `key`: the first of them.

    A manufacturer in front of a model may be left out, unless two manufacturers have a model of that name here.
    """
    ordered = list(dict.fromkeys(values))
    meanings = {value: normalise_value(value, key) for value in ordered}
    if key in _MODEL_KEYS:
        meanings = _join_manufacturers(meanings, key)
    names: dict[str, str] = {}
    for value in ordered:
        names.setdefault(meanings[value], value)
    return {value: names[meaning] for value, meaning in meanings.items()}


def rename_counted(values: Mapping[str, int], names: Mapping[str, str]) -> Counter[str]:
    """Return counted values under their common names."""
    counted: Counter[str] = Counter()
    for value, count in values.items():
        counted[names.get(value, value)] += count
    return counted


def _keep_content(match: re.Match[str]) -> str:
    """Return what stays of an addition in parentheses: nothing of another name, all of a variant."""
    content = match["content"].strip()
    pieces = [piece.strip() for piece in content.split(",")]
    name = match.string[: match.start()]
    if _ALIAS.fullmatch(content):
        return ""
    if _MODEL_NUMBER.search(name) and all(_PROCESSOR_FACT.fullmatch(piece) for piece in pieces):
        return ""
    return f" ({content})"


def _drop_processor_words(text: str) -> str:
    """Return a text without clock and words of a processor, if it has a number that implies them."""
    rest = " ".join(_PROCESSOR_WORDS.sub(" ", text).split())
    return rest if _MODEL_NUMBER.search(rest) else text


def _format_quantity(match: re.Match[str], *, is_binary: bool) -> str:
    number, unit = Decimal(match["number"]), match["unit"]
    if len(unit) == 1:
        # A letter alone is a size only where sizes are expected: `5 T` may be five terabytes or tons.
        if not is_binary:
            return match[0]
        unit = f"{unit}B"
    if unit.endswith("B"):
        base = 1024 if is_binary or "i" in unit else 1000
        return f"{_format_decimal(number * base ** _POWERS[unit[0].lower()])}byte"
    kind = "hertz" if unit.endswith("Hz") else "bit/s"
    prefix = unit.removesuffix("Hz")[:1].lower()
    return f"{_format_decimal(number * 1000 ** _POWERS[prefix])}{kind}"


def _format_decimal(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _join_manufacturers(meanings: Mapping[str, str], key: str) -> dict[str, str]:
    """Return the meanings, with that of a model without its manufacturer in place of the only one with it."""
    present = set(meanings.values())
    fuller: defaultdict[str, set[str]] = defaultdict(set)
    for value, meaning in meanings.items():
        rest = _drop_first_word(value)
        if rest is not None and (short := normalise_value(rest, key)) in present:
            fuller[short].add(meaning)
    joined = {short: next(iter(longer)) for short, longer in fuller.items() if len(longer) == 1}
    return {value: joined.get(meaning, meaning) for value, meaning in meanings.items()}


def _drop_first_word(value: str) -> str | None:
    """Return a model without its first word, where that may be a manufacturer; None elsewhere.

    The rest has to be a name of its own: letters and digits in one word, or a word and a number.
    """
    plain = " ".join(_MARKS.sub(" ", value).split())
    counted = _COUNT.match(plain)
    count = counted[0] if counted else ""
    first, _, rest = plain[len(count) :].partition(" ")
    if not _NAME_WORD.fullmatch(first) or first.casefold() in _QUALIFIERS:
        return None
    words: Sequence[str] = rest.split()
    is_name = any(any(map(str.isalpha, word)) and any(map(str.isdigit, word)) for word in words)
    is_word_and_number = len(words) > 1 and words[0].isalpha() and any(map(str.isdigit, rest))
    return f"{count}{rest}" if is_name or is_word_and_number else None
