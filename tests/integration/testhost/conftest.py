"""One virtual server with two blank NVMe drives, and one lab that tests it through REST."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NoReturn

import httpx2
import pytest
from tests.integration.testhost.installation import Installation, new_installation
from tests.integration.testhost.lab_client import Document, LabClient
from tests.integration.testhost.machine import SCRIPT, Machine, MachineProblem, image_folder, new_machine


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--layouts", type=int, default=6, help="Layouts of drives that are drawn for a server.")


@pytest.fixture(scope="session")
def machine() -> Iterator[Machine]:
    """Provide a running server; its disks are deleted at the end."""
    if not SCRIPT.exists():
        pytest.skip("virtual servers need ../shared/testhost, which is absent")
    try:
        machine = new_machine(image_folder())
    except MachineProblem as problem:
        _missing(str(problem))
    try:
        machine.start()
        yield machine
    finally:
        machine.remove()


def _missing(reason: str) -> NoReturn:
    """Skip; where every part must be there, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def installation(machine: Machine) -> Iterator[Installation]:
    """Provide a running lab.

    It is made after the machine, so that nothing starts where there is no machine.
    """
    with new_installation() as installation:
        yield installation


@pytest.fixture(scope="session")
def lab(installation: Installation) -> Iterator[LabClient]:
    """Provide a client of REST as an administrator."""
    headers = {"Authorization": f"Bearer {installation.admin_token()}"}
    with httpx2.Client(base_url=f"http://127.0.0.1:{installation.port}/api/v1", headers=headers, timeout=30) as http:
        yield LabClient(http)


@pytest.fixture(scope="session")
def bench(lab: LabClient, machine: Machine) -> Document:
    """Provide the machine as an ordinary account sees it."""
    return _register(lab, machine, "bench")


@pytest.fixture(scope="session")
def root(lab: LabClient, machine: Machine) -> Document:
    """Provide the same machine, where the account may open its drives."""
    return _register(lab, machine, "root")


def _register(lab: LabClient, machine: Machine, account: str) -> Document:
    """Register a server that lets the lab in, with a fingerprint known beforehand, and return it."""
    machine.authorize(account, lab.public_key())
    body = {"name": f"as {account}", "address": "127.0.0.1", "port": machine.port, "username": account}
    registered = lab.post("/servers", {**body, "host_key_fingerprint": machine.fingerprint()})
    server = lab.discovered(registered["id"])
    assert (server["state"], server["last_error"]) == ("ready", None), server
    return server


@pytest.fixture(scope="session")
def drive(lab: LabClient, root: Document, machine: Machine) -> Document:
    """Provide the first of the blank drives."""
    serial = f"{machine.serial_prefix}-01"
    return next(drive for drive in lab.get("/drives", server_id=root["id"])["items"] if drive["serial"] == serial)
