"""Reads an archive from end to end and believes nothing of it that does not agree with its manifest."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

from storagelab.backup.archive import ArchiveMember, read_archive
from storagelab.backup.manifest import (
    LARGEST_MANIFEST_BYTES,
    MANIFEST_NAME,
    ArchiveRefused,
    BackupManifest,
    MemberRecord,
    is_known_member,
    parse_artifact_hash,
    parse_table,
    read_manifest,
)
from storagelab.backup.revisions import is_known


def verify(path: Path) -> BackupManifest:
    """Verify every byte of an archive and return its manifest.

    Raises ArchiveRefused, naming what is wrong, and for an archive of a newer release; OSError when the file cannot be
    read.
    """
    records: dict[str, MemberRecord] = {}
    manifest: BackupManifest | None = None
    with path.open("rb") as file:
        for entry in read_archive(file):
            if not is_known_member(entry.name) or entry.name in records or manifest is not None:
                raise ArchiveRefused(f"The archive holds {entry.name!r}, which is not part of an archive.")
            if entry.name == MANIFEST_NAME:
                manifest = read_manifest(_read_manifest_bytes(entry))
            else:
                records[entry.name] = _hash_member(entry)
    if manifest is None:
        raise ArchiveRefused("The archive has no manifest, so it is not an archive of Storage Lab.")
    _compare(manifest, records)
    if not is_known(manifest.migration_revision):
        raise ArchiveRefused(
            f"The archive was made by Storage Lab {manifest.storagelab_version} at revision "
            f"{manifest.migration_revision}, which is newer than this release. Restore it with that version."
        )
    return manifest


def _read_manifest_bytes(entry: ArchiveMember) -> bytes:
    if entry.size_bytes > LARGEST_MANIFEST_BYTES:
        raise ArchiveRefused("The manifest of the archive is too large.")
    return b"".join(entry.blocks)


def _hash_member(entry: ArchiveMember) -> MemberRecord:
    digest = hashlib.sha256()
    for block in entry.blocks:
        digest.update(block)
    return MemberRecord(entry.size_bytes, digest.hexdigest())


def _compare(manifest: BackupManifest, records: dict[str, MemberRecord]) -> None:
    """Raise ArchiveRefused unless the archive contains exactly what its manifest states."""
    for name in sorted(manifest.members.keys() | records.keys()):
        if manifest.members.get(name) != records.get(name):
            fault = "is missing" if name not in records else "was changed after it was written"
            raise ArchiveRefused(f"The archive is damaged: {name!r} {fault}.")
    tables = Counter(table.name for table in manifest.tables)
    for name, record in records.items():
        table, artifact = parse_table(name), parse_artifact_hash(name)
        if table is not None and tables[table] != 1:
            raise ArchiveRefused(f"The archive is damaged: {name!r} is not a table of its manifest.")
        if artifact not in (None, record.sha256) and artifact not in manifest.damaged_artifacts:
            raise ArchiveRefused(f"The archive is damaged: {name!r} does not match its name.")
