"""Reservations of a server for one person, which end by themselves."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.auth.service import issue_token
from storagelab.db.models import AuditEvent, Reservation, User

NOW = dt.datetime.now(dt.UTC)


def reservation(begin_hours: float | None, end_hours: float, **change: Any) -> dict[str, Any]:
    """Build a reservation that begins and ends these numbers of hours from now."""
    begins = (NOW + dt.timedelta(hours=begin_hours)).isoformat() if begin_hours is not None else None
    ends = (NOW + dt.timedelta(hours=end_hours)).isoformat()
    return {"kind": "reservation", "starts_at": begins, "ends_at": ends, "reason": "A review"} | change


@pytest.fixture
def somebody(session: Session) -> dict[str, str]:
    """Provide the credentials of another operator."""
    user = User(name="Ada", role="operator")
    session.add(user)
    session.flush()
    _, token = issue_token(session, user=user, name="t", role="operator", expires_in_days=1)
    session.flush()
    return {"Authorization": f"Bearer {token}"}


def test_a_server_is_reserved_shown_and_released(
    operator: TestClient, make: Factory, session: Session, somebody: dict[str, str]
) -> None:
    server = make.server()
    address = f"/api/v1/servers/s-{server.number}/windows"
    key = {"Idempotency-Key": "one"}
    answer = operator.post(address, json=reservation(None, 2), headers=key | somebody)
    assert (answer.status_code, answer.json()["created_by"], answer.json()["is_on"]) == (201, "Ada", True)
    assert operator.post(address, json=reservation(None, 2), headers=key | somebody).json() == answer.json()
    assert operator.get(f"/api/v1/servers/{server.id}").json()["reservation"] == answer.json()
    refused = operator.delete(f"{address}/{answer.json()['id']}")
    assert (refused.status_code, "the user who reserved" in refused.json()["detail"]) == (403, True)
    assert operator.delete(f"{address}/{answer.json()['id']}", headers=somebody).status_code == 204
    assert operator.delete(f"{address}/{answer.json()['id']}", headers=somebody).status_code == 204
    assert operator.get(f"/api/v1/servers/{server.id}").json()["reservation"] is None
    (item,) = operator.get(address).json()["items"]
    assert (item["is_on"], item["released_at"] is not None) == (False, True)
    actions = session.scalars(
        select(AuditEvent.action).where(AuditEvent.action.contains("reserv")).order_by(AuditEvent.id)
    ).all()
    assert actions == ["server_reserved", "reservation_released"]


def test_an_administrator_ends_anybodys(operator: TestClient, admin: TestClient, make: Factory, somebody: Any) -> None:
    address = f"/api/v1/servers/{make.server().id}/windows"
    made = operator.post(address, json=reservation(None, 2), headers=somebody).json()
    assert admin.delete(f"{address}/{made['id']}").status_code == 204
    elsewhere = f"/api/v1/servers/{make.server().id}/windows/{made['id']}"
    assert admin.delete(elsewhere).status_code == 404


def test_two_people_do_not_have_one_time(operator: TestClient, make: Factory, somebody: dict[str, str]) -> None:
    server = make.server()
    address = f"/api/v1/servers/{server.id}/windows"
    assert operator.post(address, json=reservation(2, 4), headers=somebody).status_code == 201
    refused = operator.post(address, json=reservation(3, 5))
    assert (refused.status_code, "is reserved by Ada from" in refused.json()["detail"]) == (409, True)
    assert operator.post(address, json=reservation(1, 2)).status_code == 201
    assert operator.post(address, json=reservation(4, 5)).status_code == 201
    assert operator.post(address, json=reservation(3, 4), headers=somebody).status_code == 201
    assert operator.get(f"/api/v1/servers/{server.id}").json()["reservation"]["created_by"] == "admin"


def test_reservation_expires_at_its_end_time(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server()
    address = f"/api/v1/servers/{server.id}/windows"
    made = operator.post(address, json=reservation(None, 2)).json()
    row = session.scalars(select(Reservation)).one()
    row.starts_at, row.ends_at = NOW - dt.timedelta(hours=2), NOW - dt.timedelta(hours=1)
    session.flush()
    assert operator.get(f"/api/v1/servers/{server.id}").json()["reservation"] is None
    assert operator.get(address).json()["items"][0] | {"is_on": False} == operator.get(address).json()["items"][0]
    assert operator.delete(f"{address}/{made['id']}").status_code == 204


def test_windows_of_both_kinds_share_one_paged_list(operator: TestClient, make: Factory) -> None:
    address = f"/api/v1/servers/{make.server().id}/windows"
    made = [
        operator.post(address, json=reservation(hour, hour + 1, kind=kind)).json()
        for hour in (1, 3)
        for kind in ("maintenance", "reservation")
    ]

    def page(**params: Any) -> Any:
        answer = operator.get(address, params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    for sort, expected in (("created_at", made), ("-created_at", made[::-1])):
        first = page(limit=3, sort=sort)
        rest = page(limit=3, sort=sort, cursor=first["next_cursor"])
        assert [*first["items"], *rest["items"]] == expected
        assert rest["next_cursor"] is None
    for kind in ("maintenance", "reservation"):
        assert [item["kind"] for item in page(kind=kind)["items"]] == [kind] * 2
    assert page(limit=4)["next_cursor"] is None
    assert operator.get(address, params={"kind": "holiday"}).status_code == 422
    assert operator.post(address, json=reservation(1, 2, kind="holiday")).status_code == 422


@pytest.mark.parametrize(
    ("body", "path", "words"),
    [
        (reservation(2, 1), "", "must be later than starts_at"),
        (reservation(-3, -1), "ends_at", "must be in the future"),
        (reservation(1, 24 * 40), "ends_at", "within 31 days"),
        (reservation(1, 2, reason=" "), "reason", "must not be empty"),
    ],
)
def test_reservations_that_make_no_sense_are_refused(
    operator: TestClient, viewer: TestClient, make: Factory, body: dict[str, Any], path: str, words: str
) -> None:
    address = f"/api/v1/servers/{make.server().id}/windows"
    answer = operator.post(address, json=body)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
    assert words in answer.json()["errors"][0]["message"]
    assert viewer.post(address, json=reservation(1, 2)).status_code == 403
    retired = make.server(state="retired")
    assert operator.post(f"/api/v1/servers/{retired.id}/windows", json=reservation(1, 2)).status_code == 409
