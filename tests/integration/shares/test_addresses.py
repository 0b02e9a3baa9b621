"""Addresses of a share: several audiences, found again, with own ends, raw output and views."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from sqlalchemy import select, text, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of

from storagelab.auth.roles import Role
from storagelab.auth.service import issue_token
from storagelab.config import ADDRESS_KEY_FILE, Settings, get_settings
from storagelab.db.models import AuditEvent, Run, Share, ShareAddress, ShareView, User
from storagelab.shares.address_secrets import AddressCipher, load_cipher

LATER = "2100-01-01T00:00:00Z"


def add(client: TestClient, share: dict[str, Any], status: int = 201, **body: Any) -> dict[str, Any]:
    """Add an address to a share and return it, or the problem."""
    answer = client.post(f"/api/v1/shares/{share['number']}/addresses", json={"audience": "Reviewers", **body})
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def listed(client: TestClient, share: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the addresses of a share as a user sees them."""
    answer = client.get(f"/api/v1/shares/{share['number']}/addresses")
    assert answer.status_code == 200
    return list(answer.json()["items"])


@pytest.fixture
def sign_in(app: FastAPI, session: Session) -> Callable[[Role], TestClient]:
    """Provide a function that signs another person in with a role."""

    def open_client(role: Role) -> TestClient:
        person = User(name=f"another {role}", role=role)
        session.add(person)
        session.flush()
        _, token = issue_token(session, user=person, name="t", role=role, expires_in_days=1)
        session.flush()
        return TestClient(app, raise_server_exceptions=False, headers={"Authorization": f"Bearer {token}"})

    return open_client


@pytest.fixture
def share(operator: TestClient, run: Run) -> dict[str, Any]:
    """Provide a published share with the address that the publication created."""
    return freeze(operator, run, body=[])


def test_an_address_is_found_again_by_its_managers(
    operator: TestClient, sign_in: Callable[[Role], TestClient], share: dict[str, Any]
) -> None:
    for client in (operator, sign_in("admin")):
        for shown in (
            client.get(f"/api/v1/shares/{share['number']}").json(),
            client.get("/api/v1/shares").json()["items"][0],
        ):
            assert (shown["url"], shown["can_manage"]) == (share["url"], True)
            assert [(item["audience"], item["url"]) for item in shown["addresses"]] == [("Public", share["url"])]
    for other in (sign_in("viewer"), sign_in("operator")):
        shown = other.get(f"/api/v1/shares/{share['number']}").json()
        assert (shown["url"], shown["token"], shown["citation"], shown["can_manage"]) == (None, None, None, False)
        assert (shown["addresses"], listed(other, share)) == ([], [])


def test_the_publisher_of_a_draft_of_another_author_sees_its_address(
    operator: TestClient, sign_in: Callable[[Role], TestClient], run: Run
) -> None:
    draft = freeze(operator, run, body=[], publish=False)
    assert (draft["url"], draft["addresses"]) == (None, [])
    published = sign_in("operator").post(f"/api/v1/shares/{draft['number']}/publish").json()
    assert (published["mine"], published["can_manage"]) == (False, True)
    assert published["url"] == operator.get(f"/api/v1/shares/{draft['number']}").json()["url"] is not None


def test_each_audience_has_an_address_of_its_own(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], session: Session
) -> None:
    reviewers = add(operator, share, expires_at=LATER)
    assert (reviewers["number"], reviewers["status"], reviewers["readability"]) == (2, "open", "readable")
    assert reviewers["url"] != share["url"]
    for _ in range(2):
        assert anonymous.get(path_of(reviewers)).status_code == 200
    assert anonymous.get(path_of(share)).status_code == 200
    shown = operator.get(f"/api/v1/shares/{share['number']}").json()
    assert (shown["views"], shown["daily_views"]) == (3, [0] * 29 + [3])
    assert [(item["views"], item["daily_views"][-1]) for item in shown["addresses"]] == [(1, 1), (2, 2)]
    assert shown["last_viewed_at"] == shown["addresses"][0]["last_viewed_at"]
    actions = session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)).all()
    assert actions.count("share_address_created") == 2
    token = path_of(reviewers).rpartition("/")[2]
    assert not any(token in str(event.detail) for event in session.scalars(select(AuditEvent)))


