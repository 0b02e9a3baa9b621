"""Origin of received shares, as the API and their pages show it."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import ColumnElement, exists, func, select
from sqlalchemy.orm import Session, aliased

from storagelab.db.models import ReceivedRun, ReceivedShare, Run, Share, ShareRun, User
from storagelab.domain.received import RECEIVED
from storagelab.http.references import format_number
from storagelab.shares import figures
from storagelab.shares.schemas import ShareOrigin, ShareOriginRun


def describe_received(session: Session, share_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, ShareOrigin]:
    """Return the origins of the received shares in `share_ids`, by share id, in two queries."""
    rows = session.execute(
        select(ReceivedShare, User.name)
        .outerjoin(User, User.id == ReceivedShare.received_by)
        .where(ReceivedShare.share_id.in_(share_ids))
    ).all()
    if not rows:
        return {}
    runs: dict[uuid.UUID, list[ShareOriginRun]] = defaultdict(list)
    for use, number, removable in session.execute(
        select(ReceivedRun, Run.number, _is_removable())
        .outerjoin(Run, Run.id == ReceivedRun.run_id)
        .where(ReceivedRun.share_id.in_([row.share_id for row, _ in rows]))
        # Numbers of another lab are text: r-99 comes before r-100.
        .order_by(Run.number.nulls_last(), func.length(ReceivedRun.run_number), ReceivedRun.run_number)
    ):
        here = format_number(Run, number) if number is not None else None
        runs[use.share_id].append(ShareOriginRun(there=use.run_number, here=here, removable=bool(removable)))
    return {
        row.share_id: ShareOrigin(
            address=row.address,
            product=row.product,
            lineage_id=row.lineage_id,
            version=row.version,
            at=row.received_at,
            by=name,
            runs=runs[row.share_id],
        )
        for row, name in rows
    }


def _is_removable() -> ColumnElement[bool]:
    """Return the condition that the run of a received share came with it, is listed here, and is in no other share."""
    other = aliased(ReceivedRun)
    is_elsewhere = exists().where(other.run_id == ReceivedRun.run_id, other.share_id != ReceivedRun.share_id)
    is_shared = exists().where(ShareRun.run_id == ReceivedRun.run_id)
    came_with_it = Run.badges.contains([{"code": RECEIVED}]) & Run.trashed_at.is_(None)
    return came_with_it & ~is_elsewhere & ~is_shared


def find_origin_notice(session: Session, share: Share) -> str | None:
    """Return the notice above the page of a share that another lab froze; None for a share of this lab."""
    if share.origin != "received":
        return None
    row = session.get_one(ReceivedShare, share.id)
    sender = row.address if row.address is not None else "another lab"
    return f"Received from {sender} on {figures.format_time(row.received_at.isoformat())}, frozen elsewhere."
