"""Differences of two configurations as named factors, and whether their curves may be overlaid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storagelab.domain.components import Pieces
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.configuration_facts import GROUPS, Fact, Facts, Group, collect_facts
from storagelab.domain.equivalent_values import choose_names, is_same_value, rename_counted
from storagelab.domain.units import format_size

#: What has to be the same for two curves to share axes, and what people call it.
_WORKLOAD_FIELDS = {
    "block_sizes": "block size",
    "read_percent": "share of reads",
    "random_percent": "share of random requests",
    "threads": "number of threads",
    "queue_depth": "queue depth",
    "outstanding_ios": "number of outstanding I/Os",
    "range": "address range",
    "offered_iops": "offered load",
}
#: A workload that does not name these has them at their rest: the whole target, as fast as it goes.
_OPTIONAL = frozenset({"range", "offered_iops"})
#: What a workload names only where it is not as usual: uniform, one stream, random data.
_PARTICULARS = {
    "distribution": "distribution of addresses",
    "streams": "number of streams",
    "arrival": "arrival of requests",
    "block_align_bytes": "alignment",
    "compress_percent": "compressible share of the data",
    "per_device": "load for each drive",
    "cpu_policy": "processors of the load generator",
    "load_percent": "share of the maximum that is offered",
    "bursts": "bursts",
    "file_set": "set of files",
    "moment": "when the figure was taken",
}


@dataclass(frozen=True, slots=True)
class DifferingFactor:
    """One thing in which two configurations differ, or may: a value of None is unknown."""

    key: str
    label: str
    group: Group
    a: str | None
    b: str | None

    @property
    def is_known(self) -> bool:
        """Return whether both values of the factor are known, so that they certainly differ."""
        return self.a is not None and self.b is not None


def diff_snapshots(
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    *,
    condition_a: str | None = None,
    condition_b: str | None = None,
) -> list[DifferingFactor]:
    """Return the differing factors of two snapshots, grouped from server to settings.

    The order is server, controller, array, drives, profile, settings. Components of one role are one factor, whatever
    their number, and a missing member of an array is part of the array's condition. An unknown value on one side is an
    unknown factor; so is one on both sides of two sources. `condition_a` and `condition_b` are the observed conditions
    of an array during its measurement, in words, and replace those of the snapshot.
    """
    facts_a, facts_b = (
        add_observed_condition(collect_facts(a), condition_a),
        add_observed_condition(collect_facts(b), condition_b),
    )
    return diff_facts(facts_a, facts_b, one_source=a.get("source") == b.get("source"))


def diff_facts(facts_a: Facts, facts_b: Facts, *, one_source: bool) -> list[DifferingFactor]:
    """Return the factors of two sets of facts; within `one_source` a fact that is unknown on both sides is not a
    factor.
    """
    factors = []
    for key in dict.fromkeys((*facts_a, *facts_b)):
        fact_a, fact_b = facts_a.get(key), facts_b.get(key)
        fact = fact_a or facts_b[key]
        if (fact_a is None and not can_apply(fact, facts_a)) or (fact_b is None and not can_apply(fact, facts_b)):
            continue
        left, right = (fact_a.value if fact_a else None), (fact_b.value if fact_b else None)
        if not is_equal(left, right, one_source=one_source, key=key):
            factors.append(DifferingFactor(key, fact.label, fact.group, _format_text(left), _format_text(right)))
    return sorted(factors, key=lambda factor: GROUPS.index(factor.group))


def explain_different_workloads(workload_a: Mapping[str, Any], workload_b: Mapping[str, Any]) -> str | None:
    """Return a sentence with the reason why two workloads cannot share a chart; None when they can."""
    differing, unknown = _compare_workloads(workload_a, workload_b)
    if differing:
        return f"The workloads differ in {_format_list(differing)}, so they are shown side by side."
    return _format_unknown(unknown)


def describe_workload_difference(workload_a: Mapping[str, Any], workload_b: Mapping[str, Any]) -> str | None:
    """Return a sentence with the reason why figures of two workloads are not compared.

    Return None for equal workloads.
    """
    differing, unknown = _compare_workloads(workload_a, workload_b)
    return f"The workloads differ in {_format_list(differing)}." if differing else _format_unknown(unknown)


def _format_unknown(unknown: list[str]) -> str | None:
    return f"It is not known whether the workloads are the same: {_format_list(unknown)}." if unknown else None


def _compare_workloads(workload_a: Mapping[str, Any], workload_b: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of differing fields of two workloads, and of fields unknown in one of them."""
    differing, unknown = [], []
    for field, name in _WORKLOAD_FIELDS.items():
        left, right = _drop_zero_parts(field, workload_a.get(field)), _drop_zero_parts(field, workload_b.get(field))
        if left is None and right is None and field in _OPTIONAL:
            continue
        if left is None or right is None:
            unknown.append(name)
        elif left != right:
            differing.append(f"{name} ({_format_value(field, left)} and {_format_value(field, right)})")
    differing += [name for field, name in _PARTICULARS.items() if workload_a.get(field) != workload_b.get(field)]
    return differing, unknown


