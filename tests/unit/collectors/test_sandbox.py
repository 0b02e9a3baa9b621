"""Loop devices: drives in a sandbox, nothing elsewhere."""

from __future__ import annotations

import json

import pytest

from storagelab.collectors import lsblk

LSBLK = json.dumps(
    {
        "blockdevices": [
            {"name": "loop0", "type": "loop", "size": 1000},
            {"name": "loop1", "type": "loop", "size": 1000},
            {"name": "sda", "type": "disk", "size": 1000, "serial": "S"},
        ]
    }
)
BY_ID = json.dumps({"wwn-0x1": "/dev/sda"})


def _parse(answer: str | None) -> dict[str, tuple[str | None, str | None]]:
    facts = lsblk.parse({"lsblk": LSBLK, "by_id": BY_ID, "sandbox_devices": answer})
    return {drive.kernel_name: (drive.stable_id, drive.serial) for drive in facts.drives}


def test_sandbox_loop_device_has_name_and_serial() -> None:
    devices = [{"name": "loop1", "stable_id": "loop-disk.img", "serial": "fe00-7"}]
    assert _parse(json.dumps(devices)) == {"loop1": ("loop-disk.img", "fe00-7"), "sda": ("wwn-0x1", "S")}


def test_loop_devices_are_excluded_outside_a_sandbox() -> None:
    assert _parse("[]") == {"sda": ("wwn-0x1", "S")}


@pytest.mark.parametrize("answer", [None, "", "no JSON", "{}", "7", "[" * 100_000])
def test_missing_sandbox_answer_excludes_no_device(answer: str | None) -> None:
    assert set(_parse(answer)) == {"loop0", "loop1", "sda"}


def test_facts_of_another_kind_are_unknown() -> None:
    devices = [{"name": "loop0", "stable_id": 1, "serial": None}, 5, {}]
    assert _parse(json.dumps(devices))["loop0"] == (None, None)
