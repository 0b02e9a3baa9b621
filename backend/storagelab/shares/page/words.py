"""Texts of a document as they may appear on a page, and the words that all its sections use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from storagelab.shares.document.texts import replace_texts

Value = TypeVar("Value")

#: Control characters but for line feed and tab, what turns the direction of reading or is not seen, lone surrogates,
#: private use and what is no character: firmware reports such, and a reader must see what is there.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e007f\U000f0000-\U0010ffff]"
)
#: More of a list than this is counted, not named.
NAMED = 6


def clean(value: Value) -> Value:
    """Return a JSON value or a struct whose texts and keys contain no invisible characters."""
    return replace_texts(value, _remove_unseen)


def _remove_unseen(text: str) -> str:
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub("", text.replace("\r\n", "\n"))


def format_list(words: Iterable[str]) -> str:
    """Return `a, b and c`; of many words the first ones, and the number of the others."""
    items = list(words)
    if len(items) > NAMED:
        return f"{', '.join(items[: NAMED - 1])} and {len(items) - NAMED + 1} more"
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


def format_count(number: int, one: str, many: str | None = None) -> str:
    """Return `1 run` or `3 runs`; the plural is `many`, or `one` with an `s`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def format_sentence(text: str) -> str:
    """Return a text with a final full stop, unless it has one. Texts of authors may lack a full stop."""
    return text if not text or text[-1] in ".!?" else f"{text}."


def join_workload(workload: str, phase: str | None) -> str:
    """Return a workload with the name of its phase, without repeating what both have.

    `4K random write, QD 256` in the phase `4K random write, steady` is `4K random write, steady, QD 256`.
    """
    pattern, *loads = workload.split(", ")
    named = _squeeze(phase or "")
    if named in _squeeze(workload):
        return workload
    if _squeeze(pattern) in named:
        return ", ".join([phase or "", *(load for load in loads if _squeeze(load) not in named)])
    return f"{workload}, {phase}"


def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def make_anchor(text: str) -> str:
    """Return a text as an anchor of lower case letters, digits and hyphens; `x` if nothing remains."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def find_common_value(values: Iterable[Any]) -> Any:
    """Return the common value; None where the values differ or there are none."""
    seen = list(values)
    return seen[0] if seen and all(value == seen[0] for value in seen) else None
