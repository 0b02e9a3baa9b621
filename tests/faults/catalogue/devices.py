"""Faults of drives, on loop devices.

Drives vanish, are taken at the last moment, are swapped, or belong to others.
"""

from __future__ import annotations

import os
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.faults import loops
from tests.faults.direct import DirectRunner, RunnerRefused, enrol
from tests.faults.fault import Fault, Skip
from tests.faults.hosts import Host
from tests.faults.loops import Loop
from tests.faults.trial import Trial

RACES = {False: 50, True: 200}
#: What a start that is raced against took; the others strike somewhere within.
_START_SECONDS = 0.25
#: Another process may take the place of a drive that was let go; so often it is tried again.
_SWAPS = 5


@contextmanager
def _sandbox(trial: Trial) -> Iterator[tuple[Host, Loop, Loop]]:
    """Provide a server of its own with an enrolled drive and a decoy, which must be the same at the end."""
    host = trial.rig.add_host(register=False)
    loops.sandbox(host)
    drive = loops.attach(host.folder / "img" / f"{host.name}-drive.img")
    decoy = loops.attach(host.folder / "img" / f"{host.name}-decoy.img")
    decoy.write(0, os.urandom(1 << 20))
    trial.note("decoy", path=str(decoy.image), sha256=decoy.sha256())
    try:
        enrol(host, drive.stable_id, drive.serial)
        yield host, drive, decoy
    finally:
        trial.note("decoy", path=str(decoy.image), sha256=decoy.sha256())
        trial.rig.kill(host.name)
        host.kill(*host.processes())
        drive.detach()
        decoy.detach()


def _note_starts(trial: Trial, runner: DirectRunner, attempt: str) -> None:
    """Note the starts that the runner reports, once the attempt is over."""
    trial.wait(lambda: runner.status(attempt)["state"] in ("finished", "lost"), 60, f"the end of {attempt}")
    phase = runner.status(attempt)["phases"][0]
    # An engine that is stopped at once may not come to write its first line.
    starts = int(phase["started_realtime_ns"] is not None)
    trial.note("direct", attempt=attempt, starts=starts, stopped=phase["state"] == "cancelled")


def vanishing_drive(trial: Trial) -> None:
    """Remove the drive's capacity under load, as if it were pulled; the decoy beside it stays unchanged."""
    with _sandbox(trial) as (host, drive, _), DirectRunner(host) as runner:
        attempt = runner.prepare(drive.as_target(), seconds=60)
        runner.start(attempt)
        trial.wait(lambda: bool(runner.status(attempt)["phases"][0]["started_realtime_ns"]), 20, "the engine")
        trial.pause(trial.random.uniform(0.3, 1.0))
        drive.pull()
        _note_starts(trial, runner, attempt)
        ending = runner.status(attempt)["exit"]
        assert ending["outcome"] == "failed", ending
        assert runner.status(attempt)["neighbours"]["state"] == "unchanged", runner.status(attempt)["neighbours"]


def pulled_in_a_read_phase(trial: Trial) -> None:
    """Pull the drive while it is read: the engine goes on with empty reads, and the phase must fail."""
    with _sandbox(trial) as (host, drive, _), DirectRunner(host) as runner:
        attempt = runner.prepare(drive.as_target(), seconds=60, rw="randread")
        runner.start(attempt)
        trial.wait(lambda: bool(runner.status(attempt)["phases"][0]["started_realtime_ns"]), 20, "the engine")
        trial.pause(trial.random.uniform(0.3, 1.0))
        drive.pull()
        _note_starts(trial, runner, attempt)
        status = runner.status(attempt)
        failure = status["exit"]["failure"]
        assert status["phases"][0]["state"] == "failed", status["phases"][0]
        assert "disappeared during phase 1" in failure["message"], failure
        assert failure["kind"] == "infrastructure", failure


