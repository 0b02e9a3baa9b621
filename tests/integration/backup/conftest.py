"""Databases and folders to back up from and to restore into, each with connections of its own."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.services import url_as

from storagelab.backup.tables import connect, list_lab_tables, read_sequences
from storagelab.config import Settings, get_settings
from storagelab.db.roles import prepare_roles

#: Each connection counts in rows of its own, so only the sum is a property of the lab.
_SUMS = {"run_counter": "select coalesce(sum(run_count), 0)::text from run_counter"}


@dataclass(frozen=True)
class Place:
    """One lab that does not run: a database and a data folder."""

    settings: Settings
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Yield a session whose work is committed."""
        engine = create_engine(self.settings.database_url)
        try:
            with Session(engine, expire_on_commit=False) as session, session.begin():
                yield session
        finally:
            engine.dispose()

    @contextmanager
    def make(self) -> Iterator[Factory]:
        """Yield a factory whose rows are committed."""
        with self.session() as session:
            yield Factory(session, numbers=self.numbers)

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        with connect(self.settings.database_url) as connection:
            yield connection

    def write_key(self, key: str, content: str) -> Path:
        path = self.settings.data_dir / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        path.chmod(0o600)
        return path

    def tables(self) -> dict[str, str]:
        """Return a hash over all rows of every table, independent of their order."""
        hashes = {}
        with self.connection() as connection:
            for table in list_lab_tables(connection):
                digest = hashlib.sha256()
                rows = f'select t::text from "{table.name}" t order by 1'
                for row in connection.execute(_SUMS.get(table.name, rows)):
                    digest.update(row[0].encode() + b"\n")
                hashes[table.name] = digest.hexdigest()
        return hashes

    def next_numbers(self) -> dict[str, int]:
        """Return the next number of each sequence."""
        with self.connection() as connection:
            records = read_sequences(connection, list_lab_tables(connection))
        return {record.name: record.last_value + record.is_called for record in records}


OpenPlace = Callable[..., Place]


@pytest.fixture
def open_lab(services: Settings, tmp_path: Path) -> Iterator[OpenPlace]:
    """Provide a function that makes places; `template` None is a database without any table, as on a new server."""
    admin = create_engine(services.database_url.replace("/storagelab?", "/postgres?"), isolation_level="AUTOCOMMIT")
    with ExitStack() as stack:
        stack.callback(admin.dispose)

        def run(statement: str) -> None:
            with admin.connect() as connection:
                connection.execute(text(statement))

        def begin(template: str | None = "storagelab") -> Place:
            name = f"t_{uuid.uuid4().hex[:12]}"
            run(f"create database {name} template {template or 'template0'}")
            stack.callback(run, f"drop database {name} with (force)")
            url = services.database_url.replace("/storagelab?", f"/{name}?")
            with connect(url) as connection:
                prepare_roles(connection)
            data_dir = tmp_path / name
            data_dir.mkdir()
            return Place(
                Settings(
                    data_dir=data_dir,
                    database_url=url_as(url, "storagelab_migrate"),
                    broker_url=services.broker_url,
                )
            )

        yield begin


@pytest.fixture
def lab(open_lab: OpenPlace, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """Provide a migrated lab, whose keys this process creates and reads."""
    place = open_lab()
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(place.settings.data_dir))
    get_settings.cache_clear()
    yield place
    get_settings.cache_clear()


@pytest.fixture
def empty_place(open_lab: OpenPlace) -> Place:
    """Provide a place that never had a lab."""
    return open_lab(template=None)
