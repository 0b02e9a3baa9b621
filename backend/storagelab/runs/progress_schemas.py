"""REST schemas of the progress of a run, as a whole and towards steady state."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import Strict

TrackedMetric = Annotated[Literal["iops", "bytes_per_s", "latency"], MetricKey()]


class TrackedProgress(Renamed):
    """One tracked variable over the last rounds, in 1/s, bytes/s or ns, null where it is unknown.

    `values` are the last rounds that are complete, null for one that is missing. Average, range and slope are those of
    the window, of as many rounds as it has by now. `steady` is true if it is full and within both limits.
    """

    name: str
    metric: TrackedMetric
    values: list[float | None]
    average: float | None
    range_percent: float | None
    slope_percent: float | None
    range_limit_percent: float
    slope_limit_percent: float
    steady: bool


class SteadyProgress(Strict):
    """Progress of the running phase or loop towards steady state.

    `round` counts the complete rounds, `filled` those of them in the window. All variables must be steady at once.
    """

    kind: Literal["phase", "loop"]
    name: str
    round: int
    max_rounds: int
    filled: int
    window: int
    tracked: list[TrackedProgress]


class RunProgress(Strict):
    """Progress of the current run, by planned durations.

    `steady` is null while nothing is repeated until it is steady.
    """

    run_number: str
    phase_ordinal: int | None
    phase_count: int
    phase_name: str | None
    percent: float
    elapsed_seconds: float
    remaining_seconds: float
    estimated_finish_at: dt.datetime
    steady: SteadyProgress | None = None
