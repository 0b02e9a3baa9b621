"""Enrolments follow the allow-list of the server, and nothing else makes one active."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from typing import Any

import pytest
from sqlalchemy import select
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Enrolment
from storagelab.db.session import session_scope

ENROLLED_NS = 1_790_000_000_123_456_789


def entry(stable_id: str, **values: Any) -> dict[str, Any]:
    """Return an entry as the runner lists it."""
    return {
        "stable_id": stable_id, "serial": f"S-{stable_id}", "wwid": None, "model": "Fast 1000", "size_bytes": 1 << 40,
        "logical_block_bytes": 512, "transport": "nvme", "members": None, "level": None, "strip_bytes": None,
        "enrolled_realtime_ns": ENROLLED_NS, "expires_realtime_ns": ENROLLED_NS + 10**18, "enrolled_by": "ann",
        "valid": True, "void_reason": None, **values,
    }  # fmt: skip


@pytest.fixture
def listing(simulated: SimulatedLab) -> Any:
    """Provide a server, and a function that discovers it with an allow-list and returns the enrolments."""
    server_id = simulated.add_server()
    machine = simulated.machine(server_id)

    def discover(*entries: dict[str, Any]) -> dict[str, Enrolment]:
        text = json.dumps({"config": "/etc/storagelab-runner", "sandbox": False, "entries": list(entries)})
        output = {"name": "enrolled", "exit_code": 0, "stdout": text}
        machine.outputs = [output]
        simulated.discover(server_id)
        query = select(Enrolment).where(Enrolment.server_id == server_id)
        return {row.stable_id: row for row in simulated.lab.read(lambda session: session.scalars(query).all())}

    discover.server_id = server_id  # type: ignore[attr-defined]
    return discover


def propose(server_id: uuid.UUID, stable_id: str, **values: Any) -> None:
    with session_scope() as session:
        defaults = {"serial": f"S-{stable_id}", "state": "proposed"}
        session.add(Enrolment(server_id=server_id, stable_id=stable_id, **(defaults | values)))


def test_proposal_becomes_active_for_the_enrolled_drive(listing: Any) -> None:
    propose(listing.server_id, "right")
    propose(listing.server_id, "waits")
    propose(listing.server_id, "other", serial="S-of-another-drive")
    rows = listing(entry("right"), entry("other"))
    assert {name: row.state for name, row in rows.items()} == {"right": "active", "waits": "proposed", "other": "void"}
    assert rows["right"].expires_at > rows["right"].enrolled_at
    assert rows["right"].pins["model"] == "Fast 1000"
    assert "another serial number" in rows["other"].void_reason


def test_server_decides_on_entries_made_there(listing: Any) -> None:
    rows = listing(entry("made-there"), entry("void", valid=False, void_reason="Its size has changed."))
    assert rows["made-there"].state == "active"
    assert (rows["void"].state, rows["void"].void_reason) == ("void", "Its size has changed.")
    rows = listing(entry("void"))
    assert rows["void"].state == "active"
    assert rows["made-there"].state == "withdrawn"
    assert "no longer in the allow-list of alpha" in rows["made-there"].void_reason


def test_withdrawn_enrolment_stays_withdrawn_until_enrolled_again(listing: Any) -> None:
    listing(entry("x"))
    with session_scope() as session:
        session.scalars(select(Enrolment)).one().state = "withdrawn"
    assert listing(entry("x"))["x"].state == "withdrawn"
    assert listing(entry("x", enrolled_realtime_ns=ENROLLED_NS + 10**9))["x"].state == "active"


def test_missing_enrolment_list_leaves_states_unchanged(simulated: SimulatedLab, listing: Any) -> None:
    listing(entry("x"))
    simulated.machine(listing.server_id).outputs = []
    simulated.discover(listing.server_id)
    row = simulated.lab.read(lambda session: session.scalars(select(Enrolment)).one())
    assert (row.state, row.last_seen_at.tzinfo) == ("active", dt.UTC)
