"""Counts of how often the pages of shares are read."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import func, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import Share, ShareView


def count_view(session: Session, share: Share) -> None:
    """Count one read of a page. No reader is stored: only a number for each day, and the time of the last read."""
    # All readers share this row, so no request waits for the disk; a power cut loses a few of the last views.
    session.execute(text("set local synchronous_commit = off"))
    now = func.clock_timestamp()
    session.execute(
        insert(ShareView)
        .values(share_id=share.id, day=dt.datetime.now(dt.UTC).date(), views=1, last_at=now)
        .on_conflict_do_update(
            index_elements=[ShareView.share_id, ShareView.day],
            set_={"views": ShareView.views + 1, "last_at": now},
        )
    )
