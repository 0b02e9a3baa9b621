"""Validation of a foreign recipe: small combined checks, each naming the place of a fault.

Unknown fields are refused: a field that this version does not know could change what is run.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

#: Takes the place of a value and the value; gives the value back, or raises RecipeInvalid.
Check = Callable[[str, Any], Any]


class RecipeInvalid(ValueError):
    """A recipe cannot be read or made; `path` names the place, as in `target.count`, and is empty for all of it."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


def build_text_check(max_characters: int, pattern: str | None = None) -> Check:
    """Build a check for one line of visible characters; with a pattern, all of it must match."""

    def check(path: str, raw: Any) -> str:
        if not isinstance(raw, str):
            raise RecipeInvalid(path, "must be text")
        if len(raw) > max_characters:
            raise RecipeInvalid(path, f"is longer than {max_characters} characters")
        if any(unicodedata.category(character).startswith("C") for character in raw):
            # Such a text reaches terminals, where a control character is an order.
            raise RecipeInvalid(path, "holds a character that cannot be seen")
        if pattern is not None and not re.fullmatch(pattern, raw):
            raise RecipeInvalid(path, f"{raw[:100]!r} is not of the form {pattern}")
        return raw

    return check


def build_long_text_check(max_characters: int) -> Check:
    """Build a check for any text up to a length, which another reader parses."""

    def check(path: str, raw: Any) -> str:
        if not isinstance(raw, str):
            raise RecipeInvalid(path, "must be text")
        if len(raw) > max_characters:
            raise RecipeInvalid(path, f"is longer than {max_characters} characters")
        return raw

    return check


def build_whole_check(minimum: int, maximum: int) -> Check:
    """Build a check for a whole number within bounds."""

    def check(path: str, raw: Any) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise RecipeInvalid(path, "must be a whole number")
        if not minimum <= raw <= maximum:
            raise RecipeInvalid(path, f"must be between {minimum} and {maximum}")
        return raw

    return check


def build_number_check(minimum: float = -math.inf, maximum: float = math.inf) -> Check:
    """Build a check for a finite number within bounds."""

    def check(path: str, raw: Any) -> float:
        if isinstance(raw, bool) or not isinstance(raw, (int, float)):
            raise RecipeInvalid(path, "must be a number")
        try:
            value = float(raw)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise RecipeInvalid(path, "must be a finite number")
        if not minimum <= value <= maximum:
            raise RecipeInvalid(path, f"must be between {minimum:g} and {maximum:g}")
        return value

    return check


def build_choice_check(*words: str) -> Check:
    """Build a check for one of some words."""

    def check(path: str, raw: Any) -> str:
        if not isinstance(raw, str) or raw not in words:
            raise RecipeInvalid(path, f"must be one of {', '.join(words)}")
        return raw

    return check


def check_flag(path: str, raw: Any) -> bool:
    """Check that a value is true or false, and return it."""
    if not isinstance(raw, bool):
        raise RecipeInvalid(path, "must be true or false")
    return raw


def build_nullable_check(of: Check) -> Check:
    """Return a check that accepts a value, or null if it is unknown or does not apply."""
    return lambda path, raw: None if raw is None else of(path, raw)


def build_list_check(of: Check, max_items: int) -> Check:
    """Build a check for a list of at most `max_items` values."""

    def check(path: str, raw: Any) -> list[Any]:
        if not isinstance(raw, list):
            raise RecipeInvalid(path, "must be a list")
        if len(raw) > max_items:
            raise RecipeInvalid(path, f"has {len(raw)} entries, at most {max_items} are allowed")
        return [of(f"{path}.{index}", item) for index, item in enumerate(raw)]

    return check


def build_mapping_check(key: Check, value: Check, max_items: int) -> Check:
    """Build a check for a mapping whose keys pass `key` and whose values pass `value`.

    The check returns the checked mapping. It raises RecipeInvalid with the path, also for more than `max_items`.
    """

    def check(path: str, raw: Any) -> dict[str, Any]:
        if not isinstance(raw, dict):
            raise RecipeInvalid(path, "must be a mapping")
        if len(raw) > max_items:
            raise RecipeInvalid(path, f"has {len(raw)} entries, at most {max_items} are allowed")
        return {key(path, name): value(f"{path}.{str(name)[:64]}", item) for name, item in raw.items()}

    return check


def build_fields_check(checks: Mapping[str, Check]) -> Check:
    """Build a check for a mapping with exactly these fields."""

    def check(path: str, raw: Any) -> dict[str, Any]:
        if not isinstance(raw, dict):
            raise RecipeInvalid(path, "must be a mapping")
        for name in raw:
            if name not in checks:
                available = ", ".join(checks)
                raise RecipeInvalid(
                    _join_path(path, ascii(str(name)[:64])[1:-1]), f"is not a known field. Available: {available}"
                )
        for name in checks:
            if name not in raw:
                raise RecipeInvalid(_join_path(path, name), "is missing")
        return {name: of(_join_path(path, name), raw[name]) for name, of in checks.items()}

    return check


def build_kinds_check(variants: Mapping[str, Check]) -> Check:
    """Build a check for a mapping whose `kind` determines its fields."""

    def check(path: str, raw: Any) -> dict[str, Any]:
        kind = raw.get("kind") if isinstance(raw, dict) else None
        if not isinstance(kind, str) or kind not in variants:
            raise RecipeInvalid(_join_path(path, "kind"), f"must be one of {', '.join(variants)}")
        value: dict[str, Any] = variants[kind](path, raw)
        return value

    return check


def _join_path(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
