"""The state of arrays as raw text: once, cheaply, and only of what the target stands on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from tests.unit.runner.kernel_folders import Programs, Tree

from storagelab_runner.conditions import Ground, record_conditions

MDSTAT = "Personalities : [raid6] [raid5] [raid4]\nmd0 : active raid5 nvme1n1[1] nvme0n1[0]\n"


def _nothing() -> None:
    return None


def _ground(kernel: Tree, place: str) -> Ground:
    return Ground("the-target", kernel.places.sys / place)


def _recorded(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_bytes())["conditions"]
    return found


def test_an_array_is_told_by_the_kernel(kernel: Tree, tmp_path: Path) -> None:
    array = kernel.array(0, kernel.nvme(0), kernel.nvme(1))
    kernel.file(f"{array}/md/degraded", "1")
    kernel.file(f"{array}/md/sync_completed", "100 / 2048")
    (kernel.places.proc / "mdstat").write_text(MDSTAT)
    path = tmp_path / "conditions.json"
    digest = record_conditions(path, [_ground(kernel, array)], _nothing, kernel.places)
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    [entry] = _recorded(path)
    assert (entry["device"], entry["kernel_name"], entry["kind"]) == ("the-target", "md0", "mdadm")
    assert entry["raw"] == MDSTAT.strip()
    assert (entry["sysfs"]["degraded"], entry["sysfs"]["sync_completed"]) == ("1", "100 / 2048")
    assert entry["sysfs"]["reshape_position"] is None


def test_an_array_below_a_partition_of_another_device_is_found(kernel: Tree, tmp_path: Path) -> None:
    array = kernel.array(0, kernel.nvme(0))
    part = kernel.block(f"{array}/md0p1", "9:1", 8)
    kernel.file(f"{part}/partition", "1")
    mapper = kernel.block("devices/virtual/block/dm-0", "253:0")
    kernel.link(f"{mapper}/slaves/md0p1", part)
    kernel.link("dev/block/253:0", mapper)
    path = tmp_path / "conditions.json"
    record_conditions(path, [_ground(kernel, mapper)], _nothing, kernel.places)
    [entry] = _recorded(path)
    assert (entry["kernel_name"], entry["raw"], entry["problem"]) == ("md0", None, "/proc/mdstat cannot be read")


def test_a_plain_drive_has_no_conditions_and_nothing_is_asked(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    programs.install("storcli64", f"touch {tmp_path}/asked")
    path = tmp_path / "conditions.json"
    record_conditions(path, [_ground(kernel, kernel.nvme(0))], _nothing, kernel.places)
    assert _recorded(path) == []
    assert not (tmp_path / "asked").exists()


def test_a_virtual_drive_is_asked_for_once(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    programs.install("storcli64", f'echo "$@" >> {tmp_path}/asked; echo answer')
    ground = _ground(kernel, kernel.volume("naa.1"))
    path = tmp_path / "conditions.json"
    record_conditions(path, [ground, ground], _nothing, kernel.places)
    [entry] = _recorded(path)
    assert (entry["kernel_name"], entry["kind"], entry["raw"]) == ("sdb", "storcli", "answer\n")
    assert (tmp_path / "asked").read_text() == "/call/vall show all J\n"


def test_a_controller_that_cannot_be_asked_is_told(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    path = tmp_path / "conditions.json"
    record_conditions(path, [_ground(kernel, kernel.volume("naa.1"))], _nothing, kernel.places)
    [entry] = _recorded(path)
    assert (entry["raw"], entry["problem"]) == (None, "no program of the RAID controller is installed")


def test_a_record_is_made_once(kernel: Tree, tmp_path: Path) -> None:
    path = tmp_path / "conditions.json"
    ground = _ground(kernel, kernel.nvme(0))
    assert record_conditions(path, [ground], _nothing, kernel.places) is not None
    first = path.read_bytes()
    assert record_conditions(path, [ground], _nothing, kernel.places) is None
    assert path.read_bytes() == first
