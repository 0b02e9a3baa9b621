"""Uploads are read side by side, and a long line of one person does not hold up another one's."""

from __future__ import annotations

import os
import signal
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import func
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.applications import get_app
from tests.integration.imports.test_faults import many_files, reading_processes, wait_for
from tests.integration.imports.uploads import ImportLab, fio_json

from storagelab.auth.service import issue_token
from storagelab.db.clock import read_clock
from storagelab.db.models import Import, User
from storagelab.db.session import session_scope
from storagelab_workers import import_step
from storagelab_workers.due_work import find_due
from storagelab_workers.import_line import MAX_CONCURRENT, MAX_CONCURRENT_OF_ONE


@pytest.fixture
def colleague(imports: ImportLab) -> TestClient:
    """Provide a client of a person other than the one who owns all tokens of the lab's own machine."""
    with session_scope() as session:
        user = User(name="colleague", role="operator")
        session.add(user)
        session.flush()
        token = issue_token(session, user=user, name="theirs", role="operator", expires_in_days=None)[1]
    return TestClient(get_app(imports.lab.settings), headers={"Authorization": f"Bearer {token}"})


def upload(client: TestClient, files: dict[str, bytes] | None = None) -> dict[str, Any]:
    parts = [("files", item) for item in (files or {"a.json": fio_json()}).items()]
    answer = client.post("/api/v1/imports", files=parts)
    assert answer.status_code == 202, answer.text
    made: dict[str, Any] = answer.json()
    return made


def claim(session: Session, made: dict[str, Any]) -> None:
    """Claim an import as a worker elsewhere would."""
    row = session.get_one(Import, uuid.UUID(made["id"]))
    row.tries = 1
    row.claimed_until = func.now() + func.make_interval(0, 0, 0, 0, 0, 1)


@contextmanager
def frozen(imports: ImportLab, made: dict[str, Any]) -> Iterator[None]:
    """Read an import in a thread, and stop its process half-way until the block ends."""
    worker = threading.Thread(target=import_step.read_import, args=(uuid.UUID(made["id"]),))
    worker.start()
    processes = wait_for(lambda: reading_processes(made["id"]))
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        assert imports.get(made["id"])["state"] == "reading"
        assert imports.operator.delete(f"/api/v1/imports/{made['id']}").status_code == 200
        worker.join()


@pytest.mark.in_turn
def test_one_person_cannot_occupy_all_import_slots(imports: ImportLab, colleague: TestClient) -> None:
    first, second, third = (upload(imports.operator, many_files(1500)) for _ in range(3))
    with frozen(imports, first), frozen(imports, second):
        import_step.read_import(uuid.UUID(third["id"]))
        assert imports.get(third["id"])["state"] == "reading", "a person has two places at most"

        other = upload(colleague)
        import_step.read_import(uuid.UUID(other["id"]))
        assert imports.get(other["id"])["state"] == "ready"

    import_step.read_import(uuid.UUID(third["id"]))
    assert imports.get(third["id"])["state"] == "ready"


def test_first_upload_of_another_person_precedes_second_uploads(imports: ImportLab, colleague: TestClient) -> None:
    line = [upload(imports.operator) for _ in range(5)]
    with session_scope() as session:
        claim(session, line[0])
        claim(session, line[1])
    other = upload(colleague)

    with session_scope() as session:
        due = [item.id for item in find_due(session, read_clock(session))]

    assert due == [uuid.UUID(other["id"])]


def test_places_are_never_more_than_there_are(imports: ImportLab, colleague: TestClient) -> None:
    """Check that only imports with a place begin, although every notified worker looks at them."""
    line = [upload(client) for client in (imports.operator, colleague) for _ in range(3)]
    claimed = []

    def work(made: dict[str, Any]) -> None:
        claim = import_step._claim(uuid.UUID(made["id"]), "reading")
        if claim is not None:
            claimed.append(made["id"])

    with ThreadPoolExecutor(len(line)) as pool:
        list(pool.map(work, line * 2))

    assert len(claimed) == len(set(claimed)) == MAX_CONCURRENT
    of_operator = {made["id"] for made in line[:3]} & set(claimed)
    assert 0 < len(of_operator) <= MAX_CONCURRENT_OF_ONE


@pytest.mark.in_turn
def test_worker_empties_a_long_queue_without_the_reconciler(imports: ImportLab, colleague: TestClient) -> None:
    """Check that each import that ends enqueues the next ones, so that nothing else must enqueue them after the
    uploads.
    """
    line = [upload(client) for client in (imports.operator, colleague) for _ in range(5)]
    imports.lab.start_worker()

    imports.lab.wait(lambda: all(imports.get(made["id"])["state"] == "ready" for made in line))
