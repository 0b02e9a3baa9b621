"""Sources to be read, as members: a file, a folder or an archive, decompressed on demand."""

from __future__ import annotations

import re
import stat
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from storagelab.domain.reading_limits import ARCHIVE_DEPTH
from storagelab.errors import InvalidInput
from storagelab.formats.base import HEAD_BYTES, MEMBER_BYTES, ParseFailed
from storagelab.imports.archives import HEAD_BYTES as ARCHIVE_HEAD_BYTES
from storagelab.imports.archives import ArchiveKind, UnpackedFile, archive_kind, make_printable, unpack_tar, unpack_zip
from storagelab.imports.decompression import (
    BLOCK_BYTES,
    Packing,
    Truncated,
    detect_packing,
    iterate_unpacked_blocks,
    remove_packing_suffix,
)
from storagelab.imports.unpacking_limits import (
    LIMITS,
    Allowance,
    TooMuch,
    TooMuchOfOne,
    UnpackingLimits,
    UnpackingMeter,
    format_mebibytes,
)

#: Files as they were given: their names, relative and with "/", and where they lie.
GivenFiles = Iterable[tuple[str, Path]]


@dataclass(slots=True, eq=False)
class FileMember:
    """One file to be read (`formats.base.Member`). `source` names the uploaded file it is or was unpacked from.

    `damage` is the reason when its beginning could not be read.
    """

    name: str
    source: str
    path: Path
    packing: Packing | None
    meter: UnpackingMeter
    notes: list[str]
    damage: str | None = None
    _size: int | None = field(default=None, init=False)
    _is_cut: bool = field(default=False, init=False)

    @property
    def size_bytes(self) -> int:
        """Return the unpacked size in bytes; for damaged content, the size before the damage."""
        if self._size is None:
            self._size = 0
            try:
                for block in self.blocks():
                    self._size += len(block)
            except ParseFailed as failure:
                self.damage = failure.message
        return self._size

    def head(self) -> bytes:
        """Return the first HEAD_BYTES of the content at most; fewer where the file is damaged."""
        head = b""
        try:
            for block in self.blocks():
                head += block
                if len(head) >= HEAD_BYTES:
                    break
        except ParseFailed as failure:
            self.damage = failure.message
        return head[:HEAD_BYTES]

    def read(self) -> bytes:
        """Read the whole content. Raises ParseFailed when it is larger than MEMBER_BYTES or cannot be read."""
        # Its value is the buffer itself: a large file is not in memory twice.
        content = BytesIO()
        for block in self.blocks():
            content.write(block)
            if content.tell() > MEMBER_BYTES:
                raise ParseFailed(self.name, f"at most {format_mebibytes(MEMBER_BYTES)} in one file")
        self._size = content.tell()
        return content.getvalue()

    def blocks(self) -> Iterator[bytes]:
        """Yield the unpacked content in blocks; record when the end is cut off.

        Raises ParseFailed where the content is damaged.
        """
        try:
            with self.path.open("rb") as file:
                if self.packing is None:
                    while block := file.read(BLOCK_BYTES):
                        yield block
                else:
                    yield from self._iterate_unpacked(file, self.packing)
        except OSError as refused:
            raise ParseFailed(self.name, f"a file that can be read ({refused.strerror or refused})") from refused

    def _iterate_unpacked(self, file: BinaryIO, packing: Packing) -> Iterator[bytes]:
        self.meter.restart()
        try:
            for block in iterate_unpacked_blocks(file, packing, name=self.name):
                self.meter.count(len(block))
                yield block
        except Truncated:
            if not self._is_cut:
                self._is_cut = True
                self.notes.append(f"truncated: {self.name} ends before its {packing} data does")


class Members(list[FileMember]):
    """Members to be read, in natural order. `notes` name the unreadable ones, and grow while members are read."""

    def __init__(self, members: Iterable[FileMember], notes: list[str]) -> None:
        super().__init__(sorted(members, key=lambda member: build_natural_key(member.name)))
        self.notes = notes


@contextmanager
def open_members(path: Path, *, scratch: Path | None = None, limits: UnpackingLimits = LIMITS) -> Iterator[Members]:
    """Open a file, a folder with its subfolders, or an archive, and yield its members.

    Archives are unpacked into a folder in `scratch`. Raises InvalidInput (with its subclass ParseFailed) where `path`
    is missing, empty or cannot be unpacked.
    """
    try:
        kind = stat.S_IFMT(path.stat().st_mode)
    except OSError as refused:
        raise InvalidInput(f"{make_printable(str(path))} cannot be read: {refused.strerror}.") from refused
    notes: list[str] = []
    if kind == stat.S_IFDIR:
        with open_files(_walk(path, notes), scratch=scratch, limits=limits) as members:
            members.notes[:0] = notes
            yield members
    elif kind == stat.S_IFREG:
        with open_files([(make_printable(path.name), path)], scratch=scratch, limits=limits) as members:
            yield members
    else:
        raise InvalidInput(f"{make_printable(str(path))} is neither a file nor a folder.")


