"""Browsers sign in by a link that works once; their changes must come from our own pages."""

from __future__ import annotations

import datetime as dt

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.conftest import Scope

from storagelab.auth.dependencies import COOKIE
from storagelab.auth.service import create_sign_in_link
from storagelab.db.models import APIToken, AuditEvent, SignInLink, User, UserSession

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def link(scope: Scope) -> str:
    with scope() as session:
        return create_sign_in_link(session)


@pytest.fixture
def browser(app: FastAPI, link: str) -> TestClient:
    """Provide a client that has signed in by the link."""
    browser = TestClient(app, raise_server_exceptions=False)
    assert browser.post("/api/v1/session", json={"token": link}).status_code == 201
    return browser


def test_a_link_signs_in_once(anonymous: TestClient, link: str) -> None:
    answer = anonymous.post("/api/v1/session", json={"token": link})
    assert answer.status_code == 201
    assert answer.json()["user"]["role"] == "admin"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert anonymous.get("/api/v1/session").json() == answer.json()

    anonymous.cookies.clear()
    again = anonymous.post("/api/v1/session", json={"token": link})
    assert (again.status_code, again.json()["code"]) == (401, "not_signed_in")


def test_an_old_link_does_not_work(anonymous: TestClient, session: Session, link: str) -> None:
    session.execute(update(SignInLink).values(expires_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC)))
    session.flush()
    assert anonymous.post("/api/v1/session", json={"token": link}).status_code == 401


def test_only_hashes_are_stored(browser: TestClient, session: Session, link: str, tokens: dict[str, str]) -> None:
    stored = [
        *session.scalars(select(SignInLink.token_sha256)),
        *session.scalars(select(UserSession.token_sha256)),
        *session.scalars(select(APIToken.token_sha256)),
    ]
    secrets = [link, browser.cookies[COOKIE], *tokens.values()]
    assert len(stored) == len(secrets)
    assert not {secret.encode() for secret in secrets} & set(stored)


def test_signing_out_ends_the_session(browser: TestClient) -> None:
    cookie = browser.cookies[COOKIE]
    assert browser.delete("/api/v1/session", headers=SAME_SITE).status_code == 204
    browser.cookies.set(COOKIE, cookie)
    assert browser.get("/api/v1/session").status_code == 401


@pytest.mark.parametrize("column", ["expires_at", "last_used_at"])
def test_session_expires_by_age_and_by_idleness(browser: TestClient, session: Session, column: str) -> None:
    session.execute(update(UserSession).values({column: dt.datetime(2026, 1, 1, tzinfo=dt.UTC)}))
    session.flush()
    assert browser.get("/api/v1/session").status_code == 401


def test_a_disabled_user_is_out(browser: TestClient, session: Session, admin: TestClient) -> None:
    session.execute(update(User).values(disabled_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC)))
    session.flush()
    assert browser.get("/api/v1/session").status_code == 401
    assert admin.get("/api/v1/session").status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (SAME_SITE, 204),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, 403),
        ({"Origin": "http://testserver"}, 204),
        ({"Origin": "http://testserver.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
    ],
)
def test_cookie_changes_are_accepted_only_from_same_origin(
    browser: TestClient, headers: dict[str, str], status: int
) -> None:
    assert browser.delete("/api/v1/session", headers=headers).status_code == status


def test_a_token_needs_no_site(viewer: TestClient) -> None:
    assert viewer.delete("/api/v1/session", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 204


def test_another_site_cannot_sign_a_visitor_in(anonymous: TestClient, link: str) -> None:
    answer = anonymous.post("/api/v1/session", json={"token": link}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert anonymous.post("/api/v1/session", json={"token": link}).status_code == 201


def test_too_many_tries_are_refused(anonymous: TestClient) -> None:
    statuses = [anonymous.post("/api/v1/session", json={"token": "wrong"}).status_code for _ in range(21)]
    assert statuses == [401] * 20 + [429]
    refused = anonymous.post("/api/v1/session", json={"token": "wrong"})
    assert 1 <= int(refused.headers["retry-after"]) <= 60


def test_signing_in_is_audited(browser: TestClient, session: Session) -> None:
    assert "sign_in" in session.scalars(select(AuditEvent.action)).all()


def test_own_settings_are_changed_one_by_one(browser: TestClient) -> None:
    before = browser.get("/api/v1/session").json()["settings"]
    assert before["follow_started"] is True
    change = {"settings": {"notices": {"run_steady": {"browser": True}}}}
    own = {"Sec-Fetch-Site": "same-origin"}
    after = browser.patch("/api/v1/session", json=change, headers=own).json()["settings"]
    assert after == {**before, "notices": {**before["notices"], "run_steady": {"bell": True, "browser": True}}}
    browser.patch("/api/v1/session", json={"settings": {"follow_started": False}}, headers=own)
    assert browser.get("/api/v1/session").json()["settings"] == {**after, "follow_started": False}


def test_seen_tour_is_remembered_across_browsers(app: FastAPI, browser: TestClient, scope: Scope) -> None:
    assert browser.get("/api/v1/session").json()["settings"]["has_seen_tour"] is False
    browser.patch("/api/v1/session", json={"settings": {"has_seen_tour": True}}, headers=SAME_SITE)
    with scope() as session:
        link = create_sign_in_link(session)
    second = TestClient(app, raise_server_exceptions=False)
    assert second.post("/api/v1/session", json={"token": link}).json()["settings"]["has_seen_tour"] is True


@pytest.mark.parametrize("change", [{"fax": True}, {"follow_started": "yes"}, {"notices": {"alert": {"sms": True}}}])
def test_unknown_settings_are_refused(viewer: TestClient, change: dict[str, object]) -> None:
    assert viewer.patch("/api/v1/session", json={"settings": change}).status_code == 422


def test_another_site_changes_no_settings(browser: TestClient) -> None:
    answer = browser.patch("/api/v1/session", json={"visited": True}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert browser.get("/api/v1/session").json()["last_visit_at"] is None
