"""Jobs that repeat until repeatable: each run follows the one before, once, after any crash."""

from __future__ import annotations

import itertools
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, func, select, text, update
from sqlalchemy.orm import Session
from tests.integration.workers.lab import Lab
from tests.integration.workers.simulated import SimulatedLab

from storagelab.auth.service import Identity
from storagelab.backup.settle import settle
from storagelab.db.models import Attempt, AttemptEvent, Job, Measurement, Phase, Run, Server, User
from storagelab.db.session import session_scope
from storagelab.dispatch.service import cancel_job
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL
from storagelab.results.override import override_attempt
from storagelab.results.schemas import AttemptOverride
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.crash_points import ATTEMPT_POINTS, at_every_point

RULE = {"cv_percent": 5.0, "at_least": 3}


class Crashed(BaseException):
    """The death of a worker: nothing of the product may catch it."""


def submit(simulated: SimulatedLab, server_id: uuid.UUID, *, limit: int = 5, **job: Any) -> uuid.UUID:
    """Submit a job that repeats until its runs agree, and return its first attempt."""
    return simulated.submit(server_id, repeats=limit, repeat_until=RULE, **job)


def job_of(lab: Lab) -> Job:
    """Return the only job."""
    job: Job = lab.read(lambda session: session.scalars(select(Job)).one())
    return job


def runs_of(lab: Lab) -> list[Run]:
    """Return all runs in order."""
    return lab.read(lambda session: list(session.scalars(select(Run).order_by(Run.repeat_index))))


def next_attempt(lab: Lab) -> Attempt | None:
    """Return the attempt that is not over; there is never more than one."""
    live = select(Attempt).where(Attempt.state.not_in(ATTEMPT_TERMINAL))
    attempt: Attempt | None = lab.read(lambda session: session.scalars(live).one_or_none())
    return attempt


def finish_next(simulated: SimulatedLab, *, iops: float | None = None) -> Attempt:
    """Play the waiting run to its end and return its attempt.

    `iops` replaces the measured value of its point before the decision is made.
    """
    attempt = next_attempt(simulated.lab)
    assert attempt is not None

    def change(point: str) -> None:
        if point == "after_copy_commit" and iops is not None:
            _measure(attempt.run_id, iops)

    with at_every_point(change):
        return simulated.step_to_end(attempt.id)


def _measure(run_id: uuid.UUID, iops: float) -> None:
    points = select(Phase.id).where(Phase.run_id == run_id, Phase.kind == "measure")
    with session_scope() as session:
        session.execute(update(Measurement).where(Measurement.phase_id.in_(points)).values(iops=iops))


def user_of(session: Session) -> Identity:
    user = User(name="somebody", role="admin")
    session.add(user)
    session.flush()
    return Identity(user_id=user.id, name=user.name, role="admin", by_cookie=False)


def cancel(lab: Lab) -> None:
    """Cancel the only job."""
    with session_scope() as session:
        cancel_job(session, user=user_of(session), job=session.scalars(select(Job)).one())


@pytest.mark.in_turn
def test_agreeing_runs_stop_at_the_minimum(simulated: SimulatedLab) -> None:
    submit(simulated, simulated.add_server())
    assert [run.state for run in runs_of(simulated.lab)] == ["waiting"]
    for _ in range(2):
        finish_next(simulated)
        job = job_of(simulated.lab)
        assert (job.state, job.finished_at, job.repeat_verdict["outcome"]) == ("running", None, "going_on")
    finish_next(simulated)
    job = job_of(simulated.lab)
    assert (job.state, job.repeat_verdict["outcome"]) == ("finished", "repeatable")
    assert (job.repeat_verdict["worst_point"], job.repeat_verdict["cv_percent"]) == ("random read", 0.0)
    assert next_attempt(simulated.lab) is None
    runs = runs_of(simulated.lab)
    assert [(run.repeat_index, run.state, run.completeness) for run in runs] == [
        (index, "finished", "complete") for index in (1, 2, 3)
    ]
    assert [run.title for run in runs[1:]] == ["tiny (2 of at most 5)", "tiny (3 of at most 5)"]


