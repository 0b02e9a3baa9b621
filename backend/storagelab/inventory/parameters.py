"""Query parameters of the lists of hardware, and of the logs of what became of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from storagelab.http.label_filters import LabelFilter
from storagelab.http.listing import DEFAULT_LIMIT, MAX_LIMIT
from storagelab.http.pagination import SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.http.validation_messages import register_pattern_words
from storagelab.inventory.filters import PieceFilter, find_server_id
from storagelab.inventory.hardware_fields import ARRAYS, CONTROLLERS, DRIVES, SERVERS
from storagelab.inventory.hardware_schemas import Lifecycle
from storagelab.inventory.history import LogPage
from storagelab.query.conditions import TypedQuery

Words = Annotated[Line | None, Query(max_length=200, description="Words that must all occur")]
Model = Annotated[Line | None, Query(max_length=200, description="The model, exactly")]
Firmware = Annotated[Line | None, Query(max_length=200, description="The firmware, exactly")]
Word = Annotated[Line | None, Query(max_length=50)]
ServerQuery = Annotated[TypedQuery | None, query_of(SERVERS.fields)]
ControllerQuery = Annotated[TypedQuery | None, query_of(CONTROLLERS.fields)]
DriveQuery = Annotated[TypedQuery | None, query_of(DRIVES.fields)]
ArrayQuery = Annotated[TypedQuery | None, query_of(ARRAYS.fields)]
ServerPageDep = Annotated[SortedPage, page_of(SERVERS.fields)]
ControllerPageDep = Annotated[SortedPage, page_of(CONTROLLERS.fields)]
DrivePageDep = Annotated[SortedPage, page_of(DRIVES.fields)]
ArrayPageDep = Annotated[SortedPage, page_of(ARRAYS.fields)]
ServerReference = Annotated[str | None, Query(max_length=64, description="Id or number of a server")]


def read_filter(
    session: SessionDep,
    server_id: ServerReference = None,
    lifecycle: Lifecycle | None = None,
    present: Annotated[bool | None, Query(description="Whether the last discovery saw it")] = None,
    labels: LabelFilter = None,
) -> PieceFilter:
    """Read the filter from the query parameters of a list. Raises NotFound for a server that is not there."""
    server = find_server_id(session, server_id)
    return PieceFilter(server_id=server, lifecycle=lifecycle, present=present, labels=labels)


FilterDep = Annotated[PieceFilter, Depends(read_filter)]


def read_log_page(
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
    cursor: Annotated[
        str | None,
        Query(
            pattern=register_pattern_words(r"^[0-9]{1,18}$", "is not a cursor of this list: begin without one"),
            description="`next_cursor` of the previous page",
        ),
    ] = None,
) -> LogPage:
    """Read the page of a log from the query parameters: its cursor is the id of the last row before it."""
    return LogPage(limit=limit, before=None if cursor is None else int(cursor))


LogPageDep = Annotated[LogPage, Depends(read_log_page)]
