"""Queue of attempts before each server: those near its front, and their periodic checks.

Only attempts near the front check often. One far back learns only that others go first. Thousands of such checks would
slow down the runs in progress.
"""

from __future__ import annotations

import uuid

from sqlalchemy import ColumnElement, and_, func, literal, or_, select, tuple_, update
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Attempt, Job, Run, Server
from storagelab.domain.lifecycle import AttemptState

#: Whose runs go first among the jobs that wait for a server.
JOB_ORDER = (Job.priority.desc(), Job.queue_position, Job.created_at)
#: Who goes first among the attempts that wait for a server.
QUEUE_ORDER = (*JOB_ORDER, Attempt.number)
#: Interval in seconds of checks of a wait that ends elsewhere, besides the enqueued check when it ends.
LOOK_AGAIN = 60.0
#: And by one far back at least this often.
RARELY = 6 * 3600.0
#: Number of attempts of each line that check at every change; those behind them only know that others go first.
NEAR_THE_FRONT = 50


def build_startable_condition() -> ColumnElement[bool]:
    """Build the condition that an attempt could start now if it were first in the queue.

    The query must join the attempt with its job.
    """
    now = func.clock_timestamp()
    return and_(
        Attempt.state == AttemptState.QUEUED,
        Attempt.requested_state == "run",
        or_(Job.start_after.is_(None), Job.start_after <= now),
        or_(Job.start_before.is_(None), Job.start_before > now),
    )


def count_ahead(session: Session, *, job: Job, server_id: uuid.UUID, attempt_number: int | None = None) -> int:
    """Count the startable attempts on a server that are ahead of an attempt of `job`.

    `attempt_number` None means an attempt that is not stored yet.
    """
    mine = (literal(-job.priority), literal(job.queue_position), literal(job.created_at))
    theirs = (-Job.priority, Job.queue_position, Job.created_at)
    ahead = (
        tuple_(*theirs) < tuple_(*mine)
        if attempt_number is None
        else tuple_(*theirs, Attempt.number) < tuple_(*mine, literal(attempt_number))
    )
    waiting = (
        select(func.count())
        .select_from(Attempt)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .where(Attempt.server_id == server_id, build_startable_condition(), ahead)
    )
    return session.scalars(waiting).one()


def look_again_after(ahead: int) -> float:
    """Return the seconds until a waiting attempt checks its start by itself.

    `ahead` is the number of attempts in front of it. The interval grows with that number, so that the checks of a whole
    queue add up to about one a second, however long it is. The attempt misses nothing: every move of the queue makes
    the attempts near the front check.
    """
    return min(LOOK_AGAIN * max(1.0, ahead / NEAR_THE_FRONT) ** 2, RARELY) * get_settings().time_scale


def find_distant_waiting_reason(server: Server) -> str:
    """Return the waiting reason of an attempt that is far from the front of its server's queue.

    It is true until the attempt is near, however the queue moves.
    """
    return f"waiting for {server.name}: other runs are ahead"


def look_again(session: Session, *, server_id: uuid.UUID | None = None) -> None:
    """Make the attempts near the front of every server's queue due now, or of one server's.

    The reconciler enqueues them within a second. An attempt that a worker is processing at this moment is left out: it
    reads the same facts anyway.
    """
    place = func.row_number().over(partition_by=Attempt.server_id, order_by=QUEUE_ORDER).label("place")
    line = (
        select(Attempt.id, place)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .where(build_startable_condition())
    )
    if server_id is not None:
        line = line.where(Attempt.server_id == server_id)
    places = line.subquery()
    ids = session.scalars(select(places.c.id).where(places.c.place <= NEAR_THE_FRONT)).all()
    free = select(Attempt.id).where(Attempt.id.in_(ids), Attempt.state == AttemptState.QUEUED)
    ids = session.scalars(free.with_for_update(skip_locked=True)).all()
    now = func.clock_timestamp()
    later = or_(Attempt.next_step_at.is_(None), Attempt.next_step_at > now)
    session.execute(
        update(Attempt)
        .where(Attempt.id.in_(ids), later)
        .values(next_step_at=now)
        .execution_options(synchronize_session=False)
    )
