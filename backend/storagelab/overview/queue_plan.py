"""Plan of the whole queue: made once for each state of it, and shared by all requests for parts of it."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, MaintenanceWindow, Reservation
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, JOB_TERMINAL
from storagelab.overview.changes import MARKS
from storagelab.overview.server_lines import PlannedJob, ServerLine
from storagelab.overview.servers import list_glances_without_hardware
from storagelab.overview.timeline import plan_lines

#: A plan that nothing has changed is made again after so long: the clock and runs at work move it by minutes.
MAX_AGE = dt.timedelta(seconds=30)


class OrderedJob(NamedTuple):
    """A job with its line, and its place among the waiting jobs of known start."""

    line: ServerLine
    job: PlannedJob
    start_order: int | None


@dataclass(frozen=True, slots=True)
class QueuePlan:
    """The lines of servers by name, and all jobs in them.

    Jobs at work come first, then the waiting ones by start, and those of unknown start last in the order of their line.
    """

    made_at: dt.datetime
    lines: Sequence[ServerLine]
    jobs: Sequence[OrderedJob]


class QueuePlans:
    """The last plan of the whole queue. It is made again when the queue has changed, or is old."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._mark: Any = None
        self._plan: QueuePlan | None = None

    def read(self, session: Session, *, now: dt.datetime, finish_at: Mapping[uuid.UUID, dt.datetime]) -> QueuePlan:
        """Return the current plan of the queue; `finish_at` has the same form as in `make_plan`."""
        # Of requests at one moment the first plans for all of them.
        with self._lock:
            mark = session.execute(_MARK).one()
            if self._plan is None or mark != self._mark or now - self._plan.made_at >= MAX_AGE:
                self._plan, self._mark = make_plan(session, now=now, finish_at=finish_at), mark
            return self._plan


def make_plan(
    session: Session,
    *,
    now: dt.datetime,
    finish_at: Mapping[uuid.UUID, dt.datetime],
    server_id: uuid.UUID | None = None,
) -> QueuePlan:
    """Plan the waiting lines of all servers or of one.

    `finish_at` has by run id the estimated end of each run at work.
    """
    servers = [item for item in list_glances_without_hardware(session) if server_id in (None, item.id)]
    lines = plan_lines(session, servers, now=now, finish_at=finish_at, max_position=None)
    return QueuePlan(now, lines, _order_jobs(lines))


def _order_jobs(lines: Sequence[ServerLine]) -> list[OrderedJob]:
    jobs = [(line, job) for line in lines for job in line.jobs]
    jobs.sort(key=lambda pair: _build_order_key(pair[1]))
    begun_count = sum(job.is_begun for _, job in jobs)
    return [
        OrderedJob(line, job, None if job.is_begun or job.starts_at is None else index - begun_count + 1)
        for index, (line, job) in enumerate(jobs)
    ]


def _build_order_key(job: PlannedJob) -> tuple[bool, bool, float, int]:
    start = job.starts_at.timestamp() if job.starts_at is not None else 0.0
    return not job.is_begun, job.starts_at is None, start, job.row.position


def _mark(*values: Any, where: Sequence[ColumnElement[bool]]) -> Any:
    """Return an SQL text that changes with every added, deleted or changed row.

    Two changes cannot cancel each other out.
    """
    row_hash = func.hashtextextended(func.concat_ws("\x1f", *values), 0)
    return select(func.concat_ws(" ", func.count(), func.sum(row_hash))).where(*where).scalar_subquery()


_CLOCK = func.clock_timestamp()
#: Changes with everything that decides the order of the queue or the wait of a job.
_MARK = select(
    _mark(
        *(Job.number, Job.state, Job.priority, Job.queue_position, Job.name, Job.start_after),
        where=[Job.state.not_in(JOB_TERMINAL)],
    ),
    _mark(
        *(Attempt.number, Attempt.state, Attempt.requested_state, Attempt.waiting_reason),
        where=[Attempt.state.not_in(ATTEMPT_TERMINAL)],
    ),
    _mark(
        *(MaintenanceWindow.id, MaintenanceWindow.starts_at, MaintenanceWindow.ends_at, MaintenanceWindow.reason),
        where=[MaintenanceWindow.is_not_over(_CLOCK)],
    ),
    _mark(
        *(Reservation.id, Reservation.starts_at, Reservation.ends_at, Reservation.reason),
        where=[Reservation.is_not_over(_CLOCK)],
    ),
    *(MARKS[name] for name in ("servers", "hardware", "lab")),
)
