"""Interlocks on real block devices: every decoy is refused in words and stays unchanged."""

import contextlib
import hashlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.integration.runner.sandbox import MIB, SIZE, devices
from tests.integration.runner.waiting import eventually

from storagelab_runner import held_devices, last_use, neighbours
from storagelab_runner.errors import Refusal
from storagelab_runner.layout import StateFolder
from storagelab_runner.places import Places
from storagelab_runner.spec_targets import Device

ROUNDS = 100
#: On a slow machine fewer rounds are enough, once both have had the drive.
RACE_SECONDS = 60.0


@pytest.fixture
def state(sandbox):
    folder = StateFolder(sandbox.state, sandbox.config)
    folder.create()
    return folder


def _device(drive):
    return Device(drive.stable_id, drive.serial, str(drive.path), SIZE)


def _refusals(state, drive, writes=True):
    findings = held_devices.check([_device(drive)], writes=writes, state=state, config=state.config)
    assert [finding.id for finding in findings] == [f"I{number}" for number in range(1, 26)]
    return {finding.id: finding.reason for finding in findings if finding.verdict == "refuse"}


@pytest.fixture
def enrolled(sandbox):
    """Provide a function that makes drives that were blank when root enrolled them."""

    def make(name="disk"):
        drive = sandbox.drive(name)
        code, out, err = sandbox.enrol(drive)
        assert code == 0, out + err
        return drive

    return make


def test_enrolled_blank_drive_is_accepted_and_held(state, enrolled):
    drive = enrolled()
    assert _refusals(state, drive) == {}
    [held], findings = held_devices.claim([_device(drive)], writable=True, state=state, config=state.config)
    assert (held.stable_id, held.path, held.serial, held.writable) == (
        drive.stable_id,
        str(drive.path),
        drive.serial,
        True,
    )
    assert len(findings) == 25
    with pytest.raises(OSError, match="busy"):
        os.open(drive.path, os.O_RDONLY | os.O_EXCL)
    held_devices.release(held)
    held = held_devices.retake(held, state.config)
    with pytest.raises(OSError, match="busy"):
        os.open(drive.path, os.O_RDONLY | os.O_EXCL)
    held_devices.release(held)


def _swap(drive):
    subprocess.run(["mkswap", drive.path], check=True, capture_output=True)


def _partition_table(drive):
    entry = bytes([0x80, 0, 2, 0, 0x83, 0, 0, 0]) + (2048).to_bytes(4, "little") + (4096).to_bytes(4, "little")
    drive.write(0, bytes(446) + entry + bytes(48) + b"\x55\xaa")


def _ext4(drive):
    subprocess.run(["mkfs.ext4", "-q", "-F", drive.path], check=True)


def _lvm(drive):
    label = b"LABELONE" + (1).to_bytes(8, "little") + bytes(4) + (32).to_bytes(4, "little") + b"LVM2 001" + b"A" * 32
    drive.write(512, label)


def _zfs(drive):
    uberblock = (0x00BAB10C).to_bytes(8, "little") + (5000).to_bytes(8, "little") + (1).to_bytes(8, "little")
    for label in (0, 256 << 10, SIZE - (512 << 10), SIZE - (256 << 10)):
        for place in range(16):
            drive.write(label + (128 << 10) + place * 1024, uberblock)


def _md(drive):
    # linux/raid/md_p.h: version 1.2 lies 4 KiB from the beginning, and its checksum covers 256 bytes without roles.
    block = bytearray(256)
    block[0:12] = (0xA92B4EFC).to_bytes(4, "little") + (1).to_bytes(4, "little") + bytes(4)
    block[16:32] = bytes(range(16))
    block[128:136] = (2048).to_bytes(8, "little")
    block[144:152] = (8).to_bytes(8, "little")
    total = sum(int.from_bytes(block[place : place + 4], "little") for place in range(0, 256, 4))
    block[216:220] = ((total & 0xFFFFFFFF) + (total >> 32)).to_bytes(4, "little")
    drive.write(4096, bytes(block))


