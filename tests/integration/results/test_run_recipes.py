"""Recipe of a stored run: its profile in the written order, its results and their spread."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_measurement

from storagelab.db.models import Job, Phase, Profile, Run, Server

MIB = 2**20
#: A database stores these keys in another order: `read` is the shorter word.
SWEPT = {
    "name": "two-axes",
    "version": 1,
    "title": "Two axes",
    "description": "Reads and writes at several depths.",
    "phases": [
        {
            "name": "Fill",
            "kind": "fill",
            "workload": {"block_size": "128k", "read": 0, "random": 0},
            "stop": {"kind": "volume", "passes": 1},
        },
        {
            "name": "QD{queue_depth} R{read}",
            "kind": "measure",
            "workload": {"block_size": "4k", "random": 100},
            "sweep": {"queue_depth": [1, 4], "read": [100, 0]},
            "stop": {"kind": "time", "seconds": 2},
        },
    ],
}
ORDER = ["Fill", "QD1 R100", "QD1 R0", "QD4 R100", "QD4 R0"]


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1")


def submit(client: TestClient, server: Server, profile: str, **body: Any) -> dict[str, Any]:
    target = {"kind": "file", "path": None, "size_bytes": 256 * MIB}
    request = {"server_id": str(server.id), "profile": {"name": profile}, "target": target} | body
    answer = client.post("/api/v1/jobs", json=request)
    assert answer.status_code == 202, answer.text
    job: dict[str, Any] = answer.json()
    return job


def recipe_of(client: TestClient, run: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/runs/{run}/recipe")
    assert answer.status_code == 200, answer.text
    recipe: dict[str, Any] = answer.json()
    return recipe


def test_sweep_axes_preserve_their_written_order(operator: TestClient, server: Server, session: Session) -> None:
    assert operator.post("/api/v1/profiles", json={"document": SWEPT}).status_code == 201
    job = submit(operator, server, "two-axes")
    assert [phase["name"] for phase in job["plan"]["phases"]] == ORDER
    stored = session.scalars(select(Profile).where(Profile.name == "two-axes")).one()
    session.refresh(stored)
    assert list(stored.definition["phases"][1]["sweep"]) == ["read", "queue_depth"]

    # It travels with all keys sorted.
    recipe = json.loads(json.dumps(recipe_of(operator, job["runs"][0]["number"])["recipe"], sort_keys=True))
    binding = {"server_id": str(server.id), "target": {"kind": "file", "path": None, "size_bytes": 512 * MIB}}
    again = operator.post("/api/v1/jobs/from-recipe", json={"recipe": recipe, "binding": binding})
    assert again.status_code == 202, again.text
    assert again.json()["profile"]["name"] == "two-axes"
    assert [phase["name"] for phase in again.json()["plan"]["phases"]] == ORDER

    # Where the order is no longer known, nothing is guessed.
    stored.name = "gone"
    session.flush()
    shown = recipe_of(operator, job["runs"][0]["number"])
    assert (shown["recipe"], "original order" in shown["reason"]) == (None, True)


def test_missing_profile_is_rebuilt_where_order_is_irrelevant(
    operator: TestClient, server: Server, session: Session
) -> None:
    job = submit(operator, server, "quick-4k")
    original = recipe_of(operator, job["runs"][0]["number"])["recipe"]
    stored = session.scalars(select(Profile).where(Profile.name == "quick-4k")).one()
    stored.version = 99
    session.flush()
    recipe = recipe_of(operator, job["runs"][0]["number"])["recipe"]
    assert recipe["profile"]["version"] == 99
    assert recipe["sizes"] == original["sizes"]
    assert recipe["conditioning"] == original["conditioning"]


def test_figure_has_its_spread_over_counted_runs(
    operator: TestClient, make: Factory, server: Server, session: Session
) -> None:
    job = submit(operator, server, "quick-4k", repeats=4)
    runs = session.scalars(select(Run).join(Job).where(Job.id == uuid.UUID(job["id"])).order_by(Run.repeat_index)).all()
    for run, iops in zip(runs, (900.0, 1000.0, 1100.0, 5000.0), strict=True):
        run.state, run.completeness = "finished", "complete"
        phase = session.scalars(
            select(Phase).where(Phase.run_id == run.id, Phase.kind == "measure", Phase.read_percent == 100)
        ).first()
        assert phase is not None
        phase.state = "finished"
        make_measurement(make, phase, read_percent=100, random_percent=100, iops=iops)
    # One that is marked invalid varies nothing.
    runs[3].invalid_at, runs[3].invalid_reason = LONG_AGO, "the fan stood still"
    session.flush()
    first = next(run for run in job["runs"])
    figures = recipe_of(operator, first["number"])["recipe"]["expected"]["headline"]
    reads = next(figure for figure in figures if figure["label"] == "Random read IOPS")
    assert reads["value"] == 900.0
    assert reads["spread"] == {"cv_percent": pytest.approx(10.0), "runs": 3}

    runs[2].state = "failed"
    session.flush()
    figures = recipe_of(operator, first["number"])["recipe"]["expected"]["headline"]
    assert [figure["spread"] for figure in figures] == [None] * len(figures)
