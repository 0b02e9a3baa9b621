"""Ways in: one-time links, browser sessions and API tokens."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session, joinedload

from storagelab.auth import audit
from storagelab.auth.roles import Role, find_lesser_role
from storagelab.auth.secrets import API_TOKEN_PREFIX, MAX_TOKEN_DAYS, hash_token, make_secret
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import APIToken, SignInLink, User, UserSession
from storagelab.errors import InvalidInput, NotFound, NotSignedIn

FIRST_ADMIN = "admin"
LINK_LIFETIME = dt.timedelta(hours=24)
SESSION_IDLE = dt.timedelta(hours=8)
SESSION_LIFETIME = dt.timedelta(days=7)
#: Last use is noted at most this often, so that reading does not write.
TOUCH_INTERVAL = dt.timedelta(minutes=1)


@dataclass(frozen=True)
class Identity:
    """Identity behind a request, with the role it may use; `by_cookie` distinguishes a browser from a program."""

    user_id: uuid.UUID
    name: str
    role: Role
    by_cookie: bool


def create_sign_in_link(session: Session) -> str:
    """Create a sign-in link for the first admin and return its token.

    The link signs its visitor in once, within a day.
    """
    return issue_link(session, user=_ensure_first_admin(session))[0]


def issue_link(session: Session, *, user: User) -> tuple[str, dt.datetime]:
    """Create a sign-in link for `user`, valid once; return its token and its expiry."""
    token = make_secret()
    expires_at = read_clock(session) + LINK_LIFETIME
    session.add(SignInLink(token_sha256=hash_token(token), user_id=user.id, expires_at=expires_at))
    session.flush()
    return token, expires_at


def exchange_link(session: Session, *, token: str) -> tuple[str, Identity]:
    """Use up a sign-in link; return the cookie value of a new browser session and the user.

    Raises NotSignedIn when the link is unknown, used or too old.
    """
    user_id = session.scalar(
        update(SignInLink)
        .where(
            SignInLink.token_sha256 == hash_token(token),
            SignInLink.used_at.is_(None),
            SignInLink.expires_at > func.now(),
        )
        .values(used_at=func.now())
        .returning(SignInLink.user_id)
    )
    user = session.get(User, user_id) if user_id is not None else None
    if user is None or user.disabled_at is not None:
        raise NotSignedIn("The sign-in link was already used, has expired or never existed. Ask for a new one.")
    cookie = make_secret()
    expires_at = read_clock(session) + SESSION_LIFETIME
    session.execute(delete(UserSession).where(UserSession.expires_at < func.now()))
    session.add(UserSession(token_sha256=hash_token(cookie), user_id=user.id, expires_at=expires_at))
    audit.record_event(session, user_id=user.id, action="sign_in", subject=f"user {user.name}")
    return cookie, Identity(user.id, user.name, cast(Role, user.role), by_cookie=True)


def end_session(session: Session, *, cookie: str) -> None:
    """Delete the browser session of a cookie. A session that has already ended is no error."""
    user_id = session.scalar(
        delete(UserSession).where(UserSession.token_sha256 == hash_token(cookie)).returning(UserSession.user_id)
    )
    if user_id is not None:
        audit.record_event(session, user_id=user_id, action="sign_out", subject="session")


def identify_cookie(session: Session, *, cookie: str) -> Identity:
    """Return who a session cookie belongs to. Raises NotSignedIn when it has ended."""
    user_session = session.scalar(
        select(UserSession)
        .options(joinedload(UserSession.user))
        .where(
            UserSession.token_sha256 == hash_token(cookie),
            UserSession.expires_at > func.now(),
            UserSession.last_used_at > func.now() - SESSION_IDLE,
        )
    )
    if user_session is None or user_session.user.disabled_at is not None:
        raise NotSignedIn("Your session has ended: sign in again.")
    _touch(session, UserSession, UserSession.token_sha256, user_session.token_sha256, user_session.last_used_at)
    return Identity(user_session.user.id, user_session.user.name, cast(Role, user_session.user.role), by_cookie=True)


def identify_token(session: Session, *, token: str) -> Identity:
    """Return who an API token belongs to. Raises NotSignedIn when it is unknown, expired or revoked."""
    api_token = session.scalar(
        select(APIToken)
        .options(joinedload(APIToken.user))
        .where(
            APIToken.token_sha256 == hash_token(token),
            APIToken.expires_at > func.now(),
            APIToken.revoked_at.is_(None),
        )
    )
    if api_token is None or api_token.user.disabled_at is not None:
        raise NotSignedIn("This token is unknown, expired or revoked.")
    _touch(session, APIToken, APIToken.id, api_token.id, api_token.last_used_at)
    role = find_lesser_role(cast(Role, api_token.role), cast(Role, api_token.user.role))
    return Identity(api_token.user.id, api_token.user.name, role, by_cookie=False)


def _touch(
    session: Session,
    table: type[UserSession | APIToken],
    key: InstrumentedAttribute[Any],
    value: object,
    used_at: dt.datetime | None,
) -> None:
    """Record the last use of a session or API token, at most once per interval.

    Of several requests at the same moment one records it, and the others do not wait.
    """
    # With a clock that is far off, the database decides.
    if used_at is not None and abs(dt.datetime.now(dt.UTC) - used_at) < TOUCH_INTERVAL / 2:
        return
    stale = table.last_used_at.is_(None) | (table.last_used_at < func.now() - TOUCH_INTERVAL)
    session.execute(
        update(table)
        .where(key.in_(select(key).where(key == value, stale).with_for_update(skip_locked=True)))
        .values(last_used_at=func.now())
        .execution_options(synchronize_session=False)
    )


def create_token(session: Session, *, name: str, role: str, expires_in_days: int | None = None) -> str:
    """Create an API token of the first admin, for the command line on the lab's own machine.

    `expires_in_days` None means the longest allowed, 365 days. Returns the text of the token. Raises InvalidInput.
    """
    return issue_token(
        session, user=_ensure_first_admin(session), name=name, role=role, expires_in_days=expires_in_days
    )[1]


def issue_token(
    session: Session,
    *,
    user: User,
    name: str,
    role: str,
    expires_in_days: int | None,
    token_id: uuid.UUID | None = None,
) -> tuple[APIToken, str]:
    """Store a new API token of `user`; return it with its text, which is not stored.

    Raises InvalidInput.
    """
    days = MAX_TOKEN_DAYS if expires_in_days is None else expires_in_days
    if not 1 <= days <= MAX_TOKEN_DAYS:
        raise InvalidInput(f"must be between 1 and {MAX_TOKEN_DAYS} days", path="expires_in_days")
    if not name.strip():
        raise InvalidInput("A token needs a name.", path="name")
    text = API_TOKEN_PREFIX + make_secret()
    expires_at = read_clock(session) + dt.timedelta(days=days)
    token = APIToken(
        id=token_id or generate_uuid7(),
        user_id=user.id,
        name=name,
        role=role,
        token_sha256=hash_token(text),
        expires_at=expires_at,
    )
    session.add(token)
    audit.record_event(
        session, user_id=user.id, action="token_created", subject=f"token {token.id}", name=name, role=role
    )
    session.flush()
    return token, text


def revoke_token(session: Session, *, token_id: uuid.UUID, by: uuid.UUID) -> None:
    """Revoke an API token from now on; repeating the call changes nothing. Raises NotFound.

    `by` is the acting user.
    """
    token = session.get(APIToken, token_id)
    if token is None:
        raise NotFound(f"There is no token {token_id}.")
    if token.revoked_at is None:
        token.revoked_at = read_clock(session)
        audit.record_event(session, user_id=by, action="token_revoked", subject=f"token {token.id}", name=token.name)


def _ensure_first_admin(session: Session) -> User:
    session.execute(
        insert(User)
        .values(id=generate_uuid7(), name=FIRST_ADMIN, role="admin")
        .on_conflict_do_nothing(index_elements=["name"])
    )
    return session.scalars(select(User).where(User.name == FIRST_ADMIN)).one()
