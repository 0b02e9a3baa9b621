"""Addresses of published shares over HTTP, for those who manage them."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.orm import Session

from storagelab.auth.dependencies import CurrentUser
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Share, ShareAddress
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.session import SessionDep
from storagelab.shares import addresses
from storagelab.shares.address_views import describe_addresses
from storagelab.shares.schemas import (
    ShareAddressCreate,
    ShareAddressOut,
    ShareAddressPage,
    ShareAddressUpdate,
    ShareRevocation,
)

router = APIRouter()

AddressNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="Number of the address among those of its share")]


@router.get("/shares/{ref}/addresses", responses=declare_problem_responses(404))
def list_share_addresses(ref: Reference, user: CurrentUser, session: SessionDep) -> ShareAddressPage:
    """List the addresses of a share with their readers. Users who may not manage it get none."""
    share = find_by_reference(session, Share, ref)
    return ShareAddressPage(items=_describe(session, share, user), next_cursor=None)


@router.post("/shares/{ref}/addresses", status_code=201, responses=declare_problem_responses(403, 404, 409, 422))
def create_share_address(
    ref: Reference,
    body: ShareAddressCreate,
    user: CurrentUser,
    session: SessionDep,
    idempotency_key: IdempotencyKey = None,
) -> ShareAddressOut:
    """Create an address of a published share for another audience, with its own end and view count."""
    share = find_by_reference(session, Share, ref)
    addresses.require_manager(session, share, user)
    new_id = generate_uuid7()
    existing = claim_key(
        session,
        user_id=user.user_id,
        key=idempotency_key,
        purpose=f"create_address {share.id}",
        body=body,
        new_id=new_id,
    )
    if existing is not None:
        return _describe_one(session, share, user, existing)
    session.refresh(share, with_for_update=True)
    address, token = addresses.add_address(
        session,
        share=share,
        user_id=user.user_id,
        audience=body.audience,
        expires_at=body.expires_at,
        raw_files=body.raw_files,
        address_id=new_id,
    )
    # The address is displayed also where the lab cannot store it.
    return _describe_one(session, share, user, address.id).model_copy(update={"url": addresses.build_url(token)})


@router.patch("/shares/{ref}/addresses/{number}", responses=declare_problem_responses(403, 404, 409, 422))
def update_share_address(
    ref: Reference, number: AddressNumber, body: ShareAddressUpdate, user: CurrentUser, session: SessionDep
) -> ShareAddressOut:
    """Change the audience, the end or the raw output of an address. Its readers see the change at once."""
    share, address = _open_managed(session, ref, number, user)
    addresses.change_address(session, share=share, address=address, user_id=user.user_id, changes=body.changes())
    return _describe_one(session, share, user, address.id)


@router.post("/shares/{ref}/addresses/{number}/revoke", responses=declare_problem_responses(403, 404, 422))
def revoke_share_address(
    ref: Reference,
    number: AddressNumber,
    user: CurrentUser,
    session: SessionDep,
    body: ShareRevocation | None = None,
) -> ShareAddressOut:
    """Withdraw one address for good. Its readers see that, with the reason where one is given. Other addresses stay."""
    share, address = _open_managed(session, ref, number, user)
    reason = body.reason if body is not None else None
    addresses.withdraw_address(session, share=share, address=address, user_id=user.user_id, reason=reason)
    return _describe_one(session, share, user, address.id)


def _open_managed(session: Session, ref: str, number: int, user: Identity) -> tuple[Share, ShareAddress]:
    """Return a share and one of its addresses, both locked, for a user who may manage them."""
    share = find_by_reference(session, Share, ref)
    addresses.require_manager(session, share, user)
    session.refresh(share, with_for_update=True)
    return share, addresses.find_address(session, share, number)


def _describe(session: Session, share: Share, user: Identity) -> list[ShareAddressOut]:
    _, listed = describe_addresses(session, [share], user=user, today=dt.datetime.now(dt.UTC).date())[share.id]
    return listed


def _describe_one(session: Session, share: Share, user: Identity, address_id: uuid.UUID) -> ShareAddressOut:
    return next(item for item in _describe(session, share, user) if item.id == address_id)
