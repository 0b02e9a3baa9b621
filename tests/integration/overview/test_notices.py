"""A person's notices: what they are of, who has read them, and which jobs are followed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Campaign, Import, Job, JobFollower, NoticeRead, Run, User
from storagelab.overview.notices import read_notices

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)
STEADY = {"status": "steady", "metric": "iops", "rounds": [1.0], "sentence": "Steady."}
GROUPS = ("needs_decision", "alerts", "followed")


def notices(client: TestClient) -> Any:
    answer = client.get("/api/v1/notices")
    assert answer.status_code == 200, answer.text
    return answer.json()


def kinds(answer: Any) -> list[tuple[str, str, bool]]:
    """Return kind, number and whether it is unread, of all notices in order."""
    return [
        (notice["kind"], notice["link"]["number"], notice["unread"]) for group in GROUPS for notice in answer[group]
    ]


def follow(client: TestClient, job: Job, *, following: bool = True) -> None:
    answer = client.put(f"/api/v1/jobs/j-{job.number}/follow", json={"following": following})
    assert (answer.status_code, answer.json()) == (200, {"following": following})


def waiting_campaign(make: Factory) -> Campaign:
    campaign = Campaign(
        id=generate_uuid7(),
        name="Matrix",
        state="waiting_for_decision",
        server_id=make.server().id,
        pending_decision={"asked_at": NOW.isoformat(), "reason": "A drive failed.", "cells": [], "drives": []},
    )
    make.session.add(campaign)
    make.session.flush()
    return campaign


def ended(make: Factory, job: Job, state: str = "finished", *, ago: dt.timedelta = HOUR, **values: Any) -> Run:
    return make.run(job, state=state, started_at=NOW - 2 * ago, finished_at=NOW - ago, **values)


def test_a_lab_in_order_has_no_notices(viewer: TestClient) -> None:
    assert notices(viewer) == {
        "needs_decision": [],
        "alerts": [],
        "followed": [],
        "unread_count": 0,
        "following": [],
    }


def test_notices_are_decisions_alerts_and_followed_runs(viewer: TestClient, make: Factory) -> None:
    campaign = waiting_campaign(make)
    away = make.server(name="away", state="unreachable", last_error="SSH timed out", last_seen_at=NOW - HOUR)
    make.attempt(make.run(make.job(away)))
    job, other = make.job(state="failed"), make.job(state="failed")
    good = ended(make, job, verdict=STEADY)
    bad = ended(make, job, "failed", ago=2 * HOUR, repeat_index=2, failure_kind="engine", failure_message="fio died")
    ended(make, job, ago=dt.timedelta(days=8), repeat_index=3)
    foreign = ended(make, other, "failed", failure_message="Not mine")
    follow(viewer, job)

    answer = notices(viewer)

    assert kinds(answer) == [
        ("campaign_asks", f"m-{campaign.number}", True),
        ("server_unreachable", f"s-{away.number}", True),
        ("run_failed", f"r-{foreign.number}", True),
        ("run_finished", f"r-{good.number}", True),
        ("run_failed", f"r-{bad.number}", True),
    ]
    assert answer["unread_count"] == 5
    unreachable = answer["alerts"][0]
    assert (unreachable["server"]["name"], unreachable["waiting_count"]) == ("away", 1)
    assert dt.datetime.fromisoformat(unreachable["at"]) == NOW - HOUR
    finished, failed = answer["followed"]
    assert (finished["verdict"], finished["category"]) == ("steady", "run_finished")
    assert failed["detail"] == "fio died"


def test_reading_concerns_one_person_alone(viewer: TestClient, make: Factory, session: Session) -> None:
    ben = User(id=generate_uuid7(), name="ben", role="viewer")
    session.add(ben)
    campaign = waiting_campaign(make)
    make.server(state="quarantined", state_reason="A drive has changed")
    answer = notices(viewer)
    decision = answer["needs_decision"][0]["id"]

    marked = viewer.patch("/api/v1/notices", json={"read": [decision, "no such notice"]}).json()

    assert [unread for _, _, unread in kinds(marked)] == [False, True]
    assert marked["unread_count"] == 1
    assert session.scalars(select(NoticeRead.notice_id)).all() == [decision]
    of_ben = read_notices(session, Identity(ben.id, "ben", "viewer", by_cookie=False))
    assert of_ben.unread_count == 2
    # The next question of the same campaign is another notice, and the old one is dropped.
    campaign.pending_decision = {**campaign.pending_decision, "asked_at": (NOW + HOUR).isoformat()}
    session.flush()
    assert notices(viewer)["unread_count"] == 2


def test_all_are_marked_up_to_a_moment(viewer: TestClient, make: Factory) -> None:
    job = make.job(state="finished")
    follow(viewer, job)
    old, new = ended(make, job, ago=3 * HOUR), ended(make, job, ago=HOUR, repeat_index=2)
    make.server(state="quarantined", state_reason="A drive has changed")

    answer = viewer.patch("/api/v1/notices", json={"read_until": (NOW - 2 * HOUR).isoformat()}).json()

    assert [(number, unread) for _, number, unread in kinds(answer)[1:]] == [
        (f"r-{new.number}", True),
        (f"r-{old.number}", False),
    ]
    assert answer["unread_count"] == 1
    again = viewer.patch("/api/v1/notices", json={"read_until": NOW.isoformat()}).json()
    assert again["unread_count"] == 0


def test_recurring_alert_is_unread_again(viewer: TestClient, make: Factory) -> None:
    server = make.server(state="quarantined", state_reason="A drive has changed")
    read = {"read_until": NOW.isoformat()}
    assert viewer.patch("/api/v1/notices", json=read).json()["unread_count"] == 0
    server.state = "ready"
    make.session.flush()
    viewer.patch("/api/v1/notices", json=read)
    server.state = "quarantined"
    make.session.flush()
    assert notices(viewer)["unread_count"] == 1


def test_notice_exists_while_a_run_is_steady(viewer: TestClient, make: Factory) -> None:
    job = make.job(state="running")
    follow(viewer, job)
    run = make.run(job, state="running", started_at=NOW - HOUR)
    steady = {
        "kind": "phase", "name": "Precondition", "round": 5, "max_rounds": 25, "window": 5, "range_limit": 0.2,
        "slope_limit": 0.1, "tracked": [{"name": "IOPS", "metric": "iops", "values": [10.0] * 5}],
    }  # fmt: skip
    attempt = make.attempt(run, state="running", status={"steady": steady})
    assert kinds(notices(viewer)) == [("run_steady", f"r-{run.number}", True)]
    assert notices(viewer)["following"] == [f"j-{job.number}"]
    attempt.status = {"steady": {**steady, "tracked": [{"name": "IOPS", "metric": "iops", "values": [1.0, 9.0] * 3}]}}
    make.session.flush()
    assert kinds(notices(viewer)) == []


def test_own_imports_are_among_the_notices(viewer: TestClient, make: Factory, session: Session) -> None:
    me = session.scalars(select(User)).one()
    values = {
        "format": "fio", "title": "Old logs", "file_count": 1, "size_bytes": 1, "progress": {}, "finished_at": NOW,
    }  # fmt: skip
    mine = Import(id=generate_uuid7(), state="stored", created_by=me.id, **values)
    session.add_all([mine, Import(id=generate_uuid7(), state="stored", **values)])
    session.flush()
    session.add(
        Run(id=generate_uuid7(), title="a", origin="imported", state="finished", import_id=mine.id, import_index=0)
    )
    session.flush()
    (notice,) = notices(viewer)["followed"]
    assert (notice["kind"], notice["link"]["component"], notice["link"]["name"]) == (
        "import_finished",
        "import",
        "Old logs",
    )
    assert notice["detail"] == "1 result imported."


def test_disabled_notice_kinds_are_left_out(viewer: TestClient, make: Factory) -> None:
    waiting_campaign(make)
    make.server(state="quarantined", state_reason="A drive has changed")
    off = {"settings": {"notices": {"alert": {"bell": False, "browser": False}}}}
    answer = viewer.patch("/api/v1/session", json=off)
    assert answer.status_code == 200
    assert answer.json()["settings"]["notices"]["alert"] == {"bell": False, "browser": False}
    assert answer.json()["settings"]["notices"]["decision"] == {"bell": True, "browser": True}
    assert [kind for kind, _, _ in kinds(notices(viewer))] == ["campaign_asks"]


def test_following_is_idempotent_and_reversible(viewer: TestClient, make: Factory, session: Session) -> None:
    job = make.job()
    for following in (True, True, False, False):
        follow(viewer, job, following=following)
    assert session.scalars(select(JobFollower)).all() == []
    assert viewer.put("/api/v1/jobs/j-999999/follow", json={"following": True}).status_code == 404


@pytest.mark.parametrize("follow_started", [True, False])
def test_submitter_follows_a_job_unless_turned_off(
    operator: TestClient, make: Factory, session: Session, follow_started: bool
) -> None:
    server = make.server()
    operator.patch("/api/v1/session", json={"settings": {"follow_started": follow_started}})
    body = {
        "server_id": str(server.id), "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "size_bytes": 2**28},
    }  # fmt: skip
    answer = operator.post("/api/v1/jobs", json=body)
    assert answer.status_code == 202, answer.text
    assert bool(session.scalars(select(JobFollower)).all()) is follow_started


def test_the_number_of_queries_does_not_grow(viewer: TestClient, make: Factory, connection: Connection) -> None:
    def fill(count: int) -> None:
        for _ in range(count):
            waiting_campaign(make)
            make.server(state="quarantined")
            job = make.job(state="finished")
            follow(viewer, job)
            make.phase(ended(make, job), state="finished", t0_ms=0, t1_ms=1000)
            running = make.run(make.job(state="running"), state="running", started_at=NOW)
            make.attempt(running, state="running")
            make.session.expire_all()

    fill(1)
    with counted_queries(connection) as few:
        notices(viewer)
    fill(6)
    with counted_queries(connection) as many:
        notices(viewer)
    assert len(many) == len(few)
