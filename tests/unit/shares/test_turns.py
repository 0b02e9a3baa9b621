"""Nobody holds all turns at the work that takes seconds."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from storagelab.shares.picture_failures import SECONDS, Failed
from storagelab.shares.picture_process import ChartFailed, ChartImagesUnavailable
from storagelab.shares.turns import NoTurn, Turns

LONG = 30.0


class Crowd:
    """Readers that take turns in threads of their own and keep them until they are told."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.began: list[str] = []
        self._changed = threading.Condition()
        self._let_go: dict[str, threading.Event] = {}
        self._threads: list[threading.Thread] = []

    def come(self, reader: str) -> None:
        """Another request of a reader."""
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
        with self.turns.take(reader, seconds=LONG):
            with self._changed:
                self.began.append(reader)
                self._changed.notify_all()
            gate.wait(LONG)


def test_a_reader_with_many_requests_leaves_a_turn_to_others() -> None:
    crowd = Crowd(Turns(2))
    for _ in range(4):
        crowd.come("greedy")
    crowd.wait(lambda: crowd.began == ["greedy"])
    crowd.come("other")
    crowd.wait(lambda: crowd.began == ["greedy", "other"])
    crowd.let_go("greedy")
    crowd.wait(lambda: len(crowd.began) == 5)
    crowd.end()


def test_who_waits_too_often_is_sent_away_at_once() -> None:
    turns = Turns(1, most_each=0, most_waiting=5)
    with pytest.raises(NoTurn), turns.take("a", seconds=LONG):
        pass
    turns = Turns(1, most_each=5, most_waiting=0)
    with pytest.raises(NoTurn), turns.take("a", seconds=LONG):
        pass


def test_a_turn_that_does_not_come_is_given_up_and_nothing_is_left_of_it() -> None:
    turns = Turns(1)
    with turns.take("a", seconds=LONG):
        for _ in range(10):
            with pytest.raises(NoTurn), turns.take("b", seconds=0.001):
                pass
    with turns.take("b", seconds=LONG):
        pass


def test_a_picture_that_failed_is_not_tried_again_for_a_minute() -> None:
    now = [0.0]
    failed = Failed(clock=lambda: now[0])
    failed.check("a")
    failed.remember("a", ChartFailed("It took too long."))
    with pytest.raises(ChartImagesUnavailable, match="too long"):
        failed.check("a")
    failed.check("b")
    now[0] = SECONDS + 1
    failed.check("a")