@pytest.mark.evidence
def test_a_real_job_is_repeated_on_fio(lab: Lab) -> None:
    """Check three runs one after the other by real workers; so wide a limit makes every machine repeatable."""
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    first = lab.submit(server_id, repeats=6, repeat_until={"cv_percent": 100.0, "at_least": 3})
    lab.wait(lambda: job_of(lab).finished_at is not None, seconds=120)
    job = job_of(lab)
    assert (job.state, job.repeat_verdict["outcome"], job.repeat_verdict["repeats_done"]) == (
        "finished",
        "repeatable",
        3,
    )
    assert 0 < job.repeat_verdict["cv_percent"] <= 100
    assert job.repeat_verdict["worst_point"] in ("random read", "mixed")
    runs = runs_of(lab)
    assert [(run.repeat_index, run.state) for run in runs] == [(index, "finished") for index in (1, 2, 3)]
    assert all(later.started_at >= earlier.finished_at for earlier, later in itertools.pairwise(runs))
    # Each of the four phases was started once in each run, and nothing is left to do.
    assert lab.started_engines() == 12
    assert lab.attempt(first).state == "succeeded"
    assert (next_attempt(lab), lab.leases()) == (None, [])


def test_repeat_has_the_plan_of_the_first_run(simulated: SimulatedLab) -> None:
    first = submit(simulated, simulated.add_server())
    planned = [(row.name, row.workload, row.stop, row.planned_seconds) for row in simulated.lab.phases_of(first)]
    finish_next(simulated)
    second = next_attempt(simulated.lab)
    assert second is not None
    phases = simulated.lab.phases_of(second.id)
    assert [(row.name, row.workload, row.stop, row.planned_seconds) for row in phases] == planned
    assert {(row.state, row.t0_ms, row.started_at, row.folded_at) for row in phases} == {("planned", None, None, None)}
    assert (second.spec, second.ordinal) == (simulated.lab.attempt(first).spec, 1)
    message = simulated.lab.events_of(second.id)[0].message
    assert message.startswith("1 repeat of at most 5 counts. Another one follows: at least 3 are needed.")


def test_differing_runs_repeat_up_to_the_limit(simulated: SimulatedLab) -> None:
    submit(simulated, simulated.add_server(), limit=4)
    for iops in (1000, 2000, 1000, 2000):
        finish_next(simulated, iops=iops)
    job = job_of(simulated.lab)
    assert (job.state, job.repeat_verdict["outcome"], len(runs_of(simulated.lab))) == ("finished", "limit_reached", 4)
    # Of 1000, 2000, 1000, 2000 the standard deviation is 577.35 and the mean 1500.
    assert job.repeat_verdict["cv_percent"] == pytest.approx(100 * 577.3502691896 / 1500)
    # t(0.975, 229) = 1.9704: 1.9704 * 577.35 / sqrt(230) = 75.01, just over 5 % of the mean.
    assert job.repeat_verdict["needed_repeats"] == 231


