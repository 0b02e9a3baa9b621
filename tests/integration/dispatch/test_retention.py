"""Retention: old idempotency keys and answered probes are deleted, and nothing else."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.factories import Factory

from storagelab.auth.service import create_token
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Idempotency, TargetCheck, User
from storagelab.dispatch.retention import delete_expired


def test_old_keys_and_answered_checks_are_removed(session: Session, make: Factory) -> None:
    create_token(session, name="x", role="viewer")
    user_id = session.scalars(select(User.id)).one()
    server = make.server()
    now = dt.datetime.now(dt.UTC)
    for days in (6, 8):
        session.add(
            Idempotency(
                user_id=user_id,
                key=f"{days} days",
                body_sha256=b"",
                resource_id=generate_uuid7(),
                created_at=now - dt.timedelta(days=days),
            )
        )
    for days, state in ((29, "done"), (31, "done"), (31, "failed"), (31, "requested")):
        session.add(
            TargetCheck(
                server_id=server.id, question={}, state=state, due_at=now, created_at=now - dt.timedelta(days=days)
            )
        )
    session.flush()
    assert delete_expired(session) == 3
    assert session.scalars(select(Idempotency.key)).all() == ["6 days"]
    assert sorted(session.scalars(select(TargetCheck.state))) == ["done", "requested"]
    assert delete_expired(session) == 0
