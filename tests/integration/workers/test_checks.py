"""Probes of a target, which always end: in findings, or in a sentence about their absence."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from sqlalchemy import func, update
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.base import generate_uuid7
from storagelab.db.models import TargetCheck
from storagelab.db.session import session_scope
from storagelab_workers.check_step import answer_check
from storagelab_workers.crash_points import SERVER_POINTS, at_every_point
from storagelab_workers.server_step import discover
from storagelab_workers.transports.base import ChannelBusy

FINDING = {
    "id": "I4",
    "device": "nvme-x",
    "title": "Held alone",
    "verdict": "refuse",
    "reason": "It is mounted on /srv.",
}


def request_check(simulated: SimulatedLab, server_id: uuid.UUID, **values: Any) -> uuid.UUID:
    """Store a requested target check, as the API does."""
    with session_scope() as session:
        check = TargetCheck(
            id=generate_uuid7(), server_id=server_id, state="requested", due_at=func.clock_timestamp(),
            question={"target": {"kind": "devices", "devices": []}, "writes": True, "preparation": []}, **values,
        )  # fmt: skip
        session.add(check)
        return check.id


def answer(simulated: SimulatedLab, check_id: uuid.UUID) -> TargetCheck:
    answer_check(check_id, servers=simulated.network)  # type: ignore[arg-type]
    return simulated.lab.read(lambda session: session.get_one(TargetCheck, check_id))


def test_probe_results_are_stored_unchanged(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    machine = simulated.machine(server_id)
    machine.findings = [FINDING]
    check = answer(simulated, request_check(simulated, server_id))
    assert (check.state, check.refused, check.results) == ("done", True, [FINDING])
    assert check.finished_at is not None
    assert simulated.network.calls["check"] == 1
    answer(simulated, check.id)
    assert simulated.network.calls["check"] == 1


def test_unreachable_server_fails_the_probe_with_its_reason(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    simulated.machine(server_id).reachable = False
    check = answer(simulated, request_check(simulated, server_id))
    assert (check.state, check.error_kind, check.error_message) == (
        "failed",
        "infrastructure",
        "alpha does not answer.",
    )


def test_busy_channel_is_retried_until_the_probe_expires(simulated: SimulatedLab) -> None:
    class Busy:
        """A pool whose channel to every server is taken."""

        def call(self, *_: Any, **__: Any) -> dict[str, Any]:
            raise ChannelBusy("Another call to alpha has not ended yet.")

    server_id = simulated.add_server()
    check_id = request_check(simulated, server_id)
    answer_check(check_id, servers=Busy())  # type: ignore[arg-type]
    check = simulated.lab.read(lambda session: session.get_one(TargetCheck, check_id))
    assert (check.state, check.finished_at) == ("requested", None)

    old = request_check(simulated, server_id, created_at=dt.datetime.now(dt.UTC) - dt.timedelta(minutes=1))
    check = answer(simulated, old)
    assert check.state == "failed"
    assert "busy with other calls" in check.error_message


class Died(BaseException):
    """The simulated death of a worker: nothing of the product may catch it."""


@pytest.mark.parametrize("point", SERVER_POINTS)
def test_worker_death_only_delays_discovery_or_probe(simulated: SimulatedLab, point: str) -> None:
    def die(name: str) -> None:
        if name == point:
            raise Died

    server_id = simulated.add_server()
    check_id = request_check(simulated, server_id)
    values = {"discovery": "requested", "discovery_due_at": func.clock_timestamp()}
    simulated.change_server(server_id, **values)
    died = 0
    with at_every_point(die):
        for work, which in ((discover, server_id), (answer_check, check_id)):
            try:
                work(which, servers=simulated.network)  # type: ignore[arg-type]
            except Died:
                died += 1
    assert died == 1
    # The next worker waits until the claim of the dead one is over.
    simulated.change_server(server_id, discovery_due_at=func.clock_timestamp())
    with session_scope() as session:
        session.execute(update(TargetCheck).values(due_at=func.clock_timestamp()))
    discover(server_id, servers=simulated.network)  # type: ignore[arg-type]
    assert answer(simulated, check_id).state == "done"
    server = simulated.lab.server(server_id)
    assert (server.state, server.discovery) == ("ready", "idle")
