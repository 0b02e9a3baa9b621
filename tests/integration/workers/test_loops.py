"""Loop from the queue to its verdict: skipped rounds, rounds that count, and findings on them."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.integration.workers.lab import FILL, Lab, measure

from storagelab.db.models import Measurement, Phase
from storagelab.evaluate.headline import choose_headline
from storagelab.runs.headline import read_best

LOOP: dict[str, Any] = {
    "loop": "Cells",
    "max_rounds": 4,
    "window": 2,
    # Limits this wide make every window steady, so the outcome does not depend on the machine.
    "range_limit": 9,
    "slope_limit": 9,
    "tracked": [{"phase": "write", "metric": "iops"}, {"phase": "read", "metric": "latency"}],
    "phases": [measure("write", 1, read=0), measure("read", 1)],
}


def measurements_of(lab: Lab, phases: list[Phase]) -> dict[str, Measurement]:
    names = {phase.id: phase.name for phase in phases}
    rows = lab.read(lambda session: session.scalars(select(Measurement).where(Measurement.phase_id.in_(names))).all())
    return {names[row.phase_id]: row for row in rows}


@pytest.mark.in_turn
def test_steady_loop_ends_early_and_reports_its_window(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, (FILL, LOOP, measure("after", 1)))
    attempt = lab.wait_for_end(attempt_id)
    run, phases = lab.run_of(attempt_id), lab.phases_of(attempt_id)

    assert (attempt.state, run.state, run.completeness, attempt.failure_message) == (
        "succeeded",
        "finished",
        "complete",
        None,
    )
    assert [phase.state for phase in phases] == ["finished"] * 5 + ["skipped"] * 4 + ["finished"]
    assert {phase.message for phase in phases[5:9]} == {"Not run: Cells was steady at round 2."}
    assert [phase.in_measurement_window for phase in phases] == [None, True, True, True, True, *[False] * 4, None]
    messages = [event.message for event in lab.events_of(attempt_id) if "skipped" in event.message]
    assert messages == ["Phases 6 to 9 are skipped. Not run: Cells was steady at round 2."]

    measured = measurements_of(lab, phases)
    assert set(measured) == {"fill", "Round 1: write", "Round 1: read", "Round 2: write", "Round 2: read", "after"}
    assert measured["Round 1: write"].steady is True
    assert measured["after"].steady is True
    assert {badge["code"] for badge in measured["Round 2: read"].badges} >= {"not_snia_timing"}
    verdict = run.verdict
    assert (verdict["status"], verdict["first_steady_round"], verdict["window"]) == ("steady", 2, [1, 2])
    (loop,) = verdict["loops"]
    writes, reads = loop["tracked"]
    rates = [measured["Round 1: write"].iops, measured["Round 2: write"].iops]
    assert (writes["metric"], writes["rounds"]) == ("iops", rates)
    assert reads["metric"] == "lat_mean"
    assert reads["average"] == pytest.approx(
        (measured["Round 1: read"].latency_mean_ns + measured["Round 2: read"].latency_mean_ns) / 2
    )
    assert {"not_snia_timing", "file_target"} <= {badge["code"] for badge in run.badges}

    best = lab.read(lambda session: read_best(session, run_ids=[run.id]))[run.id]
    assert best["random_write_iops"] is not None
    assert best["random_write_iops"].value == pytest.approx(sum(rates) / 2)
    headline = {item["label"]: item["value"] for item in choose_headline(best, verdict)}
    assert headline["IOPS at steady state"] == pytest.approx(sum(rates) / 2)


@pytest.mark.in_turn
def test_unsteady_loop_reports_its_last_rounds(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    loop = {**LOOP, "max_rounds": 3, "range_limit": 0, "slope_limit": 0}
    attempt_id = lab.submit(server_id, (FILL, loop))
    attempt = lab.wait_for_end(attempt_id)
    run, phases = lab.run_of(attempt_id), lab.phases_of(attempt_id)
    assert attempt.state == "succeeded"
    assert (run.verdict["status"], run.verdict["window"]) == ("not_steady", [2, 3])
    assert [phase.in_measurement_window for phase in phases] == [None, False, False, True, True, True, True]
    measured = measurements_of(lab, phases)
    assert {measured[name].steady for name in measured if name != "fill"} == {False}
    assert "not_steady" in {badge["code"] for badge in run.badges}
    best = lab.read(lambda session: read_best(session, run_ids=[run.id]))[run.id]
    counted = [measured["Round 2: write"].iops, measured["Round 3: write"].iops]
    assert best["random_write_iops"] is not None
    assert best["random_write_iops"].value == pytest.approx(sum(counted) / 2)
