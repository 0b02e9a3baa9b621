"""All Celery tasks: each takes an id, makes one step, and leaves the rest to the next call.

None of them has a time limit of Celery: a thread cannot be ended, so every call within a step has its own. Reading and
storing an import may take long; a renewed claim shows who does it.
"""

from __future__ import annotations

import uuid

from storagelab_workers import import_step
from storagelab_workers.app import app
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.check_step import answer_check
from storagelab_workers.process import process_servers
from storagelab_workers.server_step import discover

ACTOR = "worker"


@app.task(name="storagelab_workers.step_attempt")
def step_attempt(attempt_id: str) -> None:
    """Run one step on an attempt."""
    advance_attempt(uuid.UUID(attempt_id), servers=process_servers(), actor=ACTOR)


@app.task(name="storagelab_workers.step_server")
def step_server(server_id: str) -> None:
    """Run one discovery of a server."""
    discover(uuid.UUID(server_id), servers=process_servers())


@app.task(name="storagelab_workers.step_check")
def step_check(check_id: str) -> None:
    """Run one query to a server about a target."""
    answer_check(uuid.UUID(check_id), servers=process_servers())


@app.task(name="storagelab_workers.read_import")
def read_import(import_id: str) -> None:
    """Read one upload."""
    import_step.read_import(uuid.UUID(import_id))


@app.task(name="storagelab_workers.store_import")
def store_import(import_id: str) -> None:
    """Store what was chosen of one upload."""
    import_step.store_import(uuid.UUID(import_id))
