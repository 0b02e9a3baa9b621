"""The few numbers that represent a run, chosen by rule."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Label, Select, String, case, cast, func, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import Measurement, Phase
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.metrics import METRICS

#: Phases whose numbers are results; fills and preconditioning only prepare.
RESULT_KINDS = ("measure", "published")


#: What precedes the name of a cell in the names of its phases (`domain.loops.name_of_round`).
ROUND_PREFIX = r"^Round \d+: "

BEST_IOPS = "Best IOPS"

#: A bound or an end of a range is the best of nothing.
HEADLINE_KINDS = ("exact", "approximate")


@dataclass(frozen=True, slots=True)
class Best:
    """The best figure of one kind; not `exact` when the source printed it as approximate."""

    value: float
    exact: bool = True


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


def choose_headline(best: dict[str, Best | None], verdict: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return at most four numbers, always in this order; one that was not measured is left out.

    1. The most IOPS of any random read phase.
    2. The IOPS at steady state: the average over the window of the verdict. Without a steady verdict on IOPS, the most
       IOPS of any random write phase, which then is not called steady.
    3. The highest throughput of any phase.
    4. The lowest average latency with one outstanding I/O.

    A run without a figure of 1 and 2 has in their place the most IOPS of any phase that is not sequential, such as one
    that mixes reads and writes.

    Bounds and ends of ranges do not compete, and a figure that was printed as approximate is marked as such.
    """
    steady = verdict and verdict.get("status") == "steady" and verdict.get("metric") == "iops"
    write: tuple[str, str, Best | None]
    if verdict and steady and verdict.get("average") is not None:
        write = ("iops", "IOPS at steady state", Best(verdict["average"]))
    else:
        write = ("iops", "Random write IOPS", best.get("random_write_iops"))
    read = best.get("random_read_iops")
    candidates = [
        ("iops", "Random read IOPS", read),
        write,
        ("iops", BEST_IOPS, best.get("mixed_iops") if read is None and write[2] is None else None),
        ("bandwidth", "Best throughput", best.get("bandwidth")),
        ("lat_mean", "Mean latency at 1 outstanding I/O", best.get("latency_at_one")),
    ]
    return [
        {
            "metric": name,
            "label": label if figure.exact else f"{label}, approximate",
            "value": figure.value,
            "unit": METRICS[name].unit,
            "better": METRICS[name].better,
        }
        for name, label, figure in candidates
        if figure is not None
    ]
