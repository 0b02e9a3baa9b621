"""Environment of programs that the runner starts, and the search for them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_COMMAND_SECONDS = 10


def build_environment() -> dict[str, str]:
    """Return all environment variables that a child process of the runner gets."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}


def run_quietly(*argv: str) -> bool:
    """Run a short system command for its effect; return whether it succeeded."""
    try:
        done = subprocess.run(
            argv,
            check=False,
            env=build_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_COMMAND_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def find_program(name: str) -> Path | None:
    """Return the first program called `name` on PATH, in a folder with an absolute path, else None."""
    for folder in build_environment()["PATH"].split(os.pathsep):
        candidate = Path(folder or ".") / name
        if candidate.is_absolute() and candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate
    return None


def run_failure_reason(problem: OSError | subprocess.SubprocessError) -> str:
    """Return why a program did not run to its end, as `it ...` or in the words of the system."""
    if isinstance(problem, subprocess.CalledProcessError):
        return f"it ended with status {problem.returncode}"
    if isinstance(problem, subprocess.TimeoutExpired):
        return f"it did not report its version within {problem.timeout:g} s"
    return getattr(problem, "strerror", None) or str(problem)