def test_views_older_than_30_days_count_in_the_sum_only(
    operator: TestClient, share: dict[str, Any], session: Session
) -> None:
    (address,) = session.scalars(select(ShareAddress)).all()
    today = dt.datetime.now(dt.UTC).date()
    for days, views in ((0, 1), (29, 2), (30, 4)):
        day = today - dt.timedelta(days=days)
        row = ShareView(
            share_id=address.share_id, address_id=address.id, day=day, views=views, last_at=dt.datetime.now(dt.UTC)
        )
        session.add(row)
    session.flush()
    shown = operator.get(f"/api/v1/shares/{share['number']}").json()
    assert (shown["views"], sum(shown["daily_views"])) == (7, 3)
    assert (shown["daily_views"][0], shown["daily_views"][-1]) == (2, 1)


def test_a_withdrawn_address_answers_410_and_others_stay(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], session: Session
) -> None:
    reviewers = add(operator, share)
    path = f"/api/v1/shares/{share['number']}/addresses/2"
    assert anonymous.get(path_of(reviewers)).status_code == 200
    withdrawn = operator.post(f"{path}/revoke", json={"reason": "The review <is> printed."}).json()
    assert (withdrawn["status"], withdrawn["revoked_reason"]) == ("withdrawn", "The review <is> printed.")
    for suffix in ("", ".json", ".csv", ".zip", "/v2"):
        answer = anonymous.get(path_of(reviewers) + suffix)
        assert answer.status_code == 410
        assert "This address was withdrawn" in answer.text
        assert "The review &lt;is&gt; printed." in answer.text
    assert anonymous.get(path_of(share)).status_code == 200
    # Repeating it changes nothing, and nothing opens it again.
    again = operator.post(f"{path}/revoke", json={"reason": "another reason"})
    assert again.json()["revoked_reason"] == "The review <is> printed."
    assert operator.patch(path, json={"expires_at": LATER}).status_code == 409
    assert session.scalars(select(AuditEvent.action)).all().count("share_address_revoked") == 1
    # The audience may get another one.
    assert add(operator, share)["number"] == 3


def test_a_withdrawn_share_withdraws_all_addresses(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any]
) -> None:
    reviewers = add(operator, share)
    assert (
        operator.post(f"/api/v1/shares/{share['number']}/revoke", json={"reason": "The fan failed."}).status_code == 200
    )
    for item in (share, reviewers):
        answer = anonymous.get(path_of(item))
        assert answer.status_code == 410
        assert "The fan failed." in answer.text
    assert {item["status"] for item in listed(operator, share)} == {"withdrawn"}
    assert "withdrawn" in add(operator, share, 409, audience="Others")["detail"]


def test_the_end_of_an_address_acts_at_once(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], session: Session
) -> None:
    reviewers = add(operator, share, expires_at=LATER)
    assert anonymous.get(path_of(reviewers)).status_code == 200
    session.execute(
        update(ShareAddress).where(ShareAddress.number == 2).values(expires_at=text("now() - interval '1s'"))
    )
    session.expire_all()
    answer = anonymous.get(path_of(reviewers))
    assert answer.status_code == 410
    assert "expired" in answer.text
    assert "Ended on " in answer.text
    assert anonymous.get(path_of(share)).status_code == 200
    assert listed(operator, share)[1]["status"] == "expired"
    extended = operator.patch(f"/api/v1/shares/{share['number']}/addresses/2", json={"expires_at": None})
    assert (extended.status_code, extended.json()["status"]) == (200, "open")
    assert anonymous.get(path_of(reviewers)).status_code == 200


def test_audience_and_raw_output_can_be_changed(operator: TestClient, share: dict[str, Any], session: Session) -> None:
    add(operator, share, raw_files=True)
    path = f"/api/v1/shares/{share['number']}/addresses/2"
    changed = operator.patch(path, json={"audience": "Reviewers at Example", "raw_files": False}).json()
    assert (changed["audience"], changed["raw_files"]) == ("Reviewers at Example", False)
    refused = operator.patch(path, json={"audience": "public"})
    assert refused.status_code == 409
    assert "the address 1 for Public already" in refused.json()["detail"]
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "share_address_changed")).one()
    assert event.detail == {"address": 2, "audience": "Reviewers at Example", "raw_files": False}
    assert operator.patch(path, json={"audience": None}).status_code == 422
    assert operator.patch(f"/api/v1/shares/{share['number']}/addresses/9", json={}).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "path"),
    [
        ({"audience": ""}, 422, "audience"),
        ({"audience": "x" * 121}, 422, "audience"),
        ({"audience": "PUBLIC"}, 409, "audience"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422, "expires_at"),
        ({"expires_at": "2100-01-02T00:00:00Z"}, 422, "expires_at"),
        ({"expires_at": "2099-01-01T00:00:00Z"}, 422, "expires_at"),
    ],
)
def test_wrong_addresses_are_refused_with_their_field(
    operator: TestClient, run: Run, body: dict[str, Any], status: int, path: str
) -> None:
    times = {"expires_at": LATER, "embargo_until": "2099-06-01T00:00:00Z", "closed_until_embargo": True}
    problem = add(operator, freeze(operator, run, body=[], **times), status, **body)
    assert problem["errors"][0]["path"] == path


