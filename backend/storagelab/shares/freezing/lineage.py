"""Lineage of frozen figures, as far as it does not follow from the parts of a measurement.

`storagelab verify` computes the figures again. Without the lineage, a figure that its source printed could not be
distinguished from a changed one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.analysis.parts import merge_parts
from storagelab.campaigns.result_assignment import read_rebuild
from storagelab.db.models import Attempt, Job, Measurement, Phase, Run
from storagelab.reports.input import list_job_loops, read_capacity
from storagelab.results.conditions import read_conditions
from storagelab.results.load import load_results
from storagelab.shares.run_results import WORKLOAD_COLUMNS
from storagelab.shares.verification.measurements import collect_own_figures, read_parts

Bins = Mapping[tuple[int, str, int], Mapping[int, int]]


def add_lineage(session: Session, run: Run, phases: list[dict[str, Any]], bins: Bins) -> None:
    """Add `ramp_seconds` to each phase and `lineage` to each measurement of `phases`.

    `bins` are by ordinal, direction and group. The columns of WORKLOAD_COLUMNS are the requested load as the lab stores
    it. `as_printed` names the figures that do not follow from the parts. `window_ms` is the measured part of the phase
    where an array changed within it, on the axis of the phase; null for the whole phase.
    """
    conditions = read_conditions(session, run_id=run.id)
    rows = session.execute(
        select(Phase.ordinal, Phase.ramp_seconds, *(getattr(Measurement, name) for name in WORKLOAD_COLUMNS))
        .outerjoin(Measurement, Measurement.phase_id == Phase.id)
        .where(Phase.run_id == run.id)
    )
    stored = {row.ordinal: row for row in rows}
    for phase in phases:
        ordinal, measurement = phase["ordinal"], phase["measurement"]
        phase["ramp_seconds"] = stored[ordinal].ramp_seconds
        if measurement is None:
            continue
        own = {
            (direction, group): histogram
            for (phase_ordinal, direction, group), histogram in bins.items()
            if phase_ordinal == ordinal
        }
        merged = merge_parts(read_parts(measurement["parts"], own))
        measurement["lineage"] = {
            **{name: getattr(stored[ordinal], name) for name in WORKLOAD_COLUMNS},
            "as_printed": sorted(collect_own_figures(measurement, merged)),
            "window_ms": _compute_window(conditions.get(ordinal) or {}, phase["t0_ms"]),
        }


def describe_run_lineage(session: Session, run: Run) -> dict[str, Any]:
    """Return the lineage of a run that charts, reports and rankings need beside its phases.

    `attempts` is the number of attempts, `ranked` whether the run is rankable, `loops` are the rules of its loops.
    `target_bytes` is the size that its phases could address in bytes. `capacity_bytes` is the capacity of its target,
    null where a preparation made it or it is unknown. `rebuild` are the times that give the rebuild duration of an
    array, null where no rebuild ended.
    """
    job = session.get(Job, run.job_id, populate_existing=True) if run.job_id is not None else None
    attempts = session.scalar(select(func.count()).where(Attempt.run_id == run.id))
    return {
        "attempts": attempts,
        "ranked": run.rankable,
        "loops": list_job_loops(job),
        "target_bytes": load_results(session, [run.id], kinds=())[0].target_bytes,
        "capacity_bytes": read_capacity(session, run, job),
        "rebuild": asdict(rebuild) if (rebuild := read_rebuild(session, [run.id])) is not None else None,
    }


def _compute_window(conditions: Mapping[str, Any], t0_ms: int | None) -> list[float] | None:
    measured = conditions.get("measured")
    if not measured or t0_ms is None:
        return None
    return [measured["t0_ms"] - t0_ms, measured["t1_ms"] - t0_ms]
