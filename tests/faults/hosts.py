"""Folders and processes of simulated servers, as an attacker with root on each of them would see them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncssh
from tests.faults.independent import witness
from tests.faults.independent.proxy import Link

from storagelab_runner.build import build

_HERE = Path(__file__).parent


@dataclass
class Host:
    """One simulated server; `number` is its number in the lab once it is registered."""

    name: str
    folder: Path
    port: int
    link: Link | None = None
    number: str = ""

    @property
    def state(self) -> Path:
        """The runner's state folder."""
        return self.folder / "state"

    def fingerprint(self) -> str:
        """Return the fingerprint of the present host key."""
        key: str = asyncssh.read_private_key(self.folder / "host_key").get_fingerprint("sha256")
        return key

    def new_host_key(self) -> None:
        """Replace the host key, as a reinstalled or another machine would."""
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(self.folder / "host_key")

    def change(self, **facts: Any) -> None:
        """Change the facts that the machine reports of itself."""
        path = self.folder / "facts.json"
        stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
        draft = path.with_suffix(".draft")
        draft.write_text(json.dumps({**stored, **facts}), "utf-8")
        draft.rename(path)

    def misbehave(self, **modes: str) -> None:
        """Set in which way the I/O program misbehaves: by phase as p05="fork", or in every phase with every="fork"."""
        named = {"*" if name == "every" else name.removeprefix("p"): mode for name, mode in modes.items()}
        (self.folder / "modes.json").write_text(json.dumps(named), "utf-8")

    def gate(self, verb: str, action: str) -> None:
        """Let the next request with this verb go wrong."""
        for leftover in ("release", "released.json", "gate.passed"):
            (self.folder / leftover).unlink(missing_ok=True)
        (self.folder / "gate.json").write_text(json.dumps({"verb": verb, "action": action}), "utf-8")

    def gate_was_passed(self) -> bool:
        """Return whether a request met the gate."""
        return (self.folder / "gate.passed").exists()

    def attempt_folder(self, attempt_id: str) -> Path:
        """Return the folder in which the runner stores an attempt."""
        return self.state / "attempts" / attempt_id

    def processes(self) -> dict[int, list[str]]:
        """Return the argument lists, by process id, of everything that runs on the server except its SSH server."""
        argv_by_pid = {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                argv = (process / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
            except OSError:
                continue
            if any(part.startswith(f"{self.folder}/bin/") for part in argv[:4]):
                argv_by_pid[int(process.name)] = argv
        return argv_by_pid

    def engines(self) -> list[int]:
        """Return the processes of the I/O program that do I/O."""
        program = f"{self.folder}/bin/fio"
        return [pid for pid, argv in self.processes().items() if program in argv[:4] and "--version" not in argv]

    def supervisors(self) -> list[int]:
        """Return the process ids of the runner's supervisors."""
        return [pid for pid, argv in self.processes().items() if "supervise" in argv]

    def kill(self, *pids: int) -> None:
        """Send SIGKILL to those that are still alive."""
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue

    def reboot(self) -> None:
        """End everything at once, and begin another boot."""
        while pids := self.processes():
            self.kill(*pids)
        self.change(boot_id=str(uuid.uuid4()))


def make_host(folder: Path, *, client_key: str, witness_log: Path, speed: float) -> Host:
    """Create a simulated server with a runner and the witness as its I/O program; nothing of it runs yet."""
    for name in ("bin", "home", "state"):
        (folder / name).mkdir(parents=True, mode=0o755)
    (folder / "config").mkdir(mode=0o755)
    # Test files beside the folders of all hosts, where the disk of one of them can run full.
    scratch = {"format": 1, "folders": [str(folder.parent)]}
    (folder / "config" / "scratch.json").write_text(json.dumps(scratch), "utf-8")
    host = Host(folder.name, folder, free_port())
    host.new_host_key()
    host.change(boot_id=str(uuid.uuid4()), machine_id=uuid.uuid4().hex, clock_offset_ns=0)
    (folder / "authorized_keys").write_text(client_key + "\n", "ascii")
    (folder / "host.json").write_text(json.dumps({"port": host.port}), "utf-8")
    settings = {"log": str(witness_log), "speed": speed, "modes": str(folder / "modes.json")}
    (folder / "bin" / "witness.json").write_text(json.dumps(settings), "utf-8")
    interpreter = str(Path(sys.executable).resolve())
    for name, source in (("fio", Path(witness.__file__)), ("python3", _HERE / "runner_python.py")):
        program = folder / "bin" / name
        program.write_text(f"#!{interpreter} -IS\n{source.read_text('utf-8')}", "utf-8")
        program.chmod(0o755)
    build(folder / "runner.pyz")
    return host


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def remove(host: Host) -> None:
    """Remove a server's folder; its processes must have ended."""
    shutil.rmtree(host.folder, ignore_errors=True)
