"""Tests of a permalink as one zip: access, contents, and prints that could not be made."""

from __future__ import annotations

import io
import json
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of, read_document, read_parts
from typer.testing import CliRunner

from storagelab.cli import exporting
from storagelab.cli.main import app
from storagelab.config import Settings
from storagelab.db.models import Artifact, Measurement, Run, Series
from storagelab.errors import Conflict
from storagelab.shares.archive import endpoints
from storagelab.shares.archive.reading import ShareZip, open_zip
from storagelab.shares.picture_process import ChartImagesUnavailable


@pytest.fixture
def share(operator: TestClient, whole_run: Run) -> dict[str, Any]:
    """Provide a published share with charts and raw files."""
    return freeze(operator, whole_run, title="RAID 5 on 型号", raw_files=True)


def read_zip(client: TestClient, path: str) -> ShareZip:
    answer = client.get(path + ".zip")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert int(answer.headers["content-length"]) == len(answer.content)
    return open_zip(io.BytesIO(answer.content))


def test_zip_holds_document_parts_and_prints(anonymous: TestClient, share: dict[str, Any], settings: Settings) -> None:
    opened = read_zip(anonymous, path_of(share))
    document = read_document(anonymous, share)
    assert opened.document == document
    assert opened.manifest.document_sha256 == share["document_sha256"]
    assert opened.manifest.address == share["url"]
    for name, content in read_parts(anonymous, share, document).items():
        assert opened.part(document["parts"][name]["sha256"]) == content
    prints = {file.name for file in opened.manifest.files if not file.frozen}
    charts = {f"charts/{key}.svg" for key in document["charts"]}
    assert prints == {"page.html", "page.pdf", "tables.xlsx", "measurements.csv", "README.txt", *charts}
    assert opened.print("page.pdf").startswith(b"%PDF-")
    assert opened.print("measurements.csv").decode() == anonymous.get(path_of(share) + ".csv").text
    readme = opened.print("README.txt").decode()
    assert share["document_sha256"] in readme
    assert "Left out" not in readme
    page = opened.print("page.html").decode()
    for name in charts:
        assert f'src="{name}"' in page
    assert 'src="/' not in page
    assert 'href="/' not in page
    assert list((settings.cache_dir / endpoints.FOLDER).iterdir()) == []


def test_unwritable_cache_folder_returns_503(anonymous: TestClient, share: dict[str, Any], settings: Settings) -> None:
    folder = settings.cache_dir / endpoints.FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")
    try:
        answer = anonymous.get(path_of(share) + ".zip")
    finally:
        folder.unlink()
    assert answer.status_code == 503
    assert "cache folder" in answer.json()["detail"]
    read_zip(anonymous, path_of(share))


def test_zip_without_chart_code_lists_missing_prints(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise ChartImagesUnavailable("The chart bundle of the front end is not built.")

    monkeypatch.setattr("storagelab.shares.pictures.draw", refuse)
    opened = read_zip(anonymous, path_of(share))
    assert not opened.has("page.pdf")
    assert not any(file.name.startswith("charts/") for file in opened.manifest.files)
    readme = opened.print("README.txt").decode()
    assert "page.pdf: The chart bundle of the front end is not built." in readme
    assert opened.has("tables.xlsx")


def test_head_request_builds_no_zip(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "_make", lambda source: pytest.fail("a zip was made for a look"))
    answer = anonymous.head(path_of(share) + ".zip")
    assert answer.status_code == 200
    assert f'filename="{share["number"]}.zip"' in answer.headers["content-disposition"]


def test_one_is_made_at_a_time(anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "_WAIT_SECONDS", 0.01)
    with endpoints._limiter.take("somebody else", seconds=1):
        answer = anonymous.get(path_of(share) + ".zip")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert anonymous.get(path_of(share) + ".zip").status_code == 200


def test_withdrawn_or_unknown_share_has_no_zip(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any]
) -> None:
    assert anonymous.get("/s/" + "A" * 43 + ".zip").status_code == 404
    assert anonymous.get(path_of(share) + "/v9.zip").status_code == 404
    operator.post(f"/api/v1/shares/{share['number']}/revoke", json={"reason": "A cable was loose."})
    refused = anonymous.get(path_of(share) + ".zip")
    assert refused.status_code == 410
    assert refused.content == anonymous.get(path_of(share)).content


