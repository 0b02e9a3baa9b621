"""Response times of a phase over time: percentiles of each slice, and the cells of a heat map."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct, field, structs

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS, compute_supported_percentiles
from storagelab.analysis.latency_slices import Slices, build_heat_map
from storagelab.domain.result import PhaseResult
from storagelab.evaluate.latency import DirectionLatency, describe_bins

#: Percentiles over time: the median, and the tail that SNIA requires.
PERCENTS_OVER_TIME = (50.0, 99.0, 99.9, 99.99, 99.999)


class TimedDirection(Struct, frozen=True, eq=False):
    """One direction of one phase, or all of them together, over time. `of` is what its result timed."""

    phase: PhaseResult
    slices: Slices
    of: str | None
    result_ios: int | None


class SliceColumns(Struct, frozen=True):
    """Slices of the time of a phase in columns; each of `percentiles_ns` is one for a percent."""

    t0_ms: list[int]
    t1_ms: list[int]
    ios: list[int]
    percentiles_ns: list[list[float | None]]


class CellColumns(Struct, frozen=True):
    """Cells of a heat map that counted something, in columns; row `i` is from `low_ns[i]` up to `high_ns[i]`."""

    low_ns: list[int]
    high_ns: list[int | None]
    slice: list[int]
    row: list[int]
    ios: list[int]


class TimedHistograms(Struct, frozen=True, kw_only=True):
    """The histograms of one direction of a phase over time, as charts and documents hold them."""

    phase_ordinal: int
    name: str
    state: str
    direction: str
    of: str | None
    result_ios: int | None
    percents: Sequence[float]
    min_beyond: int = field(name="least_beyond")
    slices: SliceColumns
    cells: CellColumns


class TimedSpan(Struct, frozen=True):
    """The distribution over all slices from `from_ms` to `to_ms` of a phase, at `percents`."""

    from_ms: int
    to_ms: int
    percents: Sequence[float]
    distribution: DirectionLatency


def cut_span(timed: TimedDirection, *, from_ms: int | None, to_ms: int | None) -> TimedDirection:
    """Select the slices whose middle is between `from_ms` and `to_ms`.

    None means the start or the end of the phase.
    """
    span = timed.slices.between(-math.inf if from_ms is None else from_ms, math.inf if to_ms is None else to_ms)
    return structs.replace(timed, slices=timed.slices.part(*(span or (0, -1))))


def describe_timed(timed: TimedDirection, *, direction: str) -> TimedHistograms:
    """Return the histograms of one direction over time, without their span."""
    return TimedHistograms(
        phase_ordinal=timed.phase.ordinal,
        name=timed.phase.name,
        state=timed.phase.state,
        direction=direction,
        of=timed.of,
        result_ios=timed.result_ios,
        percents=PERCENTS_OVER_TIME,
        min_beyond=SUPPORTING_IOS,
        slices=_describe_slices(timed.slices),
        cells=_describe_cells(timed.slices),
    )


def _describe_slices(slices: Slices) -> SliceColumns:
    by_slice = [
        compute_supported_percentiles(slices.histogram(place, place), PERCENTS_OVER_TIME)
        for place in range(len(slices))
    ]
    columns = [list(column) for column in zip(*by_slice, strict=True)] or [[] for _ in PERCENTS_OVER_TIME]
    return SliceColumns(slices.t0_ms.tolist(), slices.t1_ms.tolist(), slices.ios.tolist(), columns)


def _describe_cells(slices: Slices) -> CellColumns:
    cells = build_heat_map(slices)
    return CellColumns(cells.low_ns, cells.high_ns, cells.slices.tolist(), cells.rows.tolist(), cells.ios.tolist())


def describe_span(timed: TimedDirection, *, direction: str) -> TimedSpan | None:
    """Return the distribution merged over all slices; None where there is no slice."""
    slices = timed.slices
    if not len(slices):
        return None
    distribution = describe_bins(slices.histogram(0, len(slices) - 1), direction, of=timed.of)
    return TimedSpan(int(slices.t0_ms[0]), int(slices.t1_ms[-1]), PERCENTS, distribution)
