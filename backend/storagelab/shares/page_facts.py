"""Facts of a page beside its frozen document, in one query: the same facts have the same page."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import LabSetting, Run, Share, ShareListing, ShareRun
from storagelab.shares import service
from storagelab.shares.public_pages.service import ListedShare, is_on_page, make_listed_share
from storagelab.shares.public_pages.settings import KEY


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Facts of a page that may change after its document was frozen.

    `newest_version` and `newest_listed` are versions of its lineage, `is_marked` is true while one of its runs is
    invalid. The origin of a received share never changes, and the other facts are columns of the share.
    """

    newest_version: int | None
    newest_listed: int | None
    is_marked: bool
    correction: str | None
    corrected_at: dt.datetime | None
    doi: str | None
    listed: ListedShare | None


def read_page_facts(session: Session, share: Share) -> PageFacts:
    """Return the facts of a share's page, in one query."""
    row = session.execute(_FACTS, {"share_id": share.id, "lineage_id": share.lineage_id}).one()
    is_listed = share.state == "published" and row.slug is not None and row.value is not None
    return PageFacts(
        newest_version=row.newest_version,
        newest_listed=row.newest_listed,
        is_marked=row.is_marked,
        correction=share.correction,
        corrected_at=share.corrected_at,
        doi=share.doi,
        listed=make_listed_share(row.slug, row.listed_at, row.value) if is_listed else None,
    )


def _build_query() -> Select[tuple[int | None, int | None, bool, str, dt.datetime, dict[str, Any]]]:
    """Build the query once: to build it takes longer than to send it."""
    lineage = Share.lineage_id == bindparam("lineage_id")
    newest = select(func.max(Share.version)).where(lineage, service.is_readable()).correlate(None).scalar_subquery()
    newest_listed = (
        select(func.max(Share.version))
        .join(ShareListing, ShareListing.share_id == Share.id)
        .where(lineage, is_on_page())
        .correlate(None)
        .scalar_subquery()
    )
    is_marked = exists().where(
        ShareRun.share_id == bindparam("share_id"), Run.id == ShareRun.run_id, Run.invalid_at.is_not(None)
    )
    return (
        select(
            newest.label("newest_version"),
            newest_listed.label("newest_listed"),
            is_marked.label("is_marked"),
            ShareListing.slug,
            ShareListing.listed_at,
            LabSetting.value,
        )
        .select_from(Share)
        .outerjoin(ShareListing, and_(ShareListing.share_id == Share.id, is_on_page()))
        .outerjoin(LabSetting, LabSetting.key == KEY)
        .where(Share.id == bindparam("share_id"))
    )


_FACTS = _build_query()
