"""Rows derived from the sweeps and the curve of a run (decision 16): computed on request, not stored."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.curve_shape import judge_curve_shape
from storagelab.analysis.knee import XScale
from storagelab.analysis.sweep import derive_sweep
from storagelab.db.models import Measurement, Phase, Series
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.result import HEADLINE_KINDS, RESULT_KINDS
from storagelab.domain.samples import TOTAL
from storagelab.domain.units import format_size
from storagelab.evaluate.workload_attributes import PARTICULARS, read_particulars
from storagelab.series.queries import stack_series

#: Fewer load steps are a comparison and no sweep.
FEWEST_STEPS = 3


@dataclass(frozen=True, slots=True)
class SweepAxis:
    """Axis of a sweep: its column, and the scale on which its knee is searched."""

    column: str
    x_scale: XScale


_AXES = (SweepAxis("outstanding_ios", "log2"), SweepAxis("offered_iops", "linear"))
#: What must be the same within one sweep, besides what it varies.
_MIX = ("block_bytes", "read_percent", "random_percent")
_PATTERN = (*_MIX, *(name for name, *_ in PARTICULARS))
_COLUMNS = (*_MIX, "threads", "queue_depth", "outstanding_ios", "offered_iops", "iops", "latency_mean_ns")


def derive_sweeps(session: Session, *, run_id: uuid.UUID) -> list[dict[str, Any]]:
    """Derive every sweep of load in a run: its steps and its results, as `schemas.DerivedSweep`.

    Steps of one access pattern are one sweep; where several of them have the same load, each number of threads is one.
    Phases that were cut short do not count as steps, nor do bounds and ends of ranges. A sweep of outstanding I/Os has
    no steps at a requested rate.
    """
    steps = session.execute(
        select(Phase.ordinal, Phase.workload, *(getattr(Measurement, name) for name in _COLUMNS))
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id == run_id, Phase.kind.in_(RESULT_KINDS), Measurement.iops.is_not(None))
        # One round of a loop is no result.
        .where(Phase.loop.is_(None), Phase.state == PhaseState.FINISHED)
        .where(Measurement.value_kind.in_(HEADLINE_KINDS))
        .order_by(Phase.ordinal)
    ).mappings()
    patterns: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in steps:
        step = {**row, **read_particulars(row["workload"], target_bytes=None)}
        patterns[tuple(step[name] for name in _PATTERN)].append(step)
    sweeps = []
    for pattern, alike in patterns.items():
        for axis in _AXES:
            sweeps += [
                _sweep(axis, label, group) for label, group in _group_steps(_describe(pattern), axis, alike) if group
            ]
    return sweeps


def _group_steps(
    label: str, axis: SweepAxis, steps: Sequence[dict[str, Any]]
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the sweeps along an axis as (name, steps); too short sweeps are left out.

    Steps with the same load are separated by their number of threads.
    """
    usable = [step for step in steps if step[axis.column] and _is_step(axis, step)]
    if len({step[axis.column] for step in usable}) == len(usable):
        return [(label, usable)] if len(usable) >= FEWEST_STEPS else []
    threads: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    for step in usable:
        threads[step["threads"]].append(step)
    return [
        (f"{label}, {count} {'thread' if count == 1 else 'threads'}", group)
        for count, group in threads.items()
        if count is not None and len({step[axis.column] for step in group}) == len(group) >= FEWEST_STEPS
    ]


def _is_step(axis: SweepAxis, step: Mapping[str, Any]) -> bool:
    """Return whether a phase is a step of a sweep along an axis.

    At a limited rate, more outstanding I/Os do not add any work, so such a phase is no step on that axis.
    """
    limited = step["offered_iops"] is not None or step["workload"].get("load_percent") is not None
    return axis.column != "outstanding_ios" or not limited


