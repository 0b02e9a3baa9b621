"""Telemetry lanes: each reads its named sources at its own pace, and its cost is reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.runner.kernel_folders import Tree

from storagelab_runner.telemetry import Recorder

S = 10**9
SEAT = "devices/pci0000:00/0000:01:00.0"


@pytest.fixture
def array(kernel: Tree) -> Path:
    """Provide an array of one NVMe drive with a thermometer and a link, on a server with a processor."""
    drive = kernel.nvme(0)
    for name, text in {"temp1_input": "41850", "temp1_alarm": "0"}.items():
        kernel.file(f"{SEAT}/nvme/nvme0/hwmon3/{name}", text)
    kernel.file(f"{SEAT}/current_link_speed", "16.0 GT/s PCIe")
    kernel.file(f"{SEAT}/current_link_width", "4")
    place = kernel.array(0, drive)
    kernel.file(f"{place}/stat", "1 0 8 1 2 0 16 2 0 3 3")
    for number in range(2):
        cpu = f"devices/system/cpu/cpu{number}"
        kernel.file(f"{cpu}/topology/physical_package_id", "0")
        kernel.file(f"{cpu}/topology/core_id", str(number))
        kernel.file(f"{cpu}/thermal_throttle/core_throttle_count", "5")
        kernel.file(f"{cpu}/thermal_throttle/package_throttle_count", "9")
    (kernel.places.proc / "stat").write_text("cpu  1 2 3 4 5 6 7 8 9 10\nintr 4711 9 8 7\nctxt 815\n")
    (kernel.places.proc / "meminfo").write_text("MemAvailable: 3 kB\nDirty: 1 kB\nWriteback: 2 kB\n")
    return kernel.places.sys / place


def _lines(kernel: Tree, array: Path, path: Path, seconds: int) -> list[dict[str, Any]]:
    recorder = Recorder(path, [array], 0, 1000 * S, kernel.places)
    for second in range(seconds):
        recorder.tick(second * S, 1)
    recorder.close()
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_first_line_includes_every_lane(kernel: Tree, array: Path, tmp_path: Path) -> None:
    [line] = _lines(kernel, array, tmp_path / "lines", 1)
    del line["ms"]
    assert line == {
        "phase": 1,
        "dev": {"md0": [1, 0, 8, 1, 2, 0, 16, 2, 0, 3, 3]},
        "cpu": list(range(1, 11)),
        "ctxt": 815,
        "intr": 4711,
        "mem": {"dirty_kb": 1, "writeback_kb": 2, "available_kb": 3},
        "md": {"md0": {"state": "clean", "degraded": 0, "action": "idle", "completed": None}},
        # The thermometer and the link are those of the member.
        "temp_mc": {"nvme0n1": 41850},
        "link": {"0000:01:00.0": ["16.0 GT/s PCIe", 4]},
        "throttle": {"nvme0n1": 0, "cpu": 0},
    }


@pytest.mark.parametrize(
    ("field", "seconds"), [("md", [0, 5, 10, 15, 20]), ("link", [0, 10, 20]), ("throttle", [0, 10, 20])]
)
def test_lanes_have_intervals_of_their_own(
    kernel: Tree, array: Path, tmp_path: Path, field: str, seconds: list[int]
) -> None:
    lines = _lines(kernel, array, tmp_path / "lines", 21)
    assert [second for second, line in enumerate(lines) if field in line] == seconds


def test_missed_lane_is_read_at_next_tick(kernel: Tree, array: Path, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    recorder = Recorder(path, [array], 0, 1000 * S, kernel.places)
    for second in (0, 1, 12, 13, 15):
        recorder.tick(second * S, 1)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert ["md" in line for line in lines] == [True, False, True, False, True]


def test_cost_is_recorded_each_minute_by_lane(kernel: Tree, array: Path, tmp_path: Path) -> None:
    lines = _lines(kernel, array, tmp_path / "lines", 125)
    costs = {second: line["cost_ms"] for second, line in enumerate(lines) if "cost_ms" in line}
    assert list(costs) == [60, 120]
    assert set(costs[60]) == {"counters", "host", "arrays", "temperature", "links", "throttling"}
    assert all(cost > 0 for cost in costs[60].values())


def test_throttling_counts_since_the_last_look(kernel: Tree, array: Path, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    recorder = Recorder(path, [array], 0, 1000 * S, kernel.places)
    recorder.tick(0, 1)
    kernel.file("devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "6")
    kernel.file(f"{SEAT}/nvme/nvme0/hwmon3/temp1_alarm", "1")
    recorder.tick(10 * S, 1)
    recorder.tick(20 * S, 1)
    throttled = [json.loads(line)["throttle"] for line in path.read_text().splitlines()]
    assert [counts["cpu"] for counts in throttled] == [0, 1, 0]
    assert [counts["nvme0n1"] for counts in throttled] == [0, 1, 1]
