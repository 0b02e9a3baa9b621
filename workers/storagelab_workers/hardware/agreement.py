"""Merge of the values of several tools: the first one wins, a contradiction becomes a warning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from storagelab.collectors.base import Settings, SettingValue

Same = Callable[[Any, Any], bool]

#: Sizes that differ by less are one size, rounded by a tool.
_ROUNDING = 0.01


class Agreement:
    """Collects values for one piece of hardware, which `name` calls by its name, and the contradictions found."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.warnings: list[str] = []

    def on(self, field: str, values: Iterable[Any], same: Same | None = None) -> Any:
        """Return the first value that is not None, and add a warning when another value contradicts it.

        `same` decides whether two values mean one thing; `field` names the fact in the warning.
        """
        reported = [value for value in values if value is not None]
        for other in reported[1:]:
            if not (same or has_same_value)(reported[0], other):
                words = field.replace("_", " ")
                self.warnings.append(f"Tools disagree on the {words} of {self.name}: {reported[0]} or {other}.")
                break
        return reported[0] if reported else None

    def agree_on_all(self, field: str, values: Iterable[Settings]) -> dict[str, SettingValue]:
        """Merge dictionaries into one: for each name the first value that is not None.

        A contradicting value adds a warning.
        """
        mappings = list(values)
        names = dict.fromkeys(name for mapping in mappings for name in mapping)
        return {name: self.on(f"{field} {name}", [mapping.get(name) for mapping in mappings]) for name in names}


def has_same_value(one: Any, other: Any) -> bool:
    """Return whether two values are equal; texts may differ in padding and letter case."""
    if isinstance(one, str) and isinstance(other, str):
        return _normalize_text(one) == _normalize_text(other)
    return bool(one == other)


def has_same_name(one: str, other: str) -> bool:
    """Return whether one text equals the other or is a part of it.

    The kernel shows only the first or last letters of some names.
    """
    plain, other_plain = _normalize_text(one), _normalize_text(other)
    return plain in other_plain or other_plain in plain


def has_same_size(one: int, other: int) -> bool:
    """Return whether two sizes are equal but for rounding."""
    return abs(one - other) <= _ROUNDING * max(one, other)


def _normalize_text(text: str) -> str:
    return " ".join(text.split()).casefold()
