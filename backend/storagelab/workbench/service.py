"""Changes of dashboards: each belongs to one person, who may share it with the lab and pin it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Dashboard, DashboardPin, User
from storagelab.db.references import format_row_number
from storagelab.errors import Conflict, NotAllowed
from storagelab.workbench.document import QueryEntries, WorkbenchDocument, read_entries_query
from storagelab.workbench.queries import can_change
from storagelab.workbench.schemas import DashboardCreate, DashboardUpdate

MAX_PINS = 5


def save_dashboard(session: Session, *, user: Identity, body: DashboardCreate, dashboard_id: uuid.UUID) -> Dashboard:
    """Store a new dashboard of the user as `dashboard_id` and return it.

    Raises Conflict for a name that the user has used, NotAllowed where a viewer would share the dashboard, and
    InvalidQuery.
    """
    if body.shared:
        _require_sharing(user)
    _check_query(session, body.document)
    row = Dashboard(
        id=dashboard_id,
        user_id=user.user_id,
        updated_by=user.user_id,
        name=body.name,
        colour=body.colour,
        document=body.document.to_json(),
        shared=body.shared,
    )
    with _own_name(session, body.name):
        session.add(row)
    return row


def change_dashboard(session: Session, *, user: Identity, row: Dashboard, body: DashboardUpdate) -> None:
    """Change the fields of a dashboard that `body` contains.

    Raises NotAllowed, Conflict and InvalidQuery.
    """
    require_change(user, row)
    changes = body.changes()
    if row.shared or body.shared:
        _require_sharing(user)
    if body.document is not None:
        _check_query(session, body.document)
        changes["document"] = body.document.to_json()
    if body.shared is False and row.user_id is None:
        raise Conflict("A dashboard of the demo data has no owner: it stays shared.")
    was_shared = row.shared
    with _own_name(session, body.name or row.name):
        for name, value in changes.items():
            setattr(row, name, value)
        row.updated_at, row.updated_by = read_clock(session), user.user_id
    if row.shared != was_shared:
        _audit(session, user, row, action="dashboard_shared" if row.shared else "dashboard_unshared")
    elif row.user_id != user.user_id:
        _audit(session, user, row, action="dashboard_changed")


def trash_dashboard(session: Session, *, user: Identity, row: Dashboard) -> None:
    """Move a dashboard to the trash; its pins stay with it. Raises NotAllowed."""
    require_change(user, row)
    row.trashed_at = read_clock(session)
    session.flush()
    if row.user_id != user.user_id:
        _audit(session, user, row, action="dashboard_removed")


def restore_dashboard(session: Session, *, user: Identity, row: Dashboard) -> None:
    """Restore a dashboard from the trash. Raises NotAllowed, and Conflict where its name is in use again."""
    require_change(user, row)
    with _own_name(session, row.name):
        row.trashed_at = None
    if row.user_id != user.user_id:
        _audit(session, user, row, action="dashboard_restored")


def pin_dashboard(session: Session, *, user: Identity, row: Dashboard) -> None:
    """Pin a dashboard for the user, behind earlier pins. Raises Conflict where there are five."""
    # Of two requests at once the second waits here and counts the pin of the first.
    session.get_one(User, user.user_id, with_for_update=True)
    mine = DashboardPin.user_id == user.user_id
    if session.get(DashboardPin, (user.user_id, row.id)) is not None:
        return
    seen = select(Dashboard.id).where(Dashboard.trashed_at.is_(None))
    count = session.scalar(select(func.count()).where(mine, DashboardPin.dashboard_id.in_(seen))) or 0
    if count >= MAX_PINS:
        raise Conflict(f"You have pinned {MAX_PINS} dashboards, the most there can be. Unpin one first.")
    last = session.scalar(select(func.max(DashboardPin.position)).where(mine)) or 0
    session.execute(
        insert(DashboardPin)
        .values(user_id=user.user_id, dashboard_id=row.id, position=last + 1)
        .on_conflict_do_nothing()
    )


def unpin_dashboard(session: Session, *, user: Identity, row: Dashboard) -> None:
    """Unpin a dashboard; do nothing if it is not pinned."""
    pin = session.get(DashboardPin, (user.user_id, row.id))
    if pin is not None:
        session.delete(pin)
        session.flush()


def require_change(user: Identity, row: Dashboard) -> None:
    """Raise NotAllowed for a person who may see a dashboard and not change it."""
    if not can_change(user, row):
        raise NotAllowed("Only the owner of this dashboard or an administrator can change it.")


def _require_sharing(user: Identity) -> None:
    if not has_role(user.role, "operator"):
        raise NotAllowed("Sharing a dashboard needs the role operator: save it for yourself, with shared false.")


def _check_query(session: Session, document: WorkbenchDocument) -> None:
    if isinstance(document.entries, QueryEntries):
        read_entries_query(document.entries, read_clock(session), path="document.entries")


@contextmanager
def _own_name(session: Session, name: str) -> Iterator[None]:
    """Run the block in a savepoint that stores its changes to a dashboard called `name`.

    Raises Conflict when the owner has another dashboard of this name.
    """
    try:
        with session.begin_nested():
            yield
    except IntegrityError:
        raise Conflict(f"There is a dashboard called {name!r} of the same owner. Choose another name.") from None


def _audit(session: Session, user: Identity, row: Dashboard, *, action: str) -> None:
    audit.record_event(session, user_id=user.user_id, action=action, subject=format_row_number(row), name=row.name)
