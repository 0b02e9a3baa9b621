"""The runner behind SSH: one connection, one long-lived channel, and only the host key that a person confirmed.

Everything asynchronous happens on one private event loop in a thread of its own; callers wait for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import secrets
import threading
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as FutureTimeout
from functools import lru_cache
from typing import Any, TypeVar, cast

import asyncssh

from storagelab_workers.runner_package import RunnerPackage
from storagelab_workers.transports.base import (
    CONNECT_SECONDS,
    VERB_SECONDS,
    HostKeyMismatch,
    ServerAddress,
    ServerUnreachable,
)
from storagelab_workers.transports.messages import MAX_LINE_BYTES, decode_response, encode_request

_T = TypeVar("_T")

#: Where the runner lies in the account's home. Remote commands are this constant and a hex digest, nothing else.
RUNNER_FOLDER = ".local/share/storagelab-runner"
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
    """The key a server offers, without signing in. It proves nothing until a person has compared its fingerprint."""

    async def fetch() -> asyncssh.SSHKey | None:
        return await asyncssh.get_server_host_key(address, port, config=None, server_host_key_algs=HOST_KEY_ALGORITHMS)

    try:
        key = _run(fetch(), CONNECT_SECONDS)
    except (OSError, asyncssh.Error, FutureTimeout) as problem:
        raise _unreachable(f"{address}:{port}", problem) from problem
    if key is None:
        raise ServerUnreachable(f"{address}:{port} offered no SSH host key.")
    return key


class SSHTransport:
    """An SSH connection with the runner's `serve` on it, installed first where it is missing."""

    def __init__(self, address: ServerAddress, *, client_key: asyncssh.SSHKey, runner: RunnerPackage) -> None:
        self._name = address.name
        self._lock = threading.Lock()
        self._next_id = 0
        try:
            self._connection, self._process = _run(
                _open(address, client_key=client_key, runner=runner), CONNECT_SECONDS + VERB_SECONDS
            )
        except (OSError, asyncssh.Error, FutureTimeout) as problem:
            raise _unreachable(address.name, problem) from problem

    @property
    def is_open(self) -> bool:
        """See `Transport.is_open`."""
        return not self._process.stdin.is_closing()

    def call(self, verb: str, args: dict[str, Any], *, timeout_s: float = VERB_SECONDS) -> dict[str, Any]:
        """See `Transport.call`."""
        with self._lock:
            self._next_id += 1
            request = encode_request(self._next_id, verb, args)
            try:
                line = _run(self._exchange(request), timeout_s)
            except FutureTimeout as problem:
                self.close()
                message = f"The runner of {self._name} did not answer {verb!r} within {timeout_s:g} s."
                raise ServerUnreachable(message) from problem
            except (OSError, asyncssh.Error, asyncio.IncompleteReadError) as problem:
                self.close()
                raise _unreachable(self._name, problem) from problem
            if not line:
                raise ServerUnreachable(self._why_it_ended())
            return decode_response(line, self._next_id, server=self._name)

    def close(self) -> None:
        """See `Transport.close`."""
        _loop().call_soon_threadsafe(self._connection.abort)

    async def _exchange(self, request: bytes) -> bytes:
        """The answer to one request; empty when the other side has ended, be it before the request was written."""
        try:
            self._process.stdin.write(request)
            await self._process.stdin.drain()
        except BrokenPipeError:
            return b""
        line: bytes = await self._process.stdout.readline()
        return line

    def _why_it_ended(self) -> str:
        """A sentence from what the remote side left: an account without Python says so there."""

        async def last_words() -> tuple[int | None, bytes]:
            await self._process.wait_closed()
            return self._process.exit_status, await self._process.stderr.read(4096)

        status, error = None, b""
        with contextlib.suppress(OSError, asyncssh.Error, FutureTimeout):
            status, error = _run(last_words(), CONNECT_SECONDS)
        self.close()
        if status is None:
            return f"The connection to {self._name} was closed."
        said = error.decode("utf-8", "replace").strip().splitlines()
        return f"The runner of {self._name} ended with status {status}" + (f": {said[-1]}" if said else ".")


async def _open(
    address: ServerAddress, *, client_key: asyncssh.SSHKey, runner: RunnerPackage
) -> tuple[asyncssh.SSHClientConnection, asyncssh.SSHClientProcess[bytes]]:
    if address.host_key is None or address.address is None:
        raise ServerUnreachable(f"The host key of {address.name} has not been confirmed yet.")
    pinned = asyncssh.import_public_key(address.host_key)
    connection = await asyncssh.connect(
        address.address,
        address.port or 22,
        username=address.username or (),
        known_hosts=([pinned], [], []),
        client_keys=[client_key],
        preferred_auth="publickey",
        config=None,
        agent_path=None,
        server_host_key_algs=[name for name in HOST_KEY_ALGORITHMS if name.encode() in pinned.sig_algorithms],
        encryption_algs=ENCRYPTION_ALGORITHMS,
        connect_timeout=CONNECT_SECONDS,
        login_timeout=CONNECT_SECONDS,
        keepalive_interval=15,
        keepalive_count_max=3,
    )
    try:
        await _install(connection, runner)
        command = f"exec python3 {RUNNER_FOLDER}/{runner.file_name} serve"
        # A line longer than the window would arrive in pieces.
        process = await connection.create_process(command, encoding=None, window=MAX_LINE_BYTES)
    except BaseException:
        connection.abort()
        raise
    return connection, process


async def _install(connection: asyncssh.SSHClientConnection, runner: RunnerPackage) -> None:
    """Put the runner there unless exactly this one is there already; what is there is read back to be sure."""
    content = runner.path.read_bytes()
    path = f"{RUNNER_FOLDER}/{runner.file_name}"
    async with connection.start_sftp_client() as sftp:
        with contextlib.suppress(asyncssh.SFTPNoSuchFile):
            if await _sha256(sftp, path) == runner.sha256:
                return
        await sftp.makedirs(RUNNER_FOLDER, asyncssh.SFTPAttrs(permissions=0o700), exist_ok=True)
        draft = f"{path}.{secrets.token_hex(8)}"
        async with sftp.open(draft, "wb", asyncssh.SFTPAttrs(permissions=0o600)) as file:
            await file.write(content)
        if await _sha256(sftp, draft) != runner.sha256:
            await sftp.remove(draft)
            raise ServerUnreachable("The runner arrived damaged; nothing was started.")
        await sftp.posix_rename(draft, path)


async def _sha256(sftp: asyncssh.SFTPClient, path: str) -> str:
    async with sftp.open(path, "rb") as file:
        return hashlib.sha256(cast(bytes, await file.read())).hexdigest()


def _unreachable(name: str, problem: BaseException) -> ServerUnreachable:
    """The sentence for what went wrong below the runner."""
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
        case FutureTimeout():
            return ServerUnreachable(f"{name} did not answer within {CONNECT_SECONDS:g} s.")
        case OSError(errno=number) if number is not None and number > 0:
            return ServerUnreachable(f"{name} cannot be reached: {os.strerror(number)}.")
        case _:
            return ServerUnreachable(f"{name} cannot be reached: {problem}")


def _run(work: Coroutine[Any, Any, _T], timeout_s: float) -> _T:
    """Run a coroutine on the private loop; it is cancelled when the time is over."""
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return future.result(timeout_s)
    except FutureTimeout:
        future.cancel()
        raise


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="ssh", daemon=True).start()
    return loop
