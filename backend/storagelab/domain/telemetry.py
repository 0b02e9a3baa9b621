"""Telemetry of the runner, one reading a second: raw counters of block layer and host.

A reading is one line of `telemetry.jsonl`. It has `ms` since the first engine start (negative while nothing had
started), the running `phase`, `dev` with the fields of /sys/block/NAME/stat, `cpu` with the first line of /proc/stat in
jiffies, and `temp_mc` in thousandths of a degree Celsius (Documentation/block/stat.rst, proc(5)). Some lines also hold
`intr`, the interrupts since boot, `md` with the state of each software array, `link` with speed and width of PCIe links
by address, `throttle` (1 where a drive or the processors were slowed down, else 0), and `cost_ms`, the cost of the
readings of the minute before by kind. A value that a line lacks was not read in its second.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

#: The stream of the runner that holds the readings.
TELEMETRY_STREAM = "telemetry.jsonl"

_SECTOR_BYTES = 512
_NS_PER_MS = 1_000_000
#: Where /sys/block/NAME/stat has I/Os, sectors and milliseconds of each direction.
_TRAFFIC = {"read": (0, 2, 3), "write": (4, 6, 7), "trim": (11, 13, 14)}
_BUSY_MS, _QUEUE_MS = 9, 10
#: The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. Guest time is in user already.
_CPU_FIELDS, _IDLE, _IO_WAIT = 8, 3, 4


@dataclass(frozen=True, slots=True)
class TelemetryLine:
    """One line as the runner wrote it."""

    ms: int
    phase: int | None
    devices: Mapping[str, Sequence[int]]
    cpu: Sequence[int]
    temperatures_mc: Mapping[str, int] = field(default_factory=dict)
    interrupts: int | None = None
    arrays: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    links: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    throttled: Mapping[str, int] = field(default_factory=dict)
    costs_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Traffic:
    """Requests that the devices finished in one interval and direction; `busy_ns` is the time of all I/Os."""

    ios: int
    bytes: int
    busy_ns: int


@dataclass(frozen=True, slots=True)
class TelemetrySample:
    """One interval that ends at `t_ms` of its phase and lasted `dt_ms`, over all devices of the target.

    `queue` is the mean number of I/Os in flight, `utilisation_percent` the share of time with any, the mean over the
    devices; `cpu_percent` and `interrupts_per_s` are the host's. Unread values are None.
    """

    t_ms: int
    dt_ms: int
    traffic: dict[str, Traffic]
    queue: float | None
    utilisation_percent: float | None
    cpu_percent: float | None
    temperature_mc: int | None
    interrupts_per_s: float | None = None


class _RunnerReading(TypedDict):
    """A telemetry line of the runner; those of earlier ones lack the optional fields."""

    ms: int
    phase: int | None
    dev: Mapping[str, Sequence[int]]
    cpu: Sequence[int]
    temp_mc: NotRequired[Mapping[str, int] | None]
    intr: NotRequired[int | None]
    md: NotRequired[Mapping[str, Mapping[str, Any]]]
    link: NotRequired[Mapping[str, tuple[float, int]]]
    throttle: NotRequired[Mapping[str, int]]
    cost_ms: NotRequired[Mapping[str, float]]


def parse_reading(line: bytes) -> TelemetryLine:
    """Parse one telemetry line of the runner.

    Raises ValueError for a line that the runner does not write.
    """
    try:
        document: _RunnerReading = json.loads(line)
        phase, interrupts = document["phase"], document.get("intr")
        return TelemetryLine(
            ms=int(document["ms"]),
            phase=None if phase is None else int(phase),
            devices={name: [int(number) for number in numbers] for name, numbers in document["dev"].items()},
            cpu=[int(number) for number in document["cpu"]],
            temperatures_mc={name: int(value) for name, value in (document.get("temp_mc") or {}).items()},
            interrupts=None if interrupts is None else int(interrupts),
            arrays={name: dict(state.items()) for name, state in document.get("md", {}).items()},
            links={address: [*link] for address, link in document.get("link", {}).items()},
            throttled={name: int(value) for name, value in document.get("throttle", {}).items()},
            costs_ms={lane: float(cost) for lane, cost in document.get("cost_ms", {}).items()},
        )
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError) as problem:
        raise ValueError(f"expected a reading, got {line[:80]!r}") from problem


def sample_of(before: TelemetryLine, after: TelemetryLine, *, phase_t0_ms: int) -> TelemetrySample | None:
    """Return the sample between two readings, on the time axis of the phase begun at `phase_t0_ms`.

    None where the duration between the readings is unknown. Times count from the first engine start, so a reading
    before this start has no known distance to one after.
    """
    if before.ms < 0 <= after.ms or after.ms <= before.ms or after.ms <= phase_t0_ms:
        return None
    dt_ms = after.ms - before.ms
    changes = [
        [new - old for old, new in zip(before.devices[name], numbers, strict=False)]
        for name, numbers in after.devices.items()
        if name in before.devices
    ]
    # A device that was taken out and came back counts from zero.
    is_continuous = bool(changes) and all(_has_only_grown(change) for change in changes)
    temperatures = after.temperatures_mc.values()
    return TelemetrySample(
        t_ms=after.ms - phase_t0_ms,
        dt_ms=dt_ms,
        traffic={direction: _sum_traffic(changes, *places) for direction, places in _TRAFFIC.items()}
        if is_continuous
        else {},
        queue=sum(change[_QUEUE_MS] for change in changes) / dt_ms if is_continuous else None,
        utilisation_percent=_compute_utilisation(changes, dt_ms) if is_continuous else None,
        cpu_percent=_compute_cpu_percent(before.cpu, after.cpu),
        temperature_mc=max(temperatures) if temperatures else None,
        interrupts_per_s=_compute_rate(before.interrupts, after.interrupts, dt_ms),
    )


def _has_only_grown(change: Sequence[int]) -> bool:
    """Return whether all counters have only grown; `change` is the difference of a device's counters.

    The ninth is the number of I/Os in flight and may fall.
    """
    return len(change) > _QUEUE_MS and min([*change[:8], *change[9:]]) >= 0


def _sum_traffic(changes: Sequence[Sequence[int]], ios: int, sectors: int, spent_ms: int) -> Traffic:
    # Kernels before 4.18 count no discards.
    rows = [change for change in changes if len(change) > spent_ms]
    return Traffic(
        ios=sum(change[ios] for change in rows),
        bytes=sum(change[sectors] for change in rows) * _SECTOR_BYTES,
        busy_ns=sum(change[spent_ms] for change in rows) * _NS_PER_MS,
    )


def _compute_utilisation(changes: Sequence[Sequence[int]], dt_ms: int) -> float:
    # The kernel rounds to ticks, so a busy device may show a little more than all of the time.
    return sum(min(change[_BUSY_MS] * 100 / dt_ms, 100.0) for change in changes) / len(changes)


def _compute_cpu_percent(before: Sequence[int], after: Sequence[int]) -> float | None:
    spent = [new - old for old, new in zip(before[:_CPU_FIELDS], after[:_CPU_FIELDS], strict=False)]
    total = sum(spent)
    if len(spent) <= _IO_WAIT or total <= 0:
        return None
    # The kernel's count of waiting for I/O may fall a little from one reading to the next.
    return min(max((total - spent[_IDLE] - spent[_IO_WAIT]) * 100 / total, 0.0), 100.0)


def _compute_rate(before: int | None, after: int | None, dt_ms: int) -> float | None:
    if before is None or after is None or after < before:
        return None
    return (after - before) * 1000 / dt_ms
