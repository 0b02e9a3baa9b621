"""Compressed files as blocks of bytes: recognised by first bytes, bounded in memory, clear on cuts."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Generator, Iterator
from typing import BinaryIO, Literal, Protocol

import zstandard

from storagelab.engines.base import ParseFailed

Packing = Literal["gz", "xz", "zst", "bz2"]

ENDINGS = (".gz", ".xz", ".zst", ".bz2")
BLOCK_BYTES = 1 << 20
#: The memory that `xz -9` and `zstd --ultra -22` need, with room; a file that needs more was not made to be read again.
WINDOW_BYTES = 128 << 20

_MAGIC: dict[Packing, bytes] = {"gz": b"\x1f\x8b", "xz": b"\xfd7zXZ\0", "zst": b"\x28\xb5\x2f\xfd"}
_LONGEST_MAGIC = 10
#: A block or the end of an empty file follows the level in the header of bzip2.
_BZ2_FOLLOWERS = (b"1AY&SY", b"\x17rE8P\x90")
#: A block of Zstandard may be 32,000 times as long unpacked, so it is given little at a time.
_CHUNK_BYTES: dict[Packing, int] = {"gz": 64 << 10, "xz": 64 << 10, "zst": 2 << 10, "bz2": 64 << 10}


class Truncated(ParseFailed):
    """Error for compressed data that ends before its end mark; the bytes unpacked before that remain valid."""


class _Unpacker(Protocol):
    """One stream of one compression."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...


def detect_packing(head: bytes) -> Packing | None:
    """Return the compression of a file that begins with `head`, None when it is not compressed."""
    for packing, magic in _MAGIC.items():
        if head.startswith(magic):
            return packing
    if head[1:4] == b"\x2a\x4d\x18" and 0x50 <= head[0] <= 0x5F:
        return "zst"  # A frame of notes, such as pzstd begins with.
    return "bz2" if head.startswith(b"BZh") and head[4:10] in _BZ2_FOLLOWERS else None


def remove_packing_suffix(name: str) -> str:
    """Return the name of a file without the ending of its compression; `.tgz` and its like end in `.tar`."""
    lowered = name.lower()
    for ending in (".tgz", ".tbz2", ".tbz", ".txz", ".tzst"):
        if lowered.endswith(ending):
            return f"{name[: -len(ending)]}.tar"
    for ending in ENDINGS:
        if lowered.endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name


def iterate_unpacked_blocks(file: BinaryIO, packing: Packing, *, name: str) -> Iterator[bytes]:
    """Yield the unpacked content of `file` in blocks of about BLOCK_BYTES.

    Concatenated streams count as one, as in the compression tools. Raises Truncated after the last block of a file that
    was cut, and ParseFailed where its content is damaged.
    """
    rest = file.read(_CHUNK_BYTES[packing])
    while rest:
        rest = yield from _iterate_stream_blocks(file, rest, packing, name)
        rest = _read_past_padding(file, rest)
        # What follows must be the next stream.
        if rest and detect_packing(rest) != packing:
            place = f"{name}, byte {file.tell() - len(rest)}"
            if len(rest) < _LONGEST_MAGIC:
                raise Truncated(place, f"more {packing} data, but the file ends there")
            raise ParseFailed(place, f"the end of the {packing} data")


def _iterate_stream_blocks(file: BinaryIO, rest: bytes, packing: Packing, name: str) -> Generator[bytes, None, bytes]:
    """Yield the unpacked blocks of one stream; return the bytes read after its end.

    `rest` has the first bytes of the stream.
    """
    feed, unpacker = _make_unpacker(packing)
    while True:
        try:
            block = feed(rest)
        except (zlib.error, lzma.LZMAError, zstandard.ZstdError, OSError) as damaged:
            raise ParseFailed(f"{name}, near byte {file.tell()}", f"sound {packing} data ({damaged})") from damaged
        if block:
            yield block
        if unpacker.eof:
            return unpacker.unused_data
        rest = b""
        if not block:
            rest = file.read(_CHUNK_BYTES[packing])
            if not rest:
                raise Truncated(f"{name}, byte {file.tell()}", f"more {packing} data, but the file ends there")


def _make_unpacker(packing: Packing) -> tuple[Callable[[bytes], bytes], _Unpacker]:
    """Return a function that unpacks the next input of a new stream, and the stream object.

    The input b"" fetches the remaining output of earlier input. Every call returns at most BLOCK_BYTES, except for
    Zstandard.
    """
    if packing == "gz":
        inflate = zlib.decompressobj(wbits=31)
        return lambda data: inflate.decompress(inflate.unconsumed_tail + data, BLOCK_BYTES), inflate
    if packing == "zst":
        frame = zstandard.ZstdDecompressor(max_window_size=WINDOW_BYTES).decompressobj()
        return frame.decompress, frame
    if packing == "xz":
        xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=WINDOW_BYTES)
        return lambda data: xz.decompress(data, BLOCK_BYTES), xz
    bzip2 = bz2.BZ2Decompressor()
    return lambda data: bzip2.decompress(data, BLOCK_BYTES), bzip2


def _read_past_padding(file: BinaryIO, rest: bytes) -> bytes:
    """Skip zero bytes between two compressed streams and return the first bytes of the next one.

    They are enough to recognise its format, unless the file ends before.
    """
    rest = rest.lstrip(b"\0")
    while len(rest) < _LONGEST_MAGIC:
        more = file.read(_CHUNK_BYTES["gz"])
        if not more:
            break
        rest = (rest + more).lstrip(b"\0")
    return rest
