"""The table of runs: runs of a page or a file, values of their columns, groups with summaries."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sqlalchemy import false, func, null, select
from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.domain.labels import format_labels, has_reserved_key
from storagelab.inventory.order_keys import build_behind_condition
from storagelab.query.columns import TableColumn
from storagelab.results.run_columns import CellSQL, JoinedColumns, TableQuery, compile_cell, join_tables
from storagelab.results.run_differences import FigureDifference, read_differences
from storagelab.results.run_order import RunOrderKey, RunPlace, TableOrder, build_known_condition

MAX_GROUPS = 200
#: Groups whose runs are chosen one by one, which is fast where a group has many.
MAX_WALKED_GROUPS = 8
#: A whole number above this may not be exact.
_EXACT = 2**53

#: Narrows a query over `Run` to the runs of the table.
Narrow = Callable[[TableQuery], TableQuery]
Value = str | bool | int | float | dt.datetime | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """The values of one run in the order of the columns; those at the indexes in `ambiguous` are several, and None.

    `reasons` has by index the reason why a value is not compared with the baseline.
    """

    run_id: uuid.UUID
    number: int
    title: str
    values: list[Value]
    ambiguous: list[int]
    group: str | None
    reasons: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """The known numbers of one column in a group."""

    min: float | None
    median: float | None
    max: float | None
    count: int


@dataclass(frozen=True, slots=True)
class TableGroup:
    """The runs of one value, None for those without; a column that is no number has no summary."""

    value: str | None
    #: The same as the database has it.
    key: Any
    run_count: int
    summaries: list[Summary | None] = field(default_factory=list)


def choose_runs(
    session: Session,
    narrow: Narrow,
    order: TableOrder,
    *,
    limit: int,
    start: RunPlace | None = None,
    offset: int = 0,
    first_groups: Sequence[Any] = (),
) -> list[RunPlace]:
    """Return the places of at most `limit` runs of the table in order, behind `start` if it is given.

    No values of columns are read. `offset` skips that many runs of an order without groups. `first_groups` are keys of
    the first groups, where they are known.
    """
    if order.group is None:
        return _choose_sorted(session, narrow, order, limit, start, offset)
    walked = [start.group] if start is not None else first_groups[:MAX_WALKED_GROUPS]
    if order.sort is not None and order.sort.column.table is order.group.column.table is not None:
        # One table cannot be joined for the group and looked through for unknown values.
        return _read_places(session, _select_together(narrow, order, order.group, start, ()), limit)
    places: list[RunPlace] = []
    for key in walked:
        if len(places) < limit:
            within = partial(_narrow_to_group, session, narrow, order.group, key)
            chosen = _choose_sorted(session, within, order, limit - len(places), start)
            places += [replace(place, group=key) for place in chosen]
            start = None
    if len(places) < limit:
        rest = _select_together(narrow, order, order.group, None, walked[-1:])
        places += _read_places(session, rest, limit - len(places))
    return places


def _choose_sorted(
    session: Session, narrow: Narrow, order: TableOrder, limit: int, start: RunPlace | None, offset: int = 0
) -> list[RunPlace]:
    """Return the places of runs in an order without groups.

    Runs with a value of the sort column come before the others; an index may have their order.
    """
    if order.sort is None:
        return _read_places(session, _select_newest(narrow, order, start), limit, offset)
    places: list[RunPlace] = []
    if start is None or start.value is not None:
        with_value = _select_known(narrow, order, order.sort, start)
        places = _read_places(session, with_value, limit, offset)
        if len(places) < limit:
            offset = 0 if places else offset - min(offset, _count_rows(session, with_value))
        start = None
    if len(places) < limit:
        unknown = _select_newest(narrow, order, start).where(order.sort.column.is_unknown())
        places += _read_places(session, unknown, limit - len(places), offset)
    return places


def count_runs(session: Session, narrow: Narrow) -> int:
    """Return the number of all runs in the table that `narrow` selects."""
    return session.scalar(narrow(select(func.count()).select_from(Run))) or 0


def read_rows(
    session: Session, columns: Sequence[TableColumn], run_ids: Sequence[uuid.UUID], order: TableOrder | None = None
) -> list[TableRow]:
    """Return the table rows of these runs in the order of `run_ids`.

    A removed run is left out. With an order that groups runs, each row has its group. Raises InvalidQuery for a
    baseline that is no run.
    """
    cells = [compile_cell(column) if column.baseline is None else CellSQL(null()) for column in columns]
    doubtful = {index: cell.is_ambiguous for index, cell in enumerate(cells) if cell.is_ambiguous is not None}
    group = order.group_cell if order is not None else None
    query: TableQuery = select(
        Run.id,
        Run.number,
        Run.title,
        (group if group is not None else null()).label("group"),
        *(cell.value.label(f"value_{index}") for index, cell in enumerate(cells)),
        *(is_ambiguous.label(f"several_{index}") for index, is_ambiguous in doubtful.items()),
    ).where(Run.id.in_(run_ids))
    by_id = {row[0]: row for row in session.execute(query)}
    rows = [_make_row(by_id[run_id], columns, list(doubtful)) for run_id in run_ids if run_id in by_id]
    for index, differences in read_differences(session, columns, run_ids).items():
        for row in rows:
            _put_difference(row, index, differences.get(row.run_id, FigureDifference()))
    return rows


def summarise_groups(
    session: Session,
    narrow: Narrow,
    columns: Sequence[TableColumn],
    key: RunOrderKey,
    joined: JoinedColumns,
    *,
    with_numbers: bool = True,
) -> tuple[list[TableGroup], bool]:
    """Return the first groups of the table in order, and whether there are more.

    Each group has a summary of every column of numbers, unless `with_numbers` is False.
    """
    summarised = [index for index, column in enumerate(columns) if with_numbers and _is_summarised(column)]
    numbers = {index: joined.add(columns[index]) for index in summarised}
    values: TableQuery = select(
        key.value.label("group"),
        *(column.value.label(f"value_{index}") for index, column in numbers.items()),
    ).select_from(Run)
    per_run = narrow(join_tables(values, [key.column, *numbers.values()])).subquery()
    # By their characters, not in the order of a language: groups only have to differ here.
    own = per_run.c.group.collate("C") if key.kind in ("text", "name") else per_run.c.group
    counted: TableQuery = select(own.label("group"), func.count())
    for index in numbers:
        value = per_run.c[f"value_{index}"]
        median = func.percentile_cont(0.5).within_group(value)
        counted = counted.add_columns(func.min(value), median, func.max(value), func.count(value))
    groups = counted.group_by(own).subquery()
    query: TableQuery = select(groups).order_by(key.comparable(groups.c.group).nulls_last()).limit(MAX_GROUPS + 1)
    rows = session.execute(query).all()
    return [_make_group(row, len(columns), list(numbers)) for row in rows[:MAX_GROUPS]], len(rows) > MAX_GROUPS


def _is_summarised(column: TableColumn) -> bool:
    return column.field.type == "number" and column.baseline is None


def _select_together(
    narrow: Narrow, order: TableOrder, group: RunOrderKey, start: RunPlace | None, last_groups: Sequence[Any]
) -> TableQuery:
    """Select the runs of all groups in one query, or of the groups behind `last_groups`.

    With `start` it selects the runs behind this place. No index has this order.
    """
    keys = [group, *([order.sort] if order.sort is not None else [])]
    query: TableQuery = select(Run.id, Run.created_at, group.value, _select_order_value(order.sort))
    query = join_tables(query, [key.column for key in keys])
    if start is not None:
        values = [group.build_compared_key(start.group), *([start.value] if order.sort is not None else [])]
        query = query.where(
            build_behind_condition(list(zip(keys, values, strict=True)), order.build_tail_condition(start))
        )
    for last in last_groups:
        query = query.where(build_behind_condition([(group, group.build_compared_key(last))], false()))
    return narrow(query).order_by(*(key.order() for key in keys), *order.tail())


def _narrow_to_group(session: Session, narrow: Narrow, group: RunOrderKey, key: Any, query: TableQuery) -> TableQuery:
    column = group.column
    if key is None:
        return narrow(query).where(column.is_unknown())
    if column.table is not None and column.run_key is Run.configuration_id:
        # The planner knows how many runs these configurations have, and nothing of the values of a joined table.
        meant = session.scalars(select(column.table.c.key).where(group.value == key)).all()
        return narrow(query).where(column.run_key.in_(meant))
    return narrow(join_tables(query, [column], is_outer=False)).where(group.value == key)


def _select_known(narrow: Narrow, order: TableOrder, sort: RunOrderKey, start: RunPlace | None) -> TableQuery:
    query: TableQuery = select(Run.id, Run.created_at, null(), sort.ordered).where(sort.value.is_not(None))
    query = join_tables(query, [sort.column], is_outer=False)
    if start is not None:
        query = query.where(build_known_condition(sort, start.value, order.build_tail_condition(start)))
    direction = sort.ordered.desc() if sort.is_descending else sort.ordered.asc()
    return narrow(query).order_by(direction, *order.tail())


def _select_newest(narrow: Narrow, order: TableOrder, start: RunPlace | None) -> TableQuery:
    query: TableQuery = select(Run.id, Run.created_at, null(), null())
    if start is not None:
        query = query.where(order.build_tail_condition(start))
    return narrow(query).order_by(*order.tail())


def _select_order_value(key: RunOrderKey | None) -> Any:
    return null() if key is None else key.ordered


def _count_rows(session: Session, query: TableQuery) -> int:
    return session.scalar(select(func.count()).select_from(query.order_by(None).subquery())) or 0


def _read_places(session: Session, query: TableQuery, limit: int, offset: int = 0) -> list[RunPlace]:
    rows = session.execute(query.limit(limit).offset(offset))
    return [RunPlace(row[2], row[3], created_at=row[1], run_id=row[0]) for row in rows]


def _make_row(row: Sequence[Any], columns: Sequence[TableColumn], doubtful: Sequence[int]) -> TableRow:
    run_id, number, title, group, *cells = row
    values = [_read_value(cell) for cell in cells[: len(columns)]]
    several = zip(doubtful, cells[len(columns) :], strict=True)
    return TableRow(run_id, number, title, values, [index for index, is_so in several if is_so], print_value(group))


def _put_difference(row: TableRow, index: int, difference: FigureDifference) -> None:
    row.values[index] = _read_value(difference.percent)
    if difference.reason is not None:
        row.reasons[index] = difference.reason
    if difference.is_ambiguous:
        row.ambiguous.append(index)


def _read_value(cell: Any) -> Value:
    """Convert a database value to the value of a table cell.

    All labels of a run are one text, a whole number has no fraction.
    """
    if isinstance(cell, dict):
        return format_labels({key: value for key, value in cell.items() if not has_reserved_key(key)}) or None
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _EXACT:
        return int(cell)
    return cell  # type: ignore[no-any-return]


def print_value(cell: Any) -> str | None:
    """Return the value of a table cell as text, None for an unknown value."""
    value = _read_value(cell)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, dt.date) else repr(value)


def _make_group(row: Sequence[Any], column_count: int, numbers: Sequence[int]) -> TableGroup:
    value, run_count, *cells = row
    summaries: list[Summary | None] = [None] * column_count
    for place, index in enumerate(numbers):
        low, median, high, count = cells[4 * place : 4 * place + 4]
        summaries[index] = Summary(low, median, high, count)
    return TableGroup(print_value(value), value, run_count, summaries)
