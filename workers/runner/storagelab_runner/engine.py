"""fio as this server has it: where it is, which version, and the only command line it is ever given."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from storagelab_runner.errors import Refusal

ENGINE = "fio"
_VERSION_SECONDS = 10
_COMMAND_SECONDS = 10


def environment() -> dict[str, str]:
    """All that a child of the runner gets to see."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}


def run_quietly(*argv: str) -> bool:
    """Run a short command of the system for its effect; whether it succeeded."""
    try:
        done = subprocess.run(
            argv,
            check=False,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_COMMAND_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def find_engine() -> Path:
    """The first fio on PATH. Raises Refusal engine_missing."""
    for folder in environment()["PATH"].split(os.pathsep):
        candidate = Path(folder or ".") / ENGINE
        if candidate.is_absolute() and candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate
    raise Refusal("engine_missing", f"{ENGINE} was not found on PATH: it must be installed on the server.")


def engine_version(path: Path) -> str:
    """What `fio --version` prints. Raises Refusal engine_missing when it cannot be run."""
    try:
        done = subprocess.run(
            [str(path), "--version"],
            capture_output=True,
            check=True,
            env=environment(),
            stdin=subprocess.DEVNULL,
            timeout=_VERSION_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as problem:
        raise Refusal("engine_missing", f"{path} cannot be run: {_reason(problem)}.") from None
    return done.stdout.decode("utf-8", "replace").strip()[:200]


def _reason(problem: OSError | subprocess.SubprocessError) -> str:
    if isinstance(problem, subprocess.CalledProcessError):
        return f"it ended with status {problem.returncode}"
    if isinstance(problem, subprocess.TimeoutExpired):
        return f"it did not say its version within {_VERSION_SECONDS} s"
    return getattr(problem, "strerror", None) or str(problem)


def command_line(path: str, status_interval_seconds: int, read_only: bool) -> list[str]:
    """The argument list of one engine start, to be run in the folder of its phase."""
    options = ["--output-format=json+", f"--status-interval={status_interval_seconds}", "--output=status.json"]
    return [path, *options, *(["--readonly"] if read_only else []), "job.fio"]
