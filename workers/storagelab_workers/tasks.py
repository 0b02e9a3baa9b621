"""Every task: take an id, make one step, leave the rest to the next ring."""

from __future__ import annotations

import uuid

from storagelab_workers import import_step
from storagelab_workers.app import app
from storagelab_workers.attempts.step import step
from storagelab_workers.process import process_servers
from storagelab_workers.server_step import discover

ACTOR = "worker"
#: Reading and storing an import may take long; a claim that is renewed, and not a time limit, tells who does it.
IMPORT_SOFT_SECONDS, IMPORT_SECONDS = 7200, 7260


@app.task(name="storagelab_workers.step_attempt")
def step_attempt(attempt_id: str) -> None:
    """One step on an attempt."""
    step(uuid.UUID(attempt_id), servers=process_servers(), actor=ACTOR)


@app.task(name="storagelab_workers.step_server")
def step_server(server_id: str) -> None:
    """One discovery of a server."""
    discover(uuid.UUID(server_id), servers=process_servers())


@app.task(name="storagelab_workers.read_import", soft_time_limit=IMPORT_SOFT_SECONDS, time_limit=IMPORT_SECONDS)
def read_import(import_id: str) -> None:
    """Read one upload."""
    import_step.read_import(uuid.UUID(import_id))


@app.task(name="storagelab_workers.store_import", soft_time_limit=IMPORT_SOFT_SECONDS, time_limit=IMPORT_SECONDS)
def store_import(import_id: str) -> None:
    """Store what was chosen of one upload."""
    import_step.store_import(uuid.UUID(import_id))
