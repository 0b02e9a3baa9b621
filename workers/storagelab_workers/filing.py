"""Files what queries compare in columns, in short transactions, until nothing is due."""

from __future__ import annotations

import time

import structlog
from sqlalchemy.exc import SQLAlchemyError

from storagelab.db.session import session_scope
from storagelab.results.search_filing import file_due

log = structlog.get_logger(__name__)
#: A lab that was just migrated has much to file; the thread is given back now and then.
MAX_SECONDS = 10.0


def file_all_due() -> None:
    """File results and facts that are due, at most for MAX_SECONDS. What fails is due again at the next call."""
    until = time.monotonic() + MAX_SECONDS
    try:
        while time.monotonic() < until:
            with session_scope() as session:
                filed = file_due(session)
            if not filed:
                return
    except SQLAlchemyError as problem:
        log.warning("results_not_filed", error=str(problem))
    except Exception:
        log.exception("results_not_filed")
