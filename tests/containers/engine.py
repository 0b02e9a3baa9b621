"""Finds a container engine, and speaks to a Compose project of its own."""

from __future__ import annotations

import json
import shlex
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from storagelab.config import CHECKOUT

#: Sets up an engine where none is installed.
STAND_IN = CHECKOUT.parent / "shared" / "containers" / "containers"
COMMAND_SECONDS = 1500.0


class Failed(Exception):
    """A command or an answer is not what the deployment promises."""


@dataclass(frozen=True)
class Engine:
    """Commands that call Docker and Compose."""

    docker: tuple[str, ...]
    compose: tuple[str, ...]
    needs_images: bool
    """Whether the images that the Dockerfiles name are made here, because no registry is reached."""


def find_engine() -> Engine:
    """Return the engine of this machine, or the stand-in, set up. Raises Failed when there is neither."""
    if _answers(("docker", "info")) and _answers(("docker", "compose", "version")):
        return Engine(("docker",), ("docker", "compose"), needs_images=False)
    if not STAND_IN.exists():
        raise Failed("No container engine answers here: install Docker with Compose, start it, and say this again.")
    run((str(STAND_IN), "setup"))
    return Engine((str(STAND_IN), "docker"), (str(STAND_IN), "compose"), needs_images=True)


def _answers(argv: tuple[str, ...]) -> bool:
    try:
        return subprocess.run(argv, capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def run(argv: tuple[str, ...], *, cwd: Path | None = None, given: str | None = None) -> str:
    """Run a command to its end; return what it printed. Raises Failed with its words when it fails."""
    done = subprocess.run(
        argv, cwd=cwd, input=given, stdin=None if given is not None else subprocess.DEVNULL, capture_output=True,
        text=True, timeout=COMMAND_SECONDS, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        output = "\n".join((done.stdout + done.stderr).strip().splitlines()[-40:])
        raise Failed(f"{' '.join(argv)}: status {done.returncode}\n{output}")
    return done.stdout


@dataclass(frozen=True)
class Project:
    """One installation of the product: a checkout with its .env, under a name of its own."""

    engine: Engine
    folder: Path
    name: str

    def compose(self, *arguments: str, given: str | None = None) -> str:
        """Run Compose on this project; return what it printed."""
        return run((*self.engine.compose, "--project-name", self.name, *arguments), cwd=self.folder, given=given)

    def docker(self, *arguments: str, given: str | None = None) -> str:
        """Run Docker; return what it printed."""
        return run((*self.engine.docker, *arguments), given=given)

    def run_documented(self, command: str, places: Mapping[str, str] = MappingProxyType({})) -> str:
        """Run a command as a document shows it, in this project; `places` replace the examples in it."""
        for example, place in places.items():
            command = command.replace(example, place)
        words = shlex.split(command)
        if words[:2] != ["docker", "compose"]:
            return run(tuple(words), cwd=self.folder)
        if words[2] in ("exec", "run"):
            words.insert(3, "-T")
        return self.compose(*words[2:])

    def succeeds(self, *arguments: str) -> bool:
        """Return whether a Docker command ends with 0."""
        argv = (*self.engine.docker, *arguments)
        return subprocess.run(argv, capture_output=True, timeout=60, check=False).returncode == 0

    def up(self) -> None:
        """Start everything and wait until every container is healthy."""
        self.compose("up", "--detach", "--wait")

    def container(self, service: str) -> str:
        """Return the id of the container of a service."""
        return self.compose("ps", "--all", "--quiet", service).strip()

    def state(self, service: str) -> Mapping[str, Any]:
        """Return what the engine knows of the container of a service."""
        container_state: Mapping[str, Any] = json.loads(self.docker("inspect", self.container(service)))[0]["State"]
        return container_state

    def is_healthy(self, service: str) -> bool:
        """Return whether a service runs and its health check passes."""
        state = self.state(service)
        return bool(state["Running"] and state["Health"]["Status"] == "healthy")

    def set(self, **settings: str) -> None:
        """Change settings in .env."""
        path = self.folder / ".env"
        lines = [line for line in path.read_text().splitlines() if line.partition("=")[0] not in settings]
        path.write_text("\n".join([*lines, *(f"{name}={value}" for name, value in settings.items())]) + "\n")

    def remove(self) -> None:
        """Remove containers, networks and volumes of this project."""
        self.compose("--profile", "admin", "down", "--volumes", "--remove-orphans", "--timeout", "5")


def wait_until(condition: Callable[[], object], description: str, *, seconds: float = 120.0) -> None:
    """Wait until a condition holds. Raises Failed, naming it, when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Failed(f"{description}: not within {seconds:.0f} s")
        time.sleep(0.3)


def require(condition: object, description: str) -> None:
    """Raise Failed with `description` unless the condition holds."""
    if not condition:
        raise Failed(description)
