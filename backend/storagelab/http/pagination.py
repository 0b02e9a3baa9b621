"""Page parameters of list requests; lists themselves are in `storagelab.http.listing`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query

from storagelab.http import listing
from storagelab.http.listing import DEFAULT_LIMIT, MAX_LIMIT, Listing, PageRequest, paginate
from storagelab.http.schemas import Line
from storagelab.query.columns import (
    MAX_COLUMN_CHARACTERS,
    MAX_COLUMNS,
    MAX_SORTS,
    Sort,
    TableColumn,
    parse_columns,
    parse_sorts,
)
from storagelab.query.fields import FieldSet

__all__ = [
    "DEFAULT_LIMIT",
    "MAX_CURSOR_CHARACTERS",
    "MAX_LIMIT",
    "Listing",
    "PageDep",
    "PageRequest",
    "SortedPage",
    "build_columns_dependency",
    "page_of",
    "paginate",
    "read_page",
]

#: A cursor holds what the last row is ordered by, which may be long texts.
MAX_CURSOR_CHARACTERS = 20_000


Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT)]
Cursor = Annotated[
    str | None, Query(max_length=MAX_CURSOR_CHARACTERS, description="`next_cursor` of the previous page")
]
SortText = Annotated[
    Line | None,
    Query(
        max_length=MAX_COLUMN_CHARACTERS,
        description="Fields that order the list, with commas between them and `-` before one from high to low, as in "
        f"`label.rack,-number`. Unknown values are last. At most {MAX_SORTS}",
    ),
]


ColumnsText = Annotated[
    Line | None,
    Query(
        max_length=MAX_COLUMN_CHARACTERS,
        description="Columns of a file with commas between them: fields, and labels as in `label.release`. "
        f"All fields by default. At most {MAX_COLUMNS}",
    ),
]


def read_page(
    limit: Limit = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=200, description="`next_cursor` of the previous page")] = None,
    sort: Annotated[listing.Sort, Query(description="Newest first, or oldest first")] = "-created_at",
) -> PageRequest:
    """Read the page from the query parameters of a list."""
    return PageRequest(limit=limit, cursor=cursor, sort=sort)


PageDep = Annotated[PageRequest, Depends(read_page)]


@dataclass(frozen=True, slots=True)
class SortedPage:
    """The page of a list that a client requests, and the fields that order it; none is the usual order."""

    limit: int = DEFAULT_LIMIT
    cursor: str | None = None
    sorts: tuple[Sort, ...] = ()


def build_columns_dependency(fields: FieldSet) -> Any:
    """Return the FastAPI dependency that reads the columns of a downloaded table.

    The table lists rows with these `fields`. The dependency gives None without requested columns.
    """

    def read_columns(columns: ColumnsText = None) -> tuple[TableColumn, ...] | None:
        return parse_columns(columns, fields) or None if columns is not None else None

    return Depends(read_columns)


def page_of(fields: FieldSet, *, default_limit: int = DEFAULT_LIMIT) -> Any:
    """Return the dependency that reads the page of a list with these fields."""

    def read_sorted_page(limit: Limit = default_limit, cursor: Cursor = None, sort: SortText = None) -> SortedPage:
        sorts = parse_sorts(sort, fields) if sort is not None and sort.strip() else ()
        return SortedPage(limit, cursor, sorts)

    return Depends(read_sorted_page)
