"""Recorded inventories of real machines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="session")
def inventory() -> Callable[[str], dict[str, str | None]]:
    """Provide a reader of one recorded inventory, as in `host/qemu-q35`: outputs by name."""
    return lambda name: json.loads((DATA / f"{name}.json").read_text())
