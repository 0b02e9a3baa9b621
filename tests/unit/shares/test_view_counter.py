"""Readers at the same moment have their views stored together, and each of them once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping

import pytest

from storagelab.db.base import generate_uuid7
from storagelab.shares.view_counter import ViewCounter, ViewedPage

LONG = 30.0
PAGE = ViewedPage(generate_uuid7(), generate_uuid7())
OTHER = ViewedPage(PAGE.share_id, generate_uuid7())


class Store:
    """Store of views whose first round ends only when `release` is called."""

    def __init__(self) -> None:
        self.rounds: list[Counter[ViewedPage]] = []
        self.began = threading.Event()
        self._released = threading.Event()

    def __call__(self, views: Mapping[ViewedPage, int]) -> None:
        """Store a round."""
        self.rounds.append(Counter(views))
        self.began.set()
        assert self._released.wait(LONG)

    def release(self) -> None:
        """Let the first round and all later ones end."""
        self._released.set()


def test_views_of_waiting_readers_are_one_round() -> None:
    counter, store = ViewCounter(), Store()
    first = threading.Thread(target=counter.count, args=(PAGE, store))
    first.start()
    assert store.began.wait(LONG)
    pages = [PAGE, OTHER, PAGE, PAGE, OTHER]
    others = [threading.Thread(target=counter.count, args=(page, store)) for page in pages]
    for reader in others:
        reader.start()
    while counter.waiting < len(pages):
        pass
    store.release()
    for reader in (first, *others):
        reader.join(LONG)
        assert not reader.is_alive()
    assert store.rounds == [Counter([PAGE]), Counter(pages)]


def test_every_view_of_a_crowd_is_stored_once() -> None:
    counter, stored = ViewCounter(), Counter[ViewedPage]()

    def read() -> None:
        for _ in range(50):
            counter.count(PAGE, stored.update)

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(LONG)
    assert stored == Counter({PAGE: 400})


def test_a_failed_round_fails_its_reader_and_no_later_one() -> None:
    counter, stored = ViewCounter(), Counter[ViewedPage]()

    def fail(_: Mapping[ViewedPage, int]) -> None:
        raise OSError("the database is away")

    with pytest.raises(OSError, match="away"):
        counter.count(PAGE, fail)
    counter.count(PAGE, stored.update)
    assert stored == Counter({PAGE: 1})
