"""Interface of all transports, and the two ways to fail without an answer of the runner."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from storagelab.db.models import Server
from storagelab.domain.json_values import JsonObject
from storagelab.errors import ServerCallFailed

#: Limits of the reliability note, section 4.10.
CONNECT_SECONDS = 10.0
VERB_SECONDS = 30.0
#: A caller that finds a channel taken for longer than this comes back later instead of waiting.
BUSY_SECONDS = 2.0


class ServerUnreachable(ServerCallFailed):
    """No answer of the runner: no connection, a broken one, or silence."""

    code = "server_unreachable"


class HostKeyMismatch(ServerUnreachable):
    """The server proved another identity than the one that was confirmed."""

    code = "host_key_mismatch"


class ChannelBusy(ServerCallFailed):
    """Another call to the same server does not end: nothing was sent, and nothing is known of the server."""

    code = "channel_busy"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Address of a server for a transport. `host_key` is its confirmed public key in OpenSSH form."""

    id: uuid.UUID
    name: str
    transport: str
    address: str | None
    port: int | None
    username: str | None
    host_key: str | None

    @classmethod
    def of(cls, server: Server) -> ServerAddress:
        """Build the address from a server's row."""
        return cls(
            id=server.id,
            name=server.name,
            transport=server.transport,
            address=server.address,
            port=server.port,
            username=server.username,
            host_key=server.host_key,
        )


class Transport(Protocol):
    """An open channel to the runner of one server. It is dead for good after the first `ServerUnreachable`."""

    @property
    def is_open(self) -> bool:
        """Return whether the other side is still there, as far as is known without a query."""

    def call(self, verb: str, args: Mapping[str, object], *, timeout_seconds: float = VERB_SECONDS) -> JsonObject:
        """Call a verb of the runner and return its result.

        Raises ServerCallFailed with the runner's own code, kind and sentence, ServerUnreachable without an answer.
        """

    def close(self) -> None:
        """Close the channel to the runner. The runner's attempts go on."""
