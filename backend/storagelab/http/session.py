"""Transaction of a request: committed before the response leaves, rolled back with every error."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from typing import Annotated

from fastapi import Depends, Request
from fastapi.params import Depends as DependsParam
from sqlalchemy.orm import Session

from storagelab.db.session import session_scope

#: Requests that may be in their transaction at once: fewer than there are threads and connections, because a request
#: that holds a connection still needs a thread for each of its next steps.
MAX_CONCURRENT_REQUESTS = 24


async def admit_request(request: Request) -> AsyncIterator[None]:
    """Let a limited number of requests open their transactions; the others wait here, where they hold nothing."""
    admission: asyncio.Semaphore = request.app.state.admission
    async with admission:
        yield


#: Who reads permalinks at once, by what is read: with the others as many as there are threads and connections, so that
#: any number of readers only wait longer, and hold up neither the lab nor, where something is drawn, those of pages.
READERS_AT_ONCE = {"pages": 8, "pictures": 4, "prints": 4}


def admit_readers(kind: str) -> DependsParam:
    """Let a limited number of readers of one kind in, for a whole router; the others wait here."""

    async def admit_reader(request: Request) -> AsyncIterator[None]:
        readers: asyncio.Semaphore = request.app.state.reader_admission[kind]
        async with readers:
            yield

    admission: DependsParam = Depends(admit_reader, scope="function")
    return admission


def open_session(_: Annotated[None, Depends(admit_request, scope="function")] = None) -> Iterator[Session]:
    """Yield the session of this request."""
    with session_scope() as session:
        yield session


#: Scope "function" ends the dependency before the response is sent; the default would commit after it.
SessionDep = Annotated[Session, Depends(open_session, scope="function")]

OpenScope = Callable[[], AbstractContextManager[Session]]


def get_session_opener() -> OpenScope:
    """Return the function that opens a transaction.

    It is for requests that last longer than a transaction may.
    """
    return session_scope


OpenScopeDep = Annotated[OpenScope, Depends(get_session_opener)]
