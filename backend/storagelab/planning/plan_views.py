"""Plans of jobs as the API shows them and as they are stored with their job."""

from __future__ import annotations

import math
from collections.abc import Sequence

from storagelab.domain.plan import PhasePlan
from storagelab.planning.plan import RunnablePlan
from storagelab.planning.schemas import JobPlan, SkippedPhase
from storagelab.profiles.schemas import JobFile, PhasePlanOut, describe_loop, describe_phase_plan


def describe_plan(plan: RunnablePlan) -> JobPlan:
    """Describe a plan with its phases, job files, costs and warnings."""
    return JobPlan(
        scale=plan.scale,
        target_bytes=plan.target_bytes,
        estimated_seconds=plan.estimated_seconds,
        maximum_seconds=plan.maximum_seconds,
        bytes_written=_sum_bytes_written(plan.phases, plan.target_bytes),
        sample_count=_count_samples(plan.phases, plan.target_bytes),
        phases=[_describe_phase(plan, phase) for phase in plan.phases],
        job_files=[
            JobFile(ordinal=phase.ordinal, name=f"phase-{phase.ordinal:02}.{plan.job_suffix}", text=text)
            for phase, text in zip(plan.phases, plan.job_texts, strict=True)
        ],
        loops=[describe_loop(rule) for rule in plan.loops],
        warnings=list(plan.warnings),
        preparation=list(plan.preparation.steps),
        destroys=plan.target.list_destroyed_drives() if plan.writes else [],
        conditioning=list(plan.conditioning),
        conditioning_choice=plan.conditioning_choice,
        left_out=[
            SkippedPhase(
                ordinal=entry.plan.ordinal,
                name=entry.plan.name,
                estimated_seconds=entry.plan.estimated_seconds(plan.target_bytes),
                reason=entry.reason,
            )
            for entry in plan.left_out
        ],
        reuse_saves_seconds=plan.reuse_saves_seconds,
        estimate_basis=plan.estimate_basis,
        expected_writes=plan.expected_writes,
        endurance=list(plan.endurance),
        wear_budget_percent=plan.wear_budget_percent,
    )


def _describe_phase(plan: RunnablePlan, phase: PhasePlan) -> PhasePlanOut:
    described = describe_phase_plan(phase, plan.target_bytes)
    return described.model_copy(update={"estimated_seconds": plan.estimate_phase_seconds(phase)})


def _sum_bytes_written(phases: Sequence[PhasePlan], target_bytes: int) -> int | None:
    sets = [phase.workload.file_set for phase in phases if phase.workload.file_set is not None]
    writing = [phase for phase in phases if phase.workload.writes and phase.workload.file_set is None]
    if any(phase.stop.kind != "volume" or phase.workload.read_percent > 0 for phase in writing):
        return None
    volumes = [round(phase.stop.compute_volume_bytes(phase.addressed_bytes(target_bytes))) for phase in writing]
    return sum(volumes) + sum(file_set.written_bytes for file_set in sets)


def _count_samples(phases: Sequence[PhasePlan], target_bytes: int) -> int:
    """Return the number of interval samples to expect from the phases.

    Each status document has one sample per direction.
    """
    return sum(
        math.ceil(phase.estimated_seconds(target_bytes) / phase.status_interval_seconds)
        * (2 if 0 < phase.workload.read_percent < 100 else 1)
        for phase in phases
    )
