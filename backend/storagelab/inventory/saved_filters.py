"""Lists that somebody wants to see again; each belongs to one person."""

from __future__ import annotations

import uuid

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import SavedFilter
from storagelab.errors import Conflict, NotFound
from storagelab.inventory.catalogue_schemas import SavedFilterIn, SavedFilterOut


def select_filters(user: Identity, *, page: str | None) -> Select[SavedFilter]:
    """The filters of a person, those of one page where asked for."""
    query = select(SavedFilter).where(SavedFilter.user_id == user.user_id)
    return query if page is None else query.where(SavedFilter.page == page)


def save_filter(session: Session, *, user: Identity, body: SavedFilterIn, filter_id: uuid.UUID) -> SavedFilter:
    """Store a filter as `filter_id`. Raises Conflict for a name that this person has used on this page."""
    row = SavedFilter(id=filter_id, user_id=user.user_id, **body.model_dump())
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        raise Conflict(f"You have a filter called {body.name!r} on this page already: choose another name.") from None
    return row


def forget_filter(session: Session, *, user: Identity, filter_id: uuid.UUID) -> None:
    """Forget a filter of this person. Raises NotFound, also for that of somebody else."""
    session.delete(find_filter(session, user=user, filter_id=filter_id))
    session.flush()


def find_filter(session: Session, *, user: Identity, filter_id: uuid.UUID) -> SavedFilter:
    """The filter of this person with this id. Raises NotFound."""
    row = session.get(SavedFilter, filter_id)
    if row is None or row.user_id != user.user_id:
        raise NotFound(f"You have no saved filter {filter_id}.")
    return row


def describe_filter(row: SavedFilter) -> SavedFilterOut:
    """A filter as the API shows it."""
    return SavedFilterOut(id=row.id, page=row.page, name=row.name, query=row.query, created_at=row.created_at)
