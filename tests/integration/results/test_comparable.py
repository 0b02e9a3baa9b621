"""Runs that a run can be compared with, and the reasons."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement
from tests.unit.domain.configuration_samples import make_array, make_controller, make_snapshot

from storagelab.db.models import Configuration, Job, Profile, Run, Server
from storagelab.domain.workload import BlockSize, Workload

WORKLOAD = Workload((BlockSize(4096),), 0, 100, threads=1, queue_depth=16)


def configuration(make: Factory, name: str, **values: Any) -> Configuration:
    snapshot = make_snapshot(**values)
    del snapshot["name"]
    return make_configuration(make, name, **snapshot)


def proposals(client: TestClient, run: Run) -> dict[str, dict[str, Any]]:
    answer = client.get(f"/api/v1/runs/r-{run.number}/comparable")
    assert answer.status_code == 200, answer.text
    return {item["number"]: item for item in answer.json()["proposals"]}


def finished(make: Factory, filed: Configuration, *, day: int = 0, iops: float = 100.0, **values: Any) -> Run:
    """Return a finished run of its own job with one figure."""
    server: Server = values.pop("server")
    profile: Profile = values.pop("profile")
    target = {"kind": "devices", "stable_ids": values.pop("drives", ["nvme-a"])}
    job = values.pop("job", None) or make.job(server, profile_id=profile.id, target=target)
    started = LONG_AGO + dt.timedelta(days=day)
    defaults = {"state": "finished", "completeness": "complete", "configuration_id": filed.id, "started_at": started}
    run = make.run(job, **(defaults | values))
    phase = make.phase(run, ordinal=1, kind="measure", workload=WORKLOAD.to_json(), state="finished")
    make_measurement(make, phase, iops=iops, block_bytes=4096, read_percent=0, outstanding_ios=16)
    return run


def test_every_proposal_has_a_reason(viewer: TestClient, make: Factory) -> None:
    server, profile = make.server(), make.profile(name="nightly")
    there: dict[str, Any] = {"server": server, "profile": profile}
    own = configuration(make, "own")
    oldest = configuration(make, "oldest", controllers=[make_controller(firmware="8.3")])
    old = configuration(make, "old", controllers=[make_controller(firmware="8.2")])
    mirror = configuration(make, "mirror", arrays=[make_array(level="raid10", strip_bytes=262144)])
    finished(make, oldest, day=1, **there)
    before = finished(make, old, day=2, **there)
    run = finished(make, own, day=3, **there)
    repeat = finished(make, own, day=4, job=make.session.get_one(Job, run.job_id), repeat_index=2, **there)
    elsewhere = {"server": make.server(), "profile": profile}
    other_level = finished(make, mirror, day=5, **elsewhere)
    best = finished(make, mirror, day=0, iops=300.0, **{**elsewhere, "profile": make.profile()})
    proposed = proposals(viewer, run)

    assert {number: item["kind"] for number, item in proposed.items()} | {} == {
        f"r-{repeat.number}": "repeat",
        f"r-{before.number}": "before",
        f"r-{before.number - 1}": "one_factor",
        f"r-{other_level.number}": "other_level",
        f"r-{best.number}": "best",
    }
    firmware = proposed[f"r-{before.number}"]
    assert firmware["factors"] == ["Firmware of the controller"]
    assert "(8.4 here, 8.2 there)" in firmware["reason"]
    assert "RAID 5 here, RAID 10 there" in proposed[f"r-{other_level.number}"]["reason"]
    assert proposed[f"r-{best.number}"]["reason"].endswith("300 against 100.")


def test_excluded_runs_are_not_proposed(viewer: TestClient, make: Factory) -> None:
    server, profile = make.server(), make.profile(name="nightly")
    there: dict[str, Any] = {"server": server, "profile": profile}
    own = configuration(make, "own")
    old = configuration(make, "old", controllers=[make_controller(firmware="8.2")])
    run = finished(make, own, day=3, **there)
    finished(make, old, day=1, state="failed", **there)
    finished(make, old, day=1, scale="smoke", **there)
    finished(make, old, day=1, iops=900.0, invalid_at=LONG_AGO, invalid_reason="a fan stood still", **there)
    finished(make, old, day=1, iops=900.0, trashed_at=LONG_AGO, **there)
    assert proposals(viewer, run) == {}


def test_run_without_facts_has_no_proposal(viewer: TestClient, make: Factory) -> None:
    assert proposals(viewer, make.run(make.job())) == {}
    assert viewer.get("/api/v1/runs/r-999999/comparable").status_code == 404


def test_proposals_need_constant_queries(viewer: TestClient, make: Factory, connection: Connection) -> None:
    server, profile = make.server(), make.profile(name="nightly")
    there: dict[str, Any] = {"server": server, "profile": profile}
    run = finished(make, configuration(make, "own"), day=9, **there)

    def more(version: str) -> None:
        filed = configuration(make, version, controllers=[make_controller(firmware=version)])
        finished(make, filed, day=1, iops=900.0, **there)

    more("8.1")
    with counted_queries(connection) as few:
        proposals(viewer, run)
    for version in ("8.2", "8.3", "8.5"):
        more(version)
    with counted_queries(connection) as many:
        proposals(viewer, run)
    assert len(few) == len(many)
