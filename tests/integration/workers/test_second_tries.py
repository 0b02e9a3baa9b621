"""Runs that end early on purpose, retry as their job allows, or continue after an earlier attempt."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import func, select
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, Job, Measurement, Phase, Run
from storagelab.db.session import session_scope


def attempts_of(simulated: SimulatedLab, attempt_id: uuid.UUID) -> list[Attempt]:
    """Return all attempts of the run of the given attempt, in order."""
    run_id = simulated.lab.attempt(attempt_id).run_id
    query = select(Attempt).where(Attempt.run_id == run_id).order_by(Attempt.ordinal)
    return simulated.lab.read(lambda session: list(session.scalars(query)))


def lose(simulated: SimulatedLab, server_id: uuid.UUID, attempt_id: uuid.UUID) -> Attempt:
    """Restart the server while the attempt runs, after its first phase, and return the attempt."""
    machine = simulated.machine(server_id)
    assert simulated.step(attempt_id).state == "running"
    for _ in range(5):
        machine.work()
        simulated.step(attempt_id)
    machine.reboot()
    for _ in range(3):
        simulated.step(attempt_id)
    return simulated.lab.attempt(attempt_id)


def test_lost_run_is_retried_once_if_job_allows(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id, on_lost="requeue_once")
    assert lose(simulated, server_id, attempt_id).state == "lost"
    first, second = attempts_of(simulated, attempt_id)
    run = simulated.lab.run_of(attempt_id)
    assert (second.ordinal, second.state, run.state, run.failure_message) == (2, "queued", "waiting", None)
    assert [phase.state for phase in simulated.lab.phases_of(attempt_id)] == ["planned", "planned"]
    assert simulated.lab.read(lambda session: session.scalars(select(Job.state)).one()) == "running"
    assert "A second attempt, as the job asks for: The run was lost" in simulated.lab.events_of(second.id)[0].message

    simulated.discover(server_id)
    assert lose(simulated, server_id, second.id).state == "lost"
    assert len(attempts_of(simulated, attempt_id)) == 2
    run = simulated.lab.run_of(attempt_id)
    assert (run.state, run.failure_kind) == ("lost", "infrastructure")
    assert simulated.lab.read(lambda session: session.scalars(select(Job.state)).one()) == "failed"
    assert simulated.machine(server_id).started_io == {str(first.id): 1, str(second.id): 1}


def test_second_attempt_repeats_all_measurements(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id, on_lost="requeue_once")
    lose(simulated, server_id, attempt_id)
    simulated.discover(server_id)
    second = attempts_of(simulated, attempt_id)[1]
    assert simulated.step_to_end(second.id).state == "succeeded"
    run = simulated.lab.run_of(attempt_id)
    assert (run.state, run.completeness) == ("finished", "complete")
    assert simulated.lab.read(lambda session: session.scalars(select(func.count(Measurement.id))).one()) == 2
    for phase in simulated.lab.phases_of(attempt_id):
        simulated.lab.assert_every_sample_once(phase)


def test_second_attempt_recomputes_its_load_share(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id, on_lost="requeue_once")
    with session_scope() as session:
        for phase in session.scalars(select(Phase)):
            phase.workload, phase.offered_iops = {**phase.workload, "load_percent": 50.0}, 5000.0
    lose(simulated, server_id, attempt_id)
    assert [phase.offered_iops for phase in simulated.lab.phases_of(attempt_id)] == [None, None]


def test_lost_run_stays_lost_without_retry_option(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id, on_lost="stop")
    assert lose(simulated, server_id, attempt_id).state == "lost"
    assert len(attempts_of(simulated, attempt_id)) == 1


def test_cancel_after_phase_waits_and_cancel_now_overrides(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    gentle = simulated.submit(server_id)
    simulated.step(gentle)
    simulated.change_attempt(gentle, requested_state="cancel", cancel_when="after_phase")
    assert simulated.step(gentle).status["cancel_when"] == "after_phase"
    attempt = simulated.step_to_end(gentle)
    assert attempt.state == "cancelled"
    assert [phase.state for phase in simulated.lab.phases_of(gentle)] == ["finished", "skipped"]

    hasty = simulated.submit(server_id)
    simulated.step(hasty)
    simulated.change_attempt(hasty, requested_state="cancel", cancel_when="after_phase")
    simulated.step(hasty)
    simulated.change_attempt(hasty, cancel_when="now")
    assert simulated.step(hasty).status["cancel_when"] == "now"
    assert simulated.step_to_end(hasty).state == "cancelled"
    assert simulated.lab.phases_of(hasty)[0].state in ("cancelled", "skipped")


def resume(simulated: SimulatedLab, attempt_id: uuid.UUID) -> uuid.UUID:
    """Queue a run that is to continue with its second phase, as the API does."""
    with session_scope() as session:
        before = session.get_one(Attempt, attempt_id)
        run = session.get_one(Run, before.run_id)
        run.state, run.finished_at = "waiting", None
        rest = [phase for phase in before.spec["phases"] if phase["ordinal"] == 2]
        attempt = Attempt(
            id=generate_uuid7(), run_id=run.id, ordinal=before.ordinal + 1, server_id=before.server_id,
            spec={**before.spec, "phases": rest}, resumed_from_id=before.id,
        )  # fmt: skip
        session.add(attempt)
        for phase in simulated.lab.phases_of(attempt_id):
            if phase.ordinal == 2:
                again = session.merge(phase)
                again.state, again.folded_at, again.message = "planned", None, None
        session.flush()
        return attempt.id


def cancelled_after_the_first_phase(simulated: SimulatedLab, server_id: uuid.UUID) -> uuid.UUID:
    attempt_id = simulated.submit(server_id)
    simulated.step(attempt_id)
    simulated.change_attempt(attempt_id, requested_state="cancel", cancel_when="after_phase")
    assert simulated.step_to_end(attempt_id).state == "cancelled"
    return attempt_id


def test_resumed_run_preserves_finished_phase_and_rediscovers(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = cancelled_after_the_first_phase(simulated, server_id)
    finished_phase = simulated.lab.phases_of(attempt_id)[0]
    resumed = resume(simulated, attempt_id)
    assert simulated.step(resumed).waiting_reason == (
        "waiting for alpha: its inventory is read again before the run continues"
    )
    assert simulated.lab.server(server_id).discovery == "requested"
    simulated.discover(server_id)
    assert simulated.step_to_end(resumed).state == "succeeded"
    phases = simulated.lab.phases_of(attempt_id)
    assert [phase.state for phase in phases] == ["finished", "finished"]
    assert (phases[0].t0_ms, phases[0].folded_at) == (finished_phase.t0_ms, finished_phase.folded_at)
    # Its axis continues after the retained part.
    assert phases[1].t0_ms >= finished_phase.t1_ms


def test_run_is_not_resumed_on_a_changed_server(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = cancelled_after_the_first_phase(simulated, server_id)
    resumed = resume(simulated, attempt_id)
    values: dict[str, Any] = {"kernel": "6.99.0", "discovered_at": func.clock_timestamp()}
    simulated.change_server(server_id, **values)
    assert simulated.step(resumed).state == "refused"
    message = simulated.lab.run_of(attempt_id).failure_message
    assert message == ("The run cannot be resumed: kernel was unknown and is 6.99.0. Submit its job again.")
    assert simulated.lab.leases() == []
