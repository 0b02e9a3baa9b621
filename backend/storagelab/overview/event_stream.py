"""Server-sent events of the lab: one tailer reads the database for every subscriber of this process."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager

import structlog
from sqlalchemy.orm import Session

from storagelab.db.session import session_scope
from storagelab.errors import TooManyRequests
from storagelab.http.stream_queue import StreamQueue
from storagelab.live.event_stream import mark_watched
from storagelab.overview.changes import LabSnapshot, has_ended_runs, read_snapshot
from storagelab.overview.schemas import RunUnderWay

POLL_SECONDS = 1.0
KEEP_ALIVE_SECONDS = 10.0
RETRY_AFTER_ERROR_SECONDS = 2.0
#: A stream ends then, and a client that reconnects is authorised again.
MAX_STREAM_SECONDS = 900.0
MARK_EVERY_SECONDS = 5.0
MAX_SUBSCRIBERS = 200
#: A subscriber that is further behind than this is dropped; it comes back with its Last-Event-ID.
MAX_QUEUED = 60
#: A poll takes at most this part of the tailer's time.
_BUSY_PART = 0.25
#: Marks whose change can bring a notice; runs that end do, too.
_NOTICED = frozenset({"servers", "hardware", "campaigns", "imports"})
KEEP_ALIVE = b": keep-alive\n\n"
log = structlog.get_logger(__name__)


class LabEvents:
    """The lab-wide event streams of one API process. No subscriber holds a database session."""

    def __init__(
        self,
        open_session: Callable[[], AbstractContextManager[Session]] = session_scope,
        *,
        poll_seconds: float = POLL_SECONDS,
        keep_alive_seconds: float = KEEP_ALIVE_SECONDS,
        max_stream_seconds: float = MAX_STREAM_SECONDS,
    ) -> None:
        self._open_session = open_session
        self._poll_seconds = poll_seconds
        self._keep_alive_seconds = keep_alive_seconds
        self._max_stream_seconds = max_stream_seconds
        self._subscribers: set[StreamQueue[Sequence[bytes]]] = set()
        self._tailer: asyncio.Task[None] | None = None
        self._snapshot: LabSnapshot | None = None
        self._ready = asyncio.Event()

    @property
    def subscriber_count(self) -> int:
        """Return the number of open streams."""
        return len(self._subscribers)

    def require_room(self) -> None:
        """Raise TooManyRequests when this process has its maximum number of open streams."""
        if self.subscriber_count >= MAX_SUBSCRIBERS:
            raise TooManyRequests(f"{MAX_SUBSCRIBERS} streams of the lab are open already.", retry_after_seconds=10)

    async def follow(self, last_event_id: str | None = None) -> AsyncIterator[bytes]:
        """Yield the messages of the lab's event stream from now on.

        A client that reconnects first receives a message about a change that it missed, then the progress of the runs
        at work.
        """
        subscriber: StreamQueue[Sequence[bytes]] = StreamQueue(MAX_QUEUED)
        self._subscribe(subscriber)
        clock = asyncio.get_running_loop().time
        ends_at = clock() + self._max_stream_seconds
        try:
            yield b"retry: 2000\n\n"
            while not self._ready.is_set() and clock() < ends_at:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._ready.wait(), min(self._keep_alive_seconds, ends_at - clock()))
                    continue
                yield KEEP_ALIVE
            if self._snapshot is not None:
                for message in begin_stream(self._snapshot, last_event_id):
                    yield message
            while clock() < ends_at:
                try:
                    messages = await asyncio.wait_for(
                        subscriber.get(), max(min(self._keep_alive_seconds, ends_at - clock()), 0.0)
                    )
                except TimeoutError:
                    yield KEEP_ALIVE
                    continue
                if messages is None:
                    return
                for message in messages:
                    yield message
        finally:
            self._subscribers.discard(subscriber)

    async def close(self) -> None:
        """Close every event stream and stop the polling task."""
        for subscriber in list(self._subscribers):
            subscriber.drop()
        if self._tailer is not None:
            self._tailer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tailer

    def _subscribe(self, subscriber: StreamQueue[Sequence[bytes]]) -> None:
        self._subscribers.add(subscriber)
        if self._tailer is None or self._tailer.done():
            # Facts read before there were subscribers are outdated.
            self._snapshot, self._ready = None, asyncio.Event()
            self._tailer = asyncio.create_task(self._tail())

    async def _tail(self) -> None:
        """Poll the lab while there are subscribers."""
        clock = asyncio.get_running_loop().time
        mark_due = 0.0
        while self._subscribers:
            began = clock()
            try:
                snapshot, messages = await asyncio.to_thread(self._poll, self._snapshot, began >= mark_due)
            except Exception:
                # On any error, subscribers must not wait for a tailer that has ended.
                log.exception("lab_event_tail_failed")
                await asyncio.sleep(RETRY_AFTER_ERROR_SECONDS)
                continue
            if began >= mark_due:
                mark_due = began + MARK_EVERY_SECONDS
            self._snapshot = snapshot
            self._ready.set()
            if messages:
                for subscriber in list(self._subscribers):
                    subscriber.offer(messages)
            await asyncio.sleep(max(self._poll_seconds, (clock() - began) / _BUSY_PART))

    def _poll(self, before: LabSnapshot | None, is_mark_due: bool) -> tuple[LabSnapshot, list[bytes]]:
        """Read a new lab snapshot and return it with the messages since `before`. Runs in a thread.

        With `is_mark_due`, the runs at work are recorded as watched, so that they are polled faster.
        """
        with self._open_session() as session:
            snapshot = read_snapshot(session)
            if is_mark_due:
                mark_watched(session, [run.job.id for run in snapshot.runs.values()])
            if before is None:
                return snapshot, []
            has_ended = snapshot.event_id > before.event_id and has_ended_runs(session, since=before.event_id)
        return snapshot, compare_snapshots(before, snapshot, has_ended=has_ended)


def begin_stream(snapshot: LabSnapshot, last_event_id: str | None) -> list[bytes]:
    """Return the first messages of a stream: its id, a change that was missed, and the runs at work."""
    messages = [f"id: {snapshot.version}\n\n".encode()]
    if last_event_id and last_event_id != snapshot.version:
        messages.append(_encode(snapshot, "state_changed", {"changed": sorted(snapshot.marks)}))
        messages.append(_encode(snapshot, "notice", {}))
    return messages + [_encode(snapshot, "run_progress", describe_progress(run)) for run in snapshot.runs.values()]


def compare_snapshots(before: LabSnapshot, now: LabSnapshot, *, has_ended: bool) -> list[bytes]:
    """Return the messages about the differences between two lab snapshots."""
    changed = sorted(name for name, mark in now.marks.items() if before.marks.get(name) != mark)
    messages = []
    for number, run in now.runs.items():
        if number not in before.runs or _build_run_signature(before.runs[number]) != _build_run_signature(run):
            messages.append(_encode(now, "run_progress", describe_progress(run)))
    if changed:
        messages.append(_encode(now, "state_changed", {"changed": changed}))
    if has_ended or _NOTICED.intersection(changed) or _has_newly_steady_run(before, now):
        messages.append(_encode(now, "notice", {}))
    return messages


def describe_progress(run: RunUnderWay) -> dict[str, object]:
    """Return the progress of a run in the form of a message."""
    fields = {"state", "progress", "live", "temperature_c"}
    shown = run.model_dump(mode="json", by_alias=True, include=fields)
    return {
        "run_id": str(run.id),
        "run_number": run.number,
        "job_number": run.job.number,
        "server_id": str(run.server.id),
        **shown,
    }


def _build_run_signature(run: RunUnderWay) -> tuple[object, ...]:
    """Return the values whose change makes a new message about a run; elapsed time is not among them."""
    progress = run.progress
    steady = progress.steady.round if progress is not None and progress.steady is not None else None
    phase = progress.phase_ordinal if progress is not None else None
    return run.state, phase, steady, run.live.at_ms if run.live is not None else None


def _has_newly_steady_run(before: LabSnapshot, now: LabSnapshot) -> bool:
    return any(
        _is_steady(run) and not (number in before.runs and _is_steady(before.runs[number]))
        for number, run in now.runs.items()
    )


def _is_steady(run: RunUnderWay) -> bool:
    steady = run.progress.steady if run.progress is not None else None
    return steady is not None and all(figure.steady for figure in steady.tracked)


def _encode(snapshot: LabSnapshot, name: str, data: dict[str, object]) -> bytes:
    # JSON escapes line ends inside strings, so a message is always one line.
    return f"id: {snapshot.version}\nevent: {name}\ndata: {json.dumps(data, allow_nan=False)}\n\n".encode()
