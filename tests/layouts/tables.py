"""Partition tables, headers and patterns as bytes. Pure."""

from __future__ import annotations

import struct
import uuid
import zlib
from collections.abc import Sequence
from typing import NamedTuple

MIB = 1 << 20
SECTOR = 512
_GPT_ENTRIES = 128
_LINUX = uuid.UUID("0fc63daf-8483-4772-8e79-3d69d8477de4").bytes_le


class Part(NamedTuple):
    """A partition, in MiB."""

    number: int
    start: int
    size: int


def pattern(text: str, size: int) -> bytes:
    """Return bytes without two equal blocks that no other text gives."""
    line = f"{text}\n".encode()
    head = b"".join(struct.pack("<I", index) + line for index in range(4096 // (len(line) + 4) + 1))[:4096]
    return b"".join(struct.pack("<I", index) + head[4:] for index in range(-(-size // 4096)))[:size]


def mbr(parts: Sequence[Part]) -> bytes:
    """Return the first sector of a drive with these partitions."""
    entries = b"".join(_mbr_entry(0x83, part.start * 2048, part.size * 2048) for part in parts)
    return bytes(446) + entries.ljust(64, b"\0") + b"\x55\xaa"


def gpt(parts: Sequence[Part], size: int) -> list[tuple[int, bytes]]:
    """Return what a table takes on a drive of `size` bytes, as (offset, bytes)."""
    sectors = size // SECTOR
    protective = bytes(446) + _mbr_entry(0xEE, 1, min(sectors - 1, 0xFFFFFFFF)) + bytes(48) + b"\x55\xaa"
    entries = b"".join(_gpt_entry(part) for part in parts).ljust(_GPT_ENTRIES * 128, b"\0")
    first = protective + _gpt_header(1, sectors - 1, 2, sectors, entries) + entries
    last = entries + _gpt_header(sectors - 1, 1, sectors - 33, sectors, entries)
    return [(0, first), ((sectors - 33) * SECTOR, last)]


def luks_header() -> bytes:
    """Return the beginning of a volume of LUKS 1 that cannot be opened."""
    fields = (b"LUKS\xba\xbe", 1, b"aes", b"xts-plain64", b"sha256", 4096, 64)
    head = struct.pack(">6sH32s32s32sII", *fields).ljust(168, b"\1")
    return (head + str(uuid.UUID(int=7)).encode().ljust(40, b"\0")).ljust(1024, b"\2")


def _mbr_entry(kind: int, start: int, sectors: int) -> bytes:
    return struct.pack("<B3sB3sII", 0, b"\xfe\xff\xff", kind, b"\xfe\xff\xff", start, sectors)


def _gpt_entry(part: Part) -> bytes:
    first = part.start * 2048
    own = uuid.UUID(int=part.number).bytes_le
    return struct.pack("<16s16sQQQ72s", _LINUX, own, first, first + part.size * 2048 - 1, 0, b"")


def _gpt_header(own: int, other: int, entries_at: int, sectors: int, entries: bytes) -> bytes:
    def packed(checksum: int) -> bytes:
        return struct.pack(
            "<8sIIIIQQQQ16sQIII",
            *(b"EFI PART", 0x10000, 92, checksum, 0, own, other, 34, sectors - 34),
            *(uuid.UUID(int=99).bytes_le, entries_at, _GPT_ENTRIES, 128, zlib.crc32(entries)),
        )

    return packed(zlib.crc32(packed(0))).ljust(SECTOR, b"\0")
