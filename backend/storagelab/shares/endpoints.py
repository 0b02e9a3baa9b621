"""Permalinks over HTTP: making them needs a sign-in, reading them needs the address."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Query, Response
from sqlalchemy import select

from storagelab.auth.dependencies import CurrentUser
from storagelab.config import get_settings
from storagelab.db.base import uuid7
from storagelab.db.models import Run, Share
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import Listing, PageDep, paginate
from storagelab.http.problems import problems
from storagelab.http.references import Reference, find_by_reference, format_number, number_of
from storagelab.http.session import SessionDep
from storagelab.results.queries import find_run
from storagelab.shares import page as pages
from storagelab.shares import service
from storagelab.shares.schemas import ShareIn, ShareOut

router = APIRouter(tags=["shares"])
public_router = APIRouter(tags=["permalinks"])

#: A permalink runs no script and loads nothing: everything it shows is in it.
PUBLIC_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cache-Control": "no-store",
}
STATUS = {"revoked": 410, "expired": 410, "unknown": 404}


@router.post("/shares", status_code=201, responses=problems(404, 409, 422))
def create_share(
    body: ShareIn, user: CurrentUser, session: SessionDep, idempotency_key: IdempotencyKey = None
) -> ShareOut:
    """Freeze a run and give the address of the copy, which is shown once."""
    new_id = uuid7()
    existing = claim_key(
        session, user_id=user.user_id, key=idempotency_key, purpose="create_share", body=body, new_id=new_id
    )
    if existing is not None:
        return _describe(session, find_by_reference(session, Share, str(existing)), None)
    share, token = service.create_share(
        session,
        run=find_run(session, body.run_id),
        title=body.title,
        author=body.author,
        note=body.note,
        expires_at=body.expires_at,
        user_id=user.user_id,
        share_id=new_id,
    )
    return _describe(session, share, token)


@router.get("/shares", responses=problems(404, 422))
def list_shares(
    session: SessionDep,
    page: PageDep,
    run_id: Annotated[str | None, Query(max_length=64, description="Id or number of a run")] = None,
) -> Listing[ShareOut]:
    """List permalinks, newest first."""
    query = select(Share)
    if run_id is not None:
        query = query.where(Share.run_id == find_by_reference(session, Run, run_id).id)
    rows, next_cursor = paginate(session, query, Share, page)
    return Listing(items=[_describe(session, share, None) for share in rows], next_cursor=next_cursor)


@router.post("/shares/{ref}/revoke", responses=problems(404))
def revoke_share(ref: Reference, user: CurrentUser, session: SessionDep) -> ShareOut:
    """Withdraw a permalink: its readers are told so from now on."""
    share = find_by_reference(session, Share, ref)
    service.revoke_share(session, share=share, user_id=user.user_id)
    return _describe(session, share, None)


@public_router.api_route("/s/{token}.json", methods=["GET", "HEAD"], include_in_schema=False)
def download_document(token: str, session: SessionDep) -> Response:
    """Give the frozen document; its SHA-256 is the one on the page."""
    standing, share = service.open_share(session, token=token)
    if share is None:
        return _gone(standing)
    headers = {**PUBLIC_HEADERS, "Content-Disposition": f'attachment; filename="{number_of(share)}.json"'}
    return Response(service.read_document(share), media_type="application/json", headers=headers)


@public_router.api_route("/s/{token}.csv", methods=["GET", "HEAD"], include_in_schema=False)
def download_measurements(token: str, session: SessionDep) -> Response:
    """Give the measurements as CSV."""
    standing, share = service.open_share(session, token=token)
    if share is None:
        return _gone(standing)
    headers = {**PUBLIC_HEADERS, "Content-Disposition": f'attachment; filename="{number_of(share)}.csv"'}
    text = service.measurements_csv(service.read_document(share))
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@public_router.api_route("/s/{token}", methods=["GET", "HEAD"], include_in_schema=False)
def read_share(token: str, session: SessionDep) -> Response:
    """Show the page of a permalink."""
    standing, share = service.open_share(session, token=token)
    if share is None:
        return _gone(standing)
    document = json.loads(service.read_document(share))
    html = pages.render_share(
        document,
        sha256=share.document_sha256,
        path=f"/s/{token}",
        invalid=service.find_later_mark(session, share, document),
    )
    return Response(html, media_type="text/html; charset=utf-8", headers=PUBLIC_HEADERS)


@public_router.api_route("/s/{rest:path}", methods=["GET", "HEAD"], include_in_schema=False)
def read_nothing(rest: str) -> Response:  # noqa: ARG001 - whatever stands there leads nowhere.
    """Answer every other address below /s/ like an unknown token."""
    return _gone("unknown")


def _gone(standing: service.Standing) -> Response:
    html = pages.render_gone(standing)
    return Response(html, STATUS[standing], media_type="text/html; charset=utf-8", headers=PUBLIC_HEADERS)


def _describe(session: SessionDep, share: Share, token: str | None) -> ShareOut:
    run_number = session.scalars(select(Run.number).where(Run.id == share.run_id)).one_or_none()
    return ShareOut(
        id=share.id,
        number=number_of(share),
        run_id=share.run_id,
        run_number=format_number(Run, run_number) if run_number is not None else None,
        title=share.title,
        author=share.author,
        document_sha256=share.document_sha256,
        created_at=share.created_at,
        expires_at=share.expires_at,
        revoked_at=share.revoked_at,
        url=f"{get_settings().base_url}/s/{token}" if token else None,
        token=token,
    )
