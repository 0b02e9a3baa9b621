"""Retention: deletion of old idempotency keys and of old target checks."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import delete
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Idempotency, TargetCheck

#: A client that repeats a request does so within hours.
KEEP_KEYS = dt.timedelta(days=7)
KEEP_CHECKS = dt.timedelta(days=30)


def delete_expired(session: Session) -> int:
    """Delete expired idempotency keys and target probes; return the number of rows deleted.

    A probe under way remains.
    """
    now = read_clock(session)
    statements = (
        delete(Idempotency).where(Idempotency.created_at < now - KEEP_KEYS).returning(Idempotency.key),
        delete(TargetCheck)
        .where(TargetCheck.state != "requested", TargetCheck.created_at < now - KEEP_CHECKS)
        .returning(TargetCheck.id),
    )
    return sum(len(session.execute(statement).all()) for statement in statements)
