"""Drives written by others or exchanged, found by their contents, on loop devices."""

import json
import os
import signal
import subprocess

import pytest
from tests.integration.runner.sandbox import MIB, SIZE

from storagelab_runner import held_devices, last_use
from storagelab_runner.layout import StateFolder
from storagelab_runner.spec_targets import Device


@pytest.fixture
def state(sandbox):
    folder = StateFolder(sandbox.state, sandbox.config)
    folder.create()
    return folder


@pytest.fixture
def drive(sandbox):
    """Provide a blank drive that root has enrolled."""
    return _enrolled(sandbox, "disk")


def _enrolled(sandbox, name):
    drive = sandbox.drive(name)
    code, out, err = sandbox.enrol(drive)
    assert code == 0, out + err
    return drive


def _refusals(state, drive):
    device = Device(drive.stable_id, drive.serial, str(drive.path), SIZE)
    findings = held_devices.check([device], writes=True, state=state, config=state.config)
    return {finding.id: finding.reason for finding in findings if finding.verdict == "refuse"}


def _end(state, drive):
    with drive.path.open("rb", buffering=0) as file:
        last_use.end_of_use(state, drive.serial, "a-1", file.fileno())


def _write_between(drive):
    """Put data on all of the drive but its ends."""
    drive.write(MIB, os.urandom(SIZE - 2 * MIB))


@pytest.mark.in_turn
def test_data_between_blank_ends_is_refused(state, drive):
    drive.write(30 * MIB, os.urandom(4 * MIB))
    refusals = _refusals(state, drive)
    assert set(refusals) == {"I16"}
    offset = int(refusals["I16"].partition("byte ")[2].partition(" ")[0])
    assert 30 * MIB <= offset < 31 * MIB
    subprocess.run(["blkdiscard", drive.path], check=True)
    assert _refusals(state, drive) == {}


@pytest.mark.in_turn
def test_interlock_detects_data_in_alternate_blocks(state, drive):
    """Check that each look finds data in every other block of 4 KiB."""
    drive.write(MIB, (bytes(4096) + b"data" * 1024) * 256)
    assert all(set(_refusals(state, drive)) == {"I16"} for _ in range(3))


@pytest.mark.in_turn
def test_drive_changed_after_its_last_use_is_refused(state, drive):
    _write_between(drive)
    _end(state, drive)
    assert _refusals(state, drive) == {}
    drive.write(10 * MIB, os.urandom(MIB))
    assert set(_refusals(state, drive)) == {"I16"}


@pytest.mark.in_turn
def test_twin_of_a_drive_is_refused(sandbox, state, drive):
    """Check that another drive that reports the same serial and size is refused.

    Its record is that of the first, and its ends are too.
    """
    _write_between(drive)
    _end(state, drive)
    twin = _enrolled(sandbox, "twin")
    [record] = state.left.iterdir()
    text = json.loads(record.read_bytes())
    last_use.start_of_use(state, twin.serial, "a-1", SIZE)
    [other] = [path for path in state.left.iterdir() if path != record]
    other.write_text(json.dumps({**text, "serial": twin.serial}))
    assert _refusals(state, twin) == {}, "a blank twin holds nobody's data"
    _write_between(twin)
    refusals = _refusals(state, twin)
    assert set(refusals) == {"I16"}
    assert "data at byte" in refusals["I16"]
    assert _refusals(state, drive) == {}


