"""Archives unpacked file by file into a scratch folder: no entry can name a place of this machine."""

from __future__ import annotations

import errno
import io
import re
import secrets
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from storagelab.engines.base import ParseFailed
from storagelab.imports.decompression import BLOCK_BYTES, Packing, Truncated, iterate_unpacked_blocks
from storagelab.imports.unpacking_limits import Allowance, UnpackingMeter

ArchiveKind = Literal["zip", "tar"]

#: Room for `ustar` in the header of a tar archive.
HEAD_BYTES = 512
LONGEST_NAME = 1024
LONGEST_REASON = 200
#: How many blocks of zeros end a tar archive, in bytes.
_TAR_END_BYTES = 1024

_DRIVE = re.compile(r"[A-Za-z]:/")
#: Control characters, and half surrogate pairs, which represent bytes that are no text.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class UnpackedFile:
    """A regular file of an archive: its checked name, and where its bytes lie under a name of ours."""

    name: str
    path: Path


def archive_kind(name: str, head: bytes) -> ArchiveKind | None:
    """Return the archive kind of a file by its ending, or by its first bytes when its name has no ending.

    The bytes of a file with another ending do not count, because documents are zip files too.
    """
    lowered = name.lower()
    if lowered.endswith((".zip", ".tar")):
        return "zip" if lowered.endswith(".zip") else "tar"
    if "." in name.rpartition("/")[2]:
        return None
    if head.startswith(b"PK\x03\x04"):
        return "zip"
    return "tar" if head[257:262] == b"ustar" else None


