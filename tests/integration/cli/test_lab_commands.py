"""Commands that change what the lab may do, against a real API: enrol a drive, pause the lab."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from tests.factories import Factory

from storagelab.auth.service import create_token
from storagelab.config import Settings, get_settings
from storagelab.db.session import session_scope

Command = Callable[..., subprocess.CompletedProcess[str]]
STARTS_WITHIN_SECONDS = 60.0


@pytest.fixture
def storagelab(
    services: Settings, own_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Command]:
    """Runs the command against an API with one server, `lab1`, and one drive, `nvme-x`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", own_database_url)
    monkeypatch.setenv("STORAGELAB_BROKER_URL", services.broker_url)
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("STORAGELAB_BASE_URL", url)
    get_settings.cache_clear()
    with session_scope() as session:
        monkeypatch.setenv("STORAGELAB_TOKEN", create_token(session, name="cli", role="admin"))
        make = Factory(session)
        server = make.server(name="lab1", transport="ssh", address="lab1.example.org")
        make.drive(server, stable_id="nvme-x", serial="S6XYNA0R123456")
    argv = [
        sys.executable,
        "-m",
        "uvicorn",
        "storagelab.app:create_app",
        "--factory",
        f"--port={url.rpartition(':')[2]}",
    ]
    api = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(url)
        yield lambda *arguments: subprocess.run(
            [sys.executable, "-m", "storagelab.cli.main", *arguments],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    finally:
        api.terminate()
        api.wait()
        get_settings.cache_clear()


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx2.get(f"{url}/healthz").status_code == 200:
                return
        except httpx2.HTTPError:
            time.sleep(0.1)
    pytest.fail("The API did not start.")


def test_commands_that_change_what_the_lab_may_do(storagelab: Command) -> None:
    enrolled = storagelab("server", "enrol", "lab1", "--stable-id", "nvme-x", "--serial-ending", "123456")
    assert enrolled.returncode == 0, enrolled.stderr
    assert "  sudo storagelab-runner enrol --stable-id nvme-x\n" in enrolled.stdout

    wrong = storagelab("server", "enrol", "lab1", "--stable-id", "nvme-x", "--serial-ending", "654321")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "type its last 6 characters" in wrong.stderr

    # Nobody is there to be asked.
    asked = storagelab("server", "enrol", "lab1", "--stable-id", "nvme-x")
    assert (asked.returncode, "--serial-ending" in asked.stderr) == (1, True)

    paused = storagelab("lab", "pause", "--reason", "Power works", "--json")
    assert json.loads(paused.stdout)["reason"] == "Power works"
    assert storagelab("lab", "unpause").stdout == "The lab is not paused.\n"
    assert storagelab("lab", "pause").returncode == 2
