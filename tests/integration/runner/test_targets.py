"""Targets over the protocol: what is refused, in which words, and that nothing was touched."""

import os
import pwd
import subprocess
import tempfile
from pathlib import Path

import pytest
from tests.integration.runner.sandbox import SIZE, devices

from storagelab_runner import targets
from storagelab_runner.layout import StateFolder
from storagelab_runner.spec_targets import parse_target


def _file(path):
    return {"kind": "file", "path": str(path), "size_bytes": 1 << 20}


def _refusals(channel, target, writes=True):
    answer = channel.call("check", target=target, writes=writes)
    assert answer["refused"]
    return [result["reason"] for result in answer["results"] if result["verdict"] == "refuse"]


def test_valid_target_passes_and_leaves_no_files(server, channel):
    folder = server.folder / "data"
    folder.mkdir()
    answer = channel.call("check", target=_file(folder / "new.dat"), writes=True)
    assert not answer["refused"]
    assert "direct_io" in [result["id"] for result in answer["results"]]
    assert list(folder.iterdir()) == []


def test_prepare_and_check_refuse_the_same_target(server, channel, make):
    path = server.folder / "there.dat"
    path.write_bytes(b"precious")
    reason = f"{path} exists already: nothing was touched."
    assert _refusals(channel, _file(path)) == [reason]
    with pytest.raises(make.Refused) as refused:
        server.prepare(channel, make.spec(make.fill(), path=str(path)))
    assert (refused.value.code, refused.value.message) == ("refused", reason)
    assert path.read_bytes() == b"precious"
    assert channel.call("list")["attempts"] == []


def test_file_created_after_prepare_is_unchanged(server, channel, make):
    path = server.folder / "late.dat"
    attempt_id = server.prepare(channel, make.spec(make.fill(), path=str(path)))
    path.write_bytes(b"precious")
    with pytest.raises(make.Refused, match="exists already"):
        channel.call("start", **server.arguments(attempt_id))
    assert path.read_bytes() == b"precious"
    assert channel.call("status", attempt_id=attempt_id)["state"] == "prepared"


def test_folder_redirected_after_prepare_is_refused(server, channel, make):
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


def test_block_device_is_refused_as_file_target(channel, sandbox):
    drive = sandbox.drive()
    assert f"{drive.path} is a block device" in _refusals(channel, _file(drive.path))[0]
    assert set(drive.image.read_bytes()) == {0}


@pytest.mark.in_turn
def test_a_device_is_read_and_not_changed(server, channel, make, sandbox):
    first, second = sandbox.drive("one"), sandbox.drive("two")
    first.write(0, os.urandom(1 << 20))
    before = first.image.read_bytes()
    reading = make.timed(1, "randread", 1)
    status = server.ended(channel, server.start(channel, make.spec(reading, target=devices(first, second))))
    assert status["exit"]["outcome"] == "succeeded"
    assert status["target_path"] is None
    job_file = server.file(channel, status["attempt_id"], "phases/01/job.fio").decode()
    assert f"filename={first.path}:{second.path}\n" in job_file
    assert first.image.read_bytes() == before


def test_device_is_held_for_the_whole_run(server, channel, make, sandbox):
    drive = sandbox.drive()
    attempt_id = server.start(channel, make.spec(make.timed(1, "randread", 60), target=devices(drive)))
    server.phase_runs(channel, attempt_id, 1)
    with pytest.raises(OSError, match="busy"):
        os.open(drive.path, os.O_RDONLY | os.O_EXCL)
    channel.call("cancel", **server.arguments(attempt_id))
    server.ended(channel, attempt_id)
    make.eventually(lambda: server.processes() == [])
    os.close(os.open(drive.path, os.O_RDONLY | os.O_EXCL))


def test_mounted_device_is_refused_with_its_mount_point(server, channel, make, sandbox):
    drive = sandbox.drive()
    point = sandbox.mount(drive.path)
    reason = f"{drive.path} is in use (mounted at {point}): nothing was touched."
    assert reason in _refusals(channel, devices(drive), writes=False)
    with pytest.raises(make.Refused, match="in use") as refused:
        server.prepare(channel, make.spec(make.timed(1, "randread", 1), target=devices(drive)))
    assert (refused.value.code, refused.value.kind) == ("refused", "infrastructure")


def test_read_only_file_system_is_refused_by_name(server, channel, make, tmpfs):
    folder = tmpfs("frozen", "1m")
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    with pytest.raises(make.Refused, match=f"{folder} is on a file system that is mounted read-only"):
        server.prepare(channel, make.spec(make.fill(), path=str(folder / "new.dat")))


def test_unreadable_device_is_refused_with_a_remedy(server, sandbox):
    drive = sandbox.drive()
    target = parse_target("target", devices(drive, serial=None))
    nobody = pwd.getpwnam("nobody")
    # The folders of tests are closed to other accounts, and the account must see that this is a sandbox. It is one of
    # these images alone, since tests beside this one have drives with the same names.
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder)
        config.chmod(0o755)
        (config / "sandbox").write_text(f"{sandbox.images}\n")
        (config / "sandbox").chmod(0o644)
        os.seteuid(nobody.pw_uid)
        try:
            findings = targets.check(StateFolder(server.state, config), target, server.state / "scratch", writes=False)
        finally:
            os.seteuid(0)
    [refusal] = [finding for finding in findings if finding.id == "I4"]
    assert (refusal.verdict, refusal.kind) == ("refuse", "infrastructure")
    assert refusal.reason.startswith(f"The account nobody may not open {drive.path}. ")
    assert "register the server with an account that has it" in refusal.reason


@pytest.mark.in_turn
def test_device_held_after_prepare_refuses_the_start(server, channel, make, sandbox):
    drive = sandbox.drive()
    attempt_id = server.prepare(channel, make.spec(make.timed(1, "randread", 1), target=devices(drive)))
    holder = os.open(drive.path, os.O_RDONLY | os.O_EXCL)
    try:
        with pytest.raises(make.Refused, match="held by a program"):
            channel.call("start", **server.arguments(attempt_id))
    finally:
        os.close(holder)
    assert server.engine_starts() == 0
    assert channel.call("start", **server.arguments(attempt_id))["again"] is False
    assert server.ended(channel, attempt_id)["exit"]["outcome"] == "succeeded"


def test_replaced_drive_at_same_path_is_refused(channel, sandbox):
    target = devices(sandbox.drive(), size_bytes=SIZE + 512)
    assert any("it is another drive" in reason for reason in _refusals(channel, target, writes=False))


@pytest.mark.parametrize("stable_id", ["null", "../null", "../../etc/passwd", "/dev/sda", ".", "loop-none", "x" * 250])
def test_invalid_drive_name_is_refused(channel, stable_id):
    target = {
        "kind": "devices",
        "devices": [{"stable_id": stable_id, "serial": None, "path": "/dev/null", "size_bytes": 1}],
    }
    assert f"{stable_id} is not the name of a drive of this server." in _refusals(channel, target, writes=False)
