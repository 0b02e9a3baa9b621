"""Runner behind SSH: one connection, one long-lived channel, only the confirmed host key.

A person confirmed that key. Everything asynchronous happens on one private event loop in a thread of its own; callers
wait for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Coroutine, Mapping
from concurrent.futures import TimeoutError as FutureTimeout
from functools import lru_cache
from typing import Any, TypeVar

import asyncssh
import structlog

from storagelab.domain.json_values import JsonObject
from storagelab.inventory.server_addresses import ForbiddenAddress, Place, resolve_server_places
from storagelab_workers.runner_package import RunnerPackage
from storagelab_workers.timing import connect_limit
from storagelab_workers.transports.base import (
    CONNECT_SECONDS,
    VERB_SECONDS,
    HostKeyMismatch,
    ServerAddress,
    ServerUnreachable,
)
from storagelab_workers.transports.messages import decode_response, encode_request
from storagelab_workers.transports.ssh_runner import exchange, read_end_reason, start_runner

log = structlog.get_logger(__name__)

_T = TypeVar("_T")
_making_loop = threading.Lock()

#: Signatures a server may prove its key with; RSA with SHA-1 is not among them.
HOST_KEY_ALGORITHMS = (
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "rsa-sha2-512",
    "rsa-sha2-256",
)
ENCRYPTION_ALGORITHMS = (
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
)


def fetch_host_key(address: str, port: int) -> asyncssh.SSHKey:
    """Fetch the key a server offers, without signing in.

    It proves nothing until a person has compared its fingerprint.
    """

    async def fetch() -> asyncssh.SSHKey | None:
        sock = await _connect_to_server(address, port)
        return await asyncssh.get_server_host_key(sock=sock, config=None, server_host_key_algs=HOST_KEY_ALGORITHMS)

    try:
        key = _run(fetch(), connect_limit(CONNECT_SECONDS))
    except (OSError, ForbiddenAddress, asyncssh.Error, FutureTimeout) as problem:
        raise build_unreachable_error(f"{address}:{port}", problem) from problem
    if key is None:
        raise build_unreachable_error(f"{address}:{port}", asyncssh.KeyExchangeFailed("the server offered no host key"))
    return key


class SSHTransport:
    """An SSH connection with the runner's `serve` on it."""

    def __init__(self, address: ServerAddress, *, client_key: asyncssh.SSHKey, runner: RunnerPackage) -> None:
        self._name = address.name
        self._lock = threading.Lock()
        self._next_id = 0
        try:
            self._connection, self._process = _run(
                _open_connection(address, client_key=client_key, runner=runner),
                connect_limit(CONNECT_SECONDS) + connect_limit(VERB_SECONDS),
            )
        except FutureTimeout as problem:
            raise build_unreachable_error(address.name, problem) from problem
        except (OSError, asyncssh.Error) as problem:
            raise _build_unreachable_error(address.name, problem) from problem

    @property
    def is_open(self) -> bool:
        """See `Transport.is_open`."""
        return not self._process.stdin.is_closing()

    def call(self, verb: str, args: Mapping[str, object], *, timeout_seconds: float = VERB_SECONDS) -> JsonObject:
        """See `Transport.call`."""
        with self._lock:
            self._next_id += 1
            request = encode_request(self._next_id, verb, args)
            try:
                line = _run(exchange(self._process, request), timeout_seconds)
            except FutureTimeout as problem:
                self.close()
                message = f"The runner of {self._name} did not answer {verb!r} within {timeout_seconds:g} s."
                raise ServerUnreachable(message) from problem
            except (OSError, asyncssh.Error, asyncio.IncompleteReadError) as problem:
                self.close()
                raise _build_unreachable_error(self._name, problem) from problem
            if not line:
                raise ServerUnreachable(self._end_reason())
            return decode_response(line, self._next_id, server=self._name)

    def close(self) -> None:
        """See `Transport.close`."""
        _get_loop().call_soon_threadsafe(self._connection.abort)

    def _end_reason(self) -> str:
        """Return a sentence why the runner's channel ended, from its last output, and close the channel."""
        ending = f"The connection to {self._name} was closed."
        with contextlib.suppress(OSError, asyncssh.Error, FutureTimeout):
            _, ending = _run(read_end_reason(self._process, server=self._name), connect_limit(CONNECT_SECONDS))
        self.close()
        return ending


