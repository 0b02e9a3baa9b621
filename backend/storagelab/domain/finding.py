"""Findings: who leads, by how much and under which workload, as data with one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

FindingOrigin = Literal["published", "written", "computed"]
Relation = Literal[
    "leads", "lags", "best_of", "worst_of", "ahead_of", "behind", "equal", "times", "at_least_times", "about_times",
    "peaks_at", "keeps_rising_to", "dips_at", "scales_by", "limited_by", "recommended", "not_recommended",
    "reaches", "holds",
]  # fmt: skip
#: How sure a finding is: the words of a source or a person, or the test of the values behind a computed one.
Strength = Literal["clear", "slight", "stated", "tested", "untested"]
#: The verb of each relation, and the word before its object or value.
RELATIONS: Mapping[Relation, tuple[str, str]] = {
    "leads": ("leads", "before"),
    "lags": ("lags", "behind"),
    "best_of": ("is the best", "of"),
    "worst_of": ("is the worst", "of"),
    "ahead_of": ("is ahead", "of"),
    "behind": ("is behind", ""),
    "equal": ("performs the same", "as"),
    "times": ("reaches", ""),
    "at_least_times": ("reaches at least", ""),
    "about_times": ("reaches about", ""),
    "peaks_at": ("peaks", "at"),
    "keeps_rising_to": ("keeps rising", "to"),
    "dips_at": ("dips", "at"),
    "scales_by": ("scales", "by"),
    "limited_by": ("is limited", "by"),
    "reaches": ("reaches", ""),
    "holds": ("holds", ""),
    "recommended": ("is recommended", "for"),
    "not_recommended": ("is not recommended", "for"),
}


class Finding(Struct, frozen=True, kw_only=True):
    """One statement about results.

    `subject` and `object` are models or configurations in words, `test` and `raid_level` the cell of a rating matrix.
    `workload` has the keys `pattern`, `block`, `read`, `qd`, `threads`, `size`, `set`, `operation`, `file_system` and
    `metric`; a key is absent where the source does not state it. `value` is in `unit` ("x" is times the object).
    `source` names the publication, `place` the heading and paragraph in it.
    """

    origin: FindingOrigin
    relation: Relation
    subject: str
    object: str | None = None
    test: str | None = None
    workload: Mapping[str, str] = {}
    raid_level: str | None = None
    state: str | None = None
    value: float | None = None
    unit: str | None = None
    strength: Strength = "stated"
    source: str | None = None
    place: str | None = None
    note: str | None = None


def describe_finding(finding: Finding) -> str:
    """Return a finding as one sentence with its test and RAID level."""
    verb, joint = RELATIONS[finding.relation]
    words = [finding.subject, verb]
    amount = _format_amount(finding)
    if finding.unit == "x" and amount is not None:
        words += [f"{amount} times", finding.object or ""]
    elif finding.object:
        words += [joint, finding.object, f"({amount})" if amount else ""]
    elif amount:
        words += [joint, amount]
    where = [part for part in (finding.test, _format_level(finding.raid_level)) if part]
    return " ".join(filter(None, words)) + "".join(f", {part}" for part in where) + "."


def _format_amount(finding: Finding) -> str | None:
    """Return the value with its unit; a ratio has none."""
    if finding.value is None:
        return None
    number = f"{finding.value:,.12g}"
    return number if finding.unit in (None, "x") else f"{number} {finding.unit}"


def _format_level(level: str | None) -> str | None:
    return {"all": "all RAID levels", "none": "pass-through", "single": "single drive"}.get(level or "", level)
