"""A second lab with a database of its own, for tests of what labs hand each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.packed import Frozen, frozen_of
from tests.integration.shares.sharing import freeze
from tests.integration.shares.subjects import Place, make_subject, other_configuration

from storagelab.app import create_app
from storagelab.auth.service import create_token
from storagelab.config import Settings
from storagelab.db import models
from storagelab.db.session import get_database, session_scope
from storagelab.http.session import get_session_opener, open_session


@dataclass(frozen=True)
class OtherLab:
    """A second lab, with a database of its own."""

    url: str
    app: FastAPI
    operator: TestClient
    anonymous: TestClient

    def session(self) -> AbstractContextManager[Session]:
        """Return a transaction of it that is committed."""
        return session_scope(self.url)

    def get(self, path: str, **params: Any) -> Any:
        """Return the JSON answer of a GET request."""
        answer = self.operator.get(f"/api/v1{path}", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def other_lab(settings: Settings, own_database_url: str) -> Iterator[OtherLab]:
    """Provide a lab where nothing was ever measured."""

    def open_other() -> Iterator[Session]:
        with session_scope(own_database_url) as session:
            yield session

    app = create_app(settings)
    app.dependency_overrides[open_session] = open_other
    app.dependency_overrides[get_session_opener] = lambda: lambda: session_scope(own_database_url)
    with session_scope(own_database_url) as session:
        token = create_token(session, name="operator", role="operator")
    headers = {"Authorization": f"Bearer {token}"}
    yield OtherLab(
        own_database_url,
        app,
        TestClient(app, raise_server_exceptions=False, headers=headers),
        TestClient(app, raise_server_exceptions=False),
    )
    get_database(own_database_url).dispose()


@pytest.fixture
def compared(operator: TestClient, anonymous: TestClient, make: Factory, place: Place, whole_run: models.Run) -> Frozen:
    """Provide a comparison of two runs on two configurations that differ in the firmware of their drives."""
    second = make_subject(make, place, iops=1300.0, configuration=other_configuration(make))
    runs = [str(whole_run.id), str(second.id)]
    share = freeze(operator, kind="comparison", run_ids=runs, author="Jo", contact="jo@example.org", raw_files=True)
    return frozen_of(anonymous, share)
