"""Listing of shares on the public page, and their DOI. Nothing that was not listed has a public path."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session, aliased, defer

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.config import get_settings
from storagelab.db.models import LabSetting, Share, ShareAddress, ShareListing
from storagelab.errors import Conflict, NotAllowed
from storagelab.http.references import format_row_number
from storagelab.shares import service
from storagelab.shares.page.build import page_of
from storagelab.shares.public_pages.cards import build_card, make_slug
from storagelab.shares.public_pages.schemas import ShareUpdate
from storagelab.shares.public_pages.settings import KEY, PublicPage, parse_public_page
from storagelab.shares.stored_parts import make_part_reader

PREFIX = "/p/"
MAX_SLUG = 100


@dataclass(frozen=True, slots=True)
class ListedShare:
    """Place of a listed share, with the settings of the public page that lists it."""

    path: str
    listed_at: dt.datetime
    page: PublicPage

    @property
    def address(self) -> str:
        """Return the whole address of its page."""
        return f"{get_settings().base_url}{self.path}"


def is_on_page(share: type[Share] = Share) -> ColumnElement[bool]:
    """Return the condition that a share with a listing is shown: live, and not under embargo."""
    is_live = (share.state == "published") & share.revoked_at.is_(None)
    is_free = or_(share.embargo_until.is_(None), share.embargo_until <= func.now())
    has_not_expired = or_(share.expires_at.is_(None), share.expires_at > func.now())
    return is_live & is_free & has_not_expired & (share.schema == service.SCHEMA)


def is_newest_on_page() -> ColumnElement[bool]:
    """Return the condition that a share with a listing has a card: it is on the page, and no newer version of it is.

    When the newer version leaves the page, the card of the earlier one is back.
    """
    newer, listing = aliased(Share), aliased(ShareListing)
    is_superseded = (
        select(newer.id)
        .join(listing, listing.share_id == newer.id)
        .where(newer.lineage_id == Share.lineage_id, newer.version > Share.version, is_on_page(newer))
        .exists()
    )
    return is_on_page() & ~is_superseded


def change_share(session: Session, *, share: Share, user: Identity, change: ShareUpdate) -> None:
    """List or unlist a share, and set or remove its DOI.

    Raises NotAllowed unless the user created the share or is an administrator. Raises Conflict for a share that cannot
    be listed, and for a DOI of a draft.
    """
    if user.role != "admin" and share.created_by != user.user_id:
        raise NotAllowed(
            f"{format_row_number(share)} belongs to another user. Ask its author or an administrator to change it."
        )
    session.refresh(share, with_for_update=True)
    if "doi" in change.model_fields_set and share.doi != change.doi:
        if share.state != "published":
            raise Conflict(f"{format_row_number(share)} is a draft. Publish it before you set its DOI.")
        share.doi = change.doi
        audit.record_event(
            session, user_id=user.user_id, action="share_doi_set", subject=format_row_number(share), doi=change.doi
        )
    if change.listed is True:
        _list_share(session, share, user)
    elif change.listed is False:
        _unlist_share(session, share, user)
    session.flush()


def make_listed_share(slug: str, listed_at: dt.datetime, value: dict[str, Any] | None) -> ListedShare | None:
    """Return the place of a listed share; None where the setting of the public page is off."""
    page = parse_public_page(value)
    return ListedShare(f"{PREFIX}{slug}", listed_at, page) if page.enabled else None


def find_newer_listed(session: Session, share: Share) -> tuple[int, str] | None:
    """Return the newest listed version of the share's lineage and its path; None where none is newer."""
    row = session.execute(
        select(Share.version, ShareListing.slug)
        .join(ShareListing, ShareListing.share_id == Share.id)
        .where(Share.lineage_id == share.lineage_id, Share.version > share.version, is_on_page())
        .order_by(Share.version.desc())
        .limit(1)
    ).one_or_none()
    return (row.version, f"{PREFIX}{row.slug}") if row is not None else None


def open_listed_share(session: Session, slug: str) -> service.ShareLookup:
    """Look up the share with the public path of `slug`; return the share or its status.

    A share that is not listed is unknown here, and so is every share while the public page is off. One that was
    withdrawn or has expired since it was listed is stated as that.
    """
    row = session.execute(
        select(Share, LabSetting.value)
        .options(defer(Share.document))
        .join(ShareListing, ShareListing.share_id == Share.id)
        .join(LabSetting, LabSetting.key == KEY)
        .where(ShareListing.slug == slug[:MAX_SLUG])
    ).one_or_none()
    if row is None or not parse_public_page(row[1]).enabled:
        return service.ShareLookup("unknown")
    opened = _open_without_token(session, row[0])
    # An embargo is no business of readers who came from a public page.
    return service.ShareLookup("unknown") if opened.status == "closed" else opened


def _open_without_token(session: Session, share: Share) -> service.ShareLookup:
    """Return the status of a share on the public page.

    Its views count for the first open address. Raw output is given out only where every open address gives it out.
    """
    opened = service.evaluate_status(share)
    if opened.share is None:
        return opened
    addresses = session.execute(
        select(ShareAddress.id, ShareAddress.raw_files)
        .where(
            ShareAddress.share_id == share.id,
            ShareAddress.revoked_at.is_(None),
            func.coalesce(ShareAddress.expires_at > func.now(), True),
        )
        .order_by(ShareAddress.number)
    ).all()
    if not addresses:
        return opened
    return replace(opened, address_id=addresses[0].id, raw_files=all(address.raw_files for address in addresses))


def _list_share(session: Session, share: Share, user: Identity) -> None:
    _require_listable(session, share)
    if session.get(ShareListing, share.id) is not None:
        return
    document = service.open_document(share)
    card = build_card(document, page_of(document, make_part_reader(session, share_id=share.id, document=document)))
    session.add(
        ShareListing(
            share_id=share.id,
            slug=make_slug(card.title, share.number),
            listed_by=user.user_id,
            title=card.title,
            author=card.author,
            finding=card.finding,
            workload=card.workload,
            hardware=card.hardware,
            controllers=card.controllers,
            drives=card.drives,
            search_text=card.search_text,
            frozen_at=dt.datetime.fromisoformat(document.share.frozen_at),
            chart_key=card.chart.key if card.chart else None,
            chart_width=card.chart.width if card.chart else None,
            chart_height=card.chart.height if card.chart else None,
        )
    )
    audit.record_event(session, user_id=user.user_id, action="share_listed", subject=format_row_number(share))


def _unlist_share(session: Session, share: Share, user: Identity) -> None:
    listing = session.get(ShareListing, share.id)
    if listing is not None:
        session.delete(listing)
        audit.record_event(session, user_id=user.user_id, action="share_unlisted", subject=format_row_number(share))


def _require_listable(session: Session, share: Share) -> None:
    """Raise Conflict for a share that the public page cannot show."""
    number = format_row_number(share)
    if share.origin == "received":
        raise Conflict(f"{number} was frozen by another lab. Only that lab can list it.")
    if share.state != "published":
        raise Conflict(f"{number} is a draft. Publish it before you list it.")
    status = service.evaluate_status(share).status
    if status == "revoked":
        raise Conflict(f"{number} was withdrawn. List a share that readers can open.")
    if status == "expired":
        raise Conflict(f"{number} has expired. List a share that readers can open.")
    now = session.scalars(select(func.now())).one()
    if share.embargo_until is not None and share.embargo_until > now:
        raise Conflict(f"{number} is under embargo. List it when the embargo has ended.")
    if status != "live":
        raise Conflict(f"{number} has a document of another schema, which this release cannot show.")
