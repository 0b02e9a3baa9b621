"""Preparation on loop devices, by the shipped runner: every effect is real, and lies are detected."""

import json
import os
import subprocess
from pathlib import Path

import pytest

MIB = 1 << 20
FILL = {"kind": "fill", "passes": 1, "block_bytes": 131072, "pattern": "random"}
FILE_SYSTEM = {"kind": "make_file_system", "type": "ext4", "file_bytes": 16 * MIB, "mount_options": ["noatime"]}


@pytest.fixture
def drive(server, sandbox):
    """Provide an enrolled drive of the server."""
    drive = sandbox.drive()
    code, out, err = sandbox.enrol(drive)
    assert code == 0, out + err
    return drive


def _spec(make, drive, *phases, preparation):
    return make.spec(*phases, target={"kind": "devices", "devices": [drive.entry()]}, preparation=list(preparation))


def _played(server, channel, spec):
    """Return an attempt that succeeded, and the report of each of its operations."""
    status = server.ended(channel, server.start(channel, spec))
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    assert all(operation["state"] == "finished" for operation in status["operations"])
    assert status["warnings"] == []
    return status, [operation["evidence"] for operation in status["operations"]]


def _failed(server, channel, spec):
    """Return the failure of an attempt whose first operation failed, so that no phase ran."""
    status = server.ended(channel, server.start(channel, spec))
    assert status["exit"]["outcome"] == "failed"
    assert status["operations"][0]["state"] == "failed"
    assert {phase["state"] for phase in status["phases"]} == {"skipped"}
    assert status["operations"][0]["message"] == status["exit"]["failure"]["message"]
    return status["exit"]["failure"]


def _install(server, name, script):
    """Install a program that comes before the one of the system."""
    server.programs.mkdir(exist_ok=True)
    program = server.programs / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.mark.in_turn
def test_drives_are_filled_zeroed_and_discarded(server, channel, make, drive):
    zero = {**FILL, "pattern": "zero", "passes": 2, "block_bytes": 1 << 20}
    preparation = [FILL, {"kind": "write_zeroes"}, zero, FILL, {"kind": "discard"}]
    status, evidence = _played(
        server, channel, _spec(make, drive, make.timed(1, "randread", 1), preparation=preparation)
    )
    filled = {"path": str(drive.path), "bytes": 64 * MIB, "sampled": 16, "zero": 0}
    zeroed = {**filled, "zero": 16}
    devices = [entry["devices"][0] for entry in evidence]
    assert devices[:4] == [filled, zeroed, {**zeroed, "bytes": 128 * MIB}, filled]
    assert devices[4] == {**zeroed, "surviving": 0, "promises_zeroes": True}
    assert status["operations"][4]["title"] == "Discard every block"
    assert drive.image.stat().st_blocks * 512 < MIB, "the file has no hole where the drive was discarded"
    names = {file["name"] for file in status["files"]}
    assert {"operations/01/fill.json", "operations/01/output.txt", "operations/05/ended.json"} <= names


@pytest.mark.in_turn
def test_new_file_system_is_used_then_removed(server, channel, make, drive, sandbox):
    spec = _spec(make, drive, make.fill(16 * MIB), make.timed(2, "randread", 1), preparation=[FILE_SYSTEM])
    status, [evidence] = _played(server, channel, spec)
    assert (evidence["type"], evidence["file_bytes"]) == ("ext4", 16 * MIB)
    job = server.file(channel, status["attempt_id"], "phases/01/job.fio").decode()
    point = server.state / "mounts" / status["attempt_id"]
    assert f"filename={point}/test.dat\n" in job
    assert not point.exists()
    assert str(point) not in Path("/proc/self/mounts").read_text()
    done = subprocess.run(["blkid", "-p", drive.path], capture_output=True, check=False)
    assert done.returncode == 2, "the drive still has a signature"
    # It is as free as before: another attempt is let in.
    make.eventually(lambda: not server.processes())
    _played(server, channel, _spec(make, drive, make.timed(1, "randwrite", 1), preparation=[]))


@pytest.mark.in_turn
def test_file_tool_runs_on_file_system_of_drive(server, channel, make, sandbox):
    # 64 MiB stay free beside a set, so the drive has to be larger than the others.
    size = 256 * MIB
    drive = sandbox.drive("large", size=size)
    code, out, err = sandbox.enrol(drive)
    assert code == 0, out + err

    def phase(ordinal, operation):
        lines = ["[files]", f"operation={operation}", "seed=1", "request_bytes=65536", "files=20:2000000"]
        text = "".join(f"{line}\n" for line in [*lines, "target=@TARGET@"])
        return make.phase(ordinal, operation, text, stop={"kind": "volume", "seconds": 600, "passes": 1})

    phases = [phase(ordinal, kind) for ordinal, kind in enumerate(("create", "read", "copy_within"), start=1)]
    target = {"kind": "devices", "devices": [drive.entry(size_bytes=size)]}
    spec = {**make.spec(*phases, target=target, preparation=[FILE_SYSTEM]), "engine": "files"}
    status, [evidence] = _played(server, channel, spec)
    assert evidence["type"] == "ext4"
    assert [phase_status["state"] for phase_status in status["phases"]] == ["finished"] * 3
    for ordinal in (1, 2, 3):
        lines = server.file(channel, status["attempt_id"], f"phases/{ordinal:02d}/status.jsonl").splitlines()
        assert (json.loads(lines[-1])["files"], json.loads(lines[-1])["bytes"]) == (20, 2_000_000)
    point = server.state / "mounts" / status["attempt_id"]
    assert not point.exists()
    assert subprocess.run(["blkid", "-p", drive.path], capture_output=True, check=False).returncode == 2


