"""Columns of the table of runs as SQL: of one run, and of all runs to order and group them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Float,
    Select,
    SQLColumnExpression,
    Subquery,
    case,
    cast,
    exists,
    func,
    literal,
    literal_column,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session, aliased

from storagelab.db.models import (
    Campaign,
    Configuration,
    FiledFact,
    Job,
    Profile,
    Run,
    RunLabel,
    SearchableResult,
    Server,
)
from storagelab.db.models.searchable import FIGURES, LOADS, get_flag_column
from storagelab.inventory.filters import Narrowed
from storagelab.query.columns import MatchedWorkload, TableColumn, Workload
from storagelab.query.fields import QueryField
from storagelab.results.run_filters import compile_workload

TableQuery = Select[*tuple[Any, ...]]
#: Between the values of a fact that differs among the drives of one configuration.
VALUE_SEPARATOR = ", "

#: Fields that are an expression over the run, where they are no column of their own name.
_OF_RUN: Mapping[str, Any] = {
    "created": Run.created_at,
    "started": Run.started_at,
    "finished": Run.finished_at,
    "duration": cast(func.extract("epoch", Run.finished_at - Run.started_at), Float),
    "validity": case((Run.invalid_at.is_(None), "valid"), else_="invalid"),
    "verdict": Run.verdict_status,
    "label": Run.labels,
}
_REFERENCES: Mapping[str, tuple[Any, Any]] = {
    "profile": (Run.profile_id, Profile.name),
    "server": (Run.server_id, Server.name),
    "configuration": (Run.configuration_id, Configuration.name),
    "job": (Run.job_id, Job.number),
}
_IS_CAMPAIGN = Campaign.id == Job.campaign_id


class CellSQL(NamedTuple):
    """The value of a column in a query over `Run`; `is_ambiguous` means several values, and then it is null."""

    value: ColumnElement[Any]
    is_ambiguous: ColumnElement[bool] | None = None


@dataclass(frozen=True, slots=True)
class JoinedColumn:
    """The values of a column for all runs: in `table`, whose `key` is the `run_key` of `Run`, or in the run itself."""

    value: ColumnElement[Any]
    table: Subquery | None = None
    run_key: SQLColumnExpression[Any] | None = None

    def is_unknown(self) -> ColumnElement[bool]:
        """Return the SQL condition that a run has no single value of the column.

        It is for a query to which the table of the column is not joined.
        """
        if self.table is None:
            return self.value.is_(None)
        return ~exists().where(self.table.c.key == self.run_key, self.value.is_not(None))


class JoinedColumns:
    """Columns of one query; those of one table share it, so that it is read once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._tables: dict[Hashable, Subquery] = {}

    def add(self, column: TableColumn) -> JoinedColumn:
        """Return the values of a table column for all runs, as an SQL value and a table to join."""
        field = column.field
        if column.label_key is not None:
            return self._join(column, _select_labels(column.label_key), Run.id, "value")
        if column.workload is not None:
            return self._join(column.workload, self._select_results(column.workload), Run.id, field.key)
        if field.group == "configuration":
            return self._join(column, _select_facts(field), Run.configuration_id, "value")
        if field.group in ("workload", "figure"):
            flag = get_flag_column(field.key)
            return self._join(flag, _select_main(flag), Run.id, field.key)
        if field.name in _REFERENCES:
            run_key, value = _REFERENCES[field.name]
            names = select(value.class_.id.label("key"), value.label("value"))
            return self._join(column, names, run_key, "value")
        if field.name == "campaign":
            names = select(Job.id.label("key"), Campaign.name.label("value")).join(Campaign, _IS_CAMPAIGN)
            return self._join(column, names, Run.job_id, "value")
        return JoinedColumn(_select_run_value(field))

    def _join(self, identity: Hashable, query: TableQuery, run_key: Any, name: str) -> JoinedColumn:
        table = self._tables.setdefault(identity, query.subquery())
        return JoinedColumn(table.c[name], table, run_key)

    def _select_results(self, workload: Workload) -> TableQuery:
        """Select the figures of each run that has exactly one result of a workload."""
        keys = find_workload_keys(self._session, workload)
        # Not HAVING, of which the planner expects that hardly a run remains.
        figures = (_select_single_value(getattr(SearchableResult, name)).label(name) for name in FIGURES)
        query: TableQuery = select(SearchableResult.run_id.label("key"), *figures)
        return query.where(SearchableResult.workload_key.in_(keys)).group_by(SearchableResult.run_id)


def join_tables(query: Narrowed, columns: Iterable[JoinedColumn], *, is_outer: bool = True) -> Narrowed:
    """Return a query over `Run` with the tables of columns joined.

    With `is_outer` all runs remain, else only runs with a row in every table.
    """
    for column in {id(column.table): column for column in columns}.values():
        if column.table is not None:
            query = query.join(column.table, column.table.c.key == column.run_key, isouter=is_outer)
    return query


