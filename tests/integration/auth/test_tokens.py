"""Tokens of programs: made by an admin, shown once, revoked at once."""

from __future__ import annotations

import datetime as dt

import pytest
from fastapi import FastAPI
from sqlalchemy import update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.conftest import Scope

from storagelab.auth.service import create_token
from storagelab.db.models import APIToken
from storagelab.errors import InvalidInput


def test_token_works_until_revoked(admin: TestClient, anonymous: TestClient) -> None:
    made = admin.post("/api/v1/tokens", json={"name": "ci", "role": "operator", "expires_in_days": 30})
    assert made.status_code == 201
    token = made.json()["token"]
    assert token.startswith("sl_")
    assert len(token) == 46
    headers = {"Authorization": f"Bearer {token}"}
    assert anonymous.get("/api/v1/session", headers=headers).json()["user"]["role"] == "operator"

    listed = admin.get("/api/v1/tokens").json()["items"]
    assert made.json()["id"] in [item["id"] for item in listed]
    assert token not in str(listed)

    assert admin.delete(f"/api/v1/tokens/{made.json()['id']}").status_code == 204
    assert admin.delete(f"/api/v1/tokens/{made.json()['id']}").status_code == 204
    assert anonymous.get("/api/v1/session", headers=headers).status_code == 401


def test_an_expired_token_does_not_work(viewer: TestClient, session: Session) -> None:
    session.execute(update(APIToken).values(expires_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC)))
    session.flush()
    assert viewer.get("/api/v1/session").status_code == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "Bearer " + "x" * 500, "Bearer sl_wrong"])
def test_malformed_authorization_header_is_refused(app: FastAPI, header: str) -> None:
    assert TestClient(app).get("/api/v1/session", headers={"Authorization": header}).status_code == 401


def test_repeated_key_creates_only_one_token(admin: TestClient) -> None:
    body = {"name": "ci", "role": "viewer", "expires_in_days": 1}
    first = admin.post("/api/v1/tokens", json=body, headers={"Idempotency-Key": "k1"})
    again = admin.post("/api/v1/tokens", json=body, headers={"Idempotency-Key": "k1"})
    assert (first.status_code, again.status_code) == (201, 409)
    assert first.json()["id"] in again.json()["detail"]


@pytest.mark.parametrize("days", [0, 366])
def test_token_lifetime_is_limited_to_a_year(admin: TestClient, scope: Scope, days: int) -> None:
    answer = admin.post("/api/v1/tokens", json={"name": "ci", "role": "viewer", "expires_in_days": days})
    assert answer.status_code == 422
    with pytest.raises(InvalidInput), scope() as session:
        create_token(session, name="ci", role="viewer", expires_in_days=days)
