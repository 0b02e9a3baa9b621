"""The one place that commits. What was enqueued in a transaction is sent once it has succeeded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import msgspec
from sqlalchemy import Engine, create_engine
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.queue import discard_queued, send_queued


@lru_cache(maxsize=4)
def get_database(url: str) -> Engine:
    """Return the connection pool of one database URL; time limits of the reliability note 4.10 on every connection."""
    return create_engine(
        url,
        pool_pre_ping=True,
        # Errors end up in logs; the values of a statement must not.
        hide_parameters=True,
        # The standard library takes a fifth of the time of a request for many measurements.
        json_deserializer=msgspec.json.decode,
        # A connection for each thread of a worker, and for each request that the API answers at once.
        pool_size=get_settings().worker_threads,
        max_overflow=8,
        pool_use_lifo=True,
        connect_args={
            "connect_timeout": 5,
            "options": "-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000"
            " -c timezone=UTC",
        },
    )


@contextmanager
def session_scope(url: str | None = None) -> Iterator[Session]:
    """Yield a session in one transaction: committed when the block ends well, rolled back when it raises.

    Tasks queued with `storagelab.queue.enqueue` leave after the commit and are dropped on rollback.
    """
    database = get_database(url or get_settings().database_url)
    session = Session(database, expire_on_commit=False)
    try:
        yield session
        session.commit()
    except BaseException:
        session.rollback()
        discard_queued(session)
        raise
    else:
        send_queued(session)
    finally:
        session.close()
