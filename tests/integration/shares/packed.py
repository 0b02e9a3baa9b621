"""Zips of shares for tests: as the lab packs them, and changed with all hashes corrected."""

from __future__ import annotations

import copy
import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from tests.integration.shares.sharing import path_of, read_parts

from storagelab.domain.configuration import encode_canonical_json
from storagelab.shares.archive.writing import build_manifest, write_zip
from storagelab.shares.document.share import FrozenBlob
from storagelab.shares.receiving import child, service

ADDRESS = "https://lab.example.org/s/abcdefghijklmnop"

Change = Callable[[dict[str, Any], dict[str, bytes]], None]


@dataclass(frozen=True)
class Frozen:
    """The document of a share and its parts by their names."""

    document: dict[str, Any]
    parts: Mapping[str, bytes]

    @property
    def content(self) -> bytes:
        """The canonical JSON."""
        return encode_canonical_json(self.document)

    @property
    def sha256(self) -> str:
        """The fingerprint."""
        return hashlib.sha256(self.content).hexdigest()

    def zipped(self, *, address: str | None = ADDRESS) -> bytes:
        """Return the zip, without prints."""
        by_hash = {hashlib.sha256(content).hexdigest(): content for content in self.parts.values()}
        blobs = msgspec.convert(self.document["parts"], dict[str, FrozenBlob])
        manifest = build_manifest(blobs, self.content, address=address, prints={})
        out = io.BytesIO()
        write_zip(out, manifest, document=self.content, part=by_hash.__getitem__, prints={})
        return out.getvalue()

    def changed(self, change: Change) -> Frozen:
        """Return the share after `change`, with every hash and size corrected."""
        document, parts = copy.deepcopy(self.document), dict(self.parts)
        change(document, parts)
        types = {name: part["media_type"] for name, part in document["parts"].items()}
        document["parts"] = {
            name: {
                "sha256": hashlib.sha256(content).hexdigest(),
                "size_bytes": len(content),
                "media_type": types.get(name, "application/json"),
            }
            for name, content in parts.items()
        }
        return Frozen(document, parts)


@pytest.fixture
def checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check zips in this process, without the start of a child process that takes a second.

    The child process and its limits are tested in test_received_limits.py.
    """
    monkeypatch.setattr(service, "check_in_child", child.check)


def frozen_of(anonymous: TestClient, share: dict[str, Any]) -> Frozen:
    """Return a published share as its readers get it."""
    content = anonymous.get(path_of(share) + ".json").content
    document = json.loads(content)
    return Frozen(document, read_parts(anonymous, share, document))


def receive(client: TestClient, zipped: bytes, *, status: int = 201) -> dict[str, Any]:
    """Send a zip to a lab."""
    headers = {"Content-Type": "application/zip"}
    answer = client.post("/api/v1/shares/received", content=zipped, headers=headers)
    assert answer.status_code == status, answer.text
    return dict(answer.json())
