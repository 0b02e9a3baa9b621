"""Permitted members of an archive, and trusted manifests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storagelab.backup.manifest import ArchiveRefused, is_known_member, read_manifest

MANIFEST: dict[str, Any] = {
    "format": "storagelab-backup",
    "format_version": 1,
    "created_at": "2026-01-02T03:04:05Z",
    "storagelab_version": "0.1.0",
    "migration_revision": "0001",
    "tables": [{"name": "run", "columns": ["id"], "rows": 2}, {"name": "job", "columns": ["id"], "rows": 3}],
    "sequences": [],
    "members": {f"artifacts/{'a' * 64}": {"size_bytes": 1, "sha256": "a" * 64}},
    "missing_artifacts": [],
    "damaged_artifacts": [],
}
UPLOAD = "01a1fc92-a412-783d-a8c2-c2d8ff6e2f6a"


@pytest.mark.parametrize(
    "name",
    [
        "manifest.json",
        "tables/run/000000.copy",
        f"artifacts/{'0' * 64}",
        "keys/controller-id",
        "keys/cli-token",
        "keys/ssh/id_ed25519",
        "keys/keys/share-addresses",
        f"staged/{UPLOAD}/manifest.json",
        f"staged/{UPLOAD}/files/000001",
    ],
)
def test_members_of_an_archive(name: str) -> None:
    assert is_known_member(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/passwd",
        "../keys/controller-id",
        "keys/../../etc/passwd",
        "keys/ssh/authorized_keys",
        "keys/ssh/id_ed25519\n",
        "tables/run/../../x.copy",
        "tables/run/000000.copy\n",
        "tables/Run;drop/000000.copy",
        f"artifacts/{'A' * 64}",
        f"artifacts/{'0' * 64}/..",
        "artifacts/../x",
        "logs/up.log",
        f"staged/{UPLOAD}/files/..",
        f"staged/{UPLOAD}/files/../../x",
        f"staged/{UPLOAD}/read/x",
        f"staged/{UPLOAD}/../manifest.json",
        "staged/../manifest.json",
    ],
)
def test_invalid_member_name_is_not_recognised(name: str) -> None:
    assert not is_known_member(name)


def test_manifest_counts() -> None:
    manifest = read_manifest(json.dumps(MANIFEST).encode())
    assert (manifest.rows, manifest.artifacts, manifest.keys) == (5, ["a" * 64], [])


@pytest.mark.parametrize(("rows", "missing"), [(0, []), (1, ["keys/share-addresses"])])
def test_key_of_addresses_is_missing_only_with_addresses(rows: int, missing: list[str]) -> None:
    tables = [{"name": "share_address", "columns": ["id"], "rows": rows}]
    manifest = read_manifest(json.dumps(MANIFEST | {"tables": tables}).encode())
    assert manifest.missing_keys == ["controller-id", "cli-token", "ssh/id_ed25519", *missing]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "another"},
        {"format_version": 2},
        {"members": []},
        {"extra": 1},
        {"tables": [{"name": "run", "columns": ["id"], "rows": "2"}]},
        {"created_at": "yesterday"},
    ],
)
def test_manifest_of_another_form_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ArchiveRefused):
        read_manifest(json.dumps(MANIFEST | change).encode())


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"[" * 100_000])
def test_manifest_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(ArchiveRefused):
        read_manifest(data)
