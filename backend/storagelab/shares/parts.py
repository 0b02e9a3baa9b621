"""Parts of documents: bytes under their SHA-256, by their names while a document is made (ADR 0020)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import orjson

from storagelab.shares.document.share import FrozenBlob

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class ShareBlob:
    """Bytes, and what they are."""

    content: bytes
    media_type: str

    @property
    def sha256(self) -> str:
        """Return the SHA-256 (hex) of the bytes, which is their address."""
        return hashlib.sha256(self.content).hexdigest()


def pack_json(value: Any) -> bytes:
    """Return a JSON value as the bytes of a part: keys sorted, no spaces.

    Accepts numpy arrays of numbers in `value`.
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)


@dataclass(slots=True)
class Parts:
    """The parts of one document by their names, while it is made; `raw_bytes` are how much of them is raw files."""

    by_name: dict[str, ShareBlob] = field(default_factory=dict)
    raw_bytes: int = 0

    def add_json(self, name: str, value: Any) -> str:
        """Add a JSON value as the part `name`, and return the name."""
        return self.add(name, pack_json(value), JSON)

    def add(self, name: str, content: bytes, media_type: str) -> str:
        """Add bytes as the part `name`, and return the name."""
        self.by_name[name] = ShareBlob(content, media_type)
        return name

    def list_blobs(self) -> dict[str, FrozenBlob]:
        """Return the parts by name in the form of the document."""
        return {
            name: FrozenBlob(sha256=part.sha256, size_bytes=len(part.content), media_type=part.media_type)
            for name, part in sorted(self.by_name.items())
        }
