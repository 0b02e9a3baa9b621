"""Tests of repeated reading of a permalink: cached, up to date and always complete."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
import zstandard
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import freeze, path_of, read_document

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Run, Share, ShareAddress, SharePartUse
from storagelab.shares import page_answer

TOKEN = "BBBBBBBBBBBBBBBBBBBBBB"
MANY = 200


@pytest.fixture
def share(operator: TestClient, whole_run: Run) -> dict[str, Any]:
    """Provide a published share of a run with everything."""
    return freeze(operator, whole_run)


def _never(*_: object, **__: object) -> str:
    pytest.fail("what never changes was made again")


def test_page_is_rendered_once_and_counts_each_view(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = anonymous.get(path_of(share))
    monkeypatch.setattr(page_answer, "page_of", _never)
    monkeypatch.setattr("storagelab.shares.service.read_document", _never)
    assert anonymous.get(path_of(share)).content == first.content
    assert anonymous.head(path_of(share)).status_code == 200
    assert operator.get("/api/v1/shares").json()["items"][0]["views"] == 2


def test_cached_page_shows_later_notices_at_once(
    operator: TestClient, anonymous: TestClient, whole_run: Run, share: dict[str, Any]
) -> None:
    assert anonymous.get(path_of(share)).status_code == 200
    operator.post(f"/api/v1/shares/{share['number']}/correct", json={"correction": "The firmware was another."})
    assert "The firmware was another." in anonymous.get(path_of(share)).text
    newer = freeze(operator, whole_run, version_of=share["number"])
    page = anonymous.get(path_of(share)).text
    assert "The firmware was another." in page
    assert f"{path_of(share)}/v{newer['version']}" in page
    operator.post(f"/api/v1/shares/{share['number']}/revoke", json={"reason": "It was wrong."})
    withdrawn = anonymous.get(path_of(share))
    assert withdrawn.status_code == 410
    assert "It was wrong." in withdrawn.text


def test_page_and_chart_data_are_compressed_on_request(anonymous: TestClient, share: dict[str, Any]) -> None:
    document = read_document(anonymous, share)
    data = next(iter(document["charts"].values()))["data"]
    for path in (path_of(share), f"{path_of(share)}/parts/{document['parts'][data]['sha256']}"):
        packed = anonymous.get(path, headers={"Accept-Encoding": "gzip"})
        plain = anonymous.get(path, headers={"Accept-Encoding": "gzip;q=0"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.headers["vary"] == "Accept-Encoding"
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < len(plain.content)


def test_page_links_the_data_of_its_charts(anonymous: TestClient, share: dict[str, Any]) -> None:
    document = read_document(anonymous, share)
    page = anonymous.get(path_of(share)).text
    for chart in document["charts"].values():
        address = f"{path_of(share)}/parts/{document['parts'][chart['data']]['sha256']}"
        assert f'data-kind="{chart["kind"]}" data-part="{address}"' in page
        answer = anonymous.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")


def test_a_preview_has_no_script(operator: TestClient, viewer: TestClient, whole_run: Run) -> None:
    draft = freeze(operator, whole_run, publish=False)
    page = viewer.get(f"/api/v1/shares/{draft['number']}/page")
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "data-part" not in page.text
    assert "script-src" not in page.headers["content-security-policy"]


def test_page_without_built_script_shows_all_charts(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_answer, "get_script_path", lambda: None)
    page = anonymous.get(path_of(share))
    assert page.text.count("<figure") == len(read_document(anonymous, share)["charts"])
    assert "<script" not in page.text
    assert "script-src" not in page.headers["content-security-policy"]


def test_page_with_many_charts_is_complete(anonymous: TestClient, share: dict[str, Any], session: Session) -> None:
    document = read_document(anonymous, share)
    kinds = list(document["charts"].values())
    document["charts"] = {f"chart-{n}": {**kinds[n % len(kinds)], "title": f"Chart {n}"} for n in range(MANY)}
    document["body"] = [{"chart": key} for key in document["charts"]]
    _publish(session, document)
    page = anonymous.get(f"/s/{TOKEN}", headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200
    assert page.text.count("<figure") == MANY
    assert page.text.count('loading="lazy"') == MANY - 1
    assert f"Chart {MANY - 1}" in page.text
    assert anonymous.get(f"/s/{TOKEN}/charts/chart-{MANY - 1}.svg").text.startswith("<svg ")


def test_share_of_another_schema_is_refused_everywhere(
    anonymous: TestClient, operator: TestClient, share: dict[str, Any], session: Session
) -> None:
    document = read_document(anonymous, share)
    row = _publish(session, {**document, "schema": "storagelab.share/1"}, schema=1)
    part = next(iter(document["parts"].values()))["sha256"]
    for rest in ("", ".json", ".csv", ".pdf", ".xlsx", ".zip", "/preview.png", f"/parts/{part}", "/v1", "/v1.json"):
        page = anonymous.get(f"/s/{TOKEN}{rest}")
        assert (page.status_code, "Permalink not found" in page.text) == (404, True), rest
    for path in (f"/s/{TOKEN}/charts/over-time.svg", f"/s/{TOKEN}/charts/over-time.png", f"/embed/{TOKEN}/over-time"):
        assert anonymous.get(path).status_code == 404, path
    for rest in ("page", "options", "zip", "hash-commitments", "preview/charts/over-time.svg"):
        refused = operator.get(f"/api/v1/shares/p-{row.number}/{rest}")
        assert (refused.status_code, "has a document of schema 1." in refused.text) == (409, True), rest
    assert operator.get(f"/api/v1/shares/p-{row.number}").json()["title"] == "A result"


def _publish(session: Session, document: dict[str, Any], *, schema: int = 2) -> Share:
    """Store a document as the freezer would, with parts that are here already."""
    content = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    row = Share(
        id=generate_uuid7(),
        schema=schema,
        state="draft",
        title="A result",
        author="A. Author",
        document=zstandard.ZstdCompressor().compress(content),
        document_sha256=hashlib.sha256(content).hexdigest(),
    )
    session.add(row)
    session.flush()
    uses = [SharePartUse(share_id=row.id, name=name, sha256=part["sha256"]) for name, part in document["parts"].items()]
    session.add_all(uses)
    session.flush()
    row.state = "published"
    token_sha256 = hashlib.sha256(TOKEN.encode()).digest()
    session.add(ShareAddress(share_id=row.id, number=1, audience="Public", token_sha256=token_sha256))
    session.flush()
    return row


def test_page_of_run_without_data_has_no_charts(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    share = freeze(operator, make.run(make.job(), state="failed", completeness="partial"))
    page = anonymous.get(path_of(share))
    assert page.status_code == 200
    assert "No measurements." in page.text
    assert "<figure" not in page.text


def test_trashed_or_removed_run_is_read_as_frozen(
    operator: TestClient, viewer: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    draft = freeze(operator, whole_run, publish=False)
    share = freeze(operator, whole_run)
    session.execute(text("update run set trashed_at = now() where id = :id"), {"id": whole_run.id})
    session.expire_all()
    for client, path in ((anonymous, path_of(share)), (viewer, f"/api/v1/shares/{draft['number']}/page")):
        page = client.get(path)
        assert page.status_code == 200
        assert page.text.count("<figure") == 3
    operator.post(f"/api/v1/shares/{share['number']}/revoke")
    session.execute(text("delete from run where id = :id"), {"id": whole_run.id})
    session.expire_all()
    assert viewer.get(f"/api/v1/shares/{draft['number']}/page").text.count("<figure") == 3
    assert anonymous.get(path_of(share)).status_code == 410
