"""The course of attempts that go well."""

import hashlib
import json
import time
from pathlib import Path

import pytest

from storagelab_runner.collection import collect
from storagelab_runner.layout import StateFolder


@pytest.mark.in_turn
def test_three_phases_from_prepare_to_collection(server, channel, make):
    steady = {"kind": "steady", "seconds": 8, "round_seconds": 1, "window": 2, "max_rounds": 8, "metric": "iops"}
    steady |= {"range_limit": 0.9, "slope_limit": 0.9}
    third = make.phase(3, "steady", make.job("randwrite", time_based=1, runtime=8, rate_iops=200), stop=steady)
    spec = make.spec(make.fill(), make.timed(2, "randread", 1), third)
    attempt_id = server.prepare(channel, spec)
    assert channel.call("status", attempt_id=attempt_id)["state"] == "prepared"

    started = channel.call("start", **server.arguments(attempt_id))
    assert (started["state"], started["again"]) == ("running", False)
    target = Path(started["target_path"])
    running = server.phase_runs(channel, attempt_id, 2)
    assert [phase["state"] for phase in running["phases"]] == ["finished", "running", "planned"]
    assert target.stat().st_size == 8 * make.MIB
    assert running["heartbeat_age_ms"] is not None
    with pytest.raises(make.Refused, match="is running"):
        channel.call("ack", **server.arguments(attempt_id))

    status = server.ended(channel, attempt_id)
    assert (status["state"], status["exit"]["outcome"], status["exit"]["failure"]) == ("finished", "succeeded", None)
    assert [phase["stop_reason"] for phase in status["phases"]] == ["completed", "completed", "steady"]
    assert [phase["exit_code"] for phase in status["phases"]] == [0, 0, 128]
    assert status["phases"][2]["steady_round"] == 2
    times = [time for phase in status["phases"] for time in (phase["t0_ms"], phase["t1_ms"])]
    assert times[0] == 0
    assert times == sorted(times)
    assert server.engine_starts() == 3
    assert not target.exists()

    files = status["exit"]["files"]
    assert [{"name": file["name"], "size": file["size"]} for file in files] == status["files"]
    assert {"spec.json", "supervisor.log", "phases/01/job.fio", "phases/02/phase_lat.1.log"} <= {
        file["name"] for file in files
    }
    for file in files:
        data = server.file(channel, attempt_id, file["name"], piece=5000)
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["size"], file["sha256"]), file["name"]
    job_file = server.file(channel, attempt_id, "phases/02/job.fio").decode()
    assert f"filename={target}\n" in job_file
    argv = json.loads(server.file(channel, attempt_id, "phases/02/started.json"))["argv"]
    assert argv[1:] == [
        *("--output-format=json+", "--status-interval=1", "--output=status.json"),
        *("--readonly", "job.fio"),
    ]

    assert channel.call("start", **server.arguments(attempt_id))["again"] is True
    assert server.engine_starts() == 3
    assert channel.call("ack", **server.arguments(attempt_id)) == {"acknowledged": True}
    assert [entry["state"] for entry in channel.call("list")["attempts"]] == ["finished"]
    channel.call("hello")
    assert [entry["acknowledged"] for entry in channel.call("list")["attempts"]] == [True]
    state = StateFolder(server.state)
    day_ns = 86400 * 10**9
    collect(state, time.time_ns() + 13 * day_ns)
    assert len(channel.call("list")["attempts"]) == 1
    collect(state, time.time_ns() + 15 * day_ns)
    assert channel.call("list")["attempts"] == []
    assert list((server.state / "attempts").iterdir()) == []


def test_resuming_attempt_starts_at_a_later_phase(server, channel, make):
    fill = {**make.fill(), "ordinal": 4}
    attempt_id = server.start(channel, make.spec(fill, make.timed(7, "randread", 1)))
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "succeeded"
    assert [(phase["ordinal"], phase["state"]) for phase in status["phases"]] == [(4, "finished"), (7, "finished")]
    assert status["phases"][0]["t0_ms"] == 0
    assert {"phases/04/status.json", "phases/07/status.json"} <= {file["name"] for file in status["files"]}


@pytest.mark.in_turn
def test_unsteady_phase_ends_at_max_rounds(server, channel, make):
    stop = {"kind": "steady", "seconds": 2, "round_seconds": 1, "window": 2, "max_rounds": 2}
    stop |= {"range_limit": 0, "slope_limit": 0}
    only = make.phase(1, "never", make.job("randwrite", time_based=1, runtime=2), stop=stop)
    status = server.ended(channel, server.start(channel, make.spec(only)))
    assert status["exit"]["outcome"] == "succeeded"
    assert status["phases"][0]["stop_reason"] == "max_rounds"
    assert status["phases"][0]["steady_round"] is None


def test_chosen_target_is_removed_without_its_neighbours(server, channel, make):
    folder = server.folder / "data"
    folder.mkdir()
    (folder / "neighbour").write_bytes(b"precious")
    attempt_id = server.start(channel, make.spec(make.fill(), path=str(folder / "target.dat")))
    assert server.ended(channel, attempt_id)["exit"]["outcome"] == "succeeded"
    assert [path.name for path in folder.iterdir()] == ["neighbour"]
    assert (folder / "neighbour").read_bytes() == b"precious"


def test_run_writes_only_state_folder_and_target(server, channel, make):
    before = {path for path in server.folder.rglob("*") if not path.is_relative_to(server.state)}
    server.ended(channel, server.start(channel, make.spec(make.fill(), make.timed(2, "randrw", 1))))
    after = {path for path in server.folder.rglob("*") if not path.is_relative_to(server.state)}
    assert after - before == {server.starts_file}


def test_stored_files_are_readable_by_owner_only(server, channel, make):
    server.ended(channel, server.start(channel, make.spec(make.fill())))
    open_to_others = [path for path in server.state.rglob("*") if path.lstat().st_mode & 0o077]
    assert open_to_others == []


def test_the_engine_sees_an_empty_environment(server, channel, make):
    seen = server.folder / "seen"
    server.install_engine(f"#!/bin/sh\n/usr/bin/env > {seen}\nexit 0\n")
    server.ended(channel, server.start(channel, make.spec(make.fill())))
    names = {line.partition("=")[0] for line in seen.read_text().splitlines()}
    # The shell of this engine adds the last two itself.
    assert names - {"PWD", "_"} == {"PATH", "LC_ALL"}
