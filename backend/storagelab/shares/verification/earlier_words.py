"""Words that earlier releases froze, mapped to one form with those of this release; numbers remain."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_REWORDED = tuple(
    (re.compile(pattern, re.DOTALL), text)
    for pattern, text in (
        (r"Not judged: (\d+) of the (\d+) rounds needed were completed\.", r"Too short: \1 of \2 rounds."),
        (r"Not judged: (\d+) of the (\d+) checks needed were made\.", r"Too short: \1 of \2 checks."),
        (r"not judged, (\d+) of the (\d+) rounds needed are complete", r"too short, \1 of \2 rounds"),
        (r"the figures are those of", "the values are those of"),
        (r"(range \S+ %) of (\S+ %), (slope \S+ %) of ([\d.]+ %)", r"\1 (limit \2), \3 (limit \4)"),
        (r"Steady from round (\d+):", r"Steady to round \1:"),
        (r"Steady, rounds \d+ to (\d+):", r"Steady to round \1:"),
        (r"; no longer steady at round (\d+)\.", r". No longer steady at round \1."),
        (r": results are the averages of rounds", ". Results are means of rounds"),
        (r"\b([Aa])verage latency", "mean latency"),
        (r"\bMean latency", "mean latency"),
        (r"\b(\d[\d.]*) % latency", r"p\1 latency"),
        (r"(\(n = \d+ and \d+(?:, with few repeats)?); ", r"\1, "),
        (r"(\(n = \d+ and \d+)\): not enough repeats to say whether they differ\.", r"\1, not tested)."),
        (r" share no workload with a figure of (.+) that counts\.", r" have no common workload with valid \1."),
        (r"; the rebuild took (.+)\.$", r". The rebuild took \1."),
        (r"^(?:The medians|Medians) are compared\..*", "Medians are compared."),
        (r"^(?:The means|Means) of the repeats are compared with .*", "Means of the repeats are compared."),
        (r"^cut short$", "incomplete"),
    )
)
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")


def have_equal_words(was: str, now: str) -> bool:
    """Return True if two texts have the same meaning in the words of any release."""
    return was == now or _normalise_wording(was) == _normalise_wording(now)


def has_its_numbers(was: str | None, now: str) -> bool:
    """Return True if every number in the frozen text `was` also appears in the text `now`.

    Returns False if `was` is None.
    """
    return was is not None and set(_NUMBER.findall(was)) <= set(_NUMBER.findall(now))


def count_numbers_of(text: str | None) -> int:
    """Return how many numbers a text has."""
    return len(_NUMBER.findall(text or ""))


def remove_column_titles(table: Mapping[str, Any]) -> dict[str, object]:
    """Return the table of a chart without the titles of its columns: its rows and units alone."""
    return {"units": [column.get("unit") for column in table["columns"]], "rows": table["rows"]}


def _normalise_wording(text: str) -> str:
    for pattern, replacement in _REWORDED:
        text = pattern.sub(replacement, text)
    return text
