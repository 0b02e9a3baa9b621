"""Labels on everything that can have some: changed one by one, the same whatever their case, and found again."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_configuration

from storagelab.db.base import uuid7
from storagelab.db.models import AuditEvent, Campaign, InventoryChange
from storagelab.http.references import number_of

API = "/api/v1"


def make_campaign(make: Factory) -> Campaign:
    """A campaign without cells."""
    request = {"name": "a campaign"}
    campaign = Campaign(id=uuid7(), name="a campaign", server_id=make.server().id, state="finished", request=request)
    make.session.add(campaign)
    make.session.flush()
    return campaign


def make_one(make: Factory, kind: str) -> str:
    """The address of an object of a kind."""
    row: Any = {
        "runs": lambda: make.run(make.job(), state="finished"),
        "jobs": make.job,
        "campaigns": lambda: make_campaign(make),
        "configurations": lambda: make_configuration(make, "RAID 10"),
        "servers": make.server,
    }[kind]()
    return f"{API}/{kind}/{number_of(row)}"


def change(client: TestClient, address: str, **body: list[str]) -> list[str]:
    answer = client.patch(f"{address}/labels", json=body)
    assert answer.status_code == 200, answer.text
    labels: list[str] = answer.json()["tags"]
    return labels


@pytest.mark.parametrize("kind", ["runs", "jobs", "campaigns", "configurations", "servers"])
def test_labels_are_added_shown_found_and_taken_away(operator: TestClient, make: Factory, kind: str) -> None:
    address, other = make_one(make, kind), make_one(make, kind)
    assert change(operator, address, add=["  Für Müller ", "re-test"]) == ["Für Müller", "re-test"]
    assert change(operator, other, add=["re-test"]) == ["re-test"]
    assert operator.get(address).json()["tags"] == ["Für Müller", "re-test"]

    def found(*labels: str) -> list[str]:
        items = operator.get(f"{API}/{kind}", params={"label": list(labels)}).json()["items"]
        return sorted(f"{API}/{kind}/{item['number']}" for item in items)

    assert found("RE-TEST") == sorted([address, other])
    assert found("re-test", "FÜR MÜLLER") == [address]
    # A part of a label is not the label, and no pattern either.
    assert found("re") == found("%") == found('["re-test"]') == []

    assert change(operator, address, remove=["RE-test"], add=["done"]) == ["Für Müller", "done"]
    assert found("re-test") == [other]


def test_a_label_is_the_same_whatever_its_case(operator: TestClient, make: Factory, session: Session) -> None:
    address = make_one(make, "runs")
    assert change(operator, address, add=["Keep", "keep", "KEEP"]) == ["Keep"]
    assert change(operator, address, add=["kEEP"]) == ["Keep"]
    # One request is enough to write it in another way.
    assert change(operator, address, remove=["keep"], add=["KEEP"]) == ["KEEP"]
    assert change(operator, address, remove=["absent"]) == ["KEEP"]
    events = session.scalars(
        select(AuditEvent).where(AuditEvent.action == "labels_changed").order_by(AuditEvent.id)
    ).all()
    assert [event.detail for event in events] == [
        {"before": [], "after": ["Keep"]},
        {"before": ["Keep"], "after": ["KEEP"]},
    ]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, ""),
        ({"add": [""]}, "add.0"),
        ({"add": ["   "]}, "add.0"),
        ({"add": ["x" * 61]}, "add.0"),
        ({"add": ["two\nlines"]}, "add.0"),
        ({"add": ["a;b"]}, "add.0"),
        ({"add": [1]}, "add.0"),
        ({"add": [f"label {n}" for n in range(21)]}, "add"),
        ({"set": ["x"]}, "set"),
    ],
)
def test_what_is_no_label_is_refused(operator: TestClient, make: Factory, body: dict[str, Any], path: str) -> None:
    address = make_one(make, "runs")
    answer = operator.patch(f"{address}/labels", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == path
    assert operator.get(address).json()["tags"] == []


def test_twenty_labels_are_the_most(operator: TestClient, make: Factory) -> None:
    address = make_one(make, "jobs")
    twenty = [f"label {n}" for n in range(20)]
    assert change(operator, address, add=twenty) == twenty
    answer = operator.patch(f"{address}/labels", json={"add": ["one more"]})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "add")
    assert "would have 21 labels, at most 20 are allowed" in answer.text
    assert change(operator, address, remove=["label 0"], add=["one more"])[-1] == "one more"


def test_labels_with_values_stay_what_they_are(operator: TestClient, make: Factory) -> None:
    job = make.job(labels={"customer": "acme"})
    change(operator, f"{API}/jobs/{number_of(job)}", add=["acme"])
    shown = operator.get(f"{API}/jobs/{number_of(job)}").json()
    assert (shown["labels"], shown["tags"]) == ({"customer": "acme"}, ["acme"])


def test_the_labels_of_a_server_are_its_tags_and_stand_in_its_history(
    operator: TestClient, make: Factory, session: Session
) -> None:
    server = make.server(tags=["rack 7"])
    change(operator, f"{API}/servers/{number_of(server)}", add=["loud"])
    assert [item["number"] for item in operator.get(f"{API}/servers?tag=loud").json()["items"]] == [number_of(server)]
    changes = session.scalars(select(InventoryChange).where(InventoryChange.piece_id == server.id)).all()
    assert [(row.field, row.before, row.after) for row in changes] == [("tags", ["rack 7"], ["rack 7", "loud"])]


def test_labels_in_use_are_suggested_by_how_many_have_them(
    operator: TestClient, viewer: TestClient, make: Factory
) -> None:
    run, job, server = (make_one(make, kind) for kind in ("runs", "jobs", "servers"))
    change(operator, run, add=["Retest", "odd"])
    change(operator, job, add=["retest"])
    change(operator, server, add=["Retest"])
    trashed = make_one(make, "runs")
    change(operator, trashed, add=["odd", "gone"])
    assert operator.delete(trashed).status_code == 200

    def suggested(**query: Any) -> list[tuple[str, int]]:
        items = viewer.get(f"{API}/labels", params=query).json()["items"]
        return [(item["label"], item["count"]) for item in items]

    assert suggested() == [("Retest", 3), ("odd", 1)]
    assert suggested(q="TEST") == [("Retest", 3)]
    assert suggested(q="%") == []
    assert suggested(limit=1) == [("Retest", 3)]


def test_the_search_knows_labels(operator: TestClient, make: Factory) -> None:
    run, configuration = make_one(make, "runs"), make_one(make, "configurations")
    change(operator, run, add=["winter series"])
    change(operator, configuration, add=["winter"])
    groups = operator.get(f"{API}/search?q=winter").json()["groups"]
    assert {group["kind"]: group["count"] for group in groups} == {"run": 1, "configuration": 1}
    listed = operator.get(f"{API}/runs?q=Winter series").json()["items"]
    assert [f"{API}/runs/{item['number']}" for item in listed] == [run]


def test_a_viewer_changes_no_label(viewer: TestClient, make: Factory) -> None:
    assert viewer.patch(f"{make_one(make, 'runs')}/labels", json={"add": ["x"]}).status_code == 403
