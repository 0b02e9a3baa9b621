"""Manifest of the zip of a share: its files, their sizes and their hashes. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storagelab.domain.configuration import encode_canonical_json
from storagelab.errors import InvalidInput
from storagelab.shares.archive import limits
from storagelab.shares.archive.strict_json import read_json

_SHA256 = re.compile(r"[0-9a-f]{64}")
_MEDIA_TYPE = re.compile(r"[a-z0-9.+-]{1,100}/[a-z0-9.+-]{1,100}(?:; ?charset=utf-8)?")
_ADDRESS = re.compile(r"https?://[!-~]{1,2000}")
_WORD = re.compile(r"[ -~]{1,100}")
_TOP = {"schema", "document_sha256", "address", "product", "files"}
_FILE = {"name", "size_bytes", "sha256", "frozen", "media_type"}


@dataclass(frozen=True, slots=True)
class File:
    """An entry of the zip. The fingerprint covers `frozen` entries; prints may be made again."""

    name: str
    size_bytes: int
    sha256: str
    frozen: bool
    media_type: str


@dataclass(frozen=True, slots=True)
class ShareManifest:
    """Description that a zip has of itself. `address` is the permalink that it was downloaded from, or None."""

    document_sha256: str
    address: str | None
    product: Mapping[str, str]
    files: tuple[File, ...]

    def packed(self) -> bytes:
        """Return its canonical JSON."""
        return encode_canonical_json(
            {
                "schema": limits.SCHEMA,
                "document_sha256": self.document_sha256,
                "address": self.address,
                "product": dict(self.product),
                "files": [
                    {
                        "name": file.name,
                        "size_bytes": file.size_bytes,
                        "sha256": file.sha256,
                        "frozen": file.frozen,
                        "media_type": file.media_type,
                    }
                    for file in self.files
                ],
            }
        )


def read_manifest(content: bytes) -> ShareManifest:
    """Return the manifest in these bytes. Raises InvalidInput for any other form than `Manifest.packed` makes."""
    value = read_json(content, limits.MANIFEST)
    if not isinstance(value, dict) or value.get("schema") != limits.SCHEMA:
        raise InvalidInput(f"{limits.MANIFEST} has another schema than {limits.SCHEMA}.")
    _require(value.keys() == _TOP, "its fields")
    product, address = value["product"], value["address"]
    _require(isinstance(product, dict) and product.keys() == {"name", "version"}, "product")
    _require(all(_is(_WORD, word) for word in product.values()), "product")
    _require(address is None or _is(_ADDRESS, address), "address")
    _require(_is(_SHA256, value["document_sha256"]), "document_sha256")
    _require(isinstance(value["files"], list) and len(value["files"]) < limits.MAX_ENTRIES, "files")
    files = tuple(_file(entry) for entry in value["files"])
    names = [file.name for file in files]
    _require(names == sorted(set(names)), "files, which must be sorted by name without duplicates")
    manifest = ShareManifest(value["document_sha256"], address, product, files)
    _require(manifest.packed() == content, "its form, which must be canonical JSON")
    return manifest


def _file(value: Any) -> File:
    _require(isinstance(value, dict) and value.keys() == _FILE, "the fields of a file")
    name, size = value["name"], value["size_bytes"]
    frozen = name == limits.DOCUMENT or (isinstance(name, str) and limits.is_part(name))
    _require(frozen or (isinstance(name, str) and limits.is_print(name)), "the name of a file")
    _require(type(size) is int and 0 <= size <= limits.MAX_UNPACKED_BYTES, "size_bytes")
    _require(_is(_SHA256, value["sha256"]), "sha256")
    _require(value["frozen"] is frozen, "the frozen files")
    _require(_is(_MEDIA_TYPE, value["media_type"]), "media_type")
    _require(not limits.is_part(name) or name == f"{limits.PART_FOLDER}{value['sha256']}", "the hash of a part")
    return File(name, size, value["sha256"], frozen, value["media_type"])


def _is(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _require(holds: bool, subject: str) -> None:
    if not holds:
        raise InvalidInput(f"{limits.MANIFEST} has a wrong value: {subject}.")
