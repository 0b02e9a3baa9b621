"""Hundreds of servers in one process, over real SSH.

    python -m tests.fleet.servers FOLDER COUNT [DRIVES]

prints one JSON line with the ports and the host key once all of them listen, and serves until its input ends. They run
the runner's real code, and a stand-in for fio that does no I/O. Each server has a state folder, a boot and a machine id
of its own. Without DRIVES their inventories are empty. Otherwise each has that number of drives. The first queries its
programs at every inventory; the others repeat its answer with other serials.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
from tests.fleet.drawer import Drawer

from storagelab_runner import attempts, hello, last_use, starting
from storagelab_runner.layout import StateFolder
from storagelab_runner.serve import MAX_LINE_BYTES, answer_line

Inventory = Callable[[], list[dict[str, Any]]]

_boot: ContextVar[str] = ContextVar("boot")
_machine: ContextVar[str] = ContextVar("machine")
#: Verbs that wait for a disk or for a child do not hold up the others.
_THREADS = 16

WITNESS = """#!/bin/sh
# Stands where fio stands: writes a cumulative document every ten seconds, and does no I/O.
[ "$1" = --version ] && { echo fio-3.33; exit 0; }
trap 'exit 128' INT TERM
seconds=0
while :; do
    sleep 10 & wait $!
    seconds=$((seconds + 10)) ios=$((seconds * 1000))
    printf '{\\n"fio version":"fio-3.33","timestamp_ms":%s000,"jobs":[{"jobname":"phase","groupid":0,"error":0,\
"write":{"io_bytes":%s,"bw_bytes":4096000,"iops":1000.0,"runtime":%s,"total_ios":%s,"lat_ns":{"min":1000000,\
"max":1000000,"mean":1000000.0,"stddev":0.0,"N":%s,"bins":{"995328":%s}}}}]\\n}\\n' \
        $seconds $((ios * 4096)) $((seconds * 1000)) $ios $ios $ios >> status.json
done
"""


class OpenDoor(asyncssh.SSHServer):
    """Lets everybody in who has a key."""

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return True


class Machine:
    """One server: what it answers on a channel."""

    def __init__(self, folder: Path, threads: ThreadPoolExecutor, inventory: Inventory) -> None:
        self._state = StateFolder(folder / "state", folder / "config")
        self._boot = str(uuid.uuid4())
        self._machine = uuid.uuid4().hex
        self._threads = threads
        self._inventory = inventory

    async def serve(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        """Serve as the runner's `serve` does, on a channel instead of pipes."""
        loop = asyncio.get_running_loop()
        try:
            while line := await process.stdin.readline():
                answer = await loop.run_in_executor(self._threads, self._answer, line)
                process.stdout.write(answer)
                await process.stdout.drain()
        except (asyncssh.Error, OSError):
            pass
        process.exit(0)

    def _answer(self, line: bytes) -> bytes:
        _boot.set(self._boot)
        _machine.set(self._machine)
        request = json.loads(line)
        if request["verb"] == "inventory":
            # Otherwise hundreds of servers would all query the one machine beneath them for its hardware.
            own = {"machine_id": {"stdout": self._machine}}
            result = {"outputs": [output | own.get(output["name"], {}) for output in self._inventory()]}
            return json.dumps({"id": request["id"], "ok": True, "result": result}).encode("ascii") + b"\n"
        return json.dumps(answer_line(self._state, line), separators=(",", ":")).encode("ascii") + b"\n"


def inventories(folder: Path, programs: Path, count: int, drives: int) -> list[Inventory]:
    """Return the inventory of each server."""
    if not drives:
        return [list] * count
    drawer = Drawer(folder / "drawer", programs, drives)
    return [drawer.read_inventory, *(partial(drawer.recorded, number) for number in range(1, count))]


async def run(folder: Path, count: int, drives: int) -> None:
    """Listen with all servers until standard input ends."""
    programs = folder / "bin"
    programs.mkdir(parents=True)
    witness = programs / "fio"
    witness.write_text(WITNESS)
    witness.chmod(0o755)
    os.environ["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    for module in (attempts, hello, last_use, starting):
        module.boot_id = _boot.get  # type: ignore[assignment]
    hello.read_machine_id = _machine.get  # type: ignore[assignment]
    host_key = asyncssh.generate_private_key("ssh-ed25519")
    threads = ThreadPoolExecutor(_THREADS)
    listeners = []
    described = inventories(folder, programs, count, drives)
    for number, inventory in enumerate(described):
        machine = Machine(folder / f"{number:03d}", threads, inventory)
        listener = await asyncssh.listen(
            "127.0.0.1", 0, server_factory=OpenDoor, server_host_keys=[host_key], process_factory=machine.serve,
            encoding=None, window=MAX_LINE_BYTES, config=None,
        )  # fmt: skip
        listeners.append(listener)
    outputs = described[-1]()
    description = {
        "outputs": len(outputs),
        "output_bytes": len(json.dumps(outputs)),
        "ports": [listener.get_port() for listener in listeners],
        "host_key": host_key.export_public_key().decode("ascii").strip(),
        "fingerprint": host_key.get_fingerprint("sha256"),
    }
    print(json.dumps(description), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0))
