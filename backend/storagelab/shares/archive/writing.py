"""Packs a share as one zip: manifest, document, parts, prints. The same contents give the same bytes."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO

from storagelab import __version__
from storagelab.errors import RequestRefused
from storagelab.shares.archive import frame, limits
from storagelab.shares.archive.manifest import File, ShareManifest
from storagelab.shares.document.share import FrozenBlob

JSON = "application/json"
_LEVEL = 6


@dataclass(frozen=True, slots=True)
class Print:
    """A print that goes along: its name in the zip, its bytes and what they are."""

    name: str
    content: bytes
    media_type: str


def build_manifest(
    parts: Mapping[str, FrozenBlob], content: bytes, *, address: str | None, prints: Mapping[str, Print]
) -> ShareManifest:
    """Return the manifest of a share zip.

    `parts` are those of the document, `content` is its canonical JSON. `address` is the permalink of the share,
    `prints` its prints by name. Raises RequestRefused for contents that are too large for one zip.
    """
    files = {limits.DOCUMENT: File(limits.DOCUMENT, len(content), hashlib.sha256(content).hexdigest(), True, JSON)}
    for part in parts.values():
        name = f"{limits.PART_FOLDER}{part.sha256}"
        files.setdefault(name, File(name, part.size_bytes, part.sha256, True, part.media_type))
    for made in prints.values():
        digest = hashlib.sha256(made.content).hexdigest()
        files[made.name] = File(made.name, len(made.content), digest, False, made.media_type)
    total = sum(file.size_bytes for file in files.values())
    if len(files) >= limits.MAX_ENTRIES or total > limits.MAX_UNPACKED_BYTES - limits.MAX_MANIFEST_BYTES:
        raise RequestRefused(
            f"This share has {len(files):,} files of {total / 1e9:.1f} GB in all, more than one zip holds. Download "
            "the document and its parts one by one."
        )
    return ShareManifest(
        document_sha256=files[limits.DOCUMENT].sha256,
        address=address,
        product={"name": "Storage Lab", "version": __version__},
        files=tuple(files[name] for name in sorted(files)),
    )


def write_zip(
    out: IO[bytes],
    manifest: ShareManifest,
    *,
    document: bytes,
    part: Callable[[str], bytes],
    prints: Mapping[str, Print],
) -> int:
    """Write the zip of a share to `out`, one file at a time, and return its size in bytes.

    `part` gives the bytes of a part by its SHA-256.
    """
    digest = hashlib.sha256()
    entries: list[frame.ZipEntry] = []
    offset = 0

    def write(content: bytes) -> None:
        nonlocal offset
        out.write(content)
        digest.update(content)
        offset += len(content)

    for name in limits.sort_names([limits.MANIFEST, *(file.name for file in manifest.files)]):
        if name == limits.MANIFEST:
            content = manifest.packed()
        elif name == limits.DOCUMENT:
            content = document
        elif limits.is_part(name):
            content = part(name.removeprefix(limits.PART_FOLDER))
        else:
            content = prints[name].content
        method, packed = _compress_content(content)
        entry = frame.ZipEntry(name, method, zlib.crc32(content), len(packed), len(content), offset)
        entries.append(entry)
        write(frame.build_local_header(entry))
        write(packed)
    listed = frame.build_directory(entries)
    write(listed)
    write(frame.end(entries, directory_bytes=len(listed)))
    out.write(frame.seal(digest.hexdigest()))
    return offset + frame.SEAL_BYTES


def _compress_content(content: bytes) -> tuple[int, bytes]:
    """Return the zip method and the bytes of `content`, compressed if that makes them smaller."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(content) + packer.flush()
    return (frame.DEFLATED, packed) if len(packed) < len(content) else (frame.STORED, content)
