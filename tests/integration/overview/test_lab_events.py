"""Event stream of the lab: changes, progress and notices, with an end of its own."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, Job, MaintenanceWindow, Phase, Reservation, RunMark, Server, User
from storagelab.db.session import get_database, session_scope
from storagelab.errors import TooManyRequests
from storagelab.overview import event_stream
from storagelab.overview.event_stream import KEEP_ALIVE, LabEvents

NOW = dt.datetime.now(dt.UTC)


class Lab:
    """A server with a run at work; each change is committed."""

    def __init__(self, session: Session) -> None:
        self.make = Factory(session)
        self.server: Server = self.make.server(name="one")
        self.job: Job = self.make.job(self.server, state="running")
        self.run = self.make.run(self.job, state="running", started_at=NOW)
        self.attempt: Attempt = self.make.attempt(self.run, state="running", started_at=NOW)
        self.phase: Phase = self.make.phase(self.run, state="running", t0_ms=0, started_at=NOW)
        session.commit()

    def commit(self) -> None:
        self.make.session.commit()


@pytest.fixture
def lab(own_database_url: str) -> Iterator[Lab]:
    with Session(get_database(own_database_url), expire_on_commit=False) as session:
        yield Lab(session)


@pytest.fixture
def events(own_database_url: str) -> LabEvents:
    return LabEvents(lambda: session_scope(own_database_url), poll_seconds=0.01)


class Stream:
    """One subscriber, read message by message."""

    def __init__(self, blocks: AsyncIterator[bytes]) -> None:
        self._blocks = blocks
        self.last_id: str | None = None

    async def next(self, name: str) -> dict[str, Any]:
        """Return the data of the next message of this name; others are passed."""
        async with asyncio.timeout(20):
            async for block in self._blocks:
                fields = dict(line.split(": ", 1) for line in block.decode().strip().splitlines() if line[0] != ":")
                self.last_id = fields.get("id", self.last_id)
                if fields.get("event") == name:
                    return dict(json.loads(fields["data"]))
        raise AssertionError(f"the stream ended without {name}")


def play(events: LabEvents, scenario: Callable[[Stream], Any], last_event_id: str | None = None) -> None:
    """Run a scenario with a stream that has just been opened."""

    async def run() -> None:
        await scenario(Stream(events.follow(last_event_id)))
        await events.close()
        assert events.subscriber_count == 0

    asyncio.run(run())


def test_progress_comes_immediately_and_with_every_sample(events: LabEvents, lab: Lab) -> None:
    async def scenario(stream: Stream) -> None:
        first = await stream.next("run_progress")
        assert (first["run_number"], first["job_number"]) == (f"r-{lab.run.number}", f"j-{lab.job.number}")
        assert (first["state"], first["live"], first["progress"]["phase_ordinal"]) == ("running", None, 1)
        lab.make.chunk(lab.attempt, lab.phase, [1000, 2000], ios=500)
        lab.commit()
        following = await stream.next("run_progress")
        assert (following["live"]["at_ms"], following["live"]["iops"]) == (2000, 500.0)
        assert following["progress"]["phase_count"] == 1

    play(events, scenario)


def _is_quarantined(lab: Lab) -> None:
    lab.server.state, lab.server.state_reason = "quarantined", "A drive has changed"


def _has_an_event(lab: Lab) -> None:
    lab.make.event(lab.attempt, "It began.")


def _has_another_job(lab: Lab) -> None:
    lab.make.job(lab.server)


def _has_a_window(lab: Lab) -> None:
    window = {"server_id": lab.server.id, "starts_at": NOW, "ends_at": NOW + dt.timedelta(hours=1), "reason": "Fans"}
    lab.make.session.add(MaintenanceWindow(id=generate_uuid7(), **window))


def _is_marked(lab: Lab) -> None:
    lab.make.session.add(RunMark(run_id=lab.run.id, kind="invalid", reason="Hot."))


def _is_reserved(lab: Lab) -> None:
    ada = User(id=generate_uuid7(), name="ada", role="operator")
    lab.make.session.add(ada)
    lab.make.session.flush()
    window = {"server_id": lab.server.id, "user_id": ada.id, "starts_at": NOW, "ends_at": NOW + dt.timedelta(hours=1)}
    lab.make.session.add(Reservation(id=generate_uuid7(), reason="Tuning", **window))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("change", "part"),
    [
        (_is_quarantined, "servers"),
        (_has_an_event, "runs"),
        (_has_another_job, "queue"),
        (_has_a_window, "windows"),
        (_is_reserved, "windows"),
        (_is_marked, "runs"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_change_is_named_by_its_part(events: LabEvents, lab: Lab, change: Callable[[Lab], None], part: str) -> None:
    async def scenario(stream: Stream) -> None:
        await stream.next("run_progress")
        change(lab)
        lab.commit()
        assert part in (await stream.next("state_changed"))["changed"]

    play(events, scenario)


@pytest.mark.parametrize("change", ["server", "end"])
def test_server_failure_or_run_end_sends_a_notice(events: LabEvents, lab: Lab, change: str) -> None:
    async def scenario(stream: Stream) -> None:
        await stream.next("run_progress")
        if change == "server":
            _is_quarantined(lab)
        else:
            lab.run.state, lab.attempt.state = "finished", "succeeded"
            lab.make.event(lab.attempt, "It is over.", from_state="collecting", to_state="succeeded")
        lab.commit()
        assert await stream.next("notice") == {}

    play(events, scenario)


def test_reconnecting_client_learns_of_a_missed_change(events: LabEvents, lab: Lab) -> None:
    seen: list[str | None] = []

    async def first(stream: Stream) -> None:
        await stream.next("run_progress")
        seen.append(stream.last_id)

    play(events, first)
    _is_quarantined(lab)
    lab.commit()

    async def again(stream: Stream) -> None:
        assert "servers" in (await stream.next("state_changed"))["changed"]

    play(events, again, seen[0])


def test_all_streams_get_progress_and_mark_watched_jobs(events: LabEvents, lab: Lab) -> None:
    async def run() -> None:
        streams = [Stream(events.follow()) for _ in range(5)]
        for stream in streams:
            await stream.next("run_progress")
        assert events.subscriber_count == 5
        lab.make.chunk(lab.attempt, lab.phase, [1000])
        lab.commit()
        messages = [await stream.next("run_progress") for stream in streams]
        assert [message["live"]["at_ms"] for message in messages] == [1000] * 5
        await events.close()

    asyncio.run(run())
    lab.make.session.refresh(lab.job)
    assert lab.job.watched_until is not None


def test_stream_has_signs_of_life_and_ends(own_database_url: str, lab: Lab) -> None:
    events = LabEvents(
        lambda: session_scope(own_database_url),
        poll_seconds=0.01,
        keep_alive_seconds=0.05,
        max_stream_seconds=1.0,
    )

    async def run() -> list[bytes]:
        async with asyncio.timeout(20):
            blocks = [block async for block in events.follow()]
        await events.close()
        return blocks

    blocks = asyncio.run(run())
    assert blocks[0].startswith(b"retry:")
    assert KEEP_ALIVE in blocks


def test_streams_are_limited(events: LabEvents, monkeypatch: pytest.MonkeyPatch, lab: Lab) -> None:
    monkeypatch.setattr(event_stream, "MAX_SUBSCRIBERS", 1)

    async def run() -> None:
        stream = Stream(events.follow())
        await stream.next("run_progress")
        with pytest.raises(TooManyRequests):
            events.require_room()
        await events.close()

    asyncio.run(run())
    events.require_room()


def test_event_stream_needs_a_sign_in(viewer: TestClient, anonymous: TestClient) -> None:
    answer = viewer.get("/api/v1/events")
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "text/event-stream")
    assert answer.text.startswith("retry:")
    assert anonymous.get("/api/v1/events").status_code == 401
