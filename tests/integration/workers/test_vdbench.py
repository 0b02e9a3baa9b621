"""Job of Vdbench through the whole lab, with a stand-in or Vdbench itself.

It passes through the API, the workers and the runner. With VDBENCH_HOME set to the folder of a Vdbench, the same test
runs with that one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from tests.applications import get_app
from tests.integration.workers.lab import Lab
from tests.stand_ins import vdbench
from tests.stand_ins.vdbench_package import package

from storagelab.auth.service import create_token
from storagelab.db.models import Artifact, Measurement, MeasurementPart, Run, Series
from storagelab.db.session import session_scope
from storagelab.results.artifact_store import get_artifact_store

RECORDED = Path(__file__).parents[2] / "data" / "vdbench" / "curve"
MIB = 1 << 20
RESULTS = ("errorlog", "flatfile", "histogram", "skew", "status", "summary", "totals")


@pytest.fixture
def api(lab: Lab) -> TestClient:
    """Provide the lab's own API with the rights of an administrator."""
    with session_scope() as session:
        token = create_token(session, name="tests", role="admin")
    return TestClient(get_app(lab.settings), headers={"Authorization": f"Bearer {token}"})


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Put the stand-in and a Java that does nothing first on PATH; return the version that the stand-in reports."""
    folder.mkdir()
    vdbench.install(folder, recorded=RECORDED, seconds_per_interval=0.2)
    (folder / "java").write_text("#!/bin/sh\nexit 0\n")
    (folder / "java").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return "Vdbench 5.04.07"


def real(_: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Put the Vdbench of this machine first on PATH; return its version."""
    monkeypatch.setenv("PATH", os.environ["VDBENCH_HOME"], prepend=":")
    return "Vdbench 5.04.0"


@pytest.mark.in_turn
@pytest.mark.parametrize("engine", [stand_in, *([real] if os.environ.get("VDBENCH_HOME") else [])])
def test_vdbench_job_runs_from_api_to_measurements(
    lab: Lab,
    api: TestClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    engine: Callable[[Path, pytest.MonkeyPatch], str],
) -> None:
    version = engine(tmp_path / "vdbench", monkeypatch)
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    body: dict[str, Any] = {
        "server_id": str(server_id),
        "engine": "vdbench",
        # Points are as long as the recording that the stand-in replays, so its histogram is that of each point.
        "profile": {"name": "quick-4k", "parameters": {"round_seconds": 1, "max_rounds": 5, "point_seconds": 4}},
        "target": {"kind": "file", "path": None, "size_bytes": 64 * MIB},
    }
    plan = api.post("/api/v1/jobs", params={"dry_run": "true"}, json=body).json()["plan"]
    assert [file["name"] for file in plan["job_files"]][:2] == ["phase-01.vdbench", "phase-02.vdbench"]
    answer = api.post("/api/v1/jobs", json=body)
    assert answer.status_code == 202, answer.text
    query = select(Run.state)
    lab.wait(lambda: lab.read(lambda session: session.scalars(query).one()) in ("finished", "failed"), seconds=240)
    run = lab.read(lambda session: session.scalars(select(Run)).one())
    assert (run.state, run.failure_message, run.completeness) == ("finished", None, "complete")
    assert run.engine == "vdbench"
    assert run.engine_version.startswith(version)
    assert run.verdict is not None
    _check_figures(lab, len(plan["phases"]))
    _check_files(lab)


def _check_figures(lab: Lab, phases: int) -> None:
    measurements = lab.read(lambda session: session.scalars(select(Measurement)).all())
    assert len(measurements) == phases
    for measurement in measurements:
        query = select(MeasurementPart).where(MeasurementPart.measurement_id == measurement.id)
        parts = lab.read(lambda session, query=query: session.scalars(query).all())
        assert measurement.ios == sum(part.ios for part in parts) > 0
        assert measurement.iops == pytest.approx(sum(part.iops for part in parts))
        assert 0 < measurement.latency_mean_ns <= measurement.latency_max_ns
        # Vdbench counts no shortest response time, and its buckets are wide: what is unknown is not made up.
        assert measurement.latency_min_ns is None
        estimated = "estimated_percentiles" in {badge["code"] for badge in measurement.badges}
        assert estimated is (measurement.percentiles_of is not None)
        assert all(part.bins is None for part in parts)
        curve = select(Series).where(Series.phase_id == measurement.phase_id, Series.metric == "iops")
        totals = curve.where(Series.direction == "total", Series.source == "status")
        assert lab.read(lambda session, totals=totals: session.scalars(totals).one()).n > 0
    assert any(measurement.percentiles_of == "lat" for measurement in measurements)


def _check_files(lab: Lab) -> None:
    artifacts = lab.read(lambda session: session.scalars(select(Artifact)).all())
    names = {artifact.name for artifact in artifacts if artifact.name.startswith("phases/03/")}
    records = ("conditions.json", "ended.json", "job.vdbench", "process.json", "started.json", "stderr.txt")
    assert names == {f"phases/03/out/{page}.html" for page in RESULTS} | {f"phases/03/{name}" for name in records}
    kinds = {artifact.name: artifact.kind for artifact in artifacts}
    assert (kinds["phases/03/job.vdbench"], kinds["phases/03/out/flatfile.html"]) == ("job_file", "status")
    for artifact in artifacts:
        assert b"private: [" not in b"".join(get_artifact_store().read_blocks(artifact.storage_key))


def test_new_server_receives_the_uploaded_engine_package(
    lab: Lab, api: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path / "vdbench", monkeypatch)
    content = package(tmp_path / "vdbench" / "vdbench")
    (tmp_path / "vdbench" / "vdbench").unlink()
    server_id = lab.add_local_server()
    assert api.get(f"/api/v1/servers/{server_id}").json()["vdbench_version"] is None
    url = "/api/v1/engine-packages/vdbench"
    assert api.put(url, content=content, headers={"Content-Type": "application/zip"}).status_code == 200
    other_id = lab.add_local_server("again")
    shown = api.get(f"/api/v1/servers/{other_id}").json()
    assert (shown["vdbench_version"], shown["vdbench_problem"]) == ("Vdbench 5.04.07", None)
    engine = lab.server(other_id).facts["engines"]["vdbench"]
    assert engine["package"] == api.get("/api/v1/engine-packages").json()["items"][0]["sha256"]
    assert engine["path"].startswith(str(tmp_path / "runner" / "engines"))


@pytest.mark.in_turn
def test_server_without_vdbench_names_the_remedy(
    lab: Lab, api: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the folders of the system, neither Java nor an installed Vdbench is found.
    folder = tmp_path / "vdbench"
    stand_in(folder, monkeypatch)
    (folder / "java").unlink()
    for name in ("env", "sh"):
        (folder / name).symlink_to(shutil.which(name) or name)
    monkeypatch.setenv("PATH", f"{folder}:{tmp_path / 'bin'}")
    server_id = lab.add_local_server()
    body = {
        "server_id": str(server_id),
        "engine": "vdbench",
        "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "path": None, "size_bytes": 64 * MIB},
    }
    answer = api.post("/api/v1/jobs", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "engine_missing")
    assert "Java was not found on PATH" in answer.json()["detail"]
    assert "apt-get install default-jre-headless" in answer.json()["detail"]
    odd = {**body, "target": {**body["target"], "path": "/srv/a,b"}}
    answer = api.post("/api/v1/jobs", json=odd)
    assert "Vdbench takes no others" in answer.text
