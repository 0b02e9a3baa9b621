"""A lab with its API, on a database of its own, and the results that are uploaded to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.applications import get_app
from tests.integration.imports.uploads import ImportLab
from tests.integration.workers.conftest import lab
from tests.integration.workers.lab import Lab

from storagelab.auth.service import create_token
from storagelab.db.session import session_scope

__all__ = ["lab"]

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"


@pytest.fixture
def imports(lab: Lab) -> ImportLab:
    """Provide the API of the lab with a client for each role."""
    app = get_app(lab.settings)
    with session_scope() as session:
        tokens = {role: create_token(session, name=role, role=role) for role in ("viewer", "operator", "admin")}
    clients: dict[str, Any] = {
        role: TestClient(app, raise_server_exceptions=False, headers={"Authorization": f"Bearer {token}"})
        for role, token in tokens.items()
    }
    return ImportLab(lab, **clients)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Provide the folder of real result files."""
    if not CORPUS.is_dir():
        pytest.skip("../shared/corpus is not here")
    return CORPUS
