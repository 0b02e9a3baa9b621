"""The order in which waiting jobs are taken: priority first, then position, which moves change."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session, load_only

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.models import Job, Run
from storagelab.db.references import find_by_reference, format_row_number
from storagelab.dispatch.queue_schemas import JobUpdate
from storagelab.dispatch.repeating import run_title
from storagelab.dispatch.waiting import look_again
from storagelab.domain.labels import has_reserved_key
from storagelab.domain.lifecycle import JOB_TERMINAL, JobState
from storagelab.errors import Conflict, InvalidInput, NotFound

#: Names the lock in PostgreSQL that lets one move at a time read and change the order.
_LOCK = 0x53_74_6F_72_51_75_65
#: Fields that move a job, and what the audit log calls them.
_MOVES = {"move_before": "before", "move_after": "after"}


def change_job(session: Session, *, user: Identity, job: Job, change: JobUpdate) -> None:
    """Change name, labels, note or priority of a job, then its place in the queue.

    Raises Conflict for priority or place of a job that no longer waits, InvalidInput for an invalid place.
    """
    _change_fields(session, user=user, job=job, change=change)
    if change.move_before is not None:
        _move(session, user=user, job=job, field="move_before", reference=change.move_before)
    elif change.move_after is not None:
        _move(session, user=user, job=job, field="move_after", reference=change.move_after)


def _change_fields(session: Session, *, user: Identity, job: Job, change: JobUpdate) -> None:
    fields = change.model_dump(exclude_unset=True, exclude=set(_MOVES))
    given = {name: value for name, value in fields.items() if value is not None}
    if "priority" in given and job.state in JOB_TERMINAL:
        raise Conflict(f"{format_row_number(job)} is {job.state}: its priority no longer has an effect.")
    before = {name: getattr(job, name) for name in given}
    if "labels" in given:
        given["labels"] |= {key: value for key, value in job.labels.items() if has_reserved_key(key)}
    for name, value in given.items():
        setattr(job, name, value)
    if given == before:
        return
    audit.record_event(
        session,
        user_id=user.user_id,
        action="job_changed",
        subject=f"job {format_row_number(job)}",
        before=before,
        after=given,
    )
    if "name" in given:
        _retitle_runs(session, job)
    session.flush()
    if "priority" in given:
        look_again(session)


def _retitle_runs(session: Session, job: Job) -> None:
    """Update the titles of a job's runs after a change of its name.

    Permalinks retain their titles.
    """
    for run in session.scalars(select(Run).where(Run.job_id == job.id)):
        run.title = run_title(job, profile=job.profile.title, server=job.server.name, index=run.repeat_index)


def _move(session: Session, *, user: Identity, job: Job, field: str, reference: str) -> None:
    """Move a waiting job directly before or after another waiting job of the same priority.

    `field` is `move_before` or `move_after`, `reference` the other job.
    """
    session.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    session.refresh(job)
    other = find_place(session, job, field, reference, priority=job.priority)
    line = [row for row in _list_waiting_jobs(session, job.priority) if row.id != job.id]
    index = line.index(other) + (0 if field == "move_before" else 1)
    _put(line, index, job)
    audit.record_event(
        session,
        user_id=user.user_id,
        action="job_moved",
        subject=f"job {format_row_number(job)}",
        **{_MOVES[field]: format_row_number(other)},
    )
    session.flush()
    look_again(session)


def find_place(session: Session, job: Job, field: str, reference: str, *, priority: int) -> Job:
    """Return the waiting job beside which `job` is to be placed; it must have `priority`.

    `field` and `reference` are of the request. Raises Conflict when `job` no longer waits, InvalidInput for an invalid
    place.
    """
    if job.state != JobState.QUEUED:
        raise Conflict(f"{format_row_number(job)} is {job.state}: only a waiting job can be moved.")
    try:
        other = find_by_reference(session, Job, reference)
    except NotFound as error:
        raise InvalidInput(error.message, path=field) from None
    if other.id == job.id:
        raise InvalidInput("is the job itself", path=field)
    if other.state != JobState.QUEUED:
        raise InvalidInput(f"{format_row_number(other)} is {other.state} and no longer waits", path=field)
    if other.priority != priority:
        raise InvalidInput(
            f"{format_row_number(other)} has priority {other.priority} and {format_row_number(job)} {priority}: "
            "change the priority first",
            path=field,
        )
    return other


def _list_waiting_jobs(session: Session, priority: int) -> list[Job]:
    """Return all waiting jobs of one priority on all servers, in queue order."""
    query = select(Job).where(Job.state == JobState.QUEUED, Job.priority == priority)
    query = query.options(load_only(Job.queue_position, Job.created_at))
    return list(session.scalars(query.order_by(Job.queue_position, Job.created_at)))


def _put(line: list[Job], index: int, job: Job) -> None:
    """Set the queue position of a job between its new neighbours at `index` of `line`.

    The line gets new positions when there is no room between the neighbours.
    """
    ahead = line[index - 1].queue_position if index > 0 else None
    behind = line[index].queue_position if index < len(line) else None
    if ahead is None:
        job.queue_position = (behind or 0.0) - 1.0
    elif behind is None:
        # Just behind the last one, and not a second behind: jobs submitted later go behind this one, too.
        job.queue_position = ahead + 1e-3
    else:
        job.queue_position = (ahead + behind) / 2
    if ahead is not None and not ahead < job.queue_position < (behind if behind is not None else float("inf")):
        order = [*line[:index], job, *line[index:]]
        # New numbers lie before the old ones, so that the line stays ahead of every job submitted later.
        first = min(row.queue_position for row in line) - len(order)
        for place, row in enumerate(order):
            row.queue_position = first + place
