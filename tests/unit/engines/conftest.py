"""Recorded output of real fio runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data" / "fio"


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], bytes]:
    """Provide a reader of one recorded file by its name."""
    return lambda name: (DATA / name).read_bytes()
