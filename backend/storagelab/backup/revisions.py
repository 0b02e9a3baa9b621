"""Migration revisions known to this release, and the migration of a database in a transaction."""

from __future__ import annotations

import psycopg
from alembic import command
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from storagelab.launcher.database import load_alembic_configuration


def get_newest_revision() -> str:
    """Return the newest migration revision of the database schema that this release has."""
    newest = ScriptDirectory.from_config(load_alembic_configuration()).get_current_head()
    if newest is None:
        raise RuntimeError("This installation has no migrations.")
    return newest


def is_known(revision: str) -> bool:
    """Return whether this release has the migrations up to a revision; one of a newer release is not known."""
    try:
        ScriptDirectory.from_config(load_alembic_configuration()).get_revision(revision)
    except CommandError:
        return False
    return True


def read_revision(connection: psycopg.Connection) -> str | None:
    """Return the revision of a database, None where it was never migrated."""
    table = connection.execute("select to_regclass('alembic_version')").fetchone()
    if table is None or table[0] is None:
        return None
    row = connection.execute("select version_num from alembic_version").fetchone()
    return str(row[0]) if row else None


def upgrade(connection: Connection, revision: str) -> None:
    """Migrate the database up to `revision`, in the present transaction of `connection`."""
    configuration = load_alembic_configuration()
    configuration.attributes["connection"] = connection
    command.upgrade(configuration, revision)


def downgrade_to_nothing(connection: Connection) -> None:
    """Remove everything that migrations made, in the present transaction of `connection`."""
    configuration = load_alembic_configuration()
    configuration.attributes["connection"] = connection
    command.downgrade(configuration, "base")
