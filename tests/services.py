"""The PostgreSQL and the Valkey of a test run: one of each for all its lanes, or the process's own.

`python -m tests.services` starts them, prints their data folder, and stops them when its input ends, as it does also
when the process that started it is killed.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from storagelab.config import Settings
from storagelab.launcher.database import load_alembic_configuration
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.services import start_services

#: Names the data folder of services that run already.
VARIABLE = "STORAGELAB_TEST_SERVICES"
#: Nothing of a test run must survive a power cut, and many labs use one PostgreSQL.
POSTGRES_OPTIONS = ("--fsync=off", "--full_page_writes=off", "--synchronous_commit=off", "--max_connections=500")

START_SECONDS = 60.0


@contextmanager
def open_services() -> Iterator[Settings]:
    """Yield settings of a running PostgreSQL, with a migrated template database, and of a running Valkey."""
    with pytest.MonkeyPatch.context() as environment:
        for name in ("DATABASE_URL", "BROKER_URL"):
            environment.delenv(f"STORAGELAB_{name}", raising=False)
        if folder := os.environ.get(VARIABLE):
            yield _as_superuser(Settings(data_dir=Path(folder)))
            return
        # A short path, because sockets lie below it.
        place = Path(tempfile.mkdtemp(prefix="sl-"))
        place.chmod(0o755)
        settings = Settings(data_dir=place / "data")
        try:
            with _running(settings):
                yield _as_superuser(settings)
        finally:
            shutil.rmtree(place)


def _as_superuser(settings: Settings) -> Settings:
    """Return settings whose database is the template, with the role that may create others from it."""
    return settings.model_copy(update={"database_url": url_as(settings.database_url, "storagelab")})


def url_as(url: str, role: str) -> str:
    """Return the URL of a database for another role."""
    return make_url(url).set(username=role).render_as_string(hide_password=False)


@contextmanager
def as_superuser(session: Session) -> Iterator[None]:
    """Let the session of a test that rolls back do what the API may not, such as changing what is frozen."""
    session.execute(text("reset role"))
    yield
    session.execute(text("set local role storagelab_api"))


@contextmanager
def _running(settings: Settings) -> Iterator[None]:
    running = start_services(settings, open_data_folder(settings.data_dir))
    try:
        for service in running.started:
            if service.program.name == "postgres":
                service.program.stop()
                service.program.argv.extend(POSTGRES_OPTIONS)
                service.restart()
        _wait_until_it_answers(settings)
        configuration = load_alembic_configuration()
        configuration.attributes["url"] = settings.migration_url
        command.upgrade(configuration, "head")
        yield
    finally:
        running.stop()


def _wait_until_it_answers(settings: Settings) -> None:
    engine = create_engine(settings.database_url)
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            engine.connect().close()
        except OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            engine.dispose()
            return


def main() -> None:
    """Run until the input ends."""
    with open_services() as settings:
        print(settings.data_dir, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
