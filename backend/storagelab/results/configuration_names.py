"""Names that people give configurations; snapshots and hashes do not contain them."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.models import Configuration
from storagelab.db.references import format_row_number


def rename_configuration(session: Session, *, user: Identity, configuration: Configuration, name: str | None) -> None:
    """Rename a locked configuration and record the change in the audit log.

    Without a name the configuration gets back its derived name.
    """
    before, derived_name = configuration.name, configuration.derived_name or configuration.name
    after = name or derived_name
    configuration.name = after
    configuration.derived_name = derived_name if after != derived_name else None
    if before != after:
        audit.record_event(
            session,
            user_id=user.user_id,
            action="configuration_named",
            subject=f"configuration {format_row_number(configuration)}",
            before=before,
            after=after,
        )
    session.flush()


def is_called(name: str) -> ColumnElement[bool]:
    """Return the SQL condition that a configuration has this name or derived name.

    It ensures that a renamed configuration is not filed twice.
    """
    return or_(Configuration.name == name, Configuration.derived_name == name)
