"""Server that another attempt holds.

The reason names a run of this lab, or another lab, and never an id.
"""

from __future__ import annotations

import uuid

import pytest
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Run, Server
from storagelab.db.references import format_row_number
from storagelab_workers.attempts.waiting import find_busy_reason

THEIRS = "01a20bab-7f5c-7d00-8000-0123456789ab"


def test_server_used_by_another_lab_delays_the_attempt(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.machine(server_id).running = THEIRS
    attempt = simulated.step(attempt_id)
    assert attempt.waiting_reason == "waiting for alpha: another lab is using it"


@pytest.mark.in_turn
def test_server_held_by_earlier_run_delays_the_attempt(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    earlier, attempt_id = simulated.submit(server_id), simulated.submit(server_id)
    simulated.step_to_end(earlier)
    simulated.machine(server_id).running = str(earlier)
    number = simulated.lab.run_of(earlier).number
    assert simulated.step(attempt_id).waiting_reason == f"waiting for alpha: r-{number} has not released it yet"


@pytest.mark.parametrize("is_ours", [True, False])
def test_orphan_is_reported_with_its_run(simulated: SimulatedLab, is_ours: bool) -> None:
    server_id = simulated.add_server()
    earlier = simulated.submit(server_id)
    attempt_id = str(earlier) if is_ours else THEIRS
    message = f"fio (process 17), an orphan of attempt {attempt_id}, still runs on this server."
    number = format_row_number(
        simulated.lab.read(lambda session: session.get_one(Run, simulated.lab.run_of(earlier).id))
    )
    reason = simulated.lab.read(lambda session: find_busy_reason(session, session.get_one(Server, server_id), message))
    of = number if is_ours else "another lab"
    assert reason == f"waiting for alpha: fio (process 17), an orphan of {of}, still runs on this server."


def test_message_without_an_attempt_stays_unchanged(simulated: SimulatedLab) -> None:
    server_id: uuid.UUID = simulated.add_server()
    message = "The version of an engine of this server is being read. Start again later."
    reason = simulated.lab.read(lambda session: find_busy_reason(session, session.get_one(Server, server_id), message))
    assert reason == f"waiting for alpha: {message}"
