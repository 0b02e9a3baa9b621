"""REST schemas of chart data: columns of plain numbers in base units."""

from __future__ import annotations

import uuid
from typing import Literal

from storagelab.domain.metrics import Better
from storagelab.evaluate.phase_buckets import Resolution
from storagelab.http.schemas import Strict


class PhaseSpan(Strict):
    """Span of a phase on the time axis of its run, in ms. `t1_ms` is null while it runs."""

    ordinal: int
    name: str
    kind: str
    t0_ms: int
    t1_ms: int | None


class SteadyWindow(Strict):
    """The measurement window of the verdict on the time axis of the run."""

    t0_ms: int
    t1_ms: int
    label: str


class BucketIntervals(Strict):
    """Begin and end of each bucket on the time axis of the run, in ms."""

    start_ms: list[int]
    end_ms: list[int]


class SeriesData(Strict):
    """One metric over time. Bucket i covers [t0_ms + i*step_ms, t0_ms + (i+1)*step_ms). Null is a gap.

    With `intervals`, bucket i is the interval from `start_ms[i]` to `end_ms[i]` instead. The time between two of them
    was not recorded, and `step_ms` is the length of most of them. `intervals` is null otherwise. `resolution` is
    `stored` where the buckets are the intervals as they are stored. `points` is the number of samples behind the
    buckets. `source` shows their origin: status documents, logs of the engine, intervals of a report or telemetry, or
    `none`. `last_ms` is the end of the newest one. Pass it as `after` for the rest. `complete` means that nothing will
    be added. Values have 5 significant digits.
    """

    run_id: uuid.UUID
    metric: str
    unit: str
    direction: str
    source: str
    estimated: bool
    phase: str
    t0_ms: int
    step_ms: int
    min: list[float | None]
    mean: list[float | None]
    max: list[float | None]
    intervals: BucketIntervals | None
    resolution: Resolution
    points: int
    last_ms: int | None
    complete: bool
    phases: list[PhaseSpan]
    steady_window: SteadyWindow | None


class Curves(Strict):
    """One metric of several runs over time, in the order in which they were listed."""

    curves: list[SeriesData]


class DerivedPoint(Strict):
    """One load step of a sweep. `x` is what the sweep varies."""

    phase_ordinal: int
    x: float
    outstanding_ios: int | None
    iops: float
    latency_mean_ns: float | None


class MaximumAtLatency(Strict):
    """The most IOPS at a mean latency of at most `limit_ns`, null when every step is slower.

    `interpolated` shows that it is between two steps, `limit_reached` false that more load might give more.
    """

    limit_ns: float
    iops: float | None
    interpolated: bool
    limit_reached: bool


class DerivedSweep(Strict):
    """Summary of steps of growing load.

    `best` has the highest IOPS. `saturation` is the lowest load with 95 % of them. `knee` is the point from which more
    load costs more than it gives. `best_power` has the highest IOPS for its latency. `retrograde` is true if the
    highest load gives less again.
    """

    by: Literal["outstanding_ios", "offered_iops"]
    label: str
    points: list[DerivedPoint]
    best: DerivedPoint | None
    knee: DerivedPoint | None
    saturation: DerivedPoint | None
    best_power: DerivedPoint | None
    max_at_latency_limit: MaximumAtLatency
    retrograde: bool | None


class Burst(Strict):
    """The first, fast part of a curve, until it falls half-way to its plateau."""

    iops: float
    length_ms: int


class DerivedCurve(Strict):
    """The shape of the longest curve of a run: its plateau is the median of its last fifth, by minutes.

    `time_to_plateau_ms` is when its minutes begin to stay within 10 % of the plateau, null when they never do.
    """

    phase_ordinal: int
    burst: Burst | None
    plateau: float
    time_to_plateau_ms: int | None


class Derived(Strict):
    """Rows derived from the measurements and curves of a run."""

    sweeps: list[DerivedSweep]
    curve: DerivedCurve | None


class Dimension(Strict):
    """One column: what it is called, its unit, and which direction is better (null: neither)."""

    name: str
    label: str
    unit: str | None
    better: Better | None


class MeasurementColumns(Strict):
    """One row per measured phase, stored by column as chart libraries take it. Unknown is null."""

    dimensions: list[Dimension]
    source: dict[str, list[str | float | int | None]]
