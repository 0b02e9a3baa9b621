"""Printed numbers: decimal commas, groups of three, thin spaces, full-width digits, bounds in front.

A number that can be read in two ways is read in neither until other numbers of its column show which one is meant.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from storagelab.domain.results import ValueKind

Mark = Literal[".", ","]

#: Longer texts are not numbers: no source prints more digits.
_MAX_CHARACTERS = 64
#: Signs before a number and their meaning for its value.
_KINDS: dict[str, ValueKind] = {
    "~": "approximate",
    "≈": "approximate",
    "ca.": "approximate",
    ">": "lower_bound",
    ">=": "lower_bound",
    "≥": "lower_bound",
    "<": "upper_bound",
    "<=": "upper_bound",
    "≤": "upper_bound",
}
_BOUND = "|".join(re.escape(sign) for sign in sorted(_KINDS, key=len, reverse=True))
_NUMBER = r"[+-]?\.?\d(?:[.,' ]?\d)*(?:[eE][+-]?\d{1,3})?"
_UNIT = r"%|[^\W\d_]\D*"
_PRINTED = re.compile(rf"(?P<bound>{_BOUND})?\s*(?P<number>{_NUMBER})(?P<open>\+)?\s*(?P<unit>{_UNIT})?")
_RANGE = re.compile(rf"(?P<low>{_NUMBER})\s*(?:-|\.\.\.?|to)\s*(?P<high>(?![+-]){_NUMBER})\s*(?P<unit>{_UNIT})?")
#: Signs that are written in several ways, as the one that is read here.
_SIGNS = str.maketrans({"−": "-", "–": "-", "‒": "-", "—": "-", "’": "'", "ʼ": "'", "＇": "'", "٫": ".", "…": "..."})
#: Groups of three, or of two before the last three as in India. A group never follows a lone zero.
_GROUPS = re.compile(r"[1-9]\d{0,2}([,.' ])\d{3}(?:\1\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3}")
_DECIMALS: tuple[Mark | None, ...] = (None, ".", ",")
_OTHER: dict[str | None, Mark] = {".": ",", ",": "."}
_NAMES = {".": "point", ",": "comma", " ": "space", "'": "apostrophe"}


@dataclass(frozen=True, slots=True)
class Number:
    """Reading of a text. `value` None means that it was not read, and `explanation` is the reason for a preview.

    `kind` is the meaning of a sign before or behind the number (`~`, `>=`, `300,000+`), `unit` the text behind it.
    `shows` is the decimal mark that this number proves to be in use, None when it proves none.
    """

    value: float | None
    explanation: str
    kind: ValueKind | None = None
    unit: str | None = None
    shows: Mark | None = None


def read_numbers(text: str, decimal_mark: Mark | None = None) -> tuple[Number, ...]:
    """Parse the text of a cell: one number, or both ends of a range such as `300-500`.

    `decimal_mark` decides between one thousand and one point in `1,234` and `1.234`. Without it such a text is
    ambiguous. A text that cannot be read gives one `Number` without a value and with the explanation.
    """
    plain = convert_to_ascii(text)
    if len(plain) > _MAX_CHARACTERS:
        return (Number(None, f"more than {_MAX_CHARACTERS} characters are not a number"),)
    printed = _PRINTED.fullmatch(plain)
    if printed is not None:
        kind = "lower_bound" if printed["open"] else _KINDS.get(printed["bound"] or "")
        return (_read(printed["number"], decimal_mark, kind, printed["unit"]),)
    ends = _RANGE.fullmatch(plain)
    if ends is None:
        return (Number(None, "not a number" if plain else "empty"),)
    low = _read(ends["low"], decimal_mark, "range_low", ends["unit"])
    high = _read(ends["high"], decimal_mark, "range_high", ends["unit"])
    if low.value is not None and high.value is not None and low.value > high.value:
        return (Number(None, "the range ends below its beginning"),)
    return low, high


def read_number(text: str, decimal_mark: Mark | None = None) -> Number:
    """Parse a text that is exactly one number; a range does not count as one."""
    numbers = read_numbers(text, decimal_mark)
    return numbers[0] if len(numbers) == 1 else Number(None, "a range, not one number")


def find_decimal_mark(texts: Iterable[str]) -> tuple[Mark | None, bool]:
    """Return the decimal mark that the numbers of a column prove, and whether they contradict each other."""
    shown = {number.shows for text in texts for number in read_numbers(text) if number.shows is not None}
    return (shown.pop() if len(shown) == 1 else None), len(shown) > 1


def mark_for(text: str, proved: Mark | None, *, points_are_decimal: bool) -> Mark | None:
    """Return the decimal mark for reading one text of a column; None when it is undecided.

    The mark is the `proved` one. Otherwise it is the point where the form of the file (commas or tabs between columns)
    shows that programs wrote it. A comma never counts without proof.
    """
    return proved or ("." if points_are_decimal and "," not in convert_to_ascii(text) else None)


def convert_to_ascii(text: str) -> str:
    """Return the text with full-width signs, digits of other scripts and spaces of all widths as plain ASCII ones."""
    return " ".join("".join(_convert_character(character) for character in text.translate(_SIGNS)).split())


def _convert_character(character: str) -> str:
    if character.isascii():
        return character
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if character.isspace():
        return " "
    wide = unicodedata.decomposition(character)
    return chr(int(wide.removeprefix("<wide> "), 16)) if wide.startswith("<wide> ") else character


def _read(printed: str, decimal_mark: Mark | None, kind: ValueKind | None, unit: str | None) -> Number:
    mantissa, exponent, power = printed.replace("E", "e").partition("e")
    readings = _list_readings(mantissa.lstrip("+-"))
    if len(readings) > 1 and decimal_mark is not None:
        readings = [reading for reading in readings if reading.is_compatible_with(decimal_mark)]
    if len(readings) != 1:
        either = " or ".join(reading.plain for reading in readings)
        return Number(None, f"can be {either}" if either else "its digits are not in groups of three", kind, unit)
    reading = readings[0]
    value = float(f"{'-' if mantissa.startswith('-') else ''}{reading.plain}{exponent}{power}")
    if not math.isfinite(value):
        return Number(None, "larger than any figure", kind, unit)
    return Number(value, reading.explanation, kind, unit, reading.shows)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read digits with marks in them."""

    whole: str
    fraction: str
    decimal: Mark | None
    grouping: str | None

    @property
    def plain(self) -> str:
        return f"{self.whole}.{self.fraction}" if self.decimal else self.whole

    @property
    def shows(self) -> Mark | None:
        if self.decimal is not None or self.grouping not in _OTHER:
            return self.decimal
        return _OTHER[self.grouping]

    @property
    def explanation(self) -> str:
        grouped = [f"groups of digits by {_NAMES[self.grouping]}"] if self.grouping else []
        split = [f"decimal {_NAMES[self.decimal]}"] if self.decimal else []
        return ", ".join([*grouped, *split]) or "plain"

    def is_compatible_with(self, decimal_mark: Mark) -> bool:
        return self.decimal in (None, decimal_mark) and self.grouping != decimal_mark


def _list_readings(digits: str) -> list[_Reading]:
    """Return every way in which the digits are a number: without a decimal mark, with a point, with a comma."""
    readings = []
    for decimal in _DECIMALS:
        whole, mark, fraction = digits.rpartition(decimal) if decimal else (digits, "", "")
        if decimal and not (mark and fraction.isdigit()):
            continue
        grouped = _GROUPS.fullmatch(whole)
        grouping = (grouped[1] or ",") if grouped else None
        if (whole.isdigit() or not whole or grouped) and (grouping is None or grouping != decimal):
            plain = "".join(character for character in whole if character.isdigit())
            readings.append(_Reading(plain or "0", fraction, decimal, grouping))
    return readings
