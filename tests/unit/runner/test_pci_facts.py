"""PCI functions from a copy of sysfs."""

from __future__ import annotations

from tests.unit.runner.kernel_folders import Tree

from storagelab_runner.block_tree import read_tree
from storagelab_runner.pci_facts import collect_pci_facts

SEAT = "devices/pci0000:00/0000:01:00.0"


def test_function_has_its_link_and_drives(kernel: Tree) -> None:
    kernel.nvme(0)
    texts = {
        "vendor": "0x144d",
        "device": "0xa80a",
        "subsystem_vendor": "0x144d",
        "subsystem_device": "0xa801",
        "current_link_speed": "16.0 GT/s PCIe",
        "current_link_width": "4",
        "max_link_speed": "32.0 GT/s PCIe",
        "max_link_width": "8",
        "numa_node": "1",
    }
    for name, text in texts.items():
        kernel.file(f"{SEAT}/{name}", text)
    kernel.file("bus/pci/drivers/nvme/module/version", "1.0")
    assert collect_pci_facts(read_tree(kernel.places), kernel.places) == {
        "0000:01:00.0": {
            "class": "0x010802",
            "vendor": "0x144d",
            "device": "0xa80a",
            "subsystem_vendor": "0x144d",
            "subsystem_device": "0xa801",
            "driver": "nvme",
            "driver_version": "1.0",
            "link_speed": "16.0 GT/s PCIe",
            "link_width": 4,
            "max_link_speed": "32.0 GT/s PCIe",
            "max_link_width": 8,
            "numa_node": 1,
            "block_devices": ["nvme0n1"],
        }
    }


def test_hidden_attribute_is_none(kernel: Tree) -> None:
    kernel.nvme(0)
    for name, text in {"current_link_speed": "Unknown", "current_link_width": "0", "numa_node": "-1"}.items():
        kernel.file(f"{SEAT}/{name}", text)
    facts = collect_pci_facts({}, kernel.places)["0000:01:00.0"]
    shown = {name for name, value in facts.items() if value is not None}
    assert shown == {"class", "driver", "block_devices"}
    assert facts["block_devices"] == []
