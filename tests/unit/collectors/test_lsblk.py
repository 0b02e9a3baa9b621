"""Drives, their names, and what uses them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.collectors import lsblk
from storagelab.collectors.base import DriveFacts


def listing(*nodes: dict[str, Any], by_id: dict[str, str] | None = None) -> dict[str, str | None]:
    return {"lsblk": json.dumps({"blockdevices": nodes}), "by_id": json.dumps(by_id or {"x": "/dev/none"})}


def disk(name: str = "sda", **fields: Any) -> dict[str, Any]:
    return {"name": name, "kname": name, "path": f"/dev/{name}", "type": "disk", "size": 1000} | fields


def only(outputs: dict[str, str | None]) -> DriveFacts:
    (drive,) = lsblk.parse(outputs).drives
    return drive


def test_drives_of_a_real_machine_have_use_reasons(inventory) -> None:
    facts = lsblk.parse(inventory("lsblk/nvme-lvm-raid"))
    assert facts.warnings == ()
    assert {drive.kernel_name: drive.in_use_reasons for drive in facts.drives} == {
        "nvme0n1": ("mounted at /",),
        "nvme1n1": ("is a physical volume of LVM", "is used by vg0-data (lvm)"),
        "nvme2n1": ("is a member of a software RAID", "is used by md0 (raid1)"),
        "nvme3n1": ("is a member of a software RAID", "is used by md0 (raid1)"),
        "nvme4n1": (),
        "nvme5n1": (),
        "md0": (),
    }
    array = facts.drives[-1]
    assert (array.stable_id or "").startswith("md-uuid-")
    assert (array.kernel_name, array.model, array.transport) == ("md0", "Software RAID (raid1)", "md")
    free = next(drive for drive in facts.drives if drive.kernel_name == "nvme4n1")
    assert free == DriveFacts(
        kernel_name="nvme4n1",
        path="/dev/nvme4n1",
        stable_id="nvme-QEMU_NVMe_Ctrl_LAB-lab1-04",
        stable_ids=(
            "nvme-QEMU_NVMe_Ctrl_LAB-lab1-04",
            "nvme-QEMU_NVMe_Ctrl_LAB-lab1-04_1",
            "nvme-nvme.1b36-4c41422d6c6162312d3034-51454d55204e564d65204374726c-00000001",
        ),
        model="QEMU NVMe Ctrl",
        serial="LAB-lab1-04",
        wwn="nvme.1b36-4c41422d6c6162312d3034-51454d55204e564d65204374726c-00000001",
        firmware=None,
        size_bytes=268435456,
        logical_block_bytes=512,
        physical_block_bytes=512,
        rotational=False,
        transport="nvme",
        mountpoints=(),
        filesystem=None,
        in_use_reasons=(),
        resources=("dev:nvme-QEMU_NVMe_Ctrl_LAB-lab1-04",),
    )


def test_drive_without_serial_has_no_stable_id(inventory) -> None:
    facts = lsblk.parse(inventory("lsblk/virtio-no-serial"))
    (drive,) = facts.drives
    assert (drive.kernel_name, drive.stable_id, drive.mountpoints) == ("vda", None, ("/",))
    assert "/dev/vda has no name that survives a reboot" in facts.warnings[-1]


@pytest.mark.parametrize(
    ("names", "best"),
    [
        (["nvme-M_1", "nvme-eui.0025", "nvme-nvme.144d-31"], "nvme-eui.0025"),
        (["ata-M_1", "wwn-0x5000", "scsi-SATA_M_1"], "wwn-0x5000"),
        (["scsi-SATA_M_1", "ata-M_1", "nvme-nvme.aa"], "ata-M_1"),
        (["zz-other", "scsi-1-of-them"], "scsi-1-of-them"),
        (["zz-other", "aa-other"], "aa-other"),
    ],
)
def test_wwn_precedes_model_and_serial_as_stable_id(names: list[str], best: str) -> None:
    drive = only(listing(disk(model="M", serial="1"), by_id=dict.fromkeys(names, "/dev/sda")))
    assert drive.stable_id == best
    assert sorted(drive.stable_ids) == sorted(names)


def test_firmware_falls_back_to_sysfs() -> None:
    firmware = {"firmware": json.dumps({"nvme0n1": "7.2.22 ", "sdb": "other"})}
    assert only(listing(disk("nvme0n1", rev=None)) | firmware).firmware == "7.2.22"
    assert only(listing(disk("sdb", rev="A1")) | firmware).firmware == "A1"
    for unreadable in (None, "", "no JSON", "[]", '{"sda": 1}'):
        assert only(listing(disk("sda")) | {"firmware": unreadable}).firmware is None


def test_content_names_do_not_identify_a_drive() -> None:
    drive = only(listing(disk(), by_id={"lvm-pv-uuid-1": "/dev/sda", "md-uuid-2": "/dev/sda", "dm-name-3": "/dev/sda"}))
    assert (drive.stable_id, drive.stable_ids) == (None, ())


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"tran": "nvme", "model": "A B", "serial": "S", "wwn": "eui.00"}, ("nvme-eui.00", "nvme-A_B_S")),
        ({"tran": "sata", "model": "A B", "serial": "S", "wwn": "0x50"}, ("wwn-0x50", "ata-A_B_S")),
        ({"tran": "nvme", "model": "A", "serial": "S", "wwn": "nvme.aa-bb"}, ("nvme-A_S",)),
        ({"tran": "usb", "model": "A", "serial": "S"}, ()),
    ],
)
def test_missing_by_id_names_follow_udev_rules(fields: dict[str, str], expected: tuple[str, ...]) -> None:
    for by_id in (None, "", "{}", "no JSON", "[]"):
        facts = lsblk.parse(listing(disk(**fields)) | {"by_id": by_id})
        assert facts.drives[0].stable_ids == expected
        assert facts.drives[0].stable_id == (expected[0] if expected else None)
        assert "There is nothing in /dev/disk/by-id" in facts.warnings[0]


def test_drives_with_duplicate_serial_stay_separate_with_warning() -> None:
    same = {"tran": "sata", "model": "M", "serial": "S"}
    facts = lsblk.parse(listing(disk("sda", **same), disk("sdb", **same)) | {"by_id": None})
    assert [drive.path for drive in facts.drives] == ["/dev/sda", "/dev/sdb"]
    assert [drive.stable_id for drive in facts.drives] == [None, None]
    assert "/dev/sda, /dev/sdb report the same serial S" in facts.warnings[-1]


@pytest.mark.parametrize(
    ("fields", "reasons"),
    [
        ({"mountpoints": [None]}, ()),
        ({"mountpoints": ["/", "/home"]}, ("mounted at /", "mounted at /home")),
        ({"mountpoint": "/old"}, ("mounted at /old",)),
        ({"fstype": "swap", "mountpoints": ["[SWAP]"]}, ("holds swap",)),
        ({"fstype": "swap"}, ("holds a swap area",)),
        ({"fstype": "xfs"}, ("holds a file system: xfs",)),
        ({"fstype": "zfs_member"}, ("is a member of a ZFS pool",)),
        ({"fstype": "crypto_LUKS"}, ("holds an encrypted volume",)),
        ({"pttype": "gpt"}, ("has a partition table (gpt)",)),
        ({"ro": True}, ("is read-only",)),
        ({"ro": "1"}, ("is read-only",)),
        (
            {
                "pttype": "gpt",
                "children": [
                    {"name": "sda1", "type": "part", "fstype": "vfat", "mountpoints": ["/boot/efi"]},
                    {"name": "sda2", "type": "part", "fstype": "swap", "mountpoints": ["[SWAP]"]},
                    {
                        "name": "sda3",
                        "type": "part",
                        "fstype": "LVM2_member",
                        "children": [{"name": "vg-root", "type": "lvm", "fstype": "ext4", "mountpoints": ["/"]}],
                    },
                ],
            },
            (
                "mounted at /boot/efi (sda1)",
                "holds swap (sda2)",
                "is a physical volume of LVM (sda3)",
                "is used by vg-root (lvm)",
                "mounted at / (vg-root)",
                "has partitions (sda1, sda2, sda3)",
            ),
        ),
    ],
)
def test_every_use_has_its_reason(fields: dict[str, Any], reasons: tuple[str, ...]) -> None:
    assert only(listing(disk(**fields))).in_use_reasons == reasons


def test_array_is_listed_once_under_its_uuid() -> None:
    array = {"name": "md0", "kname": "md0", "path": "/dev/md0", "type": "raid10", "size": 2000}
    nodes = [disk("sda", children=[array]), disk("sdb", children=[{"name": "sdb1", "children": [array]}])]
    names = {"md-uuid-1": "/dev/md0", "md-name-lab:0": "/dev/md0", "wwn-0x1": "/dev/sda", "wwn-0x2": "/dev/sdb"}
    facts = lsblk.parse(listing(*nodes, by_id=names))
    assert [(drive.kernel_name, drive.stable_id, drive.stable_ids) for drive in facts.drives] == [
        ("sda", "wwn-0x1", ("wwn-0x1",)),
        ("sdb", "wwn-0x2", ("wwn-0x2",)),
        ("md0", "md-uuid-1", ("md-uuid-1",)),
    ]
    assert facts.drives[2].size_bytes == 2000


def test_serial_read_by_runner_precedes_lsblk_serial() -> None:
    read = {"block_devices": json.dumps({"sda": {"serials": ["own", "other"]}, "sdb": {"serials": []}})}
    assert only(listing(disk("sda", serial="lsblk's")) | read).serial == "own"
    assert only(listing(disk("sdb", serial="lsblk's")) | read).serial == "lsblk's"


def test_mount_points_cover_the_tree_without_swap() -> None:
    children = [{"name": "sda1", "mountpoints": ["/a", "[SWAP]"]}, {"name": "sda2", "mountpoints": ["/b", "/a"]}]
    assert only(listing(disk(children=children))).mountpoints == ("/a", "/b")


@pytest.mark.parametrize(
    "node",
    [
        disk("sr0", type="rom"),
        disk("ram0"),
        disk("zram0"),
        disk("loop0", type="loop", size=0),
        disk("sdc", size=0),
        disk("dm-0", type="lvm"),
    ],
)
def test_non_drive_nodes_are_excluded(node: dict[str, Any]) -> None:
    facts = lsblk.parse(listing(node))
    assert (facts.drives, facts.warnings) == ((), ())


def test_loop_device_with_backing_file_is_a_drive() -> None:
    assert only(listing(disk("loop0", type="loop"))).kernel_name == "loop0"


def test_numbers_of_old_versions_are_texts() -> None:
    old = {"log-sec": "512", "phy-sec": "4096", "rota": "1", "size": "800166076416"}
    drive = only(listing(disk(**old)))
    assert (drive.size_bytes, drive.logical_block_bytes, drive.physical_block_bytes) == (800166076416, 512, 4096)
    assert drive.rotational is True


def test_an_unknown_capacity_is_a_warning() -> None:
    facts = lsblk.parse(listing(disk(size=None)))
    assert facts.drives[0].size_bytes is None
    assert "The capacity of /dev/sda could not be read." in facts.warnings


@pytest.mark.parametrize("text", [None, "", "no JSON", "[]", "{}", '{"blockdevices": 5}', '{"blockdevices": [5]}'])
def test_unreadable_listing_gives_a_warning(text: str | None) -> None:
    facts = lsblk.parse({"lsblk": text, "by_id": '{"a": "/dev/a"}'})
    assert facts.drives == ()
    assert facts.warnings[0].startswith("The drives could not be read")


def test_unnamed_device_is_left_out_with_a_warning() -> None:
    facts = lsblk.parse(listing(disk(), {"type": "disk"}))
    assert len(facts.drives) == 1
    assert "lsblk lists a device without a name, which is left out." in facts.warnings


values = st.none() | st.booleans() | st.integers(0, 9) | st.sampled_from(["", "a", "/x", "disk"]) | st.just([None, 1])


@given(
    st.dictionaries(st.sampled_from(["size", "type", "path", "mountpoints", "children", "fstype", "serial"]), values)
)
def test_no_listing_crashes_it(fields: dict[str, Any]) -> None:
    lsblk.parse(listing(disk(**fields)))