@contextmanager
def open_files(
    files: GivenFiles, *, scratch: Path | None = None, limits: UnpackingLimits = LIMITS
) -> Iterator[Members]:
    """Open files in any location under the names given, and yield their members.

    Archives are unpacked into a folder in `scratch`. A single archive is replaced by its content, and its refusal is
    raised. One archive among other files becomes a folder of its name, or a note when it is refused.
    """
    given = sorted(islice(files, limits.entries + 1), key=lambda file: build_natural_key(file[0]))
    with tempfile.TemporaryDirectory(prefix="storagelab-", dir=scratch) as folder:
        collection = _Collection(Path(folder), Allowance(limits))
        for name, path in given:
            collection.allowance.count_entry(name)
            collection.add_given(name, path, is_alone=len(given) == 1)
        if not collection.members:
            raise InvalidInput(collection.notes[0] if collection.notes else "The folder holds no files to read.")
        yield Members(collection.members.values(), collection.notes)


def build_natural_key(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return a sort key that puts `run-2` before `run-10`, for numbers of any length."""
    parts = re.split(r"([0-9]+)", name)
    numbers = {index: part.lstrip("0") for index, part in enumerate(parts) if index % 2}
    return [(len(numbers[index]), numbers[index]) if index % 2 else (0, part) for index, part in enumerate(parts)], name


def _walk(folder: Path, notes: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield name and path of every regular file below `folder`.

    Links and unreadable folders are added to `notes`; devices and sockets are skipped.
    """
    links = []
    folders = [("", folder)]
    while folders:
        prefix, current = folders.pop()
        try:
            entries = [
                (f"{prefix}{make_printable(entry.name)}", entry, entry.lstat().st_mode) for entry in current.iterdir()
            ]
        except OSError as refused:
            notes.append(f"the folder {prefix or make_printable(str(folder))} was left out: {refused.strerror}")
            continue
        for name, entry, mode in entries:
            if stat.S_ISLNK(mode):
                links.append(name)
            elif stat.S_ISDIR(mode):
                folders.append((f"{name}/", entry))
            elif stat.S_ISREG(mode):
                yield name, entry
    if links:
        notes.append(f"symbolic links are not followed: {format_some_names(links)}")


def format_some_names(names: Sequence[str], shown: int = 5) -> str:
    """Format names as `a, b and 12 more`."""
    listed = ", ".join(names[:shown])
    return f"{listed} and {len(names) - shown} more" if len(names) > shown else listed


@dataclass(frozen=True, slots=True)
class ImportSource:
    """A given file, and the meter of all that comes out of it."""

    name: str
    meter: UnpackingMeter


class _Collection:
    """Members as they are found, and what is left of the limits."""

    def __init__(self, folder: Path, allowance: Allowance) -> None:
        self.members: dict[str, FileMember] = {}
        self.notes: list[str] = []
        self.allowance = allowance
        self._folder = folder

    def add_given(self, name: str, path: Path, *, is_alone: bool) -> None:
        """Add a given file, or the content of an archive.

        Of an archive that unpacks to too much, the members before the limit are added. Raises TooMuchOfOne where
        `is_alone`.
        """
        try:
            size = path.stat().st_size
        except OSError as refused:
            self.notes.append(f"{name} was left out: {refused.strerror}")
            return
        try:
            self._add(
                name, path, ImportSource(name, UnpackingMeter(name, size, self.allowance)), depth=0, is_alone=is_alone
            )
        except TooMuchOfOne as refusal:
            if is_alone:
                raise
            self.notes.append(f"the rest of {name} was left out: {refusal.message}")

    def _add(self, name: str, path: Path, source: ImportSource, *, depth: int, is_alone: bool) -> None:
        try:
            with path.open("rb") as file:
                head = file.read(ARCHIVE_HEAD_BYTES)
        except OSError as refused:
            self.notes.append(f"{name} was left out: {refused.strerror}")
            return
        packing = detect_packing(head)
        plain_name = remove_packing_suffix(name)
        kind = archive_kind(plain_name, b"" if packing else head)
        if kind is None or (kind == "zip" and packing):
            self._add_member(plain_name, path, source, packing)
            return
        try:
            files = self._unpack(kind, path, name, packing, depth, source.meter)
        except (TooMuch, TooMuchOfOne):
            raise
        except ParseFailed as refusal:
            if is_alone:
                raise
            self.notes.append(f"{name} was left out: {refusal.message}")
            return
        prefix = "" if is_alone else f"{plain_name.rpartition('.')[0] or plain_name}/"
        for unpacked in files:
            self._add(f"{prefix}{unpacked.name}", unpacked.path, source, depth=depth + 1, is_alone=False)

    def _unpack(
        self, kind: ArchiveKind, path: Path, name: str, packing: Packing | None, depth: int, within: UnpackingMeter
    ) -> list[UnpackedFile]:
        deepest = self.allowance.limits.archive_depth
        if depth >= deepest:
            raise ParseFailed(name, replace(ARCHIVE_DEPTH, max_count=deepest).exceeded(depth + 1))
        if kind == "zip":
            return unpack_zip(path, name, self._folder, self.allowance, within=within)
        files, notes = unpack_tar(path, name, self._folder, self.allowance, packing=packing, within=within)
        self.notes += notes
        return files

    def _add_member(self, name: str, path: Path, source: ImportSource, packing: Packing | None) -> None:
        if name in self.members:
            self.notes.append(f"{source.name} was left out: there is another {name}")
            return
        meter = UnpackingMeter(name, path.stat().st_size, self.allowance, within=source.meter)
        self.members[name] = FileMember(name, source.name, path, packing, meter, self.notes)
