"""Short names of entries: those of their configurations or of their differing factors."""

from __future__ import annotations

import re
from collections.abc import Sequence

_JOINTS = (", ", ": ")
_NUMBERED = re.compile(r"\(r-\d+\)$")
#: Parts of a name that is built from factors.
FACTOR_JOINT = " · "
#: Longer names have no room at the end of a line of a chart.
_LONG_NAME = 22


def choose_entry_names(labels: Sequence[str], configurations: Sequence[str | None]) -> list[str]:
    """Return the names of entries, each once.

    `labels` are built from differing factors, `configurations` are the names that people gave. Parts that all names
    share at their beginning and end are left out. The shorter set of names is used. Labels are used where two
    configurations have the same name, and names of configurations where labels differ by the number of a run alone.
    """
    named = [name for name in configurations if name is not None]
    if len(named) < len(labels) or len(set(named)) < len(named):
        return list(labels)
    shortened = remove_common_parts(named)
    is_numbered = any(_NUMBERED.search(label) for label in labels)
    return shortened if is_numbered or sum(map(len, shortened)) <= sum(map(len, labels)) else list(labels)


def remove_common_parts(names: Sequence[str]) -> list[str]:
    """Return distinct names without the parts that all of them begin or end with. Parts end at a comma or a colon."""
    if len(set(names)) < max(len(names), 2):
        return list(names)
    parts = [_split_parts(name) for name in names]
    while _have_common(parts, 0):
        parts = [own[1:] for own in parts]
    while _have_common(parts, -1):
        parts = [own[:-1] for own in parts]
    shortened = ["".join(own).strip(" ,:") for own in parts]
    return shortened if len(set(shortened)) == len(names) and all(shortened) else list(names)


def _have_common(parts: Sequence[Sequence[str]], place: int) -> bool:
    """Return True if all names have one part at their beginning or end, and another part besides."""
    texts = {own[place].strip(" ,:") for own in parts}
    return min(map(len, parts)) > 1 and len(texts) == 1


def _split_parts(name: str) -> list[str]:
    """Split a name after its commas and colons outside of parentheses, and before a parenthesis."""
    parts, begin, depth = [], 0, 0
    for place, character in enumerate(name):
        if name.startswith(" (", place) and depth == 0 and place > begin:
            parts.append(name[begin:place])
            begin = place
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and name[place - 1 : place + 1] in _JOINTS:
            parts.append(name[begin : place + 1])
            begin = place + 1
    return [part for part in (*parts, name[begin:]) if part]


def remove_common_beginning(names: Sequence[str]) -> list[str]:
    """Return names without the factors, else the words, that all of them begin with, where one of them is long.

    Names that would be empty stay whole.
    """
    if len(names) < 2 or all(len(name) <= _LONG_NAME for name in names):
        return list(names)
    joint = FACTOR_JOINT if any(FACTOR_JOINT in name for name in names) else " "
    parts = [name.split(joint) for name in names]
    common = 0
    while all(len(own) > common for own in parts) and len({own[common] for own in parts}) == 1:
        common += 1
    shortened = [joint.join(own[common:]) for own in parts]
    return shortened if all(shortened) else list(names)
