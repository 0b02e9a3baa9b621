"""Which quarter of the faults the gate plays: commits in a row play one after the other, so that four see all."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.faults.fault import Fault

QUARTERS = 4


def quarter(faults: Sequence[Fault], number: int) -> list[Fault]:
    """Return a quarter of the faults, in their order; all quarters take about as long."""
    by_length = sorted(faults, key=lambda fault: (fault.alone, fault.seconds, fault.number))
    chosen = {fault.number for fault in by_length[number % QUARTERS :: QUARTERS]}
    return [fault for fault in faults if fault.number in chosen]


def number_of_commit(repository: Path) -> int:
    """Return the number of commits up to the one checked out, of a shallow clone its hash.

    Raises OSError where git cannot say.
    """
    if _git(repository, "rev-parse", "--is-shallow-repository") == "true":
        return int(_git(repository, "rev-parse", "HEAD"), 16)
    return int(_git(repository, "rev-list", "--count", "HEAD"))


def _git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=repository, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"git {' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout.strip()
