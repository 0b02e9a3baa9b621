"""A running attempt that no worker polls is not shown as reached."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from sqlalchemy import func, select, update
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Attempt, Job, Run, Server
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import AttemptState
from storagelab.live.rows import read_snapshots
from storagelab.results import schemas
from storagelab.results.attempt_views import describe_attempts
from storagelab.runs.contact import SILENT_AFTER


@pytest.fixture
def attempt_id(simulated: SimulatedLab) -> uuid.UUID:
    """Provide an attempt that runs and was polled just now."""
    attempt_id = simulated.submit(simulated.add_server())
    assert simulated.step(attempt_id).state == AttemptState.RUNNING
    return attempt_id


def shown(attempt_id: uuid.UUID) -> tuple[schemas.AttemptOut, str]:
    """Return the attempt as lists show it, and the connectivity of its event stream."""
    with session_scope() as session:
        [described] = describe_attempts(session, [session.get_one(Attempt, attempt_id)])
        job_id = session.scalars(select(Job.id).join(Run).join(Attempt).where(Attempt.id == attempt_id)).one()
        return described, read_snapshots(session, [job_id])[job_id].state["connectivity"]


def kill_workers(attempt_id: uuid.UUID, *, seconds_ago: float) -> dt.datetime:
    """Leave the rows of a worker that claimed the attempt after its last poll and died; return that poll's time."""
    then = func.clock_timestamp() - dt.timedelta(seconds=seconds_ago)
    with session_scope() as session:
        attempt = session.get_one(Attempt, attempt_id)
        attempt.started_at = attempt.next_step_at = then
        attempt.claimed_until = func.clock_timestamp() + dt.timedelta(seconds=90)
        session.execute(update(Server).where(Server.id == attempt.server_id).values(last_seen_at=then))
        return session.scalars(select(Server.last_seen_at).where(Server.id == attempt.server_id)).one()


def test_killed_workers_show_their_run_as_unreachable(simulated: SimulatedLab, attempt_id: uuid.UUID) -> None:
    assert (shown(attempt_id)[0].connectivity, shown(attempt_id)[1]) == ("ok", "ok")
    polled_at = kill_workers(attempt_id, seconds_ago=SILENT_AFTER.total_seconds() + 1)
    simulated.machine(simulated.lab.attempt(attempt_id).server_id).kill_supervisor()
    described, streamed = shown(attempt_id)
    assert (described.state, described.connectivity, streamed) == ("running", "unreachable", "unreachable")
    assert described.last_contact_at == polled_at

    simulated.change_attempt(attempt_id, claimed_until=None)
    assert simulated.step_to_end(attempt_id).state == AttemptState.LOST
    described, streamed = shown(attempt_id)
    assert (described.connectivity, streamed, described.last_contact_at) == ("ok", "ok", None)


def test_slow_polls_keep_connectivity_ok(simulated: SimulatedLab, attempt_id: uuid.UUID) -> None:
    kill_workers(attempt_id, seconds_ago=SILENT_AFTER.total_seconds() - 10)
    assert (shown(attempt_id)[0].connectivity, shown(attempt_id)[1]) == ("ok", "ok")
