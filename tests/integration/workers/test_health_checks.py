"""Health checks run when they are due; a bad one takes its server out of service with a reason."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import select
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Attempt, Job, Run
from storagelab.db.session import session_scope
from storagelab.domain.labels import HEALTH_CHECK_KEY
from storagelab.errors import ServerCallFailed
from storagelab_workers.reconciler import Reconciler

HOUR = dt.timedelta(hours=1)


def due(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    """Put the server on a schedule whose time has come."""
    past = dt.datetime.now(dt.UTC) - HOUR
    simulated.change_server(server_id, health_check_hours=24, health_check_due_at=past, fio_version="fio-3.33")


def checks(server_id: uuid.UUID) -> list[tuple[str, uuid.UUID]]:
    """State of each health check of a server, with its attempt."""
    with session_scope() as session:
        rows = session.execute(
            select(Job.state, Attempt.id)
            .join(Run, Run.job_id == Job.id)
            .join(Attempt, Attempt.run_id == Run.id)
            .where(Job.server_id == server_id, Job.labels.has_key(HEALTH_CHECK_KEY))
        )
        return [(row[0], row[1]) for row in rows]


def test_due_health_check_is_queued_once(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    due(simulated, server_id)
    reconciler.tick()
    reconciler.tick()
    ((state, attempt_id),) = checks(server_id)
    assert state == "queued"
    assert simulated.lab.server(server_id).health_check_due_at > dt.datetime.now(dt.UTC) + 23 * HOUR
    due(simulated, server_id)
    reconciler.tick()
    assert len(checks(server_id)) == 1
    assert simulated.step_to_end(attempt_id).state == "succeeded"
    assert simulated.lab.server(server_id).state == "ready"


def test_refused_health_check_quarantines_the_server(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    due(simulated, server_id)
    reconciler.tick()
    ((_, attempt_id),) = checks(server_id)
    simulated.machine(server_id).refusal = ServerCallFailed(
        "There is no room for a test file.", runner_code="refused", kind="infrastructure"
    )
    assert simulated.step_to_end(attempt_id).state in ("refused", "failed")
    server = simulated.lab.server(server_id)
    assert server.state == "quarantined"
    assert "Its health check j-" in server.state_reason
    assert "There is no room for a test file." in server.state_reason
    # No discovery lets it out by itself: an administrator does.
    assert simulated.discover(server_id).state == "quarantined"


def test_impossible_health_check_quarantines_the_server(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    due(simulated, server_id)
    simulated.change_server(server_id, fio_version=None)
    reconciler.tick()
    server = simulated.lab.server(server_id)
    assert (server.state, checks(server_id)) == ("quarantined", [])
    assert server.state_reason.startswith("Its health check could not be run: ")


def test_failure_of_an_ordinary_run_leaves_server_ready(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.machine(server_id).refusal = ServerCallFailed(
        "There is no room for a test file.", runner_code="refused", kind="infrastructure"
    )
    simulated.step_to_end(attempt_id)
    assert simulated.lab.server(server_id).state == "ready"
