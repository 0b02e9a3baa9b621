"""Lists of shares: their stages, a search by title, run or address, and counts for the tabs of a page."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import ReceivedRun, Run, Share, ShareAddress, ShareRun, ShareView
from storagelab.shares.address_views import DAYS
from storagelab.shares.addresses import hash_address_token
from storagelab.shares.schemas import ShareCounts

Stage = Literal["draft", "published", "embargo", "expired", "withdrawn"]

_NUMBER = re.compile(r"([pr])-([1-9]\d{0,17})", re.ASCII | re.IGNORECASE)
_ADDRESS = re.compile(r"(?:\S*/s/)?([A-Za-z0-9_-]{20,64})(?:/v\d+)?/?", re.ASCII)


def select_stage(stage: Stage) -> ColumnElement[bool]:
    """Return the condition of a stage; each share is in exactly one. Corrected shares are published."""
    is_published = Share.state == "published"
    is_open = and_(is_published, Share.revoked_at.is_(None))
    is_live = and_(is_open, or_(Share.expires_at.is_(None), Share.expires_at > func.now()))
    is_embargoed = func.coalesce(Share.embargo_until > func.now(), False)
    match stage:
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


def select_using(run: Run) -> ColumnElement[bool]:
    """Return the condition that a share uses a run, or that the run was filed from it."""
    uses = select(ShareRun.share_id).where(ShareRun.run_id == run.id)
    filed = select(ReceivedRun.share_id).where(ReceivedRun.run_id == run.id)
    return or_(Share.run_id == run.id, Share.id.in_(uses), Share.id.in_(filed))


def select_matching(query: str) -> ColumnElement[bool]:
    """Return the condition of a search: every word is in the title or author, or names a share, a run or an address."""
    return and_(*(_match_word(word) for word in query.split()))


def _match_word(word: str) -> ColumnElement[bool]:
    conditions = [Share.title.icontains(word, autoescape=True), Share.author.icontains(word, autoescape=True)]
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
    """Return the number of the selected shares in each stage, with their views of the last 30 days."""
    ids = statement.with_only_columns(Share.id).order_by(None).scalar_subquery()
    stages: tuple[Stage, ...] = ("draft", "published", "embargo", "expired", "withdrawn")
    counts = session.execute(
        select(
            func.count().label("total"), *(func.count().filter(select_stage(stage)).label(stage) for stage in stages)
        ).where(Share.id.in_(ids))
    ).one()
    first = dt.datetime.now(dt.UTC).date() - dt.timedelta(days=DAYS - 1)
    views = select(func.coalesce(func.sum(ShareView.views), 0)).where(
        ShareView.share_id.in_(ids), ShareView.day >= first
    )
    return ShareCounts(**counts._asdict(), views_30_days=int(session.scalars(views).one()))
