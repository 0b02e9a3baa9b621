"""Counting of the views of permalinks: readers at the same moment share one statement."""

from __future__ import annotations

import datetime as dt
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import cast

from sqlalchemy import ColumnElement, Table, bindparam, func, text
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.orm import Session

from storagelab.db.models import ShareView


@dataclass(frozen=True, slots=True)
class ViewedPage:
    """Page that was read: a share at one of its addresses."""

    share_id: uuid.UUID
    address_id: uuid.UUID


#: Stores views by page.
StoreViews = Callable[[Mapping[ViewedPage, int]], None]


class ViewCounter:
    """Counter of one process. Safe with threads.

    All readers of a page share one row, which each of them would wait for. So one thread stores at a time, and with its
    own view those of all readers who wait meanwhile. Each reader waits until its view is stored, so that none is lost
    when the process ends.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: Counter[ViewedPage] = Counter()
        #: Rounds of storing: the one that collects views now, and the last one that has ended.
        self._collecting, self._ended = 1, 0
        self._is_storing = False

    @property
    def waiting(self) -> int:
        """Return the number of views that no round has taken yet."""
        with self._changed:
            return self._waiting.total()

    def count(self, page: ViewedPage, store: StoreViews) -> None:
        """Count one view, and return once it is stored.

        Raises what `store` raises, in the thread that called it. The views of that round are not counted.
        """
        with self._changed:
            self._waiting[page] += 1
            own = self._collecting
            self._changed.wait_for(lambda: self._ended >= own or not self._is_storing)
            if self._ended >= own:
                return
            views, self._waiting = self._waiting, Counter()
            self._collecting, self._is_storing = own + 1, True
        try:
            store(views)
        finally:
            with self._changed:
                self._ended, self._is_storing = own, False
                self._changed.notify_all()


_counter = ViewCounter()


def count_view(
    open_scope: Callable[[], AbstractContextManager[Session]], share_id: uuid.UUID, address_id: uuid.UUID | None
) -> None:
    """Count one read of a page at an address; do nothing without one.

    No reader is stored: only a number for each day, and the time of the last read.
    """
    if address_id is None:
        return

    def store(views: Mapping[ViewedPage, int]) -> None:
        with open_scope() as session:
            store_views(session, views)

    _counter.count(ViewedPage(share_id, address_id), store)


def store_views(session: Session, views: Mapping[ViewedPage, int]) -> None:
    """Add views to the counts of today (UTC)."""
    # No reader waits for the disk; a power cut loses a few of the last views.
    session.execute(text("set local synchronous_commit = off"))
    today = dt.datetime.now(dt.UTC).date()
    # In one order, so that no two processes wait for each other.
    pages = sorted(views, key=lambda page: page.address_id)
    rows = [
        {"share_id": page.share_id, "address_id": page.address_id, "day": today, "views": views[page]} for page in pages
    ]
    session.execute(_ADD_VIEWS, rows)


def _build_statement() -> Insert:
    """Build the statement once: to build it takes longer than to send it."""
    # Of the table and not of the class: the ORM would look through each row.
    table = cast("Table", ShareView.__table__)
    values: dict[str, ColumnElement[object]] = {
        name: bindparam(name) for name in ("share_id", "address_id", "day", "views")
    }
    statement = insert(table).values(values | {"last_at": func.clock_timestamp()})
    return statement.on_conflict_do_update(
        index_elements=[table.c.share_id, table.c.address_id, table.c.day],
        set_={"views": table.c.views + statement.excluded.views, "last_at": func.clock_timestamp()},
    )


_ADD_VIEWS = _build_statement()
