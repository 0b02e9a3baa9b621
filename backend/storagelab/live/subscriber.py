"""One open event stream: what it was sent, and what it is sent next."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from storagelab.http.stream_queue import StreamQueue
from storagelab.live.rows import Cursor, LiveRow, LiveState, Snapshot

PROGRESS_SECONDS = 1.0
#: A subscriber that is further behind than this is dropped; it comes back with its Last-Event-ID.
MAX_QUEUED = 500
_ID = re.compile(r"(\d{1,18})\.(\d{1,18})(?:\.(\d{1,9}))?", re.ASCII)


@dataclass(slots=True)
class Position:
    """Position of a subscriber: the id of its last message, `<attempt_event id>.<live_chunk id>`.

    A third number is the count of points of that chunk that were sent.
    """

    event_id: int = 0
    chunk_id: int = 0
    points: int | None = None

    @classmethod
    def parse(cls, text: str | None) -> Position:
        """Parse a Last-Event-ID to a position; an id that the lab did not issue gives the beginning."""
        match = _ID.fullmatch(text or "")
        if match is None:
            return cls()
        return cls(int(match[1]), int(match[2]), int(match[3]) if match[3] is not None else None)

    def __str__(self) -> str:
        """Return the id of the message that was sent last."""
        suffix = f".{self.points}" if self.points is not None else ""
        return f"{self.event_id}.{self.chunk_id}{suffix}"

    def cursor(self) -> Cursor:
        """Return the cursor to read from; a chunk of which only a part was sent is read again."""
        return Cursor(self.event_id, self.chunk_id - 1 if self.points is not None else self.chunk_id)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Result of one poll for one job; `read_at` is its begin, in seconds of the monotonic clock."""

    snapshot: Snapshot
    rows: tuple[LiveRow, ...]
    read_at: float


@dataclass(slots=True, eq=False)
class Subscriber:
    """One open stream. `seen` is what it was sent of each attempt, `position` the id of its last message."""

    position: Position
    queue: StreamQueue[Delivery] = field(default_factory=lambda: StreamQueue(MAX_QUEUED))
    seen: dict[uuid.UUID, Cursor] = field(default_factory=dict)
    last_state: LiveState | None = None
    progress_due: float = 0.0
    last_read_at: float = 0.0

    def messages(self, delivery: Delivery, now: float) -> Iterator[bytes]:
        """Yield the messages of a delivery that this subscriber has not had.

        The state is last, so that it can end the stream.
        """
        for row in delivery.rows:
            yield from self._iterate_row_messages(row)
        if delivery.read_at < self.last_read_at:
            # It waited in the queue while the backlog was read, and its state is the older one.
            return
        self.last_read_at = delivery.read_at
        if delivery.snapshot.progress is not None and now >= self.progress_due:
            self.progress_due = now + PROGRESS_SECONDS
            yield self._encode("progress", delivery.snapshot.progress)
        if delivery.snapshot.state != self.last_state:
            self.last_state = delivery.snapshot.state
            yield self._encode("state", delivery.snapshot.state)

    def _iterate_row_messages(self, row: LiveRow) -> Iterator[bytes]:
        seen = self.seen.get(row.attempt_id, Cursor())
        if row.name == "event":
            if row.id > seen.event_id:
                self.seen[row.attempt_id] = Cursor(row.id, seen.chunk_id)
                self.position.event_id = max(self.position.event_id, row.id)
                yield self._encode(row.name, row.data[0])
            return
        if row.id <= seen.chunk_id:
            return
        resumed = self.position.points if row.id == self.position.chunk_id else None
        self.seen[row.attempt_id] = Cursor(seen.event_id, row.id)
        for number, point in enumerate(row.data, start=1):
            if resumed is not None and number <= resumed:
                continue
            self.position.chunk_id = row.id
            self.position.points = number if number < len(row.data) else None
            yield self._encode(row.name, point)
        self.position.points = None

    def _encode(self, name: str, data: Mapping[str, Any]) -> bytes:
        # JSON escapes line ends inside strings, so a message is always one line.
        return f"id: {self.position}\nevent: {name}\ndata: {json.dumps(data, allow_nan=False)}\n\n".encode()