def test_partition_made_after_the_test_is_refused(state, drive):
    """Check that a new partition is refused.

    The kernel accepts a partition without a byte on the drive, and its user writes anywhere.
    """
    subprocess.run(["mkfs.ext4", "-q", "-F", drive.path], check=True)
    _end(state, drive)
    assert _refusals(state, drive) == {}
    command = ["addpart", drive.path, "1", str(8 * MIB // 512), str(8 * MIB // 512)]
    subprocess.run(command, check=True)
    try:
        refusals = _refusals(state, drive)
    finally:
        subprocess.run(["delpart", drive.path, "1"], check=True)
    assert f"the partition {drive.path.name}p1" in refusals["I15"]
    assert _refusals(state, drive) == {}


@pytest.mark.in_turn
def test_first_check_closes_a_lost_use(state, drive):
    last_use.start_of_use(state, drive.serial, "a-1", SIZE)
    drive.write(0, os.urandom(MIB))
    _write_between(drive)
    assert _refusals(state, drive) == {}
    assert _refusals(state, drive) == {}
    drive.write(100, os.urandom(4096))
    assert set(_refusals(state, drive)) == {"I16"}
    recorded = last_use.read_last_use(state, drive.serial)
    assert (recorded.in_use, recorded.is_late, recorded.attempt_id) == (False, True, "a-1")


@pytest.mark.in_turn
def test_lost_use_of_a_formatted_drive_stays_open(state, drive):
    last_use.start_of_use(state, drive.serial, "a-1", SIZE)
    subprocess.run(["mkfs.ext4", "-q", "-F", drive.path], check=True)
    refusals = _refusals(state, drive)
    assert set(refusals) == {"I15", "I16"}
    assert "Attempt a-1 wrote to it and never ended, and now: It carries ext4" in refusals["I16"]
    assert last_use.read_last_use(state, drive.serial).in_use
    subprocess.run(["wipefs", "-q", "-a", drive.path], check=True)
    assert _refusals(state, drive) == {}


def test_lost_use_of_another_size_stays_open(state, drive):
    last_use.start_of_use(state, drive.serial, "a-1", SIZE + MIB)
    drive.write(0, os.urandom(MIB))
    assert "its size is another" in _refusals(state, drive)["I16"]
    assert last_use.read_last_use(state, drive.serial).in_use


@pytest.fixture
def own(server, sandbox):
    """Provide a blank enrolled drive of the server, and the state folder of the server."""
    drive = _enrolled(sandbox, "disk")
    return drive, StateFolder(server.state, server.config)


def _started(server, channel, make, drive):
    target = {"kind": "devices", "devices": [drive.entry()]}
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 60), target=target))
    supervisor = server.phase_runs(channel, attempt_id, 1, documents=1)["supervisor_pid"]
    return attempt_id, supervisor


@pytest.mark.in_turn
def test_lost_attempt_is_recorded_before_anybody_checks(server, channel, make, own):
    drive, state = own
    attempt_id, supervisor = _started(server, channel, make, drive)
    _refusals(state, drive)
    assert last_use.read_last_use(state, drive.serial).in_use, "while the attempt lives, nothing else closes its record"
    os.kill(supervisor, signal.SIGKILL)
    assert server.ended(channel, attempt_id)["state"] == "lost"
    make.eventually(lambda: channel.call("hello") and not last_use.read_last_use(state, drive.serial).in_use)
    drive.write(0, os.urandom(MIB))
    target = {"kind": "devices", "devices": [drive.entry()]}
    answer = channel.call("check", target=target, writes=True)
    assert [result["id"] for result in answer["results"] if result["verdict"] == "refuse"] == ["I16"]


@pytest.mark.in_turn
def test_lost_attempt_of_an_earlier_boot_is_recorded(server, channel, make, own):
    drive, state = own
    attempt_id, supervisor = _started(server, channel, make, drive)
    os.kill(supervisor, signal.SIGSTOP)
    record = state.attempt(attempt_id).started
    started = json.loads(record.read_bytes())
    record.write_text(json.dumps({**started, "boot_id": "earlier"}))
    assert channel.call("status", attempt_id=attempt_id)["state"] == "lost"
    assert last_use.read_last_use(state, drive.serial).in_use, "somebody has the drive open"
    record.write_text(json.dumps(started))
    os.kill(supervisor, signal.SIGKILL)
    server.ended(channel, attempt_id)
    record.write_text(json.dumps({**started, "boot_id": "earlier"}))

    def closed():
        channel.call("status", attempt_id=attempt_id)
        return not last_use.read_last_use(state, drive.serial).in_use

    make.eventually(closed)
