"""Requests of `storagelab compare` to the lab, and its output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

from storagelab.cli import comparing
from storagelab.cli.main import app
from storagelab.errors import InvalidInput, RequestRefused

SHARE: dict[str, Any] = {
    "number": "p-4", "state": "draft", "title": "Saturation", "already": False,
    "received": {"address": "https://lab.example.org/s/x", "at": "2026-11-22T12:00:00Z", "by": "ada",
                 "runs": [{"there": "r-12", "here": "r-40"}, {"there": "r-13", "here": None}]},
}  # fmt: skip
COMPARISON = {
    "label": "IOPS", "unit": "1/s",
    "entries": [{"key": "r-5", "label": "RAID 5", "lab": None},
                {"key": "r-40", "label": "RAID 10 (other lab: Jo)", "lab": "Jo"}],
    "points": [{"workload": "4K random read", "cells": [{"median": 1000.0}, {"median": None}]}],
    "verdicts": [{"sentence": "RAID 10 has higher IOPS."}],
}  # fmt: skip


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[httpx2.Request]:
    """Provide the list of all requests to a lab that receives everything."""
    requests: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        request.read()
        requests.append(request)
        path = request.url.path.removeprefix("/api/v1")
        content: dict[str, Any] = {"number": path.rpartition("/")[2]}
        content = {"/shares/received": SHARE, "/comparison": COMPARISON}.get(path, content)
        return httpx2.Response(200, content=json.dumps(content), headers={"content-type": "application/json"})

    lab = httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab")
    monkeypatch.setattr(comparing, "connect", lambda _: lab)
    return requests


@pytest.fixture
def zipped(tmp_path: Path) -> Path:
    """Provide a file that stands for the zip of a share."""
    path = tmp_path / "share.zip"
    path.write_bytes(b"PK")
    return path


def test_received_runs_are_compared_with_own_ones(requests: list[httpx2.Request], zipped: Path) -> None:
    result = CliRunner().invoke(app, ["compare", str(zipped), "--with", "r-5"])
    assert result.exit_code == 0, result.output
    assert [request.url.path.removeprefix("/api/v1") for request in requests] == [
        "/runs/r-5", "/shares/received", "/comparison"
    ]  # fmt: skip
    assert requests[-1].url.params.get_list("run_id") == ["r-5", "r-40"]
    assert requests[-1].url.params["baseline"] == "r-5"
    assert "Measured in another lab (https://lab.example.org/s/x)" in result.output
    assert "r-5   this lab  RAID 5" in result.output
    assert "4K random read  1,000" in result.output
    assert "RAID 10 has higher IOPS." in result.output
    assert "http://lab/workbench?runs=r-5,r-40&baseline=r-5" in result.output


def test_json_output_has_the_comparison(requests: list[httpx2.Request], zipped: Path) -> None:
    printed = json.loads(CliRunner().invoke(app, ["compare", str(zipped), "--with", "r-5", "--json"]).output)
    assert printed["runs"] == ["r-5", "r-40"]
    assert printed["comparison"] == COMPARISON


def test_nothing_is_sent_without_an_own_run(requests: list[httpx2.Request], zipped: Path) -> None:
    result = CliRunner().invoke(app, ["compare", str(zipped)])
    assert isinstance(result.exception, InvalidInput)
    assert requests == []


def test_removed_runs_of_share_are_reported(
    requests: list[httpx2.Request], zipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHARE["received"], "runs", [{"there": "r-12", "here": None}])
    result = CliRunner().invoke(app, ["compare", str(zipped), "--with", "r-5"])
    assert isinstance(result.exception, RequestRefused)
    assert "p-4" in result.exception.message
