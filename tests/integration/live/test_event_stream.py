"""A stream of a job loses nothing, repeats nothing, and ends with the job."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.app import create_app
from storagelab.auth.service import create_token
from storagelab.config import Settings, get_settings
from storagelab.db.models import Attempt, Job, Phase
from storagelab.db.session import get_database, session_scope
from storagelab.live.event_stream import KEEP_ALIVE, JobEvents
from storagelab.live.rows import iterate_live_points
from storagelab.live.subscriber import Position


@dataclass
class Live:
    """A job that runs its one phase, which began 5 s into the run. Every change is committed."""

    make: Factory
    job: Job
    attempt: Attempt
    phase: Phase

    def event(self, message: str) -> None:
        """Add an event of the attempt."""
        self.make.event(self.attempt, message)
        self.make.session.commit()

    def samples(self, *t_ms: int) -> None:
        """Store samples of these moments, as a poll does."""
        self.make.chunk(self.attempt, self.phase, list(t_ms))
        self.make.session.commit()

    def end(self) -> None:
        """End the job."""
        self.job.state = "finished"
        self.make.session.commit()


@pytest.fixture
def live(own_database_url: str) -> Iterator[Live]:
    with Session(get_database(own_database_url), expire_on_commit=False) as session:
        make = Factory(session)
        job = make.job(state="running")
        run = make.run(job, state="running")
        attempt = make.attempt(run, state="running")
        phase = make.phase(run, state="running", t0_ms=5000)
        session.commit()
        yield Live(make, job, attempt, phase)


@pytest.fixture
def job_events(own_database_url: str) -> JobEvents:
    return JobEvents(lambda: session_scope(own_database_url), poll_seconds=0.01)


@dataclass(frozen=True)
class Message:
    """One message as a client reads it."""

    id: str
    name: str
    data: dict[str, Any]


def parse(block: bytes) -> Message | None:
    """Return the message of one block, or None for a comment."""
    fields = dict(line.split(": ", 1) for line in block.decode().strip().splitlines() if not line.startswith(":"))
    return Message(fields["id"], fields["event"], json.loads(fields["data"])) if "data" in fields else None


async def read(stream: AsyncIterator[bytes], *, until: str | None = None) -> list[Message]:
    """Read messages up to the first one named `until`, or to the end."""
    messages = []
    async with asyncio.timeout(20):
        async for block in stream:
            message = parse(block)
            if message is not None:
                messages.append(message)
                if message.name == until:
                    break
    return messages


def times(messages: list[Message]) -> list[int]:
    """Return the times of the points in ms."""
    return [message.data["t_ms"] for message in messages if message.name == "point"]


@pytest.mark.in_turn
def test_backlog_comes_first_and_the_end_last(
    live: Live, own_database_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    live.event("It began.")
    live.samples(1000, 2000)
    live.end()
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", own_database_url)
    get_settings.cache_clear()
    with session_scope() as session:
        token = create_token(session, name="test", role="viewer")
    client = TestClient(create_app(), headers={"Authorization": f"Bearer {token}"})
    answer = client.get(f"/api/v1/jobs/j-{live.job.number}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    messages = [message for block in answer.content.split(b"\n\n") if (message := parse(block))]
    assert [message.name for message in messages] == ["event", "point", "point", "state"]
    assert messages[0].data["message"] == "It began."
    assert messages[1].data | {"run_id": None} == {
        "run_id": None,
        "phase_ordinal": 1,
        "phase_name": "4K random read",
        "kind": "measure",
        "t_ms": 6000,
        "dt_ms": 1000,
        "iops": 1000.0,
        "throughput_bytes_per_s": 4096000.0,
        "latency_mean_ns": 1000.0,
        "latency_stddev_ns": 10.0,
        "latency_max_ns": 2000.0,
        "latency_p99_ns": 1500.0,
    }
    assert messages[-1].data["job_state"] == "finished"


def test_stream_resumes_after_its_last_message(job_events: JobEvents, live: Live) -> None:
    async def scenario() -> None:
        live.event("It began.")
        live.samples(1000, 2000, 3000)
        everything = job_events.follow(live.job.id, Position())
        first = await read(everything, until="state")
        assert times(first) == [6000, 7000, 8000]
        live.samples(4000)
        live.event("It goes on.")
        live.end()
        rest = await read(everything)
        messages = first + rest
        assert times(messages) == [6000, 7000, 8000, 9000]
        for place, message in enumerate(messages):
            resumed = await read(job_events.follow(live.job.id, Position.parse(message.id)))
            assert times(resumed) == times(messages[place + 1 :])
            texts = [item.data["message"] for item in resumed if item.name == "event"]
            assert texts == [item.data["message"] for item in messages[place + 1 :] if item.name == "event"]
        await job_events.close()

    asyncio.run(scenario())


def test_every_subscriber_gets_each_message_once(job_events: JobEvents, live: Live) -> None:
    async def scenario() -> None:
        streams = [job_events.follow(live.job.id, Position()) for _ in range(3)]
        early = [await read(stream, until="state") for stream in streams[:2]]
        expected = []
        for number in range(1, 30):
            live.samples(number * 1000)
            expected.append(5000 + number * 1000)
            await asyncio.sleep(0)
        late = await read(streams[2], until="state")
        live.end()
        results = [
            early[0] + await read(streams[0]),
            early[1] + await read(streams[1]),
            late + await read(streams[2]),
        ]
        assert [times(messages) for messages in results] == [expected] * 3
        assert job_events.subscriber_count == 0
        await job_events.close()

    asyncio.run(scenario())


def test_idle_stream_sends_keep_alives(own_database_url: str, live: Live) -> None:
    """Check that an idle stream sends keep-alives.

    Polls are much more frequent than keep-alives, and have nothing to report of a job that waits.
    """

    async def scenario() -> list[bytes]:
        events = JobEvents(lambda: session_scope(own_database_url), poll_seconds=0.01, keep_alive_seconds=0.2)
        signs: list[bytes] = []
        async with asyncio.timeout(30):
            async for block in events.follow(live.job.id, Position()):
                if block == KEEP_ALIVE:
                    signs.append(block)
                if len(signs) == 3:
                    break
        await events.close()
        return signs

    assert asyncio.run(scenario()) == [KEEP_ALIVE] * 3


def test_a_watched_job_is_marked(job_events: JobEvents, live: Live) -> None:
    async def scenario() -> None:
        stream = job_events.follow(live.job.id, Position())
        await read(stream, until="state")
        live.make.session.refresh(live.job, ["watched_until"])
        assert live.job.watched_until is not None
        await job_events.close()
        assert await read(stream) == []

    asyncio.run(scenario())


def test_newly_watched_run_is_polled_immediately(job_events: JobEvents, live: Live) -> None:
    async def scenario() -> None:
        later = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=15)
        live.attempt.next_step_at = later
        live.make.session.commit()
        stream = job_events.follow(live.job.id, Position())
        await read(stream, until="state")
        live.make.session.refresh(live.attempt, ["next_step_at"])
        assert live.attempt.next_step_at is not None
        assert live.attempt.next_step_at < later
        await job_events.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (None, Position()),
        ("", Position()),
        ("x", Position()),
        ("1.2; drop", Position()),
        ("9" * 30 + ".1", Position()),
        ("12.34", Position(12, 34)),
        ("12.34.2", Position(12, 34, 2)),
    ],
)
def test_only_our_ids_are_understood(text: str | None, position: Position) -> None:
    assert Position.parse(text) == position


def test_points_are_totals_without_latency_in_stalls() -> None:
    latency = {"n": 100, "mean": 10.0, "stddev": 1.0, "min": 5.0, "max": 20.0}
    read_part = {
        "t_ms": 500, "dt_ms": 500, "direction": "read", "ios": 100, "bytes": 400, "latency": latency, "p99_ns": 15.0,
    }  # fmt: skip
    write_part = read_part | {"direction": "write", "latency": latency | {"mean": 30.0, "max": 90.0}}
    nothing = {"n": 0, "mean": None, "stddev": None, "min": None, "max": None}
    stall = read_part | {"t_ms": 1000, "ios": 0, "bytes": 0, "latency": nothing, "p99_ns": None}
    mixed, stalled = iterate_live_points([read_part, write_part, stall], t0_ms=1000)
    assert (mixed["t_ms"], mixed["iops"], mixed["latency_mean_ns"], mixed["latency_max_ns"]) == (
        1500,
        400.0,
        20.0,
        90.0,
    )
    assert mixed["latency_p99_ns"] is None
    assert (stalled["iops"], stalled["latency_mean_ns"], stalled["latency_p99_ns"]) == (0.0, None, None)
