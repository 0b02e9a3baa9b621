"""Separate lab for a test: its data folder, its processes, its tokens, and nothing of another lab."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.integration.testhost.machine import free_port


@dataclass(frozen=True)
class Installation:
    """Storage Lab with a data folder of its own, started and stopped as its owner does it."""

    data: Path
    port: int
    runner_state: Path

    def up(self) -> None:
        self.command("up", "--detach", "--port", str(self.port))

    def down(self) -> None:
        self.command("down")

    def command(self, *arguments: str) -> str:
        argv = [sys.executable, "-P", "-m", "storagelab.cli.main", *arguments, "--data", str(self.data)]
        done = subprocess.run(
            argv, env=self._environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def admin_token(self) -> str:
        """Return a new token that may do everything."""
        printed = self.command("token", "create", "--name", "tests", "--role", "admin", "--json")
        token: str = json.loads(printed)["token"]
        return token

    def _environment(self) -> dict[str, str]:
        """Return the environment of this process without the settings of another lab."""
        mine = {name: value for name, value in os.environ.items() if not name.startswith("STORAGELAB_")}
        return {**mine, "STORAGELAB_RUNNER_STATE_DIR": str(self.runner_state)}


@contextlib.contextmanager
def new_installation() -> Iterator[Installation]:
    """Yield a running lab; it is stopped and deleted at the end."""
    place = Path(tempfile.mkdtemp(prefix="sl-"))
    place.chmod(0o755)
    installation = Installation(place / "data", free_port(), place / "runner")
    try:
        installation.up()
        yield installation
    finally:
        installation.down()
        shutil.rmtree(place)
