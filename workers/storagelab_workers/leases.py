"""Exclusive holds of servers and targets. They never expire: only evidence that an attempt is over releases them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session, aliased

from storagelab.db.models import Attempt, Job, Lease, Run, Server
from storagelab.domain.lifecycle import AttemptState
from storagelab.queue import enqueue


@dataclass(frozen=True, slots=True)
class Blocker:
    """What stands in the way of a lease, as words for the job page."""

    reason: str


def resources_of(job: Job, server: Server) -> list[str]:
    """Everything a run of the job must hold alone, in the one order in which leases are taken."""
    host = host_of(server)
    resources = {f"host:{host}"}
    target = job.target
    if target["kind"] == "devices":
        # A drive that two servers can see is one resource, whichever of them speaks of it.
        resources |= {f"dev:{stable_id}" for stable_id in target["stable_ids"]}
    elif target.get("path"):
        resources.add(f"file:{host}:{target['path']}")
    return sorted(resources)


def host_of(server: Server) -> str:
    """What tells the machine behind a server from all others, by whatever account or address it is reached.

    It is the boot: the kernel draws its id anew each time, while machine ids are copied with the images of disks.
    """
    return server.boot_id or server.machine_id or str(server.id)


def find_blocker(session: Session, *, attempt: Attempt, job: Job, server: Server) -> Blocker | None:
    """Who holds what this attempt needs, or who comes first; None when the way is free."""
    holder = session.execute(
        select(Run.number, Server.name)
        .join(Attempt, Attempt.run_id == Run.id)
        .join(Lease, Lease.attempt_id == Attempt.id)
        .join(Server, Server.id == Attempt.server_id)
        .where(
            # A lease of an earlier boot of this server counts until its attempt is over.
            or_(Lease.resource.in_(resources_of(job, server)), Attempt.server_id == server.id),
            Lease.attempt_id != attempt.id,
        )
        .order_by(Lease.resource.desc())
        .limit(1)
    ).first()
    if holder is not None:
        return Blocker(f"waiting for {holder.name}: r-{holder.number} is running there")
    first = _first_in_line(session, server_id=server.id)
    if first is not None and first.id != attempt.id:
        ahead = session.scalars(select(Run.number).where(Run.id == first.run_id)).one()
        return Blocker(f"waiting for {server.name}: r-{ahead} goes first")
    return None


def acquire(session: Session, *, attempt: Attempt, job: Job, server: Server) -> int:
    """Take every lease of the attempt and return its fence.

    The primary key decides a race: the loser's transaction fails with IntegrityError and is tried again later.
    """
    # The runner keeps one record for all of this lab, and a machine may be registered again or under a second name.
    server.fence = session.scalars(select(func.max(Server.fence))).one() + 1
    for resource in resources_of(job, server):
        session.add(Lease(resource=resource, attempt_id=attempt.id, fence=server.fence))
        session.flush()
    return server.fence


def release(session: Session, *, attempt_id: uuid.UUID, server_id: uuid.UUID) -> None:
    """Give back what the attempt holds and ring for whoever goes next."""
    session.execute(delete(Lease).where(Lease.attempt_id == attempt_id))
    session.flush()
    ring_next(session, server_id=server_id)


def ring_next(session: Session, *, server_id: uuid.UUID) -> None:
    """Make the attempt that goes next on a server due at once."""
    following = _first_in_line(session, server_id=server_id)
    if following is None:
        return
    # One that is locked is being driven at this moment and looks at the server anyway; waiting for it could deadlock.
    free = session.scalars(select(Attempt).where(Attempt.id == following.id).with_for_update(skip_locked=True)).first()
    if free is not None:
        free.next_step_at = session.scalars(select(func.clock_timestamp())).one()
    enqueue(session, "step_attempt", attempt_id=str(following.id))


def _first_in_line(session: Session, *, server_id: uuid.UUID) -> Attempt | None:
    """The attempt that goes next on a server: highest priority, then the older job, then the earlier run."""
    waiting = aliased(Attempt)
    return session.scalars(
        select(waiting)
        .join(Run, Run.id == waiting.run_id)
        .join(Job, Job.id == Run.job_id)
        .where(
            waiting.server_id == server_id,
            waiting.state == AttemptState.QUEUED,
            waiting.desired == "run",
            (Job.start_after.is_(None)) | (Job.start_after <= func.clock_timestamp()),
            (Job.start_before.is_(None)) | (Job.start_before > func.clock_timestamp()),
        )
        .order_by(Job.priority.desc(), Job.created_at, waiting.number)
        .limit(1)
    ).first()
