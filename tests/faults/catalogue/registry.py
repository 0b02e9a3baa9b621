"""Every fault of the list, and those whose parts do not exist yet."""

from __future__ import annotations

from tests.faults.catalogue import broker, clients, database, devices, network, servers, workers
from tests.faults.fault import Fault, Pending

FAULTS: tuple[Fault, ...] = (
    *devices.FAULTS,
    *servers.FAULTS,
    *network.FAULTS,
    *workers.FAULTS,
    *broker.FAULTS,
    *database.FAULTS,
    *clients.FAULTS,
)
PENDING = (
    Pending(44, "a share, then its run parsed again, renamed, deleted", "runs cannot be renamed or deleted yet"),
    Pending(45, "hostile inputs: webhooks, escapes of engines, names", "no webhooks and no raw job files yet"),
)
