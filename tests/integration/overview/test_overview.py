"""The lab at a glance: what it shows, in which order, and at which price."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection, delete
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Campaign, CustomProfile, Dashboard, Lease, MaintenanceWindow, Run, Server
from storagelab.profiles.catalogue import load_catalogue

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)


def overview(client: TestClient) -> Any:
    """Return the overview of the lab."""
    answer = client.get("/api/v1/overview")
    assert answer.status_code == 200, answer.text
    return answer.json()


def ended_run(make: Factory, *, ago: dt.timedelta = HOUR, **values: Any) -> Run:
    """Return a run of this lab that is over."""
    return make.run(
        make.job(), **{"state": "finished", "started_at": NOW - 2 * ago, "finished_at": NOW - ago, **values}
    )


def published_run(make: Factory, source: str, **values: Any) -> Run:
    """Return a run with a figure of a review."""
    row = Run(id=generate_uuid7(), title="printed", origin="published", state="finished", source_title=source, **values)
    make.session.add(row)
    make.session.flush()
    return row


def test_empty_lab_has_an_empty_overview(viewer: TestClient) -> None:
    answer = overview(viewer)
    queue = answer.pop("queue")
    assert (queue["lanes"], queue["clear_at"]) == ([], None)
    counts = answer.pop("entry_counts")
    assert counts.pop("profiles") == len(load_catalogue())
    assert set(counts.values()) == {0}
    assert answer == {
        "has_measured": False,
        "servers": {"items": [], "counts": {}},
        "under_way": {"items": [], "count": 0, "waiting_count": 0},
        "ended": [],
        "last_visit_at": None,
        "new_result_count": 0,
        "alerts": {"items": [], "counts": {"critical": 0, "warning": 0, "notice": 0}},
        "comparison": [],
        "look_back_days": 7,
    }


def test_entries_that_lists_show_are_counted(viewer: TestClient, make: Factory) -> None:
    server, retired = make.server(), make.server(state="retired")
    make.drive(server), make.drive(server, present=False), make.drive(server, lifecycle="retired"), make.drive(retired)
    ended_run(make), ended_run(make, trashed_at=NOW)
    make.session.add(CustomProfile(id=generate_uuid7(), name="own", latest_version=1))
    shown = {"name": "RAID", "document": {}, "shared": True}
    make.session.add_all(
        [Dashboard(id=generate_uuid7(), **shown), Dashboard(id=generate_uuid7(), **shown, trashed_at=NOW)]
    )
    parent = Campaign(id=generate_uuid7(), name="two servers", has_children=True)
    make.session.add_all([parent, Campaign(id=generate_uuid7(), name="over", state="finished", server_id=server.id)])
    make.session.flush()
    make.session.add_all(
        Campaign(id=generate_uuid7(), name="part", parent_id=parent.id, server_id=used_server.id)
        for used_server in (server, retired)
    )
    make.session.flush()
    counts = overview(viewer)["entry_counts"]
    assert (counts["runs"], counts["drives"], counts["campaigns"], counts["dashboards"]) == (1, 1, 1, 1)
    assert counts["profiles"] == len(load_catalogue()) + 1
    assert lab_counts(viewer)["entry_counts"] == counts


def lab_counts(client: TestClient) -> Any:
    """Return what the navigation counts."""
    return client.get("/api/v1/overview/counts").json()


def test_servers_and_runs_not_over_are_counted(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    make.server(state="retired")
    published_run(make, "A review")
    assert lab_counts(viewer) | {"entry_counts": None} == {
        "has_measured": False, "server_count": 1, "under_way_count": 0, "waiting_count": 0, "entry_counts": None,
    }  # fmt: skip
    make.attempt(make.run(make.job(server), state="running"), state="running")
    make.attempt(make.run(make.job(server)))
    counts = lab_counts(viewer)
    assert (counts["has_measured"], counts["under_way_count"], counts["waiting_count"]) == (True, 1, 1)


def test_run_count_follows_trash_and_removal(viewer: TestClient, make: Factory, session: Session) -> None:
    def count() -> int:
        session.flush()
        return int(lab_counts(viewer)["entry_counts"]["runs"])

    runs = [published_run(make, "A review") for _ in range(3)]
    published_run(make, "A review", trashed_at=NOW)
    assert count() == 3
    for run in runs[:2]:
        run.trashed_at = NOW
    assert count() == 1
    runs[0].trashed_at = None
    runs[2].title = "renamed"
    assert count() == 2
    session.execute(delete(Run))
    assert count() == 0


def test_server_is_shown_with_its_current_use(viewer: TestClient, make: Factory) -> None:
    make.server(name="idle")
    make.server(name="away", state="unreachable", last_error="No route to host")
    make.server(name="locked", state="quarantined", state_reason="A drive has changed")
    make.server(name="gone", state="retired")
    reserved = make.server(name="kept")
    make.session.add(
        MaintenanceWindow(
            id=generate_uuid7(), server_id=reserved.id, starts_at=NOW - HOUR, ends_at=NOW + HOUR, reason="New drives"
        )
    )
    later = make.server(name="later")
    make.session.add(
        MaintenanceWindow(
            id=generate_uuid7(), server_id=later.id, starts_at=NOW + HOUR, ends_at=NOW + 2 * HOUR, reason="Not yet"
        )
    )
    busy = make.server(name="at work")
    run = make.run(make.job(busy), state="running")
    attempt = make.attempt(run, state="running")
    make.attempt(make.run(make.job(busy)))
    make.session.add(Lease(resource="drive:x", attempt_id=attempt.id, fence=1))
    make.session.flush()

    servers = overview(viewer)["servers"]

    assert [(item["name"], item["use"], item["reason"]) for item in servers["items"]] == [
        ("locked", "quarantined", "A drive has changed"),
        ("away", "unreachable", "No route to host"),
        ("kept", "maintenance", "New drives"),
        ("at work", "leased", None),
        ("idle", "idle", None),
        ("later", "idle", None),
    ]
    at_work = servers["items"][3]
    assert (at_work["runs"], at_work["waiting_count"]) == ([f"r-{run.number}"], 1)
    assert servers["counts"] == {"quarantined": 1, "unreachable": 1, "maintenance": 1, "leased": 1, "idle": 2}


def test_running_run_has_its_progress(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(name="nightly"), state="running", started_at=NOW - dt.timedelta(seconds=30))
    make.phase(run, ordinal=1, state="finished", planned_seconds=30.0, started_at=NOW - dt.timedelta(seconds=30))
    make.phase(run, ordinal=2, state="planned", planned_seconds=90.0)
    make.attempt(run, state="running", started_at=NOW - dt.timedelta(seconds=30), requested_state="cancel")
    preparing = make.run(make.job(), state="preparing")
    make.attempt(preparing, state="leased", started_at=NOW)
    make.attempt(make.run(make.job()))

    under_way = overview(viewer)["under_way"]

    assert (under_way["count"], under_way["waiting_count"]) == (2, 1)
    first, second = under_way["items"]
    assert (first["number"], first["job"]["name"], first["cancelling"]) == (f"r-{run.number}", "nightly", True)
    assert first["progress"]["percent"] == 25.0
    assert first["progress"]["remaining_seconds"] == 90.0
    assert (second["number"], second["progress"]) == (f"r-{preparing.number}", None)


def test_runs_are_ordered_by_end_not_by_request(viewer: TestClient, make: Factory) -> None:
    long = ended_run(make, ago=HOUR, created_at=NOW - dt.timedelta(days=20))
    short = ended_run(make, ago=2 * HOUR, created_at=NOW - dt.timedelta(days=1))
    ended_run(make, ago=HOUR / 2, trashed_at=NOW)
    make.run(make.job(), state="running")
    published_run(make, "A review")

    answer = overview(viewer)

    assert [item["number"] for item in answer["ended"]] == [f"r-{long.number}", f"r-{short.number}"]
    assert answer["has_measured"] is True
    assert answer["comparison"] == []


def test_lab_without_measurements_shows_published_runs(viewer: TestClient, make: Factory) -> None:
    published_run(make, "One figure")
    several = [published_run(make, "Side by side") for _ in range(4)]

    answer = overview(viewer)

    assert answer["has_measured"] is False
    assert {item["origin"] for item in answer["ended"]} == {"published"}
    assert len(answer["ended"]) == 5
    assert answer["comparison"] == [f"r-{run.number}" for run in several[:3]]


def test_first_running_run_counts_as_measured(viewer: TestClient, make: Factory) -> None:
    published_run(make, "A review")
    make.run(make.job(), state="running")
    answer = overview(viewer)
    assert (answer["has_measured"], answer["ended"]) == (True, [])


VERDICT = {"status": "not_steady", "metric": "iops", "rounds": [1.0, 2.0], "sentence": "The slope is 14 %."}


def alerts(client: TestClient) -> list[tuple[str, str, str]]:
    """Return severity, kind and number for everything that needs attention."""
    items = overview(client)["alerts"]["items"]
    return [(item["severity"], item["kind"], item["link"]["number"]) for item in items]


def test_recent_faults_are_alerts_with_worst_first(viewer: TestClient, make: Factory) -> None:
    restless = ended_run(make, verdict=VERDICT)
    failed = ended_run(make, state="failed", failure_kind="engine", failure_message="fio ended with 1")
    lost = ended_run(make, state="lost", ago=2 * HOUR)
    server = make.server(state="quarantined", state_reason="A drive has changed")
    campaign = Campaign(
        id=generate_uuid7(),
        name="Matrix",
        state="waiting_for_decision",
        server_id=server.id,
        pending_decision={"asked_at": NOW.isoformat(), "reason": "A drive failed.", "cells": [], "drives": []},
    )
    make.session.add(campaign)
    make.session.flush()

    answer = overview(viewer)["alerts"]

    assert [(item["severity"], item["kind"], item["link"]["number"]) for item in answer["items"]] == [
        ("critical", "server_quarantined", f"s-{server.number}"),
        ("warning", "campaign_asks", f"m-{campaign.number}"),
        ("warning", "run_failed", f"r-{failed.number}"),
        ("warning", "run_failed", f"r-{lost.number}"),
        ("notice", "run_not_steady", f"r-{restless.number}"),
    ]
    assert answer["items"][1]["message"] == f"m-{campaign.number} waits for your decision: A drive failed."
    assert answer["items"][2]["message"] == f"r-{failed.number} failed: fio ended with 1"
    assert answer["items"][4]["message"] == f"r-{restless.number} did not become steady. The slope is 14 %."
    assert answer["counts"] == {"critical": 1, "warning": 3, "notice": 1}


@pytest.mark.parametrize(
    "values",
    [
        {"state": "failed", "ago": dt.timedelta(days=8)},
        {"state": "failed", "invalid_at": NOW, "invalid_reason": "The fan was off."},
        {"state": "failed", "trashed_at": NOW},
        {"state": "cancelled"},
        {"verdict": VERDICT, "scale": "smoke"},
        {"verdict": {**VERDICT, "status": "steady"}},
        {"verdict": VERDICT, "state": "cancelled"},
    ],
)
def test_old_acknowledged_or_normal_runs_raise_no_alert(
    viewer: TestClient, make: Factory, values: dict[str, Any]
) -> None:
    ended_run(make, **values)
    assert alerts(viewer) == []


def test_the_number_of_queries_does_not_grow(viewer: TestClient, make: Factory, connection: Connection) -> None:
    def fill(servers: int) -> None:
        for _ in range(servers):
            server: Server = make.server()
            run = make.run(make.job(server), state="running", started_at=NOW)
            make.phase(run, state="running", started_at=NOW)
            make.attempt(run, state="running", started_at=NOW)
            make.phase(ended_run(make, state="failed"), state="finished")
            make.session.expire_all()

    fill(1)
    with counted_queries(connection) as few:
        overview(viewer)
    fill(8)
    with counted_queries(connection) as many:
        overview(viewer)
    assert len(many) == len(few)
