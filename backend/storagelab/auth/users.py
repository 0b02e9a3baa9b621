"""Users who may sign in, and their roles."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import delete, func, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import Role
from storagelab.auth.service import FIRST_ADMIN, Identity, issue_link
from storagelab.db.clock import read_clock
from storagelab.db.models import SignInLink, User, UserSession
from storagelab.errors import Conflict, NotFound


def is_fixed(user: User) -> bool:
    """Return whether this is the account that the lab's own machine signs in as.

    It is the way back in when everyone else is locked out.
    """
    return user.name == FIRST_ADMIN


def add_user(session: Session, *, name: str, role: Role, user_id: uuid.UUID, by: Identity) -> User:
    """Add a user. Raises Conflict for a name that is taken."""
    added = session.execute(
        insert(User)
        .values(id=user_id, name=name, role=role)
        .on_conflict_do_nothing(index_elements=["name"])
        .returning(User.id)
    ).scalar()
    if added is None:
        raise Conflict(f"The user {name} already exists. Choose another name, or enable that user again.")
    audit.record_event(session, user_id=by.user_id, action="user_added", subject=f"user {name}", role=role)
    return session.get_one(User, user_id)


def change_user(session: Session, *, user: User, role: Role | None, disabled: bool | None, by: Identity) -> None:
    """Change the role of a user, or disable or enable the user, at once and for existing sessions.

    Raises Conflict for the account of the lab's own machine, and for one's own: users cannot lock themselves out.
    """
    new_role = role if role is not None and role != user.role else None
    switch = disabled is not None and disabled != (user.disabled_at is not None)
    if new_role is None and not switch:
        return
    if is_fixed(user):
        raise Conflict(f"{user.name} is the account of the lab's own machine and cannot be changed.")
    if user.id == by.user_id:
        raise Conflict("This is your own account. Another administrator has to change it.")
    if new_role is not None:
        audit.record_event(
            session, user_id=by.user_id, action="user_role", subject=f"user {user.name}", was=user.role, role=new_role
        )
        user.role = new_role
    if switch:
        user.disabled_at = read_clock(session) if disabled else None
        if disabled:
            _end_ways_in(session, user)
        action = "user_disabled" if disabled else "user_enabled"
        audit.record_event(session, user_id=by.user_id, action=action, subject=f"user {user.name}")
    session.flush()


def make_link(session: Session, *, user: User, by: Identity) -> tuple[str, dt.datetime]:
    """Create a sign-in link for `user`; return its token and its expiry. Earlier links stop working.

    The link signs in once. Raises Conflict for a disabled user.
    """
    if user.disabled_at is not None:
        raise Conflict(f"{user.name} is disabled: enable the account first.")
    _void_links(session, user)
    audit.record_event(session, user_id=by.user_id, action="sign_in_link", subject=f"user {user.name}")
    return issue_link(session, user=user)


def find_user(session: Session, user_id: uuid.UUID) -> User:
    """Return the user with this id, locked against concurrent changes. Raises NotFound."""
    user = session.get(User, user_id, with_for_update=True)
    if user is None:
        raise NotFound(f"There is no user {user_id}.")
    return user


def _end_ways_in(session: Session, user: User) -> None:
    """Delete the sessions and sign-in links of a user.

    Tokens remain: they are useless while their owner is disabled, and show who made them.
    """
    session.execute(delete(UserSession).where(UserSession.user_id == user.id))
    _void_links(session, user)


def _void_links(session: Session, user: User) -> None:
    unused = (SignInLink.user_id == user.id, SignInLink.used_at.is_(None))
    session.execute(update(SignInLink).where(*unused).values(used_at=func.now()))
