"""Manifests of zips: read as they were packed, every other form refused with its place."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.configuration import encode_canonical_json
from storagelab.errors import InvalidInput
from storagelab.shares.archive.limits import MAX_UNPACKED_BYTES, SCHEMA
from storagelab.shares.archive.manifest import read_manifest

SHA256 = "a" * 64
DOCUMENT = {
    "name": "document.json",
    "size_bytes": 3,
    "sha256": SHA256,
    "frozen": True,
    "media_type": "application/json",
}
PAGE = {**DOCUMENT, "name": "page.pdf", "frozen": False, "media_type": "application/pdf"}
MANIFEST = {
    "schema": SCHEMA,
    "document_sha256": SHA256,
    "address": None,
    "product": {"name": "Storage Lab", "version": "1"},
    "files": [DOCUMENT, PAGE],
}


def test_manifest_is_read_as_it_was_packed() -> None:
    content = encode_canonical_json(MANIFEST)
    assert read_manifest(content).packed() == content


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"product": {"name": "Storage Lab"}}, "product"),
        ({"files": {}}, "files must be a list"),
        ({"files": [PAGE, DOCUMENT]}, "files, which must be sorted by name without duplicates"),
        ({"files": [DOCUMENT, DOCUMENT]}, "files, which must be sorted by name without duplicates"),
        ({"files": [{**DOCUMENT, "size_bytes": True}]}, "files.0.size_bytes must be a whole number"),
        ({"files": [{**DOCUMENT, "size_bytes": 1.0}]}, "files.0.size_bytes must be a whole number"),
        (
            {"files": [{**DOCUMENT, "size_bytes": MAX_UNPACKED_BYTES + 1}]},
            f"files.0.size_bytes must be at most {MAX_UNPACKED_BYTES}",
        ),
        ({"files": [{**DOCUMENT, "frozen": False}]}, "the frozen files"),
        ({"files": [{**DOCUMENT, "name": "../x"}]}, "the name of a file"),
        ({"files": [{**DOCUMENT, "name": f"parts/{'b' * 64}"}]}, "the hash of a part"),
    ],
)
def test_another_manifest_is_refused_with_its_fault(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_manifest(encode_canonical_json({**MANIFEST, **change}))
    assert refused.value.message == f"manifest.json has a wrong value: {fault}."


def test_manifest_that_is_not_canonical_is_refused() -> None:
    with pytest.raises(InvalidInput, match="its form, which must be canonical JSON"):
        read_manifest(encode_canonical_json(MANIFEST) + b"\n")
