"""Health readings from the records of a run's drives before and after it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_artifact

from storagelab.db.models import Attempt, Drive, HealthReading, Run, Server
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.attempts.run_health import keep_health, parse_health

SMART_LOG = (Path(__file__).parents[2] / "data" / "nvme" / "smart-log-2.3-qemu.json").read_text()


@pytest.fixture
def drive(make: Factory) -> Drive:
    return make.drive(make.server(), kernel_name="nvme1n1", stable_id="nvme-a", identity="wwn:a")


def record(written: int) -> bytes:
    log = json.dumps({**json.loads(SMART_LOG), "data_units_written": str(written)})
    output = {"name": "nvme_smart_log/nvme1n1", "argv": [], "exit_code": 0, "stdout": log, "stderr": "", "error": None}
    mute = {**output, "name": "smartctl/sda", "exit_code": None, "stdout": ""}
    return json.dumps({"boottime_ns": 1, "realtime_ns": 2, "outputs": [output, mute]}).encode()


def keep(make: Factory, drive: Drive, records: dict[str, bytes]) -> Run:
    server = make.session.get_one(Server, drive.server_id)
    job = make.job(server, target={"kind": "devices", "stable_ids": [drive.stable_id]})
    run = make.run(job)
    attempt: Attempt = make.attempt(run, io_started=True, started_at=LONG_AGO)
    for name, content in records.items():
        make_artifact(make, run, content, name=name, attempt_id=attempt.id)
    keep_health(AttemptTransaction(make.session, attempt, run, job, server, LONG_AGO, "worker", ("run", "now")))
    make.session.flush()
    return run


def readings(session: Session) -> list[HealthReading]:
    return list(session.scalars(select(HealthReading).order_by(HealthReading.taken_during.desc())))


def test_both_records_become_readings_of_the_run(make: Factory, session: Session, drive: Drive) -> None:
    run = keep(make, drive, {"health_before.json": record(10), "health_after.json": record(25)})
    before, after = readings(session)
    assert [(reading.taken_during, reading.run_id, reading.drive_id, reading.identity) for reading in (before,
        after)] == [
        ("before_run", run.id, drive.id, "wwn:a"), ("after_run", run.id, drive.id, "wwn:a"),
    ]  # fmt: skip
    assert after.values["written_bytes"] - before.values["written_bytes"] == 15 * 512_000


def test_truncated_record_does_not_affect_the_other_reading(make: Factory, session: Session, drive: Drive) -> None:
    keep(make, drive, {"health_before.json": record(10)[:40], "health_after.json": record(25)})
    assert [reading.taken_during for reading in readings(session)] == ["after_run"]


def test_unqueried_drive_has_no_reading(make: Factory, session: Session, drive: Drive) -> None:
    drive.kernel_name = "nvme2n1"
    keep(make, drive, {"health_before.json": record(10)})
    assert readings(session) == []


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"outputs": 5}', b'{"outputs": [{}]}', b"[" * 100_000])
def test_invalid_record_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"expected|Expecting"):
        parse_health(content)
