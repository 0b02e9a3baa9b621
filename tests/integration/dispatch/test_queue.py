"""The queue: shown in the order in which it is taken; operators reorder it and pause all of it."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.models import Attempt, AuditEvent, Job, LabSetting, Lease, Server
from storagelab.http.references import format_row_number

LONG_AGO = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1")


def add(make: Factory, server: Server, name: str, *, position: float, priority: int = 50, state: str = "queued") -> Job:
    """Add a job with one attempt and return it; `state` is that of the attempt."""
    job_state = "queued" if state == "queued" else "running"
    job = make.job(server, name=name, priority=priority, queue_position=position, state=job_state)
    run_state = "waiting" if state == "queued" else "running"
    make.attempt(make.run(job, state=run_state), state=state, waiting_reason=f"why {name} waits")
    return job


def names(client: TestClient, **query: str) -> list[str]:
    return [item["job_name"] for item in client.get("/api/v1/queue", params=query).json()["items"]]


def test_queue_orders_by_running_priority_and_position(viewer: TestClient, make: Factory, server: Server) -> None:
    add(make, server, "third", position=2)
    add(make, server, "second", position=1)
    add(make, server, "first", position=9, priority=80)
    add(make, server, "running", position=5, state="running")
    add(make, server, "over", position=0, state="succeeded")
    add(make, make.server(), "elsewhere", position=0)
    assert names(viewer, server_id=f"s-{server.number}") == ["running", "first", "second", "third"]
    assert names(viewer) == ["running", "first", "elsewhere", "second", "third"]
    items = viewer.get("/api/v1/queue", params={"server_id": str(server.id)}).json()["items"]
    assert [item["position"] for item in items] == [None, 1, 2, 3]
    assert (items[1]["waiting_reason"], items[1]["state"], items[1]["server"]["name"]) == (
        "why first waits",
        "waiting",
        "lab1",
    )


def test_pages_go_on_where_they_ended(viewer: TestClient, make: Factory, server: Server) -> None:
    for position in range(5):
        add(make, server, str(position), position=position / 3)
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = viewer.get("/api/v1/queue", params={"limit": "2", **cursor}).json()
        seen += [item["job_name"] for item in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert seen == ["0", "1", "2", "3", "4"]
    assert viewer.get("/api/v1/queue", params={"cursor": "W10"}).status_code == 422


def test_a_long_queue_costs_no_more_queries(
    viewer: TestClient, make: Factory, server: Server, connection: Connection
) -> None:
    add(make, server, "one", position=1)
    viewer.get("/api/v1/queue")
    with counted_queries(connection) as for_one:
        viewer.get("/api/v1/queue")
    for position in range(10):
        add(make, server, "more", position=position)
    with counted_queries(connection) as for_many:
        assert len(names(viewer)) == 11
    assert len(for_many) == len(for_one)


def test_job_moves_before_and_after_other_jobs(operator: TestClient, make: Factory, server: Server) -> None:
    jobs = {name: add(make, server, name, position=index) for index, name in enumerate("abcd")}

    def move(name: str, field: str, other: str) -> list[str]:
        answer = operator.patch(
            f"/api/v1/jobs/{format_row_number(jobs[name])}", json={field: format_row_number(jobs[other])}
        )
        assert answer.status_code == 200, answer.text
        return names(operator)

    assert move("d", "move_before", "a") == ["d", "a", "b", "c"]
    assert move("d", "move_after", "c") == ["a", "b", "c", "d"]
    assert move("a", "move_after", "b") == ["b", "a", "c", "d"]
    assert move("c", "move_before", "a") == ["b", "c", "a", "d"]


@pytest.mark.in_turn
def test_many_moves_into_one_gap_preserve_the_order(
    operator: TestClient, make: Factory, server: Server, session: Session
) -> None:
    """Check that the queue is renumbered, ahead of later jobs, when the gap cannot be halved any more.

    That happens after some fifty moves.
    """
    now = dt.datetime.now(dt.UTC).timestamp()
    jobs = {name: add(make, server, name, position=now + index) for index, name in enumerate("abc")}
    for turn in range(120):
        moved, stays = ("b", "c") if turn % 2 == 0 else ("c", "b")
        operator.patch(f"/api/v1/jobs/{jobs[stays].id}", json={"move_after": str(jobs["a"].id)}).raise_for_status()
        assert names(operator) == ["a", stays, moved]
    assert max(session.scalars(select(Job.queue_position))) <= now + 3


def test_impossible_queue_position_is_refused(operator: TestClient, make: Factory, server: Server) -> None:
    job, urgent = add(make, server, "job", position=1), add(make, server, "urgent", position=2, priority=90)
    running = add(make, server, "running", position=3, state="running")
    address = f"/api/v1/jobs/{job.id}"
    for place, path, words in (
        ({"move_before": format_row_number(urgent)}, "move_before", "change the priority first"),
        ({"move_after": format_row_number(running)}, "move_after", "no longer waits"),
        ({"move_after": format_row_number(job)}, "move_after", "the job itself"),
        ({"move_before": "j-999999"}, "move_before", "no job"),
        ({"move_before": format_row_number(urgent), "move_after": format_row_number(urgent)}, "", "name one job"),
    ):
        answer = operator.patch(address, json=place)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
        assert words in answer.json()["errors"][0]["message"]
    answer = operator.patch(f"/api/v1/jobs/{running.id}", json={"move_before": format_row_number(job)})
    assert (answer.status_code, "only a waiting job" in answer.json()["detail"]) == (409, True)


def test_job_priority_note_labels_and_name_are_changed(
    operator: TestClient, make: Factory, server: Server, session: Session
) -> None:
    first, second = add(make, server, "first", position=1), add(make, server, "second", position=2)
    change = {"priority": 60, "note": "hurry", "labels": {"team": "raid"}, "name": "2nd"}
    answer = operator.patch(f"/api/v1/jobs/{format_row_number(second)}", json=change)
    assert answer.status_code == 200
    assert {key: answer.json()[key] for key in change} == change
    assert names(operator) == ["2nd", "first"]
    attempts = session.scalars(select(Attempt).execution_options(populate_existing=True)).all()
    assert all(attempt.next_step_at is not None for attempt in attempts)
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "job_changed")).one()
    assert (event.detail["before"]["priority"], event.detail["after"]["priority"]) == (50, 60)
    operator.patch(f"/api/v1/jobs/{second.id}", json={"priority": 60}).raise_for_status()
    assert session.scalars(select(AuditEvent.action)).all().count("job_changed") == 1

    first.state = "finished"
    make.session.flush()
    assert operator.patch(f"/api/v1/jobs/{first.id}", json={"note": "kept"}).status_code == 200
    assert operator.patch(f"/api/v1/jobs/{first.id}", json={"priority": 1}).status_code == 409


@pytest.mark.parametrize(
    ("repeats", "repeat_until", "titles"),
    [
        (1, None, ["new"]),
        (2, None, ["new (1 of 2)", "new (2 of 2)"]),
        (5, {"cv_percent": 2.0, "at_least": 3}, ["new (1 of at most 5)", "new (2 of at most 5)"]),
    ],
    ids=["one", "repeats", "until-repeatable"],
)
def test_renaming_a_job_titles_its_runs(
    operator: TestClient,
    make: Factory,
    server: Server,
    session: Session,
    repeats: int,
    repeat_until: dict[str, float] | None,
    titles: list[str],
) -> None:
    job = make.job(server, name="old", state="finished", repeats=repeats, repeat_until=repeat_until)
    other = make.run(make.job(server, name="other"), title="other")
    runs = [make.run(job, title="old", state="finished", repeat_index=index + 1) for index in range(len(titles))]

    answer = operator.patch(f"/api/v1/jobs/{format_row_number(job)}", json={"name": "new"})
    assert (answer.status_code, answer.json()["name"]) == (200, "new")
    assert [operator.get(f"/api/v1/runs/{format_row_number(run)}").json()["title"] for run in runs] == titles
    assert operator.get(f"/api/v1/runs/{format_row_number(other)}").json()["title"] == "other"
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "job_changed")).one()
    assert (event.detail["before"], event.detail["after"]) == ({"name": "old"}, {"name": "new"})


def test_unnamed_job_titles_run_by_profile_and_server(operator: TestClient, make: Factory, server: Server) -> None:
    job = make.job(server, name="old")
    run = make.run(job, title="old")
    operator.patch(f"/api/v1/jobs/{job.id}", json={"name": ""}).raise_for_status()
    assert operator.get(f"/api/v1/runs/{format_row_number(run)}").json()["title"] == "A profile on lab1"


def test_viewer_cannot_rename_a_job(viewer: TestClient, make: Factory, server: Server) -> None:
    job = make.job(server, name="old")
    assert viewer.patch(f"/api/v1/jobs/{job.id}", json={"name": "new"}).status_code == 403


def test_lab_is_paused_and_resumed(
    operator: TestClient, viewer: TestClient, make: Factory, server: Server, session: Session
) -> None:
    add(make, server, "waiting", position=1)
    state = {key: viewer.get("/api/v1/lab").json()[key] for key in ("paused", "reason", "since", "by")}
    assert state == {"paused": False, "reason": None, "since": None, "by": None}
    paused = operator.post("/api/v1/lab/pause", json={"reason": "Power works"}).json()
    assert (paused["paused"], paused["reason"], paused["by"]) == (True, "Power works", "admin")
    again = operator.post("/api/v1/lab/pause", json={"reason": "Power works, part two"}).json()
    assert (again["since"], again["reason"]) == (paused["since"], "Power works, part two")
    lab = viewer.get("/api/v1/lab").json()
    assert {key: lab[key] for key in again} == again
    setting = session.get_one(LabSetting, "paused")
    assert setting.value["reason"] == "Power works, part two"
    # A waiting job shows its reason at once.
    assert session.scalars(select(Attempt.next_step_at)).one() is not None

    for _ in range(2):
        assert operator.post("/api/v1/lab/resume").json()["paused"] is False
    session.expire_all()
    assert session.get(LabSetting, "paused") is None
    actions = session.scalars(
        select(AuditEvent.action).where(AuditEvent.action.startswith("lab_")).order_by(AuditEvent.id)
    ).all()
    assert actions == ["lab_paused", "lab_paused", "lab_unpaused"]
    refused = viewer.post("/api/v1/lab/pause", json={"reason": "why not"})
    assert refused.json()["detail"] == "This needs the role operator, you have the role viewer."


def test_leases_show_their_holders(viewer: TestClient, make: Factory, server: Server) -> None:
    job = add(make, server, "running", position=1, state="running")
    attempt = make.session.scalars(select(Attempt)).one()
    for resource in ("host:1", "dev:nvme-x", "ctrl:2"):
        make.session.add(Lease(resource=resource, attempt_id=attempt.id, fence=7))
    make.session.flush()
    first = viewer.get("/api/v1/leases", params={"limit": 2}).json()
    assert [item["resource"] for item in first["items"]] == ["ctrl:2", "dev:nvme-x"]
    [last] = viewer.get("/api/v1/leases", params={"cursor": first["next_cursor"]}).json()["items"]
    assert (last["resource"], last["job_number"], last["server"]["name"], last["fence"]) == (
        "host:1",
        format_row_number(job),
        "lab1",
        7,
    )
    other = make.server()
    assert viewer.get("/api/v1/leases", params={"server_id": str(other.id)}).json()["items"] == []


def test_jobs_that_ended_are_listed_apart(viewer: TestClient, make: Factory, server: Server) -> None:
    for state in ("queued", "running", "finished", "failed", "cancelled"):
        make.job(server, name=state, state=state)
    listed = {
        is_over: {job["name"] for job in viewer.get("/api/v1/jobs", params={"is_over": is_over}).json()["items"]}
        for is_over in (True, False)
    }
    assert listed == {True: {"finished", "failed", "cancelled"}, False: {"queued", "running"}}
