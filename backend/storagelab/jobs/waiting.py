"""Has what waits look again at once, after something changed that it may wait for."""

from __future__ import annotations

import uuid

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, Run
from storagelab.domain.lifecycle import AttemptState


def look_again(session: Session, *, server_id: uuid.UUID | None = None) -> None:
    """Make every attempt that waits, or those of one server, due now; the reconciler rings for them within a second.

    An attempt that somebody drives at this moment is left out: it looks at the same facts anyway.
    """
    waiting = (
        select(Attempt.id)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .where(
            Attempt.state == AttemptState.QUEUED,
            or_(Job.start_after.is_(None), Job.start_after <= func.clock_timestamp()),
        )
        .with_for_update(of=Attempt, skip_locked=True)
    )
    if server_id is not None:
        waiting = waiting.where(Attempt.server_id == server_id)
    ids = session.scalars(waiting).all()
    session.execute(
        update(Attempt)
        .where(Attempt.id.in_(ids))
        .values(next_step_at=func.clock_timestamp())
        .execution_options(synchronize_session=False)
    )
