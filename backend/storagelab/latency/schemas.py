"""REST schemas of a run's latency distribution."""

from __future__ import annotations

import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import PhaseState
from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Strict


class LatencyCdf(Strict):
    """The share of the I/Os up to and with each bin, in columns of equal length, ascending.

    `value_ns` is the representative value of a bin, which percentiles are given in. `upper_ns` is its largest value: so
    many percent of the I/Os were not slower, null where bins are not fio's, and for the bin without an end.
    """

    value_ns: list[int]
    upper_ns: list[int | None]
    percent: list[float]


class LatencyDistribution(Strict):
    """Response times of one direction. `percentiles_ns` are in the order of `percents`.

    A percentile is null where fewer than `min_beyond` of the `n` I/Os lie beyond it. Percentiles of `bins` are read
    from merged histograms. `printed` ones are as their source has them, and cannot be merged. `of` shows what was
    timed: `lat` from submission to completion, `clat` completion alone, null where the source does not state it.
    """

    direction: Literal["total", "read", "write", "trim"]
    source: Literal["bins", "printed"]
    of: Literal["lat", "clat"] | None
    #: Interpolated within wide buckets.
    estimated: bool
    n: int | None
    percentiles_ns: list[float | None]
    #: Null where it was not requested, and without bins.
    cdf: LatencyCdf | None


class PhaseLatency(Strict):
    """One measured phase, or one cell of a loop over those of its rounds that count (`rounds`, empty for a phase).

    `phase_ordinal` is that of the last of them, and `state` that of a phase: figures of one that did not finish are of
    a part of its time. Without any distribution the result has none.
    """

    phase_ordinal: int
    name: str
    state: Annotated[PhaseState, Field(strict=False)]
    group: str | None
    loop: str | None
    rounds: list[int]
    block_bytes: int | None
    read_percent: float | None
    random_percent: float | None
    threads: int | None
    queue_depth: int | None
    outstanding_ios: int | None
    offered_iops: float | None
    distributions: list[LatencyDistribution]


class RunLatency(Renamed):
    """The distributions of all measured phases of a run, in order."""

    run_id: uuid.UUID
    run_number: str
    percents: list[float]
    least_beyond: int
    items: list[PhaseLatency]
