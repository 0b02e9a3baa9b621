"""Costs that a plan estimates: time, bytes and wear, from its server, its drives and its queue."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.config import Settings, get_settings
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, Drive, HardwareModel, Job, LabSetting, Phase, Server

GIB = 2**30
FILL = {"kind": "volume", "seconds": 3600.0, "passes": 1.0}
STEADY = {"kind": "steady", "seconds": 1500.0}


def drive_of(make: Factory, **values: Any) -> Drive:
    """Return an enrolled drive with a serial number."""
    drive = make.drive(make.server(), serial="S12345678", model="PM1733", **values)
    make.enrolment(drive)
    return drive


def rate_model(session: Session, **values: Any) -> None:
    """Store what a user entered about the model."""
    session.add(HardwareModel(id=generate_uuid7(), component="drive", model="PM1733", **values))
    session.flush()


def body(drive: Drive, **change: Any) -> dict[str, Any]:
    """Build a job that writes to a drive: a fill, rounds of random writes until steady, and reads."""
    return {
        "server_id": str(drive.server_id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "devices", "stable_ids": [drive.stable_id]},
        "confirm_serials": [drive.serial],
    } | change


def plan(client: TestClient, request: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a dry run."""
    answer = client.post("/api/v1/jobs?dry_run=true", json=request)
    assert answer.status_code == 200, answer.text
    planned: dict[str, Any] = answer.json()["plan"]
    return planned


def past_run(
    make: Factory, server: Server, target: dict[str, Any], *, steady_seconds: float, fill_seconds: float = 10.0
) -> Any:
    """Return a run that filled 16 GiB and overwrote until steady, with 2 s between both and 8 s around them."""
    run = make.run(
        make.job(server, target=target),
        state="finished",
        started_at=LONG_AGO,
        finished_at=LONG_AGO + dt.timedelta(seconds=fill_seconds + steady_seconds + 10),
    )
    make.attempt(run, state="succeeded", finished_at=run.finished_at)
    fill = make.phase(
        run, kind="fill", stop=FILL, state="finished", t0_ms=0, t1_ms=int(fill_seconds * 1000), read_percent=0.0
    )
    steady = make.phase(
        run,
        ordinal=2,
        kind="precondition",
        stop=STEADY,
        state="finished",
        t0_ms=int(fill_seconds * 1000) + 2000,
        t1_ms=int((fill_seconds + 2 + steady_seconds) * 1000),
        read_percent=0.0,
    )
    make_measurement(make, fill, bytes=16 * GIB)
    return run, steady


def devices(drive: Drive) -> dict[str, Any]:
    return {"kind": "devices", "stable_ids": [drive.stable_id], "layout": "parallel"}


def test_new_server_is_estimated_from_the_plan(operator: TestClient, make: Factory) -> None:
    drive = drive_of(make)
    planned = plan(operator, body(drive))
    assert planned["estimate_basis"].startswith("By the plan alone: fewer than three runs")
    assert planned["estimated_seconds"] == pytest.approx(sum(phase["estimated_seconds"] for phase in planned["phases"]))
    # 16 GiB at the assumed 200 MB/s.
    assert planned["phases"][0]["estimated_seconds"] == pytest.approx(1 + 16 * GIB / 200e6)


