"""Runs with a loop that ended early: the loop begins again, unless it had been finished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_measurement

from storagelab.analysis.loop_verdicts import add_loop_verdict
from storagelab.db.models import Attempt, Job, Measurement, Phase, Run
from storagelab.http.references import format_row_number
from storagelab_runner.spec import parse_spec

#: Of snia-latency at the smoke scale: phase 1, six rounds of nine cells, and the writes for the histogram.
CELLS, ROUNDS, LAST = 9, 6, 56

Lost = Callable[[dict[int, tuple[str, str | None]]], Run]


@pytest.fixture
def lost(operator: TestClient, make: Factory, session: Session) -> Lost:
    """Provide a function that submits a run of a loop, lost with its phases in these states by ordinal.

    The other phases finished.
    """
    drive = make.drive(make.server(name="lab1"), stable_id="nvme-x", serial="SERIAL-x", logical_block_bytes=512)
    make.enrolment(drive)
    body = {
        "server_id": str(drive.server_id),
        "profile": {"name": "snia-latency", "scale": "smoke"},
        "target": {"kind": "devices", "stable_ids": ["nvme-x"]},
        "confirm_serials": ["SERIAL-x"],
    }
    answer = operator.post("/api/v1/jobs", json=body)
    assert answer.status_code == 202, answer.text

    def end(states: dict[int, tuple[str, str | None]]) -> Run:
        run = session.scalars(select(Run)).one()
        phases = session.scalars(select(Phase).order_by(Phase.ordinal)).all()
        assert len(phases) == LAST
        for phase in phases:
            phase.state, phase.stop_reason = states.get(phase.ordinal, ("finished", "completed"))
            phase.in_measurement_window = None if phase.loop is None else phase.state == "finished"
            if phase.state == "finished":
                make_measurement(make, phase)
        session.scalars(select(Attempt)).one().state = run.state = "lost"
        session.scalars(select(Job)).one().state = "failed"
        session.flush()
        return run

    return end


def resume(client: TestClient, run: Run) -> Any:
    answer = client.post(f"/api/v1/runs/{format_row_number(run)}/resume")
    assert answer.status_code == 202, answer.text
    return answer.json()


def test_the_first_spec_has_the_loop_whole(lost: Lost, session: Session) -> None:
    lost({})
    spec = parse_spec(session.scalars(select(Attempt)).one().spec)
    (loop,) = spec.loops
    assert (loop.name, loop.max_rounds, loop.window, loop.metrics) == ("Latency", ROUNDS, 5, ("latency",))
    tracked = [phase.name for phase in spec.phases if phase.in_loop is not None and phase.in_loop.tracked]
    assert tracked == [f"Round {number}: 4K 0/100" for number in range(1, ROUNDS + 1)]


def test_interrupted_loop_starts_over(lost: Lost, operator: TestClient, session: Session) -> None:
    run = lost(dict.fromkeys(range(1 + 3 * CELLS + 4, LAST + 1), ("lost", None)))
    shown = operator.get(f"/api/v1/runs/{run.id}").json()
    assert shown["resumption"] == {"refusal": None, "preserved": [1], "repeated": list(range(2, LAST + 1))}
    resume(operator, run)
    spec = parse_spec(session.scalars(select(Attempt).order_by(Attempt.ordinal.desc())).first().spec)
    assert [phase.ordinal for phase in spec.phases] == list(range(2, LAST + 1))
    assert len(spec.loops) == 1
    measured = select(Phase.ordinal).join(Measurement, Measurement.phase_id == Phase.id)
    assert session.scalars(measured).all() == [1]
    assert {phase.state for phase in session.scalars(select(Phase).where(Phase.loop.is_not(None)))} == {"planned"}
    session.refresh(run)
    assert run.verdict is None


def test_finished_loop_preserves_its_verdict(lost: Lost, operator: TestClient, session: Session) -> None:
    """Check that the verdict of a finished loop stays.

    The new attempt may end before it evaluates anything, and a loop without a window has no results.
    """
    needless = dict.fromkeys(range(LAST - CELLS, LAST), ("skipped", "not_needed"))
    run = lost({**needless, LAST: ("lost", None)})
    loop = {
        "name": "Latency", "status": "steady", "round_seconds": 2.0, "window": [1, 5], "first_steady_round": 5,
        "range_limit_pct": 20.0, "slope_limit_pct": 10.0, "sentence": "Steady.", "t0_ms": 0, "t1_ms": 9,
        "tracked": [
            {
                "phase": "4K 0/100", "metric": "lat_mean", "rounds": [1.0] * 5, "average": 1.0, "range_pct": 0.0,
                "slope_pct": 0.0, "slope_per_round": 0.0, "intercept": 1.0, "sentence": "Steady.",
            }
        ],
    }  # fmt: skip
    run.verdict = add_loop_verdict(
        add_loop_verdict(None, loop), {**loop, "name": "Gone", "status": "insufficient_rounds"}
    )
    session.flush()
    shown = operator.get(f"/api/v1/runs/{run.id}").json()
    assert shown["resumption"] == {"refusal": None, "preserved": list(range(1, LAST)), "repeated": [LAST]}
    resume(operator, run)
    document = session.scalars(select(Attempt).order_by(Attempt.ordinal.desc())).first().spec
    assert "loops" not in document
    assert [phase.ordinal for phase in parse_spec(document).phases] == [LAST]
    phases = session.scalars(select(Phase).where(Phase.loop.is_not(None))).all()
    assert {(phase.state, phase.in_measurement_window) for phase in phases} == {("finished", True), ("skipped", False)}
    session.refresh(run)
    assert run.verdict == add_loop_verdict(None, loop)
