"""The best figures of many runs, read in one query for lists."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Integer, Label, Select, String, and_, case, cast, func, or_, select, tuple_
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by
from sqlalchemy.orm import Session

from storagelab.db.models import Measurement, Phase, Run
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.loops import parse_round_name
from storagelab.domain.printed_engine import PRINTED_ENGINES
from storagelab.domain.result import HEADLINE_KINDS, RESULT_KINDS
from storagelab.evaluate.headline import STEADY_PHASE, Best, rate_candidate
from storagelab.evaluate.measured_runs import name_workload
from storagelab.evaluate.workload_words import describe_named_workload

#: What precedes the name of a cell in the names of its phases (`domain.loops.name_of_round`).
ROUND_PREFIX = r"^Round \d+: "


def read_best(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[str, Best | None]]:
    """Return the best figure of each kind for each run with its workload in words, by run id, in two queries.

    A kind is for example `random_read_iops`. A kind that a run lacks is None. All figures of a run are of one load
    generator: that with the most kinds of figures, then with the most exact ones.
    """
    cell = select_results(run_ids).subquery().c
    random = cell.random_percent == 100
    highest: tuple[Any, Any] = (func.max, lambda column: column.desc())
    lowest: tuple[Any, Any] = (func.min, lambda column: column.asc())
    figures: dict[str, tuple[Any, tuple[Any, Any], list[ColumnElement[bool]]]] = {
        "random_read_iops": (cell.iops, highest, [random, cell.read_percent == 100]),
        "random_write_iops": (cell.iops, highest, [random, cell.read_percent == 0]),
        "mixed_iops": (cell.iops, highest, [or_(cell.random_percent.is_(None), cell.random_percent > 0)]),
        "bandwidth": (cell.bandwidth, highest, []),
        "latency_at_one": (cell.latency, lowest, [cell.outstanding_ios == 1]),
    }
    columns: list[Label[Any]] = []
    for name, (column, (best, order), conditions) in figures.items():
        counting = (*conditions, column.is_not(None), cell.value_kind.in_(HEADLINE_KINDS))
        ordinals = func.array_agg(aggregate_order_by(cell.ordinal, order(column), cell.ordinal), type_=ARRAY(Integer))
        columns.append(best(column).filter(*counting).label(name))
        columns.append(best(column).filter(*conditions, cell.value_kind == "exact").label(f"{name}_exact"))
        columns.append(ordinals.filter(*counting).label(f"{name}_ordinals"))
    query = select(cell.run_id, func.min(cell.ordinal).label("first"), *columns).group_by(cell.run_id, cell.generator)
    rows = [dict(row) for row in session.execute(query.order_by("first")).mappings()]
    wanted = {(row["run_id"], ordinals[0]) for row in rows for name in figures if (ordinals := row[f"{name}_ordinals"])}
    words, judged = _read_workloads(session, run_ids, wanted)
    by_run: dict[uuid.UUID, list[dict[str, Best | None]]] = {}
    for row in rows:
        by_run.setdefault(row["run_id"], []).append({name: _build_best(row, name, words) for name in figures})
    # A run of a steady phase alone has a verdict and no results.
    chosen: dict[uuid.UUID, dict[str, Best | None]] = {run_id: {} for run_id in judged}
    for run_id, candidates in by_run.items():
        chosen[run_id] = max(candidates, key=lambda candidate: rate_candidate(candidate))
    return {
        run_id: own | {STEADY_PHASE: Best(0.0, workload=judged[run_id]) if run_id in judged else None}
        for run_id, own in chosen.items()
    }


def _build_best(row: Mapping[str, Any], name: str, words: Mapping[tuple[uuid.UUID, int], str]) -> Best | None:
    value, ordinals = row[name], row[f"{name}_ordinals"]
    if value is None:
        return None
    return Best(value, exact=value == row[f"{name}_exact"], workload=words.get((row["run_id"], ordinals[0])))


def _read_workloads(
    session: Session, run_ids: Sequence[uuid.UUID], wanted: Collection[tuple[uuid.UUID, int]]
) -> tuple[dict[tuple[uuid.UUID, int], str], dict[uuid.UUID, str]]:
    """Return workloads in words: of `wanted` by run id and ordinal, and of the phases of verdicts by run id."""
    judged_ordinal = cast(Run.verdict["phase_ordinal"].astext, Integer)
    rows = session.execute(
        select(Phase.run_id, Phase.ordinal, Phase.name, Phase.round, Phase.workload, Run.origin, judged_ordinal)
        .join(Run, Run.id == Phase.run_id)
        .where(
            Phase.run_id.in_(run_ids),
            or_(tuple_(Phase.run_id, Phase.ordinal).in_(wanted), Phase.ordinal == judged_ordinal),
        )
    )
    words: dict[tuple[uuid.UUID, int], str] = {}
    judged: dict[uuid.UUID, str] = {}
    for run_id, ordinal, name, number, workload, origin, of_verdict in rows:
        named = name_workload(workload, parse_round_name(name, number))
        words[run_id, ordinal] = describe_named_workload(named, workload, origin=origin)
        if ordinal == of_verdict:
            judged[run_id] = words[run_id, ordinal]
    return words, judged


def select_results(run_ids: Sequence[uuid.UUID] | Select[uuid.UUID]) -> Select[Any]:
    """Select every result of these runs: a measured phase, or the average of a cell over its rounds that count.

    A loop that was not judged has no results, and a phase that was cut short only measured a burst.
    """
    own = case((Phase.loop.is_(None), cast(Phase.id, String)), else_=func.regexp_replace(Phase.name, ROUND_PREFIX, ""))
    conditions = (Measurement.random_percent, Measurement.read_percent, Measurement.outstanding_ios)
    printed = func.lower(func.split_part(Phase.name, " ", 1))
    is_printed = and_(Run.origin != "measured", printed.in_(PRINTED_ENGINES))
    generator = case((is_printed, printed), else_=func.lower(Run.engine))
    return (
        select(
            Measurement.run_id,
            *conditions,
            Measurement.value_kind,
            func.avg(Measurement.iops).label("iops"),
            func.avg(Measurement.bandwidth_bytes_per_s).label("bandwidth"),
            func.avg(Measurement.latency_mean_ns).label("latency"),
            func.min(Phase.ordinal).label("ordinal"),
            generator.label("generator"),
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .join(Run, Run.id == Measurement.run_id)
        .where(
            Measurement.run_id.in_(run_ids),
            Phase.kind.in_(RESULT_KINDS),
            Phase.state == PhaseState.FINISHED,
            or_(Phase.loop.is_(None), Phase.in_measurement_window.is_(True)),
        )
        .group_by(Measurement.run_id, Phase.loop, own, generator, *conditions, Measurement.value_kind)
    )
