"""Addresses of published shares: one per audience, found again by those who manage the share."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
import uuid
from collections.abc import Mapping, Sequence
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.config import get_settings
from storagelab.db.models import Share, ShareAddress
from storagelab.errors import Conflict, InvalidInput, NotAllowed, NotFound
from storagelab.http.references import format_row_number
from storagelab.shares.address_secrets import load_cipher, load_or_create_cipher

TOKEN_BYTES = 16
MAX_TOKEN_CHARACTERS = 64
#: Audience of the address that a publication creates.
FIRST_AUDIENCE = "Public"
MAX_ADDRESSES = 100

AddressStatus = Literal["open", "closed", "expired", "withdrawn"]
#: `not_stored`: an earlier release created it, or the lab had no key. `unreadable`: the key is missing or another one.
Readability = Literal["readable", "not_stored", "unreadable"]


def hash_address_token(token: str) -> bytes:
    """Return the stored hash of a token, which is cut to the longest length that a token can have."""
    return hashlib.sha256(token[:MAX_TOKEN_CHARACTERS].encode()).digest()


def build_url(token: str) -> str:
    """Return the whole address of a permalink."""
    return f"{get_settings().base_url}/s/{token}"


def add_address(
    session: Session,
    *,
    share: Share,
    user_id: uuid.UUID,
    audience: str = FIRST_AUDIENCE,
    expires_at: dt.datetime | None = None,
    raw_files: bool = True,
    address_id: uuid.UUID | None = None,
) -> tuple[ShareAddress, str]:
    """Create an address of a published share whose row is locked; return the address and its token.

    Raises Conflict for a share that no reader can open, and for an audience that has an open address already.
    """
    now = session.scalars(select(func.now())).one()
    _require_open(share, now)
    _check_expiry(share, expires_at, now)
    existing = session.scalars(select(ShareAddress).where(ShareAddress.share_id == share.id)).all()
    if len(existing) >= MAX_ADDRESSES:
        raise Conflict(f"{format_row_number(share)} has {MAX_ADDRESSES} addresses already. Create a new version of it.")
    _check_audience(share, existing, audience)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    address = ShareAddress(
        share_id=share.id,
        number=max((other.number for other in existing), default=0) + 1,
        audience=audience,
        token_sha256=hash_address_token(token),
        raw_files=raw_files,
        created_by=user_id,
        expires_at=expires_at,
    )
    if address_id is not None:
        address.id = address_id
    session.add(address)
    session.flush()
    cipher = load_or_create_cipher(get_settings().data_dir)
    if cipher is not None:
        address.token_encrypted = cipher.encrypt(address.id, token)
        session.flush()
    session.refresh(address)
    audit.record_event(
        session,
        user_id=user_id,
        action="share_address_created",
        subject=format_row_number(share),
        address=address.number,
        audience=audience,
    )
    return address, token


def change_address(
    session: Session, *, share: Share, address: ShareAddress, user_id: uuid.UUID, changes: Mapping[str, object]
) -> None:
    """Set the audience, expiry or raw output of an address that was not withdrawn. Raises Conflict and InvalidInput."""
    now = session.scalars(select(func.now())).one()
    _require_open(share, now)
    if address.revoked_at is not None:
        raise Conflict(f"The address {address.number} of {format_row_number(share)} was withdrawn. Create a new one.")
    if "expires_at" in changes:
        expires_at = changes["expires_at"]
        _check_expiry(share, expires_at if isinstance(expires_at, dt.datetime) else None, now)
    if "audience" in changes:
        others = session.scalars(
            select(ShareAddress).where(ShareAddress.share_id == share.id, ShareAddress.id != address.id)
        ).all()
        _check_audience(share, others, str(changes["audience"]))
    changed = {name: value for name, value in changes.items() if getattr(address, name) != value}
    for name, value in changed.items():
        setattr(address, name, value)
    session.flush()
    if changed:
        audit.record_event(
            session,
            user_id=user_id,
            action="share_address_changed",
            subject=format_row_number(share),
            address=address.number,
            **{name: value.isoformat() if isinstance(value, dt.datetime) else value for name, value in changed.items()},
        )


def withdraw_address(
    session: Session, *, share: Share, address: ShareAddress, user_id: uuid.UUID, reason: str | None
) -> None:
    """Close an address for good; its readers see the reason. The others stay open. Repeating it changes nothing."""
    if address.revoked_at is not None:
        return
    address.revoked_at = session.scalars(select(func.now())).one()
    address.revoked_reason = reason
    session.flush()
    audit.record_event(
        session,
        user_id=user_id,
        action="share_address_revoked",
        subject=format_row_number(share),
        address=address.number,
        reason=reason,
    )


def find_address(session: Session, share: Share, number: int) -> ShareAddress:
    """Return an address of a share by its number, locked. Raises NotFound."""
    address = session.scalars(
        select(ShareAddress)
        .where(ShareAddress.share_id == share.id, ShareAddress.number == number)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one_or_none()
    if address is None:
        raise NotFound(f"{format_row_number(share)} has no address {number}.")
    return address


def can_manage(share: Share, publishers: frozenset[uuid.UUID | None], user: Identity) -> bool:
    """Return whether a user may see and change the addresses of a share.

    These are its author, those who created its addresses (`publishers`), and administrators.
    """
    return has_role(user.role, "admin") or user.user_id == share.created_by or user.user_id in publishers


def require_manager(session: Session, share: Share, user: Identity) -> None:
    """Raise NotAllowed unless the user may see and change the addresses of a share."""
    publishers = frozenset(session.scalars(select(ShareAddress.created_by).where(ShareAddress.share_id == share.id)))
    if not can_manage(share, publishers, user):
        raise NotAllowed(
            f"Only its author and administrators can manage the addresses of {format_row_number(share)}. "
            "Nothing was changed."
        )


def evaluate_address(share: Share, address: ShareAddress, now: dt.datetime) -> AddressStatus:
    """Return the status of an address at a time; the share closes all of its addresses."""
    if share.revoked_at is not None or address.revoked_at is not None:
        return "withdrawn"
    ends = [end for end in (share.expires_at, address.expires_at) if end is not None]
    if ends and min(ends) <= now:
        return "expired"
    if share.closed_until_embargo and share.embargo_until is not None and share.embargo_until > now:
        return "closed"
    return "open"


def read_tokens(addresses: Sequence[ShareAddress]) -> dict[uuid.UUID, tuple[Readability, str | None]]:
    """Return the readability of each address with its token, which is None unless it is readable, by address id."""
    if not addresses:
        return {}
    cipher = load_cipher(get_settings().data_dir)
    tokens: dict[uuid.UUID, tuple[Readability, str | None]] = {}
    for address in addresses:
        if address.token_encrypted is None:
            tokens[address.id] = ("not_stored", None)
            continue
        token = cipher.decrypt(address.id, address.token_encrypted) if cipher is not None else None
        # What is displayed has to open: a stored token that has another hash opens nothing.
        if token is None or hash_address_token(token) != address.token_sha256:
            tokens[address.id] = ("unreadable", None)
        else:
            tokens[address.id] = ("readable", token)
    return tokens


def _require_open(share: Share, now: dt.datetime) -> None:
    number = format_row_number(share)
    if share.state != "published":
        raise Conflict(f"{number} is a draft, which has no addresses. Publish it first.")
    if share.revoked_at is not None:
        raise Conflict(f"{number} was withdrawn, and all of its addresses with it. Create a new version of it.")
    if share.expires_at is not None and share.expires_at <= now:
        raise Conflict(f"{number} has expired, and all of its addresses with it. Create a new version of it.")


def _check_expiry(share: Share, expires_at: dt.datetime | None, now: dt.datetime) -> None:
    if expires_at is None:
        return
    if expires_at <= now:
        raise InvalidInput("must be in the future", path="expires_at")
    if share.expires_at is not None and expires_at > share.expires_at:
        raise InvalidInput("must not be later than expires_at of the share", path="expires_at")
    if share.closed_until_embargo and share.embargo_until is not None and expires_at <= share.embargo_until:
        raise InvalidInput("must be later than embargo_until of the share", path="expires_at")


def _check_audience(share: Share, others: Sequence[ShareAddress], audience: str) -> None:
    for other in others:
        if other.revoked_at is None and other.audience.casefold() == audience.casefold():
            raise Conflict(
                f"{format_row_number(share)} has the address {other.number} for {other.audience} already. "
                "Choose another audience, or withdraw that address.",
                path="audience",
            )