def make_printable(name: str) -> str:
    """Return a name as pages, JSON and terminals can show it: valid Unicode without control characters."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", name)


def unpack_zip(
    path: Path, name: str, folder: Path, allowance: Allowance, *, within: UnpackingMeter
) -> list[UnpackedFile]:
    """Unpack the zip archive at `path` into `folder` and return the unpacked files.

    `name` is the name of the archive in error messages. `within` counts the bytes of the uploaded file that contains
    the archive. Raises ParseFailed naming the entry for anything but regular files under relative names, and for bombs.
    """
    whole = UnpackingMeter(name, path.stat().st_size, allowance, within=within)
    files: dict[str, UnpackedFile] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                # `filename` is cut at a NUL, so it is not the name in the archive.
                if entry.orig_filename.endswith(("/", "\\")):
                    continue
                entry_name = _check_entry_name(entry.orig_filename, name, files)
                place = f"{name}, entry {entry_name}"
                _check_zip_entry(entry, place)
                allowance.count_entry(place)
                own = UnpackingMeter(place, entry.compress_size, allowance, within=whole)
                with archive.open(entry) as content:
                    files[entry_name] = _store(_iterate_blocks(content), entry_name, folder, own)
    except ParseFailed:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as damaged:
        raise ParseFailed(name, f"a whole and sound zip archive ({_clip_message(damaged)})") from damaged
    except OSError as refused:
        # A place before the first byte is not the machine's refusal.
        if refused.errno != errno.EINVAL:
            raise
        raise ParseFailed(name, "a whole and sound zip archive, but it names places outside itself") from refused
    return list(files.values())


def _check_zip_entry(entry: zipfile.ZipInfo, place: str) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise ParseFailed(place, "a regular file, not a link or a device")
    if entry.flag_bits & 1:
        raise ParseFailed(place, "a file without a password")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ParseFailed(place, "a file that is stored or deflated, as every zip program does")


def unpack_tar(
    path: Path, name: str, folder: Path, allowance: Allowance, *, packing: Packing | None, within: UnpackingMeter
) -> tuple[list[UnpackedFile], list[str]]:
    """Unpack the tar archive at `path` into `folder`; return its files, and a note when it was cut.

    The files before the cut are complete. Raises ParseFailed naming the entry for anything but regular files under
    relative names, and for bombs.
    """
    files: dict[str, UnpackedFile] = {}
    with path.open("rb") as packed:
        meter = UnpackingMeter(name, path.stat().st_size, allowance, within=within)
        stream = _Stream(
            iterate_unpacked_blocks(packed, packing, name=name) if packing else _iterate_blocks(packed), meter
        )
        try:
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                for entry in archive:
                    if not entry.isdir():
                        _unpack_tar_entry(archive, entry, name, folder, allowance, files)
            stream.drain()
        except ParseFailed:
            raise
        except (tarfile.TarError, EOFError, ValueError, OverflowError) as damaged:
            if not files:
                raise ParseFailed(name, f"a whole and sound tar archive ({_clip_message(damaged)})") from damaged
            stream.is_cut = True
    if not stream.is_cut and not stream.last_bytes.strip(b"\0"):
        return list(files.values()), []
    if not files:
        raise ParseFailed(name, "a whole tar archive, but it ends within its first file")
    last = next(reversed(files))
    return list(files.values()), [f"truncated: {name} ends before its end mark. What follows {last} in it is lost"]


def _unpack_tar_entry(
    archive: tarfile.TarFile,
    entry: tarfile.TarInfo,
    name: str,
    folder: Path,
    allowance: Allowance,
    files: dict[str, UnpackedFile],
) -> None:
    entry_name = _check_entry_name(entry.name, name, files)
    place = f"{name}, entry {entry_name}"
    content = archive.extractfile(entry) if entry.isreg() and not entry.issparse() else None
    if content is None:
        raise ParseFailed(place, "a regular file, not a link, a device or a file with holes")
    allowance.count_entry(place)
    files[entry_name] = _store(_iterate_blocks(content), entry_name, folder)


class _Stream(io.RawIOBase):
    """Blocks as the file that `tarfile` reads; a cut end is remembered and looks like an end."""

    def __init__(self, blocks: Iterator[bytes], meter: UnpackingMeter) -> None:
        super().__init__()
        self._blocks = blocks
        self._meter = meter
        self._block = b""
        self._taken = 0
        self.is_cut = False
        self.last_bytes = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """Read the next bytes, `size` at most; b"" at the end."""
        if self._taken == len(self._block):
            self._block, self._taken = self._read_next_block(), 0
        taken = self._block[self._taken : self._taken + size if size >= 0 else None]
        self._taken += len(taken)
        return taken

    def _read_next_block(self) -> bytes:
        try:
            block = next(self._blocks, b"")
        except Truncated:
            self.is_cut = True
            return b""
        self._meter.count(len(block))
        self.last_bytes = (self.last_bytes + block)[-_TAR_END_BYTES:]
        return block

    def drain(self) -> None:
        """Read on to the end, where compressed data has its check sum."""
        while self.read(BLOCK_BYTES):
            pass


def _check_entry_name(raw: str, archive: str, taken: Container[str]) -> str:
    """Return the relative name of an entry. Raises ParseFailed for a name that leads elsewhere or exists already."""
    name = raw.replace("\\", "/")
    shown = f"{archive}, entry {make_printable(raw)[:LONGEST_NAME]}"
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or _DRIVE.match(name) or ".." in parts or "\0" in name or not parts:
        raise ParseFailed(shown, "a relative name that stays within the archive")
    if len(name) > LONGEST_NAME:
        raise ParseFailed(shown, f"a name of at most {LONGEST_NAME} characters")
    checked = make_printable("/".join(parts))
    if checked in taken:
        raise ParseFailed(shown, "every name once")
    return checked


def _clip_message(reason: Exception) -> str:
    """Return the library's message, clipped because it may quote the archive at length."""
    return make_printable(str(reason))[:LONGEST_REASON]


def _iterate_blocks(content: IO[bytes]) -> Iterator[bytes]:
    while block := content.read(BLOCK_BYTES):
        yield block


def _store(blocks: Iterable[bytes], name: str, folder: Path, meter: UnpackingMeter | None = None) -> UnpackedFile:
    """Write the blocks to a new file in `folder`, and count each block before writing it.

    `name` is the name of the entry. The file itself has a random name.
    """
    path = folder / secrets.token_hex(16)
    with path.open("xb") as file:
        for block in blocks:
            if meter is not None:
                meter.count(len(block))
            file.write(block)
    return UnpackedFile(name, path)
