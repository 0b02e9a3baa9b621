"""One virtual server with two blank NVMe drives, and one lab that tests it through REST."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import httpx2
import pytest
from tests.integration.testhost.lab_client import Document, LabClient
from tests.integration.testhost.machine import Machine, MachineProblem, call, free_port, new_machine

SCRIPT = Path(__file__).parents[4] / "shared" / "testhost" / "testhost"
PROGRAMS = ("qemu-system-x86_64", "qemu-img", "socat", "ssh", "ssh-keyscan", "ssh-keygen")
BUILD_SECONDS = 900


@dataclass(frozen=True)
class Installation:
    """Storage Lab with a data folder of its own, started and stopped as its owner does it."""

    data: Path
    port: int

    def up(self) -> None:
        self.command("up", "--detach", "--port", str(self.port))

    def down(self) -> None:
        self.command("down")

    def command(self, *arguments: str) -> str:
        argv = [sys.executable, "-P", "-m", "storagelab.cli.main", *arguments, "--data", str(self.data)]
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def machine() -> Iterator[Machine]:
    """A running server; its disks are deleted at the end."""
    if not SCRIPT.exists():
        pytest.skip("virtual servers need ../shared/testhost, which is absent")
    home = _built_images()
    machine = new_machine(SCRIPT, home)
    try:
        machine.start()
        yield machine
    finally:
        machine.remove()


def _built_images() -> Path:
    """The folder of the images, made if they are missing and this is root."""
    home = Path(call(SCRIPT, "key")).parents[1]
    built = all((home / "base" / name).exists() for name in ("root.img", "vmlinuz"))
    if not built and os.geteuid() != 0:
        _missing("virtual servers are not built, and only root can build them")
    if not built:
        try:
            call(SCRIPT, "build", seconds=BUILD_SECONDS)
        except MachineProblem as problem:
            _missing(f"virtual servers could not be built: {problem}")
    absent = [program for program in PROGRAMS if shutil.which(program) is None]
    if absent:
        _missing(f"virtual servers need {', '.join(absent)}")
    return home


def _missing(reason: str) -> NoReturn:
    """Skip; where every part must be there, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def installation(machine: Machine) -> Iterator[Installation]:
    """A running lab. It is made after the machine, so that nothing starts where there is none."""
    place = Path(tempfile.mkdtemp(prefix="sl-"))
    place.chmod(0o755)
    installation = Installation(place / "data", free_port())
    with pytest.MonkeyPatch.context() as environment:
        for name in ("DATABASE_URL", "BROKER_URL", "BASE_URL", "TOKEN", "PORT", "DATA_DIR"):
            environment.delenv(f"STORAGELAB_{name}", raising=False)
        environment.setenv("STORAGELAB_RUNNER_STATE_DIR", str(place / "runner"))
        try:
            installation.up()
            yield installation
        finally:
            installation.down()
            shutil.rmtree(place)


@pytest.fixture(scope="session")
def lab(installation: Installation) -> Iterator[LabClient]:
    """REST as an administrator."""
    printed = installation.command("token", "create", "--name", "tests", "--role", "admin", "--json")
    headers = {"Authorization": f"Bearer {json.loads(printed)['token']}"}
    with httpx2.Client(base_url=f"http://127.0.0.1:{installation.port}/api/v1", headers=headers, timeout=30) as http:
        yield LabClient(http)


@pytest.fixture(scope="session")
def bench(lab: LabClient, machine: Machine) -> Document:
    """The machine as an ordinary account sees it."""
    return _register(lab, machine, "bench")


@pytest.fixture(scope="session")
def root(lab: LabClient, machine: Machine) -> Document:
    """The same machine, where the account may open its drives."""
    return _register(lab, machine, "root")


def _register(lab: LabClient, machine: Machine, account: str) -> Document:
    """A server whose fingerprint was known beforehand, and which lets the lab in."""
    machine.authorize(account, lab.public_key())
    body = {"name": f"as {account}", "address": "127.0.0.1", "port": machine.port, "username": account}
    registered = lab.post("/servers", {**body, "host_key_fingerprint": machine.fingerprint()})
    server = lab.discovered(registered["id"])
    assert (server["state"], server["last_error"]) == ("ready", None), server
    return server


@pytest.fixture(scope="session")
def drive(lab: LabClient, root: Document, machine: Machine) -> Document:
    """The first of the blank drives."""
    serial = f"{machine.serial_prefix}-01"
    return next(drive for drive in lab.get("/drives", server_id=root["id"])["items"] if drive["serial"] == serial)
