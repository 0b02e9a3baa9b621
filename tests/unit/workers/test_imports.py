"""What the processes without HTTP load: a web framework would only make them start later."""

from __future__ import annotations

import subprocess
import sys

import pytest

WEB = {"fastapi", "starlette", "uvicorn"}


@pytest.mark.parametrize("module", ["tasks", "reconciler"])
def test_neither_worker_nor_reconciler_loads_a_web_framework(module: str) -> None:
    script = f"import sys, storagelab_workers.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    loaded = set(done.stdout.split())
    assert f"storagelab_workers.{module}" in loaded
    assert loaded & WEB == set()
