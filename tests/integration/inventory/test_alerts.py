"""Alerts name faults of the hardware, the worst first, and conflicts are shown without merging."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import HealthReading, Server

NOW = dt.datetime.now(dt.UTC)


def alerts(client: TestClient, **params: Any) -> list[tuple[str, str]]:
    """Return severity and kind of each alert, in order."""
    answer = client.get("/api/v1/alerts", params=params)
    assert answer.status_code == 200
    return [(item["severity"], item["kind"]) for item in answer.json()["items"]]


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1")


def test_hardware_in_order_raises_no_alert(viewer: TestClient, make: Factory, server: Server) -> None:
    make.drive(server, health={"passed": True, "used_percent": 89, "spare_percent": 11, "spare_threshold_percent": 10})
    make.drive(server, health={})
    make.array(server, condition="optimal")
    make.array(server, condition=None)
    make.controller(server, battery="optimal", link_width=8, max_link_width=8, link_speed_gts=16.0)
    answer = viewer.get("/api/v1/alerts").json()
    assert answer == {"items": [], "next_cursor": None, "counts": {"critical": 0, "warning": 0, "notice": 0}}


def test_unusable_servers_are_listed_with_their_reason(viewer: TestClient, make: Factory) -> None:
    make.server(name="a", state="unreachable", state_reason="No route to host")
    make.server(name="b", state="quarantined", state_reason="A drive has changed")
    make.server(name="c", state="new", offered_host_key="ssh-ed25519 AAAA")
    make.server(name="d", state="retired", state_reason="x")
    items = viewer.get("/api/v1/alerts").json()["items"]
    assert [(item["kind"], item["link"]["name"]) for item in items] == [
        ("server_quarantined", "b"),
        ("server_unreachable", "a"),
        ("host_key_unconfirmed", "c"),
    ]
    assert items[1]["message"] == "a cannot be reached: No route to host"
    assert items[1]["link"]["component"] == "server"


@pytest.mark.parametrize(
    ("health", "severity", "words"),
    [
        ({"passed": False, "warnings": ["reliability degraded"]}, "critical", "failing (reliability degraded)"),
        ({"used_percent": 90}, "warning", "used 90 % of its rated endurance"),
        ({"used_percent": 255.0}, "warning", "used 255 %"),
        ({"spare_percent": 10, "spare_threshold_percent": 10}, "critical", "10 % of its spare blocks left"),
    ],
)
def test_drives_that_fail_or_wear_out(
    viewer: TestClient, make: Factory, server: Server, health: dict[str, Any], severity: str, words: str
) -> None:
    drive = make.drive(server, health=health, model="PM9A3")
    make.drive(server, health=health, present=False)
    make.drive(server, health=health, lifecycle="retired")
    (item,) = viewer.get("/api/v1/alerts").json()["items"]
    assert (item["severity"], item["link"]["number"]) == (severity, f"d-{drive.number}")
    assert words in item["message"]
    assert item["message"].startswith("PM9A3 (")


def test_media_errors_alert_only_after_recent_growth(viewer: TestClient, make: Factory, server: Server) -> None:
    for identity, days_ago, before in (("wwn:1", 5, 3), ("wwn:2", 5, 7), ("wwn:3", 40, 0), ("wwn:4", 5, "many")):
        make.drive(server, identity=identity, health={"media_errors": 7}, serial=identity)
        make.session.add(
            HealthReading(
                identity=identity,
                at=NOW - dt.timedelta(days=days_ago),
                taken_during="discovery",
                values={"media_errors": before},
            )
        )
    make.session.flush()
    (item,) = viewer.get("/api/v1/alerts").json()["items"]
    assert "4 new media errors within 30 days" in item["message"]


def test_health_values_of_wrong_type_raise_no_alert(viewer: TestClient, make: Factory, server: Server) -> None:
    make.drive(server, health={"used_percent": "all", "passed": "no", "spare_percent": None, "media_errors": []})
    assert alerts(viewer) == []


def test_arrays_batteries_and_links(viewer: TestClient, make: Factory, server: Server) -> None:
    make.array(server, condition="degraded")
    make.array(server, condition="rebuilding", progress_percent=41.5)
    make.controller(server, battery="failed")
    make.controller(server, battery="charging")
    make.controller(server, link_width=4, max_link_width=8, link_speed_gts=8.0, max_link_speed_gts=16.0)
    make.controller(server, link_width=4, max_link_width=8, present=False)
    items = viewer.get("/api/v1/alerts").json()["items"]
    assert [(item["severity"], item["kind"]) for item in items] == [
        ("critical", "array_not_optimal"),
        ("warning", "array_not_optimal"),
        ("warning", "battery_not_optimal"),
        ("warning", "link_narrowed"),
        ("notice", "battery_not_optimal"),
    ]
    assert "is rebuilding, 41.5 % done." in items[1]["message"]
    assert "runs at 8 GT/s x4 and could run at 16 GT/s x8" in items[3]["message"]
    assert alerts(viewer, severity="critical") == [("critical", "array_not_optimal")]
    limited = viewer.get("/api/v1/alerts", params={"limit": 1}).json()
    assert (len(limited["items"]), limited["counts"]) == (1, {"critical": 1, "warning": 3, "notice": 1})
    paged, cursor = limited["items"], limited["next_cursor"]
    while cursor is not None:
        page = viewer.get("/api/v1/alerts", params={"limit": 1, "cursor": cursor}).json()
        paged, cursor = [*paged, *page["items"]], page["next_cursor"]
    assert paged == items
    for wrong in ("x", "-1", "e30", "WzFd", "é"):
        assert viewer.get("/api/v1/alerts", params={"cursor": wrong}).status_code == 422


def test_alert_names_an_array_without_redundancy_left(viewer: TestClient, make: Factory, server: Server) -> None:
    def members(missing: int) -> list[dict[str, Any]]:
        states = ["missing"] * missing + ["online"] * (6 - missing)
        return [
            {"kind": "drive", "key": f"sd{place}", "slot": place, "state": state} for place, state in enumerate(states)
        ]

    values = {"level": "raid6", "condition": "degraded", "settings": {"raid_devices": 6}}
    one = make.array(server, name="one", members=members(1), **values)
    two = make.array(server, name="two", members=members(2), **values)
    messages = [item["message"] for item in viewer.get("/api/v1/alerts").json()["items"]]
    assert sorted(messages) == [
        f"one in {server.name} is degraded.",
        f"two in {server.name} is degraded, no redundancy left.",
    ]
    shown = [viewer.get(f"/api/v1/arrays/{array.id}").json()["redundancy"] for array in (one, two)]
    assert shown == [None, "no redundancy left"]


@pytest.mark.parametrize(
    ("tools", "programs"),
    [
        ({}, []),
        ({"storcli64": {"state": "missing"}, "perccli": {"state": "ok"}}, []),
        ({"storcli64": {"state": "missing"}, "perccli": {"state": "missing"}}, ["storcli64"]),
        ({"storcli64": {"state": "missing"}, "perccli": {"state": "not_permitted", "message": "sudo"}}, ["perccli"]),
        ({"nvme": {"state": "missing"}}, []),
        ({"smartctl": {"state": "failed", "message": "no"}}, ["smartctl"]),
        ({"smartctl": "broken"}, []),
    ],
)
def test_alert_names_only_tools_the_hardware_needs(
    viewer: TestClient, make: Factory, tools: dict[str, Any], programs: list[str]
) -> None:
    server = make.server(name="lab1", tools=tools)
    make.controller(server, driver="megaraid_sas")
    make.drive(server, transport="sas")
    make.drive(server, transport="nvme", present=False)
    items = viewer.get("/api/v1/alerts").json()["items"]
    assert [item["message"].split(" ")[1] for item in items] == programs
    assert {item["kind"] for item in items} <= {"tool_missing"}


def test_enrolments_that_no_longer_hold(viewer: TestClient, make: Factory, server: Server) -> None:
    make.enrolment(make.drive(server, serial="1"), expires_at=NOW - dt.timedelta(days=1))
    make.enrolment(make.drive(server, serial="2"), state="void", void_reason="The drive has changed.")
    make.enrolment(make.drive(server, serial="3"))
    messages = [item["message"] for item in viewer.get("/api/v1/alerts").json()["items"]]
    assert len(messages) == 2
    assert any("The drive has changed." in message for message in messages)


def conflicts(client: TestClient) -> list[tuple[str, int]]:
    """Return the kind of each conflict and its number of components."""
    items = client.get("/api/v1/inventory/conflicts").json()["items"]
    return [(item["kind"], len(item["components"])) for item in items]


def test_duplicate_hardware_is_reported_and_not_merged(viewer: TestClient, make: Factory, server: Server) -> None:
    other = make.server(name="lab2")
    for there in (server, other):
        make.drive(there, identity="wwn:1", serial="A", model="X")
        make.controller(there, model="9560", serial=" SK1 ")
    for stable_id in ("a", "b"):
        make.drive(server, identity="serial:X|B", serial="B", model="X", stable_id=stable_id)
    make.drive(make.server(state="retired"), identity="wwn:1")
    make.drive(other, identity="wwn:1", present=False)
    assert conflicts(viewer) == [("same_identity", 2), ("same_identity", 2), ("same_controller", 2)]
    items = viewer.get("/api/v1/inventory/conflicts").json()["items"]
    assert items[0]["message"].startswith("lab1 and lab2 show one drive at once (wwn:1)")
    assert items[1]["message"].startswith("lab1 shows serial:X|B 2 times")
    paged = [page := viewer.get("/api/v1/inventory/conflicts", params={"limit": 2}).json()]
    while page["next_cursor"] is not None:
        query = {"limit": 2, "cursor": page["next_cursor"]}
        paged.append(page := viewer.get("/api/v1/inventory/conflicts", params=query).json())
    assert [len(page["items"]) for page in paged] == [2, 1]
    assert [item for page in paged for item in page["items"]] == items
    assert viewer.get("/api/v1/inventory/conflicts", params={"cursor": "WyJhIl0"}).status_code == 422
    assert alerts(viewer) == [("warning", "conflict"), ("warning", "conflict")]


def test_unusable_serials_are_not_a_conflict(viewer: TestClient, make: Factory, server: Server) -> None:
    for identity in (None, None):
        make.drive(server, identity=identity, serial="0000 ", model="V")
    for identity in ("wwn:1", "wwn:2"):
        make.drive(server, identity=identity, serial="N1", model="P", transport="nvme")
    make.drive(server, serial="", model="V")
    make.drive(server, serial="", model="V")
    assert conflicts(viewer) == [("same_serial", 2)]


def test_machine_registered_twice_is_one_conflict(viewer: TestClient, make: Factory) -> None:
    first, second = make.server(machine_id="m"), make.server(machine_id="m")
    for there in (first, second):
        make.drive(there, identity="wwn:1", serial="A")
        make.controller(there, serial="C")
    assert conflicts(viewer) == [("same_machine", 2)]
