"""Shares as the API shows them; the number of queries does not grow with the list."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Run, Share, ShareRun, ShareSummary, ShareView
from storagelab.http.references import format_number, format_row_number
from storagelab.shares.address_views import NO_VIEWS, count_views, describe_addresses, find_first_url
from storagelab.shares.addresses import build_url
from storagelab.shares.listing import get_state
from storagelab.shares.options import Layout
from storagelab.shares.page.citation import format_bibtex, format_citation
from storagelab.shares.page.model import fill_citation
from storagelab.shares.page.summary import Hidden, Picture
from storagelab.shares.page.words import clean
from storagelab.shares.public_pages.listings import NOT_LISTED, describe_listings
from storagelab.shares.received_views import describe_received
from storagelab.shares.schemas import ShareBadge, ShareOut
from storagelab.shares.service import SCHEMA, open_document
from storagelab.shares.summaries import load_summaries

#: Fields of a share that are columns of its row under the same name.
_COLUMNS = (
    "id", "kind", "lineage_id", "version", "run_id", "title", "author", "licence", "contact", "embargo_until",
    "closed_until_embargo", "document_sha256", "created_at", "published_at", "expires_at", "revoked_at",
    "revoked_reason", "correction", "corrected_at", "doi",
)  # fmt: skip


def describe_shares(
    session: Session, shares: Sequence[Share], *, user: Identity, fresh: Mapping[uuid.UUID, str] | None = None
) -> list[ShareOut]:
    """Return shares in the form of the API, as a user may see them.

    `fresh` are the tokens of addresses that were created in this request, by the id of their share: they are displayed
    also where the lab cannot store them.
    """
    ids = [share.id for share in shares]
    runs: dict[uuid.UUID, list[str]] = defaultdict(list)
    uses = select(ShareRun).where(ShareRun.share_id.in_(ids)).order_by(ShareRun.run_number)
    for use in session.scalars(uses):
        runs[use.share_id].append(format_number(Run, use.run_number))
    received = describe_received(session, ids)
    filed = {
        share_id: [run.here for run in origin.runs if run.here is not None] for share_id, origin in received.items()
    }
    for share_id, numbers_here in filed.items():
        runs[share_id] += numbers_here
    now = dt.datetime.now(dt.UTC)
    today = now.date()
    views = count_views(session, ShareView.share_id, ids, today=today)
    addresses = describe_addresses(session, shares, user=user, today=today)
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
    summaries = load_summaries(session, shares)
    described = []
    for share in shares:
        seen = views.get(share.id, NO_VIEWS)
        number = numbers.get(share.run_id) if share.run_id is not None else None
        can_manage, listed = addresses[share.id]
        token = (fresh or {}).get(share.id)
        url = build_url(token) if token is not None else find_first_url(listed)
        described.append(
            ShareOut(
                **{name: getattr(share, name) for name in _COLUMNS},
                number=format_row_number(share),
                newest_version=newest.get(share.lineage_id),
                run_number=format_number(Run, number) if number is not None else None,
                runs=runs[share.id],
                state=get_state(share, now),
                **_describe_summary(summaries.get(share.id)),
                views=seen.total,
                daily_views=seen.by_day,
                last_viewed_at=seen.last_at,
                received=received.get(share.id),
                **listings.get(share.id, NOT_LISTED),
                mine=share.created_by == user.user_id,
                can_manage=can_manage,
                url=url,
                token=url.rpartition("/")[2] if url is not None else None,
                addresses=listed,
                citation=None,
                bibtex=None,
            )
        )
    return described


class _SummaryFacts(TypedDict):
    layout: Layout | None
    figures: int | None
    badges: list[ShareBadge]
    finding: str | None
    hidden: list[Hidden] | None
    picture: Picture | None


def _describe_summary(summary: ShareSummary | None) -> _SummaryFacts:
    if summary is None:
        return {"layout": None, "figures": None, "badges": [], "finding": None, "hidden": None, "picture": None}
    return {
        "layout": cast("Layout", summary.layout),
        "figures": summary.figures,
        "badges": [ShareBadge(**badge) for badge in summary.badges],
        "finding": summary.finding,
        "hidden": cast("list[Hidden]", summary.hidden),
        "picture": cast("Picture | None", summary.picture),
    }


def describe_share(session: Session, share: Share, *, user: Identity, token: str | None = None) -> ShareOut:
    """Return one share in the form of the API with its citations, where the user may see its address.

    `token` is the token of an address that was created in this request.
    """
    fresh = {share.id: token} if token is not None else None
    (described,) = describe_shares(session, [share], user=user, fresh=fresh)
    if described.url is None or share.schema != SCHEMA:
        return described
    cited, entry = _describe_citations(share, described.url)
    return described.model_copy(update={"citation": cited, "bibtex": entry})


def _describe_citations(share: Share, url: str) -> tuple[str, str]:
    """Return the citation of a published share in the words of its page: as text and as BibTeX."""
    document = clean(open_document(share))
    cited, entry = (
        fill_citation(words(document), address=url, sha256=share.document_sha256)
        for words in (format_citation, format_bibtex)
    )
    return cited, entry
