"""Exclusive leases of servers and targets. Only evidence that an attempt is over releases them.

They never expire.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, func, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Drive, Job, Lease, Run, Server
from storagelab.dispatch.waiting import JOB_ORDER, build_startable_condition
from storagelab.queue import enqueue
from storagelab_workers.permission import find_obstacle

#: How many jobs of a line are looked at in one query; nearly always the first of them goes next.
_LINE_JOBS = 5


@dataclass(frozen=True, slots=True)
class Blocker:
    """Obstacle to a lease, as words for the job page.

    `is_next` is set if no other attempt on this server comes before this one once the resource is free.
    """

    reason: str
    is_next: bool


def list_run_resources(session: Session, *, job: Job, server: Server) -> list[str]:
    """Return every resource a run of the job must hold alone, in the one order in which leases are taken.

    A drive that two servers can see is one resource, whichever of them reports it and by whatever name. The drive's own
    row defines what it is, what controller it shares with others, and of what members it is made.
    """
    host = get_host_identity(server)
    resources = {f"host:{host}"}
    target = job.target
    if target["kind"] == "devices":
        named = set(target["stable_ids"]) | set(_iterate_strings(job.preparation))
        drives = session.scalars(select(Drive).where(Drive.server_id == server.id, Drive.present)).all()
        by_name = {name: drive for drive in drives for name in (*drive.stable_ids, drive.stable_id) if name}
        for name in named & by_name.keys():
            resources |= set(by_name[name].resources or [f"dev:{by_name[name].stable_id}"])
        resources |= {f"dev:{stable_id}" for stable_id in target["stable_ids"] if stable_id not in by_name}
    else:
        places = (target.get(field) for field in ("path", "copy_to"))
        resources |= {f"file:{host}:{place}" for place in places if place}
    return sorted(resources)


def get_host_identity(server: Server) -> str:
    """Return the identity of the machine behind a server, whatever account or address reaches it.

    It is the boot id, where known: the kernel draws a new one at each boot, while machine ids are copied with the
    images of disks.
    """
    return server.boot_id or server.machine_id or str(server.id)


def find_blocker(session: Session, *, attempt: Attempt, job: Job, server: Server) -> Blocker | None:
    """Return why the attempt cannot take its resources: their holder, or the attempt that goes first.

    None when the way is free.
    """
    resources = list_run_resources(session, job=job, server=server)
    holder = session.execute(
        select(Run.number, Server.name, Lease.resource)
        .join(Attempt, Attempt.run_id == Run.id)
        .join(Lease, Lease.attempt_id == Attempt.id)
        .join(Server, Server.id == Attempt.server_id)
        .where(
            # A lease of an earlier boot of this server counts until its attempt is over.
            or_(Lease.resource.in_(resources), Attempt.server_id == server.id),
            Lease.attempt_id != attempt.id,
        )
        .order_by(Lease.resource.desc())
        .limit(1)
    ).first()
    ahead = find_next(session, server=server)
    is_next = ahead is None or ahead.id == attempt.id
    if holder is not None and holder.resource.startswith("host:"):
        return Blocker(f"waiting for {holder.name}: r-{holder.number} is running there", is_next)
    if holder is not None:
        target = holder.resource.partition(":")[2]
        return Blocker(f"waiting for {target}: r-{holder.number} is using it from {holder.name}", is_next)
    if ahead is None or is_next:
        return None
    number = session.scalars(select(Run.number).where(Run.id == ahead.run_id)).one()
    return Blocker(f"waiting for {server.name}: r-{number} goes first", is_next)


def acquire(session: Session, *, attempt: Attempt, job: Job, server: Server) -> int:
    """Take every lease of the attempt and return its fence.

    The primary key decides a race: the loser's transaction fails with IntegrityError and is tried again later.
    """
    # The runner stores one record for all of this lab, and a machine may be registered again or under a second name.
    server.fence = session.scalars(select(func.max(Server.fence))).one() + 1
    take(session, attempt=attempt, job=job, server=server, fence=server.fence)
    return server.fence


def take(session: Session, *, attempt: Attempt, job: Job, server: Server, fence: int) -> None:
    """Store the attempt's leases. Raises IntegrityError when another attempt holds one of them."""
    for resource in list_run_resources(session, job=job, server=server):
        session.add(Lease(resource=resource, attempt_id=attempt.id, fence=fence))
        session.flush()


def release(session: Session, *, attempt_id: uuid.UUID, server_id: uuid.UUID) -> None:
    """Release the leases of the attempt and enqueue the next one."""
    session.execute(delete(Lease).where(Lease.attempt_id == attempt_id))
    session.flush()
    enqueue_next_attempt(session, server_id=server_id)


def enqueue_next_attempt(session: Session, *, server_id: uuid.UUID) -> None:
    """Make the attempt that goes next on a server due at once, and enqueue its step."""
    following = find_next(session, server=session.get_one(Server, server_id))
    if following is None:
        return
    # One that is locked is being driven at this moment and looks at the server anyway; waiting for it could deadlock.
    free = session.scalars(select(Attempt).where(Attempt.id == following.id).with_for_update(skip_locked=True)).first()
    if free is not None:
        free.next_step_at = session.scalars(select(func.clock_timestamp())).one()
    enqueue(session, "step_attempt", attempt_id=str(following.id))


def find_next(session: Session, *, server: Server) -> Attempt | None:
    """Return the attempt that goes next on a server.

    The highest priority goes first, then the order of the queue, then the earlier run. An attempt that waits for people
    (an enrolment, a reservation) does not delay those behind it.
    """
    # Runs of one job are adjacent, and an obstacle set by people applies to each of its runs. A line of thousands is
    # ordered without the plans of its attempts, which would fill the memory.
    first = func.min(Attempt.number)
    heads = (
        select(first)
        .join(Run, Run.id == Attempt.run_id)
        .join(Job, Job.id == Run.job_id)
        .where(Attempt.server_id == server.id, build_startable_condition())
        .group_by(Job.id)
        .order_by(*JOB_ORDER, first)
        .limit(_LINE_JOBS)
    )
    for offset in itertools.count(0, _LINE_JOBS):
        numbers = session.scalars(heads.offset(offset)).all()
        for number in numbers:
            attempt, job = session.execute(_select_attempt_with_job(number)).one()
            if find_obstacle(session, attempt, job, server) is None:
                return attempt
        if len(numbers) < _LINE_JOBS:
            break
    return None


def _select_attempt_with_job(attempt_number: int) -> Select[Attempt, Job]:
    query = select(Attempt, Job).join(Run, Run.id == Attempt.run_id).join(Job, Job.id == Run.job_id)
    return query.where(Attempt.number == attempt_number)


def _iterate_strings(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value."""
    match value:
        case str():
            yield value
        case dict():
            for item in value.values():
                yield from _iterate_strings(item)
        case list():
            for item in value:
                yield from _iterate_strings(item)
