"""Lab of its own for measuring, driven through its command and REST interface like a user's."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from storagelab.config import override_settings

POLL_SECONDS = 0.02


@dataclass(frozen=True)
class Lab:
    """Its address; its data folder and port are settings of this process and so of its children."""

    base_url: str

    def command(self, *arguments: str) -> str:
        """Run `storagelab` with these arguments and return its standard output.

        Raises CalledProcessError.
        """
        completed = subprocess.run(
            [sys.executable, "-m", "storagelab.cli.main", *arguments],
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
        return completed.stdout

    def client(self) -> httpx2.Client:
        """Return a REST client with an operator's token."""
        created = json.loads(
            self.command("token", "create", "--name", "bench", "--role", "operator", "--expires-in", "1d", "--json")
        )
        return httpx2.Client(
            base_url=f"{self.base_url}/api/v1", headers={"Authorization": f"Bearer {created['token']}"}, timeout=30
        )


@contextmanager
def temporary_lab() -> Iterator[Lab]:
    """Yield a lab that is stopped and removed afterwards. It is not started here, because the start is measured."""
    folder = Path(tempfile.mkdtemp(prefix="storagelab-bench-"))
    folder.chmod(0o755)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = override_settings(data_dir=folder / "data", port=port, runner_state_dir=folder / "runner")
    lab = Lab(settings.base_url)
    try:
        yield lab
    finally:
        subprocess.run(
            [sys.executable, "-m", "storagelab.cli.main", "down"],
            check=False,
            stdout=subprocess.DEVNULL,
        )
        shutil.rmtree(folder, ignore_errors=True)


def wait_for_ready_server(client: httpx2.Client) -> dict[str, str]:
    """Wait until the first server of the lab is discovered and ready, and return it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for server in client.get("/servers").raise_for_status().json()["items"]:
            if server["state"] == "ready":
                return dict(server)
        time.sleep(POLL_SECONDS)
    raise RuntimeError("No server became ready within a minute.")
