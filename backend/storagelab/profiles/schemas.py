"""API schemas of profiles and plans."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Any, Literal, cast

from pydantic import Field, TypeAdapter

from storagelab.domain.load import describe_load
from storagelab.domain.loops import LoopRule
from storagelab.domain.profile import Expansion, PhasePlan, ProfileDefinition, WrittenDocument, estimate
from storagelab.engines.registry import ENGINES
from storagelab.http.free_objects import ProfileDocument
from storagelab.http.listing import Listing
from storagelab.http.rest_names import AsPercent, MetricKey, Renamed
from storagelab.http.schemas import Strict

Origin = Literal["catalogue", "custom"]
#: A report of the SNIA specification.
Report = Literal["iops", "tp", "lat", "wsat", "hir", "xsr", "dirth"]
#: Size for which durations are stated before one has been chosen.
DEFAULT_TARGET_BYTES = 256 * 2**20

#: A picture shows no more than this legibly.
MAX_SHAPES = 100


class ProfileParameter(Renamed):
    """One number a user may choose."""

    name: str
    title: str
    unit: str
    default: float
    minimum: float
    maximum: float


class BlockSizeShare(Strict):
    """One request size and its share of the requests."""

    bytes: int
    percent: float


class RangeOut(Strict, schema_name="AddressRange"):
    """The part of the target that is addressed. Without a size it is the rest. Percentages are of the target."""

    offset_bytes: int
    size_bytes: int | None
    offset_percent: float | None = None
    size_percent: float | None = None


class AccessZone(Strict):
    """A share of the requests that goes to a share of the range."""

    access_percent: float
    range_percent: float


class DistributionOut(Strict, schema_name="AccessDistribution"):
    """Distribution of random requests.

    `parameter` is theta of zipf, h of pareto, the deviation of normal in percent.
    """

    kind: Literal["uniform", "zipf", "pareto", "normal", "zoned"]
    parameter: float | None = None
    zones: list[AccessZone] = Field(default_factory=list)


class CpuPolicyOut(Strict, schema_name="CpuPolicy"):
    """Processors that send the requests, and whether they poll for the answers."""

    cpus: list[int]
    numa_node: int | None
    polling: bool


class BurstsOut(Strict, schema_name="Bursts"):
    """A load that comes and goes: requests for a while, then none."""

    io_seconds: float
    wait_seconds: float


class FileGroupOut(Strict, schema_name="FileGroup"):
    """Files: how many, and their bytes together."""

    count: int
    bytes: int


class FileSetOut(Strict, schema_name="FileSet"):
    """Files, and what is done with all of them, one after the other: an I/O is then a whole file."""

    files: list[FileGroupOut]
    operation: str
    seed: int


class WorkloadOut(Strict, schema_name="Workload"):
    """One access pattern at one intensity. What is null is as usual: spread evenly, one stream, random data."""

    block_sizes: list[BlockSizeShare]
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
    bursts: BurstsOut | None = None
    #: A load whose rate is this share of a maximum that is measured before it.
    load_percent: float | None = None
    file_set: FileSetOut | None = None


class TimeStop(Strict):
    """End after `seconds`. The minutes of a phase that is `judged` are looked at as rounds when it is over."""

    kind: Literal["time"]
    seconds: float
    judged: bool = False


class VolumeStop(Strict):
    """End when the target was covered `passes` times, or after `limit_bytes`. `seconds` is the limit."""

    kind: Literal["volume"]
    seconds: float
    judged: bool = False
    passes: float
    limit_bytes: int | None = None


class SteadyStop(Renamed):
    """The end of a phase by steadiness.

    The phase ends when rounds of `round_seconds` are steady over a `window` of them, at the latest after `max_rounds`.
    Limits are percent of the mean of the window. Of `spacing` rounds in a row the last one counts. With `passes` the
    phase also ends when the target was covered that many times. It ends after `seconds` in any case. Plans of earlier
    releases may have `limit_bytes`.
    """

    kind: Literal["steady"]
    seconds: float
    judged: bool = False
    round_seconds: float
    window: int
    max_rounds: int
    range_limit: Annotated[float, AsPercent(), Field(serialization_alias="range_limit_percent")]
    slope_limit: Annotated[float, AsPercent(), Field(serialization_alias="slope_limit_percent")]
    metric: Annotated[str, MetricKey()]
    spacing: int = 1
    passes: float | None = None
    limit_bytes: int | None = None


StopRule = Annotated[TimeStop | VolumeStop | SteadyStop, Field(discriminator="kind")]
_STOP: TypeAdapter[TimeStop | VolumeStop | SteadyStop] = TypeAdapter(StopRule)


class PhasePlanOut(Renamed, schema_name="PhasePlan"):
    """One phase as it will run. `group` names the panel that a measuring point belongs to.

    `load_of` is the ordinal of the phase that measures the maximum which its load is a share of, and `load` shows it.
    """

    ordinal: int
    name: str
    kind: Literal["fill", "precondition", "measure"]
    group: str | None = None
    workload: WorkloadOut
    stop: StopRule
    ramp_seconds: float
    estimated_seconds: float
    maximum_seconds: float
    writes: bool
    load_of: int | None = None
    load: str | None = None
    loop: str | None = None
    round: int | None = None
    ends_early: SweepEnd | None = None


class TrackedVariable(Strict):
    """One variable of a loop that must become steady. `phase` is a name without its round."""

    phase: str
    metric: Annotated[Literal["iops", "bytes_per_s", "latency"], MetricKey()]


class JobFile(Strict):
    """The text that the engine is given for one phase."""

    ordinal: int
    name: str
    text: str


class ProfileLoop(Strict):
    """Rounds that are repeated until all tracked variables are steady in one window. Limits are shares of its average.

    `at_limit` shows what follows `max_rounds` that never were steady: the phases behind the loop, or nothing.
    """

    name: str
    max_rounds: int
    window: int
    range_limit: Annotated[float, AsPercent(), Field(serialization_alias="range_limit_percent")]
    slope_limit: Annotated[float, AsPercent(), Field(serialization_alias="slope_limit_percent")]
    at_limit: Literal["go_on", "stop"]
    tracked: list[TrackedVariable]


class SweepEnd(Strict):
    """After which point the rest of a sweep is not run."""

    sweep: str
    latency_above_ms: float | None = None
    gain_below_percent: float | None = None


class ProfileShape(Strict):
    """The phases of a profile with one workload, and how long they typically take together.

    `block_bytes` is the largest of its block sizes. `until_steady` is true for phases that are repeated until steady.
    """

    kind: Literal["fill", "precondition", "measure"]
    seconds: float
    until_steady: bool
    block_bytes: int
    read_percent: float
    random_percent: float
    threads: int
    outstanding_ios: int
    load_percent: float | None


class ProfileSummary(Renamed):
    """A named recipe. Durations are those of a target of 256 MiB with the default parameters.

    `origin` separates built-in profiles from those of this lab. The fields from `owner` on are null for built-in ones.
    `created_at` and `created_by` are of this version. `problem` states why a version that was saved long ago cannot be
    run any more.
    """

    name: str
    version: int
    title: str
    description: str
    source: str
    engines: list[str]
    writes: bool
    parameters: list[ProfileParameter]
    phase_count: int
    estimated_seconds: float
    maximum_seconds: float
    origin: Origin = "catalogue"
    latest_version: int
    archived: bool = False
    problem: str | None = None
    owner: str | None = None
    based_on: str | None = None
    note: str = ""
    created_at: dt.datetime | None = None
    created_by: str | None = None
    #: The report of the SNIA specification that its results can be drawn as.
    report: Report | None = None
    #: Its drives have to be purged before it, by the preparation of its job.
    purge: bool = False
    #: Its workloads in the order they begin, for a picture; 100 at most.
    shapes: list[ProfileShape] = Field(default_factory=list)


class ProfileVersionOut(Strict, schema_name="ProfileVersion"):
    """One version in the history of a profile. What came with the program has no author."""

    version: int
    title: str
    note: str
    based_on: str | None
    sha256: str
    created_by: str | None
    created_at: dt.datetime | None


class ProfileOut(ProfileSummary, schema_name="Profile"):
    """A profile with its plan for the default parameters, as `text` in YAML and as `document` in JSON.

    `versions` are all of them, newest first. A text that is only validated has none.
    """

    phases: list[PhasePlanOut]
    loops: list[ProfileLoop] = Field(default_factory=list)
    text: str
    document: ProfileDocument
    versions: list[ProfileVersionOut]


class ProfilePage(Listing[ProfileSummary]):
    """All profiles."""


def summarise_profile(
    profile: ProfileDefinition, plan: Expansion, *, target_bytes: int = DEFAULT_TARGET_BYTES
) -> ProfileSummary:
    """Return a profile as lists show it, with its default plan on a target of `target_bytes`."""
    plans = plan.phases
    estimated_seconds, maximum_seconds = estimate(plans, target_bytes)
    return ProfileSummary(
        name=profile.name,
        version=profile.version,
        title=profile.title,
        description=profile.description,
        source=profile.source,
        engines=[
            name
            for name, engine in ENGINES.items()
            if not any(engine.list_unsupported_settings(plan.workload) for plan in plans)
        ],
        writes=any(plan.workload.writes for plan in plans),
        parameters=[
            ProfileParameter(**{name: getattr(parameter, name) for name in ProfileParameter.model_fields})
            for parameter in profile.parameters
        ],
        phase_count=len(plans),
        estimated_seconds=estimated_seconds,
        maximum_seconds=maximum_seconds,
        latest_version=profile.version,
        report=cast(Any, profile.report),
        purge=profile.purge,
        shapes=_merge_shapes(plans, target_bytes),
    )


def _merge_shapes(plans: Sequence[PhasePlan], target_bytes: int) -> list[ProfileShape]:
    """Merge the phases of equal workload into one shape with their total duration.

    Each round of a loop adds its duration.
    """
    seconds: dict[tuple[Any, ...], float] = {}
    for plan in plans:
        workload = plan.workload
        key = (
            plan.kind,
            plan.stop.kind == "steady",
            max(block.bytes for block in workload.block_sizes),
            workload.read_percent,
            workload.random_percent,
            workload.threads,
            workload.outstanding_ios,
            plan.load_percent,
        )
        seconds[key] = seconds.get(key, 0.0) + plan.estimated_seconds(target_bytes)
    return [
        ProfileShape(
            kind=kind,
            seconds=total,
            until_steady=until_steady,
            block_bytes=block_bytes,
            read_percent=read,
            random_percent=random,
            threads=threads,
            outstanding_ios=outstanding,
            load_percent=load,
        )
        for (kind, until_steady, block_bytes, read, random, threads, outstanding, load), total in islice(
            seconds.items(), MAX_SHAPES
        )
    ]


def add_plan(
    summary: ProfileSummary,
    plan: Expansion,
    *,
    text: str,
    document: WrittenDocument,
    target_bytes: int = DEFAULT_TARGET_BYTES,
    versions: Sequence[ProfileVersionOut] = (),
) -> ProfileOut:
    """Return a profile with its summary, plan, definition and versions as the API shows it."""
    return ProfileOut(
        **{name: getattr(summary, name) for name in ProfileSummary.model_fields},
        phases=[describe_phase_plan(phase, target_bytes) for phase in plan.phases],
        loops=[describe_loop(rule) for rule in plan.loops],
        text=text,
        document=document,
        versions=list(versions),
    )


def describe_loop(rule: LoopRule) -> ProfileLoop:
    """Return the rule of a loop as the API shows it."""
    return ProfileLoop.model_validate(rule.to_json())


def describe_phase_plan(plan: PhasePlan, target_bytes: int) -> PhasePlanOut:
    """Return one planned phase as the API shows it, on a target of `target_bytes`."""
    return PhasePlanOut(
        ordinal=plan.ordinal,
        name=plan.name,
        kind=plan.kind,
        group=plan.group,
        workload=WorkloadOut.model_validate(plan.workload.to_json()),
        stop=_STOP.validate_python(plan.stop.to_json()),
        ramp_seconds=plan.ramp_seconds,
        estimated_seconds=plan.estimated_seconds(target_bytes),
        maximum_seconds=plan.maximum_seconds,
        writes=plan.workload.writes,
        loop=plan.loop,
        round=plan.round,
        ends_early=SweepEnd.model_validate(plan.ends_early.to_json()) if plan.ends_early is not None else None,
        load_of=plan.load_of,
        load=None if plan.load_of is None else describe_load(plan.load_of, plan.load_percent or 0),
    )
