"""Addresses of shares as the API shows them, with their views, in a fixed number of queries."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from storagelab.auth.service import Identity
from storagelab.db.models import Share, ShareAddress, ShareView, User
from storagelab.shares.addresses import build_url, can_manage, evaluate_address, read_tokens
from storagelab.shares.schemas import ShareAddressOut

#: Days of the curve of views, today included.
DAYS = 30


@dataclass(frozen=True, slots=True)
class ViewCount:
    """Views in all, and on each of the last 30 days, the oldest first."""

    total: int = 0
    last_at: dt.datetime | None = None
    by_day: list[int] = field(default_factory=lambda: [0] * DAYS)


NO_VIEWS = ViewCount()


def count_views(
    session: Session, key: InstrumentedAttribute[uuid.UUID], ids: Collection[uuid.UUID], *, today: dt.date
) -> dict[uuid.UUID, ViewCount]:
    """Return the views by share or by address, as `key` is that column of `ShareView`; `today` is a day in UTC."""
    rows = session.execute(
        select(key.label("id"), func.sum(ShareView.views).label("views"), func.max(ShareView.last_at).label("last_at"))
        .where(key.in_(ids))
        .group_by(key)
    ).all()
    by_day: dict[uuid.UUID, list[int]] = defaultdict(lambda: [0] * DAYS)
    first = today - dt.timedelta(days=DAYS - 1)
    for row in session.execute(
        select(key.label("id"), ShareView.day, func.sum(ShareView.views).label("views"))
        .where(key.in_([row.id for row in rows]), ShareView.day.between(first, today))
        .group_by(key, ShareView.day)
    ):
        by_day[row.id][(row.day - first).days] = int(row.views)
    return {row.id: ViewCount(int(row.views), row.last_at, by_day[row.id]) for row in rows}


def describe_addresses(
    session: Session, shares: Sequence[Share], *, user: Identity, today: dt.date
) -> dict[uuid.UUID, tuple[bool, list[ShareAddressOut]]]:
    """Return whether a user may manage each share, and then all of its addresses by number, by share id."""
    by_share: dict[uuid.UUID, list[ShareAddress]] = defaultdict(list)
    creators: dict[uuid.UUID, str | None] = {}
    for address, creator in session.execute(
        select(ShareAddress, User.name)
        .outerjoin(User, User.id == ShareAddress.created_by)
        .where(ShareAddress.share_id.in_([share.id for share in shares]))
        .order_by(ShareAddress.number)
    ):
        by_share[address.share_id].append(address)
        creators[address.id] = creator
    managed = {
        share.id: can_manage(share, frozenset(address.created_by for address in by_share[share.id]), user)
        for share in shares
    }
    shown = [address for share in shares if managed[share.id] for address in by_share[share.id]]
    tokens = read_tokens(shown)
    views = count_views(session, ShareView.address_id, list(tokens), today=today)
    now = dt.datetime.now(dt.UTC)
    described: dict[uuid.UUID, tuple[bool, list[ShareAddressOut]]] = {}
    for share in shares:
        listed = []
        for address in by_share[share.id] if managed[share.id] else ():
            readability, token = tokens[address.id]
            seen = views.get(address.id, NO_VIEWS)
            listed.append(
                ShareAddressOut(
                    id=address.id,
                    number=address.number,
                    audience=address.audience,
                    status=evaluate_address(share, address, now),
                    readability=readability,
                    url=build_url(token) if token is not None else None,
                    raw_files=address.raw_files,
                    expires_at=address.expires_at,
                    revoked_at=address.revoked_at,
                    revoked_reason=address.revoked_reason,
                    created_at=address.created_at,
                    created_by=creators[address.id],
                    views=seen.total,
                    daily_views=seen.by_day,
                    last_viewed_at=seen.last_at,
                )
            )
        described[share.id] = (managed[share.id], listed)
    return described


def find_first_url(addresses: Sequence[ShareAddressOut]) -> str | None:
    """Return the first readable address that readers can open now or after an embargo, else the first readable one."""
    readable = [item for item in addresses if item.url]
    in_use = [item for item in readable if item.status in ("open", "closed")]
    return next((item.url for item in [*in_use, *readable]), None)
