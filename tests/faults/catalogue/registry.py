"""Every fault of the list."""

from __future__ import annotations

from tests.faults.catalogue import broker, clients, database, devices, inputs, network, servers, workers
from tests.faults.fault import Fault

FAULTS: tuple[Fault, ...] = (
    *devices.FAULTS,
    *servers.FAULTS,
    *network.FAULTS,
    *workers.FAULTS,
    *broker.FAULTS,
    *database.FAULTS,
    *clients.FAULTS,
    *inputs.FAULTS,
)
