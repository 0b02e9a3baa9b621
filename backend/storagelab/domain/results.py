"""Contents of a result file of any tool: measurements, curves and printed figures.

Unknown is None, never 0.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from storagelab.domain.finding import Finding
from storagelab.domain.published import PublishedFigure
from storagelab.domain.samples import Direction, ObservedPart
from storagelab.domain.workload import BlockSize

ValueKind = Literal["exact", "approximate", "range_low", "range_high", "lower_bound", "upper_bound", "ratio"]
#: What a log or an interval table holds; `lat_max` exists where a file has true interval maxima.
SeriesMetric = Literal["iops", "bandwidth", "lat", "clat", "slat", "lat_hist", "lat_max", "lat_stddev"]
SeriesDirection = Literal["read", "write", "trim", "total"]
WindowValue = Literal["mean", "max", "sample"]
#: Base unit of each metric of a series, after its factor.
SERIES_UNITS: Mapping[SeriesMetric, str] = {
    "iops": "1/s",
    "bandwidth": "bytes/s",
    "lat": "ns",
    "clat": "ns",
    "slat": "ns",
    "lat_hist": "ns",
    "lat_max": "ns",
    "lat_stddev": "ns",
}


@dataclass(frozen=True, slots=True)
class ObservedWorkload:
    """Workload that a file reports. `queue_depth` is per thread, `random_percent` 0 is sequential.

    `load_percent` is the offered share of a maximum measured before, as in the steps of a load curve. `targets` are the
    devices or files that each had as many `threads` (Vdbench counts them so). It is None where it cannot be determined,
    so that the outstanding I/Os are unknown.
    """

    block_sizes: tuple[BlockSize, ...] | None = None
    read_percent: float | None = None
    random_percent: float | None = None
    queue_depth: int | None = None
    threads: int | None = None
    offered_iops: float | None = None
    load_percent: float | None = None
    targets: int | None = 1


@dataclass(frozen=True, slots=True)
class ObservedMeasurement:
    """One job, load step, access specification or printed line.

    Entries of one `phase` (counted from 0 within the result) ran at the same time and are merged into one measurement
    of a run; phases follow one another. `total` is the merge over the parts (methodology 2.2), or the file's own figure
    where it gives no parts. `value_kind`, `printed`, `published` and `note` apply to published figures, as does
    `moment`, the time at which one was taken (`burst`); None for a figure without a moment or one of steady state, as
    others are. `badges` are codes of what a reader must know (`best_of_n`, `truncated`, ...).
    """

    name: str
    phase: int = 0
    host: str | None = None
    group: int = 0
    workload: ObservedWorkload = ObservedWorkload()
    runtime_s: float | None = None
    error: str | None = None
    parts: Mapping[Direction, ObservedPart] = field(default_factory=dict)
    total: ObservedPart = field(default_factory=ObservedPart)
    started_at: dt.datetime | None = None
    #: CPU of the generator and of its host in percent: `thread_percent` of one core for each thread, `host_percent`.
    cpu: Mapping[str, float] = field(default_factory=dict)
    value_kind: ValueKind = "exact"
    printed: str | None = None
    published: tuple[PublishedFigure, ...] = ()
    note: str | None = None
    moment: str | None = None
    badges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ObservedSeries:
    """One curve: one log, direction and job, in the order of its file.

    `t_ms` are the ends of the intervals on the clock of its phase; value = `values` x `factor` in the base unit of the
    metric. `histograms` accompanies the times for `lat_hist` alone, whose `values` are the I/Os of each row.
    `window_ms` is the averaging window where it is known; None with one row for each I/O. `window_value` is the meaning
    of one value, where the file states it: the mean of its window, the largest of it, or a single I/O. With `epoch` the
    times are milliseconds since 1970 and not of the phase. `interleaved` rows are those of several jobs in one log.
    `estimated` curves were put together from incomplete data.
    """

    metric: SeriesMetric
    direction: SeriesDirection
    t_ms: npt.NDArray[np.int64]
    values: npt.NDArray[np.int64]
    factor: float = 1.0
    job: int = 1
    host: str | None = None
    phase: int | None = None
    window_ms: int | None = None
    member: str | None = None
    histograms: tuple[Mapping[int, int], ...] | None = None
    window_value: WindowValue | None = None
    epoch: bool = False
    interleaved: bool = False
    estimated: bool = False

    @property
    def unit(self) -> str:
        """The base unit of the values of the series, after multiplication with its factor."""
        return SERIES_UNITS[self.metric]


@dataclass(frozen=True, slots=True)
class Statement:
    """A printed figure that is not a measurement in the lab's metrics: a promise of a vendor, a ratio, a fact.

    `value` is None for text alone. `place` is where its source prints it, `source_reads` what damaged characters it was
    reconstructed from. It is filed as a finding.
    """

    subject: str
    metric: str
    printed: str
    value: float | None = None
    unit: str | None = None
    value_kind: ValueKind = "exact"
    conditions: Mapping[str, Any] = field(default_factory=dict)
    note: str | None = None
    place: str | None = None
    source_reads: str | None = None


@dataclass(frozen=True, slots=True)
class NumberReading:
    """Reading of one number for the preview: the text of the file and the value taken from it."""

    place: str
    text: str
    value: float | None
    unit: str | None
    field: str


@dataclass(frozen=True, slots=True)
class ParsedResult:
    """One result as a lab would file it: one run of a tool, one sweep in a folder, one configuration of a table.

    `members` are the files it was read from, relative and with "/". `configuration` holds facts the files state about
    the hardware, in the form of a configuration snapshot; None when they state none.
    """

    format: str
    version: str | None
    title: str
    members: tuple[str, ...]
    measurements: tuple[ObservedMeasurement, ...] = ()
    series: tuple[ObservedSeries, ...] = ()
    statements: tuple[Statement, ...] = ()
    findings: tuple[Finding, ...] = ()
    numbers: tuple[NumberReading, ...] = ()
    configuration: Mapping[str, Any] | None = None
    source: str | None = None
    warnings: tuple[str, ...] = ()
