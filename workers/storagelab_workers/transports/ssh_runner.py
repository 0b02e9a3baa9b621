"""Runner behind an SSH connection: the one that root installed there, else the lab's own copy.

On a server prepared by `server-setup.sh` the account's key starts the installed runner, whatever command the lab sends.
An ordinary account does not know the command; there the lab puts its runner into the account's home.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from typing import cast

import asyncssh

from storagelab.errors import ServerCallFailed
from storagelab_workers.runner_package import RunnerPackage
from storagelab_workers.transports.base import ServerUnreachable
from storagelab_workers.transports.messages import MAX_LINE_BYTES, decode_response, encode_request

#: The first command tried. The text reaches a shell only where no command is forced, so it is a constant.
INSTALLED_RUNNER = "storagelab-runner serve"
#: Where the lab's copy lies in the account's home. That command is this constant and a hex digest, nothing else.
RUNNER_FOLDER = ".local/share/storagelab-runner"

_NO_SUCH_COMMAND = 127
_MAX_LAST_WORDS_BYTES = 4096


async def start_runner(
    connection: asyncssh.SSHClientConnection, runner: RunnerPackage, *, server: str
) -> asyncssh.SSHClientProcess[bytes]:
    """Start a runner over the connection, install it if needed, and return its process.

    The process reads requests. Raises ServerUnreachable, OSError or asyncssh.Error.
    """
    installed = await _open_channel(connection, INSTALLED_RUNNER)
    # Only an answer distinguishes a runner from a shell that is about to report an unknown command.
    line = await exchange(installed, encode_request(0, "hello", {}))
    if line:
        _recognise(line, server=server)
        return installed
    status, ending = await read_end_reason(installed, server=server)
    if status != _NO_SUCH_COMMAND:
        raise ServerUnreachable(ending)
    try:
        await _put_there(connection, runner)
    except asyncssh.SFTPConnectionLost:
        # A forced command takes the place of SFTP too: what it lacks itself is what is missing here.
        raise ServerUnreachable(ending) from None
    return await _open_channel(connection, f"exec python3 {RUNNER_FOLDER}/{runner.file_name} serve")


async def exchange(process: asyncssh.SSHClientProcess[bytes], request: bytes) -> bytes:
    """Send one request to a runner process and return its answer line.

    It is empty when the other side has ended, possibly before the request was written.
    """
    try:
        process.stdin.write(request)
        await process.stdin.drain()
    except BrokenPipeError:
        return b""
    line: bytes = await process.stdout.readline()
    return line


async def read_end_reason(process: asyncssh.SSHClientProcess[bytes], *, server: str) -> tuple[int | None, str]:
    """Wait for the end of a runner process; return its exit status and a sentence on its last output.

    An account without Python reports so there. The status is None when the connection was closed.
    """
    await process.wait_closed()
    status, error = process.exit_status, await process.stderr.read(_MAX_LAST_WORDS_BYTES)
    if status is None:
        return None, f"The connection to {server} was closed."
    lines = error.decode("utf-8", "replace").strip().splitlines()
    if lines and lines[-1] == "sudo: a password is required":
        return status, (
            f"sudo on {server} does not let the lab's account start the runner, whose bytes may have changed: "
            f"run server-setup.sh upgrade there. Its answer: {lines[-1]}"
        )
    return status, f"The runner of {server} ended with status {status}" + (f": {lines[-1]}" if lines else ".")


async def _open_channel(connection: asyncssh.SSHClientConnection, command: str) -> asyncssh.SSHClientProcess[bytes]:
    # A line longer than the window would arrive in pieces.
    return await connection.create_process(command, encoding=None, window=MAX_LINE_BYTES)


def _recognise(line: bytes, *, server: str) -> None:
    """Raise ServerUnreachable unless a runner wrote the first answer `line`.

    The runner may refuse: the next caller will get the refusal as well.
    """
    try:
        decode_response(line, 0, server=server)
    except ServerUnreachable:
        raise
    except ServerCallFailed:
        return


async def _put_there(connection: asyncssh.SSHClientConnection, runner: RunnerPackage) -> None:
    """Upload the runner to the server unless exactly this one is there; verify it by its SHA-256."""
    content = runner.path.read_bytes()
    path = f"{RUNNER_FOLDER}/{runner.file_name}"
    async with connection.start_sftp_client() as sftp:
        with contextlib.suppress(asyncssh.SFTPNoSuchFile):
            if await _compute_sha256(sftp, path) == runner.sha256:
                return
        await sftp.makedirs(RUNNER_FOLDER, asyncssh.SFTPAttrs(permissions=0o700), exist_ok=True)
        draft = f"{path}.{secrets.token_hex(8)}"
        async with sftp.open(draft, "wb", asyncssh.SFTPAttrs(permissions=0o600)) as file:
            await file.write(content)
        if await _compute_sha256(sftp, draft) != runner.sha256:
            await sftp.remove(draft)
            raise ServerUnreachable("The runner arrived damaged. Nothing was started.")
        await sftp.posix_rename(draft, path)


async def _compute_sha256(sftp: asyncssh.SFTPClient, path: str) -> str:
    async with sftp.open(path, "rb") as file:
        return hashlib.sha256(cast(bytes, await file.read())).hexdigest()
