"""A server made of files, and the programs on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.runner.kernel_folders import Programs, Tree


@pytest.fixture
def kernel(tmp_path: Path) -> Tree:
    """Return the folders of a kernel that shows nothing yet."""
    (tmp_path / "kernel").mkdir()
    return Tree(tmp_path / "kernel")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Provide the programs of this server: besides them, only those of the shell exist."""
    installed = Programs(tmp_path / "programs")
    monkeypatch.setenv("PATH", f"{installed.folder}:/usr/bin:/bin")
    return installed
