"""Questions of the inventory, which follow from the kernel's view and the installed programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.runner.kernel_folders import Programs, Tree

from storagelab_runner.block_tree import read_tree
from storagelab_runner.inventory_questions import iterate_first_lanes

TOOLS = ("nvme", "mdadm", "smartctl", "ethtool", "zpool")


@pytest.fixture
def questions(kernel: Tree, programs: Programs) -> Iterator[dict[str, tuple[str, ...]]]:
    """Provide the questions by name, for a server with two NVMe drives in an array and all tools installed."""
    for tool in TOOLS:
        programs.install(tool, "true")
    first, second = kernel.nvme(0), kernel.nvme(1)
    kernel.array(0, first, second)
    kernel.file("class/net/lo/mtu", "1500")
    kernel.file("class/net/eth0/device/vendor", "0x8086")
    return {
        question.name: question.argv for (question,) in iterate_first_lanes(read_tree(kernel.places), kernel.places)
    }


def test_drives_are_queried_by_name(questions: dict[str, tuple[str, ...]], kernel: Tree) -> None:
    path = str(kernel.places.dev / "nvme1n1")
    assert questions["nvme_id_ctrl/nvme1n1"] == ("nvme", "id-ctrl", path, "-o", "json")
    assert questions["nvme_id_ns/nvme1n1"] == ("nvme", "id-ns", path, "-o", "json")
    assert questions["nvme_smart_log/nvme1n1"] == ("nvme", "smart-log", path, "-o", "json")
    assert questions["smartctl/nvme1n1"] == ("smartctl", "--json", "-x", path)


def test_arrays_and_their_members_are_queried(questions: dict[str, tuple[str, ...]], kernel: Tree) -> None:
    path = str(kernel.places.dev / "md0")
    assert questions["mdadm/md0"] == ("mdadm", "--detail", path)
    assert questions["mdadm_export/md0"] == ("mdadm", "--detail", "--export", path)
    examined = {name for name in questions if name.startswith("mdadm_examine/")}
    assert examined == {"mdadm_examine/nvme0n1", "mdadm_examine/nvme1n1"}


def test_only_hardware_networks_are_queried(questions: dict[str, tuple[str, ...]]) -> None:
    assert [name for name in questions if name.startswith("ethtool/")] == ["ethtool/eth0"]


def test_zfs_is_queried_only_with_its_module_loaded(questions: dict[str, tuple[str, ...]], kernel: Tree) -> None:
    assert "zpool_status" not in questions
    kernel.file("module/zfs/version", "2.1")
    names = {question.name for (question,) in iterate_first_lanes({}, kernel.places)}
    assert names >= {"zpool_status", "zpool_list"}


def test_missing_program_is_queried_only_for_hosts(kernel: Tree, tmp_path: Path) -> None:
    kernel.nvme(0)
    names = {question.name for (question,) in iterate_first_lanes(read_tree(kernel.places), kernel.places)}
    assert names >= {"lsblk", "lspci", "nvme_list", "lvm_pvs", "lvm_vgs", "lvm_lvs", "multipath", "dmidecode", "lscpu"}
    assert not [name for name in names if "/" in name]
