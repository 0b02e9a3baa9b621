"""Clock of the lab: the database clock, which every process of the lab can read."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import func, select
from sqlalchemy.orm import Session


def read_clock(session: Session) -> dt.datetime:
    """Return the current time of the database, in UTC. It advances within a transaction."""
    now: dt.datetime = session.scalars(select(func.clock_timestamp())).one()
    return now