def identify_workload(
    workload: Mapping[str, Any], name: str, source: str | None, *, row: str | None = None
) -> bytes | None:
    """Return an identity of a workload: equal bytes for equal workloads.

    Return None where too little is known to decide. Values that one `source` leaves out are equal in all its workloads
    of one `name`; between two sources they are not. A block size that it leaves out is equal in one `row` of a table
    alone: a text may state one of several under the same words.
    """
    identity = build_workload_key(workload)
    if identity is not None:
        return identity
    if source is None:
        return None
    stated = {key: value for key, value in workload.items() if value is not None}
    if workload.get("block_sizes"):
        return encode_canonical_json([source, name, stated])
    return encode_canonical_json([source, name, stated, row]) if row is not None else None


def build_workload_key(workload: Mapping[str, Any]) -> bytes | None:
    """Return a key of a workload: equal bytes for equal workloads.

    Return None where too little is known to decide.
    """
    values = {field: _drop_zero_parts(field, workload.get(field)) for field in _WORKLOAD_FIELDS}
    if any(value is None and field not in _OPTIONAL for field, value in values.items()):
        return None
    particulars = {field: workload[field] for field in _PARTICULARS if workload.get(field) is not None}
    return encode_canonical_json(values | particulars)


def count_words(factors: list[DifferingFactor]) -> str:
    """Return a phrase such as `one factor differs: RAID level` or `4 factors differ`.

    The phrase includes the number of unknown factors.
    """
    differing = [factor for factor in factors if factor.is_known]
    only = differing[0].label if len(differing) == 1 else None
    return format_differences(len(differing), only=only, unknown=len(factors) - len(differing))


def format_differences(differing: int, *, only: str | None, unknown: int) -> str:
    """Return a phrase for the numbers of differing and unknown factors.

    `only` is the name of a single differing factor, else None.
    """
    if only is not None:
        words = f"one factor differs: {only}"
    else:
        words = f"{differing} factors differ" if differing else "no known factor differs"
    if not unknown:
        return words
    others = f"{'other ' if differing else ''}{'factor is' if unknown == 1 else 'factors are'}"
    return f"{words}; {unknown} {others} unknown"


def add_observed_condition(facts: dict[str, Fact], condition: str | None) -> dict[str, Fact]:
    """Return `facts` with the array condition that was observed during the measurement.

    `condition` is in words; None, or facts without an array, change nothing.
    """
    if condition is None or "array.condition" not in facts:
        return facts
    return facts | {"array.condition": Fact("Array condition", "array", condition)}


def can_apply(fact: Fact, others: Mapping[str, Fact]) -> bool:
    """Return whether a fact absent from `others` could apply to their system, as an unknown value."""
    return fact.among is not None and fact.among in others


def is_equal(a: str | Pieces | None, b: str | Pieces | None, *, one_source: bool, key: str) -> bool:
    """Return whether two values of the fact `key` are equal: by meaning, so that spellings of one model are.

    Two unknown values are equal only when they come from `one_source`.
    """
    if a is None or b is None:
        return a is None and b is None and one_source
    if a == b:
        return True
    if isinstance(a, Pieces) and isinstance(b, Pieces):
        names = choose_names([*a.values, *b.values], key)
        left, right = rename_counted(a.values, names), rename_counted(b.values, names)
        if not a.counted and len(left) == len(right) == 1:
            return left.keys() == right.keys()
        # Members that one side lacks may be any of those that only the other one has.
        return (left - right).total() <= b.missing and (right - left).total() <= a.missing
    return is_same_value(str(a), str(b), key)


def _format_text(value: str | Pieces | None) -> str | None:
    return None if value is None else str(value)


def _drop_zero_parts(field: str, value: Any) -> Any:
    if field == "range" and isinstance(value, Mapping):
        span = {key: part for key, part in value.items() if part}
        return span or None
    return value


def _format_value(field: str, value: Any) -> str:
    if field == "block_sizes":
        sizes = [format_size(size["bytes"]) for size in value]
        return sizes[0] if len(sizes) == 1 else "a mix of " + ", ".join(sizes)
    if field.endswith("_percent"):
        return f"{value:g} %"
    if isinstance(value, Mapping):
        return ", ".join(_format_extent(key, part) for key, part in value.items())
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _format_extent(key: str, part: float) -> str:
    name, _, unit = key.partition("_")
    return f"{name} {part:g} %" if unit == "percent" else f"{name} {format_size(int(part))}"


def _format_list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