def taken_at_the_last_moment(trial: Trial) -> None:
    """Make a file system on the drive and mount it while the runner starts; one of the two must lose."""
    won = {"runner": 0, "somebody": 0, "nobody": 0}
    with _sandbox(trial) as (host, drive, _), DirectRunner(host) as runner:
        mount_point = host.folder / "mnt"
        mount_point.mkdir()
        for _ in range(RACES[trial.full]):
            attempt = _prepare_when_free(trial, runner, drive)
            delay = trial.random.uniform(0, _START_SECONDS)
            somebody = threading.Thread(target=_mount_soon, args=(trial, drive, str(mount_point), delay))
            somebody.start()
            started = _starts(runner, attempt)
            somebody.join()
            mounted = mount_point.is_mount()
            assert not (started and mounted), f"I/O was started on {drive.device}, which is mounted"
            won["runner" if started else "somebody" if mounted else "nobody"] += 1
            if started:
                runner.cancel(attempt)
                _note_starts(trial, runner, attempt)
            if mounted:
                subprocess.run(["umount", str(mount_point)], check=True)
            drive.blank()
    trial.note("race", won=won)
    print(f"      of {RACES[trial.full]} races {won['runner']} were won by the runner", flush=True)


def _prepare_when_free(trial: Trial, runner: DirectRunner, drive: Loop) -> str:
    """Hand over a plan; the supervisor of the race before lets go of the drive a moment after its exit record."""
    prepared: list[str] = []

    def prepare() -> bool:
        try:
            prepared.append(runner.prepare(drive.as_target(), seconds=30))
        except RunnerRefused as refusal:
            if "held by a program" not in str(refusal):
                raise
        return bool(prepared)

    trial.wait(prepare, 5, f"{drive.device} to be free")
    return prepared[0]


def _starts(runner: DirectRunner, attempt: str) -> bool:
    try:
        runner.start(attempt)
    except RunnerRefused:
        return False
    return True


def _mount_soon(trial: Trial, drive: Loop, mount_point: str, delay_seconds: float) -> None:
    trial.pause(delay_seconds)
    made = subprocess.run(["mkfs.ext2", "-q", "-F", drive.device], check=False, capture_output=True)
    if made.returncode == 0:
        subprocess.run(["mount", drive.device, mount_point], check=False, capture_output=True)


def name_leads_elsewhere(trial: Trial) -> None:
    """Point the drive's name at another drive between check and start."""
    with _sandbox(trial) as (host, drive, _), DirectRunner(host) as runner:
        attempt = runner.prepare(drive.as_target(), seconds=5)
        drive.detach()
        other = loops.attach(host.folder / "swapped" / drive.image.name)
        try:
            _must_refuse(trial, runner, attempt, other)
        finally:
            other.detach()


def swapped_in_its_slot(trial: Trial) -> None:
    """Put another drive in the same place, under the same name, between check and start."""
    for _ in range(_SWAPS):
        with _sandbox(trial) as (host, drive, _), DirectRunner(host) as runner:
            attempt = runner.prepare(drive.as_target(), seconds=5)
            drive.detach()
            try:
                other = loops.attach(host.folder / "swapped" / drive.image.name, drive.device)
            except Skip:
                # Another process on this machine got the place first.
                continue
            try:
                _must_refuse(trial, runner, attempt, other)
            finally:
                other.detach()
        return
    raise Skip("others on this machine take every loop device that is let go")


def _must_refuse(trial: Trial, runner: DirectRunner, attempt: str, other: Loop) -> None:
    trial.note("decoy", path=str(other.image), sha256=other.sha256())
    started = _starts(runner, attempt)
    if started:
        _note_starts(trial, runner, attempt)
    trial.note("decoy", path=str(other.image), sha256=other.sha256())
    assert not started, "I/O was started on another drive than the one that was checked"


def drives_of_others(trial: Trial) -> None:
    """Put foreign data on the enrolled drive; every kind of it must be refused, for its own reason."""
    with _sandbox(trial) as (host, drive, _), DirectRunner(host) as runner:
        for kind, plant in DECOYS.items():
            release = plant(drive)
            try:
                name = f"{drive.image}#{kind}"
                trial.note("decoy", path=name, sha256=drive.sha256())
                answer = runner.call(
                    "check", target={"kind": "devices", "devices": [drive.as_target()]}, writes=True, preparation=[]
                )
                refused_by = [finding["id"] for finding in answer["results"] if finding["verdict"] == "refuse"]
                assert answer["refused"], f"{kind}: not refused"
                assert set(refused_by) - {"I3", "I16"}, f"{kind}: refused for {refused_by} only"
                _must_not_prepare(runner, drive, kind)
                trial.note("decoy", path=name, sha256=drive.sha256())
            finally:
                release()
            drive.blank()


