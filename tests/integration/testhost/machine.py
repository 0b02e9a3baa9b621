"""Virtual server of the lab: the script beside the checkout boots, queries, damages and deletes it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import socket
import subprocess
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).parents[4] / "shared" / "testhost" / "testhost"
DRIVES = 2
DRIVE_MIB = 256
_PROGRAMS = ("qemu-system-x86_64", "qemu-img", "socat", "ssh", "ssh-keyscan", "ssh-keygen")
_BUILD_SECONDS = 900
_BOOT_SECONDS = 300
_COMMAND_SECONDS = 150


class MachineProblem(Exception):
    """The script refused or failed, in its own words."""


@dataclass(frozen=True)
class Machine:
    """One virtual server. Its own account is root; `bench` is an ordinary one that may use sudo."""

    script: Path
    name: str
    port: int
    folder: Path
    drives: int = DRIVES
    throttle: tuple[str, ...] = ()
    """What slows the drives down, as the script takes it."""

    @property
    def serial_prefix(self) -> str:
        return f"LAB-{self.name}"

    def start(self) -> None:
        """Boot, and return once SSH answers."""
        drives = ["--drives", str(self.drives), "--size", f"{DRIVE_MIB}M", *self.throttle]
        call(self.script, "start", self.name, "--port", str(self.port), *drives, seconds=_BOOT_SECONDS)

    def restart(self) -> None:
        """Shut down cleanly and boot again.

        The script's own reboot resets the virtual machine while it runs. Under load the emulator then sometimes hangs
        for minutes in the middle of the boot.
        """
        process = int((self.folder / "pid").read_text())
        with contextlib.suppress(MachineProblem):
            # The connection may be cut before the command has answered.
            self.shell("systemctl poweroff")
        deadline = time.monotonic() + _COMMAND_SECONDS
        while Path("/proc", str(process)).exists():
            if time.monotonic() > deadline:
                raise MachineProblem(f"{self.name} did not shut down within {_COMMAND_SECONDS} s")
            time.sleep(0.2)
        self.start()

    def remove(self) -> None:
        """Power off the machine and delete its disks."""
        call(self.script, "stop", self.name)
        shutil.rmtree(self.folder, ignore_errors=True)

    def shell(self, command: str, *, given: str = "") -> str:
        """Return the output of a command that root runs with `given` on standard input. Raise MachineProblem."""
        return call(self.script, "ssh", self.name, command, given=given)

    def fault(self, *words: str) -> None:
        """Do to the machine what the script knows by these words."""
        call(self.script, "fault", self.name, *words)

    def fingerprint(self) -> str:
        """Return the fingerprint of the SSH host key, as the machine's owner reads it."""
        line = call(self.script, "hostkey", self.name)
        printed = subprocess.run(
            ["ssh-keygen", "-l", "-f", "-"], input=line, capture_output=True, text=True, check=True
        ).stdout
        return printed.split()[1]

    def authorize(self, account: str, public_key: str) -> None:
        """Let the holder of a key sign in, as the account's owner would."""
        home = "/root" if account == "root" else f"/home/{account}"
        self.shell(f"echo '{public_key}' >> {home}/.ssh/authorized_keys")

    def drive_digest(self, number: int) -> str:
        """Return the SHA-256 of everything on a test drive, read from outside."""
        digest = hashlib.sha256()
        with (self.folder / f"drive{number}.img").open("rb") as image:
            while block := image.read(1 << 20):
                digest.update(block)
        return digest.hexdigest()


def image_folder() -> Path:
    """Return the folder of machines and their images; make missing images if this is root.

    Raise MachineProblem where there can be no machine.
    """
    home = Path(call(SCRIPT, "key")).parents[1]
    built = all((home / "base" / name).exists() for name in ("root.img", "vmlinuz"))
    if not built and os.geteuid() != 0:
        raise MachineProblem("virtual servers are not built, and only root can build them")
    if not built:
        call(SCRIPT, "build", seconds=_BUILD_SECONDS)
    absent = [program for program in _PROGRAMS if shutil.which(program) is None]
    if absent:
        raise MachineProblem(f"virtual servers need {', '.join(absent)}")
    return home


def new_machine(home: Path, *, drives: int = DRIVES, throttle: tuple[str, ...] = ()) -> Machine:
    """Return a machine that is not running yet, with a name and a port of its own."""
    name = f"t{uuid.uuid4().hex[:6]}"
    return Machine(SCRIPT, name, free_port(), home / "hosts" / name, drives, throttle)


def free_port() -> int:
    """Return a port of this machine that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def call(script: Path, *arguments: str, seconds: float = _COMMAND_SECONDS, given: str = "") -> str:
    """Return the output of the script, with `given` on standard input. Raise MachineProblem."""
    # Read-only folders may not carry the right to execute, so the script is given to bash.
    argv = ["bash", str(script), *arguments]
    try:
        done = subprocess.run(argv, input=given, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise MachineProblem(f"{' '.join(arguments)}: no answer within {seconds:g} s") from None
    if done.returncode != 0:
        raise MachineProblem(f"{' '.join(arguments)}: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()