@pytest.mark.parametrize(
    ("decoy", "interlocks", "word"),
    [
        (_ext4, {"I15", "I16"}, "ext4"),
        (_swap, {"I15", "I16"}, "swap"),
        (_lvm, {"I12", "I15", "I16"}, "LVM2_member"),
        (_zfs, {"I14", "I15", "I16"}, "zfs_member"),
        (_md, {"I13", "I15", "I16"}, "linux_raid_member"),
        (_partition_table, {"I15", "I16"}, "partition table"),
        (lambda drive: drive.write(100, b"x"), {"I16"}, "holds data that no test of this lab left"),
        (lambda drive: drive.write(SIZE - 100, b"x"), {"I16"}, "holds data that no test of this lab left"),
    ],
    ids=["ext4", "swap", "lvm", "zfs", "md", "partitions", "first", "last"],
)
def test_foreign_data_is_refused_and_preserved(state, enrolled, decoy, interlocks, word):
    drive = enrolled()
    decoy(drive)
    before = hashlib.sha256(drive.image.read_bytes()).digest()
    refusals = _refusals(state, drive)
    assert set(refusals) == interlocks
    assert any(word in reason for reason in refusals.values()), refusals
    with pytest.raises(Refusal):
        held_devices.claim([_device(drive)], writable=True, state=state, config=state.config)
    assert hashlib.sha256(drive.image.read_bytes()).digest() == before


@pytest.fixture
def partition(sandbox, enrolled):
    """Provide a drive with a partition that the kernel knows, and the partition's node."""
    drive = enrolled()
    sandbox.detach(drive)
    drive = sandbox.attach(drive.image, "--partscan")
    done = subprocess.run(["addpart", drive.path, "1", "2048", "40960"], capture_output=True, check=False)
    part = Path(f"{drive.path}p1")
    if done.returncode != 0 or not part.exists():
        pytest.skip("this kernel allows no partitions on loop devices")
    yield drive, part
    # The kernel retains a partition that another process has open.
    eventually(lambda: subprocess.run(["delpart", drive.path, "1"], check=False, capture_output=True).returncode == 0)


def test_partition_known_only_to_kernel_is_refused(state, partition):
    drive, part = partition
    subprocess.run(["mkfs.ext4", "-q", "-F", part], check=True)
    refusals = _refusals(state, drive)
    # Where its sample blocks fall on the file system, I16 refuses too.
    assert {"I15"} <= set(refusals) <= {"I15", "I16"}
    assert f"ext4 on {part.name}" in refusals["I15"]
    assert f"the partition {part.name}" in refusals["I15"]


def test_drive_with_mounted_partition_is_refused(sandbox, state, partition):
    drive, part = partition
    point = sandbox.mount(part)
    for writes in (True, False):
        refusals = _refusals(state, drive, writes)
        assert f"mounted at {point}" in refusals["I4"]
        assert refusals["I6"] == f"It is mounted at {point}: nothing was touched."
    sandbox.unmount(point)


