"""Published articles stay the same, byte for byte, through all changes of the lab."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import check, read_zip
from tests.integration.shares.other_lab import OtherLab
from tests.integration.shares.other_lab import other_lab as other_lab
from tests.integration.shares.packed import receive
from tests.integration.shares.sharing import freeze, path_of
from tests.integration.shares.subjects import Place, make_subject, other_configuration

from storagelab.db.models import Run
from storagelab.shares import page_answer, pictures, print_endpoints
from storagelab.shares.byte_cache import ByteCache
from storagelab.shares.picture_store import PictureStore

FORMS = ("", ".json", ".csv", ".pdf", ".xlsx", ".zip", ".bib", "/preview.png")
#: What the lab may do with everything that a share was frozen from.
CHANGES = (
    "update configuration set name = 'Renamed ' || name",
    "update drive set model = 'PM9999', vendor = 'Another', firmware = 'C3'",
    "update controller set model = 'Another controller'",
    "update server set name = 'renamed-' || number, product_name = 'Another server'",
    "update profile set title = 'Another profile'",
    "update run set title = 'Renamed', badges = '[]', trashed_at = now()",
    "update phase set name = 'Renamed ' || ordinal",
    # As if its files were read again by another release.
    "update measurement set iops = iops * 2, latency_mean_ns = latency_mean_ns / 2",
    "update finding set subject = 'Another', note = null, value = 99",
)  # fmt: skip


@pytest.fixture
def runs(make: Factory, place: Place) -> list[Run]:
    """Provide two repeats on each of two configurations."""
    other = other_configuration(make)
    return [
        *(make_subject(make, place, iops=iops) for iops in (1000.0, 1010.0)),
        *(make_subject(make, place, iops=iops, configuration=other) for iops in (1660.0, 1650.0)),
    ]


@pytest.fixture
def article(operator: TestClient, runs: list[Run]) -> dict[str, Any]:
    """Provide an article: findings computed and written, one reworded, the author's text, charts, two addresses."""
    numbers = [f"r-{run.number}" for run in runs]
    finding = {
        "relation": "at_least_times", "subject": "Firmware B2", "object": "Firmware A1", "value": 1.5, "unit": "x",
        "test": "4K random read", "workload": {"qd": "16"}, "note": "Measured twice.", "subject_runs": numbers[2:],
        "object_runs": numbers[:2],
    }  # fmt: skip
    written = operator.post("/api/v1/findings", json=finding)
    assert written.status_code == 201, written.text
    subject: dict[str, Any] = {"kind": "comparison", "run_ids": numbers, "view": {"pooled": True}}
    offered = operator.post("/api/v1/shares/options", json=subject).json()
    body = [{"text": "Two firmwares of **one drive**.\n\n| a | b |\n|---|---|\n| 1 | 2 |"}]
    body += [{"chart": chart["key"]} for chart in offered["charts"] if chart["default"]]
    computed = next(item["key"] for item in offered["findings"] if item["key"] is not None)
    findings = [{"finding": written.json()["number"]}, {"key": computed, "text": "B2 reads more."}]
    share = freeze(operator, author="A. Author", body=body, findings=findings, raw_files=True, **subject)
    added = operator.post(
        f"/api/v1/shares/{share['number']}/addresses", json={"audience": "Reviewers", "raw_files": True}
    )
    assert added.status_code == 201, added.text
    return share | {"reviewers": path_of(added.json())}


def clear_caches(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make every page, picture and print anew from what is stored."""
    monkeypatch.setattr(page_answer, "_pages", ByteCache(1 << 20))
    store = PictureStore(folder / "prints")
    monkeypatch.setattr(print_endpoints, "_store", lambda _: store)
    pictures.get_pictures().close()
    pictures._pictures.cache_clear()


def read_forms(anonymous: TestClient, path: str) -> dict[str, bytes]:
    """Return every form of a share at one address, the files of the zip each by itself."""
    forms = {}
    for form in FORMS:
        answer = anonymous.get(path + form)
        assert answer.status_code == 200, (form, answer.text[:2000])
        forms[form] = answer.content
    with zipfile.ZipFile(io.BytesIO(forms.pop(".zip"))) as packed:
        forms |= {name: packed.read(name) for name in packed.namelist()}
    return forms


@pytest.mark.in_turn
def test_article_is_the_same_after_every_change_of_the_lab(
    operator: TestClient,
    anonymous: TestClient,
    article: dict[str, Any],
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    before = {path: read_forms(anonymous, path) for path in (path_of(article), article["reviewers"])}
    for statement in CHANGES:
        changed = session.execute(text(statement))
        assert changed.rowcount > 0, statement  # type: ignore[attr-defined]
    session.flush()
    session.expire_all()
    clear_caches(monkeypatch, tmp_path)

    after = {path: read_forms(anonymous, path) for path in before}
    for path, forms in before.items():
        assert [name for name in forms if after[path].get(name) != forms[name]] == []
        assert after[path].keys() == forms.keys()
    assert check(read_zip(anonymous, article))["differences"] == []


@pytest.mark.in_turn
def test_article_reads_the_same_in_a_second_lab(
    anonymous: TestClient, article: dict[str, Any], other_lab: OtherLab
) -> None:
    received = receive(other_lab.operator, anonymous.get(path_of(article) + ".zip").content)
    assert received["document_sha256"] == article["document_sha256"]
    again = other_lab.operator.get(f"/api/v1/shares/{received['number']}/page").text
    first = anonymous.get(path_of(article)).text
    for words in ("B2 reads more.", "Firmware B2 reaches at least 1.5 times Firmware A1", "Two firmwares of"):
        assert words in first
        assert words in again
