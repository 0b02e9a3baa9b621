"""Simulated servers behind real SSH, in a thread of the test.

Silent servers accept connections and never answer.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import asyncssh
from tests.integration.simulation.simulated_server import SimulatedServer

from storagelab.db.models import Server
from storagelab.db.session import session_scope
from storagelab.errors import ServerCallFailed
from storagelab_workers.transports.messages import MAX_LINE_BYTES


class _OpenDoor(asyncssh.SSHServer):
    """Lets everybody in who has a key, and remembers who came."""

    def __init__(self, connections: list[asyncssh.SSHServerConnection]) -> None:
        self._connections = connections

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connections.append(conn)

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return True


@dataclass
class SSHFleet:
    """Listeners on loopback. `calls` counts verbs by server, `channels` how often each was opened."""

    loop: asyncio.AbstractEventLoop
    host_key: asyncssh.SSHKey = field(default_factory=lambda: asyncssh.generate_private_key("ssh-ed25519"))
    calls: dict[uuid.UUID, Counter[str]] = field(default_factory=dict)
    channels: Counter[uuid.UUID] = field(default_factory=Counter)
    silent: list[socket.socket] = field(default_factory=list)
    listeners: list[asyncssh.SSHAcceptor] = field(default_factory=list)
    connections: list[asyncssh.SSHServerConnection] = field(default_factory=list)

    def add(self, name: str) -> uuid.UUID:
        """Add a server that answers but is not discovered yet, and return its id."""
        machine, server_id = SimulatedServer(name), uuid.uuid4()
        self.calls[server_id] = Counter()

        async def serve(process: asyncssh.SSHServerProcess[bytes]) -> None:
            self.channels[server_id] += 1
            while line := await process.stdin.readline():
                request = json.loads(line)
                self.calls[server_id][request["verb"]] += 1
                process.stdout.write(json.dumps(_answer(machine, request)).encode("ascii") + b"\n")
            process.exit(0)

        async def listen() -> int:
            listener = await asyncssh.listen(
                "127.0.0.1",
                0,
                server_factory=lambda: _OpenDoor(self.connections),
                server_host_keys=[self.host_key],
                process_factory=serve,
                encoding=None,
                window=MAX_LINE_BYTES,
                config=None,
            )
            self.listeners.append(listener)
            return int(listener.get_port())

        port = asyncio.run_coroutine_threadsafe(listen(), self.loop).result(10)
        return self._register(server_id, name, port, state="new", discovery="requested")

    def add_silent(self, name: str) -> uuid.UUID:
        """Add a server that looks ready to the lab, and return its id.

        The kernel accepts its connections, and nothing reads them.
        """
        listener = socket.create_server(("127.0.0.1", 0))
        self.silent.append(listener)
        return self._register(uuid.uuid4(), name, listener.getsockname()[1], state="ready", boot_id=name)

    async def close(self) -> None:
        """Cut every connection and listen no more."""
        for listener in self.listeners:
            listener.close()
            await listener.wait_closed()
        for connection in self.connections:
            connection.abort()
            await connection.wait_closed()

    def _register(self, server_id: uuid.UUID, name: str, port: int, **values: str) -> uuid.UUID:
        key = self.host_key.export_public_key().decode("ascii").strip()
        with session_scope() as session:
            session.add(
                Server(
                    id=server_id, name=name, transport="ssh", address="127.0.0.1", port=port, username="lab",
                    host_key=key, **values,
                )
            )  # fmt: skip
        return server_id


def _answer(machine: SimulatedServer, request: dict[str, object]) -> dict[str, object]:
    try:
        result = machine.answer(str(request["verb"]), request["args"])  # type: ignore[arg-type]
    except ServerCallFailed as refusal:
        error = {"code": refusal.runner_code, "message": refusal.message, "kind": refusal.kind}
        return {"id": request["id"], "ok": False, "error": error}
    return {"id": request["id"], "ok": True, "result": result}


@contextmanager
def ssh_fleet() -> Iterator[SSHFleet]:
    """Yield a fleet that serves until the block ends."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="fleet", daemon=True)
    thread.start()
    fleet = SSHFleet(loop)
    try:
        yield fleet
    finally:
        for listener in fleet.silent:
            listener.close()
        asyncio.run_coroutine_threadsafe(fleet.close(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
