"""Strict reader of the zip of a share. Unpacks nothing to disk and holds one file at a time.

A hostile or damaged zip raises InvalidInput with a sentence. An opened zip is complete: the seal over all bytes, the
form of every header, and the SHA-256 and size of every file match. The document names exactly the parts in the zip.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from storagelab.domain.configuration import encode_canonical_json
from storagelab.errors import InvalidInput
from storagelab.shares.archive import frame, limits
from storagelab.shares.archive.manifest import File, ShareManifest, read_manifest
from storagelab.shares.archive.strict_json import read_json
from storagelab.shares.archive.unpacking import BLOCK, DAMAGED, iterate_unpacked_blocks, read_at, read_small_entry

DOCUMENT_SCHEMA = "storagelab.share/2"


class ShareZip:
    """A zip that is complete: its `manifest`, the `document` and its bytes; other files are read on request."""

    def __init__(
        self,
        file: IO[bytes],
        *,
        owned: bool,
        entries: dict[str, frame.ZipEntry],
        manifest: ShareManifest,
        document: bytes,
    ) -> None:
        self._file, self._owned, self._entries = file, owned, entries
        self.manifest = manifest
        self.document_bytes = document

    @cached_property
    def document(self) -> dict[str, Any]:
        """The document as JSON."""
        return read_document(self.document_bytes)

    def part(self, sha256: str) -> bytes:
        """Return the bytes of a part of the document. Raises KeyError for a hash that it does not name."""
        return self._content(f"{limits.PART_FOLDER}{sha256}", sha256)

    def print(self, name: str) -> bytes:
        """Return the bytes of a print such as `page.pdf`. Raises KeyError where the zip has none."""
        sha256 = next(file.sha256 for file in self.manifest.files if file.name == name) if self.has(name) else ""
        return self._content(name, sha256)

    def has(self, name: str) -> bool:
        """Return whether the zip holds a file of this name."""
        return name in self._entries

    def close(self) -> None:
        """Close the file of the zip, if this object opened it."""
        if self._owned:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _content(self, name: str, sha256: str) -> bytes:
        content = b"".join(iterate_unpacked_blocks(self._file, self._entries[name]))
        # The file could have been changed since it was opened.
        if hashlib.sha256(content).hexdigest() != sha256:
            raise InvalidInput(f"{DAMAGED} while it was read: {name} has another SHA-256.")
        return content


def open_zip(source: Path | str | IO[bytes]) -> ShareZip:
    """Open the zip of a share and verify everything in it.

    `source` is a path, or a file that can seek. Raises InvalidInput with the fault.
    """
    if not isinstance(source, Path | str):
        return _open_file(source, owned=False, is_whole=False)
    return _open_path(Path(source), is_whole=False)


def reopen_zip(path: Path) -> ShareZip:
    """Open a zip that another process verified by `open_zip`; each file is compared on reading.

    Raises InvalidInput.
    """
    return _open_path(path, is_whole=True)


def _open_path(path: Path, *, is_whole: bool) -> ShareZip:
    try:
        file = path.open("rb")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from error
    try:
        return _open_file(file, owned=True, is_whole=is_whole)
    except BaseException:
        file.close()
        raise


def _open_file(file: IO[bytes], *, owned: bool, is_whole: bool) -> ShareZip:
    size = file.seek(0, 2)
    if not is_whole:
        _check_seal(file, size)
    entries = _list_entries(file, size)
    by_name = {entry.name: entry for entry in entries}
    _check_list(entries, by_name)
    packed_manifest = read_small_entry(file, by_name[limits.MANIFEST], limits.MAX_MANIFEST_BYTES)
    manifest = read_manifest(packed_manifest)
    if not is_whole:
        _check_files(file, manifest, by_name)
    document = read_small_entry(file, by_name[limits.DOCUMENT], limits.MAX_DOCUMENT_BYTES)
    if hashlib.sha256(document).hexdigest() != manifest.document_sha256:
        raise InvalidInput(f"{DAMAGED}: the document has another SHA-256 than in its manifest.")
    opened = ShareZip(file, owned=owned, entries=by_name, manifest=manifest, document=document)
    if not is_whole:
        _check_parts(opened.document, manifest)
    return opened


def _check_seal(file: IO[bytes], size: int) -> None:
    """Check that the comment at the end of a zip is the SHA-256 of all bytes before it."""
    max_bytes = limits.MAX_UNPACKED_BYTES + limits.MAX_ENTRIES * 2 * (limits.MAX_NAME + frame.END_BYTES * 4)
    if size > max_bytes:
        raise InvalidInput(f"This zip is larger than {limits.MAX_UNPACKED_BYTES >> 30} GiB, the limit of a share.")
    sealed = size - frame.SEAL_BYTES
    if sealed < frame.END_BYTES or not read_at(file, sealed, frame.SEAL_BYTES).startswith(frame.SEAL_START):
        raise InvalidInput(
            "This is not the zip of a share as Storage Lab packs it, or its end is missing. A zip that another "
            "program repacked is refused: use the file as it was downloaded."
        )
    digest = hashlib.sha256()
    file.seek(0)
    left = sealed
    while left:
        block = file.read(min(left, BLOCK))
        if not block:
            raise InvalidInput(f"{DAMAGED} while it was read.")
        digest.update(block)
        left -= len(block)
    if read_at(file, sealed, frame.SEAL_BYTES) != frame.seal(digest.hexdigest()):
        raise InvalidInput(f"{DAMAGED}: its bytes do not have the SHA-256 in its seal. Download it again.")


def _list_entries(file: IO[bytes], size: int) -> list[frame.ZipEntry]:
    """Return every entry of a zip in order of position, from the first byte on.

    Only the central directory may follow the entries, without any gap.
    """
    entries: list[frame.ZipEntry] = []
    offset = total = 0
    while (entry := _read_entry(file, offset)) is not None:
        entries.append(entry)
        offset, total = entry.end, total + entry.size_bytes
        if len(entries) > limits.MAX_ENTRIES:
            raise InvalidInput(f"This zip holds more than {limits.MAX_ENTRIES:,} files, the limit of a share.")
        if total > limits.MAX_UNPACKED_BYTES:
            raise InvalidInput(
                f"This zip unpacks to more than {limits.MAX_UNPACKED_BYTES >> 30} GiB, the limit of a share."
            )
        if offset > size:
            raise InvalidInput(f"{DAMAGED}: {entry.name} is longer than the file.")
    listed = frame.build_directory(entries)
    tail = listed + frame.end(entries, directory_bytes=len(listed))
    if offset + len(tail) + frame.SEAL_BYTES != size or read_at(file, offset, len(tail)) != tail:
        raise InvalidInput(f"{DAMAGED}: the list at its end does not match its contents.")
    return entries


def _read_entry(file: IO[bytes], offset: int) -> frame.ZipEntry | None:
    started = frame.read_local_header(read_at(file, offset, frame.LOCAL_BYTES), offset)
    if started is None:
        return None
    entry, name_bytes = started
    raw_name = read_at(file, offset + frame.LOCAL_BYTES, min(name_bytes, limits.MAX_NAME))
    name = raw_name.decode("ascii", "replace")
    if name not in (limits.MANIFEST, limits.DOCUMENT) and not limits.is_part(name) and not limits.is_print(name):
        raise InvalidInput("This zip holds a file under a name that no file of a share has.")
    entry = frame.ZipEntry(name, entry.method, entry.crc, entry.packed_bytes, entry.size_bytes, offset)
    if entry.method not in (frame.STORED, frame.DEFLATED):
        raise InvalidInput(f"{name} is compressed in an unsupported way: shares are stored or deflated.")
    header = frame.build_local_header(entry)
    if read_at(file, offset, len(header)) != header:
        raise InvalidInput(f"{DAMAGED}: the header of {name} is not as Storage Lab writes it.")
    if entry.size_bytes > entry.packed_bytes * limits.MAX_RATIO + limits.MAX_RATIO:
        raise InvalidInput(f"{name} states an unpacked size that its packed size cannot hold.")
    return entry


def _check_list(entries: list[frame.ZipEntry], by_name: dict[str, frame.ZipEntry]) -> None:
    names = [entry.name for entry in entries]
    if len(by_name) != len(names):
        raise InvalidInput("This zip holds a file twice.")
    for name in (limits.MANIFEST, limits.DOCUMENT):
        if name not in by_name:
            raise InvalidInput(f"This zip holds no {name}: it is not the zip of a share.")
    if names != limits.sort_names(names):
        raise InvalidInput(f"{DAMAGED}: its files are in another order.")


def _check_files(file: IO[bytes], manifest: ShareManifest, by_name: dict[str, frame.ZipEntry]) -> None:
    """Check that the zip holds exactly the files of its manifest, with equal sizes and hashes."""
    listed = {file_entry.name for file_entry in manifest.files} | {limits.MANIFEST}
    for name in sorted(listed ^ by_name.keys())[:1]:
        problem = "is missing" if name in listed else "is not in its manifest"
        raise InvalidInput(f"{DAMAGED}: {name} {problem}.")
    for listed_file in manifest.files:
        entry = by_name[listed_file.name]
        _check_size(listed_file, entry)
        digest = hashlib.sha256()
        for block in iterate_unpacked_blocks(file, entry):
            digest.update(block)
        if digest.hexdigest() != listed_file.sha256:
            raise InvalidInput(f"{DAMAGED}: {listed_file.name} has another SHA-256 than in its manifest.")


def _check_size(listed: File, entry: frame.ZipEntry) -> None:
    if entry.size_bytes != listed.size_bytes:
        raise InvalidInput(f"{DAMAGED}: {listed.name} has another size than in its manifest.")
    if entry.size_bytes > limits.MAX_PART_BYTES:
        raise InvalidInput(
            f"{listed.name} is larger than {limits.MAX_PART_BYTES >> 20} MiB, the limit of a file of a share."
        )


def _check_parts(document: dict[str, Any], manifest: ShareManifest) -> None:
    """Check that the document names exactly the parts in the manifest, with their sizes and types."""
    named = document.get("parts")
    if not isinstance(named, dict):
        raise InvalidInput("The document does not list its parts.")
    wanted: dict[str, list[dict[str, Any]]] = {}
    for part in named.values():
        if not isinstance(part, dict) or part.keys() != {"sha256", "size_bytes", "media_type"}:
            raise InvalidInput("The document describes a part in an unknown way.")
        if not all(isinstance(part[key], str) for key in ("sha256", "media_type")):
            raise InvalidInput("The document describes a part in an unknown way.")
        wanted.setdefault(part["sha256"], []).append(part)
    here = {file.sha256: file for file in manifest.files if limits.is_part(file.name)}
    if wanted.keys() != here.keys():
        raise InvalidInput(f"{DAMAGED}: the document lists other parts than the zip holds.")
    for sha256, parts in wanted.items():
        if any(part["size_bytes"] != here[sha256].size_bytes for part in parts):
            raise InvalidInput(f"{DAMAGED}: the document has another size of part {sha256}.")
        # Two names may share bytes under two types; the manifest has that of the first name.
        if here[sha256].media_type not in [part["media_type"] for part in parts]:
            raise InvalidInput(f"{DAMAGED}: the document has another type of part {sha256}.")


def read_document(content: bytes) -> dict[str, Any]:
    """Return a document of schema 2 by its canonical JSON. Raises InvalidInput for anything else."""
    document = read_json(content, limits.DOCUMENT)
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema != DOCUMENT_SCHEMA:
        raise InvalidInput(_explain_other_schema(schema))
    try:
        canonical = encode_canonical_json(document)
    except (ValueError, RecursionError):
        canonical = b""
    if canonical != content:
        raise InvalidInput("The document is not canonical JSON, as every frozen one is.")
    validated: dict[str, Any] = document
    return validated


def _explain_other_schema(schema: Any) -> str:
    """Return the error message for a document of another schema than ours, with its remedy."""
    family, _, number = str(schema).rpartition("/")
    ours, _, newest = DOCUMENT_SCHEMA.rpartition("/")
    if family != ours or not (number.isascii() and number.isdecimal() and len(number) < 6):
        return "The document in this zip is not that of a share: its schema is unknown."
    if int(number) > int(newest):
        return (
            f"This share was made by a newer release: its document has the schema {number}, and this release reads "
            f"{newest}. Update this lab first."
        )
    return (
        f"This share was made by an older release: its document has the schema {number}, which holds too little to "
        "be read elsewhere. Ask its author to freeze it again."
    )
