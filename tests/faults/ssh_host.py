"""One simulated server: an SSH server that answers with the real runner and can lose answers.

Run with the server's folder. `gate.json` there, {"verb", "action"}, applies to the next request with that verb. `drop`
carries it out and loses the answer with the connection. `hold` loses the connection and retains the request until a
file `release` exists, then carries it out and writes the late answer to `released.json`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import asyncssh

_LINE_BYTES = 64 << 20


class Host:
    """The server in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = json.loads((folder / "host.json").read_text("utf-8"))
        self._late: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Listen for ever."""
        server = await asyncssh.create_server(
            asyncssh.SSHServer,
            "127.0.0.1",
            self.settings["port"],
            server_host_keys=[str(self.folder / "host_key")],
            authorized_client_keys=str(self.folder / "authorized_keys"),
            process_factory=self.answer,
            sftp_factory=lambda channel: asyncssh.SFTPServer(channel, chroot=os.fsencode(self.folder / "home")),
            encoding=None,
        )
        print("listening", flush=True)
        await server.wait_closed()

    async def start_runner(self) -> asyncio.subprocess.Process:
        """Start a new `serve` of the runner, as sshd would start one per session."""
        folder = self.folder
        return await asyncio.create_subprocess_exec(
            str(folder / "bin" / "python3"),
            str(folder / "runner.pyz"),
            "serve",
            *("--state", str(folder / "state"), "--config", str(folder / "config")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={"PATH": f"{folder / 'bin'}:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"},
            limit=_LINE_BYTES,
        )

    async def answer(self, session: asyncssh.SSHServerProcess[bytes]) -> None:
        """Serve one session: requests to the runner, answers back, line by line."""
        runner = await self.start_runner()
        back = asyncio.create_task(self._relay_answers(runner, session))
        assert runner.stdin is not None
        try:
            while line := await session.stdin.readline():
                action = self._action(line)
                if action == "hold":
                    task = asyncio.create_task(self._carry_out_late(line))
                    self._late.add(task)
                    task.add_done_callback(self._late.discard)
                    break
                if action == "drop":
                    back.cancel()
                    await asyncio.gather(back, return_exceptions=True)
                    await _exchange(runner, line)
                    break
                runner.stdin.write(line)
                await runner.stdin.drain()
        except (OSError, asyncssh.Error):
            pass
        finally:
            runner.stdin.close()
            back.cancel()
            with contextlib.suppress(OSError, asyncssh.Error):
                session.exit(0)
            session.channel.get_connection().abort() if not session.is_closing() else None
            await runner.wait()

    async def _relay_answers(
        self, runner: asyncio.subprocess.Process, session: asyncssh.SSHServerProcess[bytes]
    ) -> None:
        assert runner.stdout is not None
        with contextlib.suppress(OSError, asyncssh.Error):
            while line := await runner.stdout.readline():
                session.stdout.write(line)
                await session.stdout.drain()
            session.exit(0)

    def _action(self, line: bytes) -> str:
        gate = self.folder / "gate.json"
        try:
            wanted: dict[str, Any] = json.loads(gate.read_text("utf-8"))
            if json.loads(line)["verb"] != wanted["verb"]:
                return ""
        except (OSError, ValueError, KeyError):
            return ""
        gate.rename(gate.with_suffix(".passed"))
        return str(wanted["action"])

    async def _carry_out_late(self, line: bytes) -> None:
        while not (self.folder / "release").exists():
            await asyncio.sleep(0.05)
        runner = await self.start_runner()
        answer = await _exchange(runner, line)
        assert runner.stdin is not None
        runner.stdin.close()
        draft = self.folder / "released.draft"
        draft.write_bytes(answer)
        draft.rename(self.folder / "released.json")
        await runner.wait()


async def _exchange(runner: asyncio.subprocess.Process, line: bytes) -> bytes:
    assert runner.stdin is not None
    assert runner.stdout is not None
    runner.stdin.write(line)
    await runner.stdin.drain()
    return await runner.stdout.readline()


if __name__ == "__main__":
    asyncio.run(Host(Path(sys.argv[1])).serve())