def compile_cell(column: TableColumn) -> CellSQL:
    """Return the SQL value of a table column for a query over few runs."""
    field = column.field
    if column.label_key is not None:
        # As JSON a label without a value, which is true, differs from the text.
        value = func.coalesce(func.to_jsonb(RunLabel.value), literal_column("'true'::jsonb"))
        return _select_row_value(value, RunLabel.run_id == Run.id, RunLabel.key == func.lower(column.label_key))
    if column.workload is not None or field.group in ("workload", "figure"):
        of_result = (SearchableResult.run_id == Run.id, is_result_of(SearchableResult, column))
        return _select_row_value(getattr(SearchableResult, field.key), *of_result, is_single=column.workload is None)
    if field.group == "configuration":
        of_fact = (FiledFact.configuration_id == Run.configuration_id, FiledFact.field == field.key)
        if field.type == "number":
            return _select_row_value(FiledFact.number_value, *of_fact, is_single=False)
        return _select_row_value(_join_texts(), *of_fact)
    if field.name in _REFERENCES:
        run_key, value = _REFERENCES[field.name]
        return _select_row_value(value, value.class_.id == run_key)
    if field.name == "campaign":
        return _select_row_value(Campaign.name, _IS_CAMPAIGN, Job.id == Run.job_id)
    return CellSQL(_select_run_value(field))


def is_result_of(result: Any, column: TableColumn) -> ColumnElement[bool]:
    """Return the SQL condition that a result belongs to a column of workloads or figures.

    `result` is SearchableResult or an alias.
    """
    if column.workload is not None:
        return _is_of_workload(result, column.workload)
    flag: ColumnElement[bool] = getattr(result, get_flag_column(column.field.key))
    return flag


def find_workload_keys(session: Session, workload: Workload) -> Sequence[int]:
    """Return the keys of all stored workloads that match `workload`.

    One result is read for each stored workload.
    """
    result = aliased(SearchableResult)
    columns = ("workload_key", "name", *LOADS)
    stored = select(*(getattr(SearchableResult, name) for name in columns))
    first = stored.order_by(SearchableResult.workload_key).limit(1).subquery()
    distinct = select(*first.c).cte("each", recursive=True)
    following = (
        select(*(getattr(result, name) for name in columns))
        .where(result.workload_key > distinct.c.workload_key)
        .order_by(result.workload_key)
        .limit(1)
        .lateral("following")
    )
    distinct = distinct.union_all(select(*following.c).select_from(distinct).join(following, true()))
    return session.scalars(select(distinct.c.workload_key).where(_is_of_workload(distinct.c, workload))).all()


def _select_run_value(field: QueryField) -> ColumnElement[Any]:
    value: ColumnElement[Any] = _OF_RUN[field.name] if field.name in _OF_RUN else getattr(Run, field.name)
    return value


def _select_row_value(value: Any, *conditions: ColumnElement[bool], is_single: bool = True) -> CellSQL:
    """Return the SQL value of the row that meets the conditions.

    With `is_single` False several rows may meet them; the value is then null and marked as ambiguous.
    """
    if is_single:
        return CellSQL(select(value).where(*conditions).correlate(Run).scalar_subquery())
    return CellSQL(
        select(_select_single_value(value)).where(*conditions).correlate(Run).scalar_subquery(),
        select(func.count() > 1).where(*conditions).correlate(Run).scalar_subquery(),
    )


def _select_labels(key: str) -> TableQuery:
    value = func.coalesce(RunLabel.value, literal_column("'true'"))
    query: TableQuery = select(RunLabel.run_id.label("key"), value.label("value"))
    return query.where(RunLabel.key == func.lower(key))


def _select_main(flag: str) -> TableQuery:
    """Select the results that represent their runs, by the column `flag` of SearchableResult."""
    columns = (getattr(SearchableResult, name) for name in ("name", *LOADS, *FIGURES))
    return select(SearchableResult.run_id.label("key"), *columns).where(getattr(SearchableResult, flag))


def _select_facts(field: QueryField) -> TableQuery:
    """Select the values of a fact by configuration: several texts joined, several numbers as null."""
    is_number = field.type == "number"
    value = _select_single_value(FiledFact.number_value) if is_number else _join_texts()
    query = select(FiledFact.configuration_id.label("key"), value.label("value")).where(FiledFact.field == field.key)
    return query.group_by(FiledFact.configuration_id)


def _select_single_value(value: Any) -> ColumnElement[Any]:
    """Return the SQL value of a group with one row; it is null for a group of several rows."""
    return case((func.count() == 1, func.min(value)))


def _join_texts() -> ColumnElement[str]:
    return func.string_agg(FiledFact.text_value, aggregate_order_by(literal(VALUE_SEPARATOR), FiledFact.ordinal))


def _is_of_workload(result: Any, workload: Workload) -> ColumnElement[bool]:
    if isinstance(workload, MatchedWorkload):
        return compile_workload(workload.condition, result)
    condition: ColumnElement[bool] = func.lower(result.name) == func.lower(workload.name)
    return condition
