"""Manifest of the zip of a share: its files, their sizes and their hashes. Pure."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.struct_faults import describe_fault
from storagelab.errors import InvalidInput
from storagelab.shares.archive import limits
from storagelab.shares.archive.strict_json import read_json

_Sha256 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
_MediaType = Annotated[str, Meta(pattern=r"\A[a-z0-9.+-]{1,100}/[a-z0-9.+-]{1,100}(?:; ?charset=utf-8)?\Z")]
_Address = Annotated[str, Meta(pattern=r"\Ahttps?://[!-~]{1,2000}\Z")]
_Word = Annotated[str, Meta(pattern=r"\A[ -~]{1,100}\Z")]


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the zip. The fingerprint covers `frozen` entries; prints may be made again."""

    name: str
    size_bytes: Annotated[int, Meta(ge=0, le=limits.MAX_UNPACKED_BYTES)]
    sha256: _Sha256
    frozen: bool
    media_type: _MediaType


class ShareManifest(Struct, frozen=True, forbid_unknown_fields=True):
    """Description that a zip has of itself. `address` is the permalink that it was downloaded from, or None."""

    document_sha256: _Sha256
    address: _Address | None
    product: dict[str, _Word]
    files: Annotated[tuple[File, ...], Meta(max_length=limits.MAX_ENTRIES - 1)]
    schema: str = limits.SCHEMA

    def packed(self) -> bytes:
        """Return the manifest as canonical JSON bytes."""
        return encode_canonical_json(msgspec.to_builtins(self))


def read_manifest(content: bytes) -> ShareManifest:
    """Return the manifest of a share zip from its bytes.

    Raises InvalidInput for any other form than `Manifest.packed` makes.
    """
    value = read_json(content, limits.MANIFEST)
    if not isinstance(value, dict) or value.get("schema") != limits.SCHEMA:
        raise InvalidInput(f"{limits.MANIFEST} has another schema than {limits.SCHEMA}.")
    try:
        manifest = msgspec.convert(value, ShareManifest, strict=True)
    except msgspec.ValidationError as wrong:
        place, message = describe_fault(wrong)
        raise InvalidInput(f"{limits.MANIFEST} has a wrong value: {place} {message}.") from None
    except UnicodeEncodeError:
        raise InvalidInput(f"{limits.MANIFEST} holds text that is not valid Unicode.") from None
    _require(manifest.product.keys() == {"name", "version"}, "product")
    for file in manifest.files:
        _check_name(file)
    names = [file.name for file in manifest.files]
    _require(names == sorted(set(names)), "files, which must be sorted by name without duplicates")
    _require(manifest.packed() == content, "its form, which must be canonical JSON")
    return manifest


def _check_name(file: File) -> None:
    is_part = limits.is_part(file.name)
    is_frozen = is_part or file.name == limits.DOCUMENT
    _require(is_frozen or limits.is_print(file.name), "the name of a file")
    _require(file.frozen is is_frozen, "the frozen files")
    _require(not is_part or file.name == f"{limits.PART_FOLDER}{file.sha256}", "the hash of a part")


def _require(holds: bool, subject: str) -> None:
    if not holds:
        raise InvalidInput(f"{limits.MANIFEST} has a wrong value: {subject}.")
