"""Processes that outlived their supervisor, and a supervisor that ends while it is looked at."""

from __future__ import annotations

import subprocess
import uuid
from pathlib import Path

import pytest

from storagelab_runner import orphans
from storagelab_runner.identity import process_identity
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import write_record


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    folder = StateFolder(tmp_path / "state", tmp_path / "config")
    folder.create()
    folder.host_lock.touch()
    return folder


def working(state: StateFolder, attempt_id: str) -> subprocess.Popen[bytes]:
    """Start a process that works in the folder of an attempt and has inherited the host lock."""
    folder = state.attempt(attempt_id).root
    folder.mkdir(exist_ok=True)
    with state.host_lock.open("rb") as lock:
        return subprocess.Popen(["sleep", "600"], cwd=folder, pass_fds=[lock.fileno()])


def test_supervisor_ending_during_scan_is_not_an_orphan(state: StateFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    attempt_id = str(uuid.uuid4())
    supervisor = working(state, attempt_id)
    identity = process_identity(supervisor.pid)
    assert identity is not None
    write_record(state.attempt(attempt_id).started, {"supervisor": identity._asdict()})
    assert orphans.find_orphans(state) == []
    read = orphans._read_open_files

    def read_and_end(pid: int) -> list[object]:
        files = read(pid)
        supervisor.kill()
        supervisor.wait()
        return list(files)

    monkeypatch.setattr(orphans, "_read_open_files", read_and_end)
    assert orphans.find_orphans(state) == []


def test_process_that_outlives_its_supervisor_is_an_orphan(state: StateFolder) -> None:
    attempt_id = str(uuid.uuid4())
    supervisor, left = working(state, attempt_id), working(state, attempt_id)
    identity = process_identity(supervisor.pid)
    assert identity is not None
    write_record(state.attempt(attempt_id).started, {"supervisor": identity._asdict()})
    supervisor.kill()
    supervisor.wait()
    try:
        assert [orphan.process.pid for orphan in orphans.find_orphans(state)] == [left.pid]
        orphans.kill_orphans(state, state.attempt(attempt_id))
        left.wait(30)
    finally:
        left.kill()
        left.wait()
