"""Queries of one metric of a run over time: live chunks while a phase runs, later stored series."""

from __future__ import annotations

import uuid
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from storagelab.analysis.downsample import Buckets
from storagelab.analysis.packing import STATUS, TELEMETRY
from storagelab.analysis.series_codec import OVERVIEW_POINTS, decode_overview, decode_series
from storagelab.db.models import LiveChunk, Phase, Series
from storagelab.domain.samples import TOTAL
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.evaluate import phase_samples, telemetry_lanes
from storagelab.evaluate.curve import build_sample_curve
from storagelab.evaluate.phase_buckets import PhaseBuckets
from storagelab.evaluate.phase_samples import ESTIMATED, MetricColumn
from storagelab.evaluate.series import AXIS_METRIC, DrawablePhase, Drawn, TimeWindow, draw_samples, find_samples
from storagelab.evaluate.stored_curves import StoredCurves, StoredSeries, rank_source


def draw_series(
    session: Session,
    *,
    phases: Sequence[Phase],
    metric: str,
    direction: str,
    window: TimeWindow,
    max_points: int,
    telemetry: bool = False,
    stored: bool = False,
    overviews: bool = True,
) -> Drawn:
    """Draw one metric over consecutive phases of one run, cut to `window`.

    Draws results of the engine, or with `telemetry` the runner's own readings. Phases that have not started (`t0_ms`
    None) have no place on the axis and do not count. With `stored` the intervals are the stored ones, as long as the
    window contains at most `max_points` of them, and otherwise buckets of one phase each. Without `stored` the buckets
    are equally long. Without `overviews` the samples of long phases are read too, in place of their stored overview.
    """
    started = _list_started_phases(phases)
    wanted = _Wanted(metric, direction, telemetry)
    if overviews and len(started) == 1 and window == TimeWindow() and max_points == OVERVIEW_POINTS:
        drawn = _draw_overview(session, phase=started[0], wanted=wanted)
        if drawn is not None and not (stored and drawn.points <= max_points):
            return drawn
    samples = _read_samples(session, phases=started, wanted=wanted, after=window.after)
    return draw_samples(
        samples.list_phases(started), window, begin_ms=_begin_ms(started), max_points=max_points, stored=stored
    )


@dataclass(frozen=True, slots=True)
class CurvePart:
    """Part of a run to draw: phases that follow one another, cut to a window."""

    phases: Sequence[Phase]
    window: TimeWindow


def draw_curves(
    session: Session,
    parts: Sequence[CurvePart],
    *,
    metric: str,
    direction: str,
    max_points: int,
    stored: bool,
    telemetry: bool = False,
) -> list[Drawn]:
    """Draw one metric of each part of a run in `parts`, in the order of `parts`.

    Each part is drawn as by `draw_series`. The number of queries does not grow with the number of parts.
    """
    started = [_list_started_phases(part.phases) for part in parts]
    wanted = _Wanted(metric, direction, telemetry)
    every = {phase.id: phase for phases in started for phase in phases}
    samples = _read_samples(session, phases=list(every.values()), wanted=wanted, after=None)
    return [
        draw_samples(
            samples.list_phases(phases), part.window, begin_ms=_begin_ms(phases), max_points=max_points, stored=stored
        )
        for part, phases in zip(parts, started, strict=True)
    ]


def _list_started_phases(phases: Sequence[Phase]) -> list[Phase]:
    return [phase for phase in phases if phase.t0_ms is not None]


def _begin_ms(started: Sequence[Phase]) -> int:
    return (started[0].t0_ms or 0) if started else 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Curve to draw. Results of the engine and the runner's own readings are never mixed."""

    metric: str
    direction: str
    telemetry: bool

    @property
    def stored(self) -> ColumnElement[bool]:
        """Return the SQL condition for the rows of `series` that belong to this curve."""
        return Series.source == TELEMETRY if self.telemetry else Series.source != TELEMETRY

    @property
    def live(self) -> ColumnElement[bool]:
        """Return the SQL condition for the live chunks that belong to this curve."""
        return LiveChunk.stream == TELEMETRY_STREAM if self.telemetry else LiveChunk.stream != TELEMETRY_STREAM

    def columns(self, samples: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], MetricColumn]:
        """Return the columns of live `samples` by metric and direction."""
        return (
            telemetry_lanes.collect_metric_columns(samples)
            if self.telemetry
            else phase_samples.collect_metric_columns(samples)
        )


def _draw_overview(session: Session, *, phase: Phase, wanted: _Wanted) -> Drawn | None:
    """Draw the stored overview of a long phase, without reading its series; None without an overview."""
    rows = session.execute(
        select(
            Series.metric,
            Series.source,
            Series.overview,
            Series.factor,
            Series.n,
            Series.t0_ms,
            Series.t1_ms,
            Series.estimated,
        ).where(
            Series.phase_id == phase.id,
            Series.job == 0,
            Series.direction == wanted.direction,
            Series.metric.in_({wanted.metric, AXIS_METRIC}),
            wanted.stored,
        )
    ).all()
    return draw_overview(rows, metric=wanted.metric, t0_ms=phase.t0_ms or 0)


