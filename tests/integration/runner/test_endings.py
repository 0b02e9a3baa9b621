"""Attempts that do not end by themselves: cancelled, killed, too long, broken."""

import os
import shutil
import signal

import pytest


def test_a_cancelled_attempt_never_starts(server, channel, make):
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    for _ in range(2):
        assert channel.call("cancel", **server.arguments(attempt_id))["state"] == "cancelled"
    with pytest.raises(make.Refused) as refused:
        channel.call("start", **server.arguments(attempt_id))
    assert refused.value.code == "cancelled"
    status = channel.call("status", attempt_id=attempt_id)
    assert (status["state"], [phase["state"] for phase in status["phases"]]) == ("cancelled", ["skipped"])
    assert server.engine_starts() == 0
    assert channel.call("ack", **server.arguments(attempt_id)) == {"acknowledged": True}


def test_cancelling_preserves_finished_measurements(server, channel, make):
    attempt_id = server.start(
        channel, make.spec(make.fill(), make.timed(2, "randrw", 60), make.timed(3, "randread", 9))
    )
    server.phase_runs(channel, attempt_id, 2, documents=1)
    assert channel.call("cancel", **server.arguments(attempt_id))["cancel_requested"]
    channel.call("cancel", **server.arguments(attempt_id))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("cancelled", None)
    assert [phase["state"] for phase in status["phases"]] == ["finished", "cancelled", "skipped"]
    assert (status["phases"][1]["exit_code"], status["phases"][1]["stop_reason"]) == (128, "cancelled")
    assert server.file(channel, attempt_id, "phases/02/phase_lat.1.log")
    assert server.file(channel, attempt_id, "phases/02/status.json").count(b"\n}\n") >= 2
    assert not os.path.lexists(status["target_path"])
    assert channel.call("cancel", **server.arguments(attempt_id))["state"] == "finished"


def test_killing_the_supervisor_ends_its_engine(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.fill(), make.timed(2, "randwrite", 60)))
    status = server.phase_runs(channel, attempt_id, 2, documents=1)
    os.kill(status["supervisor_pid"], signal.SIGKILL)
    lost = server.ended(channel, attempt_id)
    assert (lost["state"], lost["exit"]) == ("lost", None)
    assert [phase["state"] for phase in lost["phases"]] == ["finished", "lost"]
    assert server.processes() == []
    # The engine got SIGINT, so its logs are there.
    assert server.file(channel, attempt_id, "phases/02/phase_lat.1.log")
    # Its supervisor could not remove the target, so the next process that notices does.
    assert not os.path.lexists(lost["target_path"])
    channel.call("ack", **server.arguments(attempt_id))
    assert server.ended(channel, server.start(channel, make.spec(make.fill())))["exit"]["outcome"] == "succeeded"


def test_next_hello_removes_target_of_lost_attempt(server, channel, make):
    path = str(server.folder / "target.dat")
    spec = make.spec(make.timed(1, "randwrite", 60), path=path)
    attempt_id = server.start(channel, spec)
    os.kill(server.phase_runs(channel, attempt_id, 1)["supervisor_pid"], signal.SIGKILL)
    make.eventually(lambda: server.processes() == [], server.processes)
    assert os.path.lexists(path)
    channel.call("hello")
    assert not os.path.lexists(path)


def test_killed_engine_fails_its_attempt(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 60), make.timed(2, "randread", 1)))
    server.phase_runs(channel, attempt_id, 1, documents=1)
    os.kill(server.engine_pid(attempt_id, 1), signal.SIGKILL)
    status = server.ended(channel, attempt_id)
    assert (status["state"], status["exit"]["outcome"]) == ("finished", "failed")
    assert (status["exit"]["failure"]["kind"], status["exit"]["interrupted"]) == ("infrastructure", False)
    assert "fio was killed by SIGKILL" in status["exit"]["failure"]["message"]
    first, second = status["phases"]
    assert (first["state"], first["signal"], first["stop_reason"]) == ("failed", 9, "engine_failed")
    assert second["state"] == "skipped"
    assert server.file(channel, attempt_id, "phases/01/status.json").count(b"\n}\n") >= 1
    assert not os.path.lexists(status["target_path"])
    make.eventually(lambda: server.processes() == [], server.processes)


def test_terminated_supervisor_writes_its_record(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 60)))
    status = server.phase_runs(channel, attempt_id, 1, documents=1)
    os.kill(status["supervisor_pid"], signal.SIGTERM)
    ended = server.ended(channel, attempt_id)
    assert (ended["exit"]["outcome"], ended["exit"]["failure"]["kind"]) == ("failed", "infrastructure")
    assert ended["exit"]["interrupted"] is True
    assert server.file(channel, attempt_id, "phases/01/phase_lat.1.log")


