"""Values of foreign files that a database can hold: any other value is unknown, never changed."""

from __future__ import annotations

import math
from typing import Any

from storagelab.http.schemas import BIGINT_MAX

#: Replacement for characters that are no text: the null character and halves of surrogate pairs.
_REPLACEMENT = "\ufffd"
_FORBIDDEN = {0: _REPLACEMENT} | dict.fromkeys(range(0xD800, 0xE000), _REPLACEMENT)


def make_storable(value: Any) -> Any:
    """Return `value` with everything removed that the database cannot store.

    That is numbers that are not finite or too large for a bigint, and characters that are no text. Lists and mappings
    are traversed; their keys become text.
    """
    if isinstance(value, str):
        return value.translate(_FORBIDDEN)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -BIGINT_MAX <= value <= BIGINT_MAX else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(make_storable(key)): make_storable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [make_storable(item) for item in value]
    return value
