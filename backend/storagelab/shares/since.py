"""What has become known since a share was frozen, for prints: they leave their page, and say it themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from storagelab.db.models import Share
from storagelab.shares import service
from storagelab.shares.paper.words import clean
from storagelab.shares.reading import notices_of


def known_since(session: Session, share: Share, document: Mapping[str, Any], *, address: str) -> tuple[str, ...]:
    """Sentences that stand outside of what is frozen: corrected, marked invalid, newer data and where these are.

    `address` is the whole address of the page.
    """
    notices = notices_of(session, share, dict(document))
    newest = service.newest_version(session, share) if share.state == "published" else None
    if newest is not None and newest > share.version:
        start, _, rest = address.partition("/s/")
        newer = f"{start}/s/{rest.partition('/')[0]}/v{newest}"
        notices.append(f"Newer data exist: version {newest} of this result. This is version {share.version}. {newer}")
    return tuple(clean(notice) for notice in notices)
