"""People name configurations; what was measured on them stays what it was."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_configuration

from storagelab.db.models import AuditEvent, Configuration
from storagelab.imports.configurations import find_or_create_configuration

NAME = "2x PERC 12, RAID 5, rebuild"


@pytest.fixture
def filed(make: Factory) -> Configuration:
    return make_configuration(make, "node-01, file on ext4", kernel="6.1")


def rename(client: TestClient, filed: Configuration, name: str | None) -> dict[str, Any]:
    answer = client.patch(f"/api/v1/configurations/c-{filed.number}", json={"name": name})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_rename_changes_only_the_name(operator: TestClient, session: Session, filed: Configuration) -> None:
    path = f"/api/v1/configurations/{filed.id}"
    before = operator.get(path).json()
    assert (before["name"], before["derived_name"]) == ("node-01, file on ext4", None)
    changed = rename(operator, filed, f"  {NAME} ")
    assert changed == before | {"name": NAME, "derived_name": "node-01, file on ext4"}
    assert operator.get(path).json() == changed
    (listed,) = operator.get("/api/v1/configurations").json()["items"]
    assert listed | {key: changed[key] for key in ("histories", "facts", "use")} == changed
    sides = operator.get("/api/v1/configurations/diff", params={"a": str(filed.id), "b": str(filed.id)}).json()
    assert sides["a"]["configuration"]["name"] == NAME
    [event] = session.scalars(select(AuditEvent).where(AuditEvent.action == "configuration_named"))
    assert event.subject == f"configuration c-{filed.number}"
    assert event.detail == {"before": "node-01, file on ext4", "after": NAME}
    assert event.user_id is not None


@pytest.mark.in_turn
@pytest.mark.parametrize("nothing", ["", "  ", None])
def test_empty_name_restores_the_derived_name(
    operator: TestClient, session: Session, filed: Configuration, nothing: str | None
) -> None:
    rename(operator, filed, NAME)
    rename(operator, filed, "another")
    back = rename(operator, filed, nothing)
    assert (back["name"], back["derived_name"]) == ("node-01, file on ext4", None)
    assert rename(operator, filed, nothing) == back
    query = select(AuditEvent).where(AuditEvent.action == "configuration_named").order_by(AuditEvent.id)
    named = session.scalars(query).all()
    assert [event.detail["after"] for event in named] == [NAME, "another", "node-01, file on ext4"]


def test_concurrent_renames_do_not_overwrite_each_other(operator: TestClient, filed: Configuration) -> None:
    path = f"/api/v1/configurations/c-{filed.number}"
    seen = {"name": filed.name}
    assert operator.patch(path, json={"name": "first", "before": seen}).status_code == 200
    second = operator.patch(path, json={"name": "second", "before": seen})
    assert second.status_code == 409
    [error] = second.json()["errors"]
    assert error["path"] == "name"
    assert "another user" in error["message"]
    assert operator.get(path).json()["name"] == "first"
    # The same change twice is not a conflict, and a client that has read the newest name may change it.
    assert operator.patch(path, json={"name": "first", "before": seen}).status_code == 200
    assert operator.patch(path, json={"name": "second", "before": {"name": "first"}}).json()["name"] == "second"
    assert operator.patch(path, json={"name": "third", "before": {"snapshot": {}}}).status_code == 422


def test_two_may_have_one_name(operator: TestClient, make: Factory, filed: Configuration) -> None:
    other = make_configuration(make, "other", kernel="6.8")
    assert {rename(operator, configuration, NAME)["name"] for configuration in (filed, other)} == {NAME}


@pytest.mark.parametrize("body", [{}, {"name": "x" * 201}, {"name": "two\nlines"}, {"name": 1}, {"snapshot": {}}])
def test_invalid_name_is_refused(operator: TestClient, filed: Configuration, body: dict[str, Any]) -> None:
    path = f"/api/v1/configurations/c-{filed.number}"
    assert operator.patch(path, json=body).status_code == 422
    assert operator.get(path).json()["name"] == "node-01, file on ext4"


def test_viewer_cannot_rename_a_configuration(viewer: TestClient, filed: Configuration) -> None:
    assert viewer.patch(f"/api/v1/configurations/c-{filed.number}", json={"name": NAME}).status_code == 403
    assert viewer.get(f"/api/v1/configurations/c-{filed.number}").json()["name"] == "node-01, file on ext4"


def test_missing_configuration_cannot_be_renamed(operator: TestClient) -> None:
    assert operator.patch("/api/v1/configurations/c-999999", json={"name": NAME}).status_code == 404


def test_imports_find_it_by_both_names(operator: TestClient, session: Session) -> None:
    filed = _import(session, "a review")
    rename(operator, filed, NAME)
    session.expire_all()
    assert _import(session, "a review").id == filed.id
    assert _import(session, NAME).id == filed.id
    assert _import(session, "another review").id != filed.id


def _import(session: Session, name: str) -> Configuration:
    return find_or_create_configuration(
        session, name=name, origin="published", facts={"kernel": "6.1"}, source="a review"
    )
