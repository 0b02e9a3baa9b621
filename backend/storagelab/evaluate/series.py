"""One metric over consecutive phases of a run: drawn from their samples, with the marks on its axis."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from storagelab.analysis.downsample import Buckets, FloatArray
from storagelab.analysis.packing import STATUS
from storagelab.domain.loops import parse_round_name
from storagelab.domain.result import PhaseResult
from storagelab.evaluate.curve import round_significant
from storagelab.evaluate.phase_buckets import Intervals, PhaseBuckets, Resolution, draw_phases, end_of
from storagelab.evaluate.stored_curves import StoredCurves

#: Its intervals are those of every metric on the chart of a run.
AXIS_METRIC = "iops"
#: Source of a curve that does not exist.
_NO_SOURCE = "none"


class TimeWindow(Struct, frozen=True):
    """Part of the time axis of a run, in ms; None is open. `after` selects only buckets that ended later."""

    from_ms: int | None = None
    to_ms: int | None = None
    after: int | None = None


class DrawablePhase(Struct, frozen=True, eq=False):
    """The samples of one phase, whether their values are estimates, and where they come from."""

    buckets: PhaseBuckets
    estimated: bool
    source: str


class Drawn(Struct, frozen=True, eq=False):
    """Buckets, the number of samples behind them, the end of the newest one, and whether values are estimates.

    `source` names the origin of the samples: status documents, logs of the engine, intervals of a report, telemetry.
    `intervals` has a place for each bucket, `None` where they are equally long; `resolution` states what they are.
    """

    buckets: Buckets
    points: int
    last_ms: int | None
    estimated: bool
    source: str = STATUS
    intervals: Intervals | None = None
    resolution: Resolution = "buckets"


class AxisPhase(Struct, frozen=True):
    """Span of a phase on the time axis of its run, in ms. `t1_ms` is None while it runs."""

    ordinal: int
    name: str
    kind: str
    t0_ms: int
    t1_ms: int | None


class AxisWindow(Struct, frozen=True):
    """The measurement window of the verdict on the time axis of the run."""

    t0_ms: int
    t1_ms: int
    label: str


class SeriesAxis(Struct, frozen=True):
    """The marks on the axis of a series: phases, and the measurement window of the verdict."""

    phases: tuple[AxisPhase, ...]
    steady_window: AxisWindow | None


class DrawnCurve(Struct, frozen=True, eq=False):
    """A drawn curve as charts and documents hold it, with the buckets still as arrays; NaN is a gap."""

    source: str
    estimated: bool
    t0_ms: int
    step_ms: int
    min: FloatArray
    mean: FloatArray
    max: FloatArray
    intervals: Intervals | None
    resolution: Resolution
    points: int
    last_ms: int | None


def is_phase_of(phase: PhaseResult, wanted: str) -> bool:
    """Return whether a curve of `wanted` covers a phase: `all`, an ordinal, a kind, a name, or a name without round."""
    if wanted == "all" or wanted.isdecimal():
        return wanted in ("all", str(phase.ordinal))
    return wanted in (phase.kind, phase.name, parse_round_name(phase.name, phase.round))


def find_samples(
    stored: StoredCurves, phase: Hashable, *, t0_ms: int, metric: str, direction: str
) -> DrawablePhase | None:
    """Return the stored samples of a phase by its key, which begins at `t0_ms`; None where it has none.

    The IOPS of the phase, which have the times of all metrics, give the axis.
    """
    chosen = stored.choose(phase, metric=metric, direction=direction)
    if chosen is None:
        return None
    curve = chosen.curve(t0_ms=t0_ms)
    axis = None if metric == AXIS_METRIC else stored.choose(phase, metric=AXIS_METRIC, direction=direction)
    buckets = PhaseBuckets(curve, axis.curve(t0_ms=t0_ms) if axis is not None else curve)
    return DrawablePhase(buckets, chosen.estimated, chosen.source)


def draw_samples(
    samples: Sequence[DrawablePhase], window: TimeWindow, *, begin_ms: int, max_points: int, stored: bool
) -> Drawn:
    """Draw the samples of consecutive phases, the first of which begins at `begin_ms`, cut to `window`.

    With `stored` the intervals are the stored ones, as long as the window contains at most `max_points` of them, and
    otherwise buckets of one phase each. Without it the buckets are equally long.
    """
    phases = [part.buckets for part in samples]
    t0_ms = max(value for value in (begin_ms, window.from_ms, window.after) if value is not None)
    end = end_of(phases, t0_ms)
    t1_ms = end if window.to_ms is None else min(end, window.to_ms)
    drawn = draw_phases(phases, t0_ms=t0_ms, t1_ms=t1_ms, max_points=max_points, stored=stored, alike=not stored)
    return Drawn(
        buckets=drawn.buckets,
        intervals=drawn.intervals,
        resolution=drawn.resolution,
        points=drawn.points,
        last_ms=drawn.last_ms if drawn.points else window.after,
        estimated=any(part.estimated for part in samples),
        source=", ".join(dict.fromkeys(part.source for part in samples)) or _NO_SOURCE,
    )


def describe_drawn(drawn: Drawn) -> DrawnCurve:
    """Return a drawn curve with the values rounded to the digits that charts show."""
    return DrawnCurve(
        source=drawn.source,
        estimated=drawn.estimated,
        t0_ms=drawn.buckets.t0_ms,
        step_ms=drawn.buckets.step_ms,
        min=round_significant(drawn.buckets.minimum),
        mean=round_significant(drawn.buckets.mean),
        max=round_significant(drawn.buckets.maximum),
        intervals=drawn.intervals,
        resolution=drawn.resolution,
        points=drawn.points,
        last_ms=drawn.last_ms,
    )


def describe_axis(phases: Sequence[PhaseResult], verdict: Mapping[str, Any] | None) -> SeriesAxis:
    """Return the marks on the axis of a series of `phases`; one that did not begin has no place on it."""
    spans = (
        AxisPhase(phase.ordinal, phase.name, phase.kind, phase.t0_ms, phase.t1_ms)
        for phase in phases
        if phase.t0_ms is not None
    )
    return SeriesAxis(tuple(spans), _find_steady_window(verdict or {}, {phase.ordinal for phase in phases}))


def _find_steady_window(verdict: Mapping[str, Any], ordinals: set[int]) -> AxisWindow | None:
    """Return the measurement window of a verdict, or None if it lies in none of the phases."""
    if verdict.get("t0_ms") is None or verdict.get("phase_ordinal") not in ordinals:
        return None
    first, last = verdict["window"]
    return AxisWindow(verdict["t0_ms"], verdict["t1_ms"], f"Measurement window, rounds {first} to {last}")
