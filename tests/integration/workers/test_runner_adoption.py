"""Attempts that the database does not have, has incompletely, or counts as over."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import delete, select, update
from tests.integration.simulation.simulated_server import DurableAttempt
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Attempt, AttemptEvent, AuditEvent, Lease, Run, Server, StreamCursor
from storagelab.db.session import session_scope
from storagelab_workers.attempts.claimed_attempt import get_controller_id


def undo_start(simulated: SimulatedLab, attempt_id: uuid.UUID, **values: Any) -> None:
    """Put the attempt back to how a backup from before its start has it."""
    with session_scope() as session:
        session.execute(delete(Lease).where(Lease.attempt_id == attempt_id))
        session.execute(delete(StreamCursor).where(StreamCursor.attempt_id == attempt_id))
        session.execute(delete(AttemptEvent).where(AttemptEvent.attempt_id == attempt_id))
        run_id = session.get_one(Attempt, attempt_id).run_id
        session.execute(update(Run).where(Run.id == run_id).values(state="waiting", configuration_id=None))
        session.execute(update(Server).values(fence=0, state="ready"))
    blank = {"state": "queued", "fence": None, "io_started": False, "status": None, "boot_id": None}
    simulated.change_attempt(attempt_id, **{**blank, **values})


def run_there(simulated: SimulatedLab, server_id: uuid.UUID, *, controller: str) -> str:
    """Start an attempt that this lab has not sent, and return its id."""
    machine, attempt_id = simulated.machine(server_id), str(uuid.uuid4())
    spec = {"phases": [{"ordinal": 1, "name": "theirs", "writes": False}]}
    started = {"boot_id": machine.boot_id, "realtime_ns": 1, "boottime_ns": 1}
    machine.attempts[attempt_id] = DurableAttempt(controller, spec, started=started)
    machine.running = attempt_id
    return attempt_id


def test_running_attempt_is_adopted_after_database_restore(
    simulated: SimulatedLab,
) -> None:
    server_id = simulated.add_server()
    assert simulated.step_to_end(simulated.submit(server_id)).state == "succeeded"
    attempt_id = simulated.submit(server_id)
    assert simulated.step(attempt_id).state == "running"
    fence = simulated.lab.attempt(attempt_id).fence
    undo_start(simulated, attempt_id)

    # The first call to the server is refused, so no statement of the database about it is trusted.
    assert simulated.step(attempt_id).state == "queued"
    server = simulated.discover(server_id)
    attempt = simulated.lab.attempt(attempt_id)
    assert (attempt.state, attempt.fence) == ("starting", fence)
    assert server.state == "quarantined"
    assert server.fence < fence
    assert "restored from an older backup" in server.state_reason
    adopted = simulated.lab.events_of(attempt_id)[-1]
    assert (adopted.to_state, adopted.who) == ("starting", "discovery")
    assert adopted.evidence["runner_state"] == "running"

    attempt = simulated.step_to_end(attempt_id)
    assert attempt.state == "succeeded"
    assert simulated.machine(server_id).started_io[str(attempt_id)] == 1
    assert simulated.lab.run_of(attempt_id).configuration_id is not None
    assert simulated.lab.leases() == []


def test_only_a_resync_releases_the_server_after_restore(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    assert simulated.step_to_end(simulated.submit(server_id)).state == "succeeded"
    simulated.change_server(server_id, fence=0)
    machine = simulated.machine(server_id)
    machine.fences[get_controller_id()] = 7
    server = simulated.discover(server_id)
    assert (server.state, server.fence) == ("quarantined", 0)
    assert "has seen fence 7 of this lab, the database only 0" in server.state_reason

    running = run_there(simulated, server_id, controller="another-lab")
    simulated.change_server(server_id, resync_requested=True)
    assert simulated.discover(server_id).fence == 0
    machine.running = None
    del machine.attempts[running]

    server = simulated.discover(server_id)
    assert (server.state, server.fence, server.resync_requested) == ("ready", 8, False)
    audited = simulated.lab.read(
        lambda session: session.scalars(select(AuditEvent).where(AuditEvent.action == "server_resynced")).one()
    )
    assert audited.detail == {"fence_before": 0, "fence_after": 8}
    assert simulated.step_to_end(simulated.submit(server_id)).state == "succeeded"


def test_unknown_attempt_quarantines_server_until_it_ends(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    theirs = run_there(simulated, server_id, controller="another-lab")
    server = simulated.discover(server_id)
    assert server.state == "quarantined"
    assert server.unknown_attempts == [
        {"attempt_id": theirs, "message": f"Attempt {theirs} of another lab is running on alpha."}
    ]
    attempt = simulated.step(simulated.submit(server_id))
    assert attempt.state == "queued"
    assert attempt.waiting_reason.startswith("waiting for alpha: it is quarantined (Attempt ")

    machine = simulated.machine(server_id)
    machine.running = None
    server = simulated.discover(server_id)
    assert (server.state, server.unknown_attempts) == ("ready", [])
    assert simulated.step(attempt.id).state == "running"


def test_overridden_attempt_still_running_quarantines_server(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.step(attempt_id)
    simulated.change_attempt(attempt_id, state="lost")
    server = simulated.discover(server_id)
    assert server.state == "quarantined"
    assert "this lab counts it as lost" in server.state_reason


def test_held_server_needs_an_explicit_release(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.step(attempt_id)
    machine = simulated.machine(server_id)
    del machine.attempts[str(attempt_id)]
    machine.running = None
    assert simulated.step(attempt_id).state == "lost"
    server = simulated.discover(server_id)
    assert server.state == "quarantined"
    assert "state folder was emptied" in server.state_reason
    machine.reachable = False
    assert simulated.discover(server_id).state == "quarantined"

    machine.reachable = True
    simulated.change_server(server_id, state="new")
    server = simulated.discover(server_id)
    assert (server.state, server.state_reason, server.last_error) == ("ready", None, None)
    assert "held" not in server.facts
