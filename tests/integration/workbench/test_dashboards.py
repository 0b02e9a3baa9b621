"""Dashboards over HTTP: who sees and changes them, and the runs they show."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.auth.service import issue_token
from storagelab.db.models import AuditEvent, Run, User
from storagelab.db.references import format_row_number

DASHBOARDS = "/api/v1/dashboards"
PANEL = {"id": "p1", "chart": "bars", "metric": "iops", "x": 0, "y": 0, "w": 6, "h": 10}
DOCUMENT: dict[str, Any] = {"version": 1, "entries": {"query": "state:finished"}, "panels": [PANEL]}
BODY = {"name": "PERC 12", "colour": 3, "document": DOCUMENT}


def signed_in(session: Session, name: str, role: str) -> dict[str, str]:
    """Return the headers of a new person."""
    person = User(name=name, role=role)
    session.add(person)
    session.flush()
    _, token = issue_token(session, user=person, name="t", role=role, expires_in_days=1)
    session.flush()
    return {"Authorization": f"Bearer {token}"}


def save(client: TestClient, headers: dict[str, str] | None = None, **values: Any) -> dict[str, Any]:
    """Save a dashboard and return it."""
    answer = client.post(DASHBOARDS, json=BODY | values, headers=headers)
    assert answer.status_code == 201, answer.text
    saved: dict[str, Any] = answer.json()
    return saved


def test_a_dashboard_is_saved_changed_and_listed(operator: TestClient) -> None:
    key = {"Idempotency-Key": "one"}
    answer = operator.post(DASHBOARDS, json=BODY, headers=key)
    saved = answer.json()
    assert (answer.status_code, answer.headers["location"]) == (201, f"{DASHBOARDS}/{saved['id']}")
    assert operator.post(DASHBOARDS, json=BODY, headers=key).json() == saved
    assert re.fullmatch(r"b-[1-9]\d*", saved["number"])
    assert (saved["document"]["pooled"], saved["pin_position"]) == (True, None)
    assert operator.post(DASHBOARDS, json=BODY).status_code == 409

    document = saved["document"] | {"range": {"from": 0, "to": 5}}
    address = f"{DASHBOARDS}/{saved['number']}"
    changed = operator.patch(address, json={"name": "RAID matrix", "document": document}).json()
    assert (changed["name"], changed["colour"], changed["document"]) == ("RAID matrix", 3, document)
    assert changed["updated_at"] > saved["updated_at"]
    assert operator.get(address).json() == changed
    other = save(operator)
    assert [item["name"] for item in operator.get(DASHBOARDS).json()["items"]] == ["PERC 12", "RAID matrix"]
    assert operator.get(DASHBOARDS, params={"q": "matrix raid"}).json()["items"] == [changed]
    assert operator.patch(f"{DASHBOARDS}/{other['number']}", json={"name": "RAID matrix"}).status_code == 409


def test_outdated_dashboard_change_is_refused(operator: TestClient, session: Session) -> None:
    saved = save(operator, document=DOCUMENT | {"range": {"from": 0, "to": 5}})
    address, first = f"{DASHBOARDS}/{saved['number']}", saved["document"]
    second, third = (first | {"numbers": numbers} for numbers in ("relative", "ratio"))
    anna = signed_in(session, "anna", "admin")
    operator.patch(address, json={"shared": True})
    change = {"document": second, "before": {"document": first}}
    changed = operator.patch(address, json=change, headers=anna).json()
    assert (changed["updated_by"], changed["owner"]) == ("anna", saved["updated_by"])
    refused = operator.patch(address, json={"document": third, "before": {"document": first}})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (409, "document")
    at = changed["updated_at"][:19]
    assert refused.json()["errors"][0]["message"].startswith(f"was changed by anna at {at}Z.")
    repeated = operator.patch(address, json={"document": second, "before": {"document": first}})
    assert (repeated.status_code, repeated.json()["document"]) == (200, second)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"colour": 8}, "colour"),
        ({"name": " "}, "name"),
        ({"owner": "me"}, "owner"),
        ({"document": {"version": 1}}, "document.entries"),
        ({"document": DOCUMENT | {"entries": {"query": "", "newest": 0}}}, "document.entries.newest"),
        ({"document": DOCUMENT | {"entries": {"runs": ["x"]}}}, "document.entries.runs.0"),
        ({"document": DOCUMENT | {"panels": [PANEL | {"legend": 1}]}}, "document.panels.0.legend"),
    ],
)
def test_invalid_field_is_refused_with_its_path(operator: TestClient, change: dict[str, Any], path: str) -> None:
    answer = operator.post(DASHBOARDS, json=BODY | change)
    assert (answer.status_code, [item["path"] for item in answer.json()["errors"]]) == (422, [path])


def test_invalid_query_is_refused_with_its_position(operator: TestClient) -> None:
    wrong = DOCUMENT | {"entries": {"query": "fio iops>many"}}
    saved = save(operator)
    for answer in (
        operator.post(DASHBOARDS, json=BODY | {"name": "x", "document": wrong}),
        operator.patch(f"{DASHBOARDS}/{saved['number']}", json={"document": wrong}),
    ):
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "invalid_query")
        assert (problem["start"], problem["end"], problem["errors"][0]["path"]) == (9, 13, "document.entries.query")


def test_private_dashboard_is_accessible_to_its_owner_alone(operator: TestClient, session: Session) -> None:
    eve, ada = signed_in(session, "eve", "viewer"), signed_in(session, "ada", "admin")
    saved = save(operator, eve)
    address = f"{DASHBOARDS}/{saved['number']}"
    assert (saved["owner"], saved["shared"], saved["is_own"], saved["can_change"]) == ("eve", False, True, True)
    assert operator.get(DASHBOARDS, headers=ada).json()["items"] == []
    for method, path in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("PUT", "/pin"), ("GET", "/entries")):
        body = {"name": "x"} if method == "PATCH" else None
        assert operator.request(method, address + path, headers=ada, json=body).status_code == 404
    assert operator.patch(address, json={"name": "Mine"}, headers=eve).json()["name"] == "Mine"
    refused = operator.post(DASHBOARDS, json=BODY | {"shared": True}, headers=eve)
    assert (refused.status_code, "needs the role operator" in refused.json()["detail"]) == (403, True)
    assert operator.patch(address, json={"shared": True}, headers=eve).status_code == 403
    assert operator.delete(address, headers=eve).status_code == 200


def test_shared_dashboard_is_changed_by_owner_or_admin(operator: TestClient, session: Session) -> None:
    ada, mary, boss = (
        signed_in(session, *account) for account in (("ada", "operator"), ("mary", "operator"), ("boss", "admin"))
    )
    shared = save(operator, ada, shared=True)
    address = f"{DASHBOARDS}/{shared['number']}"
    [seen] = operator.get(DASHBOARDS, params={"shared": "true", "own": "false"}, headers=mary).json()["items"]
    assert seen == shared | {"is_own": False, "can_change": False}
    assert operator.patch(address, json={"name": "x"}, headers=mary).status_code == 403
    assert operator.delete(address, headers=mary).status_code == 403

    assert operator.patch(address, json={"name": "Renamed"}, headers=boss).json()["owner"] == "ada"
    assert operator.patch(address, json={"shared": False}, headers=ada).json()["shared"] is False
    assert operator.get(address, headers=mary).status_code == 404
    assert operator.patch(address, json={"shared": True}, headers=ada).status_code == 200
    assert operator.delete(address, headers=boss).status_code == 200
    actions = session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)).all()
    assert [action for action in actions if action.startswith("dashboard")] == [
        *("dashboard_changed", "dashboard_unshared", "dashboard_shared", "dashboard_removed"),
    ]


def test_deleted_dashboard_is_restored_with_its_pins(operator: TestClient) -> None:
    saved = save(operator)
    address = f"{DASHBOARDS}/{saved['number']}"
    pinned = operator.put(f"{address}/pin").json()
    deleted = operator.delete(address).json()
    assert deleted["trashed_at"] is not None
    assert operator.get(DASHBOARDS).json()["items"] == []
    assert operator.get(address).status_code == 404
    assert operator.get(DASHBOARDS, params={"trashed": "true"}).json()["items"] == [deleted]

    other = save(operator)
    refused = operator.post(f"{address}/restore")
    assert (refused.status_code, "'PERC 12'" in refused.json()["detail"]) == (409, True)
    operator.patch(f"{DASHBOARDS}/{other['number']}", json={"name": "Other"})
    assert operator.post(f"{address}/restore").json() == pinned
    assert operator.get(DASHBOARDS, params={"pinned": "true"}).json()["items"] == [pinned]


def test_five_dashboards_are_pinned_by_each_person(operator: TestClient, session: Session) -> None:
    addresses = [f"{DASHBOARDS}/{save(operator, name=f'n{number}', shared=True)['number']}" for number in range(6)]
    positions = [operator.put(f"{address}/pin").json()["pin_position"] for address in (*addresses[:5], addresses[0])]
    assert positions == [1, 2, 3, 4, 5, 1]
    assert operator.put(f"{addresses[5]}/pin").status_code == 409
    eve = signed_in(session, "eve", "viewer")
    assert operator.get(addresses[0], headers=eve).json()["pin_position"] is None
    assert operator.put(f"{addresses[5]}/pin", headers=eve).json()["pin_position"] == 1
    assert operator.delete(f"{addresses[0]}/pin").json()["pin_position"] is None
    assert operator.put(f"{addresses[5]}/pin").json()["pin_position"] == 6


def test_query_entries_are_the_newest_runs(operator: TestClient, make: Factory) -> None:
    runs = [make.run(make.job(), title=f"run {number}", state="finished") for number in range(4)]
    make.run(make.job(), title="failed", state="failed")
    entries = {"query": "state:finished", "newest": 3}
    saved = save(operator, document=DOCUMENT | {"entries": entries})
    shown = operator.get(f"{DASHBOARDS}/{saved['number']}/entries").json()
    newest = sorted(runs, key=lambda run: (run.created_at, run.id), reverse=True)[:3]
    assert [run["number"] for run in shown["runs"]] == [format_row_number(run) for run in newest]
    assert (shown["total"], shown["newest"], shown["missing"]) == (4, 3, [])

    everything = save(operator, name="all", document=DOCUMENT | {"entries": {"query": ""}})
    shown = operator.get(f"{DASHBOARDS}/{everything['number']}/entries").json()
    assert (len(shown["runs"]), shown["total"]) == (5, 5)


def test_entries_list_missing_and_trashed_runs(operator: TestClient, make: Factory, session: Session) -> None:
    first, purged, trashed = (make.run(make.job(), title=title, state="finished") for title in ("a", "b", "c"))
    numbers = [format_row_number(run) for run in (trashed, purged, first)]
    saved = save(operator, document=DOCUMENT | {"entries": {"runs": numbers}})
    operator.delete(f"/api/v1/runs/{numbers[0]}")
    session.delete(session.get_one(Run, purged.id))
    session.flush()
    shown = operator.get(f"{DASHBOARDS}/{saved['number']}/entries").json()
    assert [(run["number"], run["trashed"] is not None) for run in shown["runs"]] == [
        (numbers[0], True), (numbers[2], False),
    ]  # fmt: skip
    assert (shown["missing"], shown["total"], shown["newest"]) == ([numbers[1]], 3, None)


def test_search_finds_only_visible_dashboards(operator: TestClient, session: Session) -> None:
    other = signed_in(session, "grace", "operator")
    shown = save(operator, name="Nightly writes", shared=True)["number"]
    save(operator, name="Nightly reads")
    trashed = save(operator, name="Nightly trims")["number"]
    operator.delete(f"{DASHBOARDS}/{trashed}")

    def search_hits(headers: dict[str, str] | None = None, q: str = "nightly") -> list[tuple[str, str]]:
        groups = operator.get("/api/v1/search", params={"q": q}, headers=headers).json()["groups"]
        return [(group["kind"], hit["title"]) for group in groups for hit in group["hits"]]

    assert search_hits() == [("dashboard", "Nightly reads"), ("dashboard", "Nightly writes")]
    assert search_hits(other) == search_hits(other, q=shown) == [("dashboard", "Nightly writes")]