def test_past_runs_of_a_server_correct_its_estimates(operator: TestClient, make: Factory, session: Session) -> None:
    drive = drive_of(make)
    server = session.get_one(Server, drive.server_id)
    other = {"kind": "devices", "stable_ids": ["another-drive"], "layout": "parallel"}
    for steady_seconds in (290, 300, 900):
        past_run(make, server, other, steady_seconds=steady_seconds)
    # One that went wrong, and those of another server, teach nothing.
    run, _ = past_run(make, server, other, steady_seconds=1)
    session.execute(update(Attempt).where(Attempt.run_id == run.id).values(state="failed"))
    for _ in range(4):
        past_run(make, make.server(), other, steady_seconds=1)

    planned = plan(operator, body(drive))
    fill, steady = planned["phases"][:2]
    assert (fill["stop"]["kind"], steady["stop"]["kind"]) == ("volume", "steady")
    # 10 s for 16 GiB where the plan states 87; 300 s where it states 1500.
    assert fill["estimated_seconds"] == pytest.approx(10.0)
    assert steady["estimated_seconds"] == pytest.approx(steady["max_seconds"] * 300 / 1500)
    overhead = 8 + 2 * (len(planned["phases"]) - 1)
    assert planned["estimated_seconds"] == pytest.approx(
        sum(phase["estimated_seconds"] for phase in planned["phases"]) + overhead
    )
    assert f"Corrected by the last 3 runs on {server.name}" in planned["estimate_basis"]
    assert f"{overhead} s go by around and between the phases" in planned["estimate_basis"]


def test_estimate_uses_the_past_fill_rate(operator: TestClient, make: Factory, session: Session) -> None:
    drive = drive_of(make)
    past_run(make, session.get_one(Server, drive.server_id), devices(drive), steady_seconds=300, fill_seconds=16.0)
    planned = plan(operator, body(drive))
    assert planned["phases"][0]["estimated_seconds"] == pytest.approx(17.0)
    assert "this target was last filled at 1.1 GB/s" in planned["estimate_basis"]
    answer = operator.post("/api/v1/jobs", json=body(drive))
    assert answer.status_code == 202, answer.text
    job_id = session.scalars(select(Job.id).order_by(Job.created_at.desc(), Job.number.desc())).first()
    assert answer.json()["id"] == str(job_id)
    first = select(Phase).where(Phase.run.has(job_id=job_id), Phase.ordinal == 1)
    assert session.scalars(first).one().planned_seconds == pytest.approx(17.0)


def test_bytes_are_exact_measured_or_assumed(operator: TestClient, make: Factory, session: Session) -> None:
    drive = drive_of(make)
    assumed = plan(operator, body(drive))
    assert assumed["expected_writes"]["basis"] == "nominal"
    assert assumed["expected_writes"]["max_bytes"] is None
    steady_seconds = assumed["phases"][1]["max_seconds"]
    assert assumed["expected_writes"]["typical_bytes"] == pytest.approx(16 * GIB + 200e6 * steady_seconds, rel=1e-6)

    run, steady = past_run(make, session.get_one(Server, drive.server_id), devices(drive), steady_seconds=300)
    run.configuration_id = make_configuration(make, "as it is", drive="PM1733").id
    figures = {"read_percent": 0.0, "random_percent": 100.0, "outstanding_ios": 32}
    make_measurement(make, steady, block_bytes=4096, bandwidth_bytes_per_s=50e6, **figures)
    session.flush()
    measured = plan(operator, body(drive))["expected_writes"]
    assert measured["basis"] == "measured"
    assert measured["typical_bytes"] == pytest.approx(16 * GIB + 50e6 * steady_seconds, rel=1e-6)
    assert measured["max_bytes"] == measured["typical_bytes"]
    twice = plan(operator, body(drive, repeats=3))["expected_writes"]
    assert twice["typical_bytes"] == pytest.approx(3 * measured["typical_bytes"])
    # A run of seconds, which shows that all of it works, teaches nothing.
    run.scale = "smoke"
    session.flush()
    assert plan(operator, body(drive))["expected_writes"] == assumed["expected_writes"]


