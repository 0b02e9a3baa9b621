"""Status of a run beside its course: findings, preparation, warnings, damage, and their consequences."""

from __future__ import annotations

import uuid

from tests.integration.workers.simulated import SimulatedLab

from storagelab.errors import ServerCallFailed

PASS = {"id": "I1", "device": "nvme-x", "title": "Named", "verdict": "pass", "reason": "It is what it was named."}
REFUSE = {**PASS, "id": "I4", "verdict": "refuse", "reason": "It is mounted on /srv."}


def messages(simulated: SimulatedLab, attempt_id: uuid.UUID, kind: str) -> list[str]:
    return [event.message for event in simulated.lab.events_of(attempt_id) if event.kind == kind]


def test_findings_are_stored_with_attempts_and_refusals(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    machine = simulated.machine(server_id)
    machine.findings = [PASS]
    running = simulated.submit(server_id)
    assert simulated.step(running).checks == {"prepare": [PASS]}
    simulated.step_to_end(running)

    message = "nvme-x: It is mounted on /srv."
    machine.refusal = ServerCallFailed(message, runner_code="refused", kind="job", findings=[PASS, REFUSE])
    refused = simulated.step(simulated.submit(server_id))
    assert (refused.state, refused.checks) == ("refused", {"prepare": [PASS, REFUSE]})
    assert (refused.failure_kind, refused.failure_message) == ("job", message)
    assert simulated.lab.leases() == []


def test_each_preparation_step_is_reported_once(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    view = {"ordinal": 1, "kind": "discard", "title": "Discard all blocks", "message": None, "evidence": {}}
    machine = simulated.machine(server_id)
    machine.news = {"operations": [{**view, "state": "running"}], "warnings": ["The disk is nearly full."]}
    simulated.step(attempt_id)
    simulated.step(attempt_id)
    machine.news = {**machine.news, "operations": [{**view, "state": "finished", "evidence": {"bytes": 4096}}]}
    simulated.step(attempt_id)
    assert messages(simulated, attempt_id, "operation") == [
        "Preparation 1 (Discard all blocks) is running",
        "Preparation 1 (Discard all blocks) is finished",
    ]
    assert messages(simulated, attempt_id, "warning") == ["The disk is nearly full."]
    assert simulated.lab.attempt(attempt_id).status["operations"][0]["evidence"] == {"bytes": 4096}


def test_damage_to_a_neighbour_holds_the_server(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.step(attempt_id)
    changed = [{"device": "nvme1n1", "what": "its first MiB is another one"}]
    simulated.machine(server_id).news = {"neighbours": {"state": "changed", "changed": changed}}
    assert simulated.step_to_end(attempt_id).state == "succeeded"
    server = simulated.discover(server_id)
    number = simulated.lab.run_of(attempt_id).number
    words = f"Other drives of alpha changed during r-{number}: nvme1n1: its first MiB is another one."
    assert (server.state, server.state_reason) == ("quarantined", words)
    assert messages(simulated, attempt_id, "neighbours") == [words]


def test_hung_engine_holds_leases_and_quarantines_server(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    attempt_id = simulated.submit(server_id)
    simulated.step(attempt_id)
    simulated.machine(server_id).news = {"stuck": True}
    assert simulated.step(attempt_id).state == "running"
    assert simulated.lab.server(server_id).state == "quarantined"
    assert len(simulated.lab.leases()) == 1
    assert len(messages(simulated, attempt_id, "stuck")) == 1


def test_orphaned_processes_quarantine_the_server(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    machine = simulated.machine(server_id)
    machine.orphans = [{"pid": 4711, "command": "fio", "attempt_id": None, "device_number": "259:1"}]
    server = simulated.discover(server_id)
    assert (server.state, server.state_reason) == (
        "quarantined",
        "Process 4711 (fio) on alpha has outlived its attempt.",
    )
    machine.orphans = []
    assert simulated.discover(server_id).state == "ready"


def test_protocol_mismatch_names_the_upgrade_command(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    machine = simulated.machine(server_id)
    attempt_id = simulated.submit(server_id)
    machine.protocol = 1
    assert simulated.step(attempt_id).state == "refused"
    message = simulated.lab.run_of(attempt_id).failure_message
    assert "speaks protocol 1 and this lab 2: an administrator of alpha runs server-setup.sh upgrade" in message
    server = simulated.discover(server_id)
    assert (server.state, server.state_reason) == ("unreachable", message)
    machine.protocol = 3
    assert "the lab is older than the runner" in simulated.discover(server_id).state_reason
