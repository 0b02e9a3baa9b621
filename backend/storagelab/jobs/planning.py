"""From a request to the whole plan and to what the runner is given; nothing is stored here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.profile import PhasePlan, Profile, ProfileInvalid, estimate, expand, resolve_parameters
from storagelab.domain.units import format_size
from storagelab.engines.base import Engine
from storagelab.engines.registry import get_engine
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.jobs.schemas import JobFileOut, JobIn, PlanOut
from storagelab.profiles.catalogue import get_profile
from storagelab.profiles.schemas import describe_phase_plan

SPEC_FORMAT = 1
#: What the runner may take per phase beyond the plan, and once for the whole attempt.
PHASE_GRACE_SECONDS = 60
ATTEMPT_GRACE_SECONDS = 120
MIN_BLOCKS = 64
SNIA_ROUND_SECONDS = 60


@dataclass(frozen=True)
class Planned:
    """A plan that can be run: `phases` and `job_texts` belong together, in order."""

    profile: Profile
    parameters: dict[str, float]
    phases: tuple[PhasePlan, ...]
    job_texts: tuple[str, ...]
    target_bytes: int
    out: PlanOut


def plan_job(body: JobIn, *, target_bytes: int) -> Planned:
    """Plan a job on a target of `target_bytes`. Raises InvalidInput or RequestRefused for what cannot be run."""
    engine = get_engine(body.engine)
    profile = get_profile(body.profile.name)
    phases = _expand(profile, body.profile.parameters)
    _check_target(body, profile, phases, target_bytes)
    _check_engine(engine, phases)
    job_texts = tuple(engine.render(phase, target_bytes=target_bytes) for phase in phases)
    estimated_seconds, maximum_seconds = estimate(phases, target_bytes)
    out = PlanOut(
        estimated_seconds=estimated_seconds,
        maximum_seconds=maximum_seconds,
        bytes_written=_bytes_written(phases, target_bytes),
        sample_count=_sample_count(phases, target_bytes),
        phases=[describe_phase_plan(phase, target_bytes) for phase in phases],
        job_files=[
            JobFileOut(ordinal=phase.ordinal, name=f"phase-{phase.ordinal:02}.fio", text=text)
            for phase, text in zip(phases, job_texts, strict=True)
        ],
        warnings=_warnings(phases),
    )
    return Planned(
        profile=profile,
        parameters=resolve_parameters(profile, body.profile.parameters),
        phases=phases,
        job_texts=job_texts,
        target_bytes=target_bytes,
        out=out,
    )


def make_spec(planned: Planned, *, engine: str, target: dict[str, Any]) -> dict[str, Any]:
    """What the runner is given for one attempt; `target` as its contract has it."""
    longest = sum(phase.maximum_seconds + PHASE_GRACE_SECONDS for phase in planned.phases)
    return {
        "format": SPEC_FORMAT,
        "deadline_seconds": math.ceil(longest + ATTEMPT_GRACE_SECONDS),
        "engine": engine,
        "target": target,
        "phases": [
            {
                "ordinal": phase.ordinal,
                "name": phase.name,
                "job_file": text,
                "writes": phase.workload.writes,
                "status_interval_seconds": phase.status_interval_seconds,
                "stop": phase.stop.as_json(),
                "ramp_seconds": phase.ramp_seconds,
            }
            for phase, text in zip(planned.phases, planned.job_texts, strict=True)
        ],
    }


def _expand(profile: Profile, parameters: dict[str, float]) -> tuple[PhasePlan, ...]:
    try:
        return expand(profile, parameters)
    except ProfileInvalid as invalid:
        raise InvalidInput(invalid.message, path=f"profile.{invalid.path}") from None


def _check_target(body: JobIn, profile: Profile, phases: Sequence[PhasePlan], target_bytes: int) -> None:
    largest = max(size.bytes for phase in phases for size in phase.workload.block_sizes)
    if target_bytes < MIN_BLOCKS * largest:
        least = format_size(MIN_BLOCKS * largest)
        raise InvalidInput(
            f"{profile.name} uses blocks of {format_size(largest)}, so the target must have at least {least}",
            path="target.size_bytes" if body.target.kind == "file" else "target.stable_ids",
        )
    if body.target.kind == "devices" and any(phase.workload.writes for phase in phases):
        raise RequestRefused(
            f"{profile.name} writes to its target, and only file targets may be written: choose a file, "
            "or a profile that only reads."
        )
    if body.target.kind == "file" and not phases[0].workload.writes:
        raise RequestRefused(
            f"{profile.name} begins by reading, and a new file holds nothing that could be read: "
            "choose a profile that fills its target first, or a drive."
        )


def _check_engine(engine: Engine, phases: Sequence[PhasePlan]) -> None:
    for phase in phases:
        reasons = engine.cannot_express(phase.workload)
        if reasons:
            raise RequestRefused(f"{engine.name} cannot run phase {phase.ordinal} ({phase.name}): {' '.join(reasons)}")


def _bytes_written(phases: Sequence[PhasePlan], target_bytes: int) -> int | None:
    writing = [phase for phase in phases if phase.workload.writes]
    if any(phase.stop.kind != "volume" or phase.workload.read_percent > 0 for phase in writing):
        return None
    return sum(round(phase.stop.passes * _addressed_bytes(phase, target_bytes)) for phase in writing)


def _addressed_bytes(phase: PhasePlan, target_bytes: int) -> int:
    span = phase.workload.address_range
    return target_bytes - span.offset_bytes if span.size_bytes is None else span.size_bytes


def _sample_count(phases: Sequence[PhasePlan], target_bytes: int) -> int:
    """Interval samples to expect: one per status document and direction."""
    return sum(
        math.ceil(phase.estimated_seconds(target_bytes) / phase.status_interval_seconds)
        * (2 if 0 < phase.workload.read_percent < 100 else 1)
        for phase in phases
    )


def _warnings(phases: Sequence[PhasePlan]) -> list[str]:
    rounds = [phase.stop.round_seconds for phase in phases if phase.stop.kind == "steady"]
    if rounds and min(rounds) < SNIA_ROUND_SECONDS:
        return [
            f"Rounds of {min(rounds):g} s are shorter than the {SNIA_ROUND_SECONDS} s of the SNIA specification: "
            "results are marked as not SNIA timing."
        ]
    return []
