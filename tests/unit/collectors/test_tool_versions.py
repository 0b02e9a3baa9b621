"""Programs that are there, and those that are missed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storagelab.collectors import tool_versions
from storagelab.collectors.base import CollectedFacts, ToolReport

OK = {"state": "ok", "version": "1.0", "message": None}
MISSING = {"state": "missing", "version": None, "message": "not found on PATH"}


def warnings(tools: dict[str, Any], **outputs: Any) -> tuple[str, ...]:
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in outputs.items()}
    return tool_versions.parse({"tool_versions": json.dumps(tools), **texts}).warnings


def test_each_program_is_reported() -> None:
    reported = {
        "nvme": {"state": "ok", "version": "2.4\n", "message": ""},
        "dmidecode": {"state": "not_permitted", "version": None, "message": "root only"},
        "sensors": {"state": "puzzled"},
        "odd": 5,
    }
    assert tool_versions.parse({"tool_versions": json.dumps(reported)}) == CollectedFacts(
        tools=(
            ToolReport("nvme", "ok", "2.4"),
            ToolReport("dmidecode", "not_permitted", None, "root only"),
            ToolReport("sensors", "failed"),
        )
    )


def test_missing_program_is_reported_for_its_drives() -> None:
    devices = {
        "nvme0n1": {"name": "nvme0n1", "whole": "nvme0n1", "transport": "nvme"},
        "nvme0n1p1": {"name": "nvme0n1p1", "whole": "nvme0n1"},
        "nvme0c0n1": {"name": "nvme0c0n1", "hidden": True},
        "sda": {"transport": "sata"},
        "sdb": {"transport": "usb"},
        "md0": {},
    }
    refused = {"state": "not_permitted", "message": "needs root"}
    assert warnings({"nvme": MISSING, "smartctl": refused, "mdadm": {"state": "failed"}}, block_devices=devices) == (
        "nvme0n1 cannot be described in full: nvme is not installed.",
        "nvme0n1, sda cannot be described in full: smartctl may not be used by the account of the runner: needs root",
        "md0 cannot be described in full: mdadm does not work.",
    )
    assert warnings({"nvme": OK, "smartctl": OK, "mdadm": OK}, block_devices=devices) == ()
    assert warnings({}, block_devices=devices) == ()
    assert warnings({"nvme": MISSING, "smartctl": MISSING, "mdadm": MISSING}, block_devices={"vda": {}}) == ()


@pytest.mark.parametrize(
    ("driver", "tools", "program"),
    [
        ("megaraid_sas", {"storcli64": MISSING, "perccli64": MISSING}, "storcli64"),
        ("megaraid_sas", {"storcli64": MISSING, "perccli64": {"state": "failed"}}, "perccli64"),
        ("megaraid_sas", {"storcli64": MISSING, "perccli": OK}, None),
        ("smartpqi", {"ssacli": MISSING, "arcconf": OK}, None),
        ("aacraid", {"arcconf": MISSING}, "arcconf"),
        ("ahci", {"storcli64": MISSING}, None),
    ],
)
def test_one_working_raid_program_is_sufficient(driver: str, tools: dict[str, Any], program: str | None) -> None:
    messages = warnings(tools, pci={"0000:3b:00.0": {"class": "0x010400", "driver": driver}})
    assert [f": {program} " in warning for warning in messages] == ([True] if program else [])


def test_signatures_on_drives_name_their_programs() -> None:
    listing = json.dumps(
        {"blockdevices": [{"name": "sda", "fstype": "zfs_member"}, {"name": "sdb", "fstype": "LVM2_member"}]}
    )
    tools = {"zpool": MISSING, "lvs": MISSING, "multipath": MISSING}
    assert warnings(tools, lsblk=listing) == (
        "What LVM2_member devices are part of cannot be described in full: lvs is not installed.",
        "What zfs_member devices are part of cannot be described in full: zpool is not installed.",
    )


@pytest.mark.parametrize("answer", ["{", "[]", "fio-3.33"])
def test_non_object_answer_gives_a_warning(answer: str) -> None:
    assert tool_versions.parse({"tool_versions": answer}) == CollectedFacts(
        warnings=("The versions of the programs were not understood: a JSON object was expected.",)
    )


@pytest.mark.parametrize("devices", ["{", "[]", '{"sda": null}', '{"sda": {"whole": 5, "transport": []}}'])
def test_unreadable_device_list_gives_no_warning(devices: str) -> None:
    assert warnings({"smartctl": MISSING}, block_devices=devices) == ()
