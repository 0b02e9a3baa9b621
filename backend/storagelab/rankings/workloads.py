"""Workloads of a ranking: the figures that belong to one, and its label."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.units import format_size

#: Columns of a measurement that distinguish workloads of one name.
_DISTINGUISHING_COLUMNS = (
    "engine",
    "scale",
    "block_bytes",
    "block_mix",
    "read_percent",
    "random_percent",
    "outstanding_ios",
    "particulars",
)


def collect_conditions(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a row that, beside its name, identify its workload.

    `row` is from `read_columns`. A share of the target comes before bytes: whole targets of two sizes had the same
    work. Streams and addresses that a source does not state count as usual: one stream over everything.
    """
    return {
        **{name: row[name] for name in _DISTINGUISHING_COLUMNS},
        "streams": row["streams"] or 1,
        "from": _share(row["range_offset_percent"], row["range_offset_bytes"], otherwise="0 %"),
        "length": _share(row["range_size_percent"], row["range_size_bytes"], otherwise="100 %"),
    }


def list_workload_names(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the workload name of each row: its phase, with the group or loop where a run has several.

    Before and after are no repeats. A group or loop that distinguishes nothing is omitted, so that profiles with other
    panels still have the same workloads. Where it does in one run, it is in the names of all.
    """
    names = [str(row["phase_name"]) for row in rows]
    conditions = [tuple(collect_conditions(row).values()) for row in rows]
    for field, words in (("group", "{name} ({condition})"), ("loop", "{condition}: {name}")):
        work = list(zip(names, conditions, strict=True))
        groups: dict[tuple[Any, ...], set[str | None]] = defaultdict(set)
        for row, key in zip(rows, work, strict=True):
            groups[row["run_id"], key].add(row[field])
        apart = {key for (_, key), values in groups.items() if len(values) > 1}
        names = [
            words.format(name=key[0], condition=row[field]) if row[field] and key in apart else key[0]
            for row, key in zip(rows, work, strict=True)
        ]
    return names


def compute_workload_key(name: str, conditions: Mapping[str, Any]) -> str:
    """Return a hash of 12 digits that identifies a workload by its name and conditions in every run."""
    identity = [name, *conditions.values()]
    return hashlib.sha256(encode_canonical_json(identity)).hexdigest()[:12]


def build_labels(names: Mapping[str, str], conditions: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the label of each workload by its key.

    A label is the name, with the differing conditions where several workloads have one name.
    """
    shared = Counter(names.values())
    engines = {condition["engine"] for condition in conditions.values()}
    labels = {}
    for key, name in names.items():
        own = conditions[key]
        alike = [conditions[other] for other in names if names[other] == name]
        differences = [
            _format_field(field, own[field])
            for field in own
            if field != "engine" and shared[name] > 1 and len({condition[field] for condition in alike}) > 1
        ]
        engine = own["engine"] if len(engines) > 1 and own["engine"] != read_printed_engine(name) else None
        labels[key] = ", ".join(filter(None, (name, *differences, engine)))
    return labels


def _share(percent: float | None, size: int | None, *, otherwise: str) -> str:
    if percent is not None:
        return f"{percent:g} %"
    return format_size(size) if size else otherwise


def _format_field(field: str, value: Any) -> str | None:
    if value is None:
        return None
    match field:
        case "scale":
            return f"{value} scale"
        case "block_bytes":
            return format_size(value)
        case "read_percent":
            return f"{value:g} % reads"
        case "random_percent":
            return f"{value:g} % random"
        case "outstanding_ios":
            return f"{value:g} outstanding"
        case "streams":
            return "1 stream" if value == 1 else f"{value} streams"
        case "from":
            return f"from {value} on"
        case "length":
            return f"{value} of the target" if value.endswith("%") else value
        case _:
            return str(value)
