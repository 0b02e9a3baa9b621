"""Query parameters of the table of runs: columns, order, groups and page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query

from storagelab.errors import InvalidInput
from storagelab.http.pagination import DEFAULT_LIMIT, MAX_CURSOR_CHARACTERS, MAX_LIMIT
from storagelab.http.schemas import Line
from storagelab.query.columns import MAX_COLUMN_CHARACTERS, Sort, TableColumn, parse_columns, parse_group, parse_sort
from storagelab.query.run_fields import RUN_FIELDS

#: Runs before an offset are skipped one by one.
MAX_OFFSET = 1_000_000


@dataclass(frozen=True, slots=True)
class TableRequest:
    """The part of the table that a request means. `columns` is None where none were requested."""

    columns: tuple[TableColumn, ...] | None
    sort: Sort | None
    group: TableColumn | None
    with_total: bool
    with_facts: bool
    with_summaries: bool
    limit: int
    cursor: str | None
    offset: int


def read_table_request(
    columns: Annotated[
        Line | None,
        Query(
            max_length=MAX_COLUMN_CHARACTERS,
            description='Columns with commas between them, as in `model,label.release,p99@"4K random read QD32"`: '
            "fields of `GET /fields`, labels, figures of a workload, and `vs(iops, r-474)` for the difference from the "
            "figure of that run. At most 64",
        ),
    ] = None,
    sort: Annotated[
        Line | None,
        Query(
            max_length=MAX_COLUMN_CHARACTERS,
            description="Column that orders runs, with `-` before it from high to low. Unknown values are last. "
            "Newest first by default",
        ),
    ] = None,
    group: Annotated[
        Line | None,
        Query(
            max_length=MAX_COLUMN_CHARACTERS,
            description="Field or label by which runs are grouped. Dates are grouped by days",
        ),
    ] = None,
    total: Annotated[bool, Query(description="Count all matching runs")] = False,
    facts: Annotated[bool, Query(description="Add facts of the configuration by which rows can be named")] = False,
    summaries: Annotated[bool, Query(description="Sum up the numbers of each group, which takes longest")] = True,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
    cursor: Annotated[
        str | None, Query(max_length=MAX_CURSOR_CHARACTERS, description="`next_cursor` of the previous page")
    ] = None,
    offset: Annotated[
        int,
        Query(ge=0, le=MAX_OFFSET, description="Skip so many runs of the order. Not with `cursor`, not with `group`"),
    ] = 0,
) -> TableRequest:
    """Read columns, order, groups and page from the query parameters. Raises InvalidInput and InvalidQuery."""
    if offset > 0 and (cursor is not None or group):
        name = "group" if group else "cursor"
        raise InvalidInput(f"cannot be combined with `{name}`: leave one of them out", path="offset")
    return TableRequest(
        columns=parse_columns(columns, RUN_FIELDS) if columns else None,
        sort=parse_sort(sort, RUN_FIELDS) if sort else None,
        group=parse_group(group, RUN_FIELDS) if group else None,
        with_total=total,
        with_facts=facts,
        with_summaries=summaries,
        limit=limit,
        cursor=cursor,
        offset=offset,
    )


TableDep = Annotated[TableRequest, Depends(read_table_request)]
