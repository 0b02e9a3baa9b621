"""Reading the files of a run again that was cancelled changes nothing, wherever the cancel came."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import update
from tests.integration.workers.lab import FILL, STEADY, Lab, measure

from storagelab.db.models import Attempt, Run
from storagelab.db.session import session_scope
from storagelab.results.reingest import Reingested, reingest_run

_LONG_FILL = {**FILL, "stop": {"kind": "time", "seconds": 60}}
_LONG_STEADY = {**STEADY, "stop": {**STEADY["stop"], "window": 5, "max_rounds": 60}}
_LOOP: dict[str, Any] = {
    "loop": "Cells",
    "max_rounds": 4,
    "window": 2,
    "range_limit": 9,
    "slope_limit": 9,
    "tracked": [{"phase": "write", "metric": "iops"}],
    "phases": [measure("write", 2, read=0), measure("read", 2)],
}
#: Phases of a run, and the place of the one that is cancelled.
_RUNS: dict[str, tuple[tuple[dict[str, Any], ...], int]] = {
    "before it conditions": ((_LONG_FILL, STEADY, measure("read", 1)), 0),
    "while it conditions": ((FILL, _LONG_STEADY, measure("read", 1)), 1),
    "in a measurement": ((FILL, STEADY, measure("short", 1), measure("long", 60, read=70)), 3),
    "in a loop": ((FILL, _LOOP, measure("after", 1)), 4),
}


@pytest.mark.evidence
@pytest.mark.parametrize("where", list(_RUNS))
def test_reingest_of_a_cancelled_run_reproduces_its_figures(lab: Lab, where: str) -> None:
    run_id = cancelled(lab, *_RUNS[where])
    assert read_again(lab, run_id).differences == ()


@pytest.mark.in_turn
def test_unstarted_conditioning_phase_has_no_verdict(lab: Lab) -> None:
    run_id = cancelled(lab, *_RUNS["before it conditions"])
    assert lab.read(lambda session: session.get_one(Run, run_id).verdict) is None
    # Runs of before have one, of no rounds: there are no files that it could follow from, so it stays.
    verdict = {"status": "insufficient_rounds", "phase_ordinal": 2, "rounds": [], "metric": "iops"}
    with session_scope() as session:
        session.execute(update(Run).where(Run.id == run_id).values(verdict=verdict))
    assert read_again(lab, run_id).differences == ()


def cancelled(lab: Lab, phases: tuple[dict[str, Any], ...], place: int) -> uuid.UUID:
    """Return the id of a run that was cancelled while its phase at `place` ran."""
    server_id = lab.add_local_server()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, phases)
    lab.wait(lambda: lab.phases_of(attempt_id)[place].state == "running")
    with session_scope() as session:
        session.execute(update(Attempt).where(Attempt.id == attempt_id).values(requested_state="cancel"))
    assert lab.wait_for_end(attempt_id).state == "cancelled"
    return lab.run_of(attempt_id).id


def read_again(lab: Lab, run_id: uuid.UUID) -> Reingested:
    """Return the result of a dry run of reading it again."""
    return lab.read(lambda session: reingest_run(session, run=session.get_one(Run, run_id), user_id=None, store=False))
