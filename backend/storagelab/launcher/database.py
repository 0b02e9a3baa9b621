"""Launcher's work in the database: migrations, demo data, the first sign-in."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import OperationalError

from storagelab.auth import service
from storagelab.config import CHECKOUT
from storagelab.db.session import session_scope
from storagelab.demo.load import claim_demo_data, ensure_demo_data
from storagelab.errors import LabUnavailable
from storagelab.inventory.service import ensure_local_server

LOCAL_TOKEN_NAME = "command line on this machine"  # noqa: S105 - a name, not a secret.


def load_alembic_configuration() -> Config:
    """Return Alembic's settings from the project file."""
    return Config(toml_file=CHECKOUT / "pyproject.toml")


def migrate() -> None:
    """Migrate the database of the settings to the newest revision.

    Raises LabUnavailable when it does not answer, or was written by a newer release.
    """
    try:
        command.upgrade(load_alembic_configuration(), "head")
    except CommandError as error:
        raise LabUnavailable(f"The database cannot be migrated to the revision of this release: {error}.") from error
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise LabUnavailable(f"The database does not answer or refuses the migration: {reason}") from error


def fill_new_lab() -> None:
    """Load the demo data and register this machine on the first start, so that a new lab is not empty and can run jobs.

    Later starts change nothing: removed data and retired servers stay so.
    """
    with session_scope() as session:
        # Before the servers of the demo data, so that this machine is s-1.
        if claim_demo_data(session):
            ensure_local_server(session)
        ensure_demo_data(session)


def create_sign_in_token() -> str:
    """Return a token that signs its bearer in once."""
    with session_scope() as session:
        return service.create_sign_in_link(session)


def create_local_token() -> str:
    """Create and return a token for the command line, with every right, for the people who may read the data folder."""
    with session_scope() as session:
        return service.create_token(session, name=LOCAL_TOKEN_NAME, role="admin", expires_in_days=None)
