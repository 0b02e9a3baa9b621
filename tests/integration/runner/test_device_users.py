"""Users of a drive that open it without exclusivity are found, on real devices."""

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest
from tests.integration.runner.sandbox import MIB, SIZE, devices

from storagelab_runner import held_devices
from storagelab_runner.layout import StateFolder
from storagelab_runner.places import THIS_SERVER, Places
from storagelab_runner.spec_targets import Device

_MAPPED = """
import mmap, os, sys
descriptor = os.open(sys.argv[1], os.O_RDWR)
view = mmap.mmap(descriptor, 1 << 20, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
os.close(descriptor)
os.closerange(3, 256)
print("ready", flush=True)
sys.stdin.read()
"""
_THREAD_OF_ITS_OWN = """
import ctypes, os, sys, threading
CLONE_FILES = 0x400
def hold():
    assert ctypes.CDLL(None, use_errno=True).unshare(CLONE_FILES) == 0
    os.open(sys.argv[1], os.O_RDONLY)
    print("ready", flush=True)
    threading.Event().wait()
threading.Thread(target=hold, daemon=True).start()
sys.stdin.read()
"""
#: io_uring_setup(2), io_uring_register(2) with IORING_REGISTER_FILES; both descriptors of the device are closed.
_REGISTERED = """
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
ring = libc.syscall(425, 4, ctypes.create_string_buffer(120))
if ring < 0:
    print("missing", flush=True)
    sys.exit()
device = os.open(sys.argv[1], os.O_RDWR)
assert libc.syscall(427, ring, 2, struct.pack("i", device), 1) == 0
os.close(device)
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def state(sandbox):
    folder = StateFolder(sandbox.state, sandbox.config)
    folder.create()
    return folder


@pytest.fixture
def drive(sandbox):
    """Provide a blank drive that root has enrolled."""
    drive = sandbox.drive()
    code, out, err = sandbox.enrol(drive)
    assert code == 0, out + err
    return drive


def _refusals(state, drive, writes=True, places=THIS_SERVER):
    device = Device(drive.stable_id, drive.serial, str(drive.path), SIZE)
    findings = held_devices.check([device], writes=writes, state=state, config=state.config, places=places)
    return {finding.id: finding.reason for finding in findings if finding.verdict == "refuse"}


@contextlib.contextmanager
def _loop_on(path, *options):
    done = subprocess.run(["losetup", "--find", "--show", *options, path], capture_output=True, text=True, check=True)
    try:
        yield done.stdout.strip()
    finally:
        subprocess.run(["losetup", "--detach", done.stdout.strip()], check=True)


@pytest.mark.in_turn
def test_drive_with_mounted_offset_loop_is_refused(sandbox, state, drive):
    with _loop_on(drive.path, "--offset", str(20 * MIB)) as loop:
        point = sandbox.mount(loop)
        words = f"the loop device {Path(loop).name} (from byte {20 * MIB}, mounted at {point})"
        for writes in (True, False):
            assert _refusals(state, drive, writes)["I10"] == f"It is used by {words}: nothing was touched."
        sandbox.unmount(point)
    assert "I10" not in _refusals(state, drive)


@pytest.mark.in_turn
def test_loop_on_a_loop_is_found(state, drive):
    with _loop_on(drive.path, "--offset", "1048576") as first, _loop_on(first, "--offset", "1048576"):
        assert Path(first).name in _refusals(state, drive)["I10"]
    assert _refusals(state, drive) == {}


@contextlib.contextmanager
def _holding(script, path):
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.communicate("")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("script", "words"),
    [
        (_MAPPED, "mapped into its memory"),
        (_THREAD_OF_ITS_OWN, "process"),
        (_REGISTERED, "registered with io_uring as loop"),
    ],
    ids=["mapping", "thread", "io_uring"],
)
def test_drive_users_without_descriptor_are_found(state, drive, script, words):
    with _holding(script, drive.path) as (process, answer):
        if answer == "missing":
            pytest.skip("this kernel has no io_uring")
        assert answer == "ready"
        reason = _refusals(state, drive)["I17"]
        assert f"process {process.pid}" in reason
        assert words in reason
    assert _refusals(state, drive) == {}


def test_file_that_names_the_drive_refuses_writers(sandbox, state, drive):
    places = Places(etc=sandbox.folder / "etc")
    places.etc.mkdir()
    (places.etc / "fstab").write_text(f"{drive.path} /nowhere ext4 noauto 0 0\n")
    refusals = _refusals(state, drive, places=places)
    assert set(refusals) == {"I9"}
    assert f"{places.etc / 'fstab'} ({drive.path})" in refusals["I9"]
    assert _refusals(state, drive, writes=False, places=places) == {}


@pytest.mark.in_turn
def test_drive_user_during_run_skips_next_phase(server, channel, make, sandbox, drive):
    phases = [make.timed(1, "randread", 2), make.timed(2, "randread", 1)]
    attempt_id = server.start(channel, make.spec(*phases, target=devices(drive)))
    server.phase_runs(channel, attempt_id, 1)
    with _loop_on(drive.path, "--offset", "1048576") as loop:
        status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "failed"
    assert status["exit"]["failure"]["kind"] == "infrastructure"
    assert (
        f"came into use during the run. It is used by the loop device {Path(loop).name}"
        in (status["exit"]["failure"]["message"])
    )
    assert [phase["state"] for phase in status["phases"]] == ["finished", "skipped"]