def _must_not_prepare(runner: DirectRunner, drive: Loop, kind: str) -> None:
    try:
        runner.prepare(drive.as_target(), seconds=5)
    except RunnerRefused:
        return
    raise AssertionError(f"{kind}: a plan that writes was accepted")


def _nothing() -> None:
    """Do nothing: there is nothing to release."""


def _lvm(drive: Loop) -> Callable[[], None]:
    """Write the label of a physical volume in the second sector; the checksum is that of the sector behind it."""
    body = struct.pack("<I", 32) + b"LVM2 001" + b"a" * 32 + bytes(512 - 20 - 44)
    label = b"LABELONE" + struct.pack("<Q", 1)
    drive.write(512, label + struct.pack("<I", _lvm_checksum(body)) + body)
    return _nothing


def _lvm_checksum(data: bytes) -> int:
    """Return LVM's own CRC-32: another start, and no inversion at the end."""
    value = 0xF597A6CF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value >> 1) ^ (0xEDB88320 if value & 1 else 0)
    return value


def _software_raid(drive: Loop) -> Callable[[], None]:
    """Write a software RAID superblock of version 1.2, four kilobytes from the beginning."""
    head = struct.pack("<IIII16s16s32s", 0xA92B4EFC, 1, 0, 0, b"u" * 16, b"n" * 16, b"decoy:0")
    body = bytearray(head.ljust(256, b"\0"))
    struct.pack_into("<Q", body, 144, 8)
    words = struct.unpack("<64I", bytes(body))
    total = sum(words)
    struct.pack_into("<I", body, 216, (total & 0xFFFFFFFF) + (total >> 32))
    drive.write(4096, bytes(body))
    return _nothing


def _zfs(drive: Loop) -> Callable[[], None]:
    """Write the uberblocks of two labels."""
    for label in (0, 256 << 10):
        for place in range(128):
            drive.write(label + (128 << 10) + place * 1024, struct.pack("<QQ", 0x00BAB10C, 5000))
    return _nothing


def _made_by(*command: str) -> Callable[[Loop], Callable[[], None]]:
    def plant(drive: Loop) -> Callable[[], None]:
        subprocess.run([*command, drive.device], check=True, capture_output=True)
        return _nothing

    return plant


def _partitions(drive: Loop) -> Callable[[], None]:
    """Write an MBR partition table with one partition of 16 MiB."""
    entry = struct.pack("<B3sB3sII", 0, b"\0\0\0", 0x83, b"\0\0\0", 2048, 32768)
    drive.write(0, bytes(446) + entry + bytes(48) + b"\x55\xaa")
    return _nothing


def _mounted_partition(drive: Loop) -> Callable[[], None]:
    """Mount a file system on a partition that the kernel knows."""
    _partitions(drive)
    drive.add_partition()
    partition, place = f"{drive.device}p1", drive.image.with_suffix(".mnt")
    subprocess.run(["mkfs.ext2", "-q", "-F", partition], check=True, capture_output=True)
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "ro", partition, str(place)], check=True)

    def release() -> None:
        subprocess.run(["umount", str(place)], check=True)
        drive.remove_partition()

    return release


def _foreign_writer(drive: Loop) -> Callable[[], None]:
    """Open the drive for writing in a process that the lab does not know."""
    writer = subprocess.Popen(["sleep", "60"], stdin=os.open(drive.device, os.O_RDWR))

    def release() -> None:
        writer.kill()
        writer.wait()

    return release


DECOYS = {
    "ext4": _made_by("mkfs.ext4", "-q", "-F"),
    "swap": _made_by("mkswap"),
    "partition table": _partitions,
    "LVM": _lvm,
    "software RAID": _software_raid,
    "ZFS": _zfs,
    "mounted partition": _mounted_partition,
    "foreign writer": _foreign_writer,
}
FAULTS = (
    Fault(37, "drive taken between check and start", taken_at_the_last_moment, needs_root=True, seconds=73),
    Fault(36, "drive vanishes under load", vanishing_drive, needs_root=True),
    Fault(47, "drive pulled in a read phase", pulled_in_a_read_phase, needs_root=True),
    Fault(38, "drive's name re-pointed between check and start", name_leads_elsewhere, needs_root=True),
    Fault(39, "drive swapped in its slot", swapped_in_its_slot, needs_root=True),
    Fault(40, "mounted, signed and foreign drives", drives_of_others, needs_root=True, seconds=18),
)
