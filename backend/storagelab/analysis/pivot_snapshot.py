"""The factors of a configuration and of a workload as a pivot offers them: plain words by key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.analysis.pivot_levels import (
    BLOCK,
    CONDITION,
    DRIVES,
    LEVEL,
    MODEL,
    RANDOM,
    READS,
    WORKLOAD,
)
from storagelab.domain.components import Pieces, list_drives
from storagelab.domain.configuration_facts import collect_facts
from storagelab.domain.formatting import format_plain
from storagelab.domain.result import RequestedLoad
from storagelab.domain.units import format_size

Factors = dict[str, str | None]
Names = dict[str, tuple[str, str]]

#: Levels that are no array: nothing of them can be degraded, and they have no strips.
_NO_ARRAY = frozenset({"JBOD", "none", "no array"})
_OF_ARRAY = ("array.strip", CONDITION)
#: Drives are two factors, the engine belongs to the run, and spares are reported only of complete arrays.
_LEFT_OUT = frozenset({"drives", "engine", "array.spares"})
_MISSING = re.compile(r", \d+(?: of \d+)? members missing")
#: In the usual order of interest; other facts of a configuration follow.
_FIRST: Names = {
    LEVEL: ("RAID level", "array"),
    DRIVES: ("Number of drives", "drives"),
    CONDITION: ("Array condition", "array"),
    "controllers": ("Controllers", "controller"),
    "controllers.firmware": ("Firmware of the controller", "controller"),
    MODEL: ("Drive model", "drives"),
    "drives.firmware": ("Firmware of the drives", "drives"),
    "array.strip": ("Strip size", "array"),
    "array.policies.write": ("Write policy", "array"),
    "array.policies.read": ("Read policy", "array"),
}
#: Load factors of a phase: the key of the factor, its name, the field of the workload.
_LOAD = (
    ("workload.threads", "Threads", "threads"),
    ("workload.queue_depth", "Queue depth", "queue_depth"),
    ("workload.outstanding", "Outstanding I/Os", "outstanding_ios"),
)
#: What a workload names only where it is not as usual.
_PARTICULARS = (
    ("workload.load", "Share of the maximum that is offered", "load_percent"),
    ("workload.offered", "Offered IOPS", "offered_iops"),
    ("workload.bursts", "Bursts", "bursts"),
    ("workload.range", "Address range", "range"),
    ("workload.distribution", "Distribution of addresses", "distribution"),
    ("workload.streams", "Streams", "streams"),
    ("workload.arrival", "Arrival of requests", "arrival"),
    ("workload.align", "Alignment", "block_align_bytes"),
    ("workload.compress", "Compressible share of the data", "compress_percent"),
    ("workload.per_device", "Load for each drive", "per_device"),
    ("workload.cpu_policy", "Processors of the load generator", "cpu_policy"),
    ("workload.file_set", "Set of files", "file_set"),
)
_LAST: Names = {
    "workload.name": ("Workload", "workload"),
    BLOCK: ("Block size", "workload"),
    READS: ("Share of reads", "workload"),
    RANDOM: ("Share of random requests", "workload"),
    **{key: (label, "workload") for key, label, _ in (*_LOAD, *_PARTICULARS)},
    "workload.seconds": ("Requested time", "workload"),
    "run.profile": ("Profile", "profile"),
    "run.engine": ("Engine", "profile"),
    "run.scale": ("Scale", "run"),
    "run.origin": ("Origin", "run"),
    "run.server": ("Machine", "server"),
    "run.generation": ("Generation in its campaign", "run"),
}


@dataclass(frozen=True, slots=True)
class DescribedConfiguration:
    """The factors of a configuration, what they are called, and for some the factor without which they do not apply."""

    factors: Factors
    names: Names
    among: Mapping[str, str]


def read_configuration_factors(snapshot: Mapping[str, Any]) -> DescribedConfiguration:
    """Return the levels of a configuration snapshot by pivot factor, and the label of each factor.

    Drives are two factors here, their number and their model; a number that is only printed as words, such as `8-12`,
    is its own level. The condition of an array does not include the number of missing members. The engine is a
    factor of the run and not in the result.
    """
    facts = {key: fact for key, fact in collect_facts(snapshot).items() if key not in _LEFT_OUT}
    factors: Factors = {key: _format_text(fact.value) for key, fact in facts.items()}
    factors[DRIVES], factors[MODEL] = _format_drives(snapshot)
    if (condition := factors.get(CONDITION)) is not None:
        factors[CONDITION] = _MISSING.sub("", condition)
    if factors.get(LEVEL) in _NO_ARRAY:
        for key in _OF_ARRAY:
            factors.pop(key, None)
    return DescribedConfiguration(
        factors,
        {key: (fact.label, fact.group) for key, fact in facts.items()},
        {key: fact.among for key, fact in facts.items() if fact.among is not None},
    )


def complete_factors(described: Sequence[DescribedConfiguration]) -> list[Factors]:
    """Return the factors of each configuration, with None for those that only others state.

    A factor is unknown (None) where another configuration states it and this one could have stated it. A factor that
    does not apply is absent.
    """
    among = {key: other for system in described for key, other in system.among.items()}
    return [
        {**{key: None for key, other in among.items() if other in system.factors}, **system.factors}
        for system in described
    ]


def read_workload_factors(
    name: str, workload: Mapping[str, Any], load: RequestedLoad, *, requested_seconds: float | None
) -> Factors:
    """Return the pivot factors of the workload of one phase.

    `name` is the name of the phase without its round, `load` is what was measured, else what was requested.
    `requested_seconds` is its length, None where something else ends it.
    """
    return {
        WORKLOAD: name,
        BLOCK: _block(workload, load),
        READS: _format_percent(load.read_percent),
        RANDOM: _format_percent(load.random_percent),
        **{key: _format_number(getattr(load, field)) for key, _, field in _LOAD},
        **{key: format_plain(workload[field]) for key, _, field in _PARTICULARS if workload.get(field)},
        **({"workload.seconds": f"{requested_seconds:g} s"} if requested_seconds else {}),
    }


def order_names(names: Mapping[str, tuple[str, str]]) -> Names:
    """Return the names of all factors in the order offered to people.

    `names` are the factors of configurations; factors of workload and run are added.
    """
    return {**_FIRST, **{key: name for key, name in names.items() if key not in _FIRST}, **_LAST}


def _format_drives(snapshot: Mapping[str, Any]) -> tuple[str | None, str | None]:
    listed = snapshot.get("drives")
    if isinstance(listed, list) and any("count" in item and not isinstance(item["count"], int) for item in listed):
        printed = [item.get("count_as_printed") for item in listed]
        count = str(printed[0]) if len(printed) == 1 and printed[0] else None
        return count, _format_models(snapshot)
    drives, missing = list_drives(snapshot)
    if drives is None and isinstance(pieces := collect_facts(snapshot)["drives"].value, Pieces):
        return str(pieces.values.total() + pieces.missing), _format_models(snapshot)
    return (None if drives is None else str(len(drives) + missing)), _format_models(snapshot)


def _format_models(snapshot: Mapping[str, Any]) -> str | None:
    fact = collect_facts(snapshot)["drives"].value
    if not isinstance(fact, Pieces):
        return _format_text(fact)
    # A missing member has no model of its own.
    return str(Pieces(fact.values)) if len(fact.values) == 1 else str(fact)


def _block(workload: Mapping[str, Any], load: RequestedLoad) -> str | None:
    if load.block_bytes is not None:
        return format_size(load.block_bytes)
    sizes = workload.get("block_sizes")
    if not sizes:
        return None
    return "mix of " + ", ".join(f"{format_size(size['bytes'])} {size['percent']:g} %" for size in sizes)


def _format_percent(value: float | None) -> str | None:
    return None if value is None else f"{value:g} %"


def _format_number(value: float | None) -> str | None:
    return None if value is None else f"{value:g}" if value < 1e6 else f"{value:.0f}"


def _format_text(value: object) -> str | None:
    return None if value is None else str(value)
