"""Rating matrix of findings on the command line."""

from __future__ import annotations

import csv
import json
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

from storagelab.cli import findings
from storagelab.cli.main import app

ANSWER: dict[str, Any] = {
    "configurations": ["=Areca", "Promise"],
    "levels": ["RAID5", None],
    "rows": [
        {"test": "database", "raid_level": "RAID5", "cells": [
            {"rating": "leads", "strength": "clear", "findings": ["f-1", "f-2"]}, None,
        ]},
        {"test": "web", "raid_level": None, "cells": [
            None, {"rating": "contradicted", "strength": None, "findings": ["f-3"]},
        ]},
    ],
    "finding_count": 3,
    "excluded_count": 0,
    "sentences": {},
}  # fmt: skip


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[httpx2.QueryParams]:
    """Answer every request with the matrix; return the parameters of the requests."""
    seen: list[httpx2.QueryParams] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request.url.params)
        return httpx2.Response(200, json=ANSWER)

    @contextmanager
    def connect(*_: Any) -> Any:
        yield httpx2.Client(base_url="http://lab", transport=httpx2.MockTransport(answer))

    monkeypatch.setattr(findings, "connect", connect)
    return seen


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["finding", "matrix", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_matrix_is_a_table_of_configurations(requests: list[httpx2.QueryParams]) -> None:
    lines = run("--raid-level", "RAID5", "--raid-level", "RAID6", "--test", "database").splitlines()
    assert [line.split() for line in lines] == [
        ["Test", "RAID", "level", "=Areca", "Promise"],
        ["database", "RAID5", "leads", "-"],
        ["web", "-", "-", "contradicted"],
    ]
    assert [*requests[0].multi_items()] == [("test", "database"), ("raid_level", "RAID5"), ("raid_level", "RAID6")]


@pytest.mark.usefixtures("requests")
def test_matrix_is_csv_with_a_line_for_each_rating() -> None:
    assert list(csv.DictReader(run("--format", "csv").splitlines())) == [
        {"test": "database", "raid_level": "RAID5", "configuration": "'=Areca", "rating": "leads", "strength": "clear",
         "findings": "f-1 f-2"},
        {"test": "web", "raid_level": "", "configuration": "Promise", "rating": "contradicted", "strength": "",
         "findings": "f-3"},
    ]  # fmt: skip


@pytest.mark.usefixtures("requests")
def test_matrix_is_json_as_the_lab_answers_it() -> None:
    assert json.loads(run("--json")) == json.loads(run("--format", "json")) == ANSWER


def test_unknown_format_is_refused() -> None:
    result = CliRunner().invoke(app, ["finding", "matrix", "--format", "xml"])
    assert result.exit_code != 0
