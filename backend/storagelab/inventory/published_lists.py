"""Hardware lists of published reviews: read as facts with their source, beside the lab's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import delete, or_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.models import PublishedHardware
from storagelab.domain.json_values import RowValues
from storagelab.formats.table.hardware import Component
from storagelab.inventory.search_text import search_text_of

_NEW = ("attributes", "search_text")


def file_published_list(
    session: Session, components: Sequence[Component], *, source_titles: Mapping[str, str] | None = None
) -> int:
    """Store published components, one row for each source, kind and name; return how many changed.

    New rows count as changed. `source_titles` gives the titles of sources by their names in the list.
    """
    rows = {}
    for part in components:
        source = (source_titles or {}).get(part.source, part.source)
        rows[source, part.kind, part.name] = _build_published_row(source, part)
    if not rows:
        return 0
    filing = insert(PublishedHardware).values(list(rows.values()))
    filing = filing.on_conflict_do_update(
        index_elements=["source", "component", "name"],
        set_={name: filing.excluded[name] for name in _NEW},
        where=or_(*(getattr(PublishedHardware, name).is_distinct_from(filing.excluded[name]) for name in _NEW)),
    )
    return len(session.execute(filing.returning(PublishedHardware.id)).all())


def remove_published_lists(session: Session, sources: Collection[str]) -> int:
    """Delete all published hardware of these sources; return the number of deleted rows."""
    statement = delete(PublishedHardware).where(PublishedHardware.source.in_(sources)).returning(PublishedHardware.id)
    return len(session.execute(statement).all())


def _build_published_row(source: str, part: Component) -> RowValues:
    values = {"source": source, "component": part.kind, "name": part.name, "attributes": dict(part.attributes)}
    return {"id": generate_uuid7(), **values, "search_text": search_text_of(PublishedHardware(**values))}