def test_newer_version_has_its_own_zip(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], whole_run: Run
) -> None:
    body = {"kind": "run", "run_id": str(whole_run.id), "title": "Again", "publish": True}
    newer = operator.post("/api/v1/shares", json={**body, "version_of": share["number"]})
    assert newer.status_code == 201, newer.text
    opened = read_zip(anonymous, path_of(share) + "/v2")
    assert opened.document["share"]["version"] == 2
    assert opened.manifest.address == share["url"] + "/v2"


def test_share_above_the_zip_limit_answers_413(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storagelab.shares.archive.limits.MAX_ENTRIES", 3)
    answer = anonymous.get(path_of(share) + ".zip")
    assert answer.status_code == 413
    assert "more than one zip holds" in answer.text


def test_prints_in_the_zip_show_later_corrections(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any]
) -> None:
    answer = operator.post(f"/api/v1/shares/{share['number']}/correct", json={"correction": "The cable was loose."})
    assert answer.status_code == 200, answer.text
    opened = read_zip(anonymous, path_of(share))
    for name in ("README.txt", "page.html", "measurements.csv"):
        assert "The cable was loose." in opened.print(name).decode(), name
    assert opened.manifest.document_sha256 == share["document_sha256"]


def test_later_changes_leave_the_zip_unchanged(
    anonymous: TestClient, share: dict[str, Any], whole_run: Run, session: Session
) -> None:
    before = anonymous.get(path_of(share) + ".zip").content
    session.execute(update(Measurement).where(Measurement.run_id == whole_run.id).values(iops=1.0))
    session.execute(delete(Series).where(Series.run_id == whole_run.id))
    session.execute(delete(Artifact).where(Artifact.run_id == whole_run.id))
    whole_run.title = "Another name"
    session.flush()
    session.expire_all()
    assert anonymous.get(path_of(share) + ".zip").content == before


def test_people_of_the_lab_export_without_publishing(
    operator: TestClient, whole_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "connect", lambda _: nullcontext(operator))
    run = operator.get(f"/api/v1/runs/{whole_run.id}").json()["number"]
    file = tmp_path / "kept.zip"
    first = CliRunner().invoke(app, ["export", run, "--to", str(file), "--json"])
    assert first.exit_code == 0, first.output
    # The log of the API comes before it.
    printed = json.loads(first.output[first.output.index("{\n") :])
    with open_zip(file) as opened:
        assert (opened.manifest.address, printed["runs"]) == (None, [run])
        assert opened.manifest.document_sha256 == printed["document_sha256"]
        document = opened.document
    assert document["share"]["redaction"] == {"serials": True, "names": True, "aliases": False}
    assert any(artifact["part"] for artifact in document["runs"][0]["artifacts"])
    assert operator.get("/api/v1/shares").json()["items"] == []
    assert list(tmp_path.glob(".kept.zip.*")) == []

    content = file.read_bytes()
    again = CliRunner().invoke(app, ["export", run, "--to", str(file)])
    assert isinstance(again.exception, Conflict)
    assert file.read_bytes() == content
    hidden = CliRunner().invoke(app, ["export", run, "--to", str(file), "--force", "--redact"])
    assert hidden.exit_code == 0, hidden.output
    with open_zip(file) as opened:
        assert opened.document["share"]["redaction"] == {"serials": False, "names": False, "aliases": False}


def test_zip_of_the_lab_requires_sign_in(anonymous: TestClient, share: dict[str, Any]) -> None:
    assert anonymous.get(f"/api/v1/shares/{share['number']}/zip").status_code == 401
