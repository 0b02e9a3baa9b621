"""The query of a request for runs."""

from __future__ import annotations

from sqlalchemy.orm import Session

from storagelab.http.query_text import QueryText, TimeZone, read_query_text
from storagelab.query.conditions import TypedQuery
from storagelab.query.run_fields import RUN_FIELDS

__all__ = ["QueryText", "TimeZone", "read_run_query"]


def read_run_query(session: Session, text: str | None, *, time_zone: str) -> TypedQuery | None:
    """Parse a query of runs; return None for an empty text.

    Raises InvalidQuery, or InvalidInput for an unknown time zone.
    """
    return read_query_text(session, text, RUN_FIELDS, time_zone=time_zone)
