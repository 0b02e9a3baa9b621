"""Orphans of a supervisor, and the status that a living supervisor reports."""

import itertools
import json
import os
import signal

import pytest

#: An engine as fio is with processes instead of threads: its jobs leave its session and ignore every signal to stop.
FORKING = """#!/bin/sh
case "$1" in --version) echo fio-3.33; exit 0;; esac
for job in 1 2 3; do setsid sh -c 'trap "" INT TERM; while :; do sleep 0.1; done' & done
exec sleep 600
"""


def _killed_with_its_engine(server, channel, make):
    """Return an attempt whose supervisor and engine were killed at once, so that the engine's jobs go on alone."""
    server.install_engine(FORKING)
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 300)))
    supervisor = server.phase_runs(channel, attempt_id, 1)["supervisor_pid"]
    engine = server.engine_pid(attempt_id, 1)
    make.eventually(lambda: len(server.processes()) >= 5, server.processes)
    os.kill(supervisor, signal.SIGSTOP)
    os.kill(engine, signal.SIGKILL)
    os.kill(supervisor, signal.SIGKILL)
    server.ended(channel, attempt_id)
    return attempt_id


def test_jobs_in_own_sessions_end_with_their_engine(server, channel, make):
    server.install_engine(FORKING)
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 300)))
    server.phase_runs(channel, attempt_id, 1)
    make.eventually(lambda: len(server.processes()) >= 5, server.processes)
    os.kill(server.engine_pid(attempt_id, 1), signal.SIGKILL)
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["phases"][0]["signal"]) == ("failed", 9)
    make.eventually(lambda: server.processes() == [], server.processes)


def test_orphans_are_reported_and_prevent_a_start(server, channel, make):
    waiting = server.prepare(channel, make.spec(make.fill()))
    attempt_id = _killed_with_its_engine(server, channel, make)
    status = channel.call("status", attempt_id=attempt_id)
    assert (status["state"], status["exit"]) == ("lost", None)
    assert any(f"an orphan of attempt {attempt_id}, still runs" in warning for warning in status["warnings"])
    orphans = channel.call("list")["orphans"]
    assert {orphan["attempt_id"] for orphan in orphans} == {attempt_id}
    # The jobs stay; what they start for a moment comes and goes.
    assert len({orphan["pid"] for orphan in orphans} & set(server.processes())) >= 3
    with pytest.raises(make.Refused, match=f"an orphan of attempt {attempt_id}") as refused:
        channel.call("start", **server.arguments(waiting))
    assert (refused.value.code, refused.value.kind) == ("host_busy", "infrastructure")
    # The lab shows this sentence as the reason for which a run waits.
    assert any(f"If it stays, root ends process {orphan['pid']}" in str(refused.value) for orphan in orphans)
    assert channel.call("status", attempt_id=waiting)["state"] == "prepared"


def test_orphans_that_had_their_time_are_killed(server, channel, make):
    attempt_id = _killed_with_its_engine(server, channel, make)
    (server.state / "attempts" / attempt_id / "heartbeat").write_bytes(b"%020d" % 0)
    channel.call("status", attempt_id=attempt_id)
    make.eventually(lambda: channel.call("list")["orphans"] == [], server.processes)
    assert server.processes() == []
    server.programs.joinpath("fio").unlink()
    assert server.ended(channel, server.start(channel, make.spec(make.fill())))["exit"]["outcome"] == "succeeded"


def test_shell_in_attempt_folder_is_not_an_orphan(server, channel, make):
    attempt_id = _killed_with_its_engine(server, channel, make)
    folder = server.state / "attempts" / attempt_id
    (folder / "heartbeat").write_bytes(b"%020d" % 0)
    channel.call("hello")
    bystander = make.bystander(folder)
    make.eventually(lambda: channel.call("list")["orphans"] == [], server.processes)
    assert bystander.poll() is None


