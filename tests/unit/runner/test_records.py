"""Records are whole or absent, one creator wins, and a lock has one holder."""

import concurrent.futures
import hashlib
import json
import os

from storagelab_runner.records import compute_durable_sha256, create_once, locked, read_record, try_lock, write_record


def test_record_is_replaced_whole_with_private_mode(tmp_path):
    path = tmp_path / "a.json"
    write_record(path, {"a": 1})
    write_record(path, {"b": "\u00fc"})
    assert read_record(path) == {"b": "\u00fc"}
    assert path.stat().st_mode & 0o077 == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_a_missing_record_is_none(tmp_path):
    assert read_record(tmp_path / "none.json") is None


def test_exactly_one_of_many_creators_wins(tmp_path):
    path = tmp_path / "once.json"
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        won = list(pool.map(lambda number: create_once(path, {"number": number}), range(64)))
    assert won.count(True) == 1
    assert json.loads(path.read_bytes()) == {"number": won.index(True)}
    assert [entry.name for entry in tmp_path.iterdir()] == ["once.json"]


def test_a_lock_has_one_holder(tmp_path):
    path = tmp_path / "lock"
    held = try_lock(path)
    assert held is not None
    assert try_lock(path) is None
    with locked(path, 0.02) as mine:
        assert not mine
    os.close(held)
    with locked(path, 0.02) as mine:
        assert mine
        assert try_lock(path) is None


def test_size_and_hash_of_a_file(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(b"x" * 3_000_000)
    assert compute_durable_sha256(path) == (3_000_000, hashlib.sha256(b"x" * 3_000_000).hexdigest())
