"""Columns of the table of runs as SQL, over columns of the run and of tables beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Float, Select, Subquery, case, cast, exists, func, literal_column, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from storagelab.db.models import Configuration, FiledFact, Job, Profile, Run, RunLabel, RunResult, Server
from storagelab.db.models.searchable import flag_of
from storagelab.query.columns import MatchedWorkload, TableColumn, Workload
from storagelab.query.fields import QueryField
from storagelab.results.run_filters import compile_workload

#: Between the values of a fact that differs among the drives of one configuration.
VALUE_SEPARATOR = ", "

#: Fields that are an expression over the run, where they are no column of their own name.
_OF_RUN: dict[str, Any] = {
    "created": Run.created_at,
    "started": Run.started_at,
    "finished": Run.finished_at,
    "duration": cast(func.extract("epoch", Run.finished_at - Run.started_at), Float),
    "validity": case((Run.invalid_at.is_(None), "valid"), else_="invalid"),
    "verdict": Run.verdict["status"].astext,
    "label": Run.labels,
}
_REFERENCES: dict[str, tuple[Any, Any]] = {
    "profile": (Run.profile_id, Profile.name),
    "server": (Run.server_id, Server.name),
    "configuration": (Run.configuration_id, Configuration.name),
    "job": (Run.job_id, Job.number),
}


@dataclass(frozen=True, slots=True)
class ColumnSource:
    """The SQL of one column.

    `value` and `is_ambiguous` are of one run, in a query over `Run`. `table` has the values of all runs under `key` and
    `value`, at most one for each value of `run_key`; both are None where `value` needs no other table.
    """

    value: ColumnElement[Any]
    is_ambiguous: ColumnElement[bool] | None = None
    table: Subquery | None = None
    run_key: ColumnElement[Any] | None = None

    @property
    def joined_value(self) -> ColumnElement[Any]:
        """Return the value in a query that `join` has been applied to."""
        return self.value if self.table is None else self.table.c.value

    def join(self, query: Select[Any], *, is_outer: bool = True) -> Select[Any]:
        """Return a query over `Run` with the values joined: of all runs, or of those that have one."""
        if self.table is None:
            return query
        return query.join(self.table, self.table.c.key == self.run_key, isouter=is_outer)

    def is_unknown(self) -> ColumnElement[bool]:
        """Return the condition that a run has no value, or several."""
        if self.table is None:
            return self.value.is_(None)
        return ~exists().where(self.table.c.key == self.run_key, self.table.c.value.is_not(None))


def compile_column(column: TableColumn) -> ColumnSource:
    """Return the SQL of a column."""
    field = column.field
    if column.label_key is not None:
        return _compile_label(column.label_key)
    if column.workload is not None:
        return _compile_workload(field, column.workload)
    if field.group == "configuration":
        return _compile_fact(field)
    if field.group in ("workload", "figure"):
        return _compile_main(field)
    if field.name in _REFERENCES:
        run_key, value = _REFERENCES[field.name]
        return _compile_reference(run_key, value)
    return ColumnSource(_OF_RUN[field.name] if field.name in _OF_RUN else getattr(Run, field.name))


def _compile_reference(run_key: Any, value: Any) -> ColumnSource:
    model = value.class_
    table = select(model.id.label("key"), value.label("value")).subquery()
    return ColumnSource(_of_run(select(value).where(model.id == run_key)), None, table, run_key)


def _compile_label(key: str) -> ColumnSource:
    """A label without a value is `true`, as JSON where a row shows it and as text where runs are ordered by it."""
    is_of_key = RunLabel.key == func.lower(key)
    shown = func.coalesce(func.to_jsonb(RunLabel.value), literal_column("'true'::jsonb"))
    value = func.coalesce(RunLabel.value, literal_column("'true'"))
    table = select(RunLabel.run_id.label("key"), value.label("value")).where(is_of_key).subquery()
    return ColumnSource(_of_run(select(shown).where(RunLabel.run_id == Run.id, is_of_key)), None, table, Run.id)


def _compile_main(field: QueryField) -> ColumnSource:
    """Return the value of the result that represents the run."""
    value, is_main = getattr(RunResult, field.key), getattr(RunResult, flag_of(field.key))
    table = select(RunResult.run_id.label("key"), value.label("value")).where(is_main).subquery()
    return ColumnSource(_of_run(select(value).where(RunResult.run_id == Run.id, is_main)), None, table, Run.id)


def _compile_workload(field: QueryField, workload: Workload) -> ColumnSource:
    """Return the figure of the one result with this workload; of several none is chosen."""
    value, other = getattr(RunResult, field.key), aliased(RunResult)
    is_meant = _is_of_workload(RunResult, workload)
    of_run = (RunResult.run_id == Run.id, is_meant)
    is_doubled = exists().where(
        other.run_id == RunResult.run_id, other.ordinal != RunResult.ordinal, _is_of_workload(other, workload)
    )
    table = select(RunResult.run_id.label("key"), value.label("value")).where(is_meant, ~is_doubled).subquery()
    return ColumnSource(
        _of_run(select(case((func.count() == 1, func.min(value)))).where(*of_run)),
        _of_run(select(func.count() > 1).where(*of_run)),
        table,
        Run.id,
    )


def _is_of_workload(result: Any, workload: Workload) -> ColumnElement[bool]:
    if isinstance(workload, MatchedWorkload):
        return compile_workload(workload.condition, result)
    found: ColumnElement[bool] = func.lower(result.name) == func.lower(workload.name)
    return found


def _compile_fact(field: QueryField) -> ColumnSource:
    """Return a fact of the configuration: of several texts all, of several numbers none."""
    is_ambiguous: ColumnElement[bool] | None = None
    of_run = (FiledFact.configuration_id == Run.configuration_id, FiledFact.field == field.key)
    if field.type == "number":
        value: ColumnElement[Any] = case((func.count() == 1, func.min(FiledFact.number_value)))
        is_ambiguous = _of_run(select(func.count() > 1).where(*of_run))
    else:
        value = func.string_agg(FiledFact.text_value, aggregate_order_by(VALUE_SEPARATOR, FiledFact.ordinal))
    table = (
        select(FiledFact.configuration_id.label("key"), value.label("value"))
        .where(FiledFact.field == field.key)
        .group_by(FiledFact.configuration_id)
        .subquery()
    )
    return ColumnSource(_of_run(select(value).where(*of_run)), is_ambiguous, table, Run.configuration_id)


def _of_run(query: Select[Any]) -> ColumnElement[Any]:
    """Return the one value that a query gives for a run."""
    return query.correlate(Run).scalar_subquery()
