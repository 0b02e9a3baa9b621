"""Expiry of drafts that are not published, and of nothing else."""

from __future__ import annotations

import datetime as dt
import re
from html.parser import HTMLParser

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of
from tests.services import as_superuser

from storagelab.db.models import AuditEvent, Run, Share, SharePart, SharePartUse
from storagelab.shares.drafts import KEEP_DRAFTS, remove_old_drafts

YOUNG, OLD = KEEP_DRAFTS - dt.timedelta(hours=1), KEEP_DRAFTS + dt.timedelta(hours=1)


def age(session: Session, number: str, by: dt.timedelta, **values: str) -> None:
    """Make a share look as if it had been frozen that long ago."""
    aged = update(Share).where(Share.number == int(number[2:])).values(created_at=func.now() - by, **values)
    with as_superuser(session):
        session.execute(text("alter table share disable trigger user"))
        assert session.execute(aged.returning(Share.id)).one()
        session.execute(text("alter table share enable trigger user"))
    session.expire_all()


@pytest.mark.in_turn
def test_only_old_drafts_and_their_blobs_are_removed(
    session: Session, operator: TestClient, anonymous: TestClient, whole_run: Run
) -> None:
    published = freeze(operator, whole_run)
    young = freeze(operator, whole_run, publish=False)
    received = freeze(operator, whole_run, publish=False)
    # It gives out raw files, which no other share does: its parts are partly its own.
    old = freeze(operator, whole_run, publish=False, raw_files=True)
    age(session, published["number"], OLD)
    age(session, young["number"], YOUNG)
    age(session, received["number"], OLD, origin="received")
    age(session, old["number"], OLD)
    parts = session.scalar(select(func.count()).select_from(SharePart)) or 0

    assert remove_old_drafts(session) == 1
    assert remove_old_drafts(session) == 0

    left = set(session.scalars(select(Share.number)))
    assert left == {int(share["number"][2:]) for share in (published, young, received)}
    used = set(session.scalars(select(SharePartUse.sha256)))
    assert set(session.scalars(select(SharePart.sha256))) == used
    assert len(used) < parts, "the parts that were its own are gone"
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "share_draft_removed")).one()
    assert (event.user_id, event.subject, event.detail) == (None, old["number"], {"older_than_days": 30})
    # The parts that it shared with others are there.
    assert anonymous.get(path_of(published)).status_code == 200
    assert anonymous.get(f"{path_of(published)}.zip").status_code == 200


def test_published_draft_survives_the_clean_up(session: Session, operator: TestClient, whole_run: Run) -> None:
    draft = freeze(operator, whole_run, publish=False)
    age(session, draft["number"], OLD)
    assert operator.post(f"/api/v1/shares/{draft['number']}/publish").status_code == 200
    assert remove_old_drafts(session) == 0
    assert operator.get(f"/api/v1/shares/{draft['number']}").json()["state"] == "published"


_FOR_READERS = re.compile(
    r"<details><summary>(?:Show the first chart in an article|Compare in your lab)</summary>.*?</details>", re.DOTALL
)


class _Words(HTMLParser):
    """The words of a page in their order, but for places that a draft cannot have, or that it alone has."""

    #: The notice that it is a draft; downloads, and the forms of a chart, which have addresses of readers.
    LEFT_OUT = frozenset({"strip", "downloads", "formats", "quiet"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self._open: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"meta", "link", "source", "img", "br", "hr", "input"}:
            self.words += [value or "" for name, value in attrs if name == "alt"]
            return
        self._open.append(tag in {"style", "script"} or dict(attrs).get("class") in self.LEFT_OUT)

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(self._open):
            self.words.append(" ".join(data.split()))


def test_draft_preview_equals_the_published_page(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    body = [{"text": "Read **this** first."}, {"chart": "over-time"}]
    draft = freeze(operator, whole_run, publish=False, author="Ada", body=body, licence="CC BY 4.0")
    address = f"/api/v1/shares/{draft['number']}"
    previewed = operator.get(f"{address}/page").text
    assert "This is a draft" in previewed
    published = operator.post(f"/api/v1/shares/{draft['number']}/publish").json()

    page = anonymous.get(path_of(published)).text

    assert "This is a draft" not in page
    # Neither has it a frame for articles or a file for other labs.
    page, shown = _FOR_READERS.subn("", page)
    assert shown == 2
    # A draft has no address yet, so it is cited at the place where it is looked at.
    cited = [word.replace(f"{address}/preview", path_of(published)) for word in _Words(previewed).words]
    assert cited == _Words(page).words
    assert len(cited) > 50


def test_replaced_draft_keeps_its_number_and_is_published_as_seen(
    session: Session, operator: TestClient, anonymous: TestClient, whole_run: Run
) -> None:
    subject = {"kind": "run", "run_id": str(whole_run.id)}
    # Raw files are parts that the next document does not use.
    first = freeze(operator, whole_run, publish=False, raw_files=True)
    address = f"/api/v1/shares/{first['number']}"

    second = operator.put(address, json={**subject, "title": "Another title", "body": []})

    assert second.status_code == 200, second.text
    same = ("id", "number", "version", "lineage_id", "state")
    assert {name: second.json()[name] for name in same} == {name: first[name] for name in same}
    assert "Another title" in operator.get(f"{address}/page").text
    used = set(session.scalars(select(SharePartUse.sha256)))
    assert set(session.scalars(select(SharePart.sha256))) == used
    seen = {"document_sha256": first["document_sha256"]}
    assert "was changed since" in operator.post(f"{address}/publish", json=seen).json()["detail"]
    seen = {"document_sha256": second.json()["document_sha256"]}
    published = operator.post(f"{address}/publish", json=seen).json()
    assert "Another title" in anonymous.get(path_of(published)).text
    refused = operator.put(address, json={**subject, "title": "Too late"})
    assert (refused.status_code, "is published" in refused.json()["detail"]) == (409, True)


@pytest.mark.parametrize(
    ("change", "path"),
    [({"publish": True}, "publish"), ({"body": [{"chart": "nothing"}]}, "body.0.chart"), ({"kind": "run"}, "run_id")],
)
def test_refused_replacement_leaves_the_draft(
    operator: TestClient, whole_run: Run, change: dict[str, object], path: str
) -> None:
    draft = freeze(operator, whole_run, publish=False)
    subject = {} if path == "run_id" else {"kind": "run", "run_id": str(whole_run.id)}
    answer = operator.put(f"/api/v1/shares/{draft['number']}", json={**subject, "title": "Another", **change})
    assert answer.status_code == 422
    assert path in answer.text
    present = operator.get(f"/api/v1/shares/{draft['number']}").json()
    assert present["document_sha256"] == draft["document_sha256"]


def test_replacement_of_another_lineage_is_refused(operator: TestClient, whole_run: Run) -> None:
    draft, other = freeze(operator, whole_run, publish=False), freeze(operator, whole_run)
    body = {"kind": "run", "run_id": str(whole_run.id), "title": "A version", "version_of": other["number"]}
    answer = operator.put(f"/api/v1/shares/{draft['number']}", json=body)
    assert (answer.status_code, "version_of" in answer.text) == (422, True)
