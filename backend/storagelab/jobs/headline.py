"""The few numbers that stand for a run, chosen by rule."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Measurement, Phase
from storagelab.domain.metrics import METRICS

#: Phases whose numbers are results; fills and preconditioning only prepare.
RESULT_KINDS = ("measure", "published")


def read_best(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[str, float | None]]:
    """The best figure of each kind for many runs, in one query; a kind that a run has not is None."""
    random = Measurement.random_percent == 100
    rows = session.execute(
        select(
            Measurement.run_id,
            func.max(Measurement.iops).filter(random, Measurement.read_percent == 100).label("random_read_iops"),
            func.max(Measurement.iops).filter(random, Measurement.read_percent == 0).label("random_write_iops"),
            func.max(Measurement.bandwidth_bytes_per_s).label("bandwidth"),
            func.min(Measurement.latency_mean_ns).filter(Measurement.outstanding_ios == 1).label("latency_at_one"),
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id.in_(run_ids), Phase.kind.in_(RESULT_KINDS))
        .group_by(Measurement.run_id)
    ).mappings()
    return {row["run_id"]: {key: row[key] for key in row if key != "run_id"} for row in rows}


def choose_headline(best: dict[str, float | None], verdict: dict[str, Any] | None) -> list[dict[str, Any]]:
    """At most four numbers, always in this order; one that was not measured is left out.

    1. The most IOPS of any random read phase.
    2. The IOPS at steady state: the average over the window of the verdict. Without a steady verdict on IOPS, the most
       IOPS of any random write phase, which then is not called steady.
    3. The highest throughput of any phase.
    4. The lowest average latency with one outstanding I/O.
    """
    steady = verdict and verdict.get("status") == "steady" and verdict.get("metric") == "iops"
    if verdict and steady and verdict.get("average") is not None:
        write = ("iops", "IOPS at steady state", verdict["average"])
    else:
        write = ("iops", "Random write IOPS", best.get("random_write_iops"))
    candidates = [
        ("iops", "Random read IOPS", best.get("random_read_iops")),
        write,
        ("bandwidth", "Best throughput", best.get("bandwidth")),
        ("lat_mean", "Average latency at 1 outstanding I/O", best.get("latency_at_one")),
    ]
    return [
        {"metric": name, "label": label, "value": value, "unit": METRICS[name].unit, "better": METRICS[name].better}
        for name, label, value in candidates
        if value is not None
    ]
