"""Lists of shares: states, orders, a search by title, finding, run or address, and counts."""

from __future__ import annotations

import datetime as dt
import re
from typing import Annotated, Any, get_args

from sqlalchemy import BigInteger, ColumnElement, Date, Select, and_, cast, func, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import ReceivedRun, Run, Share, ShareAddress, ShareRun, ShareView
from storagelab.http.pagination import SortedPage, page_of
from storagelab.inventory.query_lists import FieldMaker, QueryList
from storagelab.shares.address_views import DAYS
from storagelab.shares.addresses import hash_address_token
from storagelab.shares.schemas import ShareCounts, ShareState
from storagelab.shares.summaries import select_mentioning

_NUMBER = re.compile(r"([pr])-([1-9]\d{0,17})", re.ASCII | re.IGNORECASE)
_ADDRESS = re.compile(r"(?:\S*/s/)?([A-Za-z0-9_-]{20,64})(?:/v\d+)?/?", re.ASCII)


def select_state(state: ShareState) -> ColumnElement[bool]:
    """Return the condition of a state; each share is in exactly one. Corrected shares are published."""
    is_published = Share.state == "published"
    is_open = and_(is_published, Share.revoked_at.is_(None))
    is_live = and_(is_open, or_(Share.expires_at.is_(None), Share.expires_at > func.now()))
    is_embargoed = func.coalesce(Share.embargo_until > func.now(), False)
    match state:
        case "draft":
            return Share.state == "draft"
        case "withdrawn":
            return and_(is_published, Share.revoked_at.is_not(None))
        case "expired":
            return and_(is_open, Share.expires_at <= func.now())
        case "embargo":
            return and_(is_live, is_embargoed)
        case _:
            return and_(is_live, ~is_embargoed)


def get_state(share: Share, now: dt.datetime) -> ShareState:
    """Return the state of a share at a time, by the rules of `select_state`."""
    if share.state == "draft":
        return "draft"
    if share.revoked_at is not None:
        return "withdrawn"
    if share.expires_at is not None and share.expires_at <= now:
        return "expired"
    return "embargo" if share.embargo_until is not None and share.embargo_until > now else "published"


def select_using(run: Run) -> ColumnElement[bool]:
    """Return the condition that a share uses a run, or that the run was filed from it."""
    uses = select(ShareRun.share_id).where(ShareRun.run_id == run.id)
    filed = select(ReceivedRun.share_id).where(ReceivedRun.run_id == run.id)
    return or_(Share.run_id == run.id, Share.id.in_(uses), Share.id.in_(filed))


def select_matching(query: str) -> ColumnElement[bool]:
    """Return the condition of a search.

    Every word is in the title, the author or a finding, or names a share, a run or an address.
    """
    return and_(*(_match_word(word) for word in query.split()))


def _match_word(word: str) -> ColumnElement[bool]:
    conditions = [column.icontains(word, autoescape=True) for column in (Share.title, Share.author)]
    conditions.append(select_mentioning(word))
    if number := _NUMBER.fullmatch(word):
        letter, value = number[1].lower(), int(number[2])
        if letter == "p":
            conditions.append(Share.number == value)
        else:
            conditions.append(Share.id.in_(select(ShareRun.share_id).where(ShareRun.run_number == value)))
            filed = select(ReceivedRun.share_id).join(Run, Run.id == ReceivedRun.run_id).where(Run.number == value)
            conditions.append(Share.id.in_(filed))
    if address := _ADDRESS.fullmatch(word):
        of_token = ShareAddress.token_sha256 == hash_address_token(address[1])
        conditions.append(Share.id.in_(select(ShareAddress.share_id).where(of_token)))
    return or_(*conditions)


def count_shares(session: Session, statement: Select[Any]) -> ShareCounts:
    """Return the number of the selected shares in each state, with their views of the last 30 days."""
    ids = statement.with_only_columns(Share.id).order_by(None).scalar_subquery()
    counts = session.execute(
        select(
            func.count().label("total"),
            func.count().filter(Share.origin == "received").label("received"),
            *(func.count().filter(select_state(state)).label(state) for state in get_args(ShareState)),
        ).where(Share.id.in_(ids))
    ).one()
    views = select(func.coalesce(func.sum(ShareView.views), 0)).where(
        ShareView.share_id.in_(ids), ShareView.day >= _first_day()
    )
    return ShareCounts(**counts._asdict(), views_30_days=int(session.scalars(views).one()))


def _first_day() -> ColumnElement[dt.date]:
    """Return the first of the last 30 days (UTC), in SQL."""
    return cast(func.timezone("UTC", func.now()), Date) - (DAYS - 1)


def _recent_views() -> ColumnElement[int]:
    counted = select(func.coalesce(func.sum(ShareView.views), 0)).where(
        ShareView.share_id == Share.id, ShareView.day >= _first_day()
    )
    return cast(counted.correlate(Share).scalar_subquery(), BigInteger)


_make = FieldMaker("share")
#: The fields that order the list.
SHARES = QueryList(
    Share,
    (
        _make.number("number", Share.number, "Number of the permalink, without p-", "number:1..20"),
        _make.text("title", Share.title, "Title", "title:RAID"),
        _make.date("frozen", Share.created_at, "Time at which it was frozen", "frozen>-30d", "created_at"),
        _make.number("views", _recent_views(), "Views of the last 30 days", "views>10"),
        _make.number("version", Share.version, "Place in its lineage", "version>1"),
    ),
    select_matching,
)
SharePageDep = Annotated[SortedPage, page_of(SHARES.fields)]
