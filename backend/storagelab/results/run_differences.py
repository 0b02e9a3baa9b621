"""Differences of figures from those of a baseline run at the same workload, and why others have none."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Measurement, Phase, Run, SearchableResult
from storagelab.db.models.searchable import LOADS
from storagelab.db.references import format_number
from storagelab.domain.configuration_diff import describe_workload_difference, identify_workload
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.result import RESULT_KINDS
from storagelab.errors import InvalidQuery
from storagelab.query.columns import Baseline, TableColumn
from storagelab.results.run_columns import is_result_of
from storagelab.runs.headline import ROUND_PREFIX


@dataclass(frozen=True, slots=True)
class FigureDifference:
    """A difference in percent, or the reason why there is none; neither where the run has no such figure."""

    percent: float | None = None
    reason: str | None = None
    is_ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class _Side:
    """A run as far as it decides whether its figures are compared."""

    number: str
    engine: str | None
    #: Of figures that were not measured here.
    source: str | None
    #: Why its figures do not count.
    left_out: str | None


@dataclass(frozen=True, slots=True)
class _Result:
    """One result of a run: the workload by which it is compared, and its row."""

    key: bytes | None
    workload: Mapping[str, Any]
    row: SearchableResult


def find_baselines(session: Session, columns: Sequence[TableColumn]) -> dict[int, uuid.UUID]:
    """Return the ids of all baseline runs in the columns, by run number.

    Raises InvalidQuery for a number that no run has.
    """
    named = {column.baseline.number: column.baseline for column in columns if column.baseline is not None}
    if not named:
        return {}
    rows = session.execute(select(Run.number, Run.id).where(Run.number.in_(named)))
    ids: dict[int, uuid.UUID] = {row.number: row.id for row in rows}
    for number, baseline in named.items():
        if number not in ids:
            raise _make_missing_run_error(baseline)
    return ids


def read_differences(
    session: Session, columns: Sequence[TableColumn], run_ids: Sequence[uuid.UUID]
) -> dict[int, dict[uuid.UUID, FigureDifference]]:
    """Return the difference of each run from the baseline, by column index and run id.

    Columns without a baseline are absent. Raises InvalidQuery for a baseline that is no run.
    """
    compared = {index: column for index, column in enumerate(columns) if column.baseline is not None}
    if not compared:
        return {}
    baselines = find_baselines(session, columns)
    sides = _read_sides(session, {*run_ids, *baselines.values()})
    of_baselines = _read_results(session, list(baselines.values()), sides)
    differences: dict[int, dict[uuid.UUID, FigureDifference]] = {}
    for index, column in compared.items():
        assert column.baseline is not None  # noqa: S101 - only those with one are compared.
        baseline_id = baselines[column.baseline.number]
        results = _read_results(session, [*run_ids, baseline_id], sides, column)
        differences[index] = {
            run_id: _compare(
                column,
                (sides[baseline_id], of_baselines[baseline_id], results[baseline_id]),
                (sides[run_id], results[run_id]),
            )
            for run_id in run_ids
            if run_id in sides
        }
    return differences


def _make_missing_run_error(baseline: Baseline) -> InvalidQuery:
    return InvalidQuery(
        f"There is no run {baseline.reference}.", start=baseline.start, end=baseline.end, parameter="columns"
    )


def _read_sides(session: Session, run_ids: set[uuid.UUID]) -> dict[uuid.UUID, _Side]:
    columns = (Run.id, Run.number, Run.engine, Run.origin, Run.source_title, Run.invalid_at, Run.trashed_at)
    return {
        row.id: _Side(
            number=format_number(Run, row.number),
            engine=row.engine,
            source=row.source_title if row.origin != "measured" else None,
            left_out="in the trash" if row.trashed_at else "marked invalid" if row.invalid_at else None,
        )
        for row in session.execute(select(*columns).where(Run.id.in_(run_ids)))
    }


def _read_results(
    session: Session,
    run_ids: Sequence[uuid.UUID],
    sides: Mapping[uuid.UUID, _Side],
    column: TableColumn | None = None,
) -> dict[uuid.UUID, list[_Result]]:
    """Return the results of each run that match a column, or all results, by run id.

    Each result has the workload that its phase was planned with.
    """
    workload = (
        select(Phase.workload)
        .join(Measurement, Measurement.phase_id == Phase.id)
        .where(
            Measurement.run_id == SearchableResult.run_id,
            Phase.kind.in_(RESULT_KINDS),
            Phase.state == PhaseState.FINISHED,
            func.regexp_replace(Phase.name, ROUND_PREFIX, "") == SearchableResult.name,
            *(getattr(Measurement, name).is_not_distinct_from(getattr(SearchableResult, name)) for name in LOADS),
        )
        .limit(1)
        .correlate(SearchableResult)
        .scalar_subquery()
    )
    query = select(SearchableResult, workload.label("workload")).where(SearchableResult.run_id.in_(run_ids))
    if column is not None:
        query = query.where(is_result_of(SearchableResult, column))
    by_run: dict[uuid.UUID, list[_Result]] = defaultdict(list)
    for row in session.execute(query.order_by(SearchableResult.run_id, SearchableResult.ordinal)):
        result = row.SearchableResult
        key = identify_workload(row.workload or {}, result.name, sides[result.run_id].source)
        by_run[result.run_id].append(_Result(key, row.workload or {}, result))
    return by_run


def _compare(
    column: TableColumn,
    baseline: tuple[_Side, Sequence[_Result], Sequence[_Result]],
    run: tuple[_Side, Sequence[_Result]],
) -> FigureDifference:
    """Return the difference of a run's one result from the baseline's result of the same workload.

    Without a comparable result the difference has the reason, or is marked as ambiguous.
    """
    (base, all_results, meant), (side, results) = baseline, run
    if len(results) > 1:
        return FigureDifference(is_ambiguous=True)
    value = getattr(results[0].row, column.field.key) if results else None
    if value is None:
        return FigureDifference()
    for compared in (base, side):
        if compared.left_out is not None:
            return FigureDifference(reason=f"{compared.number} is {compared.left_out}.")
    if (reason := _find_engine_obstacle(base, side)) is not None:
        return FigureDifference(reason=reason)
    (result,) = results
    same = [candidate for candidate in all_results if candidate.key is not None and candidate.key == result.key]
    if len(same) > 1:
        # A workload that was measured twice: the one that the column means of the baseline.
        same = [candidate for candidate in same if any(candidate.row is other.row for other in meant)] or same
    if len(same) != 1:
        return FigureDifference(reason=_explain_workload_obstacle(base, result, same, meant))
    reference = getattr(same[0].row, column.field.key)
    if not reference:
        quantity = "no" if reference is None else "0 as"
        return FigureDifference(reason=f"{base.number} has {quantity} {column.field.title} of this workload.")
    return FigureDifference(percent=100.0 * (value / reference - 1.0))


def _find_engine_obstacle(base: _Side, side: _Side) -> str | None:
    if base.engine is None or side.engine is None:
        if base.engine == side.engine and base.source is not None and base.source == side.source:
            return None
        unknown = base if base.engine is None else side
        return f"The load generator of {unknown.number} is unknown."
    return None if base.engine == side.engine else f"The load generators differ: {base.engine} and {side.engine}."


def _explain_workload_obstacle(base: _Side, result: _Result, same: Sequence[_Result], meant: Sequence[_Result]) -> str:
    if same:
        return f"{base.number} has several results of this workload."
    if not meant:
        return f"{base.number} has no result of this workload."
    difference = describe_workload_difference(meant[0].workload, result.workload)
    return difference or f"{base.number} has no result of this workload."
