"""Options of a share show the head of its page before anything is frozen."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import make_measured_run
from tests.integration.shares.sharing import freeze, read_document

from storagelab.config import Settings
from storagelab.db.models import Run

OPTIONS = "/api/v1/shares/options"


@pytest.fixture(autouse=True)
def _front_end(settings: Settings) -> None:
    """Provide the built front end, which draws the charts."""


@pytest.fixture
def run(make: Factory) -> Run:
    """Provide a run with a sweep over depths and raw files."""
    return make_measured_run(make)


def test_options_have_the_head_of_the_frozen_page(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    subject = {"kind": "run", "run_id": str(run.id)}
    options = operator.post(OPTIONS, json=subject).json()
    document = read_document(anonymous, freeze(operator, **subject))
    assert [item["code"] for item in options["caveats"]] == [item["code"] for item in document["caveats"]]
    shown = [(item["label"], item["value"]) for item in options["headline"]]
    assert shown == [(item["label"], item["value"]) for item in document["headline"]]
    files = document["runs"][0]["artifacts"]
    assert options["raw_files"] == {"count": len(files), "size_bytes": sum(file["size_bytes"] for file in files)}


def picture(client: TestClient, run: Run, **choice: Any) -> Any:
    body = {"kind": "run", "run_id": str(run.id), "width": 460, "height": 240, **choice}
    return client.post(f"{OPTIONS}/picture", json=body)


def test_available_chart_is_drawn_before_it_is_shared(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    answer = picture(operator, run, chart="queue-depth", theme="dark")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.text.startswith("<svg")
    unknown = picture(operator, run, chart="nope")
    (fault,) = unknown.json()["errors"]
    assert (unknown.status_code, fault["path"]) == (422, "chart")
    assert "Available: " in fault["message"]
    assert "queue-depth" in fault["message"]
    assert picture(anonymous, run, chart="queue-depth").status_code == 401
