"""Counters of the block layer and the host become rates, and what is not known stays unknown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storagelab.domain.telemetry import TelemetryLine, Traffic, parse_reading, sample_of

IDLE_STAT = [0] * 17


def stat(**fields: int) -> list[int]:
    """Return the fields of /sys/block/NAME/stat, with the named ones set."""
    places = {
        "reads": 0, "sectors_read": 2, "ms_reading": 3, "writes": 4, "sectors_written": 6, "ms_writing": 7,
        "in_flight": 8, "busy_ms": 9, "queue_ms": 10, "trims": 11, "sectors_trimmed": 13, "ms_trimming": 14,
    }  # fmt: skip
    values = list(IDLE_STAT)
    for name, value in fields.items():
        values[places[name]] = value
    return values


def reading(ms: int, devices: dict[str, list[int]] | None = None, **values: Any) -> TelemetryLine:
    defaults: dict[str, Any] = {"phase": 1, "cpu": [0] * 10}
    return TelemetryLine(ms=ms, devices={"nvme0n1": IDLE_STAT} if devices is None else devices, **(defaults | values))


def test_a_line_of_the_runner_is_read() -> None:
    line = {
        "ms": 1000, "phase": 2, "dev": {"nvme0n1": stat(reads=5)}, "cpu": list(range(10)), "ctxt": 7,
        "mem": {"dirty_kb": 1, "writeback_kb": 0, "available_kb": 2}, "temp_mc": {"nvme0n1": 41_850},
    }  # fmt: skip
    parsed = parse_reading(json.dumps(line).encode() + b"\n")
    assert (parsed.ms, parsed.phase, parsed.devices["nvme0n1"][0]) == (1000, 2, 5)
    assert parsed.temperatures_mc == {"nvme0n1": 41_850}
    assert (parsed.interrupts, parsed.arrays, parsed.links, parsed.throttled, parsed.costs_ms) == (None, {}, {}, {}, {})


def test_the_readings_of_slower_lanes_are_read() -> None:
    state = {"state": "clean", "degraded": 0, "action": "idle", "completed": None}
    line = {
        "ms": 1000, "phase": 2, "dev": {}, "cpu": [], "intr": 4711, "md": {"md0": state},
        "link": {"0000:01:00.0": ["16.0 GT/s PCIe", 4]}, "throttle": {"cpu": 1}, "cost_ms": {"arrays": 1.25},
    }  # fmt: skip
    parsed = parse_reading(json.dumps(line).encode() + b"\n")
    assert (parsed.interrupts, parsed.arrays) == (4711, {"md0": state})
    assert (parsed.links, parsed.throttled) == ({"0000:01:00.0": ["16.0 GT/s PCIe", 4]}, {"cpu": 1})
    assert parsed.costs_ms == {"arrays": 1.25}


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"[]",
        b"7",
        b"\xff",
        b'{"ms": 1',
        b'{"ms":1,"phase":1,"dev":[],"cpu":[]}',
        b'{"ms":1,"phase":1,"dev":{},"cpu":[],"md":{"md0":7}}',
        b'{"ms":1,"phase":1,"dev":{},"cpu":[],"link":[]}',
        b'{"ms":1,"phase":1,"dev":{},"cpu":[],"link":{"a":7}}',
    ],
)
def test_invalid_line_raises_a_value_error(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        parse_reading(line)


def test_counter_differences_become_rates_over_all_devices() -> None:
    before = {"a": stat(reads=10, in_flight=9), "b": stat()}
    after = {
        "a": stat(reads=110, sectors_read=800, ms_reading=50, busy_ms=500, queue_ms=2000),
        "b": stat(writes=20, sectors_written=160, ms_writing=40, busy_ms=1000, queue_ms=1000, in_flight=3),
    }
    sample = sample_of(reading(1500, before), reading(2500, after), phase_t0_ms=500)
    assert sample is not None
    assert (sample.t_ms, sample.dt_ms) == (2000, 1000)
    assert sample.traffic["read"] == Traffic(ios=100, bytes=800 * 512, busy_ns=50_000_000)
    assert sample.traffic["write"] == Traffic(ios=20, bytes=160 * 512, busy_ns=40_000_000)
    assert sample.traffic["trim"] == Traffic(0, 0, 0)
    assert (sample.queue, sample.utilisation_percent) == (3.0, 75.0)


def test_cpu_percent_excludes_idle_and_iowait() -> None:
    before = reading(0, cpu=[100, 0, 50, 1000, 10, 0, 0, 0, 90, 0])
    after = reading(1000, cpu=[130, 0, 70, 1140, 20, 0, 0, 0, 120, 0], temperatures_mc={"a": 40_000, "b": 42_500})
    sample = sample_of(before, after, phase_t0_ms=-1)
    assert sample is not None
    # 50 of 200 jiffies; guest time is part of user time.
    assert sample.cpu_percent == 25.0
    assert sample.temperature_mc == 42_500


@pytest.mark.parametrize(
    ("before", "after", "rate"), [(1000, 4000, 1500.0), (None, 4000, None), (1000, None, None), (4000, 1000, None)]
)
def test_interrupts_are_a_rate_of_the_interval(before: int | None, after: int | None, rate: float | None) -> None:
    sample = sample_of(reading(0, interrupts=before), reading(2000, interrupts=after), phase_t0_ms=-1)
    assert sample is not None
    assert sample.interrupts_per_s == rate


def test_reset_or_missing_device_yields_no_traffic() -> None:
    again = sample_of(reading(0, {"a": stat(reads=50)}), reading(1000, {"a": stat(reads=3)}), phase_t0_ms=-1)
    missing = sample_of(reading(0), reading(1000, {}), phase_t0_ms=-1)
    for sample in (again, missing):
        assert sample is not None
        assert (sample.traffic, sample.queue, sample.utilisation_percent) == ({}, None, None)


@pytest.mark.parametrize(
    ("before_ms", "after_ms", "t0_ms"),
    [(-8000, 300, 0), (1000, 1000, 0), (2000, 1000, 0), (1000, 2000, 2000)],
    ids=["counted from another moment", "no time", "backwards", "before its phase"],
)
def test_an_interval_of_unknown_length_is_none(before_ms: int, after_ms: int, t0_ms: int) -> None:
    assert sample_of(reading(before_ms), reading(after_ms), phase_t0_ms=t0_ms) is None
