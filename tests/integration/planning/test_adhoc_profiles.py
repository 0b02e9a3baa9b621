"""Jobs with a whole profile of their own, which no saved profile has to exist for."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import CustomProfile, Phase, Profile, Run

MIB = 2**20
DOCUMENT: dict[str, Any] = {
    "name": "adhoc-0a1b2c3d",
    "version": 1,
    "title": "4k and 8k random read",
    "description": "Made on the page of a new run.",
    "parameters": {
        "point_seconds": {"title": "Time per point", "unit": "s", "default": 5, "minimum": 1, "maximum": 3600}
    },
    "phases": [
        {
            "name": "Fill",
            "kind": "fill",
            "workload": {"block_size": "128k", "read": 0, "random": 0, "queue_depth": 16},
            "stop": {"kind": "volume", "passes": 1},
        },
        {
            "name": "{block_size} QD{queue_depth}",
            "kind": "measure",
            "workload": {"read": 100, "random": 100, "threads": 1},
            "sweep": {"block_size": "4k, 8k", "queue_depth": "1..4 x2"},
            "stop": {"kind": "time", "seconds": "$point_seconds"},
        },
    ],
}
PHASES = ["Fill", *(f"{size} QD{depth}" for size in ("4K", "8K") for depth in (1, 2, 4))]


def body(server: object, **change: Any) -> dict[str, Any]:
    """Build a job of the document on a scratch file; `change` is of its profile."""
    profile = {"name": DOCUMENT["name"], "document": deepcopy(DOCUMENT)} | change
    target = {"kind": "file", "path": None, "size_bytes": 256 * MIB}
    return {"server_id": str(server), "profile": profile, "target": target}


def test_dry_run_of_a_document_stores_no_profile(operator: TestClient, make: Factory, session: Session) -> None:
    answer = operator.post("/api/v1/jobs?dry_run=true", json=body(make.server().id, parameters={"point_seconds": 7}))
    assert answer.status_code == 200, answer.text
    plan = answer.json()["plan"]
    assert [phase["name"] for phase in plan["phases"]] == PHASES
    assert {phase["stop"]["seconds"] for phase in plan["phases"][1:]} == {7}
    assert [phase["writes"] for phase in plan["phases"]] == [True] + [False] * 6
    assert session.scalar(select(func.count()).select_from(Profile)) == 0


def test_document_is_frozen_with_its_run(operator: TestClient, make: Factory, session: Session) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server().id))
    assert answer.status_code == 202, answer.text
    job = operator.get(f"/api/v1/jobs/{answer.json()['number']}").json()
    assert (job["profile"]["name"], job["profile"]["title"]) == (DOCUMENT["name"], DOCUMENT["title"])
    run = session.scalars(select(Run)).one()
    stored = session.get_one(Profile, run.profile_id)
    assert stored.definition["phases"] == DOCUMENT["phases"]
    names = session.scalars(select(Phase.name).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    assert names == PHASES
    assert session.scalar(select(func.count()).select_from(CustomProfile)) == 0
    listed = operator.get("/api/v1/profiles", params={"q": "adhoc"}).json()["items"]
    assert listed == []


def test_stored_request_resubmits_a_document_job(operator: TestClient, make: Factory, session: Session) -> None:
    first = operator.post("/api/v1/jobs", json=body(make.server().id, parameters={"point_seconds": 7})).json()
    request = operator.get(f"/api/v1/jobs/{first['number']}").json()["request"]
    assert request["profile"]["document"]["phases"] == DOCUMENT["phases"]

    second = operator.post("/api/v1/jobs", json=request)
    assert second.status_code == 202, second.text
    assert second.json()["request"] == request
    names = [[phase["name"] for phase in job["plan"]["phases"]] for job in (first, second.json())]
    assert names == [PHASES, PHASES]
    # The same document is one profile.
    assert session.scalar(select(func.count()).select_from(Profile)) == 1


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        ({"name": "quick-4k"}, "profile", "must begin with adhoc-"),
        ({"name": "adhoc-other"}, "profile", "name must be the name in document"),
        ({"version": 2}, "profile", "version must be the version in document"),
        ({"parameters": {"rounds": 1}}, "profile.parameters.rounds", ""),
    ],
)
def test_selection_and_document_must_agree(
    operator: TestClient, make: Factory, change: dict[str, Any], path: str, message: str
) -> None:
    answer = operator.post("/api/v1/jobs?dry_run=true", json=body(make.server().id, **change))
    assert answer.status_code == 422
    error = answer.json()["errors"][0]
    assert (error["path"], message in error["message"]) == (path, True), error


def test_fault_in_a_document_names_its_place(operator: TestClient, make: Factory) -> None:
    request = body(make.server().id)
    request["profile"]["document"]["phases"][1]["sweep"]["queue_depth"] = "1..x"
    answer = operator.post("/api/v1/jobs?dry_run=true", json=request)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "profile.document.phases.1.sweep.queue_depth"


def test_target_probe_reads_the_document(operator: TestClient, make: Factory) -> None:
    writing = body(make.server().id)
    request = deepcopy(writing)
    request["profile"]["document"]["phases"].pop(0)
    answers = [operator.post("/api/v1/target-probes", json=payload) for payload in (request, writing)]
    assert [answer.json().get("writes") for answer in answers] == [False, True], [response.text for response in answers]


def test_campaign_takes_saved_profiles_only(operator: TestClient, make: Factory) -> None:
    profile = body(make.server().id)["profile"]
    answer = operator.post("/api/v1/campaigns", json={"workloads": [{"profile": profile}]})
    assert answer.status_code == 422
    assert "workloads.0.profile.document" in [error["path"] for error in answer.json()["errors"]]
