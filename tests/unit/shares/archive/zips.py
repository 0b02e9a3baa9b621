"""Small share in a zip, and zips that were written by hand."""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from storagelab.domain.configuration import encode_canonical_json
from storagelab.shares.archive import frame
from storagelab.shares.archive.writing import Print, build_manifest, write_zip
from storagelab.shares.document.share import FrozenBlob

ADDRESS = "https://lab.example.org/s/abc"
PARTS = [b'{"integers":[100,200,300],"t_ms":[0,1000,2000]}', b"raw bytes \x00\xff of a file" * 40]
PRINTS = {"README.txt": Print("README.txt", b"What this is.\n", "text/plain; charset=utf-8")}


def part(content: bytes, media_type: str = "application/json") -> dict[str, Any]:
    return {"sha256": hashlib.sha256(content).hexdigest(), "size_bytes": len(content), "media_type": media_type}


def document(parts: Sequence[bytes] = PARTS, **more: Any) -> dict[str, Any]:
    named = {f"runs/r-1/files/{place}": part(content) for place, content in enumerate(parts)}
    return {"schema": "storagelab.share/2", "title": "A share é", "parts": named, **more}


def zipped(
    value: dict[str, Any] | None = None, parts: Sequence[bytes] = PARTS, prints: dict[str, Print] | None = None
) -> bytes:
    """Return the zip of a document with these parts."""
    value = document(parts) if value is None else value
    content = encode_canonical_json(value)
    prints = PRINTS if prints is None else prints
    by_hash = {hashlib.sha256(part).hexdigest(): part for part in parts}
    out = io.BytesIO()
    blobs = msgspec.convert(value["parts"], dict[str, FrozenBlob])
    manifest = build_manifest(blobs, content, address=ADDRESS, prints=prints)
    write_zip(out, manifest, document=content, part=by_hash.__getitem__, prints=prints)
    return out.getvalue()


def by_hand(
    files: Sequence[tuple[str, bytes]], *, method: int = frame.STORED, claimed_bytes: dict[str, int] | None = None
) -> bytes:
    """Return a sealed zip of any files in any order; `claimed_bytes` gives wrong unpacked sizes by name."""
    entries, out = [], b""
    for name, content in files:
        packed = content
        if method == frame.DEFLATED:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = packer.compress(content) + packer.flush()
        size = (claimed_bytes or {}).get(name, len(content))
        entry = frame.ZipEntry(name, method, zlib.crc32(content), len(packed), size, len(out))
        entries.append(entry)
        out += frame.build_local_header(entry) + packed
    listed = frame.build_directory(entries)
    return sealed(out + listed + frame.end(entries, directory_bytes=len(listed)))


def sealed(content: bytes) -> bytes:
    """Return these bytes with the seal that fits them."""
    return content + frame.seal(hashlib.sha256(content).hexdigest())


def resealed(content: bytes) -> bytes:
    """Return a changed zip with a matching seal, as made by a person who knows about seals."""
    return sealed(content[: -frame.SEAL_BYTES])


def files_of(content: bytes) -> list[tuple[str, bytes]]:
    """Return the files of a zip in their order, read by the standard library."""
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def with_manifest(packed: Sequence[tuple[str, bytes]], **changes: Any) -> bytes:
    """Return a hand-made zip whose manifest is changed at its top."""
    first, *rest = packed
    manifest = json.loads(first[1]) | changes
    return by_hand([(first[0], encode_canonical_json(manifest)), *rest])
