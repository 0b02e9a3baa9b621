"""Records of how a drive was left."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storagelab_runner.contents import END_BYTES, read_contents
from storagelab_runner.interlocks.facts import Contents, Left, Partition
from storagelab_runner.last_use import close_use, end_of_use, read_last_use, start_of_use
from storagelab_runner.layout import StateFolder

SIZE = 3 * END_BYTES


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    folder = StateFolder(tmp_path / "state")
    folder.create()
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[int]:
    """Provide a file of three MiB of random bytes in place of a drive."""
    path = tmp_path / "drive"
    path.write_bytes(os.urandom(SIZE))
    descriptor = os.open(path, os.O_RDWR)
    yield descriptor
    os.close(descriptor)


def _left(contents: Contents, attempt_id: str, in_use: bool) -> Left:
    ends, samples = contents.ends, contents.samples
    hashes = (ends.first_sha256, ends.last_sha256, samples.seed, samples.sha256, samples.digests)
    return Left(attempt_id, in_use, *hashes, contents.partitions, contents.size_bytes)


def test_new_start_preserves_the_previous_end(state: StateFolder, drive: int) -> None:
    assert read_last_use(state, "S1") is None
    start_of_use(state, "S1", "a-1", SIZE)
    assert read_last_use(state, "S1") == Left("a-1", True, None, None, size_bytes=SIZE)
    end_of_use(state, "S1", "a-1", drive)
    left = read_last_use(state, "S1")
    assert left is not None
    contents = read_contents(drive, left.seed)
    assert left == _left(contents, "a-1", False)
    start_of_use(state, "S1", "a-2", SIZE)
    assert read_last_use(state, "S1") == _left(contents, "a-2", True)
    assert read_last_use(state, "S2") is None


def test_each_end_is_recorded_at_new_places(state: StateFolder, drive: int) -> None:
    end_of_use(state, "S1", "a-1", drive)
    first = read_last_use(state, "S1")
    end_of_use(state, "S1", "a-2", drive)
    second = read_last_use(state, "S1")
    assert None not in (first, second)
    assert first.seed != second.seed


def test_partitions_are_recorded(state: StateFolder, drive: int) -> None:
    partitions = (Partition(1 << 20, 1 << 20),)
    close_use(state, "S1", "a-1", read_contents(drive)._replace(partitions=partitions), is_late=True)
    left = read_last_use(state, "S1")
    assert left is not None
    assert (left.partitions, left.is_late, left.in_use) == (partitions, True, False)


def test_record_of_an_older_runner_is_read(state: StateFolder, drive: int) -> None:
    end_of_use(state, "S1", "a-1", drive)
    [path] = state.left.iterdir()
    record = json.loads(path.read_bytes())
    older = ("serial", "attempt_id", "in_use", "boot_id", "first_sha256", "last_sha256")
    path.write_text(json.dumps({name: record[name] for name in older}))
    assert read_last_use(state, "S1") == Left("a-1", False, record["first_sha256"], record["last_sha256"])


def test_record_stays_small(state: StateFolder, drive: int) -> None:
    os.ftruncate(drive, 1 << 30)
    end_of_use(state, "S1", "a-1", drive)
    [path] = state.left.iterdir()
    assert path.stat().st_size < 10_000


def test_serial_cannot_escape_the_record_folder(state: StateFolder, drive: int) -> None:
    end_of_use(state, "../../etc/passwd", "a-1", drive)
    assert read_last_use(state, "../../etc/passwd") is not None
    [record] = state.left.iterdir()
    assert record.suffix == ".json"


def test_pulled_drive_stays_in_use(state: StateFolder, tmp_path: Path) -> None:
    pulled = tmp_path / "pulled"
    pulled.touch()
    start_of_use(state, "S1", "a-1", SIZE)
    descriptor = os.open(pulled, os.O_RDONLY)
    try:
        with pytest.raises(OSError, match="the drive is missing"):
            end_of_use(state, "S1", "a-1", descriptor)
    finally:
        os.close(descriptor)
    left = read_last_use(state, "S1")
    assert left is not None
    assert left.in_use
