"""Parts of a drive that are read to detect writes by others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from storagelab_runner.contents import BLOCK_BYTES, END_BYTES, SAMPLE_COUNT, read_contents, sample_offsets
from storagelab_runner.interlocks.facts import Ends

TIB = 1 << 40


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[int]:
    """Provide a file of three MiB in place of a drive."""
    path = tmp_path / "drive"
    path.write_bytes(bytes(3 * END_BYTES))
    descriptor = os.open(path, os.O_RDWR)
    yield descriptor
    os.close(descriptor)


def _ends(descriptor: int) -> Ends:
    return read_contents(descriptor, "seed").ends


def test_ends_change_with_their_bytes_alone(drive: int) -> None:
    blank = _ends(drive)
    assert blank.is_blank
    assert blank.first_sha256 == blank.last_sha256
    os.pwrite(drive, b"x", END_BYTES)
    assert _ends(drive) == blank
    os.pwrite(drive, b"x", END_BYTES - 1)
    first = _ends(drive)
    assert not first.is_blank
    assert (first.first_sha256 != blank.first_sha256, first.last_sha256) == (True, blank.last_sha256)
    os.pwrite(drive, b"x", 2 * END_BYTES)
    assert _ends(drive).last_sha256 != blank.last_sha256


def test_erased_ones_are_blank_but_mixed_values_not(drive: int) -> None:
    os.pwrite(drive, b"\xff" * (3 * END_BYTES), 0)
    contents = read_contents(drive, "seed")
    assert (contents.ends.is_blank, all(contents.samples.blank)) == (True, True)
    os.pwrite(drive, bytes(END_BYTES), 0)
    assert not _ends(drive).is_blank


@pytest.mark.parametrize("size", [4096, 2 * END_BYTES, 2 * END_BYTES + 512])
def test_drive_smaller_than_both_ends_has_no_samples(drive: int, size: int) -> None:
    os.ftruncate(drive, size)
    contents = read_contents(drive, "seed")
    assert (contents.ends.is_blank, contents.samples.offsets, contents.partitions) == (True, (), ())


def test_drive_without_capacity_is_an_error(drive: int) -> None:
    os.ftruncate(drive, 0)
    with pytest.raises(OSError, match="the drive is missing"):
        read_contents(drive)


def test_every_block_of_small_drive_is_sampled(drive: int) -> None:
    offsets = sample_offsets(3 * END_BYTES, "seed")
    assert offsets == tuple(range(END_BYTES, 2 * END_BYTES, BLOCK_BYTES))
    os.pwrite(drive, b"x", END_BYTES + 7 * BLOCK_BYTES + 100)
    written = read_contents(drive, "seed").samples
    assert [index for index, blank in enumerate(written.blank) if not blank] == [7]
    assert written.offsets == offsets


@pytest.mark.parametrize("size", [3 * END_BYTES + 512, 5 * END_BYTES, 1_000_204_886_016, 61 * TIB + 4096])
@pytest.mark.parametrize("seed", ["", "one", "another"])
def test_samples_spread_over_all_between_the_ends(size: int, seed: str) -> None:
    offsets = sample_offsets(size, seed)
    assert list(offsets) == sorted(set(offsets))
    assert {offset % BLOCK_BYTES for offset in offsets} == {0}
    assert (offsets[0] >= END_BYTES, offsets[-1] + BLOCK_BYTES <= size - END_BYTES) == (True, True)
    count = min(SAMPLE_COUNT, (size - 2 * END_BYTES) // BLOCK_BYTES)
    assert count <= len(offsets) <= count + 30
    stratum = (size - 2 * END_BYTES) / count
    gaps = [after - before for before, after in pairwise(offsets)]
    assert max(gaps) <= 2 * stratum + BLOCK_BYTES


def test_seed_alone_draws_the_places() -> None:
    assert sample_offsets(TIB, "one") == sample_offsets(TIB, "one")
    assert sample_offsets(TIB, "one") != sample_offsets(TIB, "another")
    # Records outlive the runner that wrote them: these numbers must never change.
    assert [offset for offset in sample_offsets(TIB, "one") if offset & (offset - 1)][:2] == [687992832, 3008274432]


def test_round_offsets_are_always_read() -> None:
    """Check those offsets: a file system made at one of them, as on a loop device, has its superblock there."""
    assert {END_BYTES, 64 * END_BYTES, 1 << 30, TIB // 2} <= set(sample_offsets(TIB, "one"))
    assert TIB not in sample_offsets(TIB, "one")


def test_unused_drive_is_sampled_at_new_offsets(drive: int) -> None:
    os.ftruncate(drive, 1 << 30)
    first, second = read_contents(drive).samples, read_contents(drive).samples
    assert first.seed != second.seed
    assert first.offsets != second.offsets
    assert read_contents(drive, first.seed).samples == first


def test_samples_are_read_past_the_page_cache(drive: int, monkeypatch: pytest.MonkeyPatch) -> None:
    advised = []
    monkeypatch.setattr(os, "posix_fadvise", lambda _, *given: advised.append(given))
    offsets = read_contents(drive, "seed").samples.offsets
    assert {(offset, BLOCK_BYTES, os.POSIX_FADV_DONTNEED) for offset in offsets} <= set(advised)
