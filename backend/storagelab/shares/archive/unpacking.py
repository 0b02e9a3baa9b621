"""Contents of single entries of a zip, in blocks, and never more of them than their headers state."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import IO

from storagelab.errors import InvalidInput
from storagelab.shares.archive import frame

BLOCK = 1 << 18
DAMAGED = "This zip was damaged or changed"


def read_small_entry(file: IO[bytes], entry: frame.ZipEntry, max_bytes: int) -> bytes:
    """Return the unpacked contents of a zip entry. Raises InvalidInput above `max_bytes`."""
    if entry.size_bytes > max_bytes:
        raise InvalidInput(f"{entry.name} is larger than {max_bytes >> 20} MiB, the limit of a share.")
    return b"".join(iterate_unpacked_blocks(file, entry))


def iterate_unpacked_blocks(file: IO[bytes], entry: frame.ZipEntry) -> Iterator[bytes]:
    """Yield the unpacked contents of a zip entry in blocks.

    Never yields more bytes than the header of the entry states. The contents must have the CRC that the header states.
    """
    crc = size = 0
    for block in (
        _iterate_inflated_blocks(file, entry) if entry.method == frame.DEFLATED else _iterate_raw_blocks(file, entry)
    ):
        crc, size = zlib.crc32(block, crc), size + len(block)
        if size > entry.size_bytes:
            break
        yield block
    if size != entry.size_bytes or crc != entry.crc:
        raise InvalidInput(f"{DAMAGED}: {entry.name} does not match its header.")


def _iterate_inflated_blocks(file: IO[bytes], entry: frame.ZipEntry) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for packed in _iterate_raw_blocks(file, entry):
            rest = packed
            while rest and not unpacker.eof:
                yield unpacker.decompress(rest, BLOCK)
                rest = unpacker.unconsumed_tail
            if unpacker.unused_data:
                raise InvalidInput(f"{DAMAGED}: {entry.name} continues after its end.")
        # What the window still holds when all packed bytes were taken.
        while block := unpacker.decompress(b"", BLOCK):
            yield block
    except zlib.error:
        raise InvalidInput(f"{DAMAGED}: {entry.name} cannot be unpacked.") from None
    if not unpacker.eof:
        raise InvalidInput(f"{DAMAGED}: {entry.name} ends early.")


def _iterate_raw_blocks(file: IO[bytes], entry: frame.ZipEntry) -> Iterator[bytes]:
    for start in range(0, entry.packed_bytes, BLOCK):
        yield read_at(file, entry.content_offset + start, min(BLOCK, entry.packed_bytes - start))


def read_at(file: IO[bytes], offset: int, size: int) -> bytes:
    """Return `size` bytes of a file from an offset in bytes; fewer bytes where the file ends before."""
    file.seek(offset)
    return file.read(size)
