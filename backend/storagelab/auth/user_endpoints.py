"""HTTP endpoints for the users who may sign in."""

from __future__ import annotations

import uuid
from typing import cast

from fastapi import APIRouter, Depends
from sqlalchemy import select

from storagelab.auth import users
from storagelab.auth.dependencies import CurrentUser, require
from storagelab.auth.roles import Role
from storagelab.auth.schemas import SignInLinkOut, UserCreate, UserOut, UserPage, UserUpdate
from storagelab.config import get_settings
from storagelab.db.base import generate_uuid7
from storagelab.db.models import User
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import declare_problem_responses
from storagelab.http.session import SessionDep

router = APIRouter(dependencies=[Depends(require("admin"))])


@router.get("/users")
def list_users(session: SessionDep, page: PageDep) -> UserPage:
    """List the users, newest first, including those who are disabled."""
    rows, next_cursor = paginate(session, select(User), User, page)
    return UserPage(items=[_describe_user(row) for row in rows], next_cursor=next_cursor)


@router.post("/users", status_code=201, responses=declare_problem_responses(409))
def add_user(
    body: UserCreate, session: SessionDep, user: CurrentUser, idempotency_key: IdempotencyKey = None
) -> UserOut:
    """Add a user. They sign in with a link, which is created separately."""
    user_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="user", body=body, new_id=user_id)
    if first is not None:
        return _describe_user(users.find_user(session, first))
    return _describe_user(users.add_user(session, name=body.name, role=body.role, user_id=user_id, by=user))


@router.patch("/users/{user_id}", responses=declare_problem_responses(404, 409))
def change_user(user_id: uuid.UUID, body: UserUpdate, session: SessionDep, user: CurrentUser) -> UserOut:
    """Change the role of a user, or whether they may sign in. It applies at once, also to open sessions and tokens."""
    row = users.find_user(session, user_id)
    users.change_user(session, user=row, role=body.role, disabled=body.disabled, by=user)
    return _describe_user(row)


@router.post("/users/{user_id}/sign-in-link", status_code=201, responses=declare_problem_responses(404, 409))
def create_sign_in_link(user_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> SignInLinkOut:
    """Create the address that signs a user in once. Earlier addresses no longer work."""
    row = users.find_user(session, user_id)
    token, expires_at = users.make_link(session, user=row, by=user)
    address = f"{get_settings().base_url.rstrip('/')}/sign-in#{token}"
    return SignInLinkOut(user=_describe_user(row), address=address, expires_at=expires_at)


def _describe_user(user: User) -> UserOut:
    return UserOut(
        id=user.id,
        name=user.name,
        role=cast(Role, user.role),
        created_at=user.created_at,
        disabled_at=user.disabled_at,
        fixed=users.is_fixed(user),
    )