def test_drive_mounted_in_other_namespace_is_refused(sandbox, state, enrolled):
    drive = enrolled()
    point = sandbox.folder / "hidden"
    point.mkdir()
    _ext4(drive)
    script = f"mount {drive.path} {point} && echo ready && read answer"
    with subprocess.Popen(
        ["unshare", "--mount", "sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        try:
            if other.stdout.readline() != "ready\n":
                pytest.skip("this machine does not allow mount namespaces")
            assert str(drive.path) not in Path("/proc/self/mounts").read_text()
            refusals = _refusals(state, drive)
            assert refusals["I6"] == f"It is mounted at {point}: nothing was touched."
            assert "I4" in refusals
        finally:
            other.communicate("go\n")


def test_swap_drive_is_refused(state, enrolled):
    drive = enrolled()
    _swap(drive)
    if subprocess.run(["swapon", drive.path], capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine does not allow swapping to a loop device")
    try:
        refusals = _refusals(state, drive)
        assert refusals["I9"] == "The server swaps to it: nothing was touched."
        assert f"{drive.path} is in use (swapped to)" in refusals["I4"]
    finally:
        subprocess.run(["swapoff", drive.path], check=True)


def test_drive_open_in_named_process_is_refused(state, enrolled):
    drive = enrolled()
    script = f"import sys; file = open({str(drive.path)!r}, 'r+b'); print('ready', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "ready\n"
        for writes in (True, False):
            refusals = _refusals(state, drive, writes)
            assert set(refusals) == {"I17"}
            assert f"(process {other.pid})" in refusals["I17"]
        other.communicate("")
    assert _refusals(state, drive) == {}


def test_drive_larger_than_registered_is_refused(sandbox, state, enrolled):
    drive = enrolled()
    os.truncate(drive.image, SIZE + MIB)
    subprocess.run(["losetup", "--set-capacity", drive.path], check=True)
    refusals = _refusals(state, drive)
    assert "its capacity in bytes was" in refusals["I3"]
    assert f"It has {SIZE + MIB} bytes, not {SIZE}" in refusals["I23"]


def test_drive_too_small_for_its_job_is_refused(sandbox, state, enrolled):
    drive = enrolled()
    os.truncate(drive.image, SIZE - MIB)
    subprocess.run(["losetup", "--set-capacity", drive.path], check=True)
    assert f"The job reaches byte {SIZE}" in _refusals(state, drive)["I25"]


def test_a_read_only_drive_is_refused(sandbox, state, enrolled):
    drive = enrolled()
    sandbox.detach(drive)
    drive = sandbox.attach(drive.image, "--read-only")
    assert _refusals(state, drive)["I23"] == "It is read-only."
    assert _refusals(state, drive, writes=False) == {}


def test_another_drive_in_its_place_is_refused(sandbox, state, enrolled):
    drive = enrolled()
    serial = drive.serial
    sandbox.detach(drive)
    # The new file gets its inode while the old one still has its own.
    other = sandbox.images / "other"
    other.touch()
    os.truncate(other, SIZE)
    other.replace(drive.image)
    drive = sandbox.attach(drive.image)
    drive.serial = serial
    refusals = _refusals(state, drive)
    assert "it is another drive" in refusals["I1"]
    assert "I3" in refusals
    assert "nothing was touched" in refusals["I5"]


def test_two_drives_with_one_identity_are_refused(sandbox, state, enrolled):
    drive = enrolled()
    twin = sandbox.attach(drive.image)
    refusals = _refusals(state, drive)
    assert "leads to 2 devices" in refusals["I1"]
    assert twin.serial == drive.serial


def test_loop_device_outside_sandbox_is_refused(sandbox, state, enrolled):
    drive = enrolled()
    (sandbox.config / "sandbox").unlink()
    assert set(_refusals(state, drive, writes=False)) >= {"I1", "I4"}


def test_root_drive_of_the_server_is_refused(state):
    root = next(line.split() for line in Path("/proc/self/mounts").read_text().splitlines() if line.split()[1] == "/")
    places = Places(dev=state.root / "dev")
    places.by_id.mkdir(parents=True)
    (places.by_id / "boot").symlink_to(root[0])
    node = Path(root[0]).resolve()
    device = Device("boot", "x", str(node), None)
    if not node.is_block_device():
        pytest.skip("/ of this machine lies on no block device")
    findings = held_devices.check([device], writes=True, state=state, config=state.config, places=places)
    refusals = {finding.id: finding.reason for finding in findings if finding.verdict == "refuse"}
    assert {"I3", "I4", "I6", "I7"} <= set(refusals)
    assert "The server's own / is on it" in refusals["I7"]


def test_device_link_changed_after_check_is_refused(sandbox, state, enrolled):
    drive, victim = enrolled("disk"), sandbox.drive("victim")
    places = Places(dev=sandbox.folder / "dev")
    places.by_id.mkdir(parents=True)
    link = places.by_id / "drive"
    link.symlink_to(drive.path)
    # The backing file of a loop device is queried through its node.
    for loop_drive in (drive, victim):
        (places.dev / loop_drive.path.name).symlink_to(loop_drive.path)
    device = Device("drive", drive.serial, str(drive.path), SIZE)
    before = victim.image.read_bytes()
    findings = held_devices.check([device], writes=False, state=state, config=state.config, places=places)
    assert [finding.reason for finding in findings if finding.verdict == "refuse"] == []
    link.unlink()
    link.symlink_to(victim.path)
    with pytest.raises(Refusal) as refused:
        held_devices.take([device], writable=False, state=state, config=state.config, places=places)
    assert "I1" in [finding["id"] for finding in refused.value.findings if finding["verdict"] == "refuse"]
    assert victim.image.read_bytes() == before


def test_drive_unchanged_since_last_use_is_accepted(state, enrolled):
    drive = enrolled()
    [held], _ = held_devices.claim([_device(drive)], writable=True, state=state, config=state.config)
    last_use.start_of_use(state, drive.serial, "a-1", SIZE)
    held_devices.release(held)
    _ext4(drive)
    assert set(_refusals(state, drive)) == {"I15", "I16"}
    with drive.path.open("rb", buffering=0) as file:
        last_use.end_of_use(state, drive.serial, "a-1", file.fileno())
    assert _refusals(state, drive) == {}
    drive.write(200, b"x")
    assert set(_refusals(state, drive)) == {"I15", "I16"}


def test_drive_of_unfinished_test_without_signature_is_accepted(state, enrolled):
    drive = enrolled()
    last_use.start_of_use(state, drive.serial, "a-1", SIZE)
    drive.write(100, os.urandom(4096))
    assert _refusals(state, drive) == {}


def test_neighbours_are_compared(sandbox, state, enrolled):
    target, neighbour, used = enrolled("target"), sandbox.drive("neighbour"), sandbox.drive("used")
    sandbox.mount(used.path)
    [held], _ = held_devices.claim([_device(target)], writable=True, state=state, config=state.config)
    before = neighbours.snapshot([held.device_number], state.config)
    compared = {drive["device"] for drive in before["drives"].values()}
    assert target.path.name not in compared
    assert neighbour.path.name in compared
    target.write(0, b"anything")
    assert neighbours.compare(before, state.config)["state"] == "unchanged"
    neighbour.write(4096, b"oops")
    after = neighbours.compare(before, state.config)
    assert after["state"] == "changed"
    assert after["changed"] == [{"device": neighbour.path.name, "what": "its first MiB was written to"}]
    sandbox.detach(neighbour)
    assert "it is missing" in neighbours.compare(before, state.config)["changed"][0]["what"]
    held_devices.release(held)


def test_mount_and_claim_never_both_succeed(sandbox, state):
    """Check that of a mount and a claim at the same time one has to give way, which is the race that counts."""
    drive = sandbox.drive()
    _ext4(drive)
    point = sandbox.folder / "race"
    point.mkdir()
    ended = threading.Event()
    mounts = 0

    def keep_mounting():
        nonlocal mounts
        while not ended.is_set():
            command = ["mount", "-o", "ro,noload", drive.path, point]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                mounts += 1
                subprocess.run(["umount", point], check=True)

    other = threading.Thread(target=keep_mounting)
    other.start()
    claims = both = 0
    enough = time.monotonic() + RACE_SECONDS
    try:
        for _ in range(ROUNDS):
            if claims and mounts and time.monotonic() > enough:
                break
            with contextlib.suppress(Refusal):
                # The kernel grants a device to one holder, for reading as for writing; only the extent of the checks
                # differs.
                [held], _ = held_devices.take([_device(drive)], writable=False, state=state, config=state.config)
                claims += 1
                both += str(point) in Path("/proc/self/mounts").read_text()
                held_devices.release(held)
    finally:
        ended.set()
        other.join()
    assert both == 0
    assert claims > 0
    assert mounts > 0


def test_writing_job_runs_on_an_enrolled_drive(server, channel, make, sandbox, enrolled):
    drive, bystander = enrolled("disk"), sandbox.drive("bystander")
    before = bystander.image.read_bytes()
    writing = make.timed(1, "randwrite", 1)
    attempt_id = server.prepare(channel, make.spec(writing, target=devices(drive)))
    answer = channel.call("start", **server.arguments(attempt_id))
    assert [finding["id"] for finding in answer["checks"]] == [f"I{number}" for number in range(1, 26)]
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "succeeded", status["exit"]
    assert set(drive.image.read_bytes()) != {0}
    assert bystander.image.read_bytes() == before
    assert _refusals(StateFolder(server.state, server.config), drive) == {}


def test_writing_job_is_refused_on_unenrolled_drive(server, channel, make, sandbox):
    drive = sandbox.drive()
    spec = make.spec(make.timed(1, "randwrite", 1), target=devices(drive))
    with pytest.raises(make.Refused, match="is not enrolled on this server") as refused:
        server.prepare(channel, spec)
    assert (refused.value.code, refused.value.kind) == ("refused", "infrastructure")
    assert set(drive.image.read_bytes()) == {0}
    assert server.engine_starts() == 0


def test_enrolment_withdrawn_after_prepare_refuses_the_start(server, channel, make, sandbox, enrolled):
    drive = enrolled()
    attempt_id = server.prepare(channel, make.spec(make.timed(1, "randwrite", 1), target=devices(drive)))
    sandbox.run("unenrol", "--stable-id", drive.stable_id)
    with pytest.raises(make.Refused, match="is not enrolled on this server"):
        channel.call("start", **server.arguments(attempt_id))
    assert set(drive.image.read_bytes()) == {0}
    assert server.engine_starts() == 0
