"""Shared fixtures: a real database with one transaction per test, its API, a client for every role.

Fixtures are made when a test requests them, so a unit test starts nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.applications import get_app
from tests.factories import Factory
from tests.services import open_services, url_as

from storagelab.auth.service import create_token
from storagelab.config import Settings, get_settings
from storagelab.db.session import get_database
from storagelab.http.session import get_session_opener, open_session
from storagelab.queue import _KEY

pytest_plugins = ["pytester", "tests.turns"]

Scope = Callable[[], AbstractContextManager[Session]]
ROLES = ("viewer", "operator", "admin")


@pytest.fixture(scope="session")
def services() -> Iterator[Settings]:
    """Provide settings of a running PostgreSQL, with a migrated template database, and a running Valkey."""
    with open_services() as settings:
        yield settings


@contextmanager
def _clone(services: Settings) -> Iterator[str]:
    """Provide a clone of the migrated database, dropped at the end."""
    name = f"t_{uuid.uuid4().hex[:12]}"
    admin = create_engine(services.database_url.replace("/storagelab?", "/postgres?"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"create database {name} template storagelab"))
    # As the API logs in: what it may not do fails in tests too.
    url = url_as(services.database_url.replace("/storagelab?", f"/{name}?"), "storagelab_api")
    yield url
    get_database(url).dispose()
    get_database(url_as(url, "storagelab")).dispose()
    with admin.connect() as connection:
        connection.execute(text(f"drop database {name} with (force)"))
    admin.dispose()


@pytest.fixture(scope="session")
def database_url(services: Settings) -> Iterator[str]:
    """Provide the database of tests that roll back; a commit through `connection` never reaches it."""
    with _clone(services) as url:
        yield url


@pytest.fixture
def own_database_url(services: Settings) -> Iterator[str]:
    """Provide a database of this test alone, for tests that need several connections at once."""
    with _clone(services) as url:
        yield url


@pytest.fixture
def settings(
    services: Settings, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Settings]:
    """Provide settings of this test, with folders of its own."""
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", database_url)
    monkeypatch.setenv("STORAGELAB_BROKER_URL", services.broker_url)
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("STORAGELAB_FRONTEND_DIR", str(tmp_path / "pages"))
    get_settings.cache_clear()
    yield get_settings()
    get_database(database_url).dispose()
    get_database(url_as(database_url, "storagelab")).dispose()
    get_settings.cache_clear()


@pytest.fixture
def connection(settings: Settings) -> Iterator[Connection]:
    """Provide a connection of the API's role whose outer transaction is rolled back when the test ends."""
    # What logs in is the superuser, so that `as_superuser` can do what the API may not.
    database = get_database(url_as(settings.database_url, "storagelab"))
    with database.connect() as connection:
        transaction = connection.begin()
        connection.execute(text("set local role storagelab_api"))
        yield connection
        transaction.rollback()


@pytest.fixture
def enqueued() -> list[tuple[str, dict[str, str]]]:
    """Provide the list of tasks that were enqueued after a commit, in order, as (task, ids)."""
    return []


@pytest.fixture
def scope(connection: Connection, enqueued: list[tuple[str, dict[str, str]]]) -> Scope:
    """Provide a `session_scope` whose commit releases a savepoint, and whose tasks go to the list `enqueued`."""

    @contextmanager
    def open_scope() -> Iterator[Session]:
        session = Session(connection, join_transaction_mode="create_savepoint", expire_on_commit=False)
        try:
            yield session
            session.commit()
            enqueued.extend(session.info.pop(_KEY, []))
        except BaseException:
            session.rollback()
            raise
        finally:
            session.close()

    return open_scope


@pytest.fixture
def session(connection: Connection) -> Iterator[Session]:
    """Provide a session of the test itself; the API sees everything that it flushes."""
    with Session(connection, join_transaction_mode="create_savepoint", expire_on_commit=False) as session:
        yield session


@pytest.fixture
def make(session: Session) -> Factory:
    """Provide a factory of rows."""
    return Factory(session)


@pytest.fixture
def app(settings: Settings, scope: Scope) -> FastAPI:
    """Provide the API on the test's transaction."""

    def open_test_session() -> Iterator[Session]:
        with scope() as session:
            yield session

    app = get_app(settings)
    app.dependency_overrides[open_session] = open_test_session
    app.dependency_overrides[get_session_opener] = lambda: scope
    return app


@pytest.fixture
def tokens(scope: Scope) -> dict[str, str]:
    """Provide an API token of every role."""
    with scope() as session:
        return {role: create_token(session, name=role, role=role) for role in ROLES}


@pytest.fixture
def anonymous(app: FastAPI) -> TestClient:
    """Provide a client without credentials."""
    return TestClient(app, raise_server_exceptions=False)


@pytest.fixture
def viewer(app: FastAPI, tokens: dict[str, str]) -> TestClient:
    """Provide a client that may read."""
    return _client(app, tokens["viewer"])


@pytest.fixture
def operator(app: FastAPI, tokens: dict[str, str]) -> TestClient:
    """Provide a client that may submit and cancel."""
    return _client(app, tokens["operator"])


@pytest.fixture
def admin(app: FastAPI, tokens: dict[str, str]) -> TestClient:
    """Provide a client that may do everything."""
    return _client(app, tokens["admin"])


def _client(app: FastAPI, token: str) -> TestClient:
    return TestClient(app, raise_server_exceptions=False, headers={"Authorization": f"Bearer {token}"})
