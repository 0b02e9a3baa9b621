"""The archive itself: a tar file of plain members under zstd, written and read in one pass each.

It is read with a reader of its own and not with `tarfile`: an archive may come from anywhere, and only regular files
with short names are ever understood, so there is no link, device or extended header to be misled by.
"""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

import zstandard

from storagelab.backup.manifest import ArchiveRefused, MemberRecord

_BLOCK_BYTES = 1 << 20
_TAR_BLOCK = tarfile.BLOCKSIZE
#: Four bytes can encode 128 KiB of zeros, so this bounds the expansion of one read at 128 MiB.
_COMPRESSED_BYTES = 4 << 10
_LEVEL = 3


class ArchiveWriter:
    """Appends members to a new archive and remembers what each was; `close` completes it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.members: dict[str, MemberRecord] = {}
        compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
        self._output = compressor.stream_writer(file)

    def add(self, name: str, size_bytes: int, blocks: Iterable[bytes], *, mode: int = 0o600) -> MemberRecord:
        """Append one member to the archive.

        Raises ValueError when `blocks` do not add up to `size_bytes`.
        """
        header = tarfile.TarInfo(name)
        header.size = size_bytes
        header.mode = mode
        self._output.write(header.tobuf(tarfile.GNU_FORMAT))
        digest = hashlib.sha256()
        written = 0
        for block in blocks:
            written += len(block)
            if written > size_bytes:
                break
            digest.update(block)
            self._output.write(block)
        if written != size_bytes:
            raise ValueError(f"{name} is not the {size_bytes} bytes it was announced with")
        self._output.write(bytes(-size_bytes % _TAR_BLOCK))
        self.members[name] = MemberRecord(size_bytes, digest.hexdigest())
        return self.members[name]

    def close(self) -> None:
        """Write the end marker of the archive. Does not close the file."""
        self._output.write(bytes(2 * _TAR_BLOCK))
        self._output.flush(zstandard.FLUSH_FRAME)


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """One member while it passes by; `blocks` can be read once, before the next entry is requested."""

    name: str
    size_bytes: int
    blocks: Iterator[bytes]


def read_archive(file: IO[bytes]) -> Iterator[ArchiveMember]:
    """Yield every member in order. Raises ArchiveRefused for anything but a whole archive of regular files."""
    stream = _Decompressed(file)
    while (header := _read_next_header(stream)) is not None:
        blocks = _iterate_content(stream, header.size)
        yield ArchiveMember(header.name, header.size, blocks)
        for _ in blocks:
            pass
        stream.read(-header.size % _TAR_BLOCK)
    stream.expect_end()


def _read_next_header(stream: _Decompressed) -> tarfile.TarInfo | None:
    data = stream.read(_TAR_BLOCK)
    try:
        header = tarfile.TarInfo.frombuf(data, "ascii", "strict")
    except (tarfile.HeaderError, UnicodeDecodeError) as error:
        if not data.strip(b"\0"):
            return None
        raise ArchiveRefused(f"The archive is damaged: a member has no readable header ({error}).") from error
    if header.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or header.size < 0:
        raise ArchiveRefused(f"The archive holds {header.name!r}, which is not a plain file.")
    return header


def _iterate_content(stream: _Decompressed, size_bytes: int) -> Iterator[bytes]:
    while size_bytes > 0:
        block = stream.read(min(size_bytes, _BLOCK_BYTES))
        size_bytes -= len(block)
        yield block


class _Decompressed:
    """The unpacked bytes of a file, which must be exactly one zstd frame with a right checksum at its end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._inflater = zstandard.ZstdDecompressor().decompressobj()
        self._ready = bytearray()

    def read(self, size_bytes: int) -> bytes:
        """Return exactly this many bytes. Raises ArchiveRefused when there are fewer."""
        while len(self._ready) < size_bytes:
            if not self._decompress_more():
                raise ArchiveRefused("The archive is cut off: its end is missing.")
        block = bytes(memoryview(self._ready)[:size_bytes])
        del self._ready[:size_bytes]
        return block

    def expect_end(self) -> None:
        """Raise ArchiveRefused unless only padding follows and the compressed data end with the file."""
        while True:
            if self._ready.strip(b"\0"):
                raise ArchiveRefused("The archive is damaged: there are data after its end.")
            self._ready.clear()
            if not self._decompress_more():
                break
        if not self._inflater.eof:
            raise ArchiveRefused("The archive is cut off: its end is missing.")
        if self._inflater.unused_data or self._file.read(1):
            raise ArchiveRefused("The archive is damaged: there are data after its end.")

    def _decompress_more(self) -> bool:
        """Decompress the next block; return False at the end of the compressed data or of the file.

        Raises ArchiveRefused for damaged data.
        """
        packed = b"" if self._inflater.eof else self._file.read(_COMPRESSED_BYTES)
        if not packed:
            return False
        try:
            self._ready += self._inflater.decompress(packed)
        except zstandard.ZstdError as error:
            raise ArchiveRefused(f"The archive is damaged or is not an archive of Storage Lab ({error}).") from error
        return True
