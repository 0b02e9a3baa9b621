"""One run of a flat file as a measurement and its intervals as curves, in the lab's units."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from storagelab.analysis.coarse_buckets import Bucket, interpolate_percentiles
from storagelab.domain.results import (
    ObservedMeasurement,
    ObservedSeries,
    ObservedWorkload,
    SeriesDirection,
    SeriesMetric,
    WindowValue,
)
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.domain.units import MIB
from storagelab.domain.workload import BlockSize
from storagelab.engines.vdbench.figures import (
    NS_PER_MS,
    READ_AND_WRITE,
    convert_to_ns,
    get_column_name,
    get_figure,
    get_known_value,
    is_alone,
    rate_of,
    share_of,
)
from storagelab.engines.vdbench.flatfile import FlatFileRun
from storagelab.formats.vdbench.parameters import Parameters, load_percent_of

#: Tables of a run by `total`, `read` and `write`.
Buckets = Mapping[str, Sequence[Bucket]]
#: Values of reqrate without a requested rate: iorate=max and the first run of iorate=curve, old and new.
UNCONTROLLED = frozenset({999988.0, 999977.0, 9999988.0, 9999977.0})
#: Digits the flat file prints after the point, so that curves keep every figure exactly.
_DIGITS = 10_000
_LARGEST = 2.0**63
_SERIES_DIRECTIONS: tuple[SeriesDirection, ...] = ("total", "read", "write")
#: Metric, column, what makes whole numbers of its printed figures, and the unit of those.
_CURVES: tuple[tuple[SeriesMetric, str, float, float], ...] = (
    ("iops", "rate", _DIGITS, 1 / _DIGITS),
    ("bandwidth", "mib", _DIGITS, MIB / _DIGITS),
    ("lat", "resp", NS_PER_MS, 1.0),
    ("lat_max", "resp_max", NS_PER_MS, 1.0),
    ("lat_stddev", "resp_std", NS_PER_MS, 1.0),
)
#: The statistic of one value of a curve within its interval; a deviation is neither mean nor maximum.
_WINDOW_VALUES: Mapping[SeriesMetric, WindowValue] = {
    "iops": "mean",
    "bandwidth": "mean",
    "lat": "mean",
    "lat_max": "max",
}


@dataclass(frozen=True, slots=True)
class Around:
    """Context of a run from the other pages of the folder; empty or None where they are silent.

    `buckets` hold the same I/Os as the average row, which is known by their number when `counted`.
    """

    seconds: int | None
    buckets: Buckets
    counted: bool
    parameters: Parameters | None


def has_io(run: FlatFileRun) -> bool:
    """Return whether the average row of a run has any I/O at all."""
    return run.average is not None and get_known_value(run.average, "rate") not in (None, 0.0)


def compute_measured_seconds(run: FlatFileRun, seconds: int | None) -> float | None:
    """Return the total duration of the intervals in the average row of a run, in seconds.

    `seconds` is the interval. None if unknown.
    """
    return float(seconds * (run.last - run.first + 1)) if seconds and run.last >= run.first else None


def build_measurement(run: FlatFileRun, around: Around, *, phase: int) -> ObservedMeasurement:
    """Return the average row of a run.

    `total` is the row's own figure over all I/Os: a merge over its reads and writes would use figures rounded twice.
    """
    row = run.average or {}
    runtime = compute_measured_seconds(run, around.seconds)
    counts = _get_proven_counts(row, around)
    sizes = _block_sizes(run, row, around.parameters)
    one_size = sizes[0].bytes if sizes and len(sizes) == 1 else None
    parts = {
        direction: _build_part(row, direction, counts, one_size, runtime, around)
        for direction in READ_AND_WRITE
        if share_of(row, direction) not in (None, 0.0)
    }
    return ObservedMeasurement(
        name=run.name,
        phase=phase,
        workload=ObservedWorkload(
            block_sizes=sizes,
            read_percent=_read_percent(run, row, around.parameters),
            random_percent=_find_random_percent(run, row, around.parameters),
            queue_depth=1,
            threads=_convert_positive_whole(get_known_value(row, "threads")),
            offered_iops=_get_offered_iops(row),
            load_percent=load_percent_of(run.name),
            targets=around.parameters.count_targets(run.name) if around.parameters is not None else None,
        ),
        runtime_s=runtime,
        parts=parts,
        total=_build_part(row, "total", counts, one_size, runtime, around),
        cpu={"host_percent": row["cpu_used"]} if "cpu_used" in row else {},
    )


def build_series(run: FlatFileRun, seconds: int, *, phase: int, member: str) -> list[ObservedSeries]:
    """Return the intervals of a run as curves: rates and response times, in total and by direction where present.

    Times are interval numbers times the interval, so a clock change cannot distort them. Intervals without I/O have a
    rate of 0 and no response time.
    """
    intervals = np.array(run.intervals, dtype=np.int64)
    columns = {name: np.array(values) for name, values in run.values.items()}
    rates = {"total": columns["rate"], "read": columns["read_rate"], "write": columns["write_rate"]}
    rates["read"] = np.where(np.isnan(rates["read"]), columns["read_percent"], rates["read"])
    rates["write"] = np.where(np.isnan(rates["write"]), 100.0 - columns["read_percent"], rates["write"])
    series: list[ObservedSeries] = []
    for direction in _SERIES_DIRECTIONS:
        busy = rates[direction] > 0
        if direction != "total" and not busy.any():
            continue
        for metric, name, scale, factor in _CURVES:
            values = columns[get_column_name(direction, name)]
            # No figure of a sound file is larger, and a whole number of 64 bits holds no more.
            valid = (values >= 0) & (values * scale < _LARGEST) & (busy | (metric in ("iops", "bandwidth")))
            if not valid.any():
                continue
            series.append(
                ObservedSeries(
                    metric=metric,
                    direction=direction,
                    t_ms=intervals[valid] * seconds * 1000,
                    values=np.rint(values[valid] * scale).astype(np.int64),
                    factor=factor,
                    phase=phase,
                    window_ms=seconds * 1000,
                    window_value=_WINDOW_VALUES.get(metric),
                    member=member,
                )
            )
    return series


def _build_part(
    row: Mapping[str, float],
    direction: str,
    counts: Mapping[str, int],
    one_size: int | None,
    runtime: float | None,
    around: Around,
) -> ObservedPart:
    iops = rate_of(row, direction)
    ios = counts.get(direction, counts.get("total") if is_alone(row, direction) else None)
    maximum, mib = get_figure(row, direction, "resp_max"), get_figure(row, direction, "mib")
    bandwidth = mib * MIB if mib is not None else None
    if bandwidth is None and iops is not None and one_size is not None:
        bandwidth = iops * one_size
    percentiles = interpolate_percentiles(around.buckets.get(direction, ()), maximum)
    return ObservedPart(
        ios=ios,
        bytes=ios * one_size if ios is not None and one_size is not None else None,
        iops=iops,
        bandwidth_bytes_per_s=bandwidth,
        runtime_s=runtime,
        latency=LatencyStatistics(
            n=ios,
            mean=convert_to_ns(get_figure(row, direction, "resp")),
            stddev=convert_to_ns(get_figure(row, direction, "resp_std")),
            max=convert_to_ns(maximum),
        ),
        percentiles_ns={percent: value * NS_PER_MS for percent, value in percentiles.items()},
        percentiles_of="lat" if percentiles else None,
        percentiles_estimated=bool(percentiles),
    )


def _get_proven_counts(row: Mapping[str, float], around: Around) -> dict[str, int]:
    """Return the I/Os by direction from the histogram of a run.

    Empty unless these I/Os equal the I/Os of the average row.
    """
    rate, own = get_known_value(row, "rate"), rate_of(row, "total")
    # The rate of a file system workload, and so its histogram, may also count opens and the like.
    if not around.counted or rate is None or own is None or abs(own - rate) > 1e-6 * rate + 1e-3:
        return {}
    return {kind: sum(count for _, _, count in rows) for kind, rows in around.buckets.items()}


def _block_sizes(
    run: FlatFileRun, row: Mapping[str, float], parameters: Parameters | None
) -> tuple[BlockSize, ...] | None:
    """Return the request sizes, if the requested sizes and the mean size of the completed I/Os agree."""
    requested = parameters.find_request_sizes(run.name) if parameters else None
    mean = get_known_value(row, "mean_size")
    if mean is None:
        # A file system workload prints the mean of its transfers where others print the requested size.
        mean = get_known_value(row, "xfersize") if requested else None
    if mean is None:
        return None
    if requested is not None and len(requested) > 1:
        expected = math.fsum(size.bytes * size.percent / 100 for size in requested)
        return requested if abs(mean - expected) <= 0.1 * expected else None
    size = requested[0].bytes if requested else _convert_positive_whole(get_known_value(row, "xfersize"))
    return (BlockSize(size),) if size and size == mean else None


def _get_offered_iops(row: Mapping[str, float]) -> float | None:
    requested = get_known_value(row, "reqrate")
    return requested if requested and requested not in UNCONTROLLED else None


def _find_random_percent(run: FlatFileRun, row: Mapping[str, float], parameters: Parameters | None) -> float | None:
    percent = get_known_value(row, "seekpct")
    if percent is None:
        return parameters.find_random_percent(run.name) if parameters else None
    # -1 means seekpct=eof: sequential until the end of the target.
    return 0.0 if percent == -1 else _convert_valid_percent(percent)


def _read_percent(run: FlatFileRun, row: Mapping[str, float], parameters: Parameters | None) -> float | None:
    percent = _convert_valid_percent(get_known_value(row, "rdpct"))
    return parameters.read_percent_of(run.name) if percent is None and parameters else percent


def _convert_valid_percent(value: float | None) -> float | None:
    return value if value is not None and 0 <= value <= 100 else None


def _convert_positive_whole(value: float | None) -> int | None:
    return int(value) if value is not None and value == int(value) and value > 0 else None
