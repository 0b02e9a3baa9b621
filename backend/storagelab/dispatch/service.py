"""Submission and cancellation of jobs: all rows in one transaction, then due work is enqueued."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Sequence

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, AttemptEvent, Job, Phase, Profile, Run, Server
from storagelab.db.references import format_row_number
from storagelab.dispatch.completion_estimate import estimate_completion
from storagelab.dispatch.live_attempts import lock_live_attempts
from storagelab.dispatch.repeating import run_title, settle_repeats
from storagelab.dispatch.waiting import count_ahead, find_distant_waiting_reason, look_again_after
from storagelab.domain import profile as domain_profile
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import (
    ATTEMPT_TERMINAL,
    JOB_TERMINAL,
    PHASE_TERMINAL,
    AttemptState,
    JobState,
    PhaseState,
    RunState,
    derive_job_state,
)
from storagelab.domain.runner_spec import RunnerSpec
from storagelab.errors import Conflict, InvalidInput, RequestRefused
from storagelab.inventory.engines import get_engine_version
from storagelab.planning.endurance_budget import list_job_endurance_refusals
from storagelab.planning.phases import make_phases
from storagelab.planning.plan import RunnablePlan, make_spec
from storagelab.planning.plan_views import describe_plan
from storagelab.planning.reuse import plan_on_drives
from storagelab.planning.schemas import CancelMode, JobCreate, JobDryRun
from storagelab.planning.targets import write_refusals
from storagelab.planning.validation import check_place, find_server
from storagelab.queue import enqueue

#: Under what an API action is recorded in the event log of an attempt.
ACTOR = "api"


def preview_job(session: Session, *, body: JobCreate) -> JobDryRun:
    """Return the plan that `submit_job` would store for a request, and the expected end of the job.

    The plan is shown before a serial number is typed, so remaining reasons against writing become warnings.
    """
    check_place(body.target, engine=body.engine)
    server = find_server(session, body.server_id, engine=body.engine, lock=False, engine_path="engine")
    planned = plan_on_drives(session, body=body, server=server)
    refusals = _find_refusals(session, body, server, planned)
    still = [f"The job would be refused: {refusal.message.removesuffix('.')}." for refusal in refusals]
    plan = describe_plan(planned.add_warnings(*still))
    return JobDryRun(plan=plan, finish=estimate_completion(session, body=body, plan=plan, server=server))


def submit_job(session: Session, *, user: Identity | None, body: JobCreate, job_id: uuid.UUID) -> Job:
    """Store a job as `job_id` with its runs, phases and first attempts; enqueue the first attempt.

    `user` None is the lab itself. Raises InvalidInput or RequestRefused, with nothing stored, for a job that cannot
    run.
    """
    check_place(body.target, engine=body.engine)
    now = read_clock(session)
    if body.start_before is not None and body.start_before <= now:
        raise InvalidInput("must be in the future", path="start_before")
    server = find_server(session, body.server_id, engine=body.engine, lock=True, engine_path="engine")
    planned = plan_on_drives(session, body=body, server=server)
    for refusal in _find_refusals(session, body, server, planned):
        raise refusal
    spec = make_spec(planned, engine=body.engine)
    job = Job(
        id=job_id,
        name=body.name,
        labels=body.labels,
        server_id=server.id,
        profile_id=_store_profile(session, planned.profile),
        engine=body.engine,
        parameters=planned.parameters,
        target=planned.target.build_stored_target(),
        configuration_name=body.configuration_name,
        repeats=body.repeats,
        repeat_until=body.repeat_until.to_json() if body.repeat_until is not None else None,
        priority=body.priority,
        start_after=body.start_after,
        start_before=body.start_before,
        on_lost=body.on_lost,
        confirm_serials=body.confirm_serials,
        preparation=list(planned.preparation.operations),
        queue_position=now.timestamp(),
        note=body.note,
        plan=describe_plan(planned).model_dump(mode="json"),
        estimated_seconds=planned.estimated_seconds * body.typical_repeats,
        maximum_seconds=planned.maximum_seconds * body.repeats,
        state=JobState.QUEUED,
        submitted_by=user.user_id if user is not None else None,
    )
    session.add(job)
    session.flush()
    _add_runs(session, job=job, server=server, planned=planned, spec=spec, now=now)
    audit.record_event(
        session,
        user_id=job.submitted_by,
        action="job_submitted",
        subject=f"job {format_row_number(job)}",
        server=format_row_number(server),
        profile=planned.profile.name,
        target=job.target,
        destroys=[item.drive.serial for item in planned.target.drives] if planned.writes else [],
        accept_wear=body.accept_wear,
    )
    session.flush()
    return job


def _find_refusals(session: Session, body: JobCreate, server: Server, planned: RunnablePlan) -> list[RequestRefused]:
    """Return the refusals of a job that writes; a job that only reads needs no permission."""
    if not planned.writes:
        return []
    now = read_clock(session)
    refusals = write_refusals(planned.target, server=server, confirm_serials=body.confirm_serials, now=now)
    return refusals + list_job_endurance_refusals(planned, body)


def cancel_job(session: Session, *, user: Identity, job: Job, mode: CancelMode = "now") -> None:
    """Request the end of a job; a repeated request only matters if it demands an earlier end.

    The active run is stopped on its server, at once or after its phase, and its samples are preserved. Raises Conflict
    when the job ended by itself.
    """
    # Attempts are locked before their job, as the worker does it: the other way round the two could block each other.
    attempts = lock_live_attempts(session, job)
    session.refresh(job, attribute_names=["state", "cancel_requested_at"], with_for_update=True)
    was_requested = job.cancel_requested_at is not None
    if job.state in JOB_TERMINAL and not was_requested:
        raise Conflict(f"{format_row_number(job)} is {job.state} already: there is nothing to cancel.")
    now = read_clock(session)
    attempts = [row for row in attempts if not was_requested or (mode == "now" and row.cancel_when != "now")]
    _end_waiting(session, [row for row in attempts if row.state == AttemptState.QUEUED], user=user, now=now)
    for attempt in (row for row in attempts if row.state not in ATTEMPT_TERMINAL):
        attempt.requested_state = "cancel"
        attempt.cancel_when = mode
        attempt.next_step_at = now
        message = f"{user.name} asked to cancel the job {'after its phase' if mode == 'after_phase' else 'now'}."
        _add_event(session, attempt, kind="cancel_requested", message=message)
        enqueue(session, "step_attempt", attempt_id=str(attempt.id))
    if was_requested and not attempts:
        return
    states = session.scalars(select(Run.state).where(Run.job_id == job.id)).all()
    job.cancel_requested_at = job.cancel_requested_at or now
    if attempts:
        settle_repeats(session, job=job, attempt_id=attempts[-1].id, actor=ACTOR, now=now)
    job.state = derive_job_state([RunState(state) for state in states], cancel_requested=True)
    if job.state in JOB_TERMINAL:
        job.finished_at = now
    audit.record_event(
        session, user_id=user.user_id, action="job_cancelled", subject=f"job {format_row_number(job)}", when=mode
    )
    session.flush()


def _end_waiting(session: Session, attempts: Sequence[Attempt], *, user: Identity, now: dt.datetime) -> None:
    """Cancel waiting attempts at once: no start was sent for them and they hold no lease.

    A worker step that handles one of them at this moment finds another version and changes nothing.
    """
    for attempt in attempts:
        evidence = {"started": False, "cancelled_by": user.name}
        session.add(
            AttemptEvent(
                attempt_id=attempt.id,
                who=ACTOR,
                kind="state",
                from_state=AttemptState.QUEUED,
                to_state=AttemptState.CANCELLED,
                message=f"{user.name} cancelled it before any I/O.",
                evidence=evidence,
                evidence_sha256=hashlib.sha256(encode_canonical_json(evidence)).hexdigest(),
            )
        )
        attempt.state, attempt.requested_state, attempt.version = AttemptState.CANCELLED, "cancel", attempt.version + 1
        attempt.finished_at = now
        attempt.next_step_at = attempt.claimed_until = attempt.waiting_reason = None
    session.flush()
    runs = [attempt.run_id for attempt in attempts]
    session.execute(update(Run).where(Run.id.in_(runs)).values(state=RunState.CANCELLED, finished_at=now))
    session.execute(
        update(Phase)
        .where(Phase.run_id.in_(runs), Phase.state.not_in(PHASE_TERMINAL))
        .values(state=PhaseState.CANCELLED)
    )


def _add_runs(
    session: Session, *, job: Job, server: Server, planned: RunnablePlan, spec: RunnerSpec, now: dt.datetime
) -> None:
    """Store the runs of a job and enqueue the first; later repeats wait for their turn.

    A job that repeats until its runs agree has only its first run stored; each other run follows the previous one.
    """
    initial_count = job.repeats if job.repeat_until is None else 1
    runs = [
        Run(
            id=generate_uuid7(),
            job_id=job.id,
            repeat_index=repeat_index,
            server_id=server.id,
            profile_id=job.profile_id,
            title=run_title(job, profile=planned.profile.title, server=server.name, index=repeat_index),
            origin="measured",
            engine=job.engine,
            engine_version=get_engine_version(server, job.engine),
            scale=planned.scale,
            rankable=planned.scale == "full",
            state=RunState.WAITING,
        )
        for repeat_index in range(1, initial_count + 1)
    ]
    scheduled = job.start_after is not None and job.start_after > now
    ahead = count_ahead(session, job=job, server_id=server.id) if len(runs) > 1 else 0
    attempts = []
    for before, run in enumerate(runs):
        attempt = Attempt(
            id=generate_uuid7(),
            run_id=run.id,
            ordinal=1,
            server_id=server.id,
            state=AttemptState.QUEUED,
            spec=spec,
            next_step_at=job.start_after if scheduled else now,
        )
        if before and not scheduled:
            looks_at = now + dt.timedelta(seconds=look_again_after(ahead + before))
            attempt.next_step_at = min(looks_at, job.start_before) if job.start_before is not None else looks_at
            attempt.waiting_reason = find_distant_waiting_reason(server)
        attempts.append(attempt)
    # One flush for each level: nothing but the ids, known beforehand, ties the rows together.
    session.add_all(runs)
    session.flush()
    session.add_all(phase for run in runs for phase in make_phases(run.id, planned))
    session.add_all(attempts)
    session.flush()
    for attempt in attempts:
        _add_event(session, attempt, kind="queued", message="The job was submitted.", to_state=AttemptState.QUEUED)
    enqueue(session, "step_attempt", attempt_id=str(attempts[0].id))


def _store_profile(session: Session, profile: domain_profile.ProfileDefinition) -> uuid.UUID:
    """Store a profile definition if it is new, and return the id of its row.

    Another definition under the same version has another row.
    """
    definition = domain_profile.build_definition(profile)
    digest = hashlib.sha256(encode_canonical_json(definition)).hexdigest()
    session.execute(
        insert(Profile)
        .values(
            id=generate_uuid7(),
            name=profile.name,
            version=profile.version,
            title=profile.title,
            description=profile.description,
            source=profile.source,
            definition=definition,
            sha256=digest,
        )
        .on_conflict_do_nothing(index_elements=["name", "version", "sha256"])
    )
    return session.scalars(
        select(Profile.id).where(
            Profile.name == profile.name, Profile.version == profile.version, Profile.sha256 == digest
        )
    ).one()


def _add_event(
    session: Session, attempt: Attempt, *, kind: str, message: str, to_state: AttemptState | None = None
) -> None:
    session.add(AttemptEvent(attempt_id=attempt.id, who=ACTOR, kind=kind, to_state=to_state, message=message))
