"""Pages of the table of runs, as REST shows them."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import DataError
from sqlalchemy.orm import Session

from storagelab.db.models import FiledFact, Run
from storagelab.errors import InvalidInput
from storagelab.query.columns import TableColumn
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.results.queries import find_runs_by_id
from storagelab.results.run_columns import VALUE_SEPARATOR, JoinedColumns
from storagelab.results.run_order import TableOrder, decode_place, encode_place, make_order
from storagelab.results.run_table import (
    Narrow,
    TableGroup,
    TableRow,
    Value,
    choose_runs,
    count_runs,
    read_rows,
    summarise_groups,
)
from storagelab.results.run_table_parameters import TableRequest
from storagelab.results.run_table_schemas import NumberSummary, RunColumn, RunGroup, RunPage, RunRow
from storagelab.runs.headline import read_best
from storagelab.runs.summaries import build_summary_fields

_Facts = dict[str, str | float]
#: By name of the field; those whose values are numbers have one, or are unknown.
_NAMING_FIELDS = ("model", "drives", "raid", "condition", "controller", "filesystem", "firmware", "strip")
_BY_KEY = {field.key: field for field in RUN_FIELDS.fields if field.name in _NAMING_FIELDS}


def describe_page(session: Session, narrow: Narrow, request: TableRequest, *, time_zone: str) -> RunPage:
    """Return one page of the run table, with its groups on the first page.

    Raises InvalidInput for a cursor of another order.
    """
    joined = JoinedColumns(session)
    order = read_order(session, joined, request, time_zone=time_zone)
    start = decode_place(order, request.cursor) if request.cursor is not None else None
    columns = request.columns or ()
    groups: list[TableGroup] | None = None
    groups_cut = False
    if order.group is not None and start is None:
        groups, groups_cut = summarise_groups(
            session, narrow, columns, order.group, joined, with_numbers=request.with_summaries
        )
    first_groups = [group.key for group in groups or ()]
    places = choose_runs(
        session,
        narrow,
        order,
        limit=request.limit + 1,
        start=start,
        offset=request.offset,
        first_groups=first_groups,
    )
    shown = places[: request.limit]
    return RunPage(
        items=_describe_rows(session, order, request, [place.run_id for place in shown]),
        next_cursor=encode_place(order, shown[-1]) if len(places) > len(shown) else None,
        columns=[_describe_column(column) for column in columns] if request.columns is not None else None,
        groups=[_describe_group(group) for group in groups] if groups is not None else None,
        groups_cut=groups_cut,
        total=count_runs(session, narrow) if request.with_total else None,
    )


def read_order(session: Session, joined: JoinedColumns, request: TableRequest, *, time_zone: str) -> TableOrder:
    """Return the order of the run table that a request selects.

    Raises InvalidInput for a time zone that the database does not know.
    """
    if request.group is not None and request.group.field.type == "date":
        try:
            session.execute(select(func.timezone(time_zone, func.now())))
        except DataError:
            raise InvalidInput("the database does not know this time zone", path="time_zone") from None
    return make_order(joined, request.group, request.sort, time_zone)


def _describe_rows(
    session: Session, order: TableOrder, request: TableRequest, run_ids: Sequence[uuid.UUID]
) -> list[RunRow]:
    runs = find_runs_by_id(session, run_ids)
    best = read_best(session, run_ids=run_ids)
    rows: dict[uuid.UUID, TableRow] = {}
    if request.columns is not None or order.group is not None:
        rows = {row.run_id: row for row in read_rows(session, request.columns or (), run_ids, order)}
    facts = _read_naming_facts(session, runs) if request.with_facts else {}
    return [
        RunRow(
            **build_summary_fields(run, best.get(run.id, {})),
            **_describe_values(rows.get(run.id), request),
            facts=facts.get(run.configuration_id, {}) if request.with_facts else None,
        )
        for run in runs
    ]


def _describe_values(row: TableRow | None, request: TableRequest) -> dict[str, Any]:
    if row is None:
        return {}
    values = [_describe_value(value) for value in row.values] if request.columns is not None else None
    return {"values": values, "ambiguous": row.ambiguous, "group": row.group, "not_comparable": row.reasons}


def _describe_value(value: Value) -> str | bool | int | float | None:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, dt.datetime) else value


def _describe_column(column: TableColumn) -> RunColumn:
    return RunColumn(
        expression=column.expression,
        title=column.title,
        field=column.field.name,
        workload=column.workload_text,
        type=column.field.type,
        unit=column.unit,
        baseline=column.baseline.reference if column.baseline is not None else None,
    )


def _describe_group(group: TableGroup) -> RunGroup:
    summaries = [NumberSummary(**asdict(summary)) if summary is not None else None for summary in group.summaries]
    return RunGroup(value=group.value, run_count=group.run_count, summaries=summaries)


def _read_naming_facts(session: Session, runs: Iterable[Run]) -> dict[uuid.UUID | None, _Facts]:
    """Return the known facts of the runs' configurations, by configuration id and field name."""
    configurations = {run.configuration_id for run in runs if run.configuration_id is not None}
    columns = (FiledFact.configuration_id, FiledFact.field, FiledFact.text_value, FiledFact.number_value)
    query = (
        select(*columns)
        .where(FiledFact.configuration_id.in_(configurations), FiledFact.field.in_(_BY_KEY))
        .order_by(FiledFact.configuration_id, FiledFact.field, FiledFact.ordinal)
    )
    values: dict[tuple[uuid.UUID, str], list[tuple[str, float | None]]] = defaultdict(list)
    for configuration_id, key, as_text, as_number in session.execute(query):
        values[configuration_id, key].append((as_text, as_number))
    facts: dict[uuid.UUID | None, _Facts] = defaultdict(dict)
    for (configuration_id, key), entries in values.items():
        field = _BY_KEY[key]
        if field.type != "number":
            facts[configuration_id][field.name] = VALUE_SEPARATOR.join(text for text, _ in entries)
        elif len(entries) == 1 and entries[0][1] is not None:
            facts[configuration_id][field.name] = entries[0][1]
    return dict(facts)
