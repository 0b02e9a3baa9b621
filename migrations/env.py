"""Migrations of the lab's database, with limits so that none waits on a busy table for long."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, create_engine, text

import storagelab.db.models  # noqa: F401  (registers every table)
from storagelab.config import get_settings
from storagelab.db.base import Base


def run() -> None:
    """Migrate online.

    The caller may give the URL as the attribute `url`, or as `connection` one whose transaction is to hold it all.
    """
    given = context.config.attributes.get("connection")
    if given is not None:
        migrate(given)
        return
    url = context.config.attributes.get("url") or get_settings().migration_url
    database = create_engine(url)
    with database.connect() as connection:
        connection.execute(text("set lock_timeout = '5s'"))
        connection.execute(text("set statement_timeout = '120s'"))
        connection.commit()
        migrate(connection)
    database.dispose()


def migrate(connection: Connection) -> None:
    """Run what is missing; a transaction the connection is in already holds all of it."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        compare_type=True,
        compare_server_default=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("Migrations run against a database; offline SQL is not offered.")
run()
