"""Every task: take an id, make one step, leave the rest to the next ring."""

from __future__ import annotations

import uuid

from storagelab_workers.app import app
from storagelab_workers.attempts.step import step
from storagelab_workers.process import process_servers
from storagelab_workers.server_step import discover

ACTOR = "worker"


@app.task(name="storagelab_workers.step_attempt")
def step_attempt(attempt_id: str) -> None:
    """One step on an attempt."""
    step(uuid.UUID(attempt_id), servers=process_servers(), actor=ACTOR)


@app.task(name="storagelab_workers.step_server")
def step_server(server_id: str) -> None:
    """One discovery of a server."""
    discover(uuid.UUID(server_id), servers=process_servers())
