"""Fair limit of concurrent work that takes seconds: few at a time, and one of each reader."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from storagelab.errors import StorageLabError


class TooBusy(StorageLabError):
    """Too many requests wait already, or this one waited too long."""

    status = 503
    code = "too_busy"


class FairLimiter:
    """Limit of `at_once` turns, one for each reader. Others wait: `max_waiting_each` of each, `max_waiting` of all.

    Each waiting request holds a thread of the server, and the lab must go on meanwhile.
    """

    def __init__(self, at_once: int, *, max_waiting_each: int = 4, max_waiting: int = 16) -> None:
        self._at_once = at_once
        self._max_waiting_each = max_waiting_each
        self._max_waiting = max_waiting
        self._changed = threading.Condition()
        self._running: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def take(self, reader: str, *, seconds: float) -> Iterator[None]:
        """Hold a turn of `reader` during the block; wait for the turn at most `seconds`. Raises TooBusy."""
        self._begin(reader, seconds)
        try:
            yield
        finally:
            with self._changed:
                self._running[reader] -= 1
                self._running += Counter()
                self._changed.notify_all()

    def _begin(self, reader: str, seconds: float) -> None:
        with self._changed:
            if self._waiting[reader] >= self._max_waiting_each or self._waiting.total() >= self._max_waiting:
                raise TooBusy("Many pages are being printed at this moment: try again in a minute.")
            self._waiting[reader] += 1
            try:
                is_mine = self._changed.wait_for(lambda: self._is_free(reader), timeout=seconds)
            finally:
                self._waiting[reader] -= 1
                self._waiting += Counter()
            if not is_mine:
                raise TooBusy("Many pages are being printed at this moment: try again in a minute.")
            self._running[reader] += 1

    def _is_free(self, reader: str) -> bool:
        return self._running.total() < self._at_once and self._running[reader] == 0
