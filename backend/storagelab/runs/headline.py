"""The best figures of many runs, read in one query for lists."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Label, Select, String, case, cast, func, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import Measurement, Phase
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.result import HEADLINE_KINDS, RESULT_KINDS
from storagelab.evaluate.headline import Best

#: What precedes the name of a cell in the names of its phases (`domain.loops.name_of_round`).
ROUND_PREFIX = r"^Round \d+: "


def read_best(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[str, Best | None]]:
    """Return the best figure of each kind for each run, by run id, in one query.

    A kind is for example `random_read_iops`. A kind that a run lacks is None.
    """
    cell = select_results(run_ids).subquery().c
    random = cell.random_percent == 100
    figures: dict[str, tuple[Any, list[ColumnElement[bool]]]] = {
        "random_read_iops": (func.max(cell.iops), [random, cell.read_percent == 100]),
        "random_write_iops": (func.max(cell.iops), [random, cell.read_percent == 0]),
        "mixed_iops": (func.max(cell.iops), [or_(cell.random_percent.is_(None), cell.random_percent > 0)]),
        "bandwidth": (func.max(cell.bandwidth), []),
        "latency_at_one": (func.min(cell.latency), [cell.outstanding_ios == 1]),
    }
    columns: list[Label[float | None]] = []
    for name, (best, conditions) in figures.items():
        columns.append(best.filter(*conditions, cell.value_kind.in_(HEADLINE_KINDS)).label(name))
        columns.append(best.filter(*conditions, cell.value_kind == "exact").label(f"{name}_exact"))
    rows = session.execute(select(cell.run_id, *columns).group_by(cell.run_id)).mappings()
    return {
        row["run_id"]: {
            name: Best(row[name], exact=row[name] == row[f"{name}_exact"]) if row[name] is not None else None
            for name in figures
        }
        for row in rows
    }


def select_results(run_ids: Sequence[uuid.UUID] | Select[uuid.UUID]) -> Select[Any]:
    """Select every result of these runs: a measured phase, or the average of a cell over its rounds that count.

    A loop that was not judged has no results, and a phase that was cut short only measured a burst.
    """
    own = case((Phase.loop.is_(None), cast(Phase.id, String)), else_=func.regexp_replace(Phase.name, ROUND_PREFIX, ""))
    conditions = (Measurement.random_percent, Measurement.read_percent, Measurement.outstanding_ios)
    return (
        select(
            Measurement.run_id,
            *conditions,
            Measurement.value_kind,
            func.avg(Measurement.iops).label("iops"),
            func.avg(Measurement.bandwidth_bytes_per_s).label("bandwidth"),
            func.avg(Measurement.latency_mean_ns).label("latency"),
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(
            Measurement.run_id.in_(run_ids),
            Phase.kind.in_(RESULT_KINDS),
            Phase.state == PhaseState.FINISHED,
            or_(Phase.loop.is_(None), Phase.in_measurement_window.is_(True)),
        )
        .group_by(Measurement.run_id, Phase.loop, own, *conditions, Measurement.value_kind)
    )
