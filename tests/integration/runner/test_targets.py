"""Targets over the protocol: what is refused, in which words, and that nothing was touched."""

import os
import pwd
import subprocess
from pathlib import Path

import pytest

from storagelab_runner import targets
from storagelab_runner.spec import parse_target

SIZE = 32 << 20


@pytest.fixture
def loop(tmp_path):
    """A function that makes block devices of files; needs root and loop devices."""
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        pytest.skip("loop devices need root and /dev/loop-control")
    attached = []

    def attach(name):
        image = tmp_path / name
        image.write_bytes(os.urandom(1 << 20))
        os.truncate(image, SIZE)
        done = subprocess.run(["losetup", "--find", "--show", image], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            pytest.skip("this machine has no free loop device")
        attached.append(done.stdout.strip())
        return Path(attached[-1]), image

    yield attach
    for device in attached:
        subprocess.run(["losetup", "--detach", device], check=True)


def _devices(*devices):
    entries = [{"stable_id": None, "path": str(device), "size_bytes": SIZE} for device in devices]
    return {"kind": "devices", "devices": entries}


def _file(path):
    return {"kind": "file", "path": str(path), "size_bytes": 1 << 20}


def _refusals(channel, target, writes=True):
    answer = channel.call("check", target=target, writes=writes)
    assert answer["refused"]
    return [result["reason"] for result in answer["results"] if result["verdict"] == "refuse"]


def test_a_good_target_passes_and_leaves_nothing_behind(server, channel):
    folder = server.folder / "data"
    folder.mkdir()
    answer = channel.call("check", target=_file(folder / "new.dat"), writes=True)
    assert not answer["refused"]
    assert "direct_io" in [result["id"] for result in answer["results"]]
    assert list(folder.iterdir()) == []


def test_prepare_refuses_what_check_refuses(server, channel, make):
    path = server.folder / "there.dat"
    path.write_bytes(b"precious")
    reason = f"{path} exists already: nothing was touched."
    assert _refusals(channel, _file(path)) == [reason]
    with pytest.raises(make.Refused) as refused:
        server.prepare(channel, make.spec(make.fill(), path=str(path)))
    assert (refused.value.code, refused.value.message) == ("refused", reason)
    assert path.read_bytes() == b"precious"
    assert channel.call("list")["attempts"] == []


def test_a_file_that_appears_after_prepare_is_not_touched(server, channel, make):
    path = server.folder / "late.dat"
    attempt_id = server.prepare(channel, make.spec(make.fill(), path=str(path)))
    path.write_bytes(b"precious")
    with pytest.raises(make.Refused, match="exists already"):
        channel.call("start", **server.arguments(attempt_id))
    assert path.read_bytes() == b"precious"
    assert channel.call("status", attempt_id=attempt_id)["state"] == "prepared"


def test_a_folder_that_leads_elsewhere_after_prepare_is_refused(server, channel, make):
    link = server.folder / "link"
    for name in ("one", "two"):
        (server.folder / name).mkdir()
    link.symlink_to(server.folder / "one")
    attempt_id = server.prepare(channel, make.spec(make.fill(), path=str(link / "x.dat")))
    link.unlink()
    link.symlink_to(server.folder / "two")
    with pytest.raises(make.Refused, match="leads elsewhere"):
        channel.call("start", **server.arguments(attempt_id))


def test_a_bad_job_file_is_refused(server, channel, make):
    bad = make.phase(1, "fill", make.job("write") + "exec_prerun=touch /tmp/x\n")
    with pytest.raises(make.Refused, match="'exec_prerun' is not an allowed option") as refused:
        server.prepare(channel, make.spec(bad))
    assert refused.value.code == "bad_request"


def test_a_block_device_is_no_place_for_a_file(channel, loop):
    device, image = loop("disk")
    before = image.read_bytes()
    assert f"{device} is a block device" in _refusals(channel, _file(device))[0]
    assert image.read_bytes() == before


def test_a_device_is_read_and_not_changed(server, channel, make, loop):
    (first, image), (second, _) = loop("one"), loop("two")
    before = image.read_bytes()
    reading = make.timed(1, "randread", 1)
    status = server.ended(channel, server.start(channel, make.spec(reading, target=_devices(first, second))))
    assert status["exit"]["outcome"] == "succeeded"
    assert status["target_path"] is None
    job_file = server.file(channel, status["attempt_id"], "phases/01/job.fio").decode()
    assert f"filename={first}:{second}\n" in job_file
    assert image.read_bytes() == before


def test_a_device_is_held_for_the_whole_run(server, channel, make, loop):
    device, _ = loop("disk")
    attempt_id = server.start(channel, make.spec(make.timed(1, "randread", 60), target=_devices(device)))
    server.phase_runs(channel, attempt_id, 1)
    with pytest.raises(OSError, match="busy"):
        os.open(device, os.O_RDONLY | os.O_EXCL)
    channel.call("cancel", **server.arguments(attempt_id))
    server.ended(channel, attempt_id)
    make.eventually(lambda: server.processes() == [])
    os.close(os.open(device, os.O_RDONLY | os.O_EXCL))


def test_nothing_is_ever_written_to_a_device(server, channel, make, loop):
    device, image = loop("disk")
    before = image.read_bytes()
    assert "writes to files only" in _refusals(channel, _devices(device))[0]
    with pytest.raises(make.Refused, match="writes to files only"):
        server.prepare(channel, make.spec(make.timed(1, "randwrite", 1), target=_devices(device)))
    assert image.read_bytes() == before


def test_a_mounted_device_is_refused_with_its_place(server, channel, make, loop):
    device, _ = loop("disk")
    point = server.folder / "mnt"
    point.mkdir()
    subprocess.run(["mkfs.ext4", "-q", "-F", device], check=True)
    subprocess.run(["mount", device, point], check=True)
    try:
        assert _refusals(channel, _devices(device), writes=False) == [
            f"{device} is in use (mounted at {point}): nothing was touched."
        ]
        with pytest.raises(make.Refused, match="in use") as refused:
            server.prepare(channel, make.spec(make.timed(1, "randread", 1), target=_devices(device)))
        assert (refused.value.code, refused.value.kind) == ("refused", "infrastructure")
    finally:
        subprocess.run(["umount", point], check=True)


def test_a_file_system_that_is_mounted_read_only_is_named_as_the_reason(server, channel, make, tmpfs):
    folder = tmpfs("frozen", "1m")
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    with pytest.raises(make.Refused, match=f"{folder} is on a file system that is mounted read-only"):
        server.prepare(channel, make.spec(make.fill(), path=str(folder / "new.dat")))


def test_a_device_that_the_account_may_not_read_is_refused_with_a_way_out(loop):
    device, _ = loop("disk")
    target = parse_target("target", _devices(device))
    nobody = pwd.getpwnam("nobody")
    os.seteuid(nobody.pw_uid)
    try:
        findings = targets.check(target, False, device)
    finally:
        os.seteuid(0)
    refusal = next(finding for finding in findings if finding.verdict == "refuse")
    assert refusal.kind == "infrastructure"
    assert refusal.reason.startswith(f"The account nobody may not read {device}. ")
    assert "register the server with an account that has it" in refusal.reason


def test_a_device_that_is_mounted_after_prepare_is_refused(server, channel, make, loop):
    device, _ = loop("disk")
    attempt_id = server.prepare(channel, make.spec(make.timed(1, "randread", 1), target=_devices(device)))
    holder = os.open(device, os.O_RDONLY | os.O_EXCL)
    try:
        with pytest.raises(make.Refused, match="held by a program"):
            channel.call("start", **server.arguments(attempt_id))
    finally:
        os.close(holder)
    assert server.engine_starts() == 0
    assert channel.call("start", **server.arguments(attempt_id))["again"] is False
    assert server.ended(channel, attempt_id)["exit"]["outcome"] == "succeeded"


def test_another_drive_in_the_same_place_is_refused(channel, loop):
    device, _ = loop("disk")
    target = _devices(device)
    target["devices"][0]["size_bytes"] = SIZE + 512
    assert "it is another drive" in _refusals(channel, target, writes=False)[0]


@pytest.mark.parametrize("path", ["/dev/null", "/etc/passwd", "/nonexistent"])
def test_what_is_no_block_device_is_refused(channel, path):
    assert path in _refusals(channel, _devices(path), writes=False)[0]
