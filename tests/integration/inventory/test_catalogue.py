"""Models of hardware, and saved filters."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab.auth.service import issue_token
from storagelab.db.models import AuditEvent, User

MODELS = "/api/v1/hardware-models"
FILTERS = "/api/v1/saved-filters"
BODY = {"component": "drive", "model": "PM9A3", "vendor": "Samsung", "drive_writes_per_day": 1.0}


def test_models_are_written_down_changed_and_forgotten(
    operator: TestClient, viewer: TestClient, session: Session
) -> None:
    key = {"Idempotency-Key": "one"}
    answer = operator.post(MODELS, json=BODY, headers=key)
    assert answer.status_code == 201
    model = answer.json()
    assert answer.headers["location"] == f"{MODELS}/{model['id']}"
    assert operator.post(MODELS, json=BODY, headers=key).json() == model
    assert operator.post(MODELS, json=BODY).status_code == 409
    assert (model["claims"], model["firmware_aliases"], model["note"]) == ([], {}, "")

    claim = {"metric": "iops", "value": 1e6, "unit": "IOPS", "conditions": "4K, QD 32", "source": "Data sheet 2"}
    change = {"claims": [claim], "vendor": None, "price": 99.0, "currency": "EUR", "alias": "Drive A"}
    changed = operator.patch(f"{MODELS}/{model['id']}", json=change).json()
    assert (changed["claims"], changed["vendor"], changed["price"]) == ([claim], None, 99.0)
    assert viewer.get(MODELS, params={"component": "drive", "q": "pm9"}).json()["items"] == [changed]
    assert viewer.get(MODELS, params={"component": "server"}).json()["items"] == []
    assert operator.delete(f"{MODELS}/{model['id']}").status_code == 204
    assert viewer.get(f"{MODELS}/{model['id']}").status_code == 404
    actions = session.scalars(
        select(AuditEvent.action).where(AuditEvent.action.startswith("hardware_model")).order_by(AuditEvent.id)
    ).all()
    assert actions == ["hardware_model_added", "hardware_model_changed", "hardware_model_removed"]


def test_concurrent_model_change_is_not_overwritten(operator: TestClient) -> None:
    claim = {"metric": "iops", "value": 1e6, "unit": "IOPS", "conditions": "", "source": ""}
    model = operator.post(MODELS, json={**BODY, "claims": [claim]}).json()
    address = f"{MODELS}/{model['id']}"
    theirs = {**claim, "value": 2e6}
    assert operator.patch(address, json={"claims": [claim, theirs], "before": {"claims": [claim]}}).status_code == 200
    refused = operator.patch(address, json={"note": "Mine", "claims": [], "before": {"note": "", "claims": [claim]}})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (409, "claims")
    stored = operator.get(address).json()
    assert (stored["note"], stored["claims"]) == ("", [claim, theirs])
    changed = operator.patch(address, json={"drive_writes_per_day": 3.0, "before": {"drive_writes_per_day": 1.0}})
    assert changed.json()["drive_writes_per_day"] == 3.0


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"price": 5.0}, "currency"),
        ({"price": -1.0, "currency": "EUR"}, "price"),
        ({"currency": "euro"}, "currency"),
        ({"component": "array"}, "component"),
        ({"model": " "}, "model"),
        ({"note": None}, ""),
        ({"rated_endurance_bytes": 2**63}, "rated_endurance_bytes"),
        ({"claims": [{"metric": "iops"}]}, "claims.0.value"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_models_that_make_no_sense_are_refused(operator: TestClient, change: dict[str, Any], path: str) -> None:
    answer = operator.post(MODELS, json=BODY | change)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)


def test_saved_filter_belongs_to_its_user(operator: TestClient, session: Session) -> None:
    body = {"page": "/inventory/drives", "name": "Worn", "query": "standing=in_service&q=pm9a3"}
    key = {"Idempotency-Key": "one"}
    saved = operator.post(FILTERS, json=body, headers=key).json()
    assert operator.post(FILTERS, json=body, headers=key).json() == saved
    assert operator.post(FILTERS, json=body).status_code == 409
    operator.post(FILTERS, json=body | {"page": "/runs"})
    assert len(operator.get(FILTERS).json()["items"]) == 2
    assert operator.get(FILTERS, params={"page": "\x00"}).status_code == 422
    assert operator.get(FILTERS, params={"page": "/inventory/drives"}).json()["items"] == [saved]

    headers = signed_in(session, "somebody", "operator")
    assert operator.get(FILTERS, headers=headers).json()["items"] == []
    assert operator.delete(f"{FILTERS}/{saved['id']}", headers=headers).status_code == 404
    assert operator.delete(f"{FILTERS}/{saved['id']}").status_code == 204
    assert operator.get(FILTERS, params={"page": "/inventory/drives"}).json()["items"] == []


def signed_in(session: Session, name: str, role: str) -> dict[str, str]:
    """Return the headers of a new person."""
    person = User(name=name, role=role)
    session.add(person)
    session.flush()
    _, token = issue_token(session, user=person, name="t", role=role, expires_in_days=1)
    session.flush()
    return {"Authorization": f"Bearer {token}"}


def test_viewers_save_filters_for_themselves_alone(operator: TestClient, session: Session) -> None:
    eve = signed_in(session, "eve", "viewer")
    body = {"page": "/runs", "name": "Mine", "query": "state=failed"}
    saved = operator.post(FILTERS, json=body, headers=eve)
    assert (saved.status_code, saved.json()["owner"], saved.json()["shared"]) == (201, "eve", False)
    address = f"{FILTERS}/{saved.json()['id']}"
    refused = operator.post(FILTERS, json=body | {"name": "Ours", "shared": True}, headers=eve)
    assert (refused.status_code, "needs the role operator" in refused.json()["detail"]) == (403, True)
    assert operator.patch(address, json={"shared": True}, headers=eve).status_code == 403
    assert [item["name"] for item in operator.get(FILTERS, headers=eve).json()["items"]] == ["Mine"]
    changed = operator.patch(address, json={"query": "q=raid%3A10&group=model"}, headers=eve).json()
    assert (changed["query"], changed["name"], changed["shared"]) == ("q=raid%3A10&group=model", "Mine", False)
    assert operator.patch(address, json={"query": "a b"}, headers=eve).status_code == 422

    ada = signed_in(session, "ada", "operator")
    theirs = operator.post(FILTERS, json=body | {"shared": True}, headers=ada).json()["id"]
    assert operator.delete(f"{FILTERS}/{theirs}", headers=eve).status_code == 403
    assert operator.delete(address, headers=eve).status_code == 204


def test_shared_filter_changes_require_owner_or_admin(operator: TestClient, session: Session) -> None:
    ada, mary, boss = (
        signed_in(session, *identity) for identity in (("ada", "operator"), ("mary", "operator"), ("boss", "admin"))
    )
    body = {"page": "/inventory/drives", "name": "Worn", "query": "q=pm9a3", "shared": True}
    shared = operator.post(FILTERS, json=body, headers=ada).json()
    address = f"{FILTERS}/{shared['id']}"
    assert (shared["shared"], shared["owner"], shared["is_own"]) == (True, "ada", True)
    [seen] = operator.get(FILTERS, headers=mary).json()["items"]
    assert seen == shared | {"is_own": False}
    assert operator.patch(address, json={"shared": False}, headers=mary).status_code == 403
    assert operator.patch(address, json={"query": ""}, headers=mary).status_code == 403
    assert operator.delete(address, headers=mary).status_code == 403

    assert operator.patch(address, json={"shared": False}, headers=boss).json()["shared"] is False
    assert operator.get(FILTERS, headers=mary).json()["items"] == []
    assert operator.patch(address, json={"shared": True}, headers=boss).status_code == 404
    assert operator.patch(address, json={"shared": True}, headers=ada).json()["shared"] is True
    assert operator.delete(address, headers=boss).status_code == 204
    actions = session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)).all()
    assert actions[-3:] == ["saved_filter_unshared", "saved_filter_shared", "saved_filter_removed"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"page": "https://example.org/"}, "page"),
        ({"page": "//example.org"}, "page"),
        ({"query": "a=1#x"}, "query"),
        ({"query": "x" * 2001}, "query"),
        ({"name": ""}, "name"),
    ],
)
def test_filter_that_leads_outside_the_lab_is_refused(operator: TestClient, change: dict[str, str], path: str) -> None:
    body = {"page": "/runs", "name": "x", "query": ""} | change
    answer = operator.post(FILTERS, json=body)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
