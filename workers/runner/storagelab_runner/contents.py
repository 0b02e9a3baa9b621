"""Samples of a drive that reveal a write to it: both ends, blocks between them, partitions."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Sequence
from pathlib import Path

from storagelab_runner.block_devices import format_device_number
from storagelab_runner.interlocks.facts import Contents, Ends, Partition, Samples
from storagelab_runner.places import THIS_SERVER, Places
from storagelab_runner.places import read_number as number_in

END_BYTES = 1 << 20
BLOCK_BYTES = 4096
SAMPLE_COUNT = 512
#: Enough that no two of the blocks that a lab ever reads are confused; 512 whole hashes would be a long record.
_DIGEST_CHARACTERS = 16
_SECTOR_BYTES = 512
#: Erased flash may read as ones.
_BLANKS = (b"\0", b"\xff")
_BLANK_BLOCKS = tuple(byte * BLOCK_BYTES for byte in _BLANKS)


def read_contents(descriptor: int, seed: str | None = None, places: Places = THIS_SERVER) -> Contents:
    """Read the contents of an open device past the page cache: ends, sample blocks and partitions.

    `seed` selects the sample blocks; without a seed they are random. Nothing is written. Raises OSError.
    """
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size == 0:
        # A drive that was pulled out answers so; nothing read from it must never count as blank.
        raise OSError(errno.ENODEV, "the drive is missing")
    return Contents(
        size_bytes=size,
        ends=_read_ends(descriptor, size),
        samples=_read_samples(descriptor, size, secrets.token_hex(16) if seed is None else seed),
        partitions=_read_partitions(descriptor, places),
    )


def sample_offsets(size_bytes: int, seed: str) -> tuple[int, ...]:
    """Return the byte offsets of a drive's sample blocks: some drawn by `seed`, some fixed.

    One block lies in each of 512 equal strata between the ends of the drive. The fixed ones lie at 1, 2, 4 MiB and so
    on: partitions and file systems begin at round offsets, with their most distinctive block. A drive with fewer blocks
    between its ends has a sample of each block. The offsets depend on seed and size alone, with every version of
    Python.
    """
    start, end = END_BYTES // BLOCK_BYTES, max(END_BYTES, size_bytes - END_BYTES) // BLOCK_BYTES
    count = min(SAMPLE_COUNT, end - start)
    offsets = {1 << bit for bit in range(END_BYTES.bit_length() - 1, size_bytes.bit_length())}
    offsets = {offset for offset in offsets if offset < end * BLOCK_BYTES}
    for index in range(count):
        first, beyond = (end - start) * index // count, (end - start) * (index + 1) // count
        drawn = int.from_bytes(hashlib.sha256(f"{seed}:{index}".encode("ascii")).digest()[:8], "big")
        offsets.add((start + first + drawn % (beyond - first)) * BLOCK_BYTES)
    return tuple(sorted(offsets))


def _read_ends(descriptor: int, size: int) -> Ends:
    length = min(END_BYTES, size)
    spans = ((0, length), (size - length, length))
    first, last = _read(descriptor, spans)
    is_blank = any(set(first) | set(last) <= set(byte) for byte in _BLANKS)
    return Ends(hashlib.sha256(first).hexdigest(), hashlib.sha256(last).hexdigest(), is_blank)


def _read_samples(descriptor: int, size: int, seed: str) -> Samples:
    offsets = sample_offsets(size, seed)
    blocks = _read(descriptor, [(offset, BLOCK_BYTES) for offset in offsets])
    digests = tuple(hashlib.sha256(block).hexdigest()[:_DIGEST_CHARACTERS] for block in blocks)
    blank = tuple(block in _BLANK_BLOCKS for block in blocks)
    return Samples(seed, offsets, hashlib.sha256(b"".join(blocks)).hexdigest(), digests, blank)


def _read(descriptor: int, spans: Sequence[tuple[int, int]]) -> list[bytes]:
    """Read spans of (offset, length) from an open file; return their bytes in order. Raises OSError."""
    for offset, length in spans:
        # What the engine wrote went past the page cache, which may still hold what was there before.
        os.posix_fadvise(descriptor, offset, length, os.POSIX_FADV_DONTNEED)
    for offset, length in spans:
        # The kernel reads them all at once then: a hard disk needs seconds for 512 blocks one after the other.
        os.posix_fadvise(descriptor, offset, length, os.POSIX_FADV_WILLNEED)
    return [_read_span(descriptor, offset, length) for offset, length in spans]


def _read_span(descriptor: int, offset: int, length: int) -> bytes:
    data = b""
    while len(data) < length:
        block = os.pread(descriptor, length - len(data), offset + len(data))
        if not block:
            raise OSError(errno.EIO, "the drive ended early")
        data += block
    return data


def _read_partitions(descriptor: int, places: Places) -> tuple[Partition, ...]:
    """Return the partitions that the kernel knows, by their start. Raises OSError."""
    facts = os.fstat(descriptor)
    if not stat.S_ISBLK(facts.st_mode):
        return ()
    folder = places.sys / "dev" / "block" / format_device_number(facts.st_rdev)
    return tuple(sorted(_read_partition(path) for path in folder.iterdir() if (path / "partition").exists()))


def _read_partition(folder: Path) -> Partition:
    start, size = number_in(folder / "start"), number_in(folder / "size")
    if start is None or size is None:
        raise OSError(errno.EIO, f"the location of {folder.name} could not be read")
    return Partition(start * _SECTOR_BYTES, size * _SECTOR_BYTES)
