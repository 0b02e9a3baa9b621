"""A link that can be made to fail: every connection of the rig passes through one of these.

`Link` relays one address, TCP or unix socket, to another. What it does with the bytes is changed while it runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

Address = tuple[str, int] | str
_BLOCK_BYTES = 1 << 16
#: At this many bytes a second a link is slow on purpose; pieces are small, so that it is slow evenly.
_SLOW_PIECE = 64
_RESET = struct.pack("ii", 1, 0)


@dataclass
class Behaviour:
    """Behaviour of a link. With all fields False or 0 it passes everything on."""

    latency_seconds: float = 0.0
    bytes_per_s: int = 0
    #: Bytes in this direction are taken and never passed on; the connection stays open.
    silent_to_server: bool = False
    silent_to_client: bool = False
    #: Bytes are held back and passed on once this is over.
    held: bool = False
    #: New connections are refused by closing them at once.
    refusing: bool = False
    #: Once the client has sent these bytes, the next reply is dropped and the connection reset; then it is over.
    drop_reply_after: bytes = b""
    dropped: int = 0


@dataclass
class Link:
    """One relayed address."""

    listen: Address
    server: Address
    behaviour: Behaviour = field(default_factory=Behaviour)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _listener: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen."""
        if isinstance(self.listen, str):
            self._listener = await asyncio.start_unix_server(self._serve, self.listen)
        else:
            self._listener = await asyncio.start_server(self._serve, *self.listen)

    async def reset(self) -> None:
        """Break every connection, on TCP with a RST."""
        for writer in list(self._writers):
            _abort(writer)

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        if self.behaviour.refusing:
            _abort(to_client)
            return
        try:
            if isinstance(self.server, str):
                server, to_server = await asyncio.open_unix_connection(self.server)
            else:
                server, to_server = await asyncio.open_connection(*self.server)
        except OSError:
            _abort(to_client)
            return
        self._writers |= {to_client, to_server}
        request_seen = asyncio.Event()
        up = asyncio.create_task(self._relay(client, to_server, request_seen, to_server_side=True))
        down = asyncio.create_task(self._relay(server, to_client, request_seen, to_server_side=False))
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            self._writers -= {to_client, to_server}
            _abort(to_client)
            _abort(to_server)

    async def _relay(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        request_seen: asyncio.Event,
        *,
        to_server_side: bool,
    ) -> None:
        while block := await reader.read(_BLOCK_BYTES):
            if self.behaviour.latency_seconds:
                await asyncio.sleep(self.behaviour.latency_seconds)
            while self.behaviour.held:
                await asyncio.sleep(0.02)
            if to_server_side:
                if self.behaviour.drop_reply_after and self.behaviour.drop_reply_after in block:
                    self.behaviour.drop_reply_after = b""
                    request_seen.set()
                if self.behaviour.silent_to_server:
                    continue
            else:
                if request_seen.is_set():
                    self.behaviour.dropped += 1
                    return
                if self.behaviour.silent_to_client:
                    continue
            await self._pass(writer, block)

    async def _pass(self, writer: asyncio.StreamWriter, block: bytes) -> None:
        while self.behaviour.bytes_per_s and block:
            piece, block = block[:_SLOW_PIECE], block[_SLOW_PIECE:]
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(len(piece) / max(self.behaviour.bytes_per_s, 1))
        if block:
            writer.write(block)
            await writer.drain()


class Links:
    """An event loop in a thread of its own with all links of a rig."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)
        threading.Thread(target=self._loop.run_forever, name="links", daemon=True).start()

    def open(self, listen: Address, server: Address) -> Link:
        """Open a new link that passes everything on."""
        link = Link(listen, server)
        self._run(link.open)
        return link

    def reset(self, link: Link) -> None:
        """Break every connection of a link."""
        self._run(link.reset)

    def _run(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        asyncio.run_coroutine_threadsafe(work(), self._loop).result(10)


def _abort(writer: asyncio.StreamWriter) -> None:
    connection = writer.get_extra_info("socket")
    with contextlib.suppress(OSError, AttributeError):
        if connection is not None and connection.family != socket.AF_UNIX:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    with contextlib.suppress(RuntimeError):
        writer.transport.abort()
