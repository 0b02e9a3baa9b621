"""Runs on many servers at once: those that answer never wait for those that do not."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from tests.integration.workers.lab import Lab, measure
from tests.integration.workers.ssh_fleet import SSHFleet, ssh_fleet

#: Three times as many as the pool of processes had that this one replaces.
SILENT = 3
ANSWERING = 9
#: Polls that every responsive server receives at the minimum while the silent ones run into one time limit.
MIN_POLLS = 4


@pytest.fixture
def fleet(lab: Lab) -> Iterator[SSHFleet]:
    with ssh_fleet() as fleet:
        yield fleet


def polls(fleet: SSHFleet, server_ids: list[uuid.UUID]) -> list[int]:
    return [fleet.calls[server_id]["status"] for server_id in server_ids]


@pytest.mark.in_turn
def test_silent_servers_do_not_delay_answering_servers(lab: Lab, fleet: SSHFleet) -> None:
    answering = [fleet.add(f"answers-{number}") for number in range(ANSWERING)]
    lab.start_worker()
    lab.start_reconciler()
    lab.wait(lambda: all(lab.server(server_id).state == "ready" for server_id in answering))
    running = [lab.submit(server_id, (measure("random read", 60),)) for server_id in answering]
    lab.wait(lambda: all(lab.attempt(attempt_id).state == "running" for attempt_id in running))

    silent = [fleet.add_silent(f"silent-{number}") for number in range(SILENT)]
    unheard = [lab.submit(server_id) for server_id in silent]
    lab.wait(lambda: all(lab.attempt(attempt_id).state == "leased" for attempt_id in unheard))
    before = polls(fleet, answering)
    lab.wait(lambda: all(lab.attempt(attempt_id).connectivity == "unreachable" for attempt_id in unheard))
    poll_counts = [now - then for now, then in zip(polls(fleet, answering), before, strict=True)]

    assert min(poll_counts) >= MIN_POLLS, poll_counts
    assert {lab.attempt(attempt_id).connectivity for attempt_id in running} == {"ok"}
    # One worker, one reconciler: neither opens a second channel to a server while the first one works.
    assert max(fleet.channels[server_id] for server_id in answering) <= 2
