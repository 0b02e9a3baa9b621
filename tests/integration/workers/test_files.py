"""Job of the file tool through the whole lab: the API, the workers, the runner, and real files."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from tests.applications import get_app
from tests.integration.workers.lab import Lab

from storagelab.auth.service import create_token
from storagelab.db.models import Artifact, Configuration, Measurement, Phase, Run, Series
from storagelab.db.session import session_scope
from storagelab.results.artifact_store import get_artifact_store

MIB = 1 << 20


@pytest.fixture
def api(lab: Lab) -> TestClient:
    """Provide the lab's own API with the rights of an administrator."""
    with session_scope() as session:
        token = create_token(session, name="tests", role="admin")
    return TestClient(get_app(lab.settings), headers={"Authorization": f"Bearer {token}"})


def job(server_id: object, **more: Any) -> dict[str, Any]:
    return {
        "server_id": str(server_id),
        "engine": "files",
        "profile": {"name": "fc-test", "scale": "smoke"},
        "target": {"kind": "file", "path": None, "size_bytes": 32 * MIB},
        **more,
    }


@pytest.mark.in_turn
def test_files_job_runs_from_api_to_measurements(lab: Lab, api: TestClient) -> None:
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    dry = api.post("/api/v1/jobs", params={"dry_run": "true"}, json=job(server_id))
    assert dry.status_code == 200, dry.text
    plan = dry.json()["plan"]
    assert plan["job_files"][2]["name"] == "phase-03.files"
    sets = [phase["workload"]["file_set"] for phase in plan["phases"]]
    copies = [2 if files["operation"] == "copy_within" else 1 for files in sets]
    volumes = [sum(group["bytes"] for group in files["files"]) for files in sets]
    assert plan["written_bytes"] == sum(n * volume for n, volume in zip(copies, volumes, strict=True))
    answer = api.post("/api/v1/jobs", json=job(server_id))
    assert answer.status_code == 202, answer.text
    state = select(Run.state)
    lab.wait(lambda: lab.read(lambda session: session.scalars(state).one()) in ("finished", "failed"), seconds=240)
    run = lab.read(lambda session: session.scalars(select(Run)).one())
    assert (run.state, run.failure_message, run.completeness) == ("finished", None, "complete")
    assert run.engine == "files"
    query = select(Measurement).join(Phase, Phase.id == Measurement.phase_id).order_by(Phase.ordinal)
    measurements = lab.read(lambda session: session.scalars(query).all())
    assert len(measurements) == len(sets)
    for measurement, file_set, volume in zip(measurements, sets, volumes, strict=True):
        _check_figures(lab, measurement, file_set, volume)


def _check_figures(lab: Lab, measurement: Measurement, file_set: dict[str, Any], volume: int) -> None:
    """Check the measurement against the last line that the tool wrote."""
    count = sum(group["count"] for group in file_set["files"])
    assert (measurement.ios, measurement.bytes, measurement.latency_n) == (count, volume, count)
    query = select(Artifact).where(Artifact.phase_id == measurement.phase_id, Artifact.name.like("%status.jsonl"))
    artifact = lab.read(lambda session: session.scalars(query).one())
    assert artifact.kind == "status"
    data = b"".join(get_artifact_store().read_blocks(artifact.storage_key or ""))
    last = json.loads(data.splitlines()[-1])
    assert measurement.bandwidth_bytes_per_s == pytest.approx(volume * 1e9 / last["elapsed_ns"])
    assert measurement.latency_mean_ns == pytest.approx(last["mean"])
    assert measurement.block_bytes is None
    assert measurement.read_percent == (100 if file_set["operation"] == "read" else 0)
    assert "whole_files" in {badge["code"] for badge in measurement.badges}
    curve = select(Series).where(Series.phase_id == measurement.phase_id, Series.metric == "bandwidth")
    totals = curve.where(Series.direction == "total", Series.source == "status")
    assert lab.read(lambda session: session.scalars(totals).one()).n > 0


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Path]:
    """Provide a folder on another file system; needs root."""
    folder = tmp_path / "other"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine does not allow mounting a tmpfs")
    # As root of the server names it.
    allowed = tmp_path / "allowed"
    allowed.mkdir(mode=0o755)
    (allowed / "scratch.json").write_text(json.dumps({"format": 1, "folders": [str(folder)]}))
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.in_turn
def test_files_are_copied_to_another_file_system(lab: Lab, api: TestClient, other: Path) -> None:
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    target = {"kind": "file", "path": None, "size_bytes": 32 * MIB, "copy_to": f"{other}/lab.dat"}
    wanted = job(server_id, target=target, profile={"name": "fc-test-across", "scale": "smoke"})
    answer = api.post("/api/v1/jobs", json=wanted)
    assert answer.status_code == 202, answer.text
    plan = answer.json()["plan"]
    assert plan["job_files"][0]["text"].endswith("target=@TARGET@\ncopy_to=@COPY_TO@\n")
    sets = [phase["workload"]["file_set"] for phase in plan["phases"]]
    volumes = [sum(group["bytes"] for group in files["files"]) for files in sets]
    assert plan["written_bytes"] == 2 * sum(volumes)
    state = select(Run.state)
    lab.wait(lambda: lab.read(lambda session: session.scalars(state).one()) in ("finished", "failed"), seconds=240)
    run = lab.read(lambda session: session.scalars(select(Run)).one())
    assert (run.state, run.failure_message, run.completeness) == ("finished", None, "complete")
    query = select(Measurement).join(Phase, Phase.id == Measurement.phase_id).order_by(Phase.ordinal)
    measurements = lab.read(lambda session: session.scalars(query).all())
    assert len(measurements) == 5
    for measurement, file_set, volume in zip(measurements, sets, volumes, strict=True):
        _check_figures(lab, measurement, file_set, volume)
    configuration = lab.read(lambda session: session.scalars(select(Configuration)).one())
    assert configuration.snapshot["target"]["copy_to"]["path"] == f"{other}/lab.dat"
    assert ", copied to " in configuration.name
    assert list(other.iterdir()) == []


def test_incompatible_engine_and_profile_are_refused(lab: Lab, api: TestClient) -> None:
    server_id = lab.add_local_server()
    for engine, profile, words in (
        ("fio", "fc-test", "Use the engine files"),
        ("vdbench", "fc-test", None),
        ("files", "quick-4k", "sets of files only"),
    ):
        body = job(server_id, engine=engine, profile={"name": profile, "scale": "smoke"})
        answer = api.post("/api/v1/jobs", json=body)
        assert answer.status_code == 422, answer.text
        assert words is None or words in answer.text
    small = api.post("/api/v1/jobs", json=job(server_id, target={"kind": "file", "path": None, "size_bytes": 4 * MIB}))
    assert small.status_code == 422
    assert "its files take 4259840 bytes, and the target has 4194304 bytes" in small.text
