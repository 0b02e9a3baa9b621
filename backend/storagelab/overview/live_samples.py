"""The newest sample of runs at work and their curve so far, from a few live chunks of each."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import cast, func, select, true
from sqlalchemy.dialects.postgresql import JSONPATH, distinct_on
from sqlalchemy.orm import Session, aliased

from storagelab.db.models import Attempt, LiveChunk, Phase
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.live.rows import CurvePoint, iterate_live_points
from storagelab.overview.result_schemas import MAX_POINTS, Thumbnail
from storagelab.overview.schemas import LiveFigure
from storagelab.overview.thumbnails import round_values

#: Samples of one moment: one of each direction.
_DIRECTIONS = 3
_LAST_SAMPLES = f"$[last - {_DIRECTIONS - 1} to last]"


@dataclass(frozen=True, slots=True)
class LivePhase:
    """A phase at work: its newest figure, and its IOPS so far where there are several."""

    figure: LiveFigure | None
    curve: Thumbnail | None


def read_live_phases(
    session: Session, phase_ids: Sequence[uuid.UUID], *, with_curves: bool = True
) -> Mapping[uuid.UUID, LivePhase]:
    """Return by phase id the newest figure of each running phase, with its curve if `with_curves`.

    One query. Of the thousands of chunks in a long phase, evenly spread ones are read.
    """
    points: dict[uuid.UUID, list[CurvePoint]] = defaultdict(list)
    ordinals: dict[uuid.UUID, int] = {}
    for row in session.execute(_spread_chunks(phase_ids, count=MAX_POINTS if with_curves else 1)):
        samples = sorted((sample for sample in row.samples if sample), key=lambda sample: sample["t_ms"])
        chunk_points = list(iterate_live_points(samples, t0_ms=row.t0_ms or 0))
        points[row.phase_id] += chunk_points[-1:]
        ordinals[row.phase_id] = row.ordinal
    return {
        phase_id: LivePhase(
            _make_live_figure(own[-1], ordinals[phase_id]), _make_live_curve(own) if with_curves else None
        )
        for phase_id, own in points.items()
    }


def read_temperatures(session: Session, attempt_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, float]:
    """Return by attempt the newest temperature of the drives under its load, in degrees Celsius."""
    chunk = aliased(LiveChunk)
    newest = (
        select(chunk.samples[-1]["temperature_mc"].as_float().label("millidegrees"))
        .where(chunk.attempt_id == Attempt.id, chunk.stream == TELEMETRY_STREAM)
        .order_by(chunk.start_offset.desc())
        .limit(1)
        .lateral()
    )
    rows = session.execute(
        select(Attempt.id, newest.c.millidegrees).join(newest, true()).where(Attempt.id.in_(attempt_ids))
    )
    return {row.id: row.millidegrees / 1000 for row in rows if row.millidegrees is not None}


def _spread_chunks(phase_ids: Sequence[uuid.UUID], *, count: int) -> Any:
    """Select `count` chunks of each phase, evenly spread over those that it has, the newest among them."""
    chunk, ends = aliased(LiveChunk), aliased(LiveChunk)
    of_engine = ends.stream != TELEMETRY_STREAM
    first, last = (
        select(ends.id).where(ends.phase_id == Phase.id, of_engine).order_by(order).limit(1).scalar_subquery()
        for order in (ends.id, ends.id.desc())
    )
    bounds = (
        select(Phase.id, Phase.ordinal, Phase.t0_ms, first.label("first"), last.label("last"))
        .where(Phase.id.in_(phase_ids))
        .subquery()
    )
    steps = func.generate_series(1, count).table_valued("step", name="steps").render_derived()
    since = bounds.c.first + (bounds.c.last - bounds.c.first) * steps.c.step // count
    picked = (
        select(
            chunk.id,
            func.jsonb_path_query_array(chunk.samples, cast(_LAST_SAMPLES, JSONPATH)).label("samples"),
        )
        .where(chunk.phase_id == bounds.c.id, chunk.stream != TELEMETRY_STREAM, chunk.id >= since)
        .order_by(chunk.id)
        .limit(1)
        .lateral()
    )
    return (
        select(bounds.c.id.label("phase_id"), bounds.c.ordinal, bounds.c.t0_ms, picked.c.id, picked.c.samples)
        .select_from(bounds)
        .join(steps, true())
        .join(picked, true())
        .ext(distinct_on(bounds.c.id, picked.c.id))
        .order_by(bounds.c.id, picked.c.id)
    )


def _make_live_figure(point: Mapping[str, Any], ordinal: int) -> LiveFigure:
    return LiveFigure(
        phase_ordinal=ordinal,
        at_ms=point["t_ms"],
        iops=point["iops"],
        throughput_bytes_per_s=point["throughput_bytes_per_s"],
        latency_mean_ns=point["latency_mean_ns"],
    )


def _make_live_curve(points: Sequence[Mapping[str, Any]]) -> Thumbnail | None:
    if len(points) < 2:
        return None
    return Thumbnail(kind="time", lines=[round_values([point["iops"] for point in points])], window=None)
