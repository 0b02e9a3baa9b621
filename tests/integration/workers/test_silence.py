"""Server that does not answer: the conclusions that are allowed from that, and those that are not."""

from __future__ import annotations

import datetime as dt
import socket
import uuid

import asyncssh
import pytest
from tests.integration.workers.lab import Lab

from storagelab.db.models import Attempt, Lease, Server
from storagelab.db.session import session_scope
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.process import process_servers


@pytest.fixture
def silent_server(lab: Lab) -> uuid.UUID:
    """Provide a server whose SSH port refuses every connection."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    key = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode()
    with session_scope() as session:
        server = Server(
            name="silent",
            transport="ssh",
            address="127.0.0.1",
            port=port,
            username="nobody",
            host_key=key,
            state="busy",
        )
        session.add(server)
        session.flush()
        return server.id


def running_attempt(lab: Lab, server_id: uuid.UUID, *, state: str = "running", hours_ago: float) -> uuid.UUID:
    """Create an attempt that was started `hours_ago` hours ago and has sent nothing since; return its id."""
    attempt_id = lab.submit(server_id, deadline_seconds=60)
    then = dt.datetime.now(dt.UTC) - dt.timedelta(hours=hours_ago)
    with session_scope() as session:
        attempt = session.get_one(Attempt, attempt_id)
        attempt.state, attempt.io_started, attempt.fence = state, state == "running", 1
        attempt.connectivity, attempt.unreachable_since = "unreachable", then
        attempt.started_at = then if state == "running" else None
        session.add(Lease(resource=f"host:{server_id}", attempt_id=attempt_id, fence=1))
    return attempt_id


def test_unreachable_server_does_not_end_a_running_attempt(lab: Lab, silent_server: uuid.UUID) -> None:
    attempt_id = running_attempt(lab, silent_server, hours_ago=0.9)
    advance_attempt(attempt_id, servers=process_servers(), actor="test")

    attempt = lab.attempt(attempt_id)
    assert (attempt.state, attempt.connectivity, attempt.poll_failures) == ("running", "unreachable", 1)
    assert attempt.next_step_at is not None
    assert attempt.claimed_until is None
    assert lab.leases() == [f"host:{silent_server}"]
    assert lab.server(silent_server).state == "unreachable"


@pytest.mark.parametrize("state", ["starting", "running"])
def test_run_past_its_own_limit_is_lost(lab: Lab, silent_server: uuid.UUID, state: str) -> None:
    attempt_id = running_attempt(lab, silent_server, state=state, hours_ago=1.5)
    advance_attempt(attempt_id, servers=process_servers(), actor="test")

    attempt, run = lab.attempt(attempt_id), lab.run_of(attempt_id)
    assert (attempt.state, run.state, run.failure_kind) == ("lost", "lost", "infrastructure")
    assert "has not answered since" in run.failure_message
    assert lab.events_of(attempt_id)[-1].evidence["deadline_seconds"] == 60
    assert lab.leases() == []
    assert lab.server(silent_server).state == "unreachable"


def test_unstarted_attempt_releases_its_unreachable_server(lab: Lab, silent_server: uuid.UUID) -> None:
    attempt_id = running_attempt(lab, silent_server, state="leased", hours_ago=0.1)
    advance_attempt(attempt_id, servers=process_servers(), actor="test")
    assert lab.attempt(attempt_id).state == "queued"
    assert lab.leases() == []

    advance_attempt(attempt_id, servers=process_servers(), actor="test")
    reason = lab.attempt(attempt_id).waiting_reason
    assert reason.startswith("waiting for silent: it is unreachable (silent does not answer over SSH")
