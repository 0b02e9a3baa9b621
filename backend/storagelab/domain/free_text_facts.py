"""Facts of a system from the free text of another lab: labels and values.

The texts are printed as in `configuration_facts`. Ambiguous texts are left out, so that they are unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from storagelab.domain.components import Pieces

#: `4 x PM1653 3.84 TB`, or one piece, and what is missing. Several kinds are words: commas may be part of a name.
_PIECES = re.compile(r"(?:([1-9]\d{0,4}) x )?([^,;]+)(?:, ([1-9]\d{0,4}) missing)?")
#: Settings of a kernel or a driver have no label but their name.
_SETTING = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")
_COUNTED = frozenset({"controllers", "drives", "array.level"})
#: Levels that are not an array, and components with a count of zero: words and no components.
_NONE = frozenset({"none", "no array"})


def read_free_text(free_text: Mapping[str, str], keys: Mapping[str, str]) -> dict[str, tuple[str, str | Pieces]]:
    """Parse facts in free text, given as values by label; return (label, value) by fact key.

    `keys` maps labels to fact keys. Other labels that have the form of a setting become settings; the rest is ignored.
    """
    result: dict[str, tuple[str, str | Pieces]] = {}
    for label, value in free_text.items():
        if label in keys:
            result[keys[label]] = (label, _parse_value(keys[label], value))
        elif _SETTING.fullmatch(label):
            result[f"settings.{label}"] = (label, value)
    return result


def _parse_value(key: str, text: str) -> str | Pieces:
    pieces = _PIECES.fullmatch(text) if key in _COUNTED and text not in _NONE else None
    if pieces is None:
        return text
    return Pieces(Counter({pieces[2]: int(pieces[1] or 1)}), missing=int(pieces[3] or 0), counted=True)
