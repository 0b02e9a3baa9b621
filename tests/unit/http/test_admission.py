"""Number of requests admitted at once: never more than there are threads and connections for them."""

from __future__ import annotations

import anyio
from anyio.to_thread import current_default_thread_limiter
from sqlalchemy import QueuePool

from storagelab.db.session import get_database
from storagelab.http.session import MAX_CONCURRENT_REQUESTS, READERS_AT_ONCE


def test_every_admitted_request_has_a_thread_and_connection() -> None:
    async def threads() -> float:
        return current_default_thread_limiter().total_tokens

    let_in = MAX_CONCURRENT_REQUESTS + sum(READERS_AT_ONCE.values())
    assert let_in <= anyio.run(threads)
    pool = get_database.__wrapped__("postgresql+psycopg:///nothing").pool
    assert isinstance(pool, QueuePool)
    assert let_in <= pool.size() + pool._max_overflow
