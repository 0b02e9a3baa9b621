"""When a person opened the home page last, so that it can mark what is new."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import User

#: A visit that was not renewed for so long is over.
VISIT_GAP = dt.timedelta(minutes=30)


def read_last_visit(session: Session, user_id: uuid.UUID) -> dt.datetime | None:
    """Return the end of the user's visit before the present one; None for a first visit."""
    row = session.execute(select(User.visited_at, User.previous_visit_at).where(User.id == user_id)).one_or_none()
    if row is None:
        return None
    return find_last_visit(row.visited_at, row.previous_visit_at, now=read_clock(session))


def record_visit(session: Session, user_id: uuid.UUID) -> None:
    """Record that the user's home page is open now, in the present visit or as a new visit."""
    user = session.scalars(select(User).where(User.id == user_id).with_for_update(key_share=True)).one()
    now = read_clock(session)
    user.previous_visit_at = find_last_visit(user.visited_at, user.previous_visit_at, now=now)
    user.visited_at = now
    session.flush()


def find_last_visit(
    visited_at: dt.datetime | None, previous_visit_at: dt.datetime | None, *, now: dt.datetime
) -> dt.datetime | None:
    """Return the end of the visit before the present one, or None for a first visit.

    `visited_at` and `previous_visit_at` are the stored times of the last activity and of the earlier visit.
    """
    if visited_at is not None and now - visited_at > VISIT_GAP:
        return visited_at
    return previous_visit_at
