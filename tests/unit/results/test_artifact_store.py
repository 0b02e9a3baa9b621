"""Raw files by content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from storagelab.results.artifact_store import ArtifactStore, ContentMismatch, find_media_type
from storagelab.results.ingest import classify_file

CONTENT = [b"first ", b"second"]
SHA256 = hashlib.sha256(b"first second").hexdigest()


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore((tmp_path / "artifacts").as_uri())


def test_stored_artifact_is_read_by_its_hash(store: ArtifactStore) -> None:
    assert store.find(SHA256) is None
    stored = store.put(CONTENT, expected_sha256=SHA256)
    assert (stored.size_bytes, stored.sha256) == (12, SHA256)
    assert store.find(SHA256) == stored == store.put(CONTENT)
    assert b"".join(store.read_blocks(stored.key)) == b"first second"


def test_content_with_wrong_hash_is_not_stored(store: ArtifactStore, tmp_path: Path) -> None:
    with pytest.raises(ContentMismatch):
        store.put([b"other"], expected_sha256=SHA256)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_broken_transfer_leaves_no_files(store: ArtifactStore, tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"first "
        raise ConnectionError

    with pytest.raises(ConnectionError):
        store.put(broken())
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_files_are_classified_by_name() -> None:
    names = ("phases/01/status.json", "phases/01/job.fio", "phases/02/lat_lat.1.log", "phases/01/stderr.txt", "core")
    assert [classify_file(name) for name in names] == ["status", "job_file", "log", "output", "other"]
    assert find_media_type("report.html") == "text/plain; charset=utf-8"
    assert find_media_type("phases/01/status.json") == "application/json"
