"""Modules that processes load: what they do not need would only make them start later."""

from __future__ import annotations

import subprocess
import sys

import pytest

WEB = {"fastapi", "starlette", "uvicorn"}
#: Large, and needed for files in these formats alone.
ARROW = {"pyarrow"}


@pytest.mark.parametrize(
    ("module", "unneeded"),
    [
        ("storagelab_workers.tasks", WEB | ARROW),
        ("storagelab_workers.reconciler", WEB | ARROW),
        ("storagelab.app", ARROW),
    ],
)
def test_process_loads_no_unneeded_modules(module: str, unneeded: set[str]) -> None:
    script = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    loaded = set(done.stdout.split())
    assert module in loaded
    assert loaded & unneeded == set()
