"""Servers that are the same machine, and the effect of its restart on a run about to begin."""

from __future__ import annotations

import uuid

import pytest
from tests.integration.workers.lab import FILL, Lab, measure

from storagelab.db.models import Server
from storagelab.db.session import session_scope


def add_namesake(lab: Lab, server_id: uuid.UUID, name: str, *, boot_id: str) -> uuid.UUID:
    """Add a server with the machine id of another one, as a copy of its disk has it, and return its id."""
    with session_scope() as session:
        machine_id = session.get_one(Server, server_id).machine_id
        server = Server(name=name, transport="local", state="ready", machine_id=machine_id, boot_id=boot_id)
        session.add(server)
        session.flush()
        return server.id


def moves(lab: Lab, attempt_id: uuid.UUID) -> list[str]:
    return [event.to_state for event in lab.events_of(attempt_id) if event.kind == "state"]


@pytest.mark.in_turn
def test_machine_with_two_names_executes_runs_sequentially(lab: Lab) -> None:
    server_id = lab.add_local_server()
    other_id = add_namesake(lab, server_id, "other", boot_id=lab.server(server_id).boot_id)
    lab.start_reconciler()
    running = lab.submit(server_id, (FILL, measure("random read", 60)))
    lab.wait(lambda: lab.attempt(running).state == "running")
    waiting = lab.submit(other_id, (FILL,))
    lab.wait(lambda: lab.attempt(waiting).waiting_reason is not None)
    number = lab.run_of(running).number
    assert lab.attempt(waiting).waiting_reason == f"waiting for this-machine: r-{number} is running there"
    assert moves(lab, waiting) == []


@pytest.mark.in_turn
def test_rebooted_server_is_rediscovered_before_a_run(lab: Lab) -> None:
    server_id = lab.add_local_server()
    boot_id = lab.server(server_id).boot_id
    lab.start_reconciler()
    running = lab.submit(server_id, (FILL, measure("random read", 60)))
    lab.wait(lambda: lab.attempt(running).state == "running")
    # Another boot is another machine even with the same machine id, so the run does not wait for it.
    restarted_id = add_namesake(lab, server_id, "restarted", boot_id=str(uuid.uuid4()))
    attempt_id = lab.submit(restarted_id, (FILL,))
    lab.wait(lambda: moves(lab, attempt_id) == ["leased", "queued"])
    requeued = next(event for event in lab.events_of(attempt_id) if event.to_state == "queued")
    assert "was restarted since its inventory was read" in requeued.message

    # Now it has turned out to be this machine.
    lab.wait(lambda: lab.server(restarted_id).boot_id == boot_id)
    assert lab.server(restarted_id).state == "ready"
    number = lab.run_of(running).number
    waiting = f"waiting for this-machine: r-{number} is running there"
    lab.wait(lambda: lab.attempt(attempt_id).waiting_reason == waiting)
    assert lab.leases() == [f"host:{boot_id}"]


@pytest.mark.in_turn
def test_reregistered_machine_accepts_runs(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_reconciler()
    for _ in range(2):
        assert lab.wait_for_end(lab.submit(server_id, (FILL,))).state == "succeeded"
    again_id = lab.add_local_server("again")
    assert lab.wait_for_end(lab.submit(again_id, (FILL,))).state == "succeeded"
    assert lab.wait_for_end(lab.submit(server_id, (FILL,))).state == "succeeded"
