"""What the API says about profiles and plans."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from storagelab.domain.profile import PhasePlan, Profile, estimate, expand
from storagelab.engines.registry import ENGINES
from storagelab.http.pagination import Listing
from storagelab.http.schemas import Strict

#: The size that durations are stated for before anybody has chosen one.
DEFAULT_TARGET_BYTES = 256 * 2**20


class ParameterOut(Strict):
    """One number a user may choose."""

    name: str
    title: str
    unit: str
    default: float
    minimum: float
    maximum: float


class BlockSizeOut(Strict):
    """One request size and its share of the requests."""

    bytes: int
    percent: float


class RangeOut(Strict):
    """The part of the target that is addressed; without a size it is the rest. Percentages are of the target."""

    offset_bytes: int
    size_bytes: int | None
    offset_percent: float | None = None
    size_percent: float | None = None


class ZoneOut(Strict):
    """A share of the requests that goes to a share of the range."""

    access_percent: float
    range_percent: float


class DistributionOut(Strict):
    """How random requests are spread: `parameter` is theta of zipf, h of pareto, the deviation of normal in percent."""

    kind: Literal["uniform", "zipf", "pareto", "normal", "zoned"]
    parameter: float | None = None
    zones: list[ZoneOut] = Field(default_factory=list)


class CpuPolicyOut(Strict):
    """Which processors send the requests, and whether they poll for the answers."""

    cpus: list[int]
    numa_node: int | None
    polling: bool


class WorkloadOut(Strict):
    """One access pattern at one intensity. What is null is as usual: spread evenly, one stream, random data."""

    block_sizes: list[BlockSizeOut]
    read_percent: float
    random_percent: float
    threads: int
    queue_depth: int
    outstanding_ios: int
    range: RangeOut
    offered_iops: int | None
    description: str
    distribution: DistributionOut | None = None
    streams: int = 1
    arrival: Literal["even", "poisson"] = "even"
    block_align_bytes: int | None = None
    compress_percent: int = 0
    per_device: bool = False
    cpu_policy: CpuPolicyOut | None = None


class PhasePlanOut(Strict):
    """One phase as it will run. `group` names the panel that a measuring point belongs to."""

    ordinal: int
    name: str
    kind: Literal["fill", "precondition", "measure"]
    group: str | None = None
    workload: WorkloadOut
    stop: dict[str, Any]
    ramp_seconds: float
    estimated_seconds: float
    maximum_seconds: float
    writes: bool


class ProfileOut(Strict):
    """A named recipe. Durations are those of a target of 256 MiB with the default parameters."""

    name: str
    version: int
    title: str
    description: str
    source: str
    engines: list[str]
    writes: bool
    parameters: list[ParameterOut]
    phase_count: int
    estimated_seconds: float
    maximum_seconds: float


class ProfileDetailOut(ProfileOut):
    """A profile with its plan for the default parameters."""

    phases: list[PhasePlanOut]


class ProfilePage(Listing[ProfileOut]):
    """All profiles."""


def describe_profile(profile: Profile) -> ProfileDetailOut:
    """The profile as the API shows it."""
    plans = expand(profile)
    estimated_seconds, maximum_seconds = estimate(plans, DEFAULT_TARGET_BYTES)
    return ProfileDetailOut(
        name=profile.name,
        version=profile.version,
        title=profile.title,
        description=profile.description,
        source=profile.source,
        engines=[
            name for name, engine in ENGINES.items() if not any(engine.cannot_express(plan.workload) for plan in plans)
        ],
        writes=any(plan.workload.writes for plan in plans),
        parameters=[
            ParameterOut(**{name: getattr(parameter, name) for name in ParameterOut.model_fields})
            for parameter in profile.parameters
        ],
        phase_count=len(plans),
        estimated_seconds=estimated_seconds,
        maximum_seconds=maximum_seconds,
        phases=[describe_phase_plan(plan, DEFAULT_TARGET_BYTES) for plan in plans],
    )


def describe_phase_plan(plan: PhasePlan, target_bytes: int) -> PhasePlanOut:
    """One planned phase as the API shows it, on a target of `target_bytes`."""
    return PhasePlanOut(
        ordinal=plan.ordinal,
        name=plan.name,
        kind=plan.kind,
        group=plan.group,
        workload=WorkloadOut.model_validate(plan.workload.as_json()),
        stop=plan.stop.as_json(),
        ramp_seconds=plan.ramp_seconds,
        estimated_seconds=plan.estimated_seconds(target_bytes),
        maximum_seconds=plan.maximum_seconds,
        writes=plan.workload.writes,
    )
