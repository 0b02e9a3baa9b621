"""One reader never holds all turns of the fair limiter."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from storagelab.shares.limiter import FairLimiter, TooBusy
from storagelab.shares.picture_failures import SECONDS, FailedPictures
from storagelab.shares.picture_process import ChartFailed, ChartImagesUnavailable

LONG = 30.0


class Crowd:
    """Readers that take turns in threads of their own and retain them until they are released."""

    def __init__(self, limiter: FairLimiter) -> None:
        self.limiter = limiter
        self.began: list[str] = []
        self._changed = threading.Condition()
        self._let_go: dict[str, threading.Event] = {}
        self._threads: list[threading.Thread] = []

    def come(self, reader: str) -> None:
        """Start another request of a reader."""
        thread = threading.Thread(target=self._read, args=(reader,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def let_go(self, reader: str) -> None:
        """End all work of a reader, now and later."""
        self._let_go.setdefault(reader, threading.Event()).set()

    def wait(self, is_so: Callable[[], bool]) -> None:
        """Wait until something holds."""
        with self._changed:
            assert self._changed.wait_for(is_so, timeout=LONG)

    def end(self) -> None:
        """Let all go and wait for them."""
        for reader in list(self._let_go):
            self.let_go(reader)
        for thread in self._threads:
            thread.join(LONG)

    def _read(self, reader: str) -> None:
        gate = self._let_go.setdefault(reader, threading.Event())
        with self.limiter.take(reader, seconds=LONG):
            with self._changed:
                self.began.append(reader)
                self._changed.notify_all()
            gate.wait(LONG)


def test_busy_reader_does_not_block_another_reader() -> None:
    crowd = Crowd(FairLimiter(2))
    for _ in range(4):
        crowd.come("greedy")
    crowd.wait(lambda: crowd.began == ["greedy"])
    crowd.come("other")
    crowd.wait(lambda: crowd.began == ["greedy", "other"])
    crowd.let_go("greedy")
    crowd.wait(lambda: len(crowd.began) == 5)
    crowd.end()


def test_requests_beyond_waiting_limit_are_refused_immediately() -> None:
    limiter = FairLimiter(1, max_waiting_each=0, max_waiting=5)
    with pytest.raises(TooBusy), limiter.take("a", seconds=LONG):
        pass
    limiter = FairLimiter(1, max_waiting_each=5, max_waiting=0)
    with pytest.raises(TooBusy), limiter.take("a", seconds=LONG):
        pass


def test_timed_out_request_releases_its_place() -> None:
    limiter = FairLimiter(1)
    with limiter.take("a", seconds=LONG):
        for _ in range(10):
            with pytest.raises(TooBusy), limiter.take("b", seconds=0.001):
                pass
    with limiter.take("b", seconds=LONG):
        pass


def test_failed_picture_is_retried_after_a_delay() -> None:
    now = [0.0]
    failed = FailedPictures(clock=lambda: now[0])
    failed.check("a")
    failed.remember("a", ChartFailed("It took too long."))
    with pytest.raises(ChartImagesUnavailable, match="too long"):
        failed.check("a")
    failed.check("b")
    now[0] = SECONDS + 1
    failed.check("a")
