"""Permalinks: what is frozen stays, and only the address opens it."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab.db.models import Run, Share, ShareAddress


def _share(operator: TestClient, run: Run, **body: Any) -> dict[str, Any]:
    answer = operator.post("/api/v1/shares", json={"run_id": str(run.id), "title": "A result", **body})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def _path(share: dict[str, Any]) -> str:
    return urlsplit(share["url"]).path


def test_reviewer_reads_numbers_and_charts_without_credentials(
    operator: TestClient, anonymous: TestClient, run: Run
) -> None:
    share = _share(operator, run, author="A. Author", note="First line\nsecond line")
    page = anonymous.get(_path(share))
    assert page.status_code == 200
    assert len(re.findall("<script", page.text)) == 1
    assert "script-src 'self'; connect-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "no-referrer"
    assert "noindex" in page.headers["x-robots-tag"]
    assert "1,000" in page.text
    assert "903 µs" in page.text
    assert share["document_sha256"] in page.text
    pictures = re.findall(r'<img [^>]*src="([^"]+)"', page.text)
    assert pictures
    drawings = [anonymous.get(picture) for picture in pictures]
    assert {(picture_answer.status_code, picture_answer.headers["content-type"]) for picture_answer in drawings} == {
        (200, "image/svg+xml")
    }
    assert any("Mean latency" in drawing.text for drawing in drawings)


def test_json_matches_the_document_hash(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    share = _share(operator, run)
    document = anonymous.get(_path(share) + ".json")
    assert hashlib.sha256(document.content).hexdigest() == share["document_sha256"]
    content = document.json()
    for item in content["runs"][0]["series"]:
        digest = content["parts"][item["part"]]["sha256"]
        part = anonymous.get(f"{_path(share)}/parts/{digest}")
        assert hashlib.sha256(part.content).hexdigest() == digest
        assert part.json()["t_ms"] == [1000, 2000, 3000, 4000, 5000]
        if item["metric"] == "iops":
            assert part.json()["integers"] == [1_000_000, 1_010_000, 990_000, 1_000_000, 1_002_000]


def test_notes_never_change_a_share(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    path = _path(_share(operator, run))
    before = {suffix: anonymous.get(path + suffix).content for suffix in ("", ".json", ".csv")}
    note = {"from_ms": 1000, "text": "For the lab alone."}
    assert operator.post(f"/api/v1/runs/{run.id}/notes", json=note).status_code == 201
    assert {suffix: anonymous.get(path + suffix).content for suffix in before} == before
    # They are the lab's own words: what is shared later has none of them either.
    later = _path(_share(operator, run))
    assert not any("For the lab alone" in anonymous.get(later + suffix).text for suffix in before)


def test_csv_text_is_never_a_formula(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    table = anonymous.get(_path(_share(operator, run)) + ".csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert ",'=HYPERLINK(1)," in table.text
    assert "1000.4" in table.text


def test_markup_in_titles_is_text(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    page = anonymous.get(_path(_share(operator, run, title="<img src=x onerror=alert(1)>", author='"><blink>')))
    assert "<img src=x" not in page.text
    assert "<blink>" not in page.text
    assert "&gt;&lt;blink&gt;" in page.text
    assert "&lt;img src=x onerror=alert(1)&gt;" in page.text


def test_later_run_changes_leave_the_page_unchanged(
    operator: TestClient, anonymous: TestClient, run: Run, session: Session
) -> None:
    share = _share(operator, run)
    before = anonymous.get(_path(share)).text
    session.execute(text("update measurement set iops = 5 where run_id = :run"), {"run": run.id})
    session.execute(text("update run set title = 'another', state = 'failed' where id = :run"), {"run": run.id})
    assert anonymous.get(_path(share)).text == before


def test_database_refuses_changes_to_a_frozen_document(operator: TestClient, run: Run, session: Session) -> None:
    share = _share(operator, run)
    with pytest.raises(IntegrityError, match="append-only"), session.begin_nested():
        session.execute(text("update share set document = 'x' where id = :id"), {"id": share["id"]})


@pytest.mark.parametrize("suffix", ["", ".json", ".csv"])
def test_head_answers_like_get(operator: TestClient, anonymous: TestClient, run: Run, suffix: str) -> None:
    path = _path(_share(operator, run)) + suffix
    head, get = anonymous.head(path), anonymous.get(path)
    assert head.status_code == get.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == get.headers["content-type"]


@pytest.mark.parametrize("suffix", ["", ".json", ".csv"])
def test_withdrawn_permalink_answers_410(operator: TestClient, anonymous: TestClient, run: Run, suffix: str) -> None:
    share = _share(operator, run)
    assert operator.post(f"/api/v1/shares/{share['number']}/revoke").json()["revoked_at"] is not None
    answer = anonymous.get(_path(share) + suffix)
    assert answer.status_code == 410
    assert "withdrew" in answer.text


def test_expired_permalink_answers_410(operator: TestClient, anonymous: TestClient, run: Run, session: Session) -> None:
    share = _share(operator, run, expires_at=(dt.datetime.now(dt.UTC) + dt.timedelta(days=1)).isoformat())
    assert anonymous.get(_path(share)).status_code == 200
    row = session.get(Share, share["id"])
    assert row is not None
    row.expires_at = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=1)
    session.flush()
    answer = anonymous.get(_path(share))
    assert answer.status_code == 410
    assert "expired" in answer.text


@pytest.mark.parametrize(
    "path", ["/s/AAAAAAAAAAAAAAAAAAAAAA", "/s/:key", "/s/", "/s/a/b", "/s/%00", "/s/x.json", "/s/" + "a" * 3000]
)
def test_unknown_permalink_is_not_found(anonymous: TestClient, path: str) -> None:
    answer = anonymous.get(path)
    assert answer.status_code == 404
    assert "Permalink not found" in answer.text


def test_token_is_stored_as_hash_and_encrypted(operator: TestClient, run: Run, session: Session) -> None:
    share = _share(operator, run)
    listed = operator.get("/api/v1/shares", params={"run_id": str(run.id)}).json()["items"]
    assert [(item["number"], item["url"]) for item in listed] == [(share["number"], share["url"])]
    row = session.scalars(select(ShareAddress).where(ShareAddress.share_id == share["id"])).one()
    assert row.token_sha256 == hashlib.sha256(share["token"].encode()).digest()
    assert row.token_encrypted is not None
    assert share["token"].encode() not in row.token_encrypted
    assert len(share["token"]) == 22


def test_the_same_key_shares_once(operator: TestClient, run: Run) -> None:
    body = {"run_id": str(run.id), "title": "A result"}
    answers = [operator.post("/api/v1/shares", json=body, headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["id"] == answers[1].json()["id"]


def test_running_run_cannot_be_shared(operator: TestClient, run: Run, session: Session) -> None:
    run.state = "running"
    session.flush()
    answer = operator.post("/api/v1/shares", json={"run_id": str(run.id), "title": "A result"})
    assert answer.status_code == 409
    assert "when it has ended" in answer.json()["detail"]


def test_an_expiry_in_the_past_is_refused(operator: TestClient, run: Run) -> None:
    body = {"run_id": str(run.id), "title": "A result", "expires_at": "2020-01-01T00:00:00Z"}
    answer = operator.post("/api/v1/shares", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "expires_at"


def test_later_invalid_mark_is_shown_above_frozen_page(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    share = _share(operator, run)
    frozen = anonymous.get(_path(share) + ".json").content
    assert "marked invalid" not in anonymous.get(_path(share)).text
    reason = {"reason": "The <fan> had failed."}
    assert operator.put(f"/api/v1/runs/{run.id}/validity", json={"validity": "invalid", **reason}).status_code == 200

    page = anonymous.get(_path(share)).text
    assert "was marked invalid on" in page
    assert "The &lt;fan&gt; had failed." in page
    assert page.index("marked invalid") < page.index("<main")
    assert anonymous.get(_path(share) + ".json").content == frozen
    assert hashlib.sha256(frozen).hexdigest() == share["document_sha256"]
    # What is frozen afterwards has it among its caveats, and needs no word beside.
    later = anonymous.get(_path(_share(operator, run))).text
    assert later.index("<main") < later.index("The run was marked invalid")

    assert operator.put(f"/api/v1/runs/{run.id}/validity", json={"validity": "valid"}).status_code == 200
    assert "marked invalid" not in anonymous.get(_path(share)).text
