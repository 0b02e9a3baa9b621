"""Server-sent events of jobs: one tailer per process reads the database for all subscribers.

See decision 11.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import structlog
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, Run
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import AttemptState
from storagelab.errors import TooManyRequests
from storagelab.live.rows import Cursor, LiveRow, read_newest, read_rows, read_snapshots
from storagelab.live.subscriber import Delivery, Position, Subscriber

POLL_SECONDS = 0.3
KEEP_ALIVE_SECONDS = 10.0
RETRY_AFTER_ERROR_SECONDS = 2.0
#: A watched job is polled faster; the mark outlives a few missed renewals (decision 4).
MARK_EVERY_SECONDS = 5.0
WATCHED_FOR = dt.timedelta(seconds=15)
MAX_SUBSCRIBERS = 500
BEGINNING = b"retry: 1000\n\n"
KEEP_ALIVE = b": keep-alive\n\n"
log = structlog.get_logger(__name__)


@dataclass(slots=True)
class JobWatch:
    """A job with subscribers. `cursors` are None until the first poll; `ready` is set by it."""

    subscribers: set[Subscriber] = field(default_factory=set)
    cursors: dict[uuid.UUID, Cursor] | None = None
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    mark_due: float = 0.0


class JobEvents:
    """The event streams of one API process. No subscriber holds a database session."""

    def __init__(
        self,
        open_session: Callable[[], AbstractContextManager[Session]] = session_scope,
        *,
        poll_seconds: float = POLL_SECONDS,
        keep_alive_seconds: float = KEEP_ALIVE_SECONDS,
    ) -> None:
        self._open_session = open_session
        self._poll_seconds = poll_seconds
        self._keep_alive_seconds = keep_alive_seconds
        self._watches: dict[uuid.UUID, JobWatch] = {}
        self._tailer: asyncio.Task[None] | None = None

    @property
    def subscriber_count(self) -> int:
        """Return the number of open streams."""
        return sum(len(watch.subscribers) for watch in self._watches.values())

    def require_room(self) -> None:
        """Raise TooManyRequests when this process has its maximum number of open streams."""
        if self.subscriber_count >= MAX_SUBSCRIBERS:
            raise TooManyRequests(f"{MAX_SUBSCRIBERS} streams are open already.", retry_after_seconds=10)

    async def follow(self, job_id: uuid.UUID, position: Position) -> AsyncIterator[bytes]:
        """Yield the event stream of a job from `position` on, until a message with a terminal state.

        The subscriber is registered before its backlog is read, so no message is lost. Messages that arrive both ways
        are sent once.
        """
        subscriber = Subscriber(position)
        watch = self._subscribe(job_id, subscriber)
        try:
            yield BEGINNING
            while not watch.ready.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(watch.ready.wait(), self._keep_alive_seconds)
                    continue
                yield KEEP_ALIVE
            clock = asyncio.get_running_loop().time
            silent_since = clock()
            delivery: Delivery | None = await self._read_backlog(job_id, subscriber)
            while delivery is not None:
                for message in subscriber.messages(delivery, clock()):
                    yield message
                    silent_since = clock()
                if delivery.snapshot.is_over:
                    return
                # Deliveries come with every poll, and of a job that only waits none has a message.
                if clock() - silent_since >= self._keep_alive_seconds:
                    yield KEEP_ALIVE
                    silent_since = clock()
                with contextlib.suppress(TimeoutError):
                    delivery = await asyncio.wait_for(subscriber.queue.get(), self._keep_alive_seconds)
        finally:
            self._unsubscribe(job_id, subscriber)

    async def close(self) -> None:
        """Close every event stream and stop the polling task."""
        for watch in self._watches.values():
            for subscriber in watch.subscribers:
                subscriber.queue.drop()
        if self._tailer is not None:
            self._tailer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tailer

    def _subscribe(self, job_id: uuid.UUID, subscriber: Subscriber) -> JobWatch:
        watch = self._watches.setdefault(job_id, JobWatch())
        watch.subscribers.add(subscriber)
        if self._tailer is None or self._tailer.done():
            self._tailer = asyncio.create_task(self._tail())
        return watch

    def _unsubscribe(self, job_id: uuid.UUID, subscriber: Subscriber) -> None:
        watch = self._watches.get(job_id)
        if watch is not None:
            watch.subscribers.discard(subscriber)
            if not watch.subscribers:
                del self._watches[job_id]

    async def _tail(self) -> None:
        """Poll the watched jobs while there are subscribers."""
        loop = asyncio.get_running_loop()
        while self._watches:
            watches = dict(self._watches)
            due = [job_id for job_id, watch in watches.items() if loop.time() >= watch.mark_due]
            try:
                deliveries = await asyncio.to_thread(
                    self._poll, {job_id: watch.cursors for job_id, watch in watches.items()}, due
                )
            except Exception:
                # On any error, subscribers must not wait for a tailer that has ended.
                log.exception("event_tail_failed")
                await asyncio.sleep(RETRY_AFTER_ERROR_SECONDS)
                continue
            for job_id in due:
                watches[job_id].mark_due = loop.time() + MARK_EVERY_SECONDS
            for job_id, (delivery, cursors) in deliveries.items():
                watches[job_id].cursors = cursors
                watches[job_id].ready.set()
                for subscriber in list(watches[job_id].subscribers):
                    subscriber.queue.offer(delivery)
            await asyncio.sleep(self._poll_seconds)

    def _poll(
        self, watched: Mapping[uuid.UUID, dict[uuid.UUID, Cursor] | None], due: Iterable[uuid.UUID]
    ) -> dict[uuid.UUID, tuple[Delivery, dict[uuid.UUID, Cursor]]]:
        """Read new events of the watched jobs and record the `due` jobs as watched. Runs in a thread.

        Returns by job id the delivery and the next cursors by attempt id.
        """
        read_at = time.monotonic()
        with self._open_session() as session:
            # The state is read first: when it is terminal, all that led to it is in the rows read after it.
            snapshots = read_snapshots(session, list(watched))
            cursors: dict[uuid.UUID, dict[uuid.UUID, Cursor]] = {}
            for job_id, snapshot in snapshots.items():
                previous = watched[job_id]
                if previous is None:
                    previous = read_newest(session, snapshot.attempt_ids)
                cursors[job_id] = {key: previous.get(key, Cursor()) for key in snapshot.attempt_ids}
            rows = read_rows(session, {key: value for own in cursors.values() for key, value in own.items()})
            mark_watched(session, list(due))
        return {
            job_id: (
                Delivery(snapshot, tuple(row for row in rows if row.attempt_id in cursors[job_id]), read_at),
                _advance(cursors[job_id], rows),
            )
            for job_id, snapshot in snapshots.items()
        }

    async def _read_backlog(self, job_id: uuid.UUID, subscriber: Subscriber) -> Delivery | None:
        """Return the events of a job from the subscriber's position on; None for a deleted job."""

        def read() -> Delivery | None:
            read_at = time.monotonic()
            with self._open_session() as session:
                snapshot = read_snapshots(session, [job_id]).get(job_id)
                if snapshot is None:
                    return None
                start = subscriber.position.cursor()
                rows = read_rows(session, dict.fromkeys(snapshot.attempt_ids, start))
                return Delivery(snapshot, tuple(rows), read_at)

        delivery = await asyncio.to_thread(read)
        if delivery is not None:
            subscriber.seen = dict.fromkeys(delivery.snapshot.attempt_ids, subscriber.position.cursor())
        return delivery