@pytest.mark.in_turn
def test_a_cancelled_attempt_may_finish_its_phase(server, channel, make):
    spec = make.spec(make.fill(), make.timed(2, "randwrite", 3), make.timed(3, "randread", 60))
    attempt_id = server.start(channel, spec)
    server.phase_runs(channel, attempt_id, 2)
    answer = channel.call("cancel", when="after_phase", **server.arguments(attempt_id))
    assert (answer["cancel_requested"], answer["cancel_when"]) == (True, "after_phase")
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("cancelled", None)
    assert [phase["state"] for phase in status["phases"]] == ["finished", "finished", "skipped"]
    assert status["phases"][1]["stop_reason"] == "completed"


def test_cancel_now_replaces_later_cancel_and_stays(server, channel, make):
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 60)))
    server.phase_runs(channel, attempt_id, 1, documents=1)
    for when, recorded in (("after_phase", "after_phase"), ("now", "now"), ("after_phase", "now")):
        assert channel.call("cancel", when=when, **server.arguments(attempt_id))["cancel_when"] == recorded
    status = server.ended(channel, attempt_id)
    assert [phase["state"] for phase in status["phases"]] == ["cancelled"]
    with pytest.raises(make.Refused, match=r"args\.when"):
        channel.call("cancel", when="tomorrow", **server.arguments(attempt_id))


def test_attempt_above_its_output_limit_is_stopped(server, channel, make):
    flood = "while :; do head -c 65536 /dev/zero; sleep 0.01; done"
    server.install_engine(f"#!/bin/sh\n{flood}\n")
    spec = make.spec(make.timed(1, "randwrite", 60), make.timed(2, "randread", 1), output_limit_bytes=2 * make.MIB)
    status = server.ended(channel, server.start(channel, spec))
    assert (status["exit"]["outcome"], status["exit"]["failure"]["kind"]) == ("failed", "engine")
    assert "wrote far more output" in status["exit"]["failure"]["message"]
    assert sum(file["size"] for file in status["exit"]["files"]) < 3 * make.MIB


def test_kernel_limit_stops_engine_with_fast_output(server, channel, make):
    server.install_engine("#!/bin/sh\nexec head -c 100000000 /dev/zero\n")
    spec = make.spec(make.timed(1, "randwrite", 60), output_limit_bytes=10 * make.MIB)
    status = server.ended(channel, server.start(channel, spec))
    assert "wrote far more output" in status["exit"]["failure"]["message"]
    assert max(file["size"] for file in status["exit"]["files"]) <= 10 * make.MIB


@pytest.mark.in_turn
def test_telemetry_has_every_second_once(server, channel, make):
    spec = make.spec(make.timed(1, "randwrite", 3), make.timed(2, "randread", 2))
    attempt_id = server.start(channel, spec)
    status = server.ended(channel, attempt_id)
    if not status["telemetry"]["available"]:
        pytest.skip(status["telemetry"]["reason"])
    lines = [json.loads(line) for line in server.file(channel, attempt_id, "telemetry.jsonl").splitlines()]
    during = [line for line in lines if line["ms"] >= 0]
    assert len(during) >= 5
    assert {line["phase"] for line in during} >= {1, 2}
    # One line for each second since the start record, whenever in that second it was read; ms are rounded down.
    first_ns = _first_start_ns(server, attempt_id) - status["started_boottime_ns"]
    for earlier, later in itertools.pairwise(during):
        assert (later["ms"] * 10**6 + 10**6 + first_ns) // 10**9 > (earlier["ms"] * 10**6 + first_ns) // 10**9
    (counters,) = {tuple(line["dev"]) for line in during}
    assert len(counters) == 1
    assert all(len(line["cpu"]) == 10 and line["mem"]["available_kb"] > 0 for line in lines)


def test_target_without_block_device_has_no_telemetry(server, channel, make, tmpfs):
    path = tmpfs("memory", "100m") / "target.dat"
    try:
        status = server.ended(channel, server.start(channel, make.spec(make.fill(), path=str(path))))
    except make.Refused as refused:
        pytest.skip(str(refused))
    assert status["telemetry"]["available"] is False
    assert "without a block device" in status["telemetry"]["reason"]
    assert status["exit"]["telemetry"] == status["telemetry"]


def _first_start_ns(server, attempt_id):
    record = server.state / "attempts" / attempt_id / "phases" / "01" / "started.json"
    return json.loads(record.read_bytes())["boottime_ns"]
