"""Hardware that published reviews name: it is read and searched, and never tested here."""

from __future__ import annotations

import uuid

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.models import PublishedHardware
from storagelab.errors import NotFound
from storagelab.inventory.catalogue_schemas import PublishedHardwareOut
from storagelab.inventory.filters import build_mention_condition, split_search_words


def select_published(*, source: str | None, component: str | None, q: str | None) -> Select[PublishedHardware]:
    """Select published hardware, of one source, of one kind or with these words where given."""
    query = select(PublishedHardware)
    if source is not None:
        query = query.where(PublishedHardware.source == source)
    if component is not None:
        query = query.where(PublishedHardware.component == component)
    return query.where(
        *[
            build_mention_condition(PublishedHardware, PublishedHardware.search_text, word)
            for word in split_search_words(q)
        ]
    )


def find_published(session: Session, published_id: uuid.UUID) -> PublishedHardware:
    """Find the piece with this id. Raises NotFound."""
    row = session.get(PublishedHardware, published_id)
    if row is None:
        raise NotFound(f"There is no published hardware {published_id}.")
    return row


def remove_published(session: Session, *, user: Identity, row: PublishedHardware) -> None:
    """Delete a piece, such as one that was imported by mistake."""
    audit.record_event(
        session,
        user_id=user.user_id,
        action="published_hardware_removed",
        subject=f"{row.component} {row.name}",
        source=row.source,
        attributes=row.attributes,
    )
    session.delete(row)
    session.flush()


def describe_published(row: PublishedHardware) -> PublishedHardwareOut:
    """Return a piece as the API shows it."""
    return PublishedHardwareOut(**{name: getattr(row, name) for name in PublishedHardwareOut.model_fields})
