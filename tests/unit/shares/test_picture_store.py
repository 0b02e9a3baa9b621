"""Drawn charts on disk: stored whole, bounded, and no cause of a failure."""

from __future__ import annotations

import gzip
import os
import secrets
from pathlib import Path

from storagelab.shares.picture_store import PictureStore


def test_picture_is_stored_for_every_process(tmp_path: Path) -> None:
    packed = PictureStore(tmp_path).put("ab12", "<svg/>")
    assert PictureStore(tmp_path).get("ab12") == packed
    assert gzip.decompress(packed) == b"<svg/>"
    assert PictureStore(tmp_path).get("cd34") is None
    assert [path.name for path in tmp_path.glob("*/*")] == ["ab12.svg.gz"]


def test_the_same_picture_is_the_same_bytes(tmp_path: Path) -> None:
    assert PictureStore(tmp_path / "a").put("ab", "<svg/>") == PictureStore(tmp_path / "b").put("ab", "<svg/>")


def test_oldest_used_picture_is_removed_first(tmp_path: Path) -> None:
    store = PictureStore(tmp_path, max_bytes=10_000)
    noise = secrets.token_hex(1500)
    store.put("aa", noise)
    store.put("bb", noise[::-1])
    old = tmp_path / "aa" / "aa.svg.gz"
    os.utime(old, (1, 1))
    os.utime(tmp_path / "bb" / "bb.svg.gz", (2, 2))
    # It is read, and so stays.
    assert store.get("aa") is not None
    for index in range(12):
        store.put(f"c{index:x}", secrets.token_hex(1500))
    left = sum(path.stat().st_size for path in tmp_path.glob("*/*"))
    assert left <= 10_000 + 3 * 2_500
    assert store.get("bb") is None


def test_unwritable_store_still_returns_the_picture(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    store = PictureStore(blocked / "below")
    assert gzip.decompress(store.put("ab", "<svg/>")) == b"<svg/>"
    assert store.get("ab") is None
