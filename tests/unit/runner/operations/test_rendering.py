"""Argument lists, letter by letter: they are the only thing that reaches a tool."""

from pathlib import Path

import pytest

from storagelab_runner.operations import ata, file_systems, fill, md, nvme, raid_commands, raid_text, scsi
from storagelab_runner.operations.context import OperationFailed
from storagelab_runner.operations.kinds import parse_operations

DATA = Path(__file__).parents[3] / "data" / "storcli"


def _operation(kind, **values):
    return parse_operations("p", [{"kind": kind, **values}])[0]


def _array(**changes):
    values = {"level": "raid10", "chunk_bytes": 65536, "spares": 0, "bitmap": "none", "assume_clean": False}
    return _operation("mdadm_create", **{**values, "name": "bench", **changes})


def test_nvme_format_and_sanitize_commands_are_rendered():
    assert nvme.format_arguments("/dev/nvme1n1", 2, 1) == [
        *("nvme", "format", "/dev/nvme1n1", "--lbaf=2", "--ses=1", "--timeout=14400000")
    ]
    assert nvme.sanitize_arguments("/dev/nvme1n1", "block_erase") == ["nvme", "sanitize", "/dev/nvme1n1", "--sanact=2"]
    assert nvme.sanitize_arguments("/dev/nvme1n1", "overwrite")[-2:] == ["--sanact=3", "--owpass=1"]
    assert nvme.sanitize_arguments("/dev/nvme1n1", "crypto_erase")[-1] == "--sanact=4"


@pytest.mark.parametrize("path", ["/dev/nvme1", "/dev/ng1n1", "/dev/nvme1n1p1", "/dev/sda", "/dev/nvme1n1 --force", ""])
def test_only_a_namespace_is_ever_formatted(path):
    with pytest.raises(OperationFailed, match="not the node of an NVMe namespace"):
        nvme.format_arguments(path, 0, 1)
    with pytest.raises(OperationFailed, match="not the node of an NVMe namespace"):
        nvme.sanitize_arguments(path, "block_erase")


def test_ata_password_and_erase_commands_are_rendered():
    assert ata.build_password_arguments("/dev/sdb", "set-pass") == [
        *("hdparm", "--user-master", "u", "--security-set-pass", "storagelab", "/dev/sdb")
    ]
    assert ata.erase_arguments("/dev/sdb", enhanced=False)[3] == "--security-erase"
    assert ata.erase_arguments("/dev/sdb", enhanced=True)[3] == "--security-erase-enhanced"


def test_scsi_sanitize_and_format_commands_are_rendered():
    assert scsi.sanitize_arguments("/dev/sdb", "crypto_erase") == ["sg_sanitize", "--crypto", "--quick", "/dev/sdb"]
    assert scsi.sanitize_arguments("/dev/sdb", "overwrite")[1:3] == ["--overwrite", "--zero"]
    assert scsi.format_arguments("/dev/sdb", None) == ["sg_format", "--format", "--quick", "/dev/sdb"]
    assert scsi.format_arguments("/dev/sdb", 4096)[3] == "--size=4096"


def test_mdadm_create_command_is_rendered():
    paths = [f"/dev/nvme{number}n1" for number in (1, 2, 3, 4)]
    assert md.create_arguments(_array(), paths) == [
        *("mdadm", "--create", "/dev/md/bench", "--run", "--metadata=1.2", "--homehost=any", "--name=bench"),
        *("--level=raid10", "--raid-devices=4", "--chunk=64K", "--bitmap=none", *paths),
    ]
    argv = md.create_arguments(_array(level="raid5", chunk_bytes=None, spares=1, assume_clean=True), paths)
    assert argv[7:12] == ["--level=raid5", "--raid-devices=3", "--spare-devices=1", "--bitmap=none", "--assume-clean"]
    assert not any(argument.startswith("--bitmap") for argument in md.create_arguments(_array(level="raid0"), paths))


