"""Making, finding and withdrawing permalinks."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import zstandard
from sqlalchemy import ColumnElement, Select, bindparam, func, select
from sqlalchemy.orm import Session, defer

from storagelab.auth import audit
from storagelab.db.models import Run, Share, ShareAddress, SharePartUse, ShareRun
from storagelab.errors import Conflict, InvalidInput
from storagelab.http.references import format_number, format_row_number
from storagelab.shares.addresses import add_address, hash_address_token
from storagelab.shares.document.share import OutlineRun, decode_document
from storagelab.shares.drafts import remove_draft
from storagelab.shares.freezing.document import Frozen, freeze, replace_version
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.new_author import require_same_author
from storagelab.shares.options import MAX_VERSION, ShareOptions
from storagelab.shares.stored_documents import SCHEMA as SCHEMA
from storagelab.shares.stored_documents import open_document as open_document
from storagelab.shares.stored_documents import read_document as read_document
from storagelab.shares.stored_parts import remove_unused_parts, store_parts
from storagelab.shares.summaries import store_summary

ShareStatus = Literal["live", "revoked", "address_revoked", "expired", "closed", "unknown"]


@dataclass(frozen=True, slots=True)
class Offered:
    """Settings of the author beside the subject: the end, the share that it is a version of, and publication.

    `confirm_new_author` confirms that figures of others are published under this author.
    """

    expires_at: dt.datetime | None = None
    closed_until_embargo: bool = False
    version_of: Share | None = None
    publish: bool = False
    confirm_new_author: bool = False


def freeze_share(
    session: Session,
    *,
    subject: Subject,
    options: ShareOptions,
    offered: Offered,
    user_id: uuid.UUID,
    share_id: uuid.UUID,
) -> tuple[Share, str | None]:
    """Freeze a subject as a draft, or publish it at once; return the share and the token of its first address.

    The token is None for a draft. Raises Conflict and InvalidInput for a subject or options that
    cannot be shared.
    """
    now = session.scalars(select(func.now())).one()
    _check_times(now, options, offered)
    if offered.publish and not offered.confirm_new_author:
        require_same_author(options.author, subject.runs)
    lineage_id = offered.version_of.lineage_id if offered.version_of is not None else share_id
    version = _compute_next_version(session, lineage_id)
    frozen = freeze(session, subject, options, lineage_id=lineage_id, version=version, now=now)
    # Freezing may take minutes: only from here on do other makers of a version of the same result wait.
    session.execute(select(func.pg_advisory_xact_lock(_lock_of(lineage_id))))
    if (current := _compute_next_version(session, lineage_id)) != version:
        version, frozen = current, replace_version(frozen, current)
    share = Share(id=share_id, lineage_id=lineage_id, version=version, created_by=user_id)
    _add_frozen(session, share, frozen, subject=subject, options=options, offered=offered)
    runs = [format_number(Run, run.number) for run in subject.runs]
    audit.record_event(
        session, user_id=user_id, action="share_frozen", subject=format_row_number(share), kind=share.kind, runs=runs
    )
    if not offered.publish:
        return share, None
    return share, publish_share(session, share=share, user_id=user_id, confirm_new_author=offered.confirm_new_author)


def replace_draft(
    session: Session, *, draft: Share, subject: Subject, options: ShareOptions, offered: Offered
) -> Share:
    """Freeze a subject in place of a draft; return the new draft with its number, lineage, version and creator.

    Nobody has published the draft, so the audit log has its first freeze and its publication only. Raises Conflict
    for a share that is published or was frozen by another lab, and InvalidInput for options that cannot be shared.
    """
    session.refresh(draft, with_for_update=True)
    number = format_row_number(draft)
    if draft.state != "draft":
        raise Conflict(f"{number} is published and cannot be changed. Create a new version of it.")
    if draft.origin == "received":
        raise Conflict(f"{number} was frozen by another lab. Only that lab can change it.")
    now = session.scalars(select(func.now())).one()
    _check_times(now, options, offered)
    frozen = freeze(session, subject, options, lineage_id=draft.lineage_id, version=draft.version, now=now)
    share = Share(
        id=draft.id,
        number=draft.number,
        lineage_id=draft.lineage_id,
        version=draft.version,
        created_by=draft.created_by,
    )
    hashes = list(session.scalars(select(SharePartUse.sha256).where(SharePartUse.share_id == draft.id)))
    # A frozen row never changes: another one takes its place.
    session.delete(draft)
    session.flush()
    _add_frozen(session, share, frozen, subject=subject, options=options, offered=offered)
    remove_unused_parts(session, hashes)
    return share


def _add_frozen(
    session: Session, share: Share, frozen: Frozen, *, subject: Subject, options: ShareOptions, offered: Offered
) -> None:
    """Add `share`, which has its identity only, with the frozen document, its runs and its parts."""
    share.kind = subject.kind
    share.schema = SCHEMA
    share.state = "draft"
    share.run_id = subject.runs[0].id if subject.kind == "run" else None
    share.title = options.title
    share.author = options.author
    share.licence = options.licence
    share.contact = options.contact
    share.embargo_until = options.embargo_until
    share.closed_until_embargo = offered.closed_until_embargo
    share.document = zstandard.ZstdCompressor(level=10).compress(frozen.content)
    share.document_sha256 = hashlib.sha256(frozen.content).hexdigest()
    share.expires_at = offered.expires_at
    session.add(share)
    session.flush()
    session.add_all(ShareRun(share_id=share.id, run_id=run.id, run_number=run.number) for run in subject.runs)
    store_parts(session, share_id=share.id, parts=frozen.parts.by_name)
    store_summary(session, share_id=share.id, document=decode_document(frozen.content))
    session.refresh(share)


def _check_times(now: dt.datetime, options: ShareOptions, offered: Offered) -> None:
    if offered.version_of is not None and offered.version_of.origin == "received":
        number = format_row_number(offered.version_of)
        raise Conflict(
            f"{number} was frozen by another lab. Only that lab can create a version of it. Freeze a new share."
        )
    if offered.expires_at is not None and offered.expires_at <= now:
        raise InvalidInput("must be in the future", path="expires_at")
    if options.embargo_until is not None and options.embargo_until <= now:
        raise InvalidInput("must be in the future", path="embargo_until")
    if offered.closed_until_embargo and options.embargo_until is None:
        raise InvalidInput("needs embargo_until, the end of the embargo", path="closed_until_embargo")
    if (
        offered.expires_at is not None
        and options.embargo_until is not None
        and offered.expires_at <= options.embargo_until
    ):
        raise InvalidInput("must be later than embargo_until", path="expires_at")


def _compute_next_version(session: Session, lineage_id: uuid.UUID) -> int:
    """Return the version of a new share of a lineage; versions are numbered consecutively."""
    newest = session.scalar(select(func.max(Share.version)).where(Share.lineage_id == lineage_id))
    return (newest or 0) + 1


def _lock_of(lineage_id: uuid.UUID) -> int:
    """Return the key of the advisory lock of a lineage, held while a version joins it.

    No row of the lineage is locked, because readers and authors need those.
    """
    return int.from_bytes(lineage_id.bytes[8:], signed=True)


def publish_share(
    session: Session,
    *,
    share: Share,
    user_id: uuid.UUID,
    confirm_new_author: bool = False,
    document_sha256: str | None = None,
) -> str:
    """Open a draft to readers at its first address, and return the token of that address.

    Raises Conflict unless the share is a draft, and where its document has another hash than `document_sha256`. Raises
    NewAuthor when it shows figures of another author, unless `confirm_new_author` is set. A run that was removed or put
    into the trash since the share was frozen prevents publication, because its figures have no source any more.
    """
    session.refresh(share, with_for_update=True)
    if share.state != "draft":
        raise Conflict(f"{format_row_number(share)} is published already.")
    if document_sha256 is not None and share.document_sha256 != document_sha256:
        raise Conflict(f"{format_row_number(share)} was changed since you looked at it. Look at it again.")
    now = session.scalars(select(func.now())).one()
    if share.expires_at is not None and share.expires_at <= now:
        raise Conflict(f"{format_row_number(share)} would have expired already: freeze it again.")
    # Held until the share is live: a removal of one of them at the same time is then refused.
    own = select(ShareRun.run_id).where(ShareRun.share_id == share.id)
    session.execute(select(Run.id).where(Run.id.in_(own)).with_for_update(read=True, key_share=True))
    for use, trashed_at in session.execute(
        select(ShareRun, Run.trashed_at).outerjoin(Run, Run.id == ShareRun.run_id).where(ShareRun.share_id == share.id)
    ):
        if use.run_id is None or trashed_at is not None:
            problem = "was removed" if use.run_id is None else "is in the trash"
            raise Conflict(
                f"{format_number(Run, use.run_number)} {problem} since the draft was frozen: freeze it again."
            )
    if not confirm_new_author:
        require_same_author(share.author, session.scalars(select(Run).where(Run.id.in_(own))).all())
    share.state, share.published_at = "published", now
    session.flush()
    _, token = add_address(session, share=share, user_id=user_id)
    audit.record_event(
        session, user_id=user_id, action="share_created", subject=format_row_number(share), sha256=share.document_sha256
    )
    return token


def delete_draft(session: Session, *, share: Share, user_id: uuid.UUID) -> None:
    """Remove a draft with the parts that nothing else uses. Raises Conflict for a published share."""
    session.refresh(share, with_for_update=True)
    if share.state != "draft":
        raise Conflict(f"{format_row_number(share)} is published and cannot be removed. Withdraw it instead.")
    remove_draft(session, share, user_id=user_id)


def revoke_share(session: Session, *, share: Share, user_id: uuid.UUID, reason: str | None = None) -> None:
    """Withdraw a permalink with all of its addresses; repeating it changes nothing. Raises Conflict for a draft."""
    if share.state != "published":
        raise Conflict(f"{format_row_number(share)} is a draft, not published. Remove it instead.")
    if share.revoked_at is None:
        share.revoked_at = session.scalars(select(func.now())).one()
        share.revoked_reason = reason
        audit.record_event(
            session, user_id=user_id, action="share_revoked", subject=format_row_number(share), reason=reason
        )


def correct_share(session: Session, *, share: Share, user_id: uuid.UUID, correction: str | None) -> None:
    """Set the correction above a frozen page that cannot be changed; None removes it. Raises Conflict for a draft."""
    if share.state != "published":
        raise Conflict(f"{format_row_number(share)} is a draft. Remove it and freeze it again.")
    if share.correction != correction:
        share.correction = correction
        share.corrected_at = session.scalars(select(func.now())).one() if correction is not None else None
        audit.record_event(
            session, user_id=user_id, action="share_corrected", subject=format_row_number(share), correction=correction
        )


@dataclass(frozen=True, slots=True)
class ShareLookup:
    """Share behind an address where it may be seen, else the reason why not.

    `until` is the time when a closed share opens, `ended_at` when another one ended, `reason` the reason of a
    withdrawal. `address_id` is the address that counts the view, and `raw_files` is false where that address does not
    give out raw output.
    """

    status: ShareStatus
    share: Share | None = None
    until: dt.datetime | None = None
    ended_at: dt.datetime | None = None
    reason: str | None = None
    address_id: uuid.UUID | None = None
    raw_files: bool = True


#: Built once: every reader sends it.
_BY_TOKEN = (
    select(Share, ShareAddress)
    .join(ShareAddress, ShareAddress.share_id == Share.id)
    .options(defer(Share.document))
    .where(ShareAddress.token_sha256 == bindparam("token_sha256"))
)


def open_share(session: Session, *, token: str, version: int | None = None) -> ShareLookup:
    """Look up the share of `token`, or a version of its lineage; return the share or its status.

    Each lookup costs one indexed read of a hash. Newer versions can be read at the token's address, unless that share
    is withdrawn. Older versions can be read only at their own address, because they may show content that was hidden
    later.
    """
    row = session.execute(_BY_TOKEN, {"token_sha256": hash_address_token(token)}).one_or_none()
    if row is None:
        return ShareLookup("unknown")
    share, address = row
    opened = evaluate_status(share, address)
    if opened.share is None or version is None or version == share.version:
        return opened
    if not share.version < version <= MAX_VERSION:
        return ShareLookup("unknown")
    other = session.scalars(
        _select_without_document().where(
            Share.lineage_id == share.lineage_id, Share.version == version, Share.state == "published"
        )
    ).one_or_none()
    return evaluate_status(other, address) if other is not None else ShareLookup("unknown")


def _select_without_document() -> Select[Share]:
    """Build the query for shares whose document is loaded on first access only.

    The answers made from the document are stored (`page_answer`).
    """
    return select(Share).options(defer(Share.document))


def evaluate_status(share: Share, address: ShareAddress | None = None) -> ShareLookup:
    """Return a published share where readers may open it now, else the reason why not.

    `address` is that of the reader. Without one no view is counted and no raw output given out.
    """
    if share.schema != SCHEMA:
        return ShareLookup("unknown")
    now = dt.datetime.now(dt.UTC)
    if share.revoked_at is not None:
        return ShareLookup("revoked", ended_at=share.revoked_at, reason=share.revoked_reason)
    if address is not None and address.revoked_at is not None:
        return ShareLookup("address_revoked", ended_at=address.revoked_at, reason=address.revoked_reason)
    ends = (share.expires_at, address.expires_at if address is not None else None)
    ended = [end for end in ends if end is not None and end <= now]
    if ended:
        return ShareLookup("expired", ended_at=min(ended))
    if share.closed_until_embargo and share.embargo_until is not None and share.embargo_until > now:
        return ShareLookup("closed", until=share.embargo_until)
    if address is None:
        return ShareLookup("live", share, raw_files=False)
    return ShareLookup("live", share, address_id=address.id, raw_files=address.raw_files)


def find_newest_version(session: Session, share: Share) -> int | None:
    """Return the newest version in the share's lineage that readers can open; None without one."""
    return session.scalar(select(func.max(Share.version)).where(Share.lineage_id == share.lineage_id, is_readable()))


def is_readable() -> ColumnElement[bool]:
    """Return the condition that readers can open a share now: live, and not closed by an embargo."""
    is_closed = Share.closed_until_embargo & (Share.embargo_until > func.now())
    return Share.is_live() & func.coalesce(~is_closed, True)


def find_later_marks(session: Session, share: Share, runs: Sequence[OutlineRun]) -> list[tuple[str, dt.datetime, str]]:
    """Return the runs of a share that were marked invalid since it was frozen, by run number.

    Each item is (run number, time of the mark, reason). `runs` are those of the document.
    """
    # By the moment: the reason may have been redacted when it was frozen.
    frozen_marks = {(run.number, dt.datetime.fromisoformat(run.invalid.at)) for run in runs if run.invalid}
    uses = select(ShareRun.run_id).where(ShareRun.share_id == share.id)
    rows = session.execute(
        select(Run.number, Run.invalid_at, Run.invalid_reason)
        .where(Run.id.in_(uses), Run.invalid_at.is_not(None))
        .order_by(Run.number)
    )
    return [
        (format_number(Run, number), at, reason or "")
        for number, at, reason in rows
        if at is not None and (format_number(Run, number), at) not in frozen_marks
    ]
