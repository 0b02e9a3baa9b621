"""Changes of the server itself that a discovery finds: its programs and its settings."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from sqlalchemy import select
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.clock import read_clock
from storagelab.db.models import Drive, InventoryChange

DISK = {"name": "nvme0n1", "type": "disk", "size": 1 << 40, "model": "Fast <i>1000</i>", "serial": "S1", "tran": "nvme"}


def output(name: str, content: Any) -> dict[str, Any]:
    text = content if isinstance(content, str) else json.dumps(content)
    return {"name": name, "exit_code": 0, "stdout": text}


def outputs(*, kernel: str, scheduler: str, smartctl: str) -> list[dict[str, Any]]:
    """Return an inventory of a machine with one drive."""
    return [
        output("uname", {"nodename": "alpha", "release": kernel, "machine": "x86_64"}),
        output("dmi", {"product_name": "R760", "board_name": "0VYWH1", "bios_version": "2.1.5"}),
        output("lsblk", {"blockdevices": [DISK]}),
        output("kernel_settings", {"block": {"nvme0n1": {"scheduler": scheduler}}}),
        output("tool_versions", {"smartctl": {"state": smartctl, "version": None, "message": None}}),
    ]


def changes(simulated: SimulatedLab, server_id: uuid.UUID) -> list[tuple[str, str, str | None, Any, Any]]:
    query = select(InventoryChange).where(InventoryChange.server_id == server_id).order_by(InventoryChange.id)
    rows = simulated.lab.read(lambda session: session.scalars(query).all())
    return [(row.component, row.kind, row.field, row.before, row.after) for row in rows]


def test_server_and_its_changes_are_stored(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    machine = simulated.machine(server_id)
    machine.outputs = outputs(kernel="6.1.0-31", scheduler="none", smartctl="missing")
    simulated.discover(server_id)
    count = len(changes(simulated, server_id))
    simulated.discover(server_id)
    assert len(changes(simulated, server_id)) == count

    machine.outputs = outputs(kernel="6.1.0-32", scheduler="mq-deadline", smartctl="not_permitted")
    server = simulated.discover(server_id)

    assert changes(simulated, server_id)[count:] == [
        ("server", "changed", "kernel", "6.1.0-31", "6.1.0-32"),
        ("server", "changed", "settings.block.nvme0n1.scheduler", "none", "mq-deadline"),
        (
            "server", "changed", "tools.smartctl",
            {"state": "missing", "version": None}, {"state": "not_permitted", "version": None},
        ),
    ]  # fmt: skip
    assert (server.board_name, server.bios_version) == ("0VYWH1", "2.1.5")
    assert server.tools["smartctl"]["state"] == "not_permitted"
    assert server.facts["settings"]["block.nvme0n1.scheduler"] == "mq-deadline"
    assert {"r760", "2.1.5", "6.1.0-32"} <= set(server.search_text.split())


def test_truncated_inventory_is_stored_with_a_warning(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    machine = simulated.machine(server_id)
    machine.outputs = outputs(kernel="6.1.0-31", scheduler="none", smartctl="ok")
    simulated.discover(server_id)
    for output in machine.outputs:
        output["stdout"] = output["stdout"][: len(output["stdout"]) // 2] + "\x00"
    server = simulated.discover(server_id)

    assert server.last_error is None
    assert any("lsblk was not understood" in warning for warning in server.warnings)
    drives = simulated.lab.read(lambda session: session.scalars(select(Drive)).all())
    assert [(drive.model, drive.present) for drive in drives] == [("Fast <i>1000</i>", False)]


def test_discovered_at_precedes_the_end_of_the_read(simulated: SimulatedLab, monkeypatch: pytest.MonkeyPatch) -> None:
    server_id = simulated.add_server()
    call, read_at = simulated.network.call, []

    def slowly(*args: Any, **options: Any) -> Any:
        answer = call(*args, **options)
        # These facts contain nothing that ends on the server from here on.
        read_at.append(simulated.lab.read(read_clock))
        return answer

    monkeypatch.setattr(simulated.network, "call", slowly)
    server = simulated.discover(server_id)
    assert server.discovered_at is not None
    assert server.discovered_at < read_at[0] <= server.last_seen_at
