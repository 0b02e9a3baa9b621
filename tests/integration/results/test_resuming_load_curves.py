"""A load curve that ended early goes on with the maximum that was measured before."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_measurement

from storagelab.db.models import Attempt, Job, Measurement, Phase, Run
from storagelab.http.references import format_row_number
from storagelab_runner.spec import apply_rate, parse_spec

MAXIMUM = 123_456.7


@pytest.fixture
def run(operator: TestClient, make: Factory, session: Session) -> Run:
    """Provide a run of load curves, lost in its fifth phase: the first maximum and two of its shares are measured."""
    drive = make.drive(make.server(name="lab1"), stable_id="nvme-x", serial="SERIAL-x")
    make.enrolment(drive)
    body = {
        "server_id": str(drive.server_id),
        "profile": {"name": "perc12-vdbench"},
        "target": {"kind": "devices", "stable_ids": ["nvme-x"]},
        "confirm_serials": ["SERIAL-x"],
    }
    operator.post("/api/v1/jobs", json=body).raise_for_status()
    run = session.scalars(select(Run)).one()
    for phase in session.scalars(select(Phase).order_by(Phase.ordinal)):
        phase.state = "finished" if phase.ordinal <= 4 else "lost"
        if phase.ordinal <= 4:
            make_measurement(make, phase, iops=MAXIMUM if phase.ordinal == 2 else 12_400.0)
        if 3 <= phase.ordinal <= 5:
            phase.offered_iops = 12_400.0
    session.scalars(select(Attempt)).one().state = run.state = "lost"
    session.scalars(select(Job)).one().state = "failed"
    session.flush()
    return run


def resumed(session: Session) -> Attempt:
    return session.scalars(select(Attempt).order_by(Attempt.ordinal.desc()).limit(1)).one()


def test_remaining_points_receive_the_known_maximum(operator: TestClient, run: Run, session: Session) -> None:
    operator.post(f"/api/v1/runs/{format_row_number(run)}/resume").raise_for_status()
    spec = resumed(session).spec
    late = {phase["ordinal"]: phase.get("late_rates") for phase in spec["phases"]}
    assert late[5] == {"of": 2, "percent": 30.0, "known_max": MAXIMUM}
    assert {late[ordinal]["known_max"] for ordinal in range(5, 15)} == {MAXIMUM}
    assert (late[15], late[16]) == (None, {"of": 15, "percent": 10.0})
    first = parse_spec(spec).phases[0]
    rated = apply_rate(first, first.late_rates.known_max)
    assert rated.rate.requested_iops == 37_100
    query = select(Phase.ordinal, Phase.offered_iops).where(Phase.ordinal <= 5)
    offered = {row.ordinal: row.offered_iops for row in session.execute(query)}
    assert offered == {1: None, 2: None, 3: 12_400.0, 4: 12_400.0, 5: None}


def test_run_resumed_twice_preserves_its_known_maximum(
    operator: TestClient, make: Factory, run: Run, session: Session
) -> None:
    operator.post(f"/api/v1/runs/{format_row_number(run)}/resume").raise_for_status()
    session.expire_all()
    for phase in session.scalars(select(Phase).where(Phase.ordinal == 5)):
        phase.state = "finished"
        make_measurement(make, phase, iops=37_000.0)
    resumed(session).state = run.state = "lost"
    session.scalars(select(Job)).one().state = "failed"
    session.flush()
    answer = operator.post(f"/api/v1/runs/{format_row_number(run)}/resume")
    assert answer.status_code == 202, answer.text
    phases = resumed(session).spec["phases"]
    assert phases[0]["ordinal"] == 6
    assert phases[0]["late_rates"] == {"of": 2, "percent": 40.0, "known_max": MAXIMUM}


def test_without_the_maximum_it_cannot_go_on(operator: TestClient, run: Run, session: Session) -> None:
    maximum = session.scalars(select(Phase.id).where(Phase.ordinal == 2)).one()
    session.execute(delete(Measurement).where(Measurement.phase_id == maximum))
    answer = operator.post(f"/api/v1/runs/{format_row_number(run)}/resume")
    assert answer.status_code == 409
    assert answer.json()["detail"].startswith("The maximum that phase 2 measured is not stored")
    assert len(session.scalars(select(Attempt)).all()) == 1