async def _open_connection(
    address: ServerAddress, *, client_key: asyncssh.SSHKey, runner: RunnerPackage
) -> tuple[asyncssh.SSHClientConnection, asyncssh.SSHClientProcess[bytes]]:
    if address.host_key is None or address.address is None:
        raise ServerUnreachable(f"The host key of {address.name} has not been confirmed yet.")
    pinned = asyncssh.import_public_key(address.host_key)
    connection = await _sign_in(address, pinned, client_key)
    try:
        process = await start_runner(connection, runner, server=address.name)
    except BaseException:
        connection.abort()
        raise
    return connection, process


async def _sign_in(
    address: ServerAddress, pinned: asyncssh.SSHKey, client_key: asyncssh.SSHKey
) -> asyncssh.SSHClientConnection:
    """Sign in and return a connection to the account.

    All failures before the server has proved its key are reported alike.
    """
    try:
        sock = await _connect_to_server(address.address or "", address.port or 22)
        return await _connect_socket(sock, address, pinned, client_key)
    except (asyncssh.HostKeyNotVerifiable, asyncssh.KeyExchangeFailed, asyncssh.PermissionDenied):
        raise
    except (OSError, ForbiddenAddress, asyncssh.Error) as problem:
        raise build_unreachable_error(address.name, problem) from problem


async def _connect_socket(
    sock: socket.socket, address: ServerAddress, pinned: asyncssh.SSHKey, client_key: asyncssh.SSHKey
) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        sock=sock,
        username=address.username or (),
        known_hosts=([pinned], [], []),
        client_keys=[client_key],
        preferred_auth="publickey",
        config=None,
        agent_path=None,
        server_host_key_algs=[name for name in HOST_KEY_ALGORITHMS if name.encode() in pinned.sig_algorithms],
        encryption_algs=ENCRYPTION_ALGORITHMS,
        connect_timeout=connect_limit(CONNECT_SECONDS),
        login_timeout=connect_limit(CONNECT_SECONDS),
        keepalive_interval=15,
        keepalive_count_max=3,
    )


def _build_unreachable_error(name: str, problem: BaseException) -> ServerUnreachable:
    """Build the error, with a sentence for people, for a failed SSH connection or installation."""
    match problem:
        case asyncssh.HostKeyNotVerifiable() | asyncssh.KeyExchangeFailed():
            return HostKeyMismatch(
                f"{name} did not prove the host key that was confirmed: it was reinstalled, or it is another machine."
            )
        case asyncssh.PermissionDenied():
            return ServerUnreachable(f"{name} refused the lab's SSH key: add it to the account's authorized_keys.")
        case asyncssh.SFTPError():
            return ServerUnreachable(f"The runner could not be installed on {name}: {problem.reason}")
        case asyncssh.Error():
            return ServerUnreachable(f"The SSH connection to {name} failed: {problem.reason}")
        case OSError(errno=number) if number is not None and number > 0:
            return ServerUnreachable(f"{name} cannot be reached: {os.strerror(number)}.")
        case _:
            return ServerUnreachable(f"{name} cannot be reached: {problem}")


def _run(work: Coroutine[Any, Any, _T], timeout_seconds: float) -> _T:
    """Run a coroutine on the private loop and return its result; cancel it after `timeout_seconds`."""
    future = asyncio.run_coroutine_threadsafe(work, _get_loop())
    try:
        return future.result(timeout_seconds)
    except FutureTimeout:
        future.cancel()
        raise


def _get_loop() -> asyncio.AbstractEventLoop:
    """Return the one loop of this process.

    A cache alone would let two threads that come first make one each.
    """
    with _making_loop:
        return _make_loop()


@lru_cache(maxsize=1)
def _make_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="ssh", daemon=True).start()
    return loop


async def _connect_to_server(address: str, port: int) -> socket.socket:
    """Connect a socket to the first address of a name that answers, and return it.

    The name is resolved once: what was judged is what is connected to. Raises OSError, and ForbiddenAddress where the
    name leads, now, to a place that no server may have.
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
    """Build the one error for every server that has not proved its key; the log has the reason.

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