@pytest.mark.in_turn
def test_failed_repeat_does_not_count_and_is_reported(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    submit(simulated, server_id, limit=4)
    finish_next(simulated)
    _fail(simulated, server_id)
    finish_next(simulated)
    finish_next(simulated)
    job = job_of(simulated.lab)
    assert [run.state for run in runs_of(simulated.lab)] == ["finished", "failed", "finished", "finished"]
    # Three count, as many as are needed; that one failed stays the state of the job.
    assert (job.state, job.repeat_verdict["outcome"], job.repeat_verdict["failed"]) == ("failed", "repeatable", 1)
    assert "1 more failed or was lost: it does not count" in job.repeat_verdict["sentence"]


def test_job_that_keeps_failing_is_not_repeated(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    submit(simulated, server_id, limit=10)
    for _ in range(2):
        _fail(simulated, server_id)
    job = job_of(simulated.lab)
    assert (job.state, job.repeat_verdict["outcome"], len(runs_of(simulated.lab))) == ("failed", "failing", 2)


def _fail(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    attempt = next_attempt(simulated.lab)
    assert attempt is not None
    simulated.step(attempt.id)
    simulated.machine(server_id).work()
    simulated.machine(server_id).fail_engine()
    assert simulated.step_to_end(attempt.id).state == "failed"


@pytest.mark.in_turn
def test_a_cancelled_job_is_not_repeated(simulated: SimulatedLab) -> None:
    submit(simulated, simulated.add_server())
    finish_next(simulated)
    cancel(simulated.lab)
    job = job_of(simulated.lab)
    assert (job.state, job.repeat_verdict["outcome"]) == ("cancelled", "ended")
    assert "No more follow: the job was cancelled." in job.repeat_verdict["sentence"]
    assert [run.state for run in runs_of(simulated.lab)] == ["finished", "cancelled"]


def test_cancel_during_run_end_also_cancels_next_run(simulated: SimulatedLab) -> None:
    """Check a cancel that comes while the end of a run holds the attempt's lock and stores the next attempt."""
    attempt_id = submit(simulated, simulated.add_server())
    threads: list[threading.Thread] = []

    def cancel_meanwhile(session: Session) -> None:
        if threads or not _has_new_run(session):
            return
        thread = threading.Thread(target=cancel, args=(simulated.lab,))
        threads.append(thread)
        thread.start()
        _wait_until_somebody_waits_for_a_lock(simulated.lab)

    with _before_commit(cancel_meanwhile):
        assert simulated.step_to_end(attempt_id).state == "succeeded"
        for thread in threads:
            thread.join(timeout=20)
    assert len(threads) == 1
    assert [run.state for run in runs_of(simulated.lab)] == ["finished", "cancelled"]
    assert job_of(simulated.lab).state == "cancelled"
    assert next_attempt(simulated.lab) is None


def test_second_worker_ending_run_does_not_decide_again(simulated: SimulatedLab) -> None:
    attempt_id = submit(simulated, simulated.add_server())
    thawed = False

    def let_another_one_end_it(point: str) -> None:
        nonlocal thawed
        if point == "after_ack_before_commit" and not thawed:
            thawed = True
            simulated.change_attempt(attempt_id, claimed_until=None)
            with at_every_point(lambda _: None):
                simulated.step(attempt_id)
            assert simulated.lab.attempt(attempt_id).state == "succeeded"

    with at_every_point(let_another_one_end_it):
        simulated.step_to_end(attempt_id)
    assert thawed
    _assert_decided_once(simulated)


@pytest.mark.in_turn
def test_two_simultaneous_workers_decide_once(simulated: SimulatedLab) -> None:
    attempt_id = submit(simulated, simulated.add_server())
    both = threading.Barrier(2, timeout=20)

    def end() -> None:
        advance_attempt(attempt_id, servers=simulated.network, actor="other")  # type: ignore[arg-type]

    def meet(point: str) -> None:
        if point == "after_ack_before_commit":
            if threading.current_thread() is threading.main_thread():
                simulated.change_attempt(attempt_id, claimed_until=None, next_step_at=func.clock_timestamp())
                other.start()
            both.wait()

    other = threading.Thread(target=end)
    with at_every_point(meet):
        simulated.step_to_end(attempt_id)
        other.join(timeout=20)
    assert not other.is_alive()
    _assert_decided_once(simulated)


def test_worker_crash_before_commit_stores_no_decision(simulated: SimulatedLab) -> None:
    attempt_id = submit(simulated, simulated.add_server())

    def die(session: Session) -> None:
        if _has_new_run(session):
            raise Crashed

    with _before_commit(die), pytest.raises(Crashed):
        simulated.step_to_end(attempt_id)
    assert simulated.lab.attempt(attempt_id).state == "collecting"
    assert (len(runs_of(simulated.lab)), job_of(simulated.lab).repeat_verdict) == (1, None)
    simulated.change_attempt(attempt_id, claimed_until=None)
    assert simulated.step_to_end(attempt_id).state == "succeeded"
    _assert_decided_once(simulated)


def test_worker_crash_at_any_point_leaves_one_repeat(simulated: SimulatedLab) -> None:
    """Check that after a worker died once at every point of the first run, the next one continues."""
    attempt_id = submit(simulated, simulated.add_server())
    died: set[str] = set()

    def die_once(point: str) -> None:
        if point not in died:
            died.add(point)
            raise Crashed

    with at_every_point(die_once):
        for _ in range(60):
            simulated.change_attempt(attempt_id, claimed_until=None)
            try:
                if simulated.step_to_end(attempt_id).state in ATTEMPT_TERMINAL:
                    break
            except Crashed:
                continue
    assert simulated.lab.attempt(attempt_id).state == "succeeded"
    assert died == set(ATTEMPT_POINTS)
    _assert_decided_once(simulated)


def test_run_declared_lost_does_not_count(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = submit(simulated, server_id)
    simulated.step(attempt_id)
    with session_scope() as session:
        attempt = session.get_one(Attempt, attempt_id)
        body = AttemptOverride(server_name=session.get_one(Server, server_id).name, reason="the rack is on fire")
        override_attempt(session, user=user_of(session), attempt=attempt, body=body)
    job = job_of(simulated.lab)
    assert (job.state, job.repeat_verdict["repeats_done"], job.repeat_verdict["failed"]) == ("running", 0, 1)
    # The server is in quarantine: the next run waits until it was found in order.
    following = next_attempt(simulated.lab)
    assert following is not None
    assert simulated.step(following.id).state == "queued"


def test_a_second_attempt_comes_before_the_decision(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = submit(simulated, server_id, on_lost="requeue_once")
    simulated.step(attempt_id)
    simulated.machine(server_id).work()
    simulated.machine(server_id).reboot()
    assert simulated.step_to_end(attempt_id).state == "lost"
    assert (len(runs_of(simulated.lab)), job_of(simulated.lab).repeat_verdict) == (1, None)
    simulated.discover(server_id)
    finish_next(simulated)
    _assert_decided_once(simulated)


def test_restored_lab_starts_no_further_repeats(simulated: SimulatedLab) -> None:
    submit(simulated, simulated.add_server())
    finish_next(simulated)
    with session_scope() as session:
        now = session.scalars(select(func.clock_timestamp())).one()
        settle(session, backed_up_at=now, same_lab=True)
    job = job_of(simulated.lab)
    assert (job.repeat_verdict["outcome"], next_attempt(simulated.lab)) == ("ended", None)


def _assert_decided_once(simulated: SimulatedLab) -> None:
    """Check that one run has ended, one waits, and one decision is among the events."""
    assert [(run.repeat_index, run.state) for run in runs_of(simulated.lab)] == [(1, "finished"), (2, "waiting")]
    decisions = select(AttemptEvent.message).where(AttemptEvent.kind == "repeats")
    assert len(simulated.lab.read(lambda session: session.scalars(decisions).all())) == 1
    assert job_of(simulated.lab).repeat_verdict["repeats_done"] == 1


def _has_new_run(session: Session) -> bool:
    """Return whether the transaction sees a second run that waits."""
    return session.scalars(select(Run.id).where(Run.repeat_index == 2, Run.state == "waiting")).first() is not None


@contextmanager
def _before_commit(action: Any) -> Iterator[None]:
    event.listen(Session, "before_commit", action)
    try:
        yield
    finally:
        event.remove(Session, "before_commit", action)


def _wait_until_somebody_waits_for_a_lock(lab: Lab) -> None:
    waiting = text(
        "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    )
    lab.wait(lambda: lab.read(lambda session: session.scalars(waiting).one()) > 0, seconds=20)
