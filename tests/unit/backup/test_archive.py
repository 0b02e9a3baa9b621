"""The archive: read back as written, and refused when anything about it is not as written."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile

import pytest
import zstandard

from storagelab.backup.archive import ArchiveWriter, read_archive
from storagelab.backup.manifest import ArchiveRefused

MEMBERS = {"one": b"first", "two": b"", "three": os.urandom(3 << 20), "four": bytes(512)}


def archive_of(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    writer = ArchiveWriter(file)
    for name, data in members.items():
        writer.add(name, len(data), [data[:100], data[100:]])
    writer.close()
    return file.getvalue()


def contents(data: bytes) -> dict[str, bytes]:
    return {entry.name: b"".join(entry.blocks) for entry in read_archive(io.BytesIO(data))}


def packed(header: tarfile.TarInfo, content: bytes = b"") -> bytes:
    """Return an archive of one member with exactly this header, as an outsider could write it."""
    data = header.tobuf(tarfile.GNU_FORMAT) + content + bytes(-len(content) % 512) + bytes(1024)
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def test_members_are_read_in_written_order() -> None:
    assert list(contents(archive_of(MEMBERS)).items()) == list(MEMBERS.items())


def test_members_may_be_passed_over_unread() -> None:
    assert [entry.name for entry in read_archive(io.BytesIO(archive_of(MEMBERS)))] == list(MEMBERS)


def test_tar_reads_it_too() -> None:
    unpacked = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(archive_of(MEMBERS))).read()
    with tarfile.open(fileobj=io.BytesIO(unpacked)) as tar:
        members = [(member.name, member.size, member.mode) for member in tar]
    assert members == [(name, len(data), 0o600) for name, data in MEMBERS.items()]


def test_writer_returns_the_record_of_a_member() -> None:
    writer = ArchiveWriter(io.BytesIO())
    record = writer.add("a", 3, [b"ab", b"c"])
    assert (record.size_bytes, record.sha256) == (3, hashlib.sha256(b"abc").hexdigest())
    assert writer.members == {"a": record}


@pytest.mark.parametrize("blocks", [[b"ab"], [b"ab", b"cd"]])
def test_member_of_unexpected_size_is_an_error(blocks: list[bytes]) -> None:
    with pytest.raises(ValueError, match="3 bytes"):
        ArchiveWriter(io.BytesIO()).add("a", 3, blocks)


def test_cut_anywhere_is_refused() -> None:
    data = archive_of({"one": b"first", "two": b"second" * 100})
    for length in range(len(data)):
        with pytest.raises(ArchiveRefused, match="cut off"):
            contents(data[:length])


def test_every_changed_byte_is_noticed() -> None:
    members = {"one": b"first", "two": b"second" * 100}
    data = archive_of(members)
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 0x55
        with pytest.raises(ArchiveRefused):
            contents(bytes(changed))


@pytest.mark.parametrize("follows", [b"x", zstandard.ZstdCompressor().compress(b"more"), archive_of({"one": b"other"})])
def test_data_after_the_archive_end_is_refused(follows: bytes) -> None:
    with pytest.raises(ArchiveRefused, match="data after its end"):
        contents(archive_of(MEMBERS) + follows)


def test_data_after_the_tar_end_is_refused() -> None:
    tar = tarfile.TarInfo("a").tobuf(tarfile.GNU_FORMAT) + bytes(1024) + tarfile.TarInfo("b").tobuf(tarfile.GNU_FORMAT)
    with pytest.raises(ArchiveRefused, match="data after its end"):
        contents(zstandard.ZstdCompressor(write_checksum=True).compress(tar + bytes(1024)))


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.CHRTYPE, tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME],
)
def test_only_plain_files_are_understood(kind: bytes) -> None:
    header = tarfile.TarInfo("keys/controller-id")
    header.type, header.linkname = kind, "/etc/passwd"
    with pytest.raises(ArchiveRefused, match="not a plain file"):
        contents(packed(header))


def test_negative_size_is_refused() -> None:
    header = bytearray(tarfile.TarInfo("a").tobuf(tarfile.GNU_FORMAT))
    header[124:136] = b"\xff" * 12
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    with pytest.raises(ArchiveRefused):
        contents(zstandard.ZstdCompressor(write_checksum=True).compress(bytes(header) + bytes(1024)))


@pytest.mark.parametrize("data", [b"PK\x03\x04 a zip", b"\x1f\x8b a gzip", b"text", zstandard.compress(b"text" * 200)])
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(ArchiveRefused, match="damaged"):
        contents(data)


def test_highly_compressed_member_is_read_in_blocks() -> None:
    size = 1 << 30
    header = tarfile.TarInfo("a")
    header.size = size
    compressor = zstandard.ZstdCompressor().compressobj()
    zeros = bytes(1 << 20)
    data = compressor.compress(header.tobuf(tarfile.GNU_FORMAT))
    data += b"".join(compressor.compress(zeros) for _ in range(size >> 20)) + compressor.compress(bytes(1024))
    data += compressor.flush()
    largest = 0
    for entry in read_archive(io.BytesIO(data)):
        largest = max(len(block) for block in entry.blocks)
    assert largest <= 1 << 20