def test_preparation_writes_are_counted_per_drive(operator: TestClient, make: Factory, session: Session) -> None:
    rate_model(session, rated_endurance_bytes=1000 * 16 * GIB)
    server = make.server()
    drives = [make.drive(server, stable_id=f"nvme-{key}", serial=f"S{key}", model="PM1733") for key in "abc"]
    for drive in drives:
        make.enrolment(drive)
    create = {"kind": "mdadm_create", "level": "raid5", "name": "r5"}

    def planned(*operations: dict[str, Any], **change: Any) -> dict[str, Any]:
        target = {"kind": "devices", "stable_ids": [drive.stable_id for drive in drives]}
        serials = [drive.serial for drive in drives]
        request = body(drives[0], target=target, confirm_serials=serials, preparation=operations, **change)
        return plan(operator, request)

    clean = planned({**create, "assume_clean": True})
    assert clean["expected_writes"]["preparation_bytes"] == 0
    made = planned(create)
    # Of RAID 5 the last member is rebuilt whole.
    assert made["expected_writes"]["preparation_bytes"] == 16 * GIB
    more = made["expected_writes"]["typical_bytes"] - clean["expected_writes"]["typical_bytes"]
    assert more == 16 * GIB
    wear = [
        b["typical_percent"] - a["typical_percent"] for a, b in zip(clean["endurance"], made["endurance"], strict=True)
    ]
    assert wear == pytest.approx([0, 0, 0.1])
    twice = planned(create, repeats=2)
    assert twice["expected_writes"]["preparation_bytes"] == 2 * 16 * GIB

    unknown = planned({"kind": "write_zeroes"}, create)["expected_writes"]
    assert (unknown["preparation_bytes"], unknown["typical_bytes"]) == (None, made["expected_writes"]["typical_bytes"])
    assert "How much the preparation writes is not known and not counted: Write zeroes." in unknown["sentence"]


def test_reading_profile_causes_no_wear(operator: TestClient, make: Factory, session: Session) -> None:
    rate_model(session, rated_endurance_bytes=GIB)
    drive = drive_of(make)
    planned = plan(operator, body(drive, profile={"name": "read-sweep"}, confirm_serials=[]))
    assert (planned["expected_writes"]["typical_bytes"], planned["endurance"]) == (0, [])
    assert planned["expected_writes"]["sentence"] == "Nothing is written: every phase only reads."


def test_an_unknown_endurance_is_unknown(operator: TestClient, make: Factory) -> None:
    (endurance,) = plan(operator, body(drive_of(make)))["endurance"]
    assert (endurance["rated_bytes"], endurance["typical_percent"], endurance["max_percent"]) == (None, None, None)
    assert endurance["sentence"] == "The rated endurance of PM1733 is not known: add it to the model in the inventory."


def test_job_over_its_wear_budget_needs_confirmation(operator: TestClient, make: Factory, session: Session) -> None:
    rate_model(session, drive_writes_per_day=1.0, warranty_years=5.0)
    drive = drive_of(make)
    cheap = body(drive, profile={"name": "quick-4k", "parameters": {"round_seconds": 1, "max_rounds": 5}})
    planned = plan(operator, cheap)
    (endurance,) = planned["endurance"]
    assert endurance["rated_bytes"] == 5 * 365 * 16 * GIB
    # Once over all of it, of 1825 times, and five seconds at 200 MB/s.
    assert endurance["typical_percent"] == pytest.approx(100 * (16 * GIB + 5 * 200e6) / (1825 * 16 * GIB))
    assert not [warning for warning in planned["warnings"] if "endurance" in warning]
    assert operator.post("/api/v1/jobs", json=cheap).status_code == 202

    dear = cheap | {"repeats": 20}
    planned = plan(operator, dear)
    assert [warning for warning in planned["warnings"] if "endurance" in warning] == [
        "The job would be refused: the job takes up to 1.2 % of the rated endurance of "
        f"{drive.stable_id}, and the budget of one job is 1 %: shorten it, or send accept_wear."
    ]
    refused = operator.post("/api/v1/jobs", json=dear)
    assert (refused.status_code, refused.json()["code"]) == (422, "wear_not_accepted")
    assert refused.json()["errors"][0]["path"] == "accept_wear"
    assert len(session.scalars(select(Job)).all()) == 1
    assert operator.post("/api/v1/jobs", json=dear | {"accept_wear": True}).status_code == 202


