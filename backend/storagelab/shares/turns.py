"""Turns at work that takes seconds: few at a time, and of one reader one, so that nobody holds all of them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from storagelab.errors import StorageLabError


class NoTurn(StorageLabError):
    """Too many wait already, or it took too long until it was somebody's turn."""

    status = 503
    code = "no_turn"


class Turns:
    """So many turns `at_once`, one for each reader; others wait, of one reader `most_each` and of all `most_waiting`.

    Whoever waits holds a thread of the server, and the lab has to go on meanwhile.
    """

    def __init__(self, at_once: int, *, most_each: int = 4, most_waiting: int = 16) -> None:
        self._at_once = at_once
        self._most_each = most_each
        self._most_waiting = most_waiting
        self._changed = threading.Condition()
        self._running: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def take(self, reader: str, *, seconds: float) -> Iterator[None]:
        """Wait for a turn of this reader, at most so long. Raises NoTurn."""
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
            if self._waiting[reader] >= self._most_each or self._waiting.total() >= self._most_waiting:
                raise NoTurn("Many pages are being printed at this moment: try again in a minute.")
            self._waiting[reader] += 1
            try:
                is_mine = self._changed.wait_for(lambda: self._is_free(reader), timeout=seconds)
            finally:
                self._waiting[reader] -= 1
                self._waiting += Counter()
            if not is_mine:
                raise NoTurn("Many pages are being printed at this moment: try again in a minute.")
            self._running[reader] += 1

    def _is_free(self, reader: str) -> bool:
        return self._running.total() < self._at_once and self._running[reader] == 0
