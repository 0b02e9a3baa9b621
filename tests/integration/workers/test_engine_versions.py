"""Server that does not query its engine for a version, because an attempt runs there."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from tests.integration.workers.simulated import SimulatedLab

from storagelab.domain.lifecycle import AttemptState

REASON = "fio was not run for its version: an attempt runs on this server."
UNKNOWN = {"fio": {"path": "/usr/bin/fio", "version": None, "reason": REASON}}


@pytest.fixture
def server_id(simulated: SimulatedLab) -> uuid.UUID:
    return simulated.add_server()


def hide_version(simulated: SimulatedLab, server_id: uuid.UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = simulated.machine(server_id)
    hello = machine._verb_hello

    def answer(args: dict[str, Any]) -> dict[str, Any]:
        return {**hello(args), "engines": UNKNOWN}

    monkeypatch.setattr(machine, "_verb_hello", answer)


def test_discovery_keeps_the_version_it_knew(
    simulated: SimulatedLab, server_id: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_version(simulated, server_id, monkeypatch)
    server = simulated.discover(server_id)
    assert server.fio_version == "fio-3.33"
    assert server.facts is not None
    assert server.facts["engines"]["fio"] == {**UNKNOWN["fio"], "version": "fio-3.33"}


def test_attempt_waits_while_the_version_is_unknown(
    simulated: SimulatedLab, server_id: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt_id = simulated.submit(server_id)
    with monkeypatch.context() as busy:
        hide_version(simulated, server_id, busy)
        attempt = simulated.step(attempt_id)
        assert attempt.state == AttemptState.LEASED
        assert attempt.waiting_reason == f"waiting for alpha: {REASON}"
    assert simulated.step_to_end(attempt_id).state == AttemptState.SUCCEEDED
    assert simulated.lab.run_of(attempt_id).engine_version == "fio-3.33"
