"""The queue as a schedule: every job with its estimated start, its wait, and what a move would change."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Job, LabSetting, MaintenanceWindow, Reservation, Run, Server, User
from storagelab.http.references import format_row_number

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin each test at its own moment: the tests before it may take longer than the quarter that is rounded away."""
    monkeypatch.setattr(f"{__name__}.NOW", dt.datetime.now(dt.UTC))


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1")


def schedule(client: TestClient, **params: Any) -> Any:
    answer = client.get("/api/v1/queue/schedule", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def hours(text: str | None) -> float | None:
    """Return how many hours from now a moment is, to a half: a slow run is late by minutes."""
    if text is None:
        return None
    return round((dt.datetime.fromisoformat(text) - NOW).total_seconds() / 1800) / 2


def waits(make: Factory, server: Server, name: str, *, position: float = 0.0, hours: float = 1.0, **values: Any) -> Job:
    job = make.job(server, name=name, queue_position=position, estimated_seconds=hours * 3600, **values)
    make.attempt(make.run(job, title=name))
    return job


def at_work(make: Factory, server: Server) -> Run:
    """Return a run of three hours that began an hour ago."""
    job = make.job(server, name="at work", state="running", estimated_seconds=3 * 3600.0)
    run = make.run(job, state="running", started_at=NOW - HOUR)
    make.phase(run, state="running", planned_seconds=3 * 3600.0, started_at=NOW - HOUR)
    make.attempt(run, state="running", started_at=NOW - HOUR)
    return run


def starts(answer: Any) -> list[tuple[str, float | None]]:
    return [(job["title"], hours(job["starts_at"])) for job in answer["jobs"]]


def test_jobs_come_by_start_with_their_waits(viewer: TestClient, make: Factory, server: Server) -> None:
    run = at_work(make, server)
    second = waits(make, server, "second", position=2, hours=4)
    first = waits(make, server, "first", position=1, priority=60)
    elsewhere = waits(make, make.server(name="lab2"), "elsewhere", start_after=NOW + 1.5 * HOUR)

    answer = schedule(viewer)

    assert starts(answer) == [("at work", -1.0), ("elsewhere", 1.5), ("first", 2.0), ("second", 3.0)]
    shown = {job["title"]: job for job in answer["jobs"]}
    assert (shown["at work"]["state"], shown["at work"]["position"], shown["at work"]["wait"]) == (
        "running",
        None,
        None,
    )
    assert shown["elsewhere"]["wait"]["kind"] == "not_before"
    waiting = shown["first"]["wait"]
    assert (waiting["kind"], hours(waiting["until"]), waiting["ahead"]) == ("running", 2.0, [f"r-{run.number}"])
    behind = shown["second"]["wait"]
    assert (behind["kind"], behind["until"], behind["ahead_count"]) == ("queued", None, 2)
    assert behind["ahead"] == [f"r-{run.number}", shown["first"]["run_number"]]
    assert [shown[name]["position"] for name in ("first", "second", "elsewhere")] == [1, 2, 1]
    assert (shown["second"]["estimated_seconds"], hours(shown["second"]["ends_at"])) == (4 * 3600.0, 7.0)
    assert [shown[job.name]["job_number"] for job in (first, second, elsewhere)] == [
        format_row_number(job) for job in (first, second, elsewhere)
    ]
    assert (answer["job_count"], hours(answer["clear_at"]), answer["unknown_servers"]) == (4, 7.0, [])
    assert answer["under_way"]["items"][0]["number"] == f"r-{run.number}"


def test_job_waits_for_the_end_of_a_window(viewer: TestClient, make: Factory, server: Server) -> None:
    ada = User(id=generate_uuid7(), name="ada", role="operator")
    make.session.add(ada)
    make.session.flush()
    other = make.server()
    times = {"starts_at": NOW - HOUR, "ends_at": NOW + 2 * HOUR}
    make.session.add(Reservation(id=generate_uuid7(), server_id=server.id, user_id=ada.id, reason="Tuning", **times))
    make.session.add(MaintenanceWindow(id=generate_uuid7(), server_id=other.id, reason="Fans", **times))
    waits(make, server, "reserved")
    waits(make, other, "closed")
    wait_by_title = {job["title"]: job["wait"] for job in schedule(viewer)["jobs"]}
    assert [
        (wait_by_title[name]["kind"], hours(wait_by_title[name]["until"]), wait_by_title[name]["reason"])
        for name in sorted(wait_by_title)
    ] == [
        ("maintenance", 2.0, "Fans"),
        ("reservation", 2.0, "ada: Tuning"),
    ]


def test_unpredictable_start_is_unknown(viewer: TestClient, make: Factory, server: Server) -> None:
    away = make.server(name="away", state="unreachable", last_seen_at=NOW - HOUR)
    waits(make, away, "no answer")
    held = make.job(server, name="held", estimated_seconds=3600.0)
    make.attempt(make.run(held), waiting_reason="S1 on lab1 is not enrolled")

    answer = schedule(viewer)

    assert [(job["title"], job["starts_at"], job["wait"]["kind"], job["wait"]["reason"]) for job in answer["jobs"]] == [
        ("no answer", None, "server", "unreachable"),
        ("held", None, "other", "S1 on lab1 is not enrolled"),
    ]
    assert [item["name"] for item in answer["unknown_servers"]] == ["away", "lab1"]

    make.session.add(LabSetting(key="paused", value={"reason": "Power", "since": NOW.isoformat(), "by": "ada"}))
    make.session.flush()
    assert {job["wait"]["kind"] for job in schedule(viewer)["jobs"]} == {"paused"}


def test_the_timeline_begins_at_a_given_time(viewer: TestClient, make: Factory, server: Server) -> None:
    waits(make, server, "job", start_after=NOW + 30 * HOUR)
    for from_at, shown in ((None, 0), ((NOW + 24 * HOUR).isoformat(), 1)):
        params = {} if from_at is None else {"from_at": from_at}
        queue = schedule(viewer, **params)["queue"]
        assert len(queue["lanes"][0]["bars"]) == shown
    assert hours(queue["from_at"]) == 24.0
    assert viewer.get("/api/v1/queue/schedule", params={"from_at": "2026-01-01T00:00:00"}).status_code == 422


def preview(client: TestClient, job: Job, **place: Any) -> Any:
    answer = client.get("/api/v1/queue/preview", params={"job": format_row_number(job), **place})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_schedule_page_agrees_with_the_whole(viewer: TestClient, make: Factory, server: Server) -> None:
    at_work(make, server)
    for index in range(3):
        waits(make, server, f"here {index}", position=index)
    other = make.server(name="lab2")
    waits(make, other, "there", start_after=NOW + 2.5 * HOUR)
    waits(make, make.server(name="lab3", state="unreachable"), "no answer")
    make.server(name="lab4")

    whole = schedule(viewer)
    part = schedule(viewer, job_offset=2, job_limit=2, lane_offset=1, lane_limit=1)

    assert part["jobs"] == whole["jobs"][2:4]
    assert [lane["server"]["name"] for lane in part["queue"]["lanes"]] == ["lab2"]
    assert {item["name"] for item in part["servers"]} == {"lab1", "lab2"}
    totals = ("job_count", "found_count", "lane_count", "waiting_server_count", "unknown_servers")
    assert {name: part[name] for name in totals} == {name: whole[name] for name in totals}
    assert (whole["job_count"], whole["lane_count"], whole["waiting_server_count"]) == (6, 4, 3)
    orders = {job["title"]: (job["start_order"], job["position"], job["line_length"]) for job in whole["jobs"]}
    assert orders == {
        "at work": (None, None, 0),
        "here 0": (1, 1, 3),
        "there": (2, 1, 1),
        "here 1": (3, 2, 3),
        "here 2": (4, 3, 3),
        "no answer": (None, 1, 1),
    }


def test_jobs_are_found_by_text_and_server(viewer: TestClient, make: Factory, server: Server) -> None:
    for index in range(2):
        waits(make, server, f"here {index}", position=index)
    away = make.server(name="lab2", state="unreachable")
    far = waits(make, away, "far")
    held = make.job(make.server(name="lab3"), name="held")
    make.attempt(make.run(held), waiting_reason="S1 is not enrolled")

    def titles(**params: Any) -> list[str]:
        return [job["title"] for job in schedule(viewer, **params)["jobs"]]

    for text, expected in (
        ("HERE", ["here 0", "here 1"]),
        ("not enrolled", ["held"]),
        ("unreachable", ["far"]),
        ("lab2", ["far"]),
        (format_row_number(far), ["far"]),
        ("nothing has this", []),
    ):
        assert titles(find=text) == titles(q=f'"{text}"') == expected
    assert titles(q="name:here -state:failed server:lab1") == ["here 0", "here 1"]
    assert titles(q="enrolled OR server:lab2") == ["far", "held"] or titles(q="enrolled OR server:lab2") == [
        "held",
        "far",
    ]
    assert titles(q="NOT enrolled") == titles(q="-name:held")
    answer = schedule(viewer, find="here", job_limit=1)
    assert (answer["found_count"], answer["job_count"], len(answer["jobs"])) == (2, 4, 1)

    alone = schedule(viewer, server_id=f"s-{server.number}")
    assert ([job["title"] for job in alone["jobs"]], alone["lane_count"]) == (["here 0", "here 1"], 1)


@pytest.mark.parametrize(
    ("params", "status"),
    [
        ({"job_limit": 5_001}, 422),
        ({"job_offset": -1}, 422),
        ({"lane_limit": -1}, 422),
        ({"find": "x" * 201}, 422),
        ({"q": "iops>5"}, 422),
        ({"server_id": "s-999999"}, 404),
    ],
)
def test_a_part_that_cannot_be_is_refused(viewer: TestClient, params: dict[str, Any], status: int) -> None:
    answer = viewer.get("/api/v1/queue/schedule", params=params)
    assert answer.status_code == status
    if status == 422:
        assert next(iter(params)) in answer.text


def test_a_preview_agrees_with_the_move(operator: TestClient, make: Factory, server: Server) -> None:
    at_work(make, server)
    line = [waits(make, server, name, position=index, hours=index + 1) for index, name in enumerate("abc")]
    last, first = line[-1], line[0]

    foretold = preview(operator, last, move_before=format_row_number(first))

    assert (foretold["position"], foretold["previous_position"], foretold["unknown_because"]) == (1, 3, None)
    assert [
        (item["title"], hours(item["previous_starts_at"]), hours(item["starts_at"])) for item in foretold["starts"]
    ] == [("c", 5.0, 2.0), ("a", 2.0, 5.0), ("b", 3.0, 6.0)]
    assert hours(foretold["clear_at"]) == hours(foretold["previous_clear_at"]) == 8.0
    assert starts(schedule(operator))[1:] == [("a", 2.0), ("b", 3.0), ("c", 5.0)]

    address = f"/api/v1/jobs/{format_row_number(last)}"
    operator.patch(address, json={"move_before": format_row_number(first)}).raise_for_status()
    assert starts(schedule(operator))[1:] == [("c", 2.0), ("a", 5.0), ("b", 6.0)]


def test_preview_accepts_priority_and_position_across_servers(
    operator: TestClient, make: Factory, server: Server
) -> None:
    urgent = waits(make, make.server(), "urgent", position=5, priority=90)
    jobs = [waits(make, server, name, position=position) for name, position in (("a", 1), ("b", 2))]
    foretold = preview(operator, jobs[1], move_after=format_row_number(urgent), priority=90)
    assert (foretold["position"], foretold["previous_position"]) == (1, 2)
    place = {"move_after": format_row_number(urgent), "priority": 90}
    operator.patch(f"/api/v1/jobs/{format_row_number(jobs[1])}", json=place).raise_for_status()
    assert [job["title"] for job in schedule(operator)["jobs"] if job["server"]["name"] == "lab1"] == ["b", "a"]


def test_preview_of_a_paused_lab_has_no_start(viewer: TestClient, make: Factory, server: Server) -> None:
    first, second = (waits(make, server, name, position=index) for index, name in enumerate("ab"))
    make.session.add(LabSetting(key="paused", value={"reason": "Power", "since": NOW.isoformat(), "by": "ada"}))
    make.session.flush()
    foretold = preview(viewer, second, move_before=format_row_number(first))
    assert (foretold["unknown_because"], foretold["position"]) == ("paused", 1)
    assert [item["starts_at"] for item in foretold["starts"]] == [None]


def test_preview_is_refused_like_the_move(viewer: TestClient, make: Factory, server: Server) -> None:
    job, urgent = waits(make, server, "job"), waits(make, server, "urgent", priority=90)
    running = make.job(server, state="running")
    for params, status in (
        ({"job": format_row_number(job), "move_before": format_row_number(urgent)}, 422),
        ({"job": format_row_number(job), "move_after": format_row_number(running)}, 422),
        ({"job": format_row_number(job)}, 422),
        ({"job": format_row_number(running), "move_before": format_row_number(job)}, 409),
        ({"job": "j-999999", "move_before": format_row_number(job)}, 404),
    ):
        assert viewer.get("/api/v1/queue/preview", params=params).status_code == status


@pytest.mark.in_turn
def test_long_queue_needs_constant_queries(
    viewer: TestClient, make: Factory, server: Server, connection: Connection, session: Session
) -> None:
    first = waits(make, server, "first")
    schedule(viewer)
    # A queue that has not changed is not read again.
    first.name = "first of many"
    session.flush()
    with counted_queries(connection) as for_one:
        schedule(viewer)
    table = Job.__table__
    values = {column.key: getattr(first, column.key) for column in table.columns if column.key != "number"}
    jobs = [
        {**values, "id": generate_uuid7(), "name": f"job {index}", "queue_position": 1.0 + index}
        for index in range(5_000)
    ]
    session.execute(insert(Job), jobs)
    run = make.session.query(Run).one()
    own = {column.key: getattr(run, column.key) for column in Run.__table__.columns if column.key != "number"}
    session.execute(insert(Run), [{**own, "id": generate_uuid7(), "job_id": job["id"]} for job in jobs])
    with counted_queries(connection) as for_many:
        answer = schedule(viewer)
    assert len(for_many) == len(for_one)
    assert (answer["job_count"], len(answer["jobs"])) == (5_001, 5_000)
    far = answer["jobs"][150]
    assert (far["starts_at"], far["wait"]["kind"], far["wait"]["ahead_count"]) == (None, "queued", 150)
    assert [item["name"] for item in answer["unknown_servers"]] == ["lab1"]
