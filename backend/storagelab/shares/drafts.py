"""Removal of drafts that are never published: by a user, or by age."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import func, select
from sqlalchemy.orm import Session, defer

from storagelab.auth import audit
from storagelab.db.models import Share, SharePartUse
from storagelab.db.references import format_row_number
from storagelab.shares.stored_parts import remove_unused_parts

#: How long a draft waits to be published.
KEEP_DRAFTS = dt.timedelta(days=30)
#: The others have their turn the next time.
_AT_ONCE = 100


def remove_draft(session: Session, draft: Share, *, user_id: uuid.UUID | None, **detail: int) -> None:
    """Remove a draft whose row the caller has locked, with the parts that no other share uses.

    A `user_id` of None is the lab itself.
    """
    hashes = list(session.scalars(select(SharePartUse.sha256).where(SharePartUse.share_id == draft.id)))
    number = format_row_number(draft)
    session.delete(draft)
    session.flush()
    remove_unused_parts(session, hashes)
    audit.record_event(session, user_id=user_id, action="share_draft_removed", subject=number, **detail)


def remove_old_drafts(session: Session) -> int:
    """Remove drafts that are older than `KEEP_DRAFTS`; return the number of removed drafts.

    These drafts were frozen in this lab and never published. A change of a draft freezes another draft, so old drafts
    have not changed. Received documents stay, as they are in no other place of this lab, and their runs lead to them.
    """
    drafts = session.scalars(
        select(Share)
        .options(defer(Share.document))
        .where(Share.state == "draft", Share.origin == "frozen", Share.created_at < func.now() - KEEP_DRAFTS)
        .order_by(Share.created_at)
        .limit(_AT_ONCE)
        # A draft that is published or removed at this moment is not included.
        .with_for_update(skip_locked=True)
    ).all()
    for draft in drafts:
        remove_draft(session, draft, user_id=None, older_than_days=KEEP_DRAFTS.days)
    return len(drafts)
