"""Resumption of a run that ended early, after its last good phase; earlier results are retained."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.loop_verdicts import add_loop_verdict
from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import (
    Attempt,
    AttemptEvent,
    Campaign,
    CampaignCell,
    Job,
    LatencyOverTime,
    LiveChunk,
    Measurement,
    Phase,
    Run,
    Series,
)
from storagelab.db.references import format_row_number
from storagelab.domain.campaigns import CellState
from storagelab.domain.lifecycle import (
    JOB_TERMINAL,
    AttemptState,
    PhaseState,
    RunState,
    derive_job_state,
    was_left_out,
    was_not_run,
)
from storagelab.domain.operations import compute_max_seconds, has_new_target
from storagelab.domain.runner_spec import PhaseSpec, RunnerSpec
from storagelab.errors import Conflict
from storagelab.planning.loops import build_remaining_loops_spec, count_retained_phases
from storagelab.planning.plan import SPEC_FORMAT, compute_deadline_seconds
from storagelab.planning.preparation import keep_for_resumption
from storagelab.planning.schemas import DevicesTarget
from storagelab.planning.targets import TargetPlan, plan_target, write_refusals
from storagelab.planning.validation import find_server
from storagelab.queue import enqueue
from storagelab.runs.validity import VALIDITY_COLUMNS, find_exclusion_reason

RESUMABLE = (RunState.LOST, RunState.FAILED, RunState.CANCELLED)


@dataclass(frozen=True)
class ResumptionPlan:
    """Ordinals of the phases to retain and to repeat; `refusal` is the reason why that cannot be done."""

    preserved: tuple[int, ...]
    repeated: tuple[int, ...]
    refusal: str | None


def plan_resumption(run: Run, job: Job, phases: Sequence[Phase]) -> ResumptionPlan:
    """Return the phases of a run that a resumption would retain and those it would repeat.

    `phases` are all phases of the run, in order. An interrupted phase is repeated from its start.
    """
    counts = [phase.state == PhaseState.FINISHED or was_not_run(phase.state, phase.stop_reason) for phase in phases]
    good = count_retained_phases(phases, counts.index(False) if False in counts else len(phases))
    retained = tuple(phase.ordinal for phase in phases[:good])
    # Phases that the plan left out stay left out; the attempt checks again whether that is still valid.
    repeated = tuple(phase.ordinal for phase in phases[good:] if not was_left_out(phase.state, phase.stop_reason))
    measured = sum(phase.state == PhaseState.FINISHED for phase in phases[:good])
    return ResumptionPlan(retained, repeated, _find_refusal_reason(run, job, measured, len(repeated)))


def resume_run(session: Session, *, user: Identity, run: Run) -> Attempt:
    """Store a new attempt with the remaining phases of an interrupted run, and enqueue it.

    Raises Conflict when the run cannot be resumed, InvalidInput or RequestRefused when the server or the drives do not
    allow it now. Changed drives, firmware and arrays are detected before the attempt starts.
    """
    _lock_campaign(session, run)
    job = session.scalars(select(Job).where(Job.id == run.job_id).with_for_update()).one_or_none()
    session.refresh(run, attribute_names=["state", *VALIDITY_COLUMNS], with_for_update=True)
    phases = session.scalars(select(Phase).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    if job is None:
        raise Conflict(f"{format_row_number(run)} was not measured here: there is nothing to resume.")
    plan = plan_resumption(run, job, phases)
    if plan.refusal is not None:
        raise Conflict(plan.refusal)
    server = find_server(session, str(job.server_id), engine=job.engine, lock=True)
    target = plan_target(session, server=server, target=DevicesTarget.model_validate(job.target))
    earlier = session.scalars(
        select(Attempt).where(Attempt.run_id == run.id).order_by(Attempt.ordinal.desc()).limit(1)
    ).one()
    spec = _build_remaining_spec(earlier.spec, target, plan)
    spec["phases"] = add_known_maxima(session, run_id=run.id, phases=spec["phases"])
    now = read_clock(session)
    if any(phase["writes"] for phase in spec["phases"]):
        for refusal in write_refusals(target, server=server, confirm_serials=job.confirm_serials, now=now):
            raise refusal
    _reset_phases(session, [phase for phase in phases if phase.ordinal in plan.repeated])
    run.verdict = _retain_verdict(plan.preserved, phases, run.verdict or {})
    attempt = Attempt(
        id=generate_uuid7(),
        run_id=run.id,
        ordinal=earlier.ordinal + 1,
        server_id=server.id,
        state=AttemptState.QUEUED,
        spec=spec,
        resumed_from_id=earlier.id,
        next_step_at=now,
    )
    session.add(attempt)
    _reopen(session, run, job)
    _reopen_cell(session, job)
    session.flush()
    stays = f"{_format_phase_ordinals(plan.preserved)} stay{'s' if len(plan.preserved) == 1 else ''}"
    again = f"{_format_phase_ordinals(plan.repeated)} {'is' if len(plan.repeated) == 1 else 'are'} done again"
    session.add(
        AttemptEvent(
            attempt_id=attempt.id,
            who="api",
            kind="resumed",
            to_state=AttemptState.QUEUED,
            message=f"{user.name} resumed {format_row_number(run)}: {stays}, {again}.",
            evidence={"resumed_from": str(earlier.id), "kept": list(plan.preserved), "repeated": list(plan.repeated)},
        )
    )
    audit.record_event(
        session,
        user_id=user.user_id,
        action="run_resumed",
        subject=f"run {format_row_number(run)}",
        kept=list(plan.preserved),
        repeated=list(plan.repeated),
    )
    enqueue(session, "step_attempt", attempt_id=str(attempt.id))
    session.flush()
    return attempt


def _find_refusal_reason(run: Run, job: Job, finished: int, left: int) -> str | None:
    name = format_row_number(run)
    left_out = find_exclusion_reason(run)
    if left_out is not None:
        return f"{left_out.removesuffix('.')}: it cannot be resumed. Undo that first."
    if run.state not in RESUMABLE:
        return f"{name} is {run.state}: only a run that was lost, failed or cancelled can be resumed."
    if job.state not in JOB_TERMINAL:
        return f"{format_row_number(job)} is still {job.state}: resume {name} when it is over."
    if job.target["kind"] != "devices":
        return f"{name} used a file that no longer exists: submit its job again."
    if has_new_target(job.preparation):
        return f"{name} used a target that its preparation created and that may no longer exist: submit its job again."
    if finished == 0:
        return f"{name} has no finished phase to resume from: submit its job again."
    if left == 0:
        return f"{name} has finished all of its phases: there is nothing left to do."
    return None


def _build_remaining_spec(earlier: RunnerSpec, target: TargetPlan, plan: ResumptionPlan) -> RunnerSpec:
    """Return the spec for the runner: the remaining phases, on the drives under their current names."""
    phases = [phase for phase in earlier["phases"] if phase["ordinal"] in plan.repeated]
    preparation = keep_for_resumption(earlier.get("preparation") or [])
    longest = sum(phase["stop"]["seconds"] + phase["ramp_seconds"] for phase in phases)
    longest += sum(compute_max_seconds(operation, target.total_bytes) for operation in preparation)
    rest = earlier.copy()
    rest.pop("loops", None)
    return {
        **rest,
        **build_remaining_loops_spec(earlier, phases),
        "format": SPEC_FORMAT,
        "deadline_seconds": compute_deadline_seconds(longest, phases=len(phases)),
        "target": target.build_runner_target(),
        "preparation": preparation,
        "phases": phases,
    }


def _reset_phases(session: Session, phases: Sequence[Phase]) -> None:
    """Set phases back to planned and delete their results.

    Their raw files remain with the attempt that produced them.
    """
    ids = [phase.id for phase in phases]
    for model in (LiveChunk, Series, LatencyOverTime, Measurement):
        session.execute(delete(model).where(model.phase_id.in_(ids)))
    for phase in phases:
        phase.state = PhaseState.PLANNED
        phase.stop_reason = phase.message = phase.exit_code = None
        phase.started_at = phase.t0_ms = phase.t1_ms = phase.folded_at = phase.in_measurement_window = None
        if phase.workload.get("load_percent") is not None:
            phase.offered_iops = None


def _retain_verdict(
    retained: Collection[int], phases: Sequence[Phase], before: Mapping[str, Any]
) -> dict[str, object] | None:
    """Return the part of the run's verdict that concerns phases and loops that are not repeated.

    This part is final, because the new attempt may end before it evaluates anything.
    """
    names = {phase.loop for phase in phases if phase.ordinal in retained}
    loops = [loop for loop in before.get("loops") or [] if loop["name"] in names]
    if before.get("phase_ordinal") in retained:
        own = {key: value for key, value in before.items() if key != "loops"}
        return {**own, "loops": loops} if loops else own
    verdict: dict[str, object] | None = None
    for loop in loops:
        verdict = add_loop_verdict(verdict, loop)
    return verdict


def _reopen(session: Session, run: Run, job: Job) -> None:
    run.state = RunState.WAITING
    run.failure_kind = run.failure_message = run.failure_kept = None
    run.finished_at = job.finished_at = None
    # Both were about the earlier course of the job; the request to resume replaces them.
    job.cancel_requested_at = job.start_before = None
    session.flush()
    states = session.scalars(select(Run.state).where(Run.job_id == job.id)).all()
    job.state = derive_job_state([RunState(state) for state in states], cancel_requested=False)


def _lock_campaign(session: Session, run: Run) -> None:
    """Lock the campaign of the run before its job, in the same order as the code that follows the job."""
    of_job = select(Job.campaign_id).where(Job.id == run.job_id).scalar_subquery()
    session.execute(select(Campaign.id).where(Campaign.id == of_job).with_for_update())


def _reopen_cell(session: Session, job: Job) -> None:
    """Set the campaign cell of a job to waiting, so that the campaign follows the job again.

    A cell that another job has replaced stays unchanged.
    """
    if job.campaign_cell_id is None:
        return
    cell = session.get_one(CampaignCell, job.campaign_cell_id, populate_existing=True)
    if cell.column is not None and not cell.superseded:
        cell.state, cell.reason = CellState.WAITING, None


def _format_phase_ordinals(ordinals: Sequence[int]) -> str:
    if len(ordinals) == 1:
        return f"phase {ordinals[0]}"
    return f"phases {ordinals[0]} to {ordinals[-1]}"


def add_known_maxima(session: Session, *, run_id: uuid.UUID, phases: Sequence[PhaseSpec]) -> list[PhaseSpec]:
    """Return the phases of a spec with the known maxima that their shares of load refer to.

    The stored maximum is added where none of `phases` measures it. Raises Conflict when none was stored.
    """
    mine = {phase["ordinal"] for phase in phases}
    earlier = {late["of"] for phase in phases if (late := phase.get("late_rates")) is not None} - mine
    rows = session.execute(
        select(Phase.ordinal, Measurement.iops)
        .join(Measurement, Measurement.phase_id == Phase.id)
        .where(Phase.run_id == run_id, Phase.ordinal.in_(earlier))
    )
    maxima: dict[int, float] = {ordinal: iops for ordinal, iops in rows if iops}
    for ordinal in sorted(earlier - maxima.keys()):
        raise Conflict(
            f"The maximum that phase {ordinal} measured is not stored, and later phases are shares of it: submit the "
            "job again."
        )
    return [_add_known_maximum(phase, maxima) for phase in phases]


def _add_known_maximum(phase: PhaseSpec, maxima: dict[int, float]) -> PhaseSpec:
    late = phase.get("late_rates")
    if late is None or late["of"] not in maxima:
        return phase
    return {**phase, "late_rates": {**late, "known_max": late.get("known_max") or maxima[late["of"]]}}
