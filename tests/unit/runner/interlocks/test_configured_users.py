"""Names of drives in the files of a server."""

from __future__ import annotations

import pytest

from storagelab_runner.block_tree import read_tree
from storagelab_runner.interlocks.configured_users import decode_unit_path, iterate_device_names, read_configured_users


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("/dev/nvme1n1 /data ext4 defaults 0 2", ["/dev/nvme1n1"]),
        ("# /dev/nvme1n1 /data ext4 defaults 0 2", []),
        ("UUID=12-ab /data xfs defaults", ["UUID=12-ab"]),
        ('PARTLABEL="my data" /data xfs', ["PARTLABEL=my data"]),
        ("data /dev/disk/by-id/nvme-x none luks", ["/dev/disk/by-id/nvme-x"]),
        ('"device": {"path": "/dev/nvme1n1"}', ["/dev/nvme1n1"]),
        ("<source dev='/dev/sdb'/>", ["/dev/sdb"]),
        ("Requires=dev-nvme1n1.device", ["/dev/nvme1n1"]),
        ("root=PARTUUID=ab-01 ro", ["PARTUUID=ab-01"]),
    ],
)
def test_names_in_a_file(text: str, names: list[str]) -> None:
    assert list(iterate_device_names(text)) == names


def test_path_of_an_escaped_unit() -> None:
    assert decode_unit_path("dev-disk-by\\x2did-nvme\\x2dx.swap") == "/dev/disk/by-id/nvme-x"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("etc/fstab", "/dev/nvme1n1 /data ext4 noauto 0 0"),
        ("etc/crypttab", "data /dev/nvme1n1 none luks"),
        ("etc/systemd/system/data.mount", "[Mount]\nWhat=/dev/nvme1n1\nWhere=/data"),
        ("etc/systemd/system/multi-user.target.wants/x.service", "ExecStart=/usr/bin/qemu -drive file=/dev/nvme1n1"),
        ("etc/systemd/system/dev-nvme1n1.swap", "[Swap]"),
        ("run/systemd/generator/data.mount", "What=/dev/nvme1n1"),
        ("etc/nvmet/config.json", '{"device": {"path": "/dev/nvme1n1"}}'),
        ("etc/target/saveconfig.json", '{"dev": "/dev/nvme1n1"}'),
        ("etc/libvirt/qemu/vm.xml", "<source dev='/dev/nvme1n1'/>"),
    ],
)
def test_file_that_names_a_drive_is_found(tree, tmp_path, file: str, text: str) -> None:
    tree.nvme(1)
    tree.nvme(2)
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    configured = read_configured_users(read_tree(tree.places), tree.places)
    assert [(user.number, user.file) for user in configured.users] == [("259:1", str(path))]
    assert configured.doubt is None


def test_server_without_configuration_files_has_no_users(tree) -> None:
    tree.nvme(1)
    assert read_configured_users(read_tree(tree.places), tree.places) == ((), None)
