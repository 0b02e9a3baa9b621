"""What is kept in memory: bounded by bytes, and what was used last stays longest."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from storagelab.shares.kept import Kept


def test_what_was_used_longest_ago_goes_first() -> None:
    kept = Kept(30)
    for key in "abc":
        kept.put(key, key.encode() * 10)
    assert kept.get("a") == b"a" * 10
    kept.put("d", b"d" * 10)
    assert [key for key in "abcd" if kept.get(key) is not None] == ["a", "c", "d"]
    assert kept.held_bytes == 30


def test_more_than_there_is_room_for_is_given_back_and_not_kept() -> None:
    kept = Kept(30)
    kept.put("a", b"a" * 10)
    assert kept.put("b", b"b" * 31) == b"b" * 31
    assert kept.get("b") is None
    assert kept.get("a") is not None


def test_the_same_key_is_counted_once() -> None:
    kept = Kept(30)
    kept.put("a", b"12345")
    kept.put("a", b"123")
    assert (kept.get("a"), kept.held_bytes) == (b"123", 3)


def test_many_threads_keep_within_the_limit() -> None:
    kept = Kept(500)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: kept.put(number % 40, bytes(number % 40)), range(4000)))
    held = [len(kept.get(key) or b"") for key in range(40)]
    assert sum(held) == kept.held_bytes <= 500