def test_file_systems():
    assert file_systems.make_arguments("ext4", "/dev/sdb") == [
        *("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", "/dev/sdb")
    ]
    assert file_systems.make_arguments("xfs", "/dev/sdb") == ["mkfs.xfs", "-q", "/dev/sdb"]
    assert file_systems.mount_arguments("xfs", ("noatime",), "/dev/sdb", Path("/mnt/x")) == [
        *("mount", "-t", "xfs", "-o", "nodev,nosuid,noexec,noatime", "/dev/sdb", "/mnt/x")
    ]


def test_fill_job_covers_whole_blocks():
    operation = _operation("fill", passes=2, block_bytes=131072, pattern="random")
    text = fill.build_job_file(operation, ["/dev/sdb", "/dev/sdc"], [131072 * 3 + 512, 131072])
    assert text.splitlines() == [
        *("[global]", "ioengine=libaio", "direct=1", "rw=write", "bs=131072", "iodepth=32", "thread=1"),
        *("refill_buffers=1", "fallocate=none", "allow_file_create=0", "loops=2"),
        *("[device0]", "filename=/dev/sdb", "size=393216"),
        *("[device1]", "filename=/dev/sdc", "size=131072"),
    ]
    zero = _operation("fill", passes=1, block_bytes=4096, pattern="zero")
    assert "zero_buffers=1" in fill.build_job_file(zero, ["/dev/sdb"], [4096])


def _drive(number):
    return raid_text.parse_drives((DATA / "drives.json").read_text())[number]


def _volume():
    return raid_text.parse_volumes((DATA / "volumes.json").read_text())[0]


def test_a_virtual_drive():
    operation = _operation(
        "storcli_vd_create",
        **{"level": "raid10", "strip_bytes": 65536, "members": ["A", "B"], "drives_per_span": 2, "name": "bench"},
        **{"read_policy": "ra", "write_policy": "wb", "io_policy": "direct", "drive_cache": "on"},
        initialisation="full",
    )
    assert raid_commands.create(operation.values, [_drive(0), _drive(1)]) == [
        *("/c0", "add", "vd", "r10", "name=bench", "drives=252:0,252:1", "pdperarray=2", "pdcache=on"),
        *("wb", "ra", "direct", "strip=64", "J"),
    ]
    assert raid_commands.initialise(_volume(), "full") == ["/c0/v0", "start", "init", "full", "force", "J"]
    assert raid_commands.initialise(_volume(), "fast") == ["/c0/v0", "start", "init", "force", "J"]
    assert raid_commands.delete(_volume()) == ["/c0/v0", "del", "force", "J"]


def test_drives_of_a_controller():
    drive = _drive(2)
    assert raid_commands.set_drive(drive, "offline") == ["/c0/e252/s3", "set", "offline", "J"]
    assert raid_commands.set_drive(drive, "missing") == ["/c0/e252/s3", "set", "missing", "J"]
    assert raid_commands.set_drive(drive, "jbod") == ["/c0/e252/s3", "set", "jbod", "J"]
    assert raid_commands.set_drive(drive, "good") == ["/c0/e252/s3", "set", "good", "force", "J"]
    assert raid_commands.start_rebuild(drive) == ["/c0/e252/s3", "start", "rebuild", "J"]
    assert raid_commands.build_hot_spare_command(drive, "add") == ["/c0/e252/s3", "add", "hotsparedrive", "J"]
    assert raid_commands.build_hot_spare_command(drive, "remove") == ["/c0/e252/s3", "delete", "hotsparedrive", "J"]


def test_raid_policy_commands_skip_unset_policies():
    wishes = {"read_policy": "nora", "write_policy": None, "io_policy": "cached"}
    assert list(raid_commands.set_policies(_volume(), wishes)) == [
        ["/c0/v0", "set", "rdcache=nora", "J"],
        ["/c0/v0", "set", "iopolicy=cached", "J"],
    ]
    assert list(raid_commands.set_policies(_volume(), {"drive_cache": "off"})) == [
        ["/c0/v0", "set", "pdcache=off", "J"]
    ]
    assert raid_commands.set_rebuild_rate(0, 60) == ["/c0", "set", "rebuildrate=60", "J"]
