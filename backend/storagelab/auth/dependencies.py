"""Guards of endpoints by role. By default a sign-in may read and an operator may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request

from storagelab.auth.roles import Role, find_greatest_role, has_role
from storagelab.auth.service import Identity, identify_cookie, identify_token
from storagelab.config import get_settings
from storagelab.errors import NotAllowed, NotSignedIn
from storagelab.http.session import OpenScopeDep, SessionDep

COOKIE = "storagelab_session"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MAX_CREDENTIAL = 200


def require_current_user(request: Request, session: SessionDep) -> Identity:
    """Return the user who makes the request.

    Raises NotSignedIn, or NotAllowed for a browser that another site led here.
    """
    authorization = request.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not 0 < len(token) <= MAX_CREDENTIAL:
            raise NotSignedIn("The Authorization header must be: Bearer, a space and a token.")
        return identify_token(session, token=token.strip())
    cookie = request.cookies.get(COOKIE)
    if not cookie or len(cookie) > MAX_CREDENTIAL:
        raise NotSignedIn("Sign in, or send a token in the Authorization header.")
    if request.method not in SAFE_METHODS:
        require_own_site(request)
    return identify_cookie(session, cookie=cookie)


CurrentUser = Annotated[Identity, Depends(require_current_user)]


def authorise(request: Request, user: CurrentUser) -> None:
    """Raise NotAllowed unless the user's role permits the request.

    A route may require a role itself; else a viewer may read and an operator may change. A refusal names the role that
    suffices.
    """
    required = tuple(_find_required_roles(request))
    _require(user, find_greatest_role(*required or ("viewer" if request.method in SAFE_METHODS else "operator",)))


def require_uploader(request: Request, open_scope: OpenScopeDep) -> Identity:
    """Return the operator who makes the request. Raises NotAllowed for a lower role.

    The transaction ends before the body is read.
    """
    with open_scope() as session:
        user = require_current_user(request, session)
        _require(user, "operator")
        return user


def require_admin_uploader(request: Request, open_scope: OpenScopeDep) -> Identity:
    """Return the administrator who makes the request. Raises NotAllowed for a lower role.

    The transaction ends before the body is read.
    """
    with open_scope() as session:
        user = require_current_user(request, session)
        _require(user, "admin")
        return user


def require(role: Role) -> Callable[[Identity], None]:
    """Return a dependency that admits only users with `role` or a higher role."""

    def check(user: CurrentUser) -> None:
        _require(user, role)

    check.role = role  # type: ignore[attr-defined]
    return check


def require_own_site(request: Request, *, programs_too: bool = False) -> None:
    """Raise NotAllowed unless the browser states that one of our own pages sends this request (no CSRF).

    `programs_too` admits requests that carry neither header, as no browser sends them.
    """
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        allowed = site in ("same-origin", "none")
    elif origin is not None:
        allowed = origin in _list_own_origins(request)
    else:
        allowed = programs_too
    if not allowed:
        raise NotAllowed("The request does not come from a page of this lab. Nothing was changed.")


def _find_required_roles(request: Request) -> Iterator[Role]:
    """Return the roles that the route of a request requires by `require`."""
    for guard in request.scope["route"].dependencies:
        role = getattr(guard.dependency, "role", None)
        if role is not None:
            yield role


def _list_own_origins(request: Request) -> set[str]:
    base = urlsplit(get_settings().base_url)
    return {f"{base.scheme}://{base.netloc}", f"{request.url.scheme}://{request.url.netloc}"}


def _require(user: Identity, role: Role) -> None:
    if not has_role(user.role, role):
        raise NotAllowed(f"This needs the role {role}, you have the role {user.role}.")
