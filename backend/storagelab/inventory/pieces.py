"""Manual changes to components of hardware. Every changed field leaves a line in its history."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from sqlalchemy.orm import Session

from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Drive, InventoryChange, Server
from storagelab.errors import NotAllowed
from storagelab.inventory.enrolments import set_protection
from storagelab.inventory.naming import Piece, get_component_kind
from storagelab.inventory.search_text import search_text_of

ChangeSource = Literal["person", "import"]


def change_piece(
    session: Session, *, user: Identity, row: Piece, changes: Mapping[str, Any], source: ChangeSource = "person"
) -> bool:
    """Set fields of a row that is locked and return whether any of them changed.

    Raises NotAllowed where an operator would change a field that only an administrator decides.
    """
    if "protected" in changes and isinstance(row, Drive):
        if not has_role(user.role, "admin"):
            raise NotAllowed(f"This needs the role admin, you have the role {user.role}.")
        before = row.protected
        set_protection(session, user=user, drive=row, protected=changes["protected"])
        if before != row.protected:
            session.add(_change(row, "protected", before, row.protected, user, source))
    differing = list(find_differences(row, {name: value for name, value in changes.items() if name != "protected"}))
    for field, before, after in differing:
        session.add(_change(row, field, before, after, user, source))
    for name, value in changes.items():
        if name != "protected":
            setattr(row, name, value)
    if isinstance(row, Server) and "health_check_hours" in changes:
        hours = row.health_check_hours
        row.health_check_due_at = None if hours is None else read_clock(session) + dt.timedelta(hours=hours)
    row.search_text = search_text_of(row)
    session.flush()
    return bool(differing)


def find_differences(row: Piece, changes: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each field that would change with its value before and after; every manual fact is a field of its own."""
    for name, after in changes.items():
        before = getattr(row, name)
        if name == "manual":
            for key in sorted(before.keys() | after.keys()):
                if before.get(key) != after.get(key):
                    yield f"manual.{key}", before.get(key), after.get(key)
        elif before != after:
            yield name, before, after


def _change(row: Piece, field: str, before: Any, after: Any, user: Identity, source: ChangeSource) -> InventoryChange:
    return InventoryChange(
        server_id=row.id if isinstance(row, Server) else row.server_id,
        component=get_component_kind(row),
        piece_id=row.id,
        identity=row.identity if isinstance(row, Drive) else None,
        kind="changed",
        field=field,
        before=before,
        after=after,
        source=source,
        by_user_id=user.user_id,
    )