def mark_watched(session: Session, job_ids: list[uuid.UUID]) -> None:
    """Record that these jobs are watched. One that was not watched before is polled now, not when it is due."""
    now = func.clock_timestamp()
    unwatched = select(Job.id).where(Job.id.in_(job_ids), func.coalesce(Job.watched_until, now) <= now)
    session.execute(
        update(Attempt)
        .where(
            Attempt.run_id.in_(select(Run.id).where(Run.job_id.in_(unwatched))),
            Attempt.state == AttemptState.RUNNING,
            Attempt.connectivity == "ok",
            Attempt.next_step_at > now,
        )
        .values(next_step_at=now)
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(Job)
        .where(Job.id.in_(job_ids))
        .values(watched_until=now + WATCHED_FOR)
        .execution_options(synchronize_session=False)
    )


def _advance(cursors: Mapping[uuid.UUID, Cursor], rows: Iterable[LiveRow]) -> dict[uuid.UUID, Cursor]:
    """Return the cursors moved past all rows; rows of other attempts are ignored."""
    advanced = dict(cursors)
    for row in rows:
        if row.attempt_id not in advanced:
            continue
        cursor = advanced[row.attempt_id]
        if row.name == "event":
            advanced[row.attempt_id] = Cursor(max(cursor.event_id, row.id), cursor.chunk_id)
        else:
            advanced[row.attempt_id] = Cursor(cursor.event_id, max(cursor.chunk_id, row.id))
    return advanced
