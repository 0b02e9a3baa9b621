"""State of arrays in the output: reported once, cheaply, and only for arrays below the target."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.runner.kernel_folders import Programs, Tree

from storagelab_runner.clock import WallClock
from storagelab_runner.conditions import record_conditions
from storagelab_runner.layers import Ground, find_file_ground
from storagelab_runner.mounts import MountEntry

MDSTAT = "Personalities : [raid6] [raid5] [raid4]\nmd0 : active raid5 nvme1n1[1] nvme0n1[0]\n"
GROUP, VOLUME = "GlVa5GkmsvG0HufN1W2p3B1234567890", "hmqeGcYzcuRzGwvWNEMbZ4rA3s4B1sgF"
LVS = (
    "-a --reportformat json --units b --nosuffix -o "
    "+lv_uuid,lv_kernel_minor,lv_layout,lv_role,lv_health_status,segtype,stripes,stripe_size,region_size,devices,"
    "sync_percent,raid_sync_action,raid_mismatch_count"
)


def _nothing() -> None:
    return None


def _ground(kernel: Tree, place: str) -> Ground:
    return Ground("the-target", kernel.places.sys / place)


def _record(kernel: Tree, tmp_path: Path, *grounds: Ground) -> list[dict[str, Any]]:
    path = tmp_path / "conditions.json"
    record_conditions(path, grounds, _nothing, WallClock.now(), kernel.places)
    conditions: list[dict[str, Any]] = json.loads(path.read_bytes())["conditions"]
    return conditions


def _calls(tmp_path: Path) -> list[str]:
    path = tmp_path / "asked"
    return path.read_text().splitlines() if path.exists() else []


def _install_echo(programs: Programs, tmp_path: Path, name: str, answer: str = "answer") -> None:
    programs.install(name, f'echo "{name} $@" >> {tmp_path}/asked; echo "{answer}"')


def _mapped(kernel: Tree, number: int, name: str, *below: str, volume: str = VOLUME, part: str = "") -> str:
    """Create a volume of LVM on other devices."""
    place = kernel.block(f"devices/virtual/block/dm-{number}", f"253:{number}")
    kernel.file(f"{place}/dm/uuid", f"LVM-{GROUP}{volume}{part}")
    kernel.file(f"{place}/dm/name", name)
    for other in below:
        kernel.link(f"{place}/slaves/{other.rpartition('/')[2]}", other)
    kernel.link(f"dev/block/253:{number}", place)
    return place


def _volume_of_pool(kernel: Tree, udev: str | None) -> str:
    place = kernel.block("devices/virtual/block/zd0", "230:0")
    kernel.link("dev/block/230:0", place)
    if udev is not None:
        database = kernel.places.run / "udev" / "data"
        database.mkdir(parents=True)
        (database / "b230:0").write_text(udev)
    return place


def _scsi(kernel: Tree, driver: str, address: str, *, below: str = "") -> str:
    seat = "devices/pci0000:00/0000:5c:00.0"
    kernel.pci(seat, "0x010700", driver)
    unit = f"{seat}/host0/{below}target{address.rpartition(':')[0]}/{address}"
    drive = kernel.block(f"{unit}/block/sdc", "8:32")
    kernel.link(f"{drive}/device", unit)
    kernel.link("dev/block/8:32", drive)
    return drive


def test_array_is_described_by_the_kernel(kernel: Tree, tmp_path: Path) -> None:
    array = kernel.array(0, kernel.nvme(0), kernel.nvme(1))
    kernel.file(f"{array}/md/degraded", "1")
    kernel.file(f"{array}/md/sync_completed", "100 / 2048")
    (kernel.places.proc / "mdstat").write_text(MDSTAT)
    path = tmp_path / "conditions.json"
    digest = record_conditions(path, [_ground(kernel, array)], _nothing, WallClock.now(), kernel.places)
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    [entry] = json.loads(path.read_bytes())["conditions"]
    [layer] = entry["layers"]
    assert (entry["kind"], layer["device"], layer["kernel_name"]) == ("mdadm", "the-target", "md0")
    assert entry["outputs"] == {"mdstat": MDSTAT.strip()}
    assert (layer["sysfs"]["degraded"], layer["sysfs"]["sync_completed"]) == ("1", "100 / 2048")
    assert layer["sysfs"]["reshape_position"] is None


def test_array_below_mapped_partition_is_found(kernel: Tree, tmp_path: Path) -> None:
    array = kernel.array(0, kernel.nvme(0))
    part = kernel.block(f"{array}/md0p1", "9:1", 8)
    kernel.file(f"{part}/partition", "1")
    mapper = kernel.block("devices/virtual/block/dm-0", "253:0")
    kernel.link(f"{mapper}/slaves/md0p1", part)
    kernel.link("dev/block/253:0", mapper)
    [entry] = _record(kernel, tmp_path, _ground(kernel, mapper))
    assert [layer["kernel_name"] for layer in entry["layers"]] == ["md0"]
    assert (entry["outputs"], entry["problem"]) == ({"mdstat": None}, "/proc/mdstat cannot be read")


def test_plain_drive_has_no_conditions_or_calls(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    for name in ("storcli64", "lvs", "zpool", "ssacli", "arcconf", "sas3ircu"):
        _install_echo(programs, tmp_path, name)
    assert _record(kernel, tmp_path, _ground(kernel, kernel.nvme(0))) == []
    assert _calls(tmp_path) == []


def test_virtual_drive_is_queried_once(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    _install_echo(programs, tmp_path, "storcli64")
    ground = _ground(kernel, kernel.volume("naa.1"))
    [entry] = _record(kernel, tmp_path, ground, ground)
    assert entry["layers"] == [{"device": "the-target", "kernel_name": "sdb", "identity": "naa.1"}]
    assert entry["outputs"] == {"storcli_volumes": "answer\n", "storcli_patrol": "answer\n"}
    assert _calls(tmp_path) == ["storcli64 /call/vall show all J", "storcli64 /call show patrolread J"]


def test_unqueryable_controller_is_reported(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    [entry] = _record(kernel, tmp_path, _ground(kernel, kernel.volume("naa.1")))
    assert entry["outputs"] == {"storcli_volumes": None, "storcli_patrol": None}
    assert entry["problem"] == "storcli was not found on PATH"


def test_failed_program_is_reported_beside_its_output(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    programs.install("storcli64", "echo half; echo broken >&2; exit 3")
    [entry] = _record(kernel, tmp_path, _ground(kernel, kernel.volume("naa.1")))
    assert entry["outputs"]["storcli_volumes"] == "half\n"
    assert entry["problem"] == "storcli64 ended with status 3: broken"


def test_volumes_of_a_group_share_one_query(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    _install_echo(programs, tmp_path, "lvs")
    image = _mapped(kernel, 1, "my--lab-fast_rimage_0", kernel.nvme(0), volume="x" * 32, part="-real")
    top = _mapped(kernel, 2, "my--lab-fast", image)
    [entry] = _record(kernel, tmp_path, _ground(kernel, top))
    assert (entry["kind"], entry["outputs"]) == ("lvm", {"lvm_lvs": "answer\n"})
    assert [(layer["kernel_name"], layer["identity"]) for layer in entry["layers"]] == [
        ("dm-2", "hmqeGc-Yzcu-RzGw-vWNE-MbZ4-rA3s-4B1sgF"),
        ("dm-1", "xxxxxx-xxxx-xxxx-xxxx-xxxx-xxxx-xxxxxx"),
    ]
    assert _calls(tmp_path) == [f"lvs {LVS} my-lab"]


def test_group_with_unreadable_name_is_not_queried(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    _install_echo(programs, tmp_path, "lvs")
    [entry] = _record(kernel, tmp_path, _ground(kernel, _mapped(kernel, 2, "--all", kernel.nvme(0))))
    assert (entry["outputs"], entry["problem"]) == ({}, "no tool reports on lvm")
    assert _calls(tmp_path) == []


def test_each_layer_is_queried_by_its_own_program(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    _install_echo(programs, tmp_path, "lvs")
    _install_echo(programs, tmp_path, "storcli64")
    (kernel.places.proc / "mdstat").write_text(MDSTAT)
    array = kernel.array(0, kernel.volume("naa.1"))
    entries = _record(kernel, tmp_path, _ground(kernel, _mapped(kernel, 2, "lab-fast", array)))
    assert [(entry["kind"], entry["layers"][0]["kernel_name"]) for entry in entries] == [
        *(("lvm", "dm-2"), ("mdadm", "md0"), ("storcli", "sdb")),
    ]


def test_pool_volume_leads_to_pool_and_its_devices(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    kernel.file("module/zfs/version", "2.1")
    status = "  pool: tank\n\ttank  ONLINE 0 0 0\n\t  /dev/null  ONLINE 0 0 0\n\t  /dev/gone  UNAVAIL 0 0 0"
    _install_echo(programs, tmp_path, "zpool", status)
    _install_echo(programs, tmp_path, "storcli64")
    # The pool's device is one that every machine has, and here it is a virtual drive.
    facts = Path("/dev/null").stat().st_rdev
    kernel.link(f"dev/block/{os.major(facts)}:{os.minor(facts)}", kernel.volume("naa.1"))
    zvol = _volume_of_pool(kernel, "I:1\nS:zvol/tank/fast\nE:DEVTYPE=disk\n")
    entries = _record(kernel, tmp_path, _ground(kernel, zvol))
    assert [(entry["kind"], entry["layers"][0]["kernel_name"]) for entry in entries] == [
        *(("zfs", "tank"), ("storcli", "sdb")),
    ]
    assert _calls(tmp_path)[0] == "zpool status -P tank"


def test_file_on_pool_is_described_by_pool(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    kernel.file("module/zfs/version", "2.1")
    _install_echo(programs, tmp_path, "zpool")
    [entry] = _record(kernel, tmp_path, Ground("/tank/data/file", None, "tank"))
    assert entry["layers"] == [{"device": "/tank/data/file", "kernel_name": "tank", "identity": None}]
    assert entry["outputs"] == {"zpool_status": "answer\n"}


@pytest.mark.parametrize("udev", [None, "E:DEVTYPE=disk\n", "S:zvol/-v/x\n"])
def test_volume_of_unnamed_pool_is_unknown(kernel: Tree, programs: Programs, tmp_path: Path, udev: str | None) -> None:
    kernel.file("module/zfs/version", "2.1")
    _install_echo(programs, tmp_path, "zpool")
    [entry] = _record(kernel, tmp_path, _ground(kernel, _volume_of_pool(kernel, udev)))
    assert entry["layers"][0]["kernel_name"] == "zd0"
    assert (entry["outputs"], entry["problem"], _calls(tmp_path)) == ({}, "no tool reports on zfs", [])


def test_zfs_is_not_queried_without_loaded_module(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    _install_echo(programs, tmp_path, "zpool")
    [entry] = _record(kernel, tmp_path, Ground("/tank/file", None, "tank"))
    assert (entry["outputs"], _calls(tmp_path)) == ({}, [])


@pytest.mark.parametrize(
    ("driver", "installed", "questions"),
    [
        ("smartpqi", ("ssacli", "arcconf"), ["ssacli ctrl all show config detail"]),
        ("hpsa", ("ssacli",), ["ssacli ctrl all show config detail"]),
        ("smartpqi", ("arcconf",), ["arcconf list", "arcconf getconfig 1", "arcconf getstatus 1"]),
        ("aacraid", ("arcconf",), ["arcconf list", "arcconf getconfig 1", "arcconf getstatus 1"]),
        ("mpi3mr", ("storcli2",), ["storcli2 /call/vall show all J", "storcli2 /call show patrolread J"]),
    ],
)
def test_controller_volume_is_queried_by_its_program(
    kernel: Tree, programs: Programs, tmp_path: Path, driver: str, installed: tuple[str, ...], questions: list[str]
) -> None:
    for name in installed:
        _install_echo(programs, tmp_path, name, "Controllers found: 1")
    [entry] = _record(kernel, tmp_path, _ground(kernel, _scsi(kernel, driver, "0:0:0:0")))
    assert entry["layers"][0]["kernel_name"] == "sdc"
    assert _calls(tmp_path) == questions


@pytest.mark.parametrize(
    ("driver", "address", "below", "raid_level"),
    [
        ("smartpqi", "0:0:0:0", "", "N/A"),
        ("hpsa", "0:0:0:0", "port-0:0/end_device-0:0/", None),
        ("aacraid", "0:1:0:0", "", None),
        ("mpi3mr", "0:0:0:0", "port-0:0/end_device-0:0/", None),
        ("mpt3sas", "0:0:0:0", "port-0:0/end_device-0:0/", None),
        ("ahci", "0:0:0:0", "", None),
    ],
)
def test_passed_through_drive_has_no_condition(
    kernel: Tree, programs: Programs, tmp_path: Path, driver: str, address: str, below: str, raid_level: str | None
) -> None:
    drive = _scsi(kernel, driver, address, below=below)
    if raid_level is not None:
        kernel.file(f"{drive}/device/raid_level", raid_level)
    assert _record(kernel, tmp_path, _ground(kernel, drive)) == []


def test_adapter_volume_is_queried_by_sas3ircu(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    _install_echo(programs, tmp_path, "sas3ircu", "   0  SAS3008  1000h  97h  00h:c1h:00h:01h")
    kernel.file("class/raid_devices/0:1:0:0/level", "raid1")
    [entry] = _record(kernel, tmp_path, _ground(kernel, _scsi(kernel, "mpt3sas", "0:1:0:0")))
    assert set(entry["outputs"]) == {"sas3ircu_list", "sas3ircu/0"}
    assert _calls(tmp_path) == ["sas3ircu list", "sas3ircu 0 display"]


def test_controller_without_a_supported_program_is_unknown(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    [entry] = _record(kernel, tmp_path, _ground(kernel, _scsi(kernel, "arcmsr", "0:0:0:0")))
    assert (entry["kind"], entry["outputs"]) == ("arcmsr", {})
    assert entry["problem"] == "no tool reports on arcmsr"


@pytest.mark.parametrize(("file_system", "pool"), [("zfs", "tank"), ("tmpfs", None)])
def test_file_without_block_device_is_on_its_pool(file_system: str, pool: str | None) -> None:
    # Here too the kernel names no block device for it.
    path = Path("/proc/version")
    mounts = [MountEntry("0:20", "/proc", file_system, "tank/data/set")]
    assert find_file_ground(path, mounts) == Ground(str(path), None, pool)


def test_a_record_is_made_once(kernel: Tree, tmp_path: Path) -> None:
    path = tmp_path / "conditions.json"
    ground = _ground(kernel, kernel.nvme(0))
    assert record_conditions(path, [ground], _nothing, WallClock.now(), kernel.places) is not None
    first = path.read_bytes()
    assert record_conditions(path, [ground], _nothing, WallClock.now(), kernel.places) is None
    assert path.read_bytes() == first
