"""Raw files that take longer than a step, and some that no longer match the exit record."""

from __future__ import annotations

import hashlib
import random
import time
import uuid
from pathlib import Path

import pytest
from sqlalchemy import delete, update
from tests.integration.workers.lab import FILL, Lab

from storagelab.db.models import Artifact, Attempt, Job, Run, Server
from storagelab.db.session import session_scope
from storagelab.results.artifact_store import ContentMismatch, get_artifact_store
from storagelab_workers.attempts.claimed_attempt import ClaimedAttempt
from storagelab_workers.attempts.copying import RemoteFile, copy_file, copy_together, discard_drafts, iterate_batches
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.process import process_servers
from storagelab_workers.timing import STEP_BUDGET

BIG = "phases/01/big.log"


@pytest.fixture
def ended(lab: Lab) -> uuid.UUID:
    """Provide an attempt that is over; the runner still has its files."""
    server_id = lab.add_local_server()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, (FILL,))
    assert lab.wait_for_end(attempt_id).state == "succeeded"
    lab.processes.kill_all()
    return attempt_id


def on_the_server(lab: Lab, attempt_id: uuid.UUID, name: str) -> Path:
    assert lab.settings.runner_state_dir is not None
    return lab.settings.runner_state_dir / "attempts" / str(attempt_id) / name


def turn_without_time(lab: Lab, attempt_id: uuid.UUID) -> ClaimedAttempt:
    """Return a claimed attempt whose step must let go after every piece."""
    with session_scope() as session:
        attempt = session.get_one(Attempt, attempt_id)
        run = session.get_one(Run, attempt.run_id)
        job, server = session.get_one(Job, run.job_id), session.get_one(Server, attempt.server_id)
    return ClaimedAttempt(attempt, run, job, server, process_servers(), "test", time.monotonic() - STEP_BUDGET - 1)


@pytest.mark.in_turn
def test_large_file_is_copied_over_several_steps(lab: Lab, ended: uuid.UUID) -> None:
    content = random.Random(1).randbytes((5 << 20) // 2)
    on_the_server(lab, ended, BIG).write_bytes(content)
    turn, digest = turn_without_time(lab, ended), hashlib.sha256(content).hexdigest()
    assert copy_file(turn, BIG, size=len(content), sha256=digest) is None
    assert copy_file(turn, BIG, size=len(content), sha256=digest) is None
    stored = copy_file(turn, BIG, size=len(content), sha256=digest)
    assert stored is not None
    assert b"".join(get_artifact_store().read_blocks(stored.key)) == content
    discard_drafts(ended)
    assert list((lab.settings.data_dir / "incoming").iterdir()) == []


@pytest.mark.in_turn
def test_failed_copy_starts_over(lab: Lab, ended: uuid.UUID) -> None:
    content = random.Random(2).randbytes((3 << 20) // 2)
    path = on_the_server(lab, ended, BIG)
    path.write_bytes(bytes(len(content)))
    turn, digest = turn_without_time(lab, ended), hashlib.sha256(content).hexdigest()
    assert copy_file(turn, BIG, size=len(content), sha256=digest) is None
    path.write_bytes(content)
    with pytest.raises(ContentMismatch):
        copy_file(turn, BIG, size=len(content), sha256=digest)
    assert copy_file(turn, BIG, size=len(content), sha256=digest) is None
    assert copy_file(turn, BIG, size=len(content), sha256=digest) is not None


def some_files(lab: Lab, attempt_id: uuid.UUID, contents: list[bytes]) -> list[RemoteFile]:
    files = []
    for number, content in enumerate(contents):
        name = f"phases/01/part.{number}.log"
        on_the_server(lab, attempt_id, name).write_bytes(content)
        files.append(RemoteFile(name, len(content), hashlib.sha256(content).hexdigest()))
    return files


@pytest.mark.in_turn
def test_small_files_are_copied_with_one_call(lab: Lab, ended: uuid.UUID) -> None:
    contents = [b"", *(random.Random(number).randbytes(90 << 10) for number in range(9))]
    files = some_files(lab, ended, contents)
    turn, verbs = turn_without_time(lab, ended), []
    call = turn.servers.call

    class Counted:
        def call(self, server, verb, args, *, timeout_seconds):
            verbs.append(verb)
            return call(server, verb, args, timeout_seconds=timeout_seconds)

    turn.servers = Counted()
    (batch,) = iterate_batches(files)
    copied = copy_together(turn, batch)
    assert [file for file, _ in copied] == files
    assert [b"".join(get_artifact_store().read_blocks(stored.key)) for _, stored in copied] == contents
    assert verbs == ["read"]
    assert copy_together(turn, batch) == copied
    assert verbs == ["read"], "what is stored already is not asked for again"


@pytest.mark.in_turn
def test_small_files_differing_from_their_listing_are_skipped(lab: Lab, ended: uuid.UUID) -> None:
    files = some_files(lab, ended, [b"first", b"second", b"third"])
    on_the_server(lab, ended, files[1].name).write_bytes(b"2nd")
    turn = turn_without_time(lab, ended)
    assert [file for file, _ in copy_together(turn, files)] == [files[0], files[2]]


@pytest.mark.in_turn
def test_older_runner_is_read_file_by_file(lab: Lab, ended: uuid.UUID) -> None:
    files = some_files(lab, ended, [b"first", b"second"])
    turn = turn_without_time(lab, ended)
    call = turn.servers.call

    class Older:
        def call(self, server, verb, args, *, timeout_seconds):
            return call(
                server, verb, {name: args[name] for name in args if name != "along"}, timeout_seconds=timeout_seconds
            )

    turn.servers = Older()
    assert [file for file, _ in copy_together(turn, files)] == files[:1]
    turn = turn_without_time(lab, ended)
    assert copy_file(turn, files[1].name, size=files[1].size, sha256=files[1].sha256) is not None


@pytest.mark.in_turn
def test_file_changed_on_the_server_is_not_stored(lab: Lab, ended: uuid.UUID) -> None:
    name = "phases/01/job.fio"
    path = on_the_server(lab, ended, name)
    path.write_text(path.read_text().replace("iodepth=2", "iodepth=9"))
    with session_scope() as session:
        artifact = session.query(Artifact).filter_by(attempt_id=ended, name=name).one()
        (lab.settings.data_dir / "artifacts" / artifact.storage_key).unlink()
        session.execute(delete(Artifact).where(Artifact.id == artifact.id))
        session.execute(update(Attempt).where(Attempt.id == ended).values(state="collecting", finished_at=None))
    for _ in range(2):
        advance_attempt(ended, servers=process_servers(), actor="test")
    attempt = lab.attempt(ended)
    assert (attempt.state, attempt.failure_kind) == ("failed", "infrastructure")
    assert f"{name} on this-machine was changed after the run had ended" in str(attempt.failure_message)
    assert [event.kind for event in lab.events_of(ended)].count("copy") == 1
