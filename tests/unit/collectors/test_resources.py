"""Resources that a run on a drive must hold exclusively."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storagelab.collectors import lsblk
from storagelab.collectors.block_devices import parse_block_devices

NVME = {"address": "0000:01:00.0", "class_code": "0x010802", "driver": "nvme"}
RAID = {"address": "0000:02:00.0", "class_code": "0x010400", "driver": "megaraid_sas"}


def _resources(
    nodes: list[dict[str, Any]], devices: dict[str, Any], machine: str | None = "m1\n"
) -> dict[str, tuple[str, ...]]:
    names = {f"id-{node['name']}": f"/dev/{node['name']}" for node in nodes}
    names |= {"md-uuid-7": "/dev/md0"}
    outputs = {
        "lsblk": json.dumps({"blockdevices": nodes}),
        "by_id": json.dumps(names),
        "block_devices": json.dumps(devices),
        "machine_id": machine,
    }
    return {drive.kernel_name: drive.resources for drive in lsblk.parse(outputs).drives}


def _disk(name: str, *children: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "type": "disk", "size": 1000, "children": list(children)}


def test_standalone_drive_resource_is_its_stable_id() -> None:
    assert _resources([_disk("nvme0n1")], {"nvme0n1": {"controllers": ["nvme0"], "pci": NVME}}) == {
        "nvme0n1": ("dev:id-nvme0n1",)
    }
    assert _resources([_disk("sda")], {}) == {"sda": ("dev:id-sda",)}


def test_drives_behind_one_adapter_share_its_resource() -> None:
    resources = _resources([_disk("sda"), _disk("sdb")], {"sda": {"pci": RAID}, "sdb": {"pci": RAID}})
    assert resources == {
        "sda": ("ctrl:0000:02:00.0@m1", "dev:id-sda"),
        "sdb": ("ctrl:0000:02:00.0@m1", "dev:id-sdb"),
    }
    assert _resources([_disk("sda")], {"sda": {"pci": RAID}}, machine=None) == {"sda": ("dev:id-sda",)}


def test_namespaces_of_one_controller_hold_each_other() -> None:
    device = {"controllers": ["nvme0"], "serials": ["S1"], "pci": NVME}
    hidden = {**device, "hidden": True}
    resources = _resources(
        [_disk("nvme0n1"), _disk("nvme0n2")], {"nvme0n1": device, "nvme0n2": device, "nvme0c0n1": hidden}
    )
    assert resources["nvme0n1"] == resources["nvme0n2"] == ("ctrl:S1", "dev:id-nvme0n1", "dev:id-nvme0n2")


def test_array_resources_include_members_and_controllers() -> None:
    array = {"name": "md0", "type": "raid1", "size": 900}
    nodes = [_disk("sda", array), _disk("nvme0n1", array)]
    devices = {
        "md0": {"slaves": ["sda1", "nvme0n1"]},
        "sda1": {"whole": "sda"},
        "sda": {"pci": RAID},
        "nvme0n1": {"controllers": ["nvme0"], "pci": NVME},
    }
    assert _resources(nodes, devices)["md0"] == (
        "ctrl:0000:02:00.0@m1",
        "dev:id-nvme0n1",
        "dev:id-sda",
        "dev:md-uuid-7",
    )


def test_a_circle_of_devices_ends() -> None:
    devices = {"sda": {"slaves": ["sdb"]}, "sdb": {"slaves": ["sda"]}}
    assert _resources([_disk("sda"), _disk("sdb")], devices)["sda"] == ("dev:id-sda", "dev:id-sdb")


@pytest.mark.parametrize("text", [None, "", "x", "[]", "5", '{"sda": 1}', "[" * 100_000])
def test_unreadable_output_is_unknown(text: str | None) -> None:
    assert parse_block_devices(text) == {}


def test_fields_of_another_kind_are_unknown() -> None:
    device = parse_block_devices('{"sda": {"serials": [1, ""], "slaves": "x", "pci": 3, "whole": null}}')["sda"]
    assert (device.serial, device.slaves, device.pci_address, device.whole) == (None, (), None, "sda")
