"""Reading of the parts of a foreign recipe, each fault with its place.

Unknown fields are refused: a field that this version does not know could change what is run.
"""

from __future__ import annotations

import math
import unicodedata
from typing import Any, TypeVar

import msgspec

from storagelab.domain.struct_faults import describe_fault, join_path

Shape = TypeVar("Shape")


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
        place, message = describe_fault(wrong)
        raise RecipeInvalid(".".join(filter(None, (path, place))), message) from None
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
