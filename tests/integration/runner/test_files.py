"""Attempts of the file tool under a real runner: real files on a real file system, all removed."""

import json
import os
import signal
from pathlib import Path

import pytest


def text(operation, *, count=20, total=2_000_000):
    lines = ["[files]", f"operation={operation}", "seed=1", "request_bytes=1048576", f"files={count}:{total}"]
    return "".join(f"{line}\n" for line in [*lines, "target=@TARGET@"])


def phase(make, ordinal, operation, **more):
    stop = {"kind": "volume", "seconds": 600, "passes": 1}
    return make.phase(ordinal, operation, text(operation, **more), stop=stop)


def spec_of(make, *phases, **more):
    return {**make.spec(*phases, **{"size": 8 << 20, "deadline_seconds": 1200, **more}), "engine": "files"}


def long_phase(make):
    return phase(make, 1, "create", count=100_000, total=100_000_000)


def runs(server, channel, make, size=1 << 30):
    """Return an attempt whose tool has written a line of status."""
    attempt_id = server.start(channel, spec_of(make, long_phase(make), size=size))

    def reached(status):
        return any(file["name"] == "phases/01/status.jsonl" and file["size"] for file in status["files"])

    return attempt_id, server.wait(channel, attempt_id, reached)["target_path"]


def test_files_are_created_read_copied_and_removed(server, channel, make):
    engine = channel.call("hello")["engines"]["files"]
    assert engine["path"] == str(server.runner)
    assert engine["version"].startswith("files ")
    operations = ("create", "read", "copy_within")
    phases = [phase(make, ordinal, operation) for ordinal, operation in enumerate(operations, start=1)]
    status = server.ended(channel, server.start(channel, spec_of(make, *phases)))
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    for ordinal in (1, 2, 3):
        lines = server.file(channel, status["attempt_id"], f"phases/{ordinal:02d}/status.jsonl").splitlines()
        last = json.loads(lines[-1])
        assert (last["files"], last["bytes"], last["ended"]) == (20, 2_000_000, True)
    argv = json.loads(server.file(channel, status["attempt_id"], "phases/02/started.json"))["argv"]
    assert argv[1:] == [str(server.runner), "play-files", "1"]
    names = {file["name"] for file in status["exit"]["files"] if file["name"].startswith("phases/02/")}
    records = ("conditions.json", "ended.json", "process.json", "started.json", "stderr.txt", "stdout.txt")
    assert names == {f"phases/02/{name}" for name in (*records, "job.files", "status.jsonl")}
    assert list((server.state / "scratch").iterdir()) == []


def test_cancelled_attempt_removes_its_files(server, channel, make):
    attempt_id, target = runs(server, channel, make)
    assert Path(f"{target}.files").is_dir()
    channel.call("cancel", **server.arguments(attempt_id))
    assert server.ended(channel, attempt_id)["exit"]["outcome"] == "cancelled"
    assert list((server.state / "scratch").iterdir()) == []
    make.eventually(lambda: server.processes() == [])


def test_runner_removes_files_of_killed_tool(server, channel, make):
    attempt_id, _ = runs(server, channel, make)
    os.kill(server.engine_pid(attempt_id, 1), signal.SIGKILL)
    failure = server.ended(channel, attempt_id)["exit"]["failure"]
    assert failure["message"].startswith("The file tool was killed by SIGKILL")
    assert list((server.state / "scratch").iterdir()) == []


def test_a_lost_attempt_leaves_no_files(server, channel, make):
    attempt_id, _ = runs(server, channel, make)
    started = json.loads((server.state / "attempts" / attempt_id / "started.json").read_bytes())
    tool = server.engine_pid(attempt_id, 1)
    os.kill(tool, signal.SIGSTOP)
    os.kill(started["supervisor"]["pid"], signal.SIGKILL)
    os.kill(tool, signal.SIGKILL)
    make.eventually(lambda: channel.call("status", attempt_id=attempt_id)["state"] == "lost")
    assert list((server.state / "scratch").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"job_file": text("copy_across")},
            "it must have operation, seed, request_bytes, files and target and copy_to",
        ),
        ({"job_file": text("create", total=8 << 20)}, "of a target of 8388608 bytes"),
        ({"job_file": text("copy_within", total=5 << 20)}, "of a target of 8388608 bytes"),
    ],
)
def test_invalid_files_phase_is_refused_at_prepare(server, channel, make, change, words):
    with pytest.raises(make.Refused, match=words):
        server.prepare(channel, spec_of(make, {**phase(make, 1, "create"), **change}))


def test_existing_folder_is_refused_and_unchanged(server, channel, make, tmp_path):
    folder = tmp_path / "lab.dat.files"
    folder.mkdir()
    (folder / "mine").write_text("mine")
    with pytest.raises(make.Refused, match=r"lab\.dat\.files exists already"):
        server.prepare(channel, spec_of(make, phase(make, 1, "create"), path=str(tmp_path / "lab.dat")))
    assert (folder / "mine").read_text() == "mine"


def test_drive_without_file_system_is_refused_for_files(server, channel, make):
    entry = {"stable_id": "x", "serial": "y", "path": "/dev/sdzz", "size_bytes": 1 << 30}
    with pytest.raises(make.Refused, match="Files need a file system"):
        server.prepare(channel, spec_of(make, phase(make, 1, "create"), target={"kind": "devices", "devices": [entry]}))
