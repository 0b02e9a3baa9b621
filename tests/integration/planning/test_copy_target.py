"""Copy target of a file target: required by copies to another file system, refused for other jobs."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt, Job, Server
from storagelab_runner.spec import parse_spec
from storagelab_runner.spec_targets import SpecFileTarget

MIB = 2**20
WITH_FILES = {"engines": {"files": {"version": "files 0.2.0"}}}


def copying(server: Server, **target: Any) -> dict[str, Any]:
    where = {"kind": "file", "path": None, "size_bytes": 32 * MIB, **target}
    return job(server.id, profile={"name": "fc-test-across", "scale": "smoke"}, target=where)


def job(server: object, **more: Any) -> dict[str, Any]:
    return {"server_id": str(server), "engine": "files", **more}


def test_runner_receives_the_copy_target(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server(facts=WITH_FILES)
    answer = operator.post("/api/v1/jobs", json=copying(server, copy_to="/mnt/other/lab.dat"))
    assert answer.status_code == 202, answer.text
    assert answer.json()["target"]["copy_to"] == "/mnt/other/lab.dat"
    assert answer.json()["request"]["target"]["copy_to"] == "/mnt/other/lab.dat"
    spec = parse_spec(session.scalars(select(Attempt)).one().spec)
    assert spec.target == SpecFileTarget(None, 32 * MIB, "/mnt/other/lab.dat")
    assert len(spec.phases) == 5


@pytest.mark.parametrize(
    ("target", "path", "words"),
    [
        ({}, "target.copy_to", "phase 1 (MP3: copy across) copies to another file system, and the target has no path"),
        ({"copy_to": "lab.dat"}, "target.copy_to", "absolute path"),
        ({"copy_to": "/etc/lab.dat"}, "target.copy_to", "is below /etc"),
        ({"path": "/srv/lab.dat", "copy_to": "/srv/lab.dat"}, "target.copy_to", "another place than path"),
        ({"copy_to": "/mnt/other/lab.dat", "size_bytes": 4 * MIB}, "phases.1.workload", "the target has 4194304 bytes"),
    ],
)
def test_invalid_cross_copy_target_is_refused(
    operator: TestClient, make: Factory, session: Session, target: dict[str, Any], path: str, words: str
) -> None:
    answer = operator.post("/api/v1/jobs", json=copying(make.server(facts=WITH_FILES), **target))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
    assert words in answer.json()["detail"]
    assert session.scalar(select(func.count()).select_from(Job)) == 0


@pytest.mark.parametrize(("engine", "profile"), [("fio", "quick-4k"), ("files", "fc-test")])
def test_unused_copy_target_is_refused(operator: TestClient, make: Factory, engine: str, profile: str) -> None:
    target = {"kind": "file", "path": None, "size_bytes": 256 * MIB, "copy_to": "/mnt/other/lab.dat"}
    server = make.server(facts=WITH_FILES)
    wanted = job(server.id, engine=engine, target=target, profile={"name": profile, "scale": "smoke"})
    answer = operator.post("/api/v1/jobs", json=wanted)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "target.copy_to")
    assert f"nothing of {profile} is copied to another file system" in answer.json()["detail"]


def test_prepared_drive_has_no_copy_target(operator: TestClient, make: Factory) -> None:
    drive = make.drive(make.server(facts=WITH_FILES), stable_id="nvme-x")
    target: dict[str, Any] = {"kind": "devices", "stable_ids": ["nvme-x"]}
    wanted = job(drive.server_id, profile={"name": "fc-test-across"}, target=target)
    wanted["preparation"] = [{"kind": "make_file_system", "type": "ext4"}]
    answer = operator.post("/api/v1/jobs", json=wanted)
    assert answer.status_code == 422
    assert "a prepared drive has only one" in answer.json()["detail"]
    answer = operator.post("/api/v1/jobs", json={**wanted, "target": {**target, "copy_to": "/mnt/other/lab.dat"}})
    assert answer.status_code == 422
    assert "needs a file as the target" in answer.json()["detail"]
