"""Chart of counted ratings: it leads a review of verdicts, follows the author, and is verified."""

from __future__ import annotations

import copy
from typing import Any

import orjson
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.checked import check, read_zip
from tests.integration.shares.sharing import freeze, read_document

from storagelab.db.models import Run
from storagelab.demo import load
from storagelab.demo.sets import SETS

SIX_CONTROLLERS = next(item for item in SETS if item.name == "six_controllers")


@pytest.fixture
def subject(session: Session, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Provide the comparison of the runs of a review that rates controllers and prints few figures."""
    monkeypatch.setattr(load, "SETS", (SIX_CONTROLLERS,))
    monkeypatch.setattr(load, "MEASURED_SETS", ())
    monkeypatch.setattr(load, "file_servers", lambda *_: [])
    load.ensure_demo_data(session)
    runs = session.scalars(select(Run).where(Run.source_title == SIX_CONTROLLERS.source_title)).all()
    return {"kind": "comparison", "run_ids": [str(run.id) for run in runs]}


@pytest.mark.in_turn
def test_counted_ratings_lead_and_are_verified(
    operator: TestClient, anonymous: TestClient, subject: dict[str, Any]
) -> None:
    share = freeze(operator, **subject, confirm_new_author=True)
    opened = read_zip(anonymous, share)
    document = opened.document
    frozen = document["charts"]["ratings"]
    sha256 = document["parts"][frozen["data"]]["sha256"]
    data = orjson.loads(opened.part(sha256))

    assert next(block["chart"] for block in document["body"] if "chart" in block) == "ratings"
    assert data["ratings"] == 105
    assert data["bars"][0] == {"name": "Areca ARC-1680ix-16", "leads": 42, "lags": 2}
    assert frozen["runs"] == []
    assert "leads in 42 of 105 ratings" in frozen["sentence"]
    assert check(opened, draws=False)["differences"] == []

    changed = copy.deepcopy(data)
    changed["bars"][0]["leads"] = 43
    content = orjson.dumps(changed)
    (difference,) = check(opened, parts={sha256: content}, draws=False)["differences"]
    assert (difference["place"], difference["frozen"], difference["computed"]) == (
        "charts/ratings/bars/0/leads", 43, 42,
    )  # fmt: skip


@pytest.mark.in_turn
def test_chart_has_the_findings_of_the_author(
    operator: TestClient, anonymous: TestClient, subject: dict[str, Any]
) -> None:
    offered = operator.post("/api/v1/shares/options", json=subject).json()
    areca = [item["finding"] for item in offered["findings"] if item["sentence"].startswith("Areca ARC-1680ix-16 l")]
    chosen = [{"finding": finding} for finding in areca]
    document = read_document(anonymous, freeze(operator, **subject, confirm_new_author=True, findings=chosen))
    without = read_document(anonymous, freeze(operator, **subject, confirm_new_author=True, findings=chosen[:1]))
    answer = operator.post(
        "/api/v1/shares", json={**subject, "title": "A", "findings": [], "body": [{"chart": "ratings"}]}
    )

    assert next((chart["kind"], chart["default"]) for chart in offered["charts"]) == ("ratings", True)
    assert document["charts"]["ratings"]["sentence"].startswith("Areca ARC-1680ix-16 leads in")
    assert "ratings" not in without["charts"]
    assert answer.status_code == 422
    assert "unknown chart ratings" in answer.text
