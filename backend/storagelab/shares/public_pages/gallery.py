"""Search of the public page: the listed shares that match its fields, one page of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import Share, ShareListing
from storagelab.shares.page.words import clean
from storagelab.shares.public_pages.service import is_newest_on_page
from storagelab.shares.summaries import select_mentioning

PAGE_SIZE = 24
FEED_SIZE = 50
MAX_ADDRESSES = 50_000
MAX_WORDS = 10
MAX_QUERY = 200
MAX_PAGE = 10_000
#: Values of a filter that its menu has at most.
MAX_CHOICES = 200
#: The kinds of shares in the words of the page.
KINDS = {"run": "One run", "comparison": "Comparison", "ranking": "Ranking", "campaign": "Campaign"}


@dataclass(frozen=True, slots=True)
class GalleryQuery:
    """Fields of the public page, each cut to what a search needs."""

    q: str = ""
    controller: str = ""
    drive: str = ""
    kind: str = ""
    page: int = 1

    @property
    def is_narrowed(self) -> bool:
        """Return whether the fields leave results out."""
        return bool(self.q or self.controller or self.drive or self.kind)

    def format_address(self, page: int) -> str:
        """Return the query of the address that shows `page` of the same results."""
        fields = {"q": self.q, "controller": self.controller, "drive": self.drive, "kind": self.kind}
        given = {name: value for name, value in fields.items() if value}
        return urlencode(given | ({"page": str(page)} if page > 1 else {}))


@dataclass(frozen=True, slots=True)
class GalleryItem:
    """A listed share as the page, the feed and the site map show it."""

    slug: str
    kind: str
    version: int
    title: str
    author: str
    finding: str
    workload: str
    hardware: str
    frozen_at: dt.datetime
    listed_at: dt.datetime
    corrected_at: dt.datetime | None
    chart_key: str | None
    chart_width: int | None
    chart_height: int | None

    @property
    def changed_at(self) -> dt.datetime:
        """Return when the listing or the correction of the share changed last."""
        return max(self.listed_at, self.corrected_at) if self.corrected_at is not None else self.listed_at


@dataclass(frozen=True, slots=True)
class GalleryChoices:
    """The values that the filters offer."""

    controllers: Sequence[str]
    drives: Sequence[str]
    kinds: Sequence[str]


@dataclass(frozen=True, slots=True)
class GalleryPage:
    """One page of results; `total` counts the results of all pages."""

    items: Sequence[GalleryItem]
    total: int
    pages: int


def parse_query(*, q: str = "", controller: str = "", drive: str = "", kind: str = "", page: str = "") -> GalleryQuery:
    """Return the fields of an address. A value that has no meaning counts as none: readers follow old addresses."""
    number = int(page) if page.isascii() and page.isdecimal() and len(page) <= len(str(MAX_PAGE)) else 1
    return GalleryQuery(
        q=_clean_field(q),
        controller=_clean_field(controller),
        drive=_clean_field(drive),
        kind=kind if kind in KINDS else "",
        page=min(max(number, 1), MAX_PAGE),
    )


def search_gallery(session: Session, query: GalleryQuery) -> GalleryPage:
    """Return one page of the listed shares that match, the last listed ones first."""
    conditions = _build_conditions(query)
    total = session.scalars(
        select(func.count()).select_from(ShareListing).join(Share, Share.id == ShareListing.share_id).where(*conditions)
    ).one()
    items = _read_items(session, conditions, limit=PAGE_SIZE, offset=(query.page - 1) * PAGE_SIZE)
    return GalleryPage(items, total, max(1, -(-total // PAGE_SIZE)))


def list_latest(session: Session, *, limit: int) -> Sequence[GalleryItem]:
    """Return the last listed shares, at most `limit`."""
    return _read_items(session, [is_newest_on_page()], limit=limit, offset=0)


def list_choices(session: Session) -> GalleryChoices:
    """Return the controllers, drives and kinds of all listed shares."""
    kinds = set(
        session.scalars(
            select(Share.kind)
            .join(ShareListing, ShareListing.share_id == Share.id)
            .where(is_newest_on_page())
            .distinct()
        )
    )
    controllers, drives = (
        session.scalars(
            select(func.jsonb_array_elements_text(column).label("value"))
            .select_from(ShareListing)
            .join(Share, Share.id == ShareListing.share_id)
            .where(is_newest_on_page())
            .distinct()
            .order_by("value")
            .limit(MAX_CHOICES)
        ).all()
        for column in (ShareListing.controllers, ShareListing.drives)
    )
    return GalleryChoices(controllers, drives, [kind for kind in KINDS if kind in kinds])


def _build_conditions(query: GalleryQuery) -> list[ColumnElement[bool]]:
    conditions = [is_newest_on_page()]
    words = query.q.lower().split()[:MAX_WORDS]
    conditions += [
        or_(ShareListing.search_text.contains(word, autoescape=True), select_mentioning(word)) for word in words
    ]
    if query.controller:
        conditions.append(ShareListing.controllers.op("?", is_comparison=True)(query.controller))
    if query.drive:
        conditions.append(ShareListing.drives.op("?", is_comparison=True)(query.drive))
    if query.kind:
        conditions.append(Share.kind == query.kind)
    return conditions


def _read_items(
    session: Session, conditions: Sequence[ColumnElement[bool]], *, limit: int, offset: int
) -> Sequence[GalleryItem]:
    rows = session.execute(
        select(ShareListing, Share.kind, Share.version, Share.corrected_at)
        .join(Share, Share.id == ShareListing.share_id)
        .where(*conditions)
        .order_by(ShareListing.listed_at.desc(), ShareListing.share_id.desc())
        .limit(limit)
        .offset(offset)
    )
    return [
        GalleryItem(
            slug=listing.slug,
            kind=kind,
            version=version,
            title=listing.title,
            author=listing.author,
            finding=listing.finding,
            workload=listing.workload,
            hardware=listing.hardware,
            frozen_at=listing.frozen_at,
            listed_at=listing.listed_at,
            corrected_at=corrected_at,
            chart_key=listing.chart_key,
            chart_width=listing.chart_width,
            chart_height=listing.chart_height,
        )
        for listing, kind, version, corrected_at in rows
    ]


def _clean_field(text: str) -> str:
    return " ".join(clean(text[:MAX_QUERY]).split())