@pytest.mark.in_turn
def test_share_of_the_drive_stays_in_reserve(server, channel, make, drive):
    reserve = {"kind": "over_provision", "percent": 25}
    with pytest.raises(make.Refused, match=r"reaches byte 67108864 .* 25 percent are kept in reserve"):
        server.prepare(channel, _spec(make, drive, make.timed(1, "randwrite", 1), preparation=[reserve]))
    phase = make.timed(1, "write", 1, size=48 * MIB, bs="1m", rate_iops=10000)
    _, evidence = _played(server, channel, _spec(make, drive, phase, preparation=[reserve, FILL]))
    assert evidence[0]["devices"][0]["usable_bytes"] == evidence[1]["devices"][0]["bytes"] == 48 * MIB
    content = drive.path.read_bytes()
    assert any(content[47 * MIB : 48 * MIB])
    assert not any(content[48 * MIB :])


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("", "without a report of what it wrote"),
        ('{"jobs": [{"jobname": "device0", "write": {"io_bytes": 4096}}]}', "wrote 4096 bytes"),
        ('{"jobs": [{"jobname": "device0", "write": {"io_bytes": 67108864}}]}', "were not overwritten"),
    ],
)
def test_ineffective_fill_is_detected(server, channel, make, drive, output, reason):
    (server.folder / "says").write_text(output)
    server.install_engine(
        "#!/bin/sh\n"
        'for argument in "$@"; do case "$argument" in --output=*fill.json)\n'
        f'cat "{server.folder}/says" > "${{argument#--output=}}";; --version) echo fio-3.33;; esac; done\n'
    )
    failure = _failed(server, channel, _spec(make, drive, make.fill(), preparation=[FILL]))
    assert reason in failure["message"]


@pytest.mark.in_turn
@pytest.mark.parametrize("program", ["mkfs.ext4", "mount"])
def test_ineffective_mkfs_or_mount_is_detected(server, channel, make, drive, program):
    _install(server, program, "exit 0")
    failure = _failed(server, channel, _spec(make, drive, make.fill(), preparation=[FILE_SYSTEM]))
    assert "holds nothing" in failure["message"] or "is not mounted" in failure["message"]


@pytest.mark.in_turn
def test_error_output_of_failing_program_is_reported(server, channel, make, drive):
    _install(server, "mkfs.ext4", "echo 'mkfs: no more ink' >&2; exit 3")
    failure = _failed(server, channel, _spec(make, drive, make.fill(), preparation=[FILE_SYSTEM]))
    assert failure["message"].endswith("mkfs.ext4 ended with status 3: mkfs: no more ink.")
    # The drive was claimed again, and is free once the supervisor has ended.
    make.eventually(lambda: not server.processes())
    _played(server, channel, _spec(make, drive, make.timed(1, "randwrite", 1), preparation=[]))


@pytest.mark.in_turn
def test_a_fill_that_is_cancelled(server, channel, make, drive):
    # It would wait for ever.
    server.install_engine('#!/bin/sh\n[ "$1" = --version ] && exec echo fio-3.33\nexec sleep 600\n')
    attempt_id = server.start(channel, _spec(make, drive, make.fill(), preparation=[FILL]))
    server.wait(channel, attempt_id, lambda status: status["operations"][0]["state"] == "running")
    channel.call("cancel", **server.arguments(attempt_id))
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "cancelled"
    assert status["operations"][0]["state"] == "cancelled"


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        ({"kind": "nvme_format", "lbaf": None, "ses": 1}, "nvme is not installed|is not an NVMe namespace"),
        ({"kind": "ata_secure_erase", "enhanced": False}, "hdparm is not installed|is not an ATA drive"),
        ({"kind": "storcli_vd_delete"}, "none of storcli64, storcli, perccli64, perccli is installed|virtual drive"),
        (
            {
                **{"kind": "mdadm_create", "level": "raid5", "chunk_bytes": None, "spares": 0, "bitmap": "none"},
                **{"assume_clean": False, "name": "bench"},
            },
            "mdadm is not installed|needs at least 3 drives",
        ),
    ],
)
def test_unsupported_operation_is_refused_beforehand(channel, drive, operation, reason):
    target = {"kind": "devices", "devices": [drive.entry()]}
    answer = channel.call("check", target=target, writes=True, preparation=[operation])
    finding = answer["results"][-1]
    assert (answer["refused"], finding["id"], finding["verdict"]) == (True, "preparation.1", "refuse")
    assert any(part.casefold() in finding["reason"].casefold() for part in reason.split("|"))


@pytest.mark.in_turn
def test_quiet_wait_leaves_unenrolled_drive_unchanged(server, channel, make, sandbox):
    drive = sandbox.drive()
    drive.write(0, os.urandom(MIB))
    before = drive.image.read_bytes()
    wait = {"kind": "wait_quiet", "max_seconds": 60, "what": ["initialisation", "rebuild"]}
    spec = _spec(make, drive, make.timed(1, "randread", 1), preparation=[wait])
    _, [evidence] = _played(server, channel, spec)
    assert evidence["looks"] == 1
    assert drive.image.read_bytes() == before
