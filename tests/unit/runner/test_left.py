"""How a drive was left, and what its ends are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storagelab_runner.layout import StateFolder
from storagelab_runner.left import END_BYTES, end_of_use, how_left, read_ends, start_of_use


@pytest.fixture
def state(tmp_path) -> StateFolder:
    folder = StateFolder(tmp_path / "state")
    folder.create()
    return folder


@pytest.fixture
def drive(tmp_path) -> Iterator[int]:
    """A file of three MiB that stands for a drive."""
    path: Path = tmp_path / "drive"
    path.write_bytes(bytes(3 * END_BYTES))
    descriptor = os.open(path, os.O_RDWR)
    yield descriptor
    os.close(descriptor)


def test_the_ends_change_with_their_bytes_and_not_with_others(drive: int) -> None:
    blank = read_ends(drive)
    assert blank.is_blank
    assert blank.first_sha256 == blank.last_sha256
    os.pwrite(drive, b"x", END_BYTES)
    assert read_ends(drive) == blank
    os.pwrite(drive, b"x", END_BYTES - 1)
    first = read_ends(drive)
    assert not first.is_blank
    assert (first.first_sha256 != blank.first_sha256, first.last_sha256) == (True, blank.last_sha256)
    os.pwrite(drive, b"x", 2 * END_BYTES)
    assert read_ends(drive).last_sha256 != blank.last_sha256


def test_erased_flash_may_read_as_ones_but_not_as_both(drive: int) -> None:
    os.pwrite(drive, b"\xff" * (3 * END_BYTES), 0)
    assert read_ends(drive).is_blank
    os.pwrite(drive, bytes(END_BYTES), 0)
    assert not read_ends(drive).is_blank


def test_a_drive_smaller_than_both_ends_is_read(drive: int) -> None:
    os.ftruncate(drive, 4096)
    assert read_ends(drive).is_blank


def test_the_end_of_a_test_is_what_counts(state: StateFolder, drive: int) -> None:
    assert how_left(state, "S1") is None
    start_of_use(state, "S1", "a-1")
    assert how_left(state, "S1") == ("a-1", True, None, None)
    end_of_use(state, "S1", "a-1", drive)
    ends = read_ends(drive)
    assert how_left(state, "S1") == ("a-1", False, ends.first_sha256, ends.last_sha256)
    start_of_use(state, "S1", "a-2")
    assert how_left(state, "S1") == ("a-2", True, ends.first_sha256, ends.last_sha256)
    assert how_left(state, "S2") is None


def test_a_serial_is_no_path(state: StateFolder, drive: int) -> None:
    end_of_use(state, "../../etc/passwd", "a-1", drive)
    assert how_left(state, "../../etc/passwd") is not None
    [record] = state.left.iterdir()
    assert record.suffix == ".json"


def test_a_drive_that_was_pulled_out_is_not_blank_and_stays_in_use(state: StateFolder, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.touch()
    start_of_use(state, "S1", "a-1")
    descriptor = os.open(gone, os.O_RDONLY)
    try:
        with pytest.raises(OSError, match="the drive is gone"):
            end_of_use(state, "S1", "a-1", descriptor)
    finally:
        os.close(descriptor)
    left = how_left(state, "S1")
    assert left is not None
    assert left.in_use
