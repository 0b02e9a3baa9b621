"""A server's clock that is set during a run: an event, badges, and times that go on."""

from __future__ import annotations

import uuid
from itertools import pairwise
from typing import Any

from sqlalchemy import select
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Measurement, Phase
from storagelab.db.session import session_scope

SET_BACK = {"size_ms": -10_800_000, "at_ms": 4_000, "phase": 2}
SENTENCE = "The server's clock was set back by 3 h 0 min during phase 2; times are counted from the start of the run."


def clock_events(simulated: SimulatedLab, attempt_id: uuid.UUID) -> list[Any]:
    return [event for event in simulated.lab.events_of(attempt_id) if event.kind == "clock"]


def codes_by_phase(run_id: uuid.UUID) -> dict[int, list[str]]:
    with session_scope() as session:
        rows = session.execute(
            select(Phase.ordinal, Measurement.badges)
            .join(Measurement, Measurement.phase_id == Phase.id)
            .where(Phase.run_id == run_id)
        ).all()
    return {row.ordinal: [badge["code"] for badge in row.badges] for row in rows}


def test_clock_jump_adds_one_event_and_badges(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.step(attempt_id)
    simulated.machine(server_id).news = {"clock_jumps": [SET_BACK]}
    assert simulated.step_to_end(attempt_id).state == "succeeded"
    [event] = clock_events(simulated, attempt_id)
    assert (event.message, event.evidence) == (SENTENCE, SET_BACK)
    run = simulated.lab.run_of(attempt_id)
    assert [badge["detail"] for badge in run.badges if badge["code"] == "clock_set"] == [SENTENCE]
    marked = codes_by_phase(run.id)
    assert {ordinal for ordinal, codes in marked.items() if "clock_set" in codes} == {2}
    assert len(marked) == 2


def test_a_second_jump_is_a_second_event(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.step(attempt_id)
    machine = simulated.machine(server_id)
    machine.news = {"clock_jumps": [SET_BACK]}
    simulated.step(attempt_id)
    machine.news = {"clock_jumps": [SET_BACK, {**SET_BACK, "size_ms": 10_800_000}]}
    simulated.step(attempt_id)
    messages = [event.message for event in clock_events(simulated, attempt_id)]
    assert messages == [SENTENCE, SENTENCE.replace("back", "forward")]


def test_a_quiet_clock_leaves_no_badge(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.machine(server_id).news = {"clock_jumps": []}
    simulated.step_to_end(attempt_id)
    run = simulated.lab.run_of(attempt_id)
    assert clock_events(simulated, attempt_id) == []
    assert "clock_set" not in [badge["code"] for badge in run.badges]


def test_phases_begin_within_their_run_by_lab_time(simulated: SimulatedLab) -> None:
    """Check the phases against the times of their run.

    The simulated server counts its wall times from 1970, so only their distance from the start can be used.
    """
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.step_to_end(attempt_id)
    run = simulated.lab.run_of(attempt_id)
    with session_scope() as session:
        starts = session.scalars(select(Phase.started_at).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    assert run.started_at is not None
    assert len(starts) == 2
    moments = [run.started_at, *(start for start in starts if start is not None)]
    assert len(moments) == 3
    assert all(earlier <= later for earlier, later in pairwise(moments))
    assert (moments[-1] - moments[0]).total_seconds() < 3600
