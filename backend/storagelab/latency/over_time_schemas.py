"""REST schemas of a run's latency distribution over time."""

from __future__ import annotations

import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import PhaseState
from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Strict
from storagelab.latency.schemas import LatencyDistribution

Direction = Literal["total", "read", "write", "trim"]


class TimedPhase(Strict):
    """Phase whose histograms are stored over time, in `slices` slices. `ios` is the number of I/Os that they count."""

    phase_ordinal: int
    name: str
    kind: Literal["fill", "precondition", "measure", "published"]
    state: Annotated[PhaseState, Field(strict=False)]
    loop: str | None
    round: int | None
    directions: list[Direction]
    slices: int
    ios: int


class LatencySlices(Strict):
    """The slices of the time of a phase, in columns: from `t0_ms` to `t1_ms` of the phase, with the I/Os that ended.

    Each entry of `percentiles_ns` is a column for one of the `percents` of the answer, null where fewer than
    `min_beyond` I/Os lie beyond it. Between two slices nothing is known. A slice of 0 I/Os is a stall.
    """

    t0_ms: list[int]
    t1_ms: list[int]
    ios: list[int]
    percentiles_ns: list[list[int | None]]


class LatencyCells(Strict):
    """The cells of a heat map that counted something, in columns: `slice`, `row` and `ios`.

    Row `i` counts I/Os from `low_ns[i]` up to, and without, `high_ns[i]`: neighbouring bins of the histogram together,
    an eighth of a power of two. `high_ns` is null for the row without an end.
    """

    low_ns: list[int]
    high_ns: list[int | None]
    slice: list[int]
    row: list[int]
    ios: list[int]


class LatencySpan(Strict):
    """The distribution over all slices of an answer, which last from `from_ms` to `to_ms` of the phase.

    `percentiles_ns` of the distribution are at these `percents`.
    """

    from_ms: int
    to_ms: int
    percents: list[float]
    distribution: LatencyDistribution


class PhaseHistograms(Renamed):
    """The histograms of one direction of one phase over time, or over a span of it.

    Percentiles are read from the bins of the engine, not from the cells. `result_ios` is how many I/Os the result of
    the phase counts, null where it has none: fewer than the slices do where it is about a part of the phase, more where
    intervals are unknown. `of` shows what was timed, as for the result. `span` is null where no slice is in the span.
    """

    phase_ordinal: int
    name: str
    state: Annotated[PhaseState, Field(strict=False)]
    direction: Direction
    of: Literal["lat", "clat"] | None
    result_ios: int | None
    percents: list[float]
    least_beyond: int
    slices: LatencySlices
    cells: LatencyCells
    span: LatencySpan | None


class LatencyOverTimeOut(Strict, schema_name="LatencyOverTime"):
    """Phases of a run whose response times are known over time, in order, and the histograms of a named one.

    `phases` is empty where the engine reports histograms only at its end, and for results that were not measured here.
    It is also empty for runs from before histograms were stored over time. `histograms` is null where no phase is
    named.
    """

    run_id: uuid.UUID
    run_number: str
    phases: list[TimedPhase]
    histograms: PhaseHistograms | None
