"""Hand-made facts of hardware, and discoveries that found them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.factories import LONG_AGO

from storagelab.collectors.base import CollectedFacts, ControllerFacts, DriveDetail, DriveFacts
from storagelab.db.models import Drive, InventoryChange, Server
from storagelab_workers.hardware.merge import merge
from storagelab_workers.hardware.store import store_hardware

PCI = "pci:0000:3b:00.0"
CONTROLLER = ControllerFacts(PCI, "raid", model="PERC H965i", firmware="8.4", driver="megaraid_sas", battery="optimal")
DAY = dt.timedelta(days=1)


class Discoveries:
    """Discoveries of servers, a day apart."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.now = LONG_AGO

    def __call__(self, server: Server, facts: CollectedFacts, *, after: dt.timedelta = DAY) -> list[InventoryChange]:
        """Return the changes that a discovery of these facts recorded, in the order of the log."""
        self.now += after
        earlier_ids = set(self.session.scalars(select(InventoryChange.id)))
        hardware = merge(facts)
        elsewhere = store_hardware(self.session, server=server, hardware=hardware, now=self.now)
        server.warnings = [*hardware.warnings, *elsewhere]
        self.session.flush()
        self.session.expire_all()
        query = select(InventoryChange).where(InventoryChange.id.not_in(earlier_ids)).order_by(InventoryChange.id)
        return list(self.session.scalars(query))

    def drives(self, server: Server) -> list[Drive]:
        query = select(Drive).where(Drive.server_id == server.id).order_by(Drive.number)
        return list(self.session.scalars(query))


def drive(number: int, **values: Any) -> DriveFacts:
    """Return an NVMe drive that the kernel shows."""
    defaults = {
        "kernel_name": f"nvme{number}n1", "path": f"/dev/nvme{number}n1", "stable_id": f"nvme-eui.{number:016x}",
        "stable_ids": (f"nvme-eui.{number:016x}",), "model": "Fast 1000", "serial": f"S{number}",
        "wwn": f"eui.{number:016x}", "firmware": "1.0", "size_bytes": 1 << 40, "logical_block_bytes": 512,
        "physical_block_bytes": 4096, "rotational": False, "transport": "nvme", "mountpoints": (), "filesystem": None,
        "in_use_reasons": (), "resources": (),
    }  # fmt: skip
    return DriveFacts(**(defaults | values))


def nameless(kernel_name: str, **values: Any) -> DriveFacts:
    """Return a drive that nothing identifies."""
    nothing = {"stable_id": None, "stable_ids": (), "wwn": None, "serial": None, "model": None}
    return drive(0, **(nothing | {"kernel_name": kernel_name, "path": f"/dev/{kernel_name}"} | values))


def behind(slot: int, serial: str | None, **values: Any) -> DriveDetail:
    """Return a drive that only the controller's tool shows."""
    place: dict[str, Any] = {"slot": str(slot), "location": f"/c0/e252/s{slot}", "controller_key": PCI}
    return DriveDetail(**({"serial": serial, "model": "PM1743"} | place | values))


def as_tuples(changes: list[InventoryChange]) -> list[tuple[Any, ...]]:
    """Return changes as tuples of component, kind, field, before and after."""
    return [(change.component, change.kind, change.field, change.before, change.after) for change in changes]