def _sweep(axis: SweepAxis, label: str, steps: Sequence[dict[str, Any]]) -> dict[str, Any]:
    ordered = sorted(steps, key=lambda step: step[axis.column])
    points = [
        {
            "phase_ordinal": step["ordinal"],
            "x": step[axis.column],
            "outstanding_ios": step["outstanding_ios"],
            "iops": step["iops"],
            "latency_mean_ns": step["latency_mean_ns"],
        }
        for step in ordered
    ]
    sweep = derive_sweep(
        [point["x"] for point in points],
        [point["iops"] for point in points],
        [point["latency_mean_ns"] for point in points],
        x_scale=axis.x_scale,
    )
    limit = sweep.maximum_at_latency

    def point(index: int | None) -> dict[str, Any] | None:
        return points[index] if index is not None else None

    return {
        "by": axis.column,
        "label": label,
        "points": points,
        "best": point(sweep.best_index),
        "knee": point(sweep.knee_index),
        "saturation": point(sweep.saturation.saturation95_index),
        "best_power": point(sweep.power_index),
        "max_at_latency_limit": {
            "limit_ns": limit.limit_ns,
            "iops": limit.iops,
            "interpolated": limit.interpolated,
            "limit_reached": limit.limit_reached,
        },
        "retrograde": sweep.saturation.retrograde,
    }


def derive_curve(session: Session, *, phases: Sequence[Phase]) -> dict[str, Any] | None:
    """Return burst and plateau of the longest phase with a curve, as `schemas.DerivedCurve`.

    Returns None for a curve without such a shape.
    """
    ended = [phase for phase in phases if phase.folded_at is not None and phase.t0_ms is not None and phase.t1_ms]
    rows = session.scalars(
        select(Series).where(
            Series.phase_id.in_([phase.id for phase in ended]), Series.metric == "iops", Series.job == 0
        )
    ).all()
    with_curve = {row.phase_id for row in rows}
    longest = max(
        (phase for phase in ended if phase.id in with_curve),
        key=lambda phase: (phase.t1_ms or 0) - (phase.t0_ms or 0),
        default=None,
    )
    chosen = stack_series(rows).choose(longest.id, metric="iops", direction=TOTAL) if longest is not None else None
    if longest is None or chosen is None:
        return None
    lengths = chosen.rate_length_ms
    ios = chosen.value * lengths / 1000
    shape = judge_curve_shape(chosen.t_ms.tolist(), lengths.tolist(), ios.tolist())
    if shape.plateau_iops is None:
        return None
    burst = None
    if shape.burst_iops is not None and shape.burst_ms is not None:
        burst = {"iops": shape.burst_iops, "length_ms": round(shape.burst_ms)}
    return {
        "phase_ordinal": longest.ordinal,
        "burst": burst,
        "plateau": shape.plateau_iops,
        "time_to_plateau_ms": round(shape.time_to_plateau_ms) if shape.time_to_plateau_ms is not None else None,
    }


def _describe(pattern: tuple[Any, ...]) -> str:
    """Return an access pattern as words, such as `4K random read, zipf 1.2`, from its known fields."""
    fields = dict(zip(_PATTERN, pattern, strict=True))
    size, reads, order = (fields[name] for name in _MIX)
    words = [format_size(size)] if size is not None else [fields["block_mix"]] if fields["block_mix"] else []
    if order is not None:
        words.append({100.0: "random", 0.0: "sequential"}.get(order, f"{order:g} % random"))
    if reads is not None:
        words.append({100.0: "read", 0.0: "write"}.get(reads, f"{reads:g}/{100 - reads:g} read/write"))
    streams = fields["streams"] or 1
    besides = [
        " ".join(words) or "Load of no stated pattern",
        f"{streams} streams" if streams > 1 else None,
        _find_target_part(fields),
        fields["particulars"],
    ]
    return ", ".join(filter(None, besides))


def _find_target_part(fields: Mapping[str, Any]) -> str | None:
    """Return the addressed part of the target as words.

    Returns None for the whole target, and where the part is not stated.
    """
    size_percent, size = fields["range_size_percent"], fields["range_size_bytes"]
    offset_percent, offset = fields["range_offset_percent"], fields["range_offset_bytes"]
    length = f"{size_percent:g} %" if size_percent is not None else format_size(size) if size else None
    start = f"{offset_percent:g} %" if offset_percent else format_size(offset) if offset else None
    if start is None:
        return None if length in (None, "100 %") else f"the first {length}"
    return f"{length or 'the rest'} from {start} on"
