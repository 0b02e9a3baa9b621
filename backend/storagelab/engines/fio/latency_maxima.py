"""Latency maxima of each second, from the latency logs of all threads of a phase."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from storagelab.analysis.curves import merge_curves
from storagelab.domain.results import ObservedSeries, SeriesMetric
from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.fio.logs import parse_log

#: Logs that our job files request, one of each thread.
LATENCY_LOG = r"/phase_lat\.[0-9]+\.log$"
_LAT_MAX: SeriesMetric = "lat_max"
#: Our job files request the maximum of every second (`log_avg_msec`, `log_max_value`).
_WINDOW_MS = 1000


def compute_latency_maxima(logs: Iterable[bytes]) -> list[ObservedSeries]:
    """Return the highest latency of each second as one series per direction.

    `logs` are the latency logs of all threads. Raises ParseFailed.
    """
    curves = merge_curves([series for job, data in enumerate(logs, start=1) for series in _parse_maxima(data, job)])
    return [curve for curve in curves if curve.metric == _LAT_MAX and len(curve.t_ms)]


def _parse_maxima(data: bytes, job: int) -> list[ObservedSeries]:
    log = parse_log(data)
    return [
        ObservedSeries(_LAT_MAX, direction, log.t_ms[mine], log.values[mine], job=job, window_ms=_WINDOW_MS)
        for index, direction in enumerate(DIRECTIONS)
        if (mine := np.flatnonzero(log.directions == index)).size
    ]
