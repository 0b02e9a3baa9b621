"""The verbs, on the records of attempts."""

import subprocess
import uuid

from storagelab_runner import collection, verbs
from storagelab_runner.identity import boot_id, process_identity
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import write_record


def test_status_removes_target_if_engine_ends_during_check(tmp_path, monkeypatch):
    state = StateFolder(tmp_path / "state")
    state.create()
    attempt = state.attempt(str(uuid.uuid4()))
    attempt.root.mkdir()
    target = state.scratch / "target.dat"
    target.touch()
    facts = target.stat()
    created = {"path": str(target), "device": facts.st_dev, "inode": facts.st_ino, "size_bytes": 0}
    write_record(attempt.target, created)
    write_record(attempt.prepared, {"target_path": str(target)})
    write_record(attempt.spec, {"format": 1, "phases": []})
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as engine:
        write_record(attempt.started, {"boot_id": boot_id(), "supervisor": process_identity(engine.pid)._asdict()})

        def end_after_the_look(looked_at):
            seen = state_of(looked_at)
            engine.kill()
            engine.wait()
            return seen

        state_of = collection.get_attempt_state
        monkeypatch.setattr(collection, "get_attempt_state", end_after_the_look)
        answer = verbs.VERBS["status"](state, {"attempt_id": attempt.attempt_id})
    assert answer["state"] == "lost"
    assert not target.exists()
