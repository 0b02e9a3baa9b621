"""TCP connections to tested servers: only to allowed addresses, one sentence for every failure."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import structlog

from storagelab.inventory.server_addresses import ForbiddenAddress, Place, resolve_server_places
from storagelab_workers.timing import connect_limit
from storagelab_workers.transports.base import CONNECT_SECONDS, ServerUnreachable

log = structlog.get_logger(__name__)


async def connect_to_server(address: str, port: int) -> socket.socket:
    """Connect to the first place that answers. The name is resolved once: what was judged is what is connected to.

    Raises OSError, and ForbiddenAddress where the name leads, now, to a place that no server may have.
    """
    async with asyncio.timeout(connect_limit(CONNECT_SECONDS)):
        return await _connect_first_place(address, port)


async def _connect_first_place(address: str, port: int) -> socket.socket:
    places = await asyncio.get_running_loop().run_in_executor(None, _find_places, address, port)
    problem = OSError(f"{address} has no network address")
    for family, place in places:
        try:
            return await _connect(family, place)
        except OSError as refused:
            problem = refused
    raise problem


def build_unreachable_error(name: str, problem: BaseException) -> ServerUnreachable:
    """Return the one sentence for a server that has not proved its key; the log has the reason.

    A person who registers servers could otherwise learn which ports of other machines are open.
    """
    if isinstance(problem, ForbiddenAddress):
        return ServerUnreachable(problem.message)
    log.warning("server_gave_no_answer", server=name, reason=f"{type(problem).__name__}: {problem}")
    return ServerUnreachable(
        f"{name} does not answer over SSH at its address and port. The reason is in the lab's log."
    )


def _find_places(address: str, port: int) -> list[Place]:
    try:
        return resolve_server_places(address, port)
    except UnicodeError as problem:
        raise OSError(f"{address} is not a name: {problem}") from problem


async def _connect(family: int, place: tuple[Any, ...]) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, place)
    except BaseException:
        sock.close()
        raise
    return sock
