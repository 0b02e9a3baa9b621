"""Questions of the inventory, which follow from the kernel's view and the installed programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.runner.kernel_folders import Programs, Tree

from storagelab_runner.block_tree import read_tree
from storagelab_runner.inventory_questions import opening

TOOLS = ("nvme", "mdadm", "smartctl", "ethtool", "zpool")


@pytest.fixture
def asked(kernel: Tree, programs: Programs) -> Iterator[dict[str, tuple[str, ...]]]:
    """The questions by name, of a server with two NVMe drives in an array, all tools installed."""
    for tool in TOOLS:
        programs.install(tool, "true")
    first, second = kernel.nvme(0), kernel.nvme(1)
    kernel.array(0, first, second)
    kernel.file("class/net/lo/mtu", "1500")
    kernel.file("class/net/eth0/device/vendor", "0x8086")
    return {question.name: question.argv for (question,) in opening(read_tree(kernel.places), kernel.places)}


def test_drives_are_asked_by_name(asked: dict[str, tuple[str, ...]], kernel: Tree) -> None:
    path = str(kernel.places.dev / "nvme1n1")
    assert asked["nvme_id_ctrl/nvme1n1"] == ("nvme", "id-ctrl", path, "-o", "json")
    assert asked["nvme_id_ns/nvme1n1"] == ("nvme", "id-ns", path, "-o", "json")
    assert asked["nvme_smart_log/nvme1n1"] == ("nvme", "smart-log", path, "-o", "json")
    assert asked["smartctl/nvme1n1"] == ("smartctl", "--json", "-x", path)


def test_arrays_and_their_members_are_asked(asked: dict[str, tuple[str, ...]], kernel: Tree) -> None:
    path = str(kernel.places.dev / "md0")
    assert asked["mdadm/md0"] == ("mdadm", "--detail", path)
    assert asked["mdadm_export/md0"] == ("mdadm", "--detail", "--export", path)
    examined = {name for name in asked if name.startswith("mdadm_examine/")}
    assert examined == {"mdadm_examine/nvme0n1", "mdadm_examine/nvme1n1"}


def test_only_hardware_networks_are_asked(asked: dict[str, tuple[str, ...]]) -> None:
    assert [name for name in asked if name.startswith("ethtool/")] == ["ethtool/eth0"]


def test_zfs_is_asked_only_where_its_module_is_loaded(asked: dict[str, tuple[str, ...]], kernel: Tree) -> None:
    assert "zpool_status" not in asked
    kernel.file("module/zfs/version", "2.1")
    names = {question.name for (question,) in opening({}, kernel.places)}
    assert names >= {"zpool_status", "zpool_list"}


def test_a_program_that_is_missing_is_asked_for_hosts_but_not_for_drives(kernel: Tree, tmp_path: Path) -> None:
    kernel.nvme(0)
    names = {question.name for (question,) in opening(read_tree(kernel.places), kernel.places)}
    assert names >= {"lsblk", "lspci", "nvme_list", "lvm_pvs", "lvm_vgs", "lvm_lvs", "multipath", "dmidecode", "lscpu"}
    assert not [name for name in names if "/" in name]