def test_a_draft_has_no_addresses(operator: TestClient, run: Run) -> None:
    draft = freeze(operator, run, body=[], publish=False)
    assert "is a draft" in add(operator, draft, 409)["detail"]
    assert listed(operator, draft) == []


def test_the_same_key_adds_one_address(operator: TestClient, share: dict[str, Any]) -> None:
    path, body = f"/api/v1/shares/{share['number']}/addresses", {"audience": "Reviewers"}
    answers = [operator.post(path, json=body, headers={"Idempotency-Key": "k"}).json() for _ in range(2)]
    assert answers[0]["url"] == answers[1]["url"] is not None
    assert len(listed(operator, share)) == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda client, path: client.post(path, json={"audience": "Others"}),
        lambda client, path: client.patch(f"{path}/1", json={"audience": "Others"}),
        lambda client, path: client.post(f"{path}/1/revoke"),
    ],
)
def test_only_managers_change_addresses(
    operator: TestClient,
    anonymous: TestClient,
    sign_in: Callable[[Role], TestClient],
    share: dict[str, Any],
    call: Callable[[TestClient, str], Any],
) -> None:
    path = f"/api/v1/shares/{share['number']}/addresses"
    for client, status in ((anonymous, 401), (sign_in("viewer"), 403), (sign_in("operator"), 403)):
        assert call(client, path).status_code == status
    assert [(item["audience"], item["status"]) for item in listed(operator, share)] == [("Public", "open")]
    assert call(operator, path).status_code in (200, 201)


def test_raw_output_is_withheld_at_an_address(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    share = freeze(operator, whole_run, body=[], raw_files=True)
    public = add(operator, share, audience="Without raw output", raw_files=False)
    document = anonymous.get(path_of(share) + ".json").json()
    assert document == anonymous.get(path_of(public) + ".json").json()
    raw = [file["part"] for run in document["runs"] for file in run["artifacts"] if file["part"]]
    other = [name for name in document["parts"] if name not in raw]
    assert raw
    assert other
    for name, status in [*((name, 403) for name in raw), *((name, 200) for name in other)]:
        suffix = f"/parts/{document['parts'][name]['sha256']}"
        assert anonymous.get(path_of(public) + suffix).status_code == status
        assert anonymous.get(path_of(share) + suffix).status_code == 200
    refused = anonymous.get(path_of(public) + ".zip")
    assert refused.status_code == 403
    assert "raw output" in refused.text
    whole = anonymous.get(path_of(share) + ".zip")
    assert "document.json" in zipfile.ZipFile(io.BytesIO(whole.content)).namelist()
    page, whole_page = anonymous.get(path_of(public)).text, anonymous.get(path_of(share)).text
    assert f'href="{path_of(share)}.zip"' in whole_page
    assert ".zip" not in page
    assert "Raw output is not part of this address." in page
    assert "Raw output is not part of this address." not in whole_page


def test_a_zip_without_raw_output_is_given_out(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any]
) -> None:
    assert anonymous.get(path_of(add(operator, share, raw_files=False)) + ".zip").status_code == 200


def test_an_older_address_opens_newer_versions_and_counts_for_them(
    operator: TestClient, anonymous: TestClient, run: Run, share: dict[str, Any]
) -> None:
    reviewers = add(operator, share)
    newer = freeze(operator, run, body=[], version_of=share["number"])
    assert [item["audience"] for item in listed(operator, newer)] == ["Public"]
    assert anonymous.get(path_of(reviewers) + "/v2").status_code == 200
    assert anonymous.get(path_of(newer) + "/v1").status_code == 404
    views = {
        name: operator.get(f"/api/v1/shares/{name}").json()["views"] for name in (share["number"], newer["number"])
    }
    assert views == {share["number"]: 0, newer["number"]: 1}
    assert [item["views"] for item in listed(operator, share)] == [0, 1]
    operator.post(f"/api/v1/shares/{share['number']}/addresses/2/revoke")
    assert anonymous.get(path_of(reviewers) + "/v2").status_code == 410


