"""Attempts that write to drives, on loop devices.

Drives are held to the end, their last use is recorded, and a missing drive is reported.
"""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from tests.integration.runner.sandbox import SIZE
from tests.integration.runner.waiting import eventually


@pytest.fixture
def drive(server, sandbox):
    """Provide an enrolled drive of the server."""
    drive = sandbox.drive()
    code, out, err = sandbox.enrol(drive)
    assert code == 0, out + err
    return drive


def _spec(make, drive, *phases, **more):
    return make.spec(*phases, target={"kind": "devices", "devices": [drive.entry()]}, **more)


def test_written_drive_has_its_last_use_recorded(server, channel, make, drive):
    attempt_id = server.start(channel, _spec(make, drive, make.fill(), make.timed(2, "randrw", 2)))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    assert (status["neighbours"]["state"], status["exit"]["neighbours"]) == ("unchanged", status["neighbours"])
    assert status["warnings"] == []
    checks = json.loads(server.file(channel, attempt_id, "checks.json"))
    for when in ("prepare", "start"):
        assert [check["id"] for check in checks[when]] == [f"I{number}" for number in range(1, 26)], when
        assert {check["verdict"] for check in checks[when]} == {"pass", "not_applicable"}, when
    [left] = [json.loads(path.read_bytes()) for path in (server.state / "left").iterdir()]
    assert (left["serial"], left["attempt_id"], left["in_use"]) == (drive.serial, attempt_id, False)
    [entry] = channel.call("list")["attempts"]
    assert entry["devices"] == [drive.stable_id]
    # The telemetry is that of this drive, and its count of sectors written grew.
    lines = [json.loads(line) for line in server.file(channel, attempt_id, "telemetry.jsonl").splitlines()]
    assert {tuple(line["dev"]) for line in lines} == {(drive.path.name,)}
    assert lines[-1]["dev"][drive.path.name][6] > lines[0]["dev"][drive.path.name][6]


