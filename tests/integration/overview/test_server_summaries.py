"""Servers as a list shows them: their use, when they are free, and their slots."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.base import generate_uuid7
from storagelab.db.models import MaintenanceWindow

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)


def summaries(client: TestClient, **params: Any) -> dict[str, Any]:
    """Return the servers of one page, by name."""
    answer = client.get("/api/v1/server-summaries", params=params)
    assert answer.status_code == 200, answer.text
    return {item["name"]: item for item in answer.json()["items"]}


def test_slots_follow_front_order_with_arrays_and_conditions(viewer: TestClient, make: Factory) -> None:
    server = make.server(name="rack")
    box = make.enclosure(server, slot_count=4)
    at = {"kernel_name": None, "path": None, "enclosure_id": box.id}
    third = make.drive(server, **at, slot="2", location="s2", drive_state="failed")
    first = make.drive(server, **at, slot="0", location="s0", drive_state="online")
    spare = make.drive(server, **at, slot="3", location="s3", drive_state="hot_spare")
    loose = make.drive(server, kernel_name="nvme0n1")
    volume = make.drive(server, kernel_name="sda")
    make.drive(server, kernel_name="sdz", present=False)
    make.array(server, key="a", members=[{"kind": "drive", "key": "x", "drive_id": str(loose.id)}])
    members = [{"kind": "drive", "key": "x", "drive_id": str(row.id)} for row in (first, third)]
    make.array(server, key="b", members=members, drive_id=volume.id)

    summary = summaries(viewer)["rack"]

    assert [(slot["condition"], slot["array"]) for slot in summary["slots"]] == [
        ("ok", 1),
        ("empty", None),
        ("failed", 1),
        ("spare", None),
        ("unknown", 0),
    ]
    assert summary["drive_count"] == 4
    assert spare.drive_state == "hot_spare"


def test_server_is_free_after_its_run_or_window(viewer: TestClient, make: Factory) -> None:
    make.server(name="idle")
    later = make.server(name="later")
    reserved = make.server(name="kept")
    for server, starts_at in ((reserved, NOW - HOUR), (later, NOW + HOUR)):
        make.session.add(
            MaintenanceWindow(
                id=generate_uuid7(),
                server_id=server.id,
                starts_at=starts_at,
                ends_at=NOW + 2 * HOUR,
                reason="New drives",
            )
        )
    busy = make.server(name="busy")
    run = make.run(make.job(busy, state="running"), state="running", started_at=NOW - HOUR)
    make.phase(run, ordinal=1, state="planned", planned_seconds=600.0)
    make.attempt(run, state="running", started_at=NOW - HOUR)
    make.session.flush()

    before = dt.datetime.now(dt.UTC)
    by_name = summaries(viewer)
    after = dt.datetime.now(dt.UTC)

    assert (by_name["idle"]["use"], by_name["idle"]["free_at"]) == ("idle", None)
    assert (by_name["later"]["use"], by_name["later"]["free_at"]) == ("idle", None)
    assert dt.datetime.fromisoformat(by_name["kept"]["free_at"]) == NOW + 2 * HOUR
    assert (by_name["busy"]["use"], by_name["busy"]["run_number"]) == ("leased", f"r-{run.number}")
    rest = dt.timedelta(seconds=600)
    assert before + rest <= dt.datetime.fromisoformat(by_name["busy"]["free_at"]) <= after + rest


def test_summaries_share_filters_and_pages_with_servers(viewer: TestClient, make: Factory) -> None:
    make.server(name="one")
    make.server(name="two", state="unreachable")
    make.server(name="gone", state="retired")
    assert set(summaries(viewer)) == {"one", "two"}
    assert set(summaries(viewer, q="ONE")) == {"one"}
    assert set(summaries(viewer, state="retired")) == {"gone"}
    first = viewer.get("/api/v1/server-summaries", params={"limit": 1}).json()
    assert [item["name"] for item in first["items"]] == ["two"]
    assert set(summaries(viewer, limit=1, cursor=first["next_cursor"])) == {"one"}


def test_queries_do_not_grow_with_the_servers(viewer: TestClient, make: Factory, connection: Connection) -> None:
    def fill() -> None:
        server = make.server()
        make.drive(server, enclosure_id=make.enclosure(server, slot_count=2).id, slot="0")
        make.array(server)
        make.attempt(make.run(make.job(server, state="running"), state="running"), state="running")
        make.session.flush()
        make.session.expire_all()

    fill()
    with counted_queries(connection) as one:
        summaries(viewer)
    for _ in range(4):
        fill()
    with counted_queries(connection) as many:
        summaries(viewer)
    assert len(many) == len(one)