def test_the_budget_is_a_setting(
    operator: TestClient,
    make: Factory,
    session: Session,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STORAGELAB_WEAR_BUDGET_PERCENT", "0.01")
    get_settings.cache_clear()
    rate_model(session, rated_endurance_bytes=1000 * 16 * GIB)
    assert operator.post("/api/v1/jobs", json=body(drive_of(make))).json()["code"] == "wear_not_accepted"


def test_the_members_of_an_array_are_worn(operator: TestClient, make: Factory, session: Session) -> None:
    rate_model(session, rated_endurance_bytes=1000 * 16 * GIB)
    server = make.server()
    members = [make.drive(server, serial=f"S{index}", model="PM1733", size_bytes=16 * GIB) for index in range(4)]
    device = make.drive(
        server, stable_id="md-uuid-1", stable_ids=["md-uuid-1"], kernel_name="md0", path="/dev/md0", serial="md-uuid-1"
    )
    listed = [
        {"kind": "drive", "key": row.stable_id, "drive_id": str(row.id), "slot": None, "state": None} for row in members
    ]
    make.array(server, drive_id=device.id, level="raid5", members=listed)
    planned = plan(operator, body(device))
    assert [item["drive"] for item in planned["endurance"]] == [row.stable_id for row in members]
    # A small write of RAID 5 writes its block and its parity: two writes over four members.
    typical = planned["expected_writes"]["typical_bytes"]
    expected = 100 * typical * 2 / 4 / (1000 * 16 * GIB)
    assert [item["typical_percent"] for item in planned["endurance"]] == pytest.approx([expected] * 4)


def test_the_finish_counts_the_jobs_ahead(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server()
    request = {
        "server_id": str(server.id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "path": None, "size_bytes": 2**28},
    }

    def finish() -> dict[str, Any]:
        answer: dict[str, Any] = operator.post("/api/v1/jobs?dry_run=true", json=request).json()
        return answer

    alone = finish()
    now = dt.datetime.now(dt.UTC)
    typical = dt.datetime.fromisoformat(alone["finish"]["estimated_finish_at"])
    assert typical - now == pytest.approx(
        dt.timedelta(seconds=alone["plan"]["estimated_seconds"]), abs=dt.timedelta(seconds=30)
    )
    assert (
        alone["finish"]["jobs_ahead"],
        alone["finish"]["estimated_finish_at"] < alone["finish"]["max_finish_at"],
    ) == (0, True)

    waiting = make.job(server, estimated_seconds=7200.0, maximum_seconds=9000.0, repeats=2)
    make.run(waiting, state="finished", started_at=LONG_AGO, finished_at=LONG_AGO)
    make.run(waiting, repeat_index=2)
    # Finished jobs, less urgent ones and those of other servers are not ahead in the queue.
    make.job(server, state="finished", estimated_seconds=7200.0)
    make.job(server, priority=10, estimated_seconds=7200.0)
    make.job(estimated_seconds=7200.0)
    behind = finish()["finish"]
    assert behind["jobs_ahead"] == 1
    later = dt.datetime.fromisoformat(behind["estimated_finish_at"]) - typical
    assert later == pytest.approx(dt.timedelta(seconds=3600), abs=dt.timedelta(seconds=30))
    assert f"1 job ahead of it on {server.name}" in behind["sentence"]


def test_job_that_cannot_start_has_no_estimated_finish(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server(state="maintenance")
    request = {
        "server_id": str(server.id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "path": None, "size_bytes": 2**28},
    }
    estimate = operator.post("/api/v1/jobs?dry_run=true", json=request).json()["finish"]
    assert (estimate["estimated_finish_at"], estimate["max_finish_at"]) == (None, None)
    assert estimate["sentence"] == f"{server.name} is in the state maintenance, so it is unknown when it takes a job."
    server.state = "ready"
    value = {"paused": True, "reason": "audit", "since": LONG_AGO.isoformat(), "by": "ada"}
    session.add(LabSetting(key="paused", value=value))
    session.flush()
    estimate = operator.post("/api/v1/jobs?dry_run=true", json=request).json()["finish"]
    assert (estimate["estimated_finish_at"], estimate["sentence"]) == (
        None,
        "The lab is paused. Nothing starts until it is resumed.",
    )
