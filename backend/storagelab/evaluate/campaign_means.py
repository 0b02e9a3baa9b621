"""Figures of a campaign: means over the phases and repeats that have one name."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.phase_names import build_result_names
from storagelab.domain.result import RESULT_KINDS, PhaseMeasurement, RequestedLoad, RunResult

#: From this size on bytes matter more than the number of requests.
_LARGE_BLOCK_BYTES = 64 << 10


class CampaignMeans(Struct, frozen=True, kw_only=True):
    """Means of measurements; None where one of them lacks the figure."""

    iops: float | None
    bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None


def group_measurements(run: RunResult) -> dict[str, list[PhaseMeasurement]]:
    """Return the measurements of a run that count by the names of its results.

    A phase that was cut short measured a burst and has none. It retains its name, so that later ones retain theirs.
    """
    counted = [phase for phase in run.phases if phase.kind in RESULT_KINDS and (phase.loop is None or phase.is_counted)]
    names = build_result_names((phase.name, phase.loop, phase.round) for phase in counted)
    by_name: dict[str, list[PhaseMeasurement]] = {}
    for phase, name in zip(counted, names, strict=True):
        if phase.measurement is not None and phase.state == PhaseState.FINISHED:
            by_name.setdefault(name, []).append(phase.measurement)
    return by_name


def compute_means(measurements: Sequence[PhaseMeasurement]) -> CampaignMeans:
    """Return the figures of a campaign over these measurements."""
    return CampaignMeans(
        iops=compute_mean(measurements, "iops"),
        bytes_per_s=compute_mean(measurements, "bandwidth_bytes_per_s"),
        latency_mean_ns=compute_mean(measurements, "latency_mean_ns"),
        latency_p99_ns=compute_mean(measurements, "latency_p99_ns"),
    )


def compute_mean(measurements: Sequence[PhaseMeasurement], column: str) -> float | None:
    """Return the mean of a figure, or None when one of the measurements lacks it."""
    values = [measurement.figures[column] for measurement in measurements]
    known_values = [value for value in values if value is not None]
    return fmean(known_values) if known_values and len(known_values) == len(values) else None


def is_small(load: RequestedLoad) -> bool:
    """Return whether IOPS, not throughput, judge a load: its requests are small and random."""
    return bool(load.random_percent) and (load.block_bytes or 0) < _LARGE_BLOCK_BYTES