def test_shutdown_is_recorded_when_engine_ends_first(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 60)))
    supervisor = server.phase_runs(channel, attempt_id, 1, documents=1)["supervisor_pid"]
    engine = server.engine_pid(attempt_id, 1)
    os.kill(supervisor, signal.SIGSTOP)
    os.kill(engine, signal.SIGTERM)
    make.eventually(lambda: engine not in server.processes())
    os.kill(supervisor, signal.SIGTERM)
    os.kill(supervisor, signal.SIGCONT)
    ended = server.ended(channel, attempt_id)
    assert (ended["exit"]["outcome"], ended["exit"]["interrupted"]) == ("failed", True)
    assert "stopped during phase 1" in ended["exit"]["failure"]["message"]


def test_the_deadline_ends_an_attempt(server, channel, make):
    spec = make.spec(make.timed(1, "randwrite", 60), make.timed(2, "randread", 1), deadline_seconds=2)
    status = server.ended(channel, server.start(channel, spec))
    assert status["exit"]["outcome"] == "deadline"
    assert "deadline" in status["exit"]["failure"]["message"]
    assert [phase["state"] for phase in status["phases"]] == ["failed", "skipped"]
    assert status["phases"][0]["stop_reason"] == "deadline"


def test_an_engine_that_fails_is_quoted(server, channel, make):
    server.install_engine("#!/bin/sh\necho 'fio: the dog ate it' >&2\nexit 3\n")
    status = server.ended(channel, server.start(channel, make.spec(make.fill())))
    assert status["exit"]["failure"] == {"kind": "engine", "message": "fio ended with status 3: fio: the dog ate it"}
    assert status["phases"][0]["message"] == "fio ended with status 3: fio: the dog ate it"


def test_children_an_engine_leaves_behind_are_swept(server, channel, make):
    leftovers = "setsid sleep 600 &\nsetsid sh -c 'trap \"\" INT TERM; sleep 600' &"
    server.install_engine(f'#!/bin/sh\n{leftovers}\nexec {shutil.which("fio")} "$@"\n')
    status = server.ended(channel, server.start(channel, make.spec(make.fill())))
    assert status["exit"]["outcome"] == "succeeded"
    make.eventually(lambda: server.processes() == [], server.processes)


def test_file_that_replaces_the_target_survives(server, channel, make):
    path = server.folder / "target.dat"
    spec = make.spec(make.timed(1, "randwrite", 2), make.timed(2, "randread", 1), path=str(path))
    attempt_id = server.start(channel, spec)
    server.phase_runs(channel, attempt_id, 1, documents=1)
    path.unlink()
    path.write_bytes(b"precious")
    status = server.ended(channel, attempt_id)
    assert "removed or replaced" in status["exit"]["failure"]["message"]
    assert [phase["state"] for phase in status["phases"]] == ["finished", "skipped"]
    assert path.read_bytes() == b"precious"


def test_missing_target_is_an_infrastructure_failure(server, channel, make):
    server.install_engine(f"#!/bin/sh\nrm {server.folder}/target.dat\necho 'fio: refusing extend' >&2\nexit 1\n")
    spec = make.spec(make.fill(), path=str(server.folder / "target.dat"))
    failure = server.ended(channel, server.start(channel, spec))["exit"]["failure"]
    assert (failure["kind"], "target.dat was removed or replaced" in failure["message"]) == ("infrastructure", True)


def test_a_missing_engine_is_a_sentence(server, make):
    channel = server.channel(path="/nonexistent")
    assert "was not found on PATH" in channel.call("hello")["engines"]["fio"]["error"]
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    with pytest.raises(make.Refused) as refused:
        channel.call("start", **server.arguments(attempt_id))
    assert (refused.value.code, refused.value.kind) == ("engine_missing", "infrastructure")
    assert channel.call("status", attempt_id=attempt_id)["state"] == "prepared"


def test_full_target_disk_is_an_infrastructure_failure(server, channel, make, tmpfs):
    folder = tmpfs("small", "100m")
    slow = make.phase(1, "fill", make.job("write", bs="1m", size=16 * make.MIB, rate_iops=4))
    spec = make.spec(slow, path=str(folder / "target.dat"), size=16 * make.MIB)
    attempt_id = server.start(channel, spec)
    server.phase_runs(channel, attempt_id, 1)
    make.fill_disk(folder)
    status = server.ended(channel, attempt_id)
    assert status["exit"]["failure"] == {
        "kind": "infrastructure",
        "message": "fio ended with status 1: No space left on device",
    }
    assert [path.name for path in folder.iterdir()] == ["ballast"]


def test_full_state_disk_is_an_infrastructure_failure(server, make, tmpfs):
    server.state = tmpfs("small", "100m") / "state"
    channel = server.channel()
    path = str(server.folder / "target.dat")
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 60), path=path))
    server.phase_runs(channel, attempt_id, 1, documents=1)
    make.fill_disk(server.state.parent)
    status = server.ended(channel, attempt_id)
    assert (status["state"], status["exit"]["failure"]["kind"]) == ("finished", "infrastructure")
    assert "runner's state" in status["exit"]["failure"]["message"]
    assert not os.path.lexists(path)
    with pytest.raises(make.Refused) as refused:
        server.prepare(channel, make.spec(make.fill(), path=path))
    assert (refused.value.code, refused.value.kind) == ("disk_full", "infrastructure")
