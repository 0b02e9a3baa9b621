"""From phases to the document of a profile, which is expanded once to see that the lab can run it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from storagelab.domain.access import AddressRange, CpuPolicy, RequestDistribution
from storagelab.domain.plan import MAX_PHASES, PhasePlan
from storagelab.domain.profile import WrittenDocument, expand, parse_profile
from storagelab.domain.profile_language import ProfileInvalid
from storagelab.domain.workload import Workload
from storagelab.engines.registry import ENGINES
from storagelab.profiles.job_files.findings import Findings, RawProfile


@dataclass(frozen=True, slots=True)
class Draft:
    """One phase as a job file has it, with the line it came from; `sweep` holds axes of the profile's language.

    `stop` is a stop rule of that language, `ramp_seconds` the time before it that does not count, `load` a load curve.
    """

    line: int
    name: str
    workload: Workload
    stop: Mapping[str, Any]
    ramp_seconds: float = 0.0
    sweep: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    load: Mapping[str, Any] | None = None

    @property
    def points(self) -> int:
        """Return the number of phases that the draft becomes."""
        steps = 0 if self.load is None else len(self.load["percents"])
        return math.prod((len(values) for values in self.sweep.values()), start=1 + steps)


def profile_of(tool: str, text: str, drafts: Sequence[Draft], findings: Findings) -> RawProfile:
    """Build the profile document of the drafts, with a digest of `text` in it.

    Refuses a draft, by line, that the profile language or the engine `tool` cannot express. Remarks go to `findings`.
    """
    if not drafts:
        findings.refuse(1, "there is nothing in the file that could be run")
    points = 0
    for draft in drafts:
        points += draft.points
        if points > MAX_PHASES:
            findings.refuse(draft.line, f"the plan has more than {MAX_PHASES} phases")
            break
    if findings.refused:
        return findings.result(None)
    digest = sha256(text.encode("utf-8", "replace")).hexdigest()
    phases = [_convert_phase(draft) for draft in drafts]
    for draft, phase in zip(drafts, phases, strict=True):
        _check(tool, draft.line, _document(tool, digest, [phase]), findings)
    return findings.result(_document(tool, digest, phases))


def _document(tool: str, digest: str, phases: list[dict[str, object]]) -> WrittenDocument:
    return {
        "name": f"{tool.lower()}-{digest[:12]}",
        "version": 1,
        "title": f"Profile of a {tool} file",
        "description": f"Made of a {tool} file. The lab writes job files of its own from it.",
        "source": f"A {tool} file with the SHA-256 {digest}.",
        "phases": phases,
    }


def _convert_phase(draft: Draft) -> dict[str, object]:
    workload = _convert_workload(draft.workload)
    for axis in draft.sweep:
        del workload["block_sizes" if axis == "block_size" else axis]
    phase: dict[str, object] = {"name": draft.name, "kind": "measure", "workload": workload, "stop": dict(draft.stop)}
    if draft.sweep:
        phase["sweep"] = {axis: list(values) for axis, values in draft.sweep.items()}
    if draft.load is not None:
        phase["load"] = dict(draft.load)
    if draft.ramp_seconds:
        phase["ramp"] = draft.ramp_seconds
    return phase


def _convert_workload(workload: Workload) -> dict[str, object]:
    """Convert a workload to the keys of a profile; defaults are omitted."""
    value: dict[str, object] = {
        "block_sizes": [{"size": size.bytes, "percent": size.percent} for size in workload.block_sizes],
        "read": workload.read_percent,
        "random": workload.random_percent,
        "threads": workload.threads,
        "queue_depth": workload.queue_depth,
    }
    optional = {
        "block_align": workload.block_align_bytes,
        "range": _convert_range(workload.address_range),
        "distribution": _convert_distribution(workload.distribution),
        "streams": workload.streams if workload.streams > 1 else None,
        "per_device": workload.per_device or None,
        "offered_iops": workload.offered_iops,
        "arrival": workload.arrival if workload.arrival != "even" else None,
        "compress": workload.compress_percent or None,
        "cpu_policy": _convert_cpu_policy(workload.cpu_policy),
    }
    return value | {name: given for name, given in optional.items() if given is not None}


def _convert_range(span: AddressRange) -> dict[str, object] | None:
    offset: Any = span.offset_bytes or None
    size: Any = span.size_bytes
    if span.offset_percent is not None:
        offset = f"{span.offset_percent:g}%"
    if span.size_percent is not None:
        size = f"{span.size_percent:g}%"
    value = {name: part for name, part in (("offset", offset), ("size", size)) if part is not None}
    return value or None


def _convert_distribution(distribution: RequestDistribution) -> dict[str, object] | None:
    if distribution == RequestDistribution():
        return None
    value: dict[str, object] = {"kind": distribution.kind}
    if distribution.parameter is not None:
        value["parameter"] = distribution.parameter
    if distribution.zones:
        value["zones"] = [list(zone) for zone in distribution.zones]
    return value


def _convert_cpu_policy(policy: CpuPolicy | None) -> dict[str, object] | None:
    if policy is None:
        return None
    value: dict[str, object] = {"cpus": list(policy.cpus), "polling": policy.polling}
    return value if policy.numa_node is None else {**value, "numa_node": policy.numa_node}


def _check(tool: str, line: int, document: WrittenDocument, findings: Findings) -> None:
    """Refuse the document of one phase that cannot be expanded or that `tool` cannot run.

    Such a document means that the phase on `line` was misread. The refusal is added to `findings`.
    """
    try:
        plans = expand(parse_profile(document))
    except ProfileInvalid as wrong:
        place = wrong.path.removeprefix("phases.0").lstrip(".")
        findings.refuse(line, f"{place}: {wrong.message}" if place else wrong.message)
        return
    reasons = _list_engine_obstacles(tool.lower(), plans)
    if reasons:
        findings.refuse(line, " ".join(reasons[:3]))


def _list_engine_obstacles(engine: str, plans: Sequence[PhasePlan]) -> list[str]:
    reasons: dict[str, None] = {}
    for plan in plans:
        reasons.update(dict.fromkeys(ENGINES[engine].list_unsupported_settings(plan.workload)))
    return list(reasons)
