"""The attempts of a job that are not over, locked: one that ends meanwhile can be followed by another."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, Run
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL


def lock_live_attempts(session: Session, job: Job) -> list[Attempt]:
    """Lock and return every attempt of a job that has not ended.

    While a lock is awaited, an attempt may end and another may follow that the query did not see. So the query is
    repeated until it finds no other. While all attempts are locked none can end, so none can follow.
    """
    locked: dict[uuid.UUID, Attempt] = {}
    while True:
        query = (
            select(Attempt)
            .join(Run, Run.id == Attempt.run_id)
            .where(Run.job_id == job.id, Attempt.state.not_in(ATTEMPT_TERMINAL), Attempt.id.not_in(locked))
            .order_by(Attempt.number)
            .with_for_update(of=Attempt)
            .execution_options(populate_existing=True)
        )
        attempts = session.scalars(query).all()
        if not attempts and not _has_live_attempts(session, job, besides=locked):
            return list(locked.values())
        locked |= {attempt.id: attempt for attempt in attempts}


def _has_live_attempts(session: Session, job: Job, *, besides: Collection[uuid.UUID]) -> bool:
    live = select(Attempt.id).join(Run, Run.id == Attempt.run_id)
    live = live.where(Run.job_id == job.id, Attempt.state.not_in(ATTEMPT_TERMINAL), Attempt.id.not_in(besides))
    return session.scalars(live.limit(1)).first() is not None
