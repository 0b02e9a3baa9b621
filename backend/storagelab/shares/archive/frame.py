"""Bytes of a zip around its contents, in the one form in which a share is packed. Pure.

A zip can express the same content in many ways, and two programs may read two things in one file. A share's zip has one
form: entries back to back, fixed times, no extra fields, sizes before contents, and a seal at the end, the SHA-256 of
all bytes before the comment. Any zip program opens it; packing it again makes another file.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

SEAL_START = b"storagelab.share-zip/1 sha256:"
SEAL_BYTES = len(SEAL_START) + 64
STORED, DEFLATED = 0, 8

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_LOCAL_MARK, _CENTRAL_MARK, _END_MARK = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
#: 1 January 1980, midnight, which is the first moment that a zip knows.
_TIME, _DATE = 0, (1 << 5) | 1
_NEEDS, _MADE_BY = 20, (3 << 8) | 20
#: A regular file that its owner writes and everybody reads.
_ATTRIBUTES = 0o100644 << 16

LOCAL_BYTES = _LOCAL.size
END_BYTES = _END.size


@dataclass(frozen=True, slots=True)
class ZipEntry:
    """A file in the zip: sizes in bytes, the CRC-32 of its contents, and where its header begins."""

    name: str
    method: int
    crc: int
    packed_bytes: int
    size_bytes: int
    offset: int

    @property
    def content_offset(self) -> int:
        """Return the offset of the packed contents in bytes."""
        return self.offset + LOCAL_BYTES + len(self.name)

    @property
    def end(self) -> int:
        """Return the offset of the next header in bytes."""
        return self.content_offset + self.packed_bytes


def build_local_header(entry: ZipEntry) -> bytes:
    """Return the header in front of the contents of an entry."""
    return (
        _LOCAL.pack(
            _LOCAL_MARK, _NEEDS, 0, entry.method, _TIME, _DATE, entry.crc, entry.packed_bytes, entry.size_bytes,
            len(entry.name), 0,
        )
        + entry.name.encode("ascii")
    )  # fmt: skip


def read_local_header(head: bytes, offset: int) -> tuple[ZipEntry, int] | None:
    """Return the entry whose header is `head`, still without its name, and the length of the name.

    `head` has `LOCAL_BYTES` bytes and begins at `offset` in the zip. Returns None where no header begins. The other
    header fields are compared with `build_local_header` once the name is known.
    """
    if len(head) != LOCAL_BYTES or not head.startswith(_LOCAL_MARK):
        return None
    _, _, _, method, _, _, crc, packed_bytes, size_bytes, name_bytes, _ = _LOCAL.unpack(head)
    return ZipEntry("", method, crc, packed_bytes, size_bytes, offset), name_bytes


def build_directory(entries: Sequence[ZipEntry]) -> bytes:
    """Return the bytes of the central directory of the zip, which follows the last entry."""
    return b"".join(
        _CENTRAL.pack(
            _CENTRAL_MARK, _MADE_BY, _NEEDS, 0, entry.method, _TIME, _DATE, entry.crc, entry.packed_bytes,
            entry.size_bytes, len(entry.name), 0, 0, 0, 0, _ATTRIBUTES, entry.offset,
        )
        + entry.name.encode("ascii")
        for entry in entries
    )  # fmt: skip


def end(entries: Sequence[ZipEntry], *, directory_bytes: int) -> bytes:
    """Return the end record of the zip, without the comment (the seal) that follows it."""
    count, start = len(entries), entries[-1].end if entries else 0
    return _END.pack(_END_MARK, 0, 0, count, count, directory_bytes, start, SEAL_BYTES)


def seal(sha256: str) -> bytes:
    """Return the comment of the zip, which holds the SHA-256 of all bytes before it."""
    return SEAL_START + sha256.encode("ascii")
