"""Findings: who leads, by how much and under which workload, as data with one sentence each."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Literal

from msgspec import Struct

FindingOrigin = Literal["published", "written", "computed"]
Relation = Literal[
    "leads", "lags", "best_of", "worst_of", "ahead_of", "behind", "equal", "times", "at_least_times", "about_times",
    "peaks_at", "keeps_rising_to", "dips_at", "scales_by", "limited_by", "recommended", "not_recommended",
    "reaches", "holds",
    "states",
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
    "states": ("is stated", "at"),
}
#: Relations whose value is a ratio to the object, so that it reads as `2 times B`.
RATIO_RELATIONS: Collection[Relation] = frozenset({"times", "at_least_times", "about_times"})
#: Relations whose value is the place on an axis or a figure of the subject, and stands behind the verb.
_VALUE_RELATIONS: Collection[Relation] = frozenset(
    {"peaks_at", "keeps_rising_to", "dips_at", "scales_by", "limited_by", "reaches", "holds", "states"}
)
#: Relations that a strength makes stronger or weaker, and the verb in front of which its adverb stands.
_GRADED: Mapping[Relation, tuple[str, str]] = {
    "ahead_of": ("is", "ahead"),
    "behind": ("is", "behind"),
    "leads": ("", "leads"),
    "lags": ("", "lags"),
}
_ADVERBS: Mapping[str, str] = {"slight": "slightly", "clear": "clearly"}
_SEVERAL = frozenset({"all", "both", "several", "many", "few", "most", "two", "three", "four"})
#: Where the noun of a subject ends.
_HEAD_END = re.compile(r" (?:of|for|with|on|in|but|from|without|limited) | · |,")
_PLURAL_NOUN = re.compile(r"[A-Za-z]*[A-Za-rt-z]s$(?<!us)(?<!is)")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_PLURAL_ABBREVIATION = re.compile(r"[A-Z]{2,}s")
#: Names that begin with a small letter, also at the beginning of a sentence.
_NAMES = frozenset({"fio", "vdbench", "iometer", "md", "mdadm", "dm", "lvm", "xfs", "zfs", "btrfs", "nvme"})
#: Columns of a table of findings, in order.
FINDING_COLUMNS = (
    "source", "place", "test", "workload", "raid_level", "state", "subject", "relation", "object", "value", "unit",
    "strength", "note",
)  # fmt: skip
#: Keys of a workload, in the order of a page.
WORKLOAD_KEYS = (
    "pattern", "block", "read", "qd", "threads", "size", "set", "operation", "file_system", "metric",
)  # fmt: skip


class Finding(Struct, frozen=True, kw_only=True):
    """One statement about results.

    `subject` and `object` are models or configurations in words, `test` and `raid_level` the cell of a rating matrix.
    `workload` has keys of WORKLOAD_KEYS in the order of the source; a key is absent where the source does not state it.
    `value` is in `unit` ("x" is times the object).
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


class PrintedFinding(Finding, frozen=True, kw_only=True):
    """A finding that states a printed figure: its precision, and its own characters.

    `source_reads` are the damaged characters that it was reconstructed from.
    """

    value_kind: str
    printed: str
    source_reads: str | None = None


def describe_finding(finding: Finding, *, as_written: bool = False) -> str:
    """Return a finding as one sentence with its test and RAID level.

    Its verb is that of several where the subject names several. With `as_written` the subject keeps its first letter
    and the verb is that of one, as in documents of earlier releases.
    """
    verb, joint = RELATIONS[finding.relation]
    graded = _grade_verb(finding, verb)
    if as_written:
        words = [finding.subject, graded]
    else:
        is_plural = names_several(finding.subject)
        words = [capitalise(finding.subject), _make_plural(graded) if is_plural else graded]
    amount = _format_amount(finding)
    if finding.relation in RATIO_RELATIONS and amount is not None:
        words += [f"{amount} times", finding.object or ""]
    elif finding.object:
        words += [joint, finding.object, f"({amount})" if amount else ""]
    elif amount:
        words += [joint, amount] if finding.relation in _VALUE_RELATIONS else [f"({amount})"]
    where = [part for part in (finding.test, _format_level(finding.raid_level)) if part]
    return " ".join(filter(None, words)) + "".join(f", {part}" for part in where) + "."


def names_several(subject: str) -> bool:
    """Return whether a subject in words names several things: `all controllers`, `16 SSDs`, `arrays of SAS disks`.

    The last word before the first preposition decides. A name that begins with a capital is that of one thing, unless
    it is an abbreviation in the plural.
    """
    head = _HEAD_END.split(subject, maxsplit=1)[0].split()
    if not head or (head[0][:1].isupper() and not _PLURAL_ABBREVIATION.fullmatch(head[0])):
        return False
    return head[0].casefold() in _SEVERAL or _PLURAL_NOUN.search(head[-1]) is not None


def capitalise(text: str) -> str:
    """Return the beginning of a sentence with a capital, unless it is a name such as `fio` or `ioSphere`."""
    first = text.partition(" ")[0].rstrip(",.:")
    return text[:1].upper() + text[1:] if _WORD.fullmatch(first) and first not in _NAMES else text


def parse_workload(text: str) -> dict[str, str]:
    """Parse `key=value; key=value`. Raises ValueError naming the part that is no pair, an unknown key or a second one.

    A value may contain everything except a semicolon.
    """
    workload: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise ValueError(f"{part!r} must be key=value")
        if key not in WORKLOAD_KEYS:
            raise ValueError(f"unknown key {key!r}. Available: {', '.join(WORKLOAD_KEYS)}")
        if key in workload:
            raise ValueError(f"{key!r} is listed twice")
        workload[key] = value
    return workload


def format_workload(workload: Mapping[str, str]) -> str:
    """Return a workload as `key=value; key=value` in its own order."""
    return "; ".join(f"{key}={value}" for key, value in workload.items())


def format_finding_value(value: float | None) -> str:
    """Return a value as plain digits without separators; empty for None."""
    return "" if value is None else f"{value:.15g}"


def _grade_verb(finding: Finding, verb: str) -> str:
    """Return the verb with the adverb of the strength where the relation has degrees."""
    adverb = _ADVERBS.get(finding.strength)
    if adverb is None or finding.relation not in _GRADED:
        return verb
    before, after = _GRADED[finding.relation]
    return " ".join(filter(None, (before, adverb, after)))


def _make_plural(verb: str) -> str:
    """Return the verb of several: `are clearly ahead` for `is clearly ahead`, `clearly lead` for `clearly leads`."""
    words = verb.split()
    place = 1 if words[0] in _ADVERBS.values() else 0
    words[place] = {"is": "are", "reaches": "reach"}.get(words[place], words[place].removesuffix("s"))
    return " ".join(words)


def _format_amount(finding: Finding) -> str | None:
    """Return the value with its unit; the ratio of a ratio relation has none."""
    if finding.value is None:
        return None
    number = f"{finding.value:,.12g}"
    if finding.unit is None or finding.relation in RATIO_RELATIONS:
        return number
    return f"{number} {finding.unit}"


def _format_level(level: str | None) -> str | None:
    return {"all": "all RAID levels", "none": "pass-through", "single": "single drive"}.get(level or "", level)
