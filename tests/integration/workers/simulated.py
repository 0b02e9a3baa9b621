"""Lab with simulated servers: the product's own steps, called by hand, without a process or a wait."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, update
from tests.integration.simulation.simulated_server import Document, SimulatedNetwork, SimulatedServer
from tests.integration.workers.lab import FILL, Lab, measure

from storagelab.db.models import Attempt, Server
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL
from storagelab.errors import ServerCallFailed
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.server_step import discover

TWO_PHASES = (FILL, measure("random read", 3))


class Machine(SimulatedServer):
    """Simulated server that reports about itself and its attempts what a test puts into it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.outputs: list[Document] = []
        self.findings: list[Document] = []
        self.orphans: list[Document] = []
        self.protocol = 2
        #: Fields that every status has besides those of the course of its attempt.
        self.news: Document = {}
        #: Raised by the next call of `prepare`.
        self.refusal: ServerCallFailed | None = None

    def _verb_hello(self, args: Document) -> Document:
        return {**super()._verb_hello(args), "protocol": self.protocol}

    def _verb_inventory(self, _: Document) -> Document:
        return {"outputs": self.outputs}

    def _verb_list(self, args: Document) -> Document:
        return {**super()._verb_list(args), "orphans": self.orphans}

    def _verb_check(self, _: Document) -> Document:
        return {"results": self.findings, "refused": any(item["verdict"] == "refuse" for item in self.findings)}

    def _verb_prepare(self, args: Document) -> Document:
        if self.refusal is not None:
            raise self.refusal
        return {**super()._verb_prepare(args), "checks": self.findings}

    def _status(self, attempt_id: str) -> Document:
        return {**super()._status(attempt_id), **self.news}


@dataclass
class SimulatedLab:
    """A lab, and servers that live in this process."""

    lab: Lab
    network: SimulatedNetwork = field(default_factory=SimulatedNetwork)
    machines: dict[uuid.UUID, Machine] = field(default_factory=dict)

    def add_server(self, name: str = "alpha") -> uuid.UUID:
        """Add a registered and discovered server, and return its id."""
        with session_scope() as session:
            row = Server(
                name=name, transport="ssh", address="192.0.2.1", port=22, username="lab", host_key="ssh-ed25519 AAAA"
            )
            session.add(row)
            session.flush()
            server_id = row.id
        self.machines[server_id] = self.network.servers[server_id] = Machine(name)
        self.discover(server_id)
        return server_id

    def machine(self, server_id: uuid.UUID) -> Machine:
        return self.machines[server_id]

    def discover(self, server_id: uuid.UUID) -> Server:
        """Request a discovery, run it and return the server."""
        self.change_server(server_id, discovery="requested", discovery_due_at=func.clock_timestamp())
        discover(server_id, servers=self.network)  # type: ignore[arg-type]
        return self.lab.server(server_id)

    def submit(self, server_id: uuid.UUID, **job: Any) -> uuid.UUID:
        return self.lab.submit(server_id, TWO_PHASES, **job)

    def step(self, attempt_id: uuid.UUID) -> Attempt:
        """Take one step, due or not, and return the attempt."""
        self.change_attempt(attempt_id, next_step_at=func.clock_timestamp())
        advance_attempt(attempt_id, servers=self.network, actor="test")  # type: ignore[arg-type]
        return self.lab.attempt(attempt_id)

    def step_to_end(self, attempt_id: uuid.UUID) -> Attempt:
        """Alternate worker steps and seconds of work until the attempt has ended; return the attempt."""
        for _ in range(40):
            if self.step(attempt_id).state in ATTEMPT_TERMINAL:
                break
            for machine in self.network.servers.values():
                machine.work()
        return self.lab.attempt(attempt_id)

    def change_server(self, server_id: uuid.UUID, **values: Any) -> None:
        with session_scope() as session:
            session.execute(update(Server).where(Server.id == server_id).values(**values))

    def change_attempt(self, attempt_id: uuid.UUID, **values: Any) -> None:
        with session_scope() as session:
            session.execute(update(Attempt).where(Attempt.id == attempt_id).values(**values))
