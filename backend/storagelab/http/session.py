"""The one transaction of a request: committed before the response leaves, rolled back with every error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from storagelab.db.session import session_scope


def open_session() -> Iterator[Session]:
    """Yield the session of this request."""
    with session_scope() as session:
        yield session


#: Scope "function" ends the dependency before the response is sent; the default would commit after it.
SessionDep = Annotated[Session, Depends(open_session, scope="function")]

OpenScope = Callable[[], AbstractContextManager[Session]]


def session_opener() -> OpenScope:
    """Return what opens a transaction: for requests that last longer than a transaction may."""
    return session_scope


OpenScopeDep = Annotated[OpenScope, Depends(session_opener)]
