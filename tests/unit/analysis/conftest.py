"""Reference cases that lie beside the project; a checkout without them skips what needs them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parents[4] / "shared" / "vectors"


@pytest.fixture(scope="session")
def vectors() -> Callable[[str], dict[str, Any]]:
    """Provide a reader of one file of reference cases by its name without the suffix."""

    def read(name: str) -> dict[str, Any]:
        path = VECTORS / f"{name}.json"
        if not path.exists():
            pytest.skip(f"the reference cases are not beside this checkout: {path.name}")
        return json.loads(path.read_text())

    return read
