"""Drafts, versions, withdrawing and correcting: what an author does with what he froze."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of, read_document
from tests.services import as_superuser

from storagelab.db.models import Run, Share, SharePart, SharePartUse
from storagelab.shares import service
from storagelab.shares.freezing.document import Frozen


def post(operator: TestClient, share: dict[str, Any], verb: str, status: int = 200, **body: Any) -> dict[str, Any]:
    """Do something with a share."""
    answer = operator.post(f"/api/v1/shares/{share['number']}/{verb}", json=body or None)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def later(**time: int) -> str:
    """Return a moment from now on."""
    return (dt.datetime.now(dt.UTC) + dt.timedelta(**time)).isoformat()


def test_draft_is_published_byte_for_byte(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    draft = freeze(operator, whole_run, publish=False)
    assert (draft["state"], draft["token"], draft["url"], draft["published_at"]) == ("draft", None, None, None)
    preview = operator.get(f"/api/v1/shares/{draft['number']}/page")
    assert preview.status_code == 200
    assert "This is a draft" in preview.text
    assert draft["document_sha256"] in preview.text
    assert anonymous.get(f"/api/v1/shares/{draft['number']}/page").status_code == 401
    session.execute(text("update run set title = 'changed' where id = :id"), {"id": whole_run.id})

    published = post(operator, draft, "publish")
    assert published["state"] == "published"
    assert published["document_sha256"] == draft["document_sha256"]
    read_document(anonymous, published)
    assert "This is a draft" not in anonymous.get(path_of(published)).text
    assert "published already" in post(operator, draft, "publish", 409)["detail"]
    shown = operator.get(f"/api/v1/shares/{draft['number']}").json()
    assert (shown["token"], shown["url"]) == (published["token"], published["url"])


def test_draft_can_be_removed_with_its_blobs(operator: TestClient, whole_run: Run, session: Session) -> None:
    draft_with_shared_parts = freeze(operator, whole_run, publish=False, body=[])
    parts = {part.sha256 for part in session.query(SharePart)}
    draft = freeze(operator, whole_run, publish=False)
    assert {part.sha256 for part in session.query(SharePart)} > parts
    assert operator.delete(f"/api/v1/shares/{draft['number']}").status_code == 204
    assert operator.get(f"/api/v1/shares/{draft['number']}").status_code == 404
    session.expire_all()
    assert {part.sha256 for part in session.query(SharePart)} == parts
    assert {str(use.share_id) for use in session.query(SharePartUse)} == {draft_with_shared_parts["id"]}


def test_published_share_is_never_removed(operator: TestClient, whole_run: Run) -> None:
    share = freeze(operator, whole_run)
    answer = operator.delete(f"/api/v1/shares/{share['number']}")
    assert answer.status_code == 409
    assert "Withdraw it instead" in answer.json()["detail"]


@pytest.mark.parametrize("state", ["removed", "trashed"])
def test_draft_of_removed_or_trashed_run_is_refused(
    operator: TestClient, whole_run: Run, session: Session, state: str
) -> None:
    draft = freeze(operator, whole_run, publish=False)
    statement = "delete from run" if state == "removed" else "update run set trashed_at = now()"
    session.execute(text(f"{statement} where id = :id"), {"id": whole_run.id})
    session.expire_all()
    words = "was removed" if state == "removed" else "is in the trash"
    assert words in post(operator, draft, "publish", 409)["detail"]


def test_versions_are_readable_at_every_lineage_address(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    first = freeze(operator, whole_run)
    before = anonymous.get(path_of(first) + ".json").content
    session.execute(text("update run set title = 'measured anew' where id = :id"), {"id": whole_run.id})
    body = {"kind": "run", "run_id": str(whole_run.id), "title": "Second", "publish": False}
    answer = operator.post("/api/v1/shares", json={**body, "version_of": first["number"]})
    assert answer.status_code == 201, answer.text
    second = answer.json()
    assert (second["lineage_id"], second["version"]) == (first["lineage_id"], 2)
    # A draft does not count as a version yet.
    assert anonymous.get(path_of(first) + "/v2").status_code == 404
    assert "Newer data exist" not in anonymous.get(path_of(first)).text

    second = post(operator, second, "publish")
    assert anonymous.get(path_of(first) + ".json").content == before
    assert "Newer data exist: version 2" in anonymous.get(path_of(first)).text
    assert "Second" in anonymous.get(path_of(first) + "/v2").text
    document = read_document(anonymous, second)
    assert anonymous.get(path_of(first) + "/v2.json").json() == document
    # What is hidden in a version may be open in one before it: the address of the newer one does not lead there.
    assert anonymous.get(path_of(second) + "/v1.json").status_code == 404
    assert anonymous.get(path_of(first) + "/v2.csv").status_code == 200
    sha256 = next(iter(document["parts"].values()))["sha256"]
    assert anonymous.get(f"{path_of(first)}/v2/parts/{sha256}").status_code == 200
    for wrong in ("/v3", "/v0", "/v99999999999999999999", "/v2x", "/v-1", "/v3.json"):
        assert anonymous.get(path_of(first) + wrong).status_code == 404
    # Who withdraws the second one leaves the first one as the newest.
    post(operator, second, "revoke")
    assert anonymous.get(path_of(first) + "/v2").status_code == 410
    assert "Newer data exist" not in anonymous.get(path_of(first)).text


def test_a_version_can_follow_by_a_field(operator: TestClient, whole_run: Run) -> None:
    first = freeze(operator, whole_run)
    second = freeze(operator, whole_run, version_of=first["number"])
    assert (second["lineage_id"], second["version"]) == (first["lineage_id"], 2)
    shown = operator.get(f"/api/v1/shares/{first['number']}").json()
    assert (shown["version"], shown["newest_version"]) == (1, 2)


def test_withdrawal_reason_is_shown_to_readers(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    share = freeze(operator, whole_run)
    post(operator, share, "revoke", reason="the <fan> had failed.")
    for suffix in ("", ".json", ".csv", "/parts/" + "0" * 64):
        answer = anonymous.get(path_of(share) + suffix)
        assert answer.status_code == 410
        assert "withdrew it. Reason: the &lt;fan&gt; had failed." in answer.text
        assert "Withdrawn on " in answer.text


def test_correction_is_shown_above_the_frozen_page(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    share = freeze(operator, whole_run)
    before = anonymous.get(path_of(share) + ".json").content
    post(operator, share, "correct", correction="The drives were of <another> model.")
    page = anonymous.get(path_of(share)).text
    assert "The drives were of &lt;another&gt; model." in page
    assert anonymous.get(path_of(share) + ".json").content == before
    answer = operator.post(f"/api/v1/shares/{share['number']}/correct", json={"correction": None})
    assert answer.json()["corrected_at"] is None
    assert "another" not in anonymous.get(path_of(share)).text


@pytest.mark.parametrize(("verb", "body"), [("revoke", {}), ("correct", {"correction": "It was hot."})])
def test_draft_cannot_be_withdrawn_or_corrected(
    operator: TestClient, whole_run: Run, verb: str, body: dict[str, str]
) -> None:
    draft = freeze(operator, whole_run, publish=False)
    assert "draft" in post(operator, draft, verb, 409, **body)["detail"]


def test_embargo_closes_the_page_only_when_requested(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    open_one = freeze(operator, whole_run, embargo_until=later(days=3))
    assert anonymous.get(path_of(open_one)).status_code == 200
    closed = freeze(operator, whole_run, embargo_until=later(days=3), closed_until_embargo=True)
    for suffix in ("", ".json", ".csv"):
        answer = anonymous.get(path_of(closed) + suffix)
        assert answer.status_code == 403
        assert "under embargo" in answer.text
    with as_superuser(session):
        session.execute(text("alter table share disable trigger share_frozen"))
        session.execute(text("update share set embargo_until = now() where id = :id"), {"id": closed["id"]})
    session.expire_all()
    assert anonymous.get(path_of(closed)).status_code == 200


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"embargo_until": "2020-01-01T00:00:00Z"}, "embargo_until"),
        ({"closed_until_embargo": True}, "closed_until_embargo"),
        ({"embargo_until": later(days=3), "expires_at": later(days=2)}, "expires_at"),
        ({"run_ids": ["r-1"]}, "run_ids"),
        ({"kind": "comparison"}, "run_id"),
        ({"campaign": "m-1"}, "campaign"),
    ],
)
def test_invalid_share_is_refused_with_its_field(
    operator: TestClient, whole_run: Run, body: dict[str, Any], path: str
) -> None:
    assert freeze(operator, whole_run, status=422, **body)["errors"][0]["path"] == path


def test_only_page_reads_count_as_views(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    draft = freeze(operator, whole_run, publish=False)
    operator.get(f"/api/v1/shares/{draft['number']}/page")
    share = post(operator, draft, "publish")
    for _ in range(3):
        anonymous.get(path_of(share))
    anonymous.head(path_of(share))
    anonymous.get(path_of(share) + ".json")
    operator.get(f"/api/v1/shares/{share['number']}/page")
    shown = operator.get(f"/api/v1/shares/{share['number']}").json()
    assert shown["views"] == 3
    assert shown["last_viewed_at"] is not None
    row = session.get(Share, share["id"])
    assert row is not None


def test_lists_are_narrowed(operator: TestClient, whole_run: Run, session: Session) -> None:
    published = freeze(operator, whole_run)
    draft = freeze(operator, whole_run, publish=False)
    other = freeze(operator, whole_run)
    session.execute(text("update share set created_by = null where id = :id"), {"id": other["id"]})
    session.expire_all()

    def listed(**query: Any) -> set[str]:
        return {item["number"] for item in operator.get("/api/v1/shares", params=query).json()["items"]}

    assert listed() == {published["number"], draft["number"], other["number"]}
    assert listed(state="draft") == {draft["number"]}
    assert listed(mine=True) == {published["number"], draft["number"]}
    assert listed(kind="comparison") == set()
    assert listed(run_id=str(whole_run.id)) == listed()


def test_only_parts_of_this_share_are_given(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    share = freeze(operator, whole_run)
    private = freeze(operator, whole_run, publish=False, raw_files=True)
    mine = {use.sha256 for use in session.query(SharePartUse).where(SharePartUse.share_id == share["id"])}
    others = {use.sha256 for use in session.query(SharePartUse).where(SharePartUse.share_id == private["id"])} - mine
    assert others
    for sha256 in (*others, "0" * 64, "x"):
        assert anonymous.get(f"{path_of(share)}/parts/{sha256}").status_code == 404


def test_guessing_addresses_ends_in_waiting(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    share = freeze(operator, whole_run)
    answers = [anonymous.get(f"/s/{share['token'][:-1]}{number}") for number in range(70)]
    assert {answer.status_code for answer in answers[:60]} == {404}
    assert {answer.status_code for answer in answers[60:]} == {429}
    assert int(answers[-1].headers["retry-after"]) >= 1
    # A reader who has an address can still read.
    assert anonymous.get(path_of(share)).status_code == 200


def test_concurrent_version_is_counted_without_locks(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = freeze(operator, whole_run)
    statements: list[str] = []
    event.listen(
        session.get_bind(), "before_cursor_execute", lambda *arguments: statements.append(arguments[2].lower())
    )

    def freeze_slowly(*arguments: Any, **values: Any) -> Frozen:
        frozen = really_freeze(*arguments, **values)
        assert [
            statement
            for statement in statements
            if ("share" in statement and "for update" in statement) or "advisory" in statement
        ] == []
        # A change that another person stores at this moment.
        session.execute(
            text(
                "insert into share (id, kind, schema, lineage_id, version, state, title, author, document,"
                " document_sha256) values (gen_random_uuid(), 'run', 2, :lineage, 2, 'draft', '', '', 'x', 'y')"
            ),
            {"lineage": first["lineage_id"]},
        )
        return frozen

    really_freeze = service.freeze
    monkeypatch.setattr(service, "freeze", freeze_slowly)
    statements.clear()
    third = freeze(operator, whole_run, version_of=first["number"])
    assert third["version"] == 3
    assert read_document(anonymous, third)["share"]["version"] == 3
