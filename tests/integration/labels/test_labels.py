"""Labels on everything that can have them: changed one by one, equal regardless of case, searchable."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_configuration

from storagelab.db.base import generate_uuid7
from storagelab.db.models import AuditEvent, Campaign, InventoryChange, Job
from storagelab.http.references import format_row_number

API = "/api/v1"


def make_campaign(make: Factory) -> Campaign:
    """Return a campaign without cells."""
    request = {"name": "a campaign"}
    campaign = Campaign(
        id=generate_uuid7(), name="a campaign", server_id=make.server().id, state="finished", request=request
    )
    make.session.add(campaign)
    make.session.flush()
    return campaign


def make_one(make: Factory, kind: str) -> str:
    """Return the address of a new object of a kind."""
    row: Any = {
        "runs": lambda: make.run(make.job(), state="finished"),
        "jobs": make.job,
        "campaigns": lambda: make_campaign(make),
        "configurations": lambda: make_configuration(make, "RAID 10"),
        "servers": make.server,
        "controllers": lambda: make.controller(make.server()),
        "drives": lambda: make.drive(make.server()),
        "arrays": lambda: make.array(make.server()),
    }[kind]()
    return f"{API}/{kind}/{format_row_number(row)}"


def change(client: TestClient, address: str, **body: Any) -> dict[str, str | None]:
    answer = client.patch(f"{address}/labels", json=body)
    assert answer.status_code == 200, answer.text
    labels: dict[str, str | None] = answer.json()["labels"]
    return labels


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "kind", ["runs", "jobs", "campaigns", "configurations", "servers", "controllers", "drives", "arrays"]
)
def test_labels_are_added_shown_found_and_removed(operator: TestClient, make: Factory, kind: str) -> None:
    address, other = make_one(make, kind), make_one(make, kind)
    both = {"re-test": None, "Für Müller": " 24.1 "}
    assert list(change(operator, address, add=both).items()) == [("Für Müller", "24.1"), ("re-test", None)]
    assert change(operator, other, add={"Re-Test": "1"}) == {"Re-Test": "1"}
    assert operator.get(address).json()["labels"] == {"Für Müller": "24.1", "re-test": None}

    def search(*labels: str) -> list[str]:
        answer = operator.get(f"{API}/{kind}", params={"label": list(labels)})
        assert answer.status_code == 200, answer.text
        return sorted(f"{API}/{kind}/{item['number']}" for item in answer.json()["items"])

    # A key is found with any value, a value alone with its key.
    assert search("RE-TEST") == sorted([address, other])
    assert search("re-test", "FÜR MÜLLER") == search("für müller=24.1") == [address]
    assert search("re-test=1") == [other]
    # A part of a label is not the label, and no pattern either.
    assert search("re") == search("%") == search('["re-test"]') == search("24.1") == search("re-test=") == []
    assert search("Für Müller=24") == search('x={"re-test": null}') == []

    assert change(operator, address, remove=["RE-test"], add={"done": ""}) == {"Für Müller": "24.1", "done": ""}
    assert search("re-test") == [other]
    assert search("done=") == [address]
    assert change(operator, address, remove=["done=x", "für müller=24.1"]) == {"done": ""}


def test_labels_are_compared_without_case(operator: TestClient, make: Factory, session: Session) -> None:
    address = make_one(make, "runs")
    assert change(operator, address, add={"Keep": "Acme"}) == {"Keep": "Acme"}
    assert change(operator, address, add={"kEEP": "ACME"}) == {"Keep": "Acme"}
    # One request is enough to write it in another way.
    assert change(operator, address, remove=["keep"], add={"KEEP": "Acme"}) == {"KEEP": "Acme"}
    assert change(operator, address, remove=["absent"]) == {"KEEP": "Acme"}
    assert change(operator, address, add={"keep": None}) == {"KEEP": None}
    events = session.scalars(
        select(AuditEvent).where(AuditEvent.action == "labels_changed").order_by(AuditEvent.id)
    ).all()
    assert [event.detail for event in events] == [
        {"before": {}, "after": {"Keep": "Acme"}},
        {"before": {"Keep": "Acme"}, "after": {"KEEP": "Acme"}},
        {"before": {"KEEP": "Acme"}, "after": {"KEEP": None}},
    ]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, ""),
        ({"add": {"": None}}, "add..[key]"),
        ({"add": {"   ": None}}, "add.   .[key]"),
        ({"add": {"x" * 64: None}}, f"add.{'x' * 64}.[key]"),
        ({"add": {"x": "y" * 201}}, "add.x"),
        ({"add": {"x": "two\nlines"}}, "add.x"),
        ({"add": {"a;b": None}}, "add.a;b.[key]"),
        ({"add": {"a=b": None}}, "add.a=b.[key]"),
        ({"add": {"storagelab/campaign": "m-1"}}, "add.storagelab/campaign.[key]"),
        ({"add": {"x": 1}}, "add.x"),
        ({"add": {"x": "1", "X": "2"}}, "add"),
        ({"add": {f"label {n}": None for n in range(33)}}, "add"),
        ({"add": ["x"]}, "add"),
        ({"remove": [""]}, "remove.0"),
        ({"remove": ["=x"]}, "remove.0"),
        ({"remove": ["x" * 64]}, "remove.0"),
        ({"remove": ["storagelab/campaign"]}, "remove.0"),
        ({"set": {"x": None}}, "set"),
    ],
)
def test_invalid_label_is_refused(operator: TestClient, make: Factory, body: dict[str, Any], path: str) -> None:
    address = make_one(make, "runs")
    answer = operator.patch(f"{address}/labels", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == path
    assert operator.get(address).json()["labels"] == {}


@pytest.mark.parametrize("label", ["", "=x", "x" * 64, f"x={'y' * 300}"])
def test_invalid_label_filter_is_refused(viewer: TestClient, label: str) -> None:
    answer = viewer.get(f"{API}/runs", params={"label": label})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "label.0")


def test_other_collections_have_no_labels(operator: TestClient) -> None:
    assert operator.patch(f"{API}/users/u-1/labels", json={"add": {"x": None}}).status_code in (404, 422)


def test_thirty_two_labels_are_the_maximum(operator: TestClient, make: Factory, session: Session) -> None:
    address = make_one(make, "jobs")
    full = {f"label {n:02}": None for n in range(32)}
    assert change(operator, address, add=full) == full
    answer = operator.patch(f"{address}/labels", json={"add": {"one more": None}})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "add")
    assert "would have 33 labels, at most 32 are allowed" in answer.text
    assert len(change(operator, address, remove=["label 00"], add={"one more": None})) == 32
    # One of an earlier release may have more, which stay until people remove them.
    job = session.scalars(select(Job)).one()
    job.labels = {f"label {n}": None for n in range(40)}
    session.flush()
    assert len(change(operator, address, remove=["label 1"], add={"new": None})) == 40
    assert len(change(operator, address, remove=["label 2"])) == 39


def test_lab_labels_survive_edits_of_a_job(operator: TestClient, make: Factory) -> None:
    job = make.job(labels={"customer": "acme", "storagelab/campaign": "m-1"})
    address = f"{API}/jobs/{format_row_number(job)}"
    assert change(operator, address, add={"slow": None}) == {
        "customer": "acme",
        "slow": None,
        "storagelab/campaign": "m-1",
    }
    for label in ("customer=ACME", "storagelab/campaign=m-1"):
        items = operator.get(f"{API}/jobs", params={"label": label}).json()["items"]
        assert [item["number"] for item in items] == [format_row_number(job)]
    # The lab's own labels stay, independent of what people write.
    assert operator.patch(address, json={"labels": {"slow": "2"}}).json()["labels"] == {
        "slow": "2",
        "storagelab/campaign": "m-1",
    }


def test_labels_of_hardware_stand_in_its_history(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server(labels={"rack": "7"})
    change(operator, f"{API}/servers/{format_row_number(server)}", add={"loud": None})
    changes = session.scalars(select(InventoryChange).where(InventoryChange.piece_id == server.id)).all()
    assert [(row.field, row.before, row.after) for row in changes] == [
        ("labels", {"rack": "7"}, {"rack": "7", "loud": None})
    ]
    assert [item["number"] for item in operator.get(f"{API}/servers?q=rack=7").json()["items"]] == [
        format_row_number(server)
    ]


def test_labels_in_use_are_suggested_by_frequency(operator: TestClient, viewer: TestClient, make: Factory) -> None:
    run, job, server, drive = (make_one(make, kind) for kind in ("runs", "jobs", "servers", "drives"))
    change(operator, run, add={"Retest": None, "odd": "1"})
    change(operator, job, add={"retest": None})
    change(operator, server, add={"Retest": None, "Odd": "2"})
    change(operator, drive, add={"odd": ""})
    make.job(labels={"storagelab/campaign": "m-1"})
    trashed = make_one(make, "runs")
    change(operator, trashed, add={"odd": "1", "gone": None})
    assert operator.delete(trashed).status_code == 200

    def suggested(**query: Any) -> list[tuple[str, str | None, int]]:
        items = viewer.get(f"{API}/labels", params=query).json()["items"]
        return [(item["key"], item["value"], item["count"]) for item in items]

    assert suggested() == [("Retest", None, 3), ("odd", "", 1), ("odd", "1", 1), ("Odd", "2", 1)]
    assert suggested(q="TEST") == [("Retest", None, 3)]
    assert suggested(q="dd=2") == [("Odd", "2", 1)]
    assert suggested(q="%") == []
    assert suggested(limit=1) == [("Retest", None, 3)]

    paged: list[dict[str, Any]] = [viewer.get(f"{API}/labels", params={"limit": 2}).json()]
    while (cursor := paged[-1]["next_cursor"]) is not None:
        paged.append(viewer.get(f"{API}/labels", params={"limit": 2, "cursor": cursor}).json())
    assert [[item["count"] for item in page["items"]] for page in paged] == [[3, 1], [1, 1]]
    assert [item for page in paged for item in page["items"]] == viewer.get(f"{API}/labels").json()["items"]
    assert viewer.get(f"{API}/labels", params={"cursor": "WyJhIl0"}).status_code == 422


def test_the_search_knows_labels(operator: TestClient, make: Factory) -> None:
    run, configuration = make_one(make, "runs"), make_one(make, "configurations")
    change(operator, run, add={"winter series": None, "Release": "24.1"})
    change(operator, configuration, add={"winter": None})

    def counts(q: str) -> dict[str, int]:
        groups = operator.get(f"{API}/search", params={"q": q}).json()["groups"]
        return {group["kind"]: group["count"] for group in groups}

    assert counts("winter") == {"run": 1, "configuration": 1}
    assert counts("release=24.1") == {"run": 1}
    assert counts("null") == {}
    for q in ("Winter series", "RELEASE=24"):
        listed = operator.get(f"{API}/runs", params={"q": q}).json()["items"]
        assert [f"{API}/runs/{item['number']}" for item in listed] == [run]


def test_a_viewer_changes_no_label(viewer: TestClient, make: Factory) -> None:
    for kind in ("runs", "drives"):
        answer = viewer.patch(f"{make_one(make, kind)}/labels", json={"add": {"x": None}})
        assert answer.status_code == 403
