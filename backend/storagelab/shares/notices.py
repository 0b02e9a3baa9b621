"""Notices above what is frozen: origin, corrections, invalid runs and newer versions."""

from __future__ import annotations

import datetime as dt
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Run, Share, ShareRun
from storagelab.shares import figures, service
from storagelab.shares.byte_cache import ByteCache
from storagelab.shares.document.share import ShareOutline, ShownSecrets, decode_shape
from storagelab.shares.freezing.document import build_redactor
from storagelab.shares.newer_versions import find_newer_version
from storagelab.shares.options import ShareOptions
from storagelab.shares.page.words import clean
from storagelab.shares.received_views import find_origin_notice
from storagelab.shares.service import find_later_marks

#: Of documents what notices need to know.
_outlines = ByteCache(8 << 20)


def list_print_notices(session: Session, share: Share, *, address: str) -> tuple[str, ...]:
    """Return the notices of a print: the notices of its page, and the address of newer data.

    A print needs the address because it leaves its page. `address` is the whole address of the page.
    """
    notices = list_notices(session, share)
    parts = urlsplit(address)
    newer = find_newer_version(session, share, parts.path)
    if newer is not None:
        where = f" {address.removesuffix(parts.path)}{newer.path}" if newer.path else ""
        notices.append(f"{newer.sentence}{where}")
    return tuple(clean(notice) for notice in notices)


def list_notices(session: Session, share: Share) -> list[str]:
    """Return the notices of a page: its origin, its correction, runs that were marked invalid since.

    A draft has a notice that it is a draft.
    """
    origin = find_origin_notice(session, share)
    notices = [origin] if origin is not None else []
    if share.correction is not None and share.corrected_at is not None:
        notices.append(f"Corrected on {_format_notice_time(share.corrected_at)}: {share.correction}")
    outline = _read_outline(share)
    marks = find_later_marks(session, share, outline.runs)
    reasons = _list_reasons(session, share, outline.share.redaction, marks)
    for (number, at, _), reason in zip(marks, reasons, strict=True):
        notices.append(f"{number} was marked invalid on {_format_notice_time(at)}, after this was frozen{reason}")
    if share.state == "draft":
        notices.append("This is a draft. Only this lab can open it.")
    return notices


def _read_outline(share: Share) -> ShareOutline:
    content = _outlines.get(share.document_sha256)
    if content is None:
        outline = decode_shape(service.read_document(share), ShareOutline)
        content = _outlines.put(share.document_sha256, msgspec.json.encode(outline))
    return decode_shape(content, ShareOutline)


def _list_reasons(
    session: Session, share: Share, shown: ShownSecrets, marks: list[tuple[str, dt.datetime, str]]
) -> list[str]:
    """Return the reason why each run in `marks` was marked invalid, without the author's secrets.

    Reasons are left out where the author renamed models.
    """
    if not marks or shown.aliases:
        return ["." for _ in marks]
    uses = select(ShareRun.run_id).where(ShareRun.share_id == share.id)
    options = ShareOptions(title="", serials=shown.serials, names=shown.names)
    redactor = build_redactor(session, session.scalars(select(Run).where(Run.id.in_(uses))).all(), options, texts=())
    return [f": {redactor.text(reason)}" for _, _, reason in marks]


def _format_notice_time(value: dt.datetime) -> str:
    return figures.format_time(value.isoformat())
