"""Shares as the API shows them; the number of queries does not grow with the list."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Run, Share, ShareRun, ShareView
from storagelab.http.references import format_number, format_row_number
from storagelab.shares.page.citation import format_bibtex, format_citation
from storagelab.shares.page.model import fill_citation
from storagelab.shares.page.words import clean
from storagelab.shares.public_pages.listings import NOT_LISTED, describe_listings
from storagelab.shares.received_views import describe_received
from storagelab.shares.schemas import ShareOut
from storagelab.shares.service import open_document

#: Fields of a share that are columns of its row under the same name.
_COLUMNS = (
    "id", "kind", "state", "lineage_id", "version", "run_id", "title", "author", "licence", "contact", "embargo_until",
    "closed_until_embargo", "document_sha256", "created_at", "published_at", "expires_at", "revoked_at",
    "revoked_reason", "correction", "corrected_at", "doi",
)  # fmt: skip


def describe_shares(
    session: Session, shares: Sequence[Share], *, user_id: uuid.UUID, token: str | None = None
) -> list[ShareOut]:
    """Return shares in the form of the API, as the user `user_id` may see them.

    `token` is the token of the only share in `shares`, when that share was just published.
    """
    ids = [share.id for share in shares]
    runs: dict[uuid.UUID, list[str]] = defaultdict(list)
    uses = select(ShareRun).where(ShareRun.share_id.in_(ids)).order_by(ShareRun.run_number)
    for use in session.scalars(uses):
        runs[use.share_id].append(format_number(Run, use.run_number))
    received = describe_received(session, ids)
    for share_id, origin in received.items():
        runs[share_id] += [run.here for run in origin.runs if run.here is not None]
    views = {
        row.share_id: row
        for row in session.execute(
            select(
                ShareView.share_id, func.sum(ShareView.views).label("views"), func.max(ShareView.last_at).label("last")
            )
            .where(ShareView.share_id.in_(ids))
            .group_by(ShareView.share_id)
        )
    }
    newest = {
        row.lineage_id: row.version
        for row in session.execute(
            select(Share.lineage_id, func.max(Share.version).label("version"))
            .where(Share.lineage_id.in_({share.lineage_id for share in shares}), Share.is_live())
            .group_by(Share.lineage_id)
        )
    }
    own = [share.run_id for share in shares if share.run_id is not None]
    numbers = {row.id: row.number for row in session.execute(select(Run.id, Run.number).where(Run.id.in_(own)))}
    listings = describe_listings(session, ids)
    described = []
    url = f"{get_settings().base_url}/s/{token}" if token else None
    for share in shares:
        cited, entry = _describe_citations(share, url) if url is not None else (None, None)
        seen = views.get(share.id)
        number = numbers.get(share.run_id) if share.run_id is not None else None
        described.append(
            ShareOut(
                **{name: getattr(share, name) for name in _COLUMNS},
                number=format_row_number(share),
                newest_version=newest.get(share.lineage_id),
                run_number=format_number(Run, number) if number is not None else None,
                runs=runs[share.id],
                views=int(seen.views) if seen is not None else 0,
                last_viewed_at=seen.last if seen is not None else None,
                received=received.get(share.id),
                **listings.get(share.id, NOT_LISTED),
                mine=share.created_by == user_id,
                url=url,
                token=token,
                citation=cited,
                bibtex=entry,
            )
        )
    return described


def _describe_citations(share: Share, url: str) -> tuple[str, str]:
    """Return the citation of a share just published, in the words of its page: as text and as BibTeX."""
    document = clean(open_document(share))
    cited, entry = (
        fill_citation(words(document), address=url, sha256=share.document_sha256)
        for words in (format_citation, format_bibtex)
    )
    return cited, entry
