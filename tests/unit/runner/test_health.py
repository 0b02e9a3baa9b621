"""The health of the drives below a target, in the words of the programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.unit.runner.kernel_folders import Programs, Tree

from storagelab_runner.clock import WallClock
from storagelab_runner.health import record_health
from storagelab_runner.layers import Ground

VOLUMES = Path(__file__).parents[2] / "data" / "storcli" / "volumes.json"


def _outputs(kernel: Tree, tmp_path: Path, place: str) -> dict[str, dict[str, Any]]:
    path = tmp_path / "health.json"
    record_health(path, [Ground("the-target", kernel.places.sys / place)], lambda: None, WallClock.now(), kernel.places)
    record = json.loads(path.read_bytes())
    assert set(record) == {"boottime_ns", "realtime_ns", "outputs"}
    return {output["name"]: output for output in record["outputs"]}


def test_members_of_an_array_are_queried(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    programs.install("nvme", 'echo "$@"')
    outputs = _outputs(kernel, tmp_path, kernel.array(0, kernel.nvme(0), kernel.nvme(1)))
    assert set(outputs) == {"nvme_smart_log/nvme0n1", "nvme_smart_log/nvme1n1"}
    one = outputs["nvme_smart_log/nvme1n1"]
    assert one["stdout"] == f"smart-log {kernel.places.dev / 'nvme1n1'} -o json\n"
    assert (one["exit_code"], one["error"]) == (0, None)


def test_smartctl_replaces_nvme_cli_and_absence_is_reported(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    drive = kernel.nvme(0)
    outputs = _outputs(kernel, tmp_path, drive)
    assert outputs["smartctl/nvme0n1"]["error"] == "smartctl was not found on PATH"
    programs.install("smartctl", "exit 4")
    outputs = _outputs(kernel, tmp_path, drive)
    assert outputs["smartctl/nvme0n1"]["exit_code"] == 4


def test_drives_are_queried_through_their_virtual_drive(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    document = json.loads(VOLUMES.read_bytes())
    response = document["Controllers"][0]["Response Data"]
    naa = response["VD0 Properties"]["SCSI NAA Id"]
    programs.install("storcli64", f"cat {VOLUMES}")
    programs.install("smartctl", 'echo "$@"')
    outputs = _outputs(kernel, tmp_path, kernel.volume(f"naa.{naa}"))
    numbers = sorted(row["DID"] for row in response["PDs for VD 0"])
    assert sorted(outputs) == sorted(f"smartctl_raid/0/{number}" for number in numbers)
    door = kernel.places.dev / "sdb"
    assert outputs[f"smartctl_raid/0/{numbers[0]}"]["stdout"] == f"--json -x -d megaraid,{numbers[0]} {door}\n"


def test_unlisted_virtual_drive_has_no_health(kernel: Tree, programs: Programs, tmp_path: Path) -> None:
    programs.install("storcli64", f"cat {VOLUMES}")
    assert _outputs(kernel, tmp_path, kernel.volume("naa.another")) == {}


def test_loop_device_has_no_health(kernel: Tree, tmp_path: Path) -> None:
    loop = kernel.block("devices/virtual/block/loop3", "7:3")
    kernel.link("dev/block/7:3", loop)
    assert _outputs(kernel, tmp_path, loop) == {}
