"""Users of a block device inside the kernel, in a copy of the folders in which it shows them."""

from __future__ import annotations

import pytest

from storagelab_runner.block_tree import list_extent, read_tree
from storagelab_runner.interlocks.kernel_users import (
    KernelUser,
    KernelUsers,
    find_character_devices,
    list_users,
    read_kernel_users,
)
from storagelab_runner.mounts import MountEntry


def _users(tree, mounts=()):
    return read_kernel_users(read_tree(tree.places), mounts, tree.places)


def _loop(tree, number, backing_file, offset=0):
    loop = tree.block(f"devices/virtual/block/loop{number}", f"7:{number}")
    values = {"backing_file": backing_file, "offset": str(offset), "sizelimit": "0"}
    for name, text in values.items():
        tree.file(f"{loop}/loop/{name}", text)


def test_loop_at_an_offset_names_its_mount(tree) -> None:
    tree.nvme(7)
    _loop(tree, 0, "/dev/nvme7n1", 67108864)
    users = _users(tree, (MountEntry("7:0", "/mnt/g", "ext4", "/dev/loop0"),))
    assert list_users(users, {"259:7"}) == ["the loop device loop0 (from byte 67108864, mounted at /mnt/g)"]
    assert list_users(users, {"259:8"}) == []


def test_loop_on_missing_path_is_unknown(tree) -> None:
    _loop(tree, 0, "/dev/nvme9n1")
    assert _users(tree).doubt == "loop0 uses /dev/nvme9n1, which cannot be looked at"


def test_loop_on_a_file_uses_no_drive(tree, tmp_path) -> None:
    image = tmp_path / "image"
    image.touch()
    _loop(tree, 0, str(image))
    assert _users(tree) == KernelUsers((), None)


@pytest.mark.parametrize(
    ("attribute", "text"),
    [
        ("nvmet/subsystems/nqn.x/namespaces/1/device_path", "/dev/nvme1n1"),
        ("target/core/fileio_0/disk/info", "TCM FILEIO ID: 0        File: /dev/nvme1n1  Size: 1048576  Mode: Buffered"),
        ("target/core/iblock_0/disk/udev_path", "/dev/nvme1n1"),
        ("usb_gadget/g1/functions/mass_storage.0/lun.0/file", "/dev/nvme1n1"),
        ("anything/that/comes/later", "path=/dev/nvme1n1,ro"),
    ],
    ids=["nvmet", "lio-file", "lio-block", "gadget", "unknown"],
)
def test_export_is_found_in_any_configfs_attribute(tree, attribute, text) -> None:
    tree.nvme(1)
    tree.nvme(2)
    tree.file(f"kernel/config/{attribute}", text)
    users = _users(tree)
    folder = attribute.rpartition("/")[0]
    assert users == KernelUsers((KernelUser("259:1", f"the kernel's export {folder}"),), None)


def test_exports_are_unknown_without_configfs(tree) -> None:
    tree.nvme(1)
    assert _users(tree).doubt is None
    (tree.places.sys / "module" / "nvmet").mkdir(parents=True)
    assert _users(tree).doubt == "configfs is not mounted, so the exports of nvmet cannot be read"


def test_write_back_of_zram_uses_a_drive(tree) -> None:
    tree.nvme(1)
    for name, text in (("zram0", "/dev/nvme1n1"), ("zram1", "none")):
        zram = tree.block(f"devices/virtual/block/{name}", f"252:{name[-1]}")
        tree.file(f"{zram}/backing_dev", text)
        tree.link(f"block/{name}", zram)
    assert _users(tree) == KernelUsers((KernelUser("259:1", "the write-back of zram0"),), None)


def test_character_devices_of_an_nvme_namespace(tree) -> None:
    tree.nvme(1)
    tree.file("class/nvme-generic/ng1n1/dev", "238:1")
    tree.file("class/nvme-generic/ng2n1/dev", "238:2")
    tree.file("devices/pci0000:00/0000:02:00.0/nvme/nvme1/dev", "239:1")
    node = read_tree(tree.places)["nvme1n1"]
    assert find_character_devices(node, tree.places) == {"238:1": "ng1n1", "239:1": "nvme1"}


def test_character_devices_of_a_scsi_drive(tree) -> None:
    device = "devices/pci0000:00/0000:02:00.0/host0/target0:0:1/0:0:1:0"
    tree.link(f"{tree.block(f'{device}/block/sda', '8:0')}/device", device)
    for kind, name, number, place in (
        ("scsi_generic", "sg0", "21:0", device),
        ("scsi_generic", "sg1", "21:1", "devices/other"),
        ("bsg", "0:0:1:0", "250:0", device),
    ):
        tree.file(f"class/{kind}/{name}/dev", number)
        tree.link(f"class/{kind}/{name}/device", place)
    devices = find_character_devices(read_tree(tree.places)["sda"], tree.places)
    assert devices == {"21:0": "sg0", "250:0": "0:0:1:0"}


def test_extent_of_an_array_has_its_members(tree) -> None:
    members = [tree.nvme(1), tree.nvme(2)]
    tree.nvme(3)
    tree.array(0, *members)
    nodes = read_tree(tree.places)
    assert {node.name for node in list_extent(nodes, nodes["md0"])} == {"md0", "nvme1n1", "nvme2n1"}
    assert {node.name for node in list_extent(nodes, nodes["nvme1n1"])} == {"nvme1n1"}
