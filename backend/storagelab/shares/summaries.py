"""Summaries of shares in the database, made again after a change of their rules."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import structlog
from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import Share, ShareSummary
from storagelab.db.references import format_row_number
from storagelab.errors import StorageLabError
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.summary import REVISION, summarise
from storagelab.shares.stored_documents import SCHEMA, open_document

log = structlog.get_logger(__name__)

#: Summaries that are made again in one go.
_AT_ONCE = 20


def store_summary(session: Session, *, share_id: uuid.UUID, document: ShareDocument) -> None:
    """Store the summary of a share, in place of an earlier one."""
    values = _make_values(document)
    session.execute(
        insert(ShareSummary)
        .values(share_id=share_id, **values)
        .on_conflict_do_update(index_elements=[ShareSummary.share_id], set_=values)
    )


def load_summaries(session: Session, shares: Sequence[Share]) -> Mapping[uuid.UUID, ShareSummary]:
    """Return the summaries of shares by their ids; those that are missing or outdated are made now.

    A share whose document cannot be read has none.
    """
    ids = [share.id for share in shares]
    stored = select(ShareSummary).where(ShareSummary.share_id.in_(ids), ShareSummary.revision == REVISION)
    summaries = {row.share_id: row for row in session.scalars(stored)}
    for share in shares:
        if share.id not in summaries and share.schema == SCHEMA:
            try:
                values = _make_values(open_document(share))
            except StorageLabError as problem:
                log.warning("share_not_summarised", share=format_row_number(share), error=problem.message)
            else:
                summaries[share.id] = ShareSummary(share_id=share.id, **values)
    return summaries


def refresh_summaries(session: Session) -> int:
    """Store the summaries that are missing or outdated, a limited number at once; return how many."""
    shares = session.scalars(
        select(Share)
        .outerjoin(ShareSummary, ShareSummary.share_id == Share.id)
        .where(Share.schema == SCHEMA, or_(ShareSummary.share_id.is_(None), ShareSummary.revision != REVISION))
        .order_by(Share.created_at.desc())
        .limit(_AT_ONCE)
    ).all()
    for share in shares:
        store_summary(session, share_id=share.id, document=open_document(share))
    return len(shares)


def select_mentioning(word: str) -> ColumnElement[bool]:
    """Return the condition that a finding of a share has a word, in any case."""
    mentioning = select(ShareSummary.share_id).where(ShareSummary.search_text.icontains(word, autoescape=True))
    return Share.id.in_(mentioning)


def _make_values(document: ShareDocument) -> dict[str, object]:
    summary = summarise(document)
    values = {name: getattr(summary, name) for name in summary.__dataclass_fields__}
    badges = [asdict(badge) for badge in summary.badges]
    return {**values, "badges": badges, "hidden": list(summary.hidden), "revision": REVISION}
