"""From a request to the whole plan and to what the runner is given; nothing is stored here."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from storagelab.domain.loops import LoopRule
from storagelab.domain.plan import PhasePlan, Scale, estimate
from storagelab.domain.profile import Expansion, ProfileDefinition, ProfileInvalid, resolve_parameters
from storagelab.domain.reuse import ReusedPhase
from storagelab.domain.runner_spec import LoadFields, RunnerSpec
from storagelab.domain.units import format_size
from storagelab.engines.base import Engine
from storagelab.engines.registry import ENGINES, get_engine
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.planning.cost_schemas import EnduranceUse, ExpectedWrites
from storagelab.planning.loops import build_loop_fields, build_loops_spec
from storagelab.planning.preparation import Preparation, check_purge, plan_preparation, purge_warnings
from storagelab.planning.schemas import ConditioningChoice, DriveConditioning, JobCreate
from storagelab.planning.targets import TargetPlan, check_copy_target
from storagelab.profiles.validation import lay_out_within_reason

SPEC_FORMAT = 2
#: What the runner may take beyond the plan before it ends the attempt by itself.
DEADLINE_FACTOR = 1.2
DEADLINE_GRACE_SECONDS = 15 * 60
#: Starting and ending the engine is no part of the plan of a phase; a slow server needs so long for it.
DEADLINE_PHASE_SECONDS = 10
MIN_BLOCKS = 64
SNIA_ROUND_SECONDS = 60


@dataclass(frozen=True)
class LeftOutPhase:
    """A phase that does not run, and the state of the drives that replaces it."""

    plan: PhasePlan
    reason: str


@dataclass(frozen=True)
class RunnablePlan:
    """A plan that can be run: `phases` and `job_texts` belong together, in order.

    Durations are in seconds and count the longest preparation. What depends on the history of the server and of its
    drives is added after the plan of the request: see `estimates`, `endurance_budget` and `reuse`.
    """

    profile: ProfileDefinition
    parameters: dict[str, float]
    scale: Scale
    job_suffix: str
    phases: tuple[PhasePlan, ...]
    job_texts: tuple[str, ...]
    target: TargetPlan
    preparation: Preparation
    target_bytes: int
    estimated_seconds: float
    maximum_seconds: float
    warnings: tuple[str, ...]
    conditioning_choice: ConditioningChoice = "redo"
    left_out: tuple[LeftOutPhase, ...] = ()
    loops: tuple[LoopRule, ...] = ()
    #: Expected duration of each phase by its ordinal, where that is known better than by the plan alone.
    seconds: Mapping[int, float] = field(default_factory=dict)
    estimate_basis: str | None = None
    conditioning: tuple[DriveConditioning, ...] = ()
    reuse_saves_seconds: float | None = None
    expected_writes: ExpectedWrites | None = None
    endurance: tuple[EnduranceUse, ...] = ()
    wear_budget_percent: float | None = None

    @property
    def writes(self) -> bool:
        """Return whether anything on the target is changed."""
        return self.preparation.writes or any(phase.workload.writes for phase in self.phases)

    def add_warnings(self, *warnings: str) -> RunnablePlan:
        """Return the same plan with more warnings."""
        return replace(self, warnings=(*self.warnings, *warnings))

    def estimate_phase_seconds(self, phase: PhasePlan) -> float:
        """Return the expected duration of a phase of this plan in seconds."""
        return self.seconds.get(phase.ordinal, phase.estimated_seconds(self.target_bytes))


def plan_job(
    body: JobCreate, *, profile: ProfileDefinition, target: TargetPlan, left_out: Sequence[ReusedPhase] = ()
) -> RunnablePlan:
    """Plan a job of `profile` on a target, without the phases in `left_out`.

    Raises InvalidInput or RequestRefused for a job that cannot be run.
    """
    engine = get_engine(body.engine)
    preparation = plan_preparation(body.preparation, target)
    target_bytes, devices = preparation.capacity.total_bytes, preparation.capacity.devices
    expansion = lay_out_profile(profile, body.profile.parameters, body.profile.scale)
    whole = _multiply_load(expansion.phases, devices)
    reasons = {entry.ordinal: entry.reason for entry in left_out}
    phases = tuple(phase for phase in whole if phase.ordinal not in reasons)
    if not phases:
        raise RequestRefused(
            f"The drives are already in the state that {profile.name} prepares. There is nothing left to run."
        )
    _check_target(body, profile, whole, preparation)
    check_copy_target(body.target, profile, whole)
    check_purge(body, profile, preparation)
    _check_blocks(phases, target, preparation)
    _check_engine(engine, phases)
    job_texts = tuple(engine.render(phase, target_bytes=target_bytes, devices=devices) for phase in phases)
    estimated_seconds, maximum_seconds = estimate(phases, target_bytes)
    return RunnablePlan(
        profile=profile,
        parameters=resolve_parameters(profile, body.profile.parameters),
        scale=body.profile.scale,
        job_suffix=engine.job_suffix,
        phases=phases,
        job_texts=job_texts,
        target=target,
        preparation=preparation,
        target_bytes=target_bytes,
        estimated_seconds=estimated_seconds + preparation.maximum_seconds,
        maximum_seconds=maximum_seconds + preparation.maximum_seconds,
        warnings=(
            *_list_scale_warnings(body.profile.scale),
            *purge_warnings(body, profile, preparation),
            *_list_round_warnings(phases),
            *_list_size_warnings(target),
        ),
        conditioning_choice=body.conditioning,
        left_out=tuple(LeftOutPhase(phase, reasons[phase.ordinal]) for phase in whole if phase.ordinal in reasons),
        loops=expansion.loops,
    )


def compute_deadline_seconds(longest_seconds: float, *, phases: int) -> int:
    """Return the seconds after which the runner ends an attempt by itself.

    The plan of the attempt has `phases` phases and takes `longest_seconds` at most.
    """
    return math.ceil(longest_seconds * DEADLINE_FACTOR + DEADLINE_GRACE_SECONDS + phases * DEADLINE_PHASE_SECONDS)


def make_spec(planned: RunnablePlan, *, engine: str) -> RunnerSpec:
    """Return the spec of one attempt for the runner."""
    rules = {rule.name: rule for rule in planned.loops}
    return {
        "format": SPEC_FORMAT,
        "deadline_seconds": compute_deadline_seconds(planned.maximum_seconds, phases=len(planned.phases)),
        "engine": engine,
        "target": planned.target.build_runner_target(),
        "preparation": list(planned.preparation.operations),
        "phases": [
            {
                "ordinal": phase.ordinal,
                "name": phase.name,
                "job_file": text,
                "writes": phase.workload.writes,
                "status_interval_seconds": phase.status_interval_seconds,
                "stop": phase.stop.to_json(),
                "ramp_seconds": phase.ramp_seconds,
                **build_late_rates(phase),
                **build_loop_fields(phase, rules),
            }
            for phase, text in zip(planned.phases, planned.job_texts, strict=True)
        ],
        **build_loops_spec(planned.loops),
    }


def build_late_rates(phase: PhasePlan) -> LoadFields:
    """Return the spec field `late_rates` of a phase whose load is a share of a measured maximum.

    It has the measured phase in `of` and the share in `percent`. The dict is empty for any other phase.
    """
    if phase.load_of is None:
        return {}
    return {"late_rates": {"of": phase.load_of, "percent": phase.load_percent}}


def expand_profile(
    profile: ProfileDefinition, parameters: dict[str, float], scale: Scale = "full"
) -> tuple[PhasePlan, ...]:
    """Return the phases of a profile for the given parameters and scale.

    Raises InvalidInput, naming the field, for parameters that the profile does not accept.
    """
    return lay_out_profile(profile, parameters, scale).phases


def lay_out_profile(profile: ProfileDefinition, parameters: dict[str, float], scale: Scale = "full") -> Expansion:
    """Return the phases of a profile and the rules of its loops, for the given parameters and scale.

    Raises InvalidInput, naming the field, for parameters that the profile does not accept.
    """
    try:
        return lay_out_within_reason(profile, parameters, scale=scale)
    except ProfileInvalid as invalid:
        raise InvalidInput(invalid.message, path=f"profile.{invalid.path}") from None


def _multiply_load(phases: Sequence[PhasePlan], devices: int) -> tuple[PhasePlan, ...]:
    """Return the phases with their load per drive multiplied to the load of all `devices` drives.

    Raises InvalidInput where the multiplied load is too large.
    """
    total = []
    for phase in phases:
        try:
            total.append(replace(phase, workload=phase.workload.over(devices)))
        except ValueError as wrong:
            raise InvalidInput(
                f"phase {phase.ordinal} ({phase.name}) is for each drive, and over {devices} drives it is too much: "
                f"{wrong}",
                path="target.stable_ids",
            ) from None
    return tuple(total)


def _check_target(
    body: JobCreate, profile: ProfileDefinition, phases: Sequence[PhasePlan], preparation: Preparation
) -> None:
    # What a set of files needs is known exactly, and its engine looks at that.
    addressing = [phase.workload for phase in phases if phase.workload.file_set is None]
    largest = max((size.bytes for workload in addressing for size in workload.block_sizes), default=0)
    if preparation.capacity.device_bytes < MIN_BLOCKS * largest:
        min_size = format_size(MIN_BLOCKS * largest)
        raise InvalidInput(
            f"{profile.name} uses blocks of {format_size(largest)}, so the target must have at least {min_size}",
            path="target.size_bytes" if body.target.kind == "file" else "target.stable_ids",
        )
    new_file = body.target.kind == "file" or preparation.makes_file
    if not new_file and any(phase.workload.file_set is not None for phase in phases):
        raise RequestRefused(
            f"{profile.name} works with files, and a drive without a file system holds none. Choose a file as the "
            "target, or let the preparation make a file system."
        )
    if new_file and not phases[0].workload.writes:
        raise RequestRefused(
            f"{profile.name} reads first, and a new file holds no data. Choose a profile that fills its target "
            "first, or a drive."
        )


def _check_blocks(phases: Sequence[PhasePlan], target: TargetPlan, preparation: Preparation) -> None:
    """Check that requests are whole logical blocks, as direct I/O requires. Raises InvalidInput.

    The blocks that a format is going to make are not known yet, so they are not checked.
    """
    if any(operation["kind"] in ("nvme_format", "scsi_format") for operation in preparation.operations):
        return
    for index, item in enumerate(target.drives):
        block = item.drive.logical_block_bytes
        if block is None:
            continue
        for phase in phases:
            workload = phase.workload
            for size in (workload.alignment_bytes, *(part.bytes for part in workload.block_sizes)):
                if size % block:
                    raise InvalidInput(
                        f"phase {phase.ordinal} ({phase.name}) has requests of {format_size(size)}, and "
                        f"{item.drive.path} takes multiples of its logical block of {block} bytes: choose a profile "
                        "with larger blocks, or format the drive to smaller ones first",
                        path=f"target.stable_ids.{index}",
                    )


def _check_engine(engine: Engine, phases: Sequence[PhasePlan]) -> None:
    for phase in phases:
        reasons = engine.list_unsupported_settings(phase.workload)
        if reasons:
            able = [
                name
                for name, other in ENGINES.items()
                if not any(other.list_unsupported_settings(item.workload) for item in phases)
            ]
            remedy = f"{' and '.join(able)} can run all of it." if able else "No engine can run all of it."
            raise RequestRefused(
                f"{engine.name} cannot run phase {phase.ordinal} ({phase.name}): {' '.join(reasons)} {remedy}",
                path="engine",
            )


def _list_scale_warnings(scale: Scale) -> list[str]:
    if scale == "full":
        return []
    return ["Short test: seconds per phase, not a measurement."]


def _list_round_warnings(phases: Sequence[PhasePlan]) -> list[str]:
    rounds = [phase.stop.round_seconds for phase in phases if phase.stop.kind == "steady"]
    rounds += [phase.stop.seconds for phase in phases if phase.loop is not None and phase.stop.kind == "time"]
    if rounds and min(rounds) < SNIA_ROUND_SECONDS:
        return [
            f"Rounds of {min(rounds):g} s are shorter than the {SNIA_ROUND_SECONDS} s of the SNIA specification: "
            "results are marked as not SNIA timing."
        ]
    return []


def _list_size_warnings(target: TargetPlan) -> list[str]:
    if len({item.drive.size_bytes for item in target.drives}) < 2:
        return []
    return [
        f"The drives differ in size. Only the first {format_size(target.smallest_bytes)} of each are used, the size "
        "of the smallest."
    ]
