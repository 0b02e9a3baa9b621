"""One line a second, on a grid that does not drift, whole or not at all."""

import json
import os
import subprocess

import pytest

from storagelab_runner.telemetry import Recorder

S = 10**9


@pytest.fixture
def device(tmp_path):
    """Return the sysfs folder of a drive with a thermometer."""
    folder = tmp_path / "nvme9n1"
    (folder / "device" / "hwmon3").mkdir(parents=True)
    (folder / "stat").write_text("    103       0     824       7        1 2 3 4 0 5 6\n")
    (folder / "device" / "hwmon3" / "temp1_input").write_text("41850\n")
    return folder


def _lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_holds_the_raw_counters(tmp_path, device):
    recorder = Recorder(tmp_path / "telemetry.jsonl", [device], 0, 60 * S)
    recorder.engine_starts(0)
    recorder.tick(0, 1)
    [line] = _lines(tmp_path / "telemetry.jsonl")
    assert (line["ms"], line["phase"]) == (0, 1)
    assert line["dev"] == {"nvme9n1": [103, 0, 824, 7, 1, 2, 3, 4, 0, 5, 6]}
    assert line["temp_mc"] == {"nvme9n1": 41850}
    assert len(line["cpu"]) == 10
    assert line["ctxt"] > 0
    assert set(line["mem"]) == {"dirty_kb", "writeback_kb", "available_kb"}
    assert recorder.written_bytes == (tmp_path / "telemetry.jsonl").stat().st_size


def test_drives_are_looked_at_with_every_reading(tmp_path, device):
    recorder = Recorder(tmp_path / "telemetry.jsonl", [device], 0, 60 * S)
    looks = []
    recorder.tick(0, None)
    recorder.look = lambda: looks.append(recorder.next_ns)
    for seconds in (0.5, 1, 1.5, 2):
        recorder.tick(int(seconds * S), 1)
    assert looks == [2 * S, 3 * S]


def test_late_ticks_preserve_grid_and_skip_missed_seconds(tmp_path, device):
    recorder = Recorder(tmp_path / "telemetry.jsonl", [device], 5 * S, 60 * S)
    recorder.engine_starts(5 * S)
    for seconds in (5, 5.25, 6.2, 6.9, 7, 7.9, 11.5, 12, 12.1):
        recorder.tick(int(seconds * S), None)
    assert [line["ms"] for line in _lines(tmp_path / "telemetry.jsonl")] == [0, 1200, 2000, 6500, 7000]
    assert recorder.next_ns == 13 * S


def test_time_is_negative_before_first_engine_start(tmp_path, device):
    recorder = Recorder(tmp_path / "telemetry.jsonl", [device], 0, 60 * S)
    for seconds in (0, 1, 2):
        recorder.tick(seconds * S, None)
    recorder.engine_starts(int(2.5 * S))
    recorder.tick(3 * S, 1)
    recorder.engine_starts(int(3.5 * S))
    recorder.tick(4 * S, 2)
    assert [line["ms"] for line in _lines(tmp_path / "telemetry.jsonl")] == [-60000, -59000, -58000, 500, 1500]


def test_temperature_is_read_every_ten_seconds(tmp_path, device):
    recorder = Recorder(tmp_path / "telemetry.jsonl", [device], 0, 60 * S)
    for seconds in range(21):
        recorder.tick(seconds * S, 1)
    warm = [index for index, line in enumerate(_lines(tmp_path / "telemetry.jsonl")) if line["temp_mc"]]
    assert warm == [0, 10, 20]


def test_removed_drive_is_absent_from_later_lines(tmp_path, device):
    recorder = Recorder(tmp_path / "telemetry.jsonl", [device], 0, 60 * S)
    recorder.tick(0, 1)
    (device / "stat").unlink()
    recorder.tick(1 * S, 1)
    assert [list(line["dev"]) for line in _lines(tmp_path / "telemetry.jsonl")] == [["nvme9n1"], []]


def test_full_disk_drops_lines_without_truncating_any(tmp_path, device):
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", folder]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine does not allow mounting a tmpfs")
    try:
        recorder = Recorder(folder / "telemetry.jsonl", [device], 0, 60 * S)
        for seconds in range(100):
            recorder.tick(seconds * S, 1)
        recorder.close()
        lines = _lines(folder / "telemetry.jsonl")
        assert 0 < len(lines) < 100
        assert len(lines) + recorder.dropped == 100
        assert (folder / "telemetry.jsonl").read_bytes().endswith(b"}\n")
    finally:
        subprocess.run(["umount", folder], check=True)
