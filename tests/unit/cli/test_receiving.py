"""Requests of `storagelab receive` to the lab, and its output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

from storagelab.cli import receiving
from storagelab.cli.main import app
from storagelab.errors import InvalidInput

SHARE: dict[str, Any] = {
    "number": "p-4", "state": "draft", "title": "Saturation", "document_sha256": "ab" * 32, "url": None,
    "already": False,
    "received": {"address": "https://lab.example.org/s/x", "at": "2026-11-22T12:00:00Z", "by": "ada",
                 "runs": [{"there": "r-12", "here": "r-40"}]},
}  # fmt: skip


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> list[httpx2.Request]:
    """Provide the list of all requests to a lab that accepts everything."""
    requests: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        request.read()
        requests.append(request)
        published = {"state": "published", "url": "http://lab/s/token"} if request.url.path.endswith("publish") else {}
        content = json.dumps(SHARE | published)
        return httpx2.Response(201, content=content, headers={"content-type": "application/json"})

    lab = httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab")
    monkeypatch.setattr(receiving, "connect", lambda _: lab)
    return requests


@pytest.fixture
def zipped(tmp_path: Path) -> Path:
    path = tmp_path / "share.zip"
    path.write_bytes(b"PK" * (1 << 20))
    return path


def test_zip_is_posted_and_stays_a_draft(received: list[httpx2.Request], zipped: Path) -> None:
    result = CliRunner().invoke(app, ["receive", str(zipped)])
    assert result.exit_code == 0, result.output
    (request,) = received
    assert (request.method, request.url.path) == ("POST", "/api/v1/shares/received")
    assert request.headers["content-type"] == "application/zip"
    assert request.headers["content-length"] == str(zipped.stat().st_size)
    assert request.content == zipped.read_bytes()
    assert "p-4 draft: Saturation" in result.output
    assert "Received from https://lab.example.org/s/x" in result.output
    assert "r-12        r-40" in result.output


def test_it_can_be_published_at_once(received: list[httpx2.Request], zipped: Path) -> None:
    result = CliRunner().invoke(app, ["receive", str(zipped), "--publish"])
    assert [request.url.path.rpartition("/")[2] for request in received] == ["received", "publish"]
    assert "http://lab/s/token" in result.output


def test_missing_file_is_reported(received: list[httpx2.Request], tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["receive", str(tmp_path / "nothing.zip")])
    assert isinstance(result.exception, InvalidInput)
    assert "cannot be read" in result.exception.message
    assert received == []


def test_already_received_share_is_reported(
    received: list[httpx2.Request], zipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHARE, "already", True)
    result = CliRunner().invoke(app, ["receive", str(zipped)])
    assert result.exit_code == 0
    assert "Already received at 2026-11-22 12:00 UTC by ada. Nothing was added. http://lab/shares/p-4" in result.output


def test_json_output_marks_a_new_share(received: list[httpx2.Request], zipped: Path) -> None:
    result = CliRunner().invoke(app, ["receive", str(zipped), "--publish", "--json"])
    assert json.loads(result.output)["already"] is False
