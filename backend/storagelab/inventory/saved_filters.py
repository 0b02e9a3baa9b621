"""Saved lists; each belongs to one person, who may share it with the lab."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.models import SavedFilter
from storagelab.errors import Conflict, NotAllowed, NotFound
from storagelab.inventory.catalogue_schemas import SavedFilterCreate, SavedFilterOut, SavedFilterUpdate
from storagelab.inventory.history import load_user_names


def select_filters(user: Identity, *, page: str | None) -> Select[SavedFilter]:
    """Select the filters of a person and those that others share, of one page where given."""
    query = select(SavedFilter).where(or_(SavedFilter.user_id == user.user_id, SavedFilter.shared))
    return query if page is None else query.where(SavedFilter.page == page)


def save_filter(session: Session, *, user: Identity, body: SavedFilterCreate, filter_id: uuid.UUID) -> SavedFilter:
    """Store a filter as `filter_id`.

    Raises Conflict for a name that this person has used on this page, NotAllowed where a viewer would share it.
    """
    if body.shared:
        _require_sharing(user)
    row = SavedFilter(id=filter_id, user_id=user.user_id, **body.model_dump())
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        raise Conflict(f"You have a filter called {body.name!r} on this page already: choose another name.") from None
    return row


def update_filter(session: Session, *, user: Identity, filter_id: uuid.UUID, body: SavedFilterUpdate) -> SavedFilter:
    """Change the query of a saved filter, and whether it is shared.

    Raises NotFound and NotAllowed like `find_own_filter`, NotAllowed also where a viewer would share the filter.
    """
    row = find_own_filter(session, user=user, filter_id=filter_id)
    if body.query is not None and body.query != row.query:
        row.query = body.query
        if row.user_id != user.user_id:
            _audit(session, user, row, action="saved_filter_changed")
    if body.shared is not None and body.shared != row.shared:
        _require_sharing(user)
        row.shared = body.shared
        _audit(session, user, row, action="saved_filter_shared" if body.shared else "saved_filter_unshared")
    session.flush()
    return row


def _require_sharing(user: Identity) -> None:
    if not has_role(user.role, "operator"):
        raise NotAllowed("Sharing a filter needs the role operator: save it for yourself, with shared false.")


def remove_filter(session: Session, *, user: Identity, filter_id: uuid.UUID) -> None:
    """Delete a filter. Raises NotFound and NotAllowed as `find_own_filter` does."""
    row = find_own_filter(session, user=user, filter_id=filter_id)
    if row.user_id != user.user_id:
        _audit(session, user, row, action="saved_filter_removed")
    session.delete(row)
    session.flush()


def find_own_filter(session: Session, *, user: Identity, filter_id: uuid.UUID) -> SavedFilter:
    """Find the filter with this id that this person may change: their own, or as an administrator one that is shared.

    Raises NotFound, also for private filters of others, and NotAllowed for filters that others share.
    """
    row = session.get(SavedFilter, filter_id)
    if row is None or (row.user_id != user.user_id and not row.shared):
        raise NotFound(f"You have no saved filter {filter_id}.")
    if row.user_id != user.user_id and not has_role(user.role, "admin"):
        raise NotAllowed("This filter is shared by another user: only its owner or an administrator can change it.")
    return row


def describe_filters(session: Session, rows: Sequence[SavedFilter], *, user: Identity) -> list[SavedFilterOut]:
    """Return filters as the API shows them to this person."""
    people = load_user_names(session, [row.user_id for row in rows])
    return [
        SavedFilterOut(
            id=row.id,
            page=row.page,
            name=row.name,
            query=row.query,
            shared=row.shared,
            owner=people[row.user_id],
            is_own=row.user_id == user.user_id,
            created_at=row.created_at,
        )
        for row in rows
    ]


def _audit(session: Session, user: Identity, row: SavedFilter, *, action: str) -> None:
    audit.record_event(
        session, user_id=user.user_id, action=action, subject=f"saved filter {row.name}", page=row.page, query=row.query
    )