def test_running_attempt_holds_its_drive_exclusively(server, channel, make, drive):
    attempt_id = server.start(channel, _spec(make, drive, make.timed(1, "randwrite", 60)))
    server.phase_runs(channel, attempt_id, 1)
    for command in (["mkfs.ext4", "-q", "-F", drive.path], ["blkdiscard", drive.path]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode != 0, done.stdout
    channel.call("cancel", **server.arguments(attempt_id))
    assert server.ended(channel, attempt_id)["exit"]["outcome"] == "cancelled"


def _pull(drive):
    """Set the capacity of a drive to 0, as the kernel does when one is pulled.

    It takes two steps, and a write that was under way between them makes the image grow again.
    """
    size = Path("/sys/block", drive.path.name, "size")
    while int(size.read_text()) != 0:
        os.truncate(drive.image, 0)
        subprocess.run(["losetup", "--set-capacity", drive.path], check=True)


def _pull_at_rest(server, attempt_id, drive):
    """Pull a drive while no request is under way, which would fail between the two steps."""
    engine = server.engine_pid(attempt_id, 1)
    os.kill(engine, signal.SIGSTOP)
    inflight = Path("/sys/block", drive.path.name, "inflight")
    eventually(lambda: inflight.read_text().split() == ["0", "0"], inflight.read_text)
    _pull(drive)
    os.kill(engine, signal.SIGCONT)


def test_a_drive_that_disappears_is_named(server, channel, make, drive):
    spec = _spec(make, drive, make.timed(1, "randwrite", 60), make.timed(2, "randread", 1))
    attempt_id = server.start(channel, spec)
    server.phase_runs(channel, attempt_id, 1, documents=1)
    _pull_at_rest(server, attempt_id, drive)
    status = server.ended(channel, attempt_id)
    assert status["exit"]["failure"] == {
        "kind": "infrastructure",
        "message": f"The drive {drive.stable_id} disappeared during phase 1 (randwrite).",
    }
    assert [phase["state"] for phase in status["phases"]] == ["failed", "skipped"]


def test_drive_pulled_during_read_fails_the_phase(server, channel, make, drive):
    """Check that a pulled drive fails the phase, although fio may go on with reads of 0 bytes and end with status 0."""
    spec = _spec(make, drive, make.timed(1, "randread", 6, rate_iops=2000), make.timed(2, "randread", 1))
    attempt_id = server.start(channel, spec)
    server.phase_runs(channel, attempt_id, 1, documents=1)
    _pull_at_rest(server, attempt_id, drive)
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "failed"
    assert status["exit"]["failure"] == {
        "kind": "infrastructure",
        "message": f"The drive {drive.stable_id} disappeared during phase 1 (randread).",
    }
    assert [phase["state"] for phase in status["phases"]] == ["failed", "skipped"]


def test_drive_that_disappears_and_returns_fails_the_phase(server, channel, make, drive):
    attempt_id = server.start(channel, _spec(make, drive, make.timed(1, "randread", 6, rate_iops=2000)))
    server.phase_runs(channel, attempt_id, 1, documents=1)
    _pull_at_rest(server, attempt_id, drive)
    telemetry = server.state / "attempts" / attempt_id / "telemetry.jsonl"
    seen = len(telemetry.read_bytes().splitlines())
    # The phase may end before: the engine gives up, or its six seconds are over on a busy machine.
    server.wait(
        channel,
        attempt_id,
        lambda status: status["state"] != "running" or len(telemetry.read_bytes().splitlines()) > seen + 1,
    )
    os.truncate(drive.image, SIZE)
    subprocess.run(["losetup", "--set-capacity", drive.path], check=True)
    failure = server.ended(channel, attempt_id)["exit"]["failure"]
    assert failure["message"] == f"The drive {drive.stable_id} disappeared during phase 1 (randread)."


def test_changed_drive_capacity_fails_the_phase(server, channel, make, drive):
    attempt_id = server.start(channel, _spec(make, drive, make.timed(1, "randread", 3)))
    server.phase_runs(channel, attempt_id, 1, documents=1)
    os.truncate(drive.image, SIZE + (1 << 20))
    subprocess.run(["losetup", "--set-capacity", drive.path], check=True)
    failure = server.ended(channel, attempt_id)["exit"]["failure"]
    sizes = f"changed from {SIZE} to {SIZE + (1 << 20)} bytes during phase 1 (randread)"
    assert failure["message"] == f"The capacity of the drive {drive.stable_id} {sizes}."


def test_kernel_log_error_fails_the_phase(server, channel, make, drive):
    attempt_id = server.start(channel, _spec(make, drive, make.timed(1, "randread", 3)))
    server.phase_runs(channel, attempt_id, 1, documents=1)
    line = f"I/O error, dev {drive.path.name}, sector 8 op 0x0:(READ) flags 0x0 (written by a test)"
    Path("/dev/kmsg").write_text(f"<3>{line}\n")
    failure = server.ended(channel, attempt_id)["exit"]["failure"]
    sentence = f"The kernel reported an error of the drive during phase 1 (randread): {line}."
    assert failure == {"kind": "infrastructure", "message": sentence}
    assert f"kernel: {line}" in server.file(channel, attempt_id, "supervisor.log").decode()


def test_an_operation_comes_before_the_phases(server, channel, make, drive):
    preparation = [{"kind": "fill", "passes": 1, "block_bytes": make.MIB, "pattern": "random"}]
    spec = _spec(make, drive, make.timed(1, "randread", 1), preparation=preparation)
    status = server.ended(channel, server.start(channel, spec))
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    [operation] = status["operations"]
    assert (operation["kind"], operation["state"]) == ("fill", "finished")
    assert operation["title"].startswith("Fill once")
    assert operation["evidence"]
    assert operation["ended_realtime_ns"] <= status["phases"][0]["started_realtime_ns"]
    assert status["exit"]["operations"] == status["operations"]
    names = {file["name"] for file in status["exit"]["files"]}
    assert {"operations/01/started.json", "operations/01/ended.json", "checks.json"} <= names


def test_cancelled_preparation_skips_remaining_steps(server, channel, make, drive):
    preparation = [
        {"kind": "fill", "passes": 4, "block_bytes": 4096, "pattern": "random"},
        {"kind": "write_zeroes"},
    ]
    spec = _spec(make, drive, make.timed(1, "randread", 1), preparation=preparation)
    attempt_id = server.start(channel, spec)
    channel.call("cancel", when="after_phase", **server.arguments(attempt_id))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("cancelled", None)
    assert status["operations"][1]["state"] == "skipped"
    assert [phase["state"] for phase in status["phases"]] == ["skipped"]


def test_file_system_is_removed_when_attempt_ends(server, channel, make, drive):
    preparation = [{"kind": "make_file_system", "type": "ext4", "file_bytes": 8 * make.MIB, "mount_options": []}]
    spec = _spec(make, drive, make.fill(), make.timed(2, "randrw", 60), preparation=preparation)
    attempt_id = server.start(channel, spec)
    server.phase_runs(channel, attempt_id, 2, documents=1)
    assert _mounted(drive)
    channel.call("cancel", **server.arguments(attempt_id))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["warnings"]) == ("cancelled", [])
    assert not _mounted(drive)


def test_next_call_unmounts_file_system_of_lost_attempt(server, channel, make, drive):
    preparation = [{"kind": "make_file_system", "type": "ext4", "file_bytes": 8 * make.MIB, "mount_options": []}]
    attempt_id = server.start(channel, _spec(make, drive, make.timed(1, "randwrite", 60), preparation=preparation))
    supervisor = server.phase_runs(channel, attempt_id, 1, documents=1)["supervisor_pid"]
    os.kill(supervisor, signal.SIGKILL)
    assert server.ended(channel, attempt_id)["state"] == "lost"
    # The kernel may need a moment to close the files of an engine that has ended.
    make.eventually(lambda: channel.call("hello") and not _mounted(drive))


def _mounted(drive):
    mounts = Path("/proc/self/mounts").read_text("ascii").splitlines()
    return any(line.startswith(f"{drive.path} ") for line in mounts)
