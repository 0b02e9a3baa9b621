"""What charts are drawn from: columns of plain numbers in base units."""

from __future__ import annotations

import uuid

from storagelab.domain.metrics import Better
from storagelab.http.schemas import Strict


class PhaseSpan(Strict):
    """Where a phase lies on the time axis of its run; `t1_ms` is null while it runs."""

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


class SeriesData(Strict):
    """One metric over time. Bucket i covers [t0_ms + i*step_ms, t0_ms + (i+1)*step_ms); null is a gap.

    `points` samples stand behind the buckets. `last_ms` is where the newest one ends: give it as `after` for the rest.
    `complete` says that nothing will be added. Values have 5 significant digits.
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
    points: int
    last_ms: int | None
    complete: bool
    phases: list[PhaseSpan]
    steady_window: SteadyWindow | None


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