def test_an_address_of_an_earlier_release_is_not_displayed(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], session: Session
) -> None:
    session.execute(update(ShareAddress).values(token_encrypted=None))
    session.expire_all()
    shown = operator.get(f"/api/v1/shares/{share['number']}").json()
    assert (shown["url"], shown["citation"]) == (None, None)
    assert (shown["addresses"][0]["readability"], shown["addresses"][0]["url"]) == ("not_stored", None)
    assert anonymous.get(path_of(share)).status_code == 200
    # Another one is created beside it.
    added = add(operator, share, audience="Found again")
    assert operator.get(f"/api/v1/shares/{share['number']}").json()["url"] == added["url"]


@pytest.mark.parametrize("damage", ["changed", "of another row", "of another token", "short"])
def test_tampered_ciphertext_is_unreadable_and_no_error(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], session: Session, damage: str
) -> None:
    second = add(operator, share)
    first_row, second_row = session.scalars(select(ShareAddress).order_by(ShareAddress.number)).all()
    assert first_row.token_encrypted is not None
    if damage == "changed":
        first_row.token_encrypted = first_row.token_encrypted[:-1] + bytes([first_row.token_encrypted[-1] ^ 1])
    elif damage == "of another row":
        first_row.token_encrypted = second_row.token_encrypted
    elif damage == "of another token":
        first_row.token_encrypted = _cipher().encrypt(first_row.id, "A" * 22)
    else:
        first_row.token_encrypted = b"\x01short"
    session.flush()
    shown = operator.get(f"/api/v1/shares/{share['number']}").json()
    assert [item["readability"] for item in shown["addresses"]] == ["unreadable", "readable"]
    assert shown["url"] == second["url"]
    assert anonymous.get(path_of(share)).status_code == 200


def _cipher() -> AddressCipher:
    cipher = load_cipher(get_settings().data_dir)
    assert cipher is not None
    return cipher


def test_a_lost_key_hides_addresses_and_changes_nothing_else(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], settings: Settings
) -> None:
    key = settings.data_dir / ADDRESS_KEY_FILE
    content = key.read_bytes()
    key.unlink()
    assert [item["readability"] for item in listed(operator, share)] == ["unreadable"]
    assert operator.get("/api/v1/shares").json()["items"][0]["url"] is None
    assert anonymous.get(path_of(share)).status_code == 200
    # A new key reads what it encrypted, and the old one what that did.
    added = add(operator, share)
    assert [item["readability"] for item in listed(operator, share)] == ["unreadable", "readable"]
    assert urlsplit(added["url"]).path == urlsplit(listed(operator, share)[1]["url"]).path
    key.write_bytes(content)
    assert [item["readability"] for item in listed(operator, share)] == ["readable", "unreadable"]


def test_a_publication_without_a_key_displays_its_address_once(
    operator: TestClient, anonymous: TestClient, run: Run, settings: Settings
) -> None:
    (settings.data_dir / "keys").parent.mkdir(parents=True, exist_ok=True)
    (settings.data_dir / "keys").write_text("a file in the place of the folder")
    share = freeze(operator, run, body=[])
    assert anonymous.get(path_of(share)).status_code == 200
    assert operator.get(f"/api/v1/shares/{share['number']}").json()["url"] is None
    assert listed(operator, share)[0]["readability"] == "not_stored"
    added = add(operator, share)
    assert anonymous.get(path_of(added)).status_code == 200


def test_the_database_holds_no_token(operator: TestClient, share: dict[str, Any], session: Session) -> None:
    tokens = [share["token"], path_of(add(operator, share)).rpartition("/")[2]]
    for table in ("share_address", "share", "audit_event", "idempotency"):
        rows = "\n".join(session.scalars(text(f"select row_to_json(t)::text from {table} t")))
        assert not any(token in rows or token.encode().hex() in rows for token in tokens), table


def test_a_share_of_a_removed_author_is_managed_by_administrators(
    operator: TestClient, admin: TestClient, share: dict[str, Any], session: Session
) -> None:
    session.execute(update(Share).values(created_by=None))
    session.execute(update(ShareAddress).values(created_by=None))
    session.expire_all()
    assert listed(operator, share) == []
    assert len(listed(admin, share)) == 1
