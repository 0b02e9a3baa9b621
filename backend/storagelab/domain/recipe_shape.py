"""Fields of a foreign recipe as msgspec reads them, and the words for a value that does not fit.

Unknown fields are refused: a field that this version does not know could change what is run.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Any, TypeVar

import msgspec

Shape = TypeVar("Shape")

_PLACE = re.compile(r" - at `\$([^`]*)`\Z")
_INDEX = re.compile(r"\[(\d+)\]")
#: Faults of msgspec in a field of the object at the place, which it names in the text alone.
_FIELD_FAULTS = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "is missing"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "is not a known field"),
)
_FAULTS = (
    (re.compile(r"Expected `\w+` >= (.*?)(?:\.0)?"), r"must be at least \1"),
    (re.compile(r"Expected `\w+` <= (.*?)(?:\.0)?"), r"must be at most \1"),
    (re.compile(r"Expected `str` of length <= (\d+)"), r"must have at most \1 characters"),
    (re.compile(r"Expected `\w+` of length <= (\d+)"), r"must have at most \1 entries"),
    (re.compile(r"Expected `str` matching regex .*"), "does not have the required form"),
    (re.compile(r"Expected `(\w+)(?: \| null)?`.*"), r"must be \1"),
    (re.compile(r"Invalid (?:enum )?value (.{1,100}).*", re.DOTALL), r"has the unknown value \1"),
)
_TYPES = {
    "must be array": "must be a list",
    "must be bool": "must be true or false",
    "must be float": "must be a number",
    "must be int": "must be a whole number",
    "must be object": "must be a mapping",
    "must be str": "must be text",
}


class RecipeInvalid(ValueError):
    """A recipe cannot be read or made; `path` names the place, as in `target.count`, and is empty for all of it."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


def read_shape(raw: Any, shape: type[Shape], path: str = "") -> Shape:
    """Return a JSON value as `shape`, with no type converted. Raises RecipeInvalid with the place below `path`."""
    try:
        return msgspec.convert(raw, shape, strict=True)
    except msgspec.ValidationError as wrong:
        raise _make_refusal(str(wrong), path) from None
    except UnicodeEncodeError:
        raise RecipeInvalid(path, "holds text that is not valid Unicode") from None


def check_plain(value: Any, path: str = "", *, free: str | None = None) -> None:
    """Check that every text is visible, except the one at `free`, and every number finite. Raises RecipeInvalid."""
    if isinstance(value, dict):
        for name, item in value.items():
            check_plain(name, path)
            check_plain(item, join_path(path, name), free=free)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            check_plain(item, join_path(path, str(index)), free=free)
    elif isinstance(value, str):
        # Such a text reaches terminals, where a control character is an order.
        if path != free and any(unicodedata.category(character).startswith("C") for character in value):
            raise RecipeInvalid(path, "holds a character that cannot be seen")
    elif isinstance(value, float) and not math.isfinite(value):
        raise RecipeInvalid(path, "must be a finite number")


def join_path(path: str, name: str) -> str:
    """Return the place of a field; a name that came from anywhere is cut, and printable."""
    return ".".join(filter(None, (path, ascii(name[:64])[1:-1])))


def _make_refusal(text: str, path: str) -> RecipeInvalid:
    """Return a fault that msgspec found in the words of the product, with its place."""
    place = _PLACE.search(text)
    if place is not None:
        text = text[: place.start()]
        path = (path + _INDEX.sub(r".\1", place[1])).removeprefix(".")
    for pattern, message in _FIELD_FAULTS:
        if field := pattern.fullmatch(text):
            return RecipeInvalid(join_path(path, field[1]), message)
    for pattern, words in _FAULTS:
        if fault := pattern.fullmatch(text):
            message = fault.expand(words)
            return RecipeInvalid(path, _TYPES.get(message, message))
    return RecipeInvalid(path, "must be a finite number")