def draw_overview(rows: Sequence[Any], *, metric: str, t0_ms: int) -> Drawn | None:
    """Draw the stored overview of `metric` from its best source; None without a usable overview.

    `rows` have the fields of `series` for the metric and for the IOPS, which give the axis. `t0_ms` is the start of the
    phase.
    """
    row, axis = (
        min(
            (row for row in rows if row.metric == name),
            key=lambda row: rank_source(row.metric, row.source),
            default=None,
        )
        for name in (metric, AXIS_METRIC)
    )
    # An overview has the times of its own source, which would not fit the grid of the other series.
    if row is None or row.overview is None or (axis is not None and axis.source != row.source):
        return None
    overview = _convert_to_base_units(decode_overview(row.overview), row.factor)
    # Stored times are the ends of intervals, buckets of a chart hold whole intervals: one interval earlier.
    interval = (row.t1_ms - row.t0_ms) // (row.n - 1)
    return Drawn(
        buckets=replace(overview, t0_ms=t0_ms + max(overview.t0_ms - interval, 0)),
        points=row.n,
        last_ms=t0_ms + row.t1_ms,
        estimated=row.estimated,
        source=row.source,
    )


def _convert_to_base_units(overview: Buckets, factor: float) -> Buckets:
    """Convert an overview from stored integers, as in the series, to values: each integer times the factor."""
    return replace(
        overview, minimum=overview.minimum * factor, mean=overview.mean * factor, maximum=overview.maximum * factor
    )


@dataclass(frozen=True, slots=True)
class _Samples:
    """Samples of some phases: stored series, and live samples of phases that are not compacted yet."""

    wanted: _Wanted
    stored: StoredCurves
    live: Mapping[uuid.UUID, Sequence[Mapping[str, Any]]]

    def list_phases(self, phases: Sequence[Phase]) -> list[DrawablePhase]:
        """Return the samples of each of consecutive `phases` that has any."""
        metric, direction, telemetry = self.wanted.metric, self.wanted.direction, self.wanted.telemetry
        drawable = []
        for phase in phases:
            t0_ms = phase.t0_ms or 0
            if (own := self.live.get(phase.id)) is not None:
                columns = self.wanted.columns(own)
                curve = build_sample_curve(own, columns, metric=metric, direction=direction, t0_ms=t0_ms)
                estimated = metric in ESTIMATED and not telemetry
                drawable.append(
                    DrawablePhase(PhaseBuckets(curve, curve), estimated, TELEMETRY if telemetry else STATUS)
                )
            elif stored := find_samples(self.stored, phase.id, t0_ms=t0_ms, metric=metric, direction=direction):
                drawable.append(stored)
        return drawable


def _read_samples(session: Session, *, phases: Sequence[Phase], wanted: _Wanted, after: int | None) -> _Samples:
    stored = _read_stored(session, phases=phases, wanted=wanted)
    return _Samples(wanted, stored, _read_live(session, phases=phases, wanted=wanted, after=after))


def _read_stored(session: Session, *, phases: Sequence[Phase], wanted: _Wanted) -> StoredCurves:
    """Read the stored series of the metric of `phases`, and the IOPS of the same phases.

    The IOPS weight a latency and give the axis.
    """
    folded = [phase.id for phase in phases if phase.folded_at is not None or wanted.telemetry]
    if not folded:
        return StoredCurves([])
    metrics = {wanted.metric, AXIS_METRIC}
    query = select(Series).where(
        Series.phase_id.in_(folded), Series.job == 0, Series.metric.in_(metrics), wanted.stored
    )
    if wanted.direction != TOTAL:
        query = query.where(Series.direction == wanted.direction)
    return stack_series(session.scalars(query))


def stack_series(rows: Iterable[Series], keys: Mapping[uuid.UUID, Hashable] | None = None) -> StoredCurves:
    """Return rows of `series` as stored curves, by the ids of their phases or by `keys` in place of these."""
    return StoredCurves(
        StoredSeries(
            phase=row.phase_id if keys is None else keys[row.phase_id],
            source=row.source,
            metric=row.metric,
            direction=row.direction,
            factor=row.factor,
            estimated=row.estimated,
            read=partial(decode_series, row.data),
        )
        for row in rows
    )


def _read_live(
    session: Session, *, phases: Sequence[Phase], wanted: _Wanted, after: int | None
) -> dict[uuid.UUID, list[dict[str, Any]]]:
    """Return the live samples of phases that are not folded yet, by phase id, in order of time.

    Chunks before `after` are left out.
    """
    # Telemetry of a phase is folded a little later than the data of the engine.
    living = [phase.id for phase in phases if phase.folded_at is None or wanted.telemetry]
    if not living:
        return {}
    query = select(LiveChunk.phase_id, LiveChunk.samples).where(LiveChunk.phase_id.in_(living), wanted.live)
    query = query.order_by(LiveChunk.id)
    if after is not None:
        newest = LiveChunk.samples[-1]["t_ms"].as_integer()
        query = query.join(Phase, Phase.id == LiveChunk.phase_id).where(newest + Phase.t0_ms > after)
    samples: dict[uuid.UUID, list[dict[str, Any]]] = {}
    for phase_id, chunk in session.execute(query):
        samples.setdefault(phase_id, []).extend(chunk)
    return samples
