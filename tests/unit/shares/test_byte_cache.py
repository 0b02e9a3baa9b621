"""The cache of bytes is bounded, and what was used last stays longest."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from storagelab.shares.byte_cache import ByteCache


def test_longest_unused_bytes_go_first() -> None:
    cache = ByteCache(30)
    for key in "abc":
        cache.put(key, key.encode() * 10)
    assert cache.get("a") == b"a" * 10
    cache.put("d", b"d" * 10)
    assert [key for key in "abcd" if cache.get(key) is not None] == ["a", "c", "d"]
    assert cache.held_bytes == 30


def test_oversized_bytes_are_returned_without_storing() -> None:
    cache = ByteCache(30)
    cache.put("a", b"a" * 10)
    assert cache.put("b", b"b" * 31) == b"b" * 31
    assert cache.get("b") is None
    assert cache.get("a") is not None


def test_the_same_key_is_counted_once() -> None:
    cache = ByteCache(30)
    cache.put("a", b"12345")
    cache.put("a", b"123")
    assert (cache.get("a"), cache.held_bytes) == (b"123", 3)


def test_many_threads_stay_within_the_limit() -> None:
    cache = ByteCache(500)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: cache.put(number % 40, bytes(number % 40)), range(4000)))
    held = [len(cache.get(key) or b"") for key in range(40)]
    assert sum(held) == cache.held_bytes <= 500
