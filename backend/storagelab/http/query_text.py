"""The query of a request: its text, its time zone and its meaning for the fields of a list."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.query.conditions import TypedQuery
from storagelab.query.fields import FieldSet
from storagelab.query.grammar import MAX_CHARACTERS
from storagelab.query.resolving import read_query
from storagelab.query.time_zones import DEFAULT_TIME_ZONE, find_time_zone

QueryText = Annotated[
    Line | None,
    Query(
        max_length=MAX_CHARACTERS,
        description='Query, as in `model:"PM9A3" label:release=24.1`. `GET /fields` lists its fields',
    ),
]
TimeZone = Annotated[
    str,
    Query(
        max_length=64,
        description="Time zone of the dates in a query, as in `Europe/Berlin`",
    ),
]


def query_of(fields: FieldSet) -> Any:
    """Return the dependency that reads the query of a request for a list with these fields."""

    def read_query(
        session: SessionDep, q: QueryText = None, time_zone: TimeZone = DEFAULT_TIME_ZONE
    ) -> TypedQuery | None:
        return read_query_text(session, q, fields, time_zone=time_zone)

    return Depends(read_query)


def read_query_text(session: Session, text: str | None, fields: FieldSet, *, time_zone: str) -> TypedQuery | None:
    """Parse the query `text` for a list with these `fields`; None for an empty query.

    Raises InvalidQuery, or InvalidInput for an unknown time zone.
    """
    zone = find_time_zone(time_zone)
    if text is None or not text.strip():
        return None
    return read_query(text, fields, read_clock(session).astimezone(zone))
