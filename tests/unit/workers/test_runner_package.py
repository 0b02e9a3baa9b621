"""The runner as one file."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from storagelab_workers.runner_package import runner_package


def test_assembled_runner_is_executable_and_named_by_hash(tmp_path: Path) -> None:
    package = runner_package(tmp_path)
    assert hashlib.sha256(package.path.read_bytes()).hexdigest() == package.sha256
    assert package.path.name == f"runner-{package.sha256}.pyz"
    argv = [sys.executable, "-I", str(package.path), "version", "--json"]
    assert '"protocol": 2' in subprocess.run(argv, check=True, capture_output=True, text=True).stdout
    assert [path.name for path in (tmp_path / "runner").iterdir()] == [package.path.name]
