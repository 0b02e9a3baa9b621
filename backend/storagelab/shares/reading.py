"""Counts how often pages are read, and what stands above a frozen page."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import Run, Share, ShareRun, ShareView
from storagelab.shares import figures
from storagelab.shares.freezing.asked import Asked
from storagelab.shares.freezing.document import redactor_for
from storagelab.shares.received_views import notice_of_origin
from storagelab.shares.service import find_later_marks


def count_view(session: Session, share: Share) -> None:
    """Count one read of a page. Nobody is remembered: a number for each day, and when the last one was."""
    # Its row is every reader's, so nobody waits for the disk with it; a power cut takes a few of the last views.
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


def notices_of(session: Session, share: Share, document: dict[str, Any]) -> list[str]:
    """What has to be said outside of the frozen body: where it comes from, that it was corrected, that runs were marked
    invalid.
    """
    origin = notice_of_origin(session, share)
    notices = [origin] if origin is not None else []
    if share.correction is not None and share.corrected_at is not None:
        notices.append(f"Corrected on {_moment(share.corrected_at)}: {share.correction}")
    # The page of schema 1 has a place of its own for these.
    marks = find_later_marks(session, share, document) if share.schema > 1 else []
    for (number, at, _), reason in zip(marks, _reasons(session, share, document, marks), strict=True):
        notices.append(f"{number} was marked invalid on {_moment(at)}, after this was frozen{reason}")
    if share.state == "draft":
        notices.append("This is a draft. Only this lab can open it.")
    return notices


def _reasons(
    session: Session, share: Share, document: dict[str, Any], marks: list[tuple[str, dt.datetime, str]]
) -> list[str]:
    """The reasons as the author of the share lets them be read; which models were renamed nobody knows any more."""
    told = document["share"]["redaction"] if marks else {}
    if not marks or told["aliases"]:
        return ["." for _ in marks]
    uses = select(ShareRun.run_id).where(ShareRun.share_id == share.id)
    asked = Asked(title="", serials=told["serials"], names=told["names"])
    redactor = redactor_for(session, session.scalars(select(Run).where(Run.id.in_(uses))).all(), asked, texts=())
    return [f": {redactor.text(reason)}" for _, _, reason in marks]


def _moment(value: dt.datetime) -> str:
    return figures.moment(value.isoformat())
