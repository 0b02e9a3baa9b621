"""Notices above what is frozen: origin, corrections, invalid runs and newer versions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Run, Share, ShareRun
from storagelab.shares import figures, service
from storagelab.shares.freezing.document import build_redactor
from storagelab.shares.options import ShareOptions
from storagelab.shares.page.words import clean
from storagelab.shares.received_views import find_origin_notice
from storagelab.shares.service import find_later_marks


def list_print_notices(session: Session, share: Share, document: Mapping[str, Any], *, address: str) -> tuple[str, ...]:
    """Return the notices of a print: the notices of its page, and the address of newer data.

    A print needs the address because it leaves its page. `address` is the whole address of the page.
    """
    notices = list_notices(session, share, dict(document))
    newest = service.find_newest_version(session, share) if share.state == "published" else None
    if newest is not None and newest > share.version:
        start, _, rest = address.partition("/s/")
        newer = f"{start}/s/{rest.partition('/')[0]}/v{newest}"
        notices.append(f"Newer data exist: version {newest} of this result. This is version {share.version}. {newer}")
    return tuple(clean(notice) for notice in notices)


def list_notices(session: Session, share: Share, document: dict[str, Any]) -> list[str]:
    """Return the notices of a page: its origin, its correction, runs that were marked invalid since.

    A draft has a notice that it is a draft.
    """
    origin = find_origin_notice(session, share)
    notices = [origin] if origin is not None else []
    if share.correction is not None and share.corrected_at is not None:
        notices.append(f"Corrected on {_format_notice_time(share.corrected_at)}: {share.correction}")
    marks = find_later_marks(session, share, document)
    for (number, at, _), reason in zip(marks, _list_reasons(session, share, document, marks), strict=True):
        notices.append(f"{number} was marked invalid on {_format_notice_time(at)}, after this was frozen{reason}")
    if share.state == "draft":
        notices.append("This is a draft. Only this lab can open it.")
    return notices


def _list_reasons(
    session: Session, share: Share, document: dict[str, Any], marks: list[tuple[str, dt.datetime, str]]
) -> list[str]:
    """Return the reason why each run in `marks` was marked invalid, without the author's secrets.

    Reasons are left out where the author renamed models.
    """
    redaction = document["share"]["redaction"] if marks else {}
    if not marks or redaction["aliases"]:
        return ["." for _ in marks]
    uses = select(ShareRun.run_id).where(ShareRun.share_id == share.id)
    options = ShareOptions(title="", serials=redaction["serials"], names=redaction["names"])
    redactor = build_redactor(session, session.scalars(select(Run).where(Run.id.in_(uses))).all(), options, texts=())
    return [f": {redactor.text(reason)}" for _, _, reason in marks]


def _format_notice_time(value: dt.datetime) -> str:
    return figures.format_time(value.isoformat())
