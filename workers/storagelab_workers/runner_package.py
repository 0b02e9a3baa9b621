"""The runner as one file, assembled once per version and known by its SHA-256."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from storagelab_runner.build import build


@dataclass(frozen=True, slots=True)
class RunnerPackage:
    """The assembled runner on this machine."""

    path: Path
    sha256: str

    @property
    def file_name(self) -> str:
        """Return the file name of the runner package, here and on every server."""
        return f"runner-{self.sha256}.pyz"


@lru_cache(maxsize=1)
def runner_package(data_dir: Path) -> RunnerPackage:
    """Build the runner package from this code in the data folder and return it."""
    folder = data_dir / "runner"
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"draft.{os.getpid()}"
    sha256 = build(draft)
    package = RunnerPackage(folder / f"runner-{sha256}.pyz", sha256)
    draft.replace(package.path)
    return package
