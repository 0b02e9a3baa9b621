"""Users who may sign in: added by an administrator, let in by a link, changed at once.

No user can lock everybody out.
"""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab.auth.service import create_sign_in_link
from storagelab.db.models import AuditEvent

OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}


def add(admin: TestClient, name: str = "ada", role: str = "operator") -> Any:
    """Add a user who may sign in, and return the answer."""
    answer = admin.post("/api/v1/users", json={"name": name, "role": role})
    assert answer.status_code == 201, answer.text
    return answer.json()


def link(admin: TestClient, user: Any) -> str:
    """Return the token of a new sign-in link."""
    answer = admin.post(f"/api/v1/users/{user['id']}/sign-in-link")
    assert answer.status_code == 201, answer.text
    address, _, token = answer.json()["address"].partition("#")
    assert address.endswith("/sign-in")
    return str(token)


def change(admin: TestClient, user: Any, **body: Any) -> int:
    """Change a user and return the status code."""
    return admin.patch(f"/api/v1/users/{user['id']}", json=body).status_code


def enter(app: FastAPI, token: str) -> TestClient:
    """Return a browser that tried to sign in with this link."""
    browser = TestClient(app, headers=OWN_PAGE)
    browser.post("/api/v1/session", json={"token": token})
    return browser


def role_of(browser: TestClient) -> str | None:
    """Return the role with which a browser is signed in, or None."""
    answer = browser.get("/api/v1/session")
    return str(answer.json()["user"]["role"]) if answer.status_code == 200 else None


def test_added_user_signs_in_once_per_link(admin: TestClient, app: FastAPI) -> None:
    user = add(admin)
    assert (user["name"], user["role"], user["disabled_at"], user["fixed"]) == ("ada", "operator", None, False)
    token = link(admin, user)
    assert role_of(enter(app, token)) == "operator"
    assert role_of(enter(app, token)) is None
    assert user in admin.get("/api/v1/users").json()["items"]


def test_new_sign_in_link_replaces_earlier_links(admin: TestClient, app: FastAPI) -> None:
    user = add(admin)
    first, second = link(admin, user), link(admin, user)
    assert role_of(enter(app, first)) is None
    assert role_of(enter(app, second)) == "operator"


def test_a_role_changes_at_once(admin: TestClient, app: FastAPI) -> None:
    user = add(admin)
    browser = enter(app, link(admin, user))
    assert change(admin, user, role="viewer") == 200
    assert role_of(browser) == "viewer"


def test_disabled_user_loses_access_until_a_new_link(admin: TestClient, app: FastAPI) -> None:
    user = add(admin, role="admin")
    browser, unused = enter(app, link(admin, user)), link(admin, user)
    made = browser.post("/api/v1/tokens", json={"name": "ci", "role": "viewer"})
    program = TestClient(app, headers={"Authorization": f"Bearer {made.json()['token']}"})
    assert role_of(program) == "viewer"

    assert change(admin, user, disabled=True) == 200
    assert (role_of(browser), role_of(program), role_of(enter(app, unused))) == (None, None, None)
    assert admin.post(f"/api/v1/users/{user['id']}/sign-in-link").status_code == 409

    assert change(admin, user, disabled=False) == 200
    assert role_of(browser) is None
    assert role_of(program) == "viewer"
    assert role_of(enter(app, link(admin, user))) == "admin"


def test_the_way_back_in_is_never_closed(admin: TestClient, app: FastAPI, session: Session) -> None:
    create_sign_in_link(session)
    first = next(item for item in admin.get("/api/v1/users").json()["items"] if item["fixed"])
    assert first["name"] == "admin"
    assert change(admin, first, role="viewer") == 409
    assert change(admin, first, disabled=True) == 409
    assert change(admin, first, disabled=False) == 200

    other = add(admin, role="admin")
    browser = enter(app, link(admin, other))
    answer = browser.patch(f"/api/v1/users/{other['id']}", json={"role": "viewer"})
    assert answer.status_code == 409
    assert "your own account" in answer.json()["detail"]


def test_user_name_is_unique_and_key_is_idempotent(admin: TestClient) -> None:
    body, key = {"name": "ada", "role": "viewer"}, {"Idempotency-Key": "k1"}
    first = admin.post("/api/v1/users", json=body, headers=key)
    again = admin.post("/api/v1/users", json=body, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert admin.post("/api/v1/users", json=body).status_code == 409


@pytest.mark.parametrize("name", ["", "Ada", "a b", "-a", "a" * 64, "ä", "a\n"])
def test_names_are_plain(admin: TestClient, name: str) -> None:
    assert admin.post("/api/v1/users", json={"name": name, "role": "viewer"}).status_code == 422


def test_user_changes_are_audited_without_secrets(admin: TestClient, session: Session) -> None:
    user = add(admin)
    token = link(admin, user)
    change(admin, user, role="admin", disabled=True)
    change(admin, user, role="admin", disabled=True)
    rows = session.execute(
        select(AuditEvent.action, AuditEvent.detail).where(AuditEvent.subject == "user ada").order_by(AuditEvent.id)
    ).all()
    assert [row.action for row in rows] == ["user_added", "sign_in_link", "user_role", "user_disabled"]
    assert rows[2].detail == {"was": "operator", "role": "admin"}
    assert token not in str(rows)


def test_a_token_names_its_owner(admin: TestClient) -> None:
    made = admin.post("/api/v1/tokens", json={"name": "ci", "role": "viewer"}).json()
    listed = next(item for item in admin.get("/api/v1/tokens").json()["items"] if item["id"] == made["id"])
    me = admin.get("/api/v1/session").json()["user"]["name"]
    assert (made["owner"], listed["owner"]) == (me, me)
