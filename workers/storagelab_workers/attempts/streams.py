"""Reader of the engine's cumulative documents by offset; turns each into samples exactly once."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.latency_slices import pack_histograms
from storagelab.db.models import LiveChunk, Phase, StreamCursor
from storagelab.domain.samples import IntervalSample
from storagelab.engines.base import Engine
from storagelab.engines.registry import get_engine
from storagelab.results.status_digest import StatusDigest, sample_as_json
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction, ClaimedAttempt
from storagelab_workers.transports.answers import ReadAnswer

READ_BYTES = 1 << 20
#: A poll stores what it has after this much of one stream, so that a long absence is caught up in several commits.
POLL_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class StreamPosition:
    """Offset up to which a stream was stored. `state` is the start of the next difference, as JSON."""

    offset: int = 0
    state: dict[str, Any] | None = None

    @property
    def given_up(self) -> bool:
        """Return whether the stream is no longer read live, after unreadable content or lab errors."""
        return bool((self.state or {}).get("unreadable"))


@dataclass(frozen=True, slots=True)
class StreamReading:
    """Data that one poll read from one stream, stored in one transaction with the position.

    `at_end` is set if the file held nothing more; `unreadable` is why the stream is no longer read.
    """

    phase_id: uuid.UUID
    stream: str
    start_offset: int
    position: StreamPosition
    samples: tuple[IntervalSample, ...]
    at_end: bool
    unreadable: str | None = None


def stream_name(engine: str, ordinal: int) -> str:
    """Return the name of the phase's output file that grows by one document per interval."""
    return f"phases/{ordinal:02d}/{get_engine(engine).stream}"


def find_histogram_name(engine: str, ordinal: int) -> str | None:
    """Return the file of a phase with the response times that the stream lacks; None where there is no such file."""
    page = get_engine(engine).histogram_page
    return None if page is None else f"phases/{ordinal:02d}/{page}"


def read_range(claimed: ClaimedAttempt, name: str, start: int, end: int) -> Iterator[bytes]:
    """Yield the bytes of a runner's file from `start` to `end`, in pieces; fewer when the file is shorter."""
    offset = start
    while offset < end:
        answer = cast(
            "ReadAnswer", claimed.call("read", name=name, offset=offset, length=min(READ_BYTES, end - offset))
        )
        piece = base64.b64decode(answer["data_b64"])
        if not piece:
            return
        offset += len(piece)
        yield piece


def load_positions(session: Session, attempt_id: uuid.UUID) -> dict[str, StreamPosition]:
    """Return the stored position of every stream of the attempt."""
    cursors = session.scalars(select(StreamCursor).where(StreamCursor.attempt_id == attempt_id)).all()
    return {cursor.stream: StreamPosition(cursor.offset, cursor.state) for cursor in cursors}


def read_stream(
    claimed: ClaimedAttempt, engine: Engine, phase: Phase, position: StreamPosition, size: int
) -> StreamReading:
    """Read new data of a phase's stream from `position` on and parse it into samples.

    `size` is the file's size as the runner reported it.
    """
    name = stream_name(engine.name, phase.ordinal)
    digest = StatusDigest(engine, offset=position.offset, state=position.state)
    samples: list[IntervalSample] = []
    until = min(size, position.offset + POLL_BYTES)
    try:
        for piece in read_range(claimed, name, position.offset, until):
            samples += digest.feed(piece)
        if len(digest.pending) >= POLL_BYTES:
            # No poll would ever get past this, and the run could never be seen to end.
            raise ValueError(
                f"byte {digest.offset}: expected a document, but {len(digest.pending)} bytes hold no complete one"
            )
    except ValueError as problem:
        # The raw file is retained unchanged; only the curve of this phase ends here.
        reached = StreamPosition(digest.offset, {**digest.state, "unreadable": str(problem)})
        return StreamReading(phase.id, name, position.offset, reached, tuple(samples), True, str(problem))
    at_end = until >= size and digest.offset + len(digest.pending) >= size
    reached = StreamPosition(digest.offset, digest.state)
    return StreamReading(phase.id, name, position.offset, reached, tuple(samples), at_end)


def read_tail(
    claimed: ClaimedAttempt, engine: Engine, phase: Phase, position: StreamPosition | None, size: int
) -> bytes:
    """Return the end of a phase's stream, from the read that found its last document on.

    The measurement is made from it. An engine that needs it gets the whole stream.
    """
    has_position = position is not None and not engine.needs_whole_stream
    start = int((position.state or {}).get("tail_offset", 0)) if has_position and position is not None else 0
    return b"".join(read_range(claimed, stream_name(engine.name, phase.ordinal), start, size))


def read_histogram(claimed: ClaimedAttempt, engine: Engine, phase: Phase, sizes: Mapping[str, int]) -> bytes:
    """Read the histogram page of a phase that is over; empty where the runner lists none among its files' `sizes`."""
    name = find_histogram_name(engine.name, phase.ordinal)
    return b"" if name not in sizes or name is None else b"".join(read_range(claimed, name, 0, sizes[name]))


def store_reading(tx: AttemptTransaction, reading: StreamReading) -> None:
    """Store the samples and the new position of a stream, both in this transaction."""
    session, attempt_id = tx.session, tx.attempt.id
    if reading.samples:
        session.add(
            LiveChunk(
                attempt_id=attempt_id,
                phase_id=reading.phase_id,
                stream=reading.stream,
                start_offset=reading.start_offset,
                end_offset=reading.position.offset,
                samples=[sample_as_json(sample) for sample in reading.samples],
                histograms=pack_histograms([sample.bins for sample in reading.samples]),
            )
        )
    session.merge(
        StreamCursor(
            attempt_id=attempt_id,
            stream=reading.stream,
            offset=reading.position.offset,
            state=reading.position.state,
        )
    )
