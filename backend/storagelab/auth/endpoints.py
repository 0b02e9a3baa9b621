"""Sessions of browsers and tokens of programs."""

from __future__ import annotations

import uuid
from typing import cast

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from storagelab.auth import service
from storagelab.auth.dependencies import COOKIE, CurrentUser, require, require_own_site
from storagelab.auth.personal_settings import change_settings, read_settings
from storagelab.auth.rate_limit import RateLimit, build_caller_key
from storagelab.auth.roles import Role
from storagelab.auth.schemas import (
    IssuedToken,
    SessionCreate,
    SessionOut,
    SessionUpdate,
    SignedInUser,
    Token,
    TokenCreate,
    TokenPage,
)
from storagelab.auth.service import SESSION_LIFETIME, Identity
from storagelab.auth.visits import read_last_visit, record_visit
from storagelab.config import get_settings
from storagelab.db.base import generate_uuid7
from storagelab.db.models import APIToken, User
from storagelab.errors import Conflict
from storagelab.http.documentation import WITHOUT_SIGN_IN
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import declare_problem_responses
from storagelab.http.session import SessionDep

#: Signing in and out: the only part of the API that decides for itself who may call it.
session_router = APIRouter()
router = APIRouter(dependencies=[Depends(require("admin"))])


@session_router.post(
    "/session",
    status_code=201,
    openapi_extra=WITHOUT_SIGN_IN,
    responses=declare_problem_responses(401, 403, 422, 429, 503),
)
def sign_in(body: SessionCreate, request: Request, response: Response, session: SessionDep) -> SessionOut:
    """Exchange the one-time token of a sign-in link for a session cookie."""
    limit: RateLimit = request.app.state.sign_in_limit
    limit.count(build_caller_key(request))
    require_own_site(request, programs_too=True)
    cookie, user = service.exchange_link(session, token=body.token)
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=int(SESSION_LIFETIME.total_seconds()),
        path="/",
        secure=get_settings().base_url.startswith("https:"),
        httponly=True,
        samesite="lax",
    )
    return describe_session(session, user)


@session_router.get("/session", responses=declare_problem_responses(401, 503))
def get_session(session: SessionDep, user: CurrentUser) -> SessionOut:
    """Show the signed-in user with their own settings."""
    return describe_session(session, user)


@session_router.patch("/session", responses=declare_problem_responses(401, 403, 422, 503))
def update_session(body: SessionUpdate, session: SessionDep, user: CurrentUser) -> SessionOut:
    """Change one's own settings, and record that the home page was opened. Fields that are left out stay."""
    if body.settings is not None:
        change_settings(session, user.user_id, body.settings)
    if body.visited:
        record_visit(session, user.user_id)
    return describe_session(session, user)


@session_router.delete("/session", status_code=204, responses=declare_problem_responses(401, 403, 503))
def sign_out(request: Request, response: Response, session: SessionDep, user: CurrentUser) -> None:
    """End the browser session of this cookie. A token stays valid."""
    if user.by_cookie:
        service.end_session(session, cookie=request.cookies[COOKIE])
    response.delete_cookie(COOKIE, path="/")


@router.post("/tokens", status_code=201, responses=declare_problem_responses(409))
def create_token(
    body: TokenCreate, session: SessionDep, user: CurrentUser, idempotency_key: IdempotencyKey = None
) -> IssuedToken:
    """Create an API token. Its text is in this answer and nowhere else."""
    token_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="token", body=body, new_id=token_id)
    if first is not None:
        raise Conflict(
            f"This Idempotency-Key already created the token {first}, whose text is displayed only once. Use a new key."
        )
    owner = session.get_one(User, user.user_id)
    token, text = service.issue_token(
        session,
        user=owner,
        name=body.name,
        role=body.role,
        expires_in_days=body.expires_in_days,
        token_id=token_id,
    )
    return IssuedToken(**_describe_token(token, owner.name).model_dump(), token=text)


@router.get("/tokens")
def list_tokens(session: SessionDep, page: PageDep) -> TokenPage:
    """List the API tokens of all users."""
    query = select(APIToken).options(joinedload(APIToken.user).load_only(User.name))
    rows, next_cursor = paginate(session, query, APIToken, page)
    return TokenPage(items=[_describe_token(row, row.user.name) for row in rows], next_cursor=next_cursor)


@router.delete("/tokens/{token_id}", status_code=204, responses=declare_problem_responses(404))
def revoke_token(token_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> None:
    """Revoke an API token."""
    service.revoke_token(session, token_id=token_id, by=user.user_id)


def describe_session(session: Session, user: Identity) -> SessionOut:
    """Return who is signed in, with their own settings."""
    return SessionOut(
        user=SignedInUser(id=user.user_id, name=user.name, role=user.role),
        settings=read_settings(session, user.user_id),
        last_visit_at=read_last_visit(session, user.user_id),
    )


def _describe_token(token: APIToken, owner: str) -> Token:
    return Token(
        id=token.id,
        name=token.name,
        role=cast(Role, token.role),
        owner=owner,
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
        revoked_at=token.revoked_at,
    )
