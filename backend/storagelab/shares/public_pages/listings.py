"""Listings of shares as the API shows them, in one query."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TypedDict
from urllib.parse import quote

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Share, ShareListing
from storagelab.shares.embed_code import FRAME_HEIGHT, build_embed_code
from storagelab.shares.public_pages.service import PREFIX, is_on_page
from storagelab.shares.public_pages.settings import read_public_page


class ShareListingFacts(TypedDict):
    """State of a share on the public page: its public address, and the code that embeds its first chart."""

    listed: bool
    public_url: str | None
    embed_code: str | None


NOT_LISTED: ShareListingFacts = {"listed": False, "public_url": None, "embed_code": None}


def describe_listings(session: Session, share_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, ShareListingFacts]:
    """Return the listings of the shares in `share_ids` that are on the public page, by share id."""
    rows = session.scalars(
        select(ShareListing)
        .join(Share, Share.id == ShareListing.share_id)
        .where(ShareListing.share_id.in_(share_ids), is_on_page())
    ).all()
    if not rows:
        return {}
    if not read_public_page(session).enabled:
        return {row.share_id: {**NOT_LISTED, "listed": True} for row in rows}
    base = get_settings().base_url
    return {
        row.share_id: {
            "listed": True,
            "public_url": f"{base}{PREFIX}{row.slug}",
            "embed_code": _build_code(row, base) if row.chart_key else None,
        }
        for row in rows
    }


def _build_code(row: ShareListing, base: str) -> str:
    address = f"{base}{PREFIX}{row.slug}/embed/{quote(row.chart_key or '', safe='')}"
    return build_embed_code(address=address, title=row.title, height=(row.chart_height or 0) + FRAME_HEIGHT)
