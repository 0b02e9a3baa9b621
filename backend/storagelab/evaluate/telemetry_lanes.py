"""Readings of a server during a phase as columns by metric and direction, and as stored lanes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from storagelab.domain.metrics import TELEMETRY_METRICS
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.phase_samples import MetricColumn, StoredLane, build_lane

#: Stored integer = value / factor, as for the other sources; percentages, queue and degrees keep three decimals.
_FACTORS = dict.fromkeys(("iops", "queue", "utilisation", "cpu", "temperature", "interrupts"), 0.001)


def collect_metric_columns(samples: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], MetricColumn]:
    """Return telemetry samples as columns by (metric, direction), in the order of the samples.

    A sample is `domain.telemetry.TelemetrySample` as JSON.
    """
    columns: dict[tuple[str, str], MetricColumn] = {}
    for sample in samples:
        traffic = dict(sample["traffic"])
        if traffic:
            traffic[TOTAL] = {
                name: sum(part[name] for part in sample["traffic"].values()) for name in ("ios", "bytes", "busy_ns")
            }
        for direction, part in traffic.items():
            values = {
                "iops": part["ios"] * 1000 / sample["dt_ms"],
                "bandwidth": part["bytes"] * 1000 / sample["dt_ms"],
                "lat_mean": part["busy_ns"] / part["ios"] if part["ios"] else None,
            }
            for metric, value in values.items():
                columns.setdefault((metric, direction), MetricColumn()).add(sample["t_ms"], value, part["ios"])
        degrees = sample["temperature_mc"]
        host = {
            "queue": sample["queue"],
            "utilisation": sample["utilisation_percent"],
            "cpu": sample["cpu_percent"],
            "temperature": degrees / 1000 if degrees is not None else None,
            # Samples that were stored before interrupts were counted have none.
            "interrupts": sample.get("interrupts_per_s"),
        }
        for metric, value in host.items():
            columns.setdefault((metric, TOTAL), MetricColumn()).add(sample["t_ms"], value, 0)
    return columns


def iterate_lanes(samples: Sequence[Mapping[str, Any]]) -> Iterator[StoredLane]:
    """Yield the telemetry samples of a phase as one lane per metric and direction, ready to store.

    A direction without any activity has no lane.
    """
    columns = collect_metric_columns(samples)
    idle = {direction for (metric, direction), column in columns.items() if metric == "iops" and not any(column.ios)}
    for (metric, direction), column in columns.items():
        if column.t_ms and (direction == TOTAL or direction not in idle):
            yield build_lane(
                metric, direction, column, factor=_FACTORS.get(metric, 1.0), unit=TELEMETRY_METRICS[metric].unit
            )
