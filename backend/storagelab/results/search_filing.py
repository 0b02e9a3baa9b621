"""Filing of results and facts in columns, by which queries find runs; triggers mark them as due."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog
from sqlalchemy import String, case, cast, delete, func, insert, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import (
    Configuration,
    FiledFact,
    FiledFactDue,
    Measurement,
    Phase,
    Run,
    RunResultDue,
    SearchableResult,
)
from storagelab.db.models.searchable import FIGURES, LOADS
from storagelab.domain.configuration_values import read_fact_values
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.result import HEADLINE_KINDS, RESULT_KINDS
from storagelab.runs.headline import ROUND_PREFIX

log = structlog.get_logger(__name__)
#: Runs or configurations that are filed in one transaction.
BATCH = 100
#: Longer keys and texts, such as those of settings, would not fit into a page of an index.
MAX_KEY_CHARACTERS = 200
MAX_TEXT_CHARACTERS = 400

_Row = dict[str, Any]
#: Kinds of results that represent a run; the first one present counts, as `jobs.headline` chooses its first figure.
_MAIN_ORDER: tuple[Callable[[Mapping[str, Any]], bool], ...] = (
    lambda row: row["random_percent"] == 100 and row["read_percent"] == 100,
    lambda row: row["random_percent"] == 100 and row["read_percent"] == 0,
    lambda row: row["random_percent"] is None or row["random_percent"] > 0,
)


def file_due(session: Session, limit: int = BATCH) -> int:
    """Write the search rows of at most `limit` runs and `limit` configurations that are due.

    Returns the number of runs and configurations. Rows that another transaction changes or files at this moment are
    left for the next call.
    """
    return _file_due_results(session, limit) + _file_due_facts(session, limit)


def _file_due_results(session: Session, limit: int) -> int:
    # The run before its mark, and neither waited for: a transaction that holds the run may wait for the mark.
    newest = select(RunResultDue.run_id).order_by(RunResultDue.run_id.desc()).limit(limit)
    held = select(Run.id).where(Run.id.in_(newest)).with_for_update(read=True, key_share=True, skip_locked=True)
    marks = select(RunResultDue.run_id).where(RunResultDue.run_id.in_(session.scalars(held).all()))
    run_ids = session.scalars(marks.with_for_update(skip_locked=True)).all()
    if run_ids:
        rows = _read_results(session, run_ids)
        session.execute(delete(SearchableResult).where(SearchableResult.run_id.in_(run_ids)))
        if rows:
            session.execute(insert(SearchableResult), rows)
        session.execute(delete(RunResultDue).where(RunResultDue.run_id.in_(run_ids)))
    return len(run_ids)


def _file_due_facts(session: Session, limit: int) -> int:
    newest = select(FiledFactDue.configuration_id).order_by(FiledFactDue.configuration_id.desc()).limit(limit)
    held = (
        select(Configuration.id)
        .where(Configuration.id.in_(newest))
        .with_for_update(read=True, key_share=True, skip_locked=True)
    )
    marks = select(FiledFactDue.configuration_id).where(FiledFactDue.configuration_id.in_(session.scalars(held).all()))
    ids = session.scalars(marks.with_for_update(skip_locked=True)).all()
    if ids:
        snapshots = session.execute(select(Configuration.id, Configuration.snapshot).where(Configuration.id.in_(ids)))
        rows = [row for configuration_id, snapshot in snapshots for row in _build_fact_rows(configuration_id, snapshot)]
        session.execute(delete(FiledFact).where(FiledFact.configuration_id.in_(ids)))
        if rows:
            session.execute(insert(FiledFact), rows)
        session.execute(delete(FiledFactDue).where(FiledFactDue.configuration_id.in_(ids)))
    return len(ids)


def _build_fact_rows(configuration_id: uuid.UUID, snapshot: Mapping[str, Any]) -> list[_Row]:
    """Return the search rows for the facts in the snapshot of a configuration.

    A snapshot that cannot be read has none, so that it holds up no other.
    """
    try:
        values = read_fact_values(snapshot)
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError):
        log.exception("facts_not_read", configuration_id=str(configuration_id))
        return []
    return [
        {
            "configuration_id": configuration_id,
            "field": value.key,
            "ordinal": ordinal,
            "text_value": value.text[:MAX_TEXT_CHARACTERS],
            "number_value": value.number,
        }
        for ordinal, value in enumerate(values, start=1)
        if len(value.key) <= MAX_KEY_CHARACTERS
    ]


def _read_results(session: Session, run_ids: Sequence[uuid.UUID]) -> list[_Row]:
    """Return the search rows for the results of these runs.

    Bounds and ends of ranges are excluded, as they are no figures to compare.
    """
    own = case((Phase.loop.is_(None), cast(Phase.id, String)), else_=func.regexp_replace(Phase.name, ROUND_PREFIX, ""))
    loads = [getattr(Measurement, name) for name in LOADS]
    query = (
        select(
            Measurement.run_id,
            func.min(func.regexp_replace(Phase.name, ROUND_PREFIX, "")).label("name"),
            *loads,
            *(func.avg(getattr(Measurement, name)).label(name) for name in FIGURES),
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(
            Measurement.run_id.in_(run_ids),
            Measurement.value_kind.in_(HEADLINE_KINDS),
            Phase.kind.in_(RESULT_KINDS),
            Phase.state == PhaseState.FINISHED,
            or_(Phase.loop.is_(None), Phase.in_measurement_window.is_(True)),
        )
        .group_by(Measurement.run_id, Phase.loop, own, *loads)
        .order_by(Measurement.run_id, func.min(Phase.ordinal))
    )
    by_run: dict[uuid.UUID, list[_Row]] = defaultdict(list)
    for row in session.execute(query).mappings():
        by_run[row["run_id"]].append(dict(row))
    return [row for rows in by_run.values() for row in _flag_rows(rows)]


def _flag_rows(rows: list[_Row]) -> list[_Row]:
    main, fastest = find_main(rows), _find_maximum(rows, "bandwidth_bytes_per_s")
    return [
        {**row, "ordinal": ordinal, "is_main": row is main, "is_best_throughput": row is fastest}
        for ordinal, row in enumerate(rows, start=1)
    ]


def find_main(rows: Sequence[_Row]) -> _Row | None:
    """Return the result that represents a run: with the most IOPS of random reads, writes or a mix.

    Random reads come before random writes and these before a mix. Without any IOPS it is the first result. None for a
    run without results.
    """
    for is_kind in _MAIN_ORDER:
        if (best := _find_maximum([row for row in rows if is_kind(row)], "iops")) is not None:
            return best
    return _find_maximum(rows, "iops") or next(iter(rows), None)


def _find_maximum(rows: Sequence[_Row], figure: str) -> _Row | None:
    measured = [row for row in rows if row[figure] is not None]
    return max(measured, key=lambda row: row[figure]) if measured else None
