"""Workloads of a ranking: the figures that belong to one, and its label."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.result import RunResult
from storagelab.domain.units import format_size
from storagelab.evaluate.results import MeasuredResult
from storagelab.evaluate.workload_attributes import read_particulars

Conditions = Mapping[str, Any]


class RankedResult(NamedTuple):
    """A result with its run, and the conditions that identify its workload beside its name."""

    run: RunResult
    result: MeasuredResult
    conditions: Conditions


def collect_conditions(run: RunResult, result: MeasuredResult) -> Conditions:
    """Return the fields of a result that, beside its name, identify its workload.

    A share of the target comes before bytes: whole targets of two sizes had the same work. Streams and addresses that a
    source does not state count as usual: one stream over everything.
    """
    load, unusual = result.load, read_particulars(result.phase.workload, target_bytes=run.target_bytes)
    return {
        # A table may print results of several engines; its run is then of none.
        "engine": run.engine or read_printed_engine(result.name),
        "scale": run.scale,
        "block_bytes": load.block_bytes,
        "block_mix": unusual["block_mix"],
        "read_percent": load.read_percent,
        "random_percent": load.random_percent,
        "outstanding_ios": load.outstanding_ios,
        "particulars": unusual["particulars"],
        "streams": unusual["streams"] or 1,
        "from": _share(unusual["range_offset_percent"], unusual["range_offset_bytes"], otherwise="0 %"),
        "length": _share(unusual["range_size_percent"], unusual["range_size_bytes"], otherwise="100 %"),
    }


def list_workload_names(results: Sequence[RankedResult]) -> list[str]:
    """Return the workload name of each result: its phase, with the group or loop where a run has several.

    Before and after are no repeats. A group or loop that distinguishes nothing is omitted, so that profiles with other
    panels still have the same workloads. Where it does in one run, it is in the names of all.
    """
    names = [ranked.result.name for ranked in results]
    conditions = [tuple(ranked.conditions.values()) for ranked in results]
    for words, fields in (
        ("{name} ({condition})", [ranked.result.phase.group for ranked in results]),
        ("{condition}: {name}", [ranked.result.phase.loop for ranked in results]),
    ):
        work = list(zip(names, conditions, strict=True))
        groups: dict[tuple[Any, ...], set[str | None]] = defaultdict(set)
        for ranked, key, field in zip(results, work, fields, strict=True):
            groups[ranked.run.id, key].add(field)
        apart = {key for (_, key), values in groups.items() if len(values) > 1}
        names = [
            words.format(name=key[0], condition=field) if field and key in apart else key[0]
            for key, field in zip(work, fields, strict=True)
        ]
    return names


def compute_workload_key(name: str, conditions: Conditions) -> str:
    """Return a hash of 12 digits that identifies a workload by its name and conditions in every run."""
    identity = [name, *conditions.values()]
    return hashlib.sha256(encode_canonical_json(identity)).hexdigest()[:12]


def build_labels(names: Mapping[str, str], conditions: Mapping[str, Conditions]) -> dict[str, str]:
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
