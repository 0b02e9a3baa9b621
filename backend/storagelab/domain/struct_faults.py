"""Faults that msgspec finds in a value from outside, in the words of the product."""

from __future__ import annotations

import re

import msgspec

_PLACE = re.compile(r" - at `\$([^`]*)`\Z")
_INDEX = re.compile(r"\[(\d+)\]")
#: Faults of a field of the object at the place, which msgspec names in the text alone.
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
    (re.compile(r"Number out of range"), "must be a finite number"),
)
_TYPES = {
    "must be array": "must be a list",
    "must be bool": "must be true or false",
    "must be float": "must be a number",
    "must be int": "must be a whole number",
    "must be object": "must be a mapping",
    "must be str": "must be text",
}


def describe_fault(error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the place of a validation error, as in `target.0.count`, and the text that follows it."""
    text, path = str(error), ""
    if place := _PLACE.search(text):
        text, path = text[: place.start()], _INDEX.sub(r".\1", place[1]).removeprefix(".")
    for pattern, message in _FIELD_FAULTS:
        if field := pattern.fullmatch(text):
            return join_path(path, field[1]), message
    for pattern, words in _FAULTS:
        if fault := pattern.fullmatch(text):
            message = fault.expand(words)
            return path, _TYPES.get(message, message)
    return path, "is not of the required form"


def join_path(path: str, name: str) -> str:
    """Return the place of the field `name` below `path`.

    The name may come from any client: it is cut and made printable.
    """
    return ".".join(filter(None, (path, ascii(name[:64])[1:-1])))
