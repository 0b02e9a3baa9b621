"""Manifest of an archive: its contents, its origin, and the hash of every member."""

from __future__ import annotations

import datetime as dt
import re

import msgspec

from storagelab.config import ADDRESS_KEY_FILE
from storagelab.errors import RequestRefused

MANIFEST_NAME = "manifest.json"
FORMAT = "storagelab-backup"
FORMAT_VERSION = 1
LARGEST_MANIFEST_BYTES = 256 << 20
#: The files of the data folder that prove who this lab is: to its servers, and to its own command line.
CONTROLLER_ID = "controller-id"
KEY_FILES = (CONTROLLER_ID, "cli-token", "ssh/id_ed25519", ADDRESS_KEY_FILE)

_TABLE_BLOCK = re.compile(r"tables/([a-z_]{1,63})/\d{6}\.copy")
_ARTIFACT = re.compile(r"artifacts/([0-9a-f]{64})")
#: An uploaded file, or the list of them, of an import that is not stored yet.
_STAGED = re.compile(r"staged/([0-9a-f-]{36}/(?:manifest\.json|files/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}))")


class ArchiveRefused(RequestRefused):
    """The archive is not one of this program, or not whole. Nothing was changed."""

    code = "archive_refused"

    def __init__(self, message: str) -> None:
        super().__init__(message, preserved="Nothing was changed.")


class MemberRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size and hash that one member of the archive must have."""

    size_bytes: int
    sha256: str


class TableRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table: its columns in the order of the copied text, and how many rows there are."""

    name: str
    columns: list[str]
    rows: int


class SequenceRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """State of a sequence; `is_called` is True once `last_value` has been given out."""

    name: str
    last_value: int
    is_called: bool


class BackupManifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table of contents. `members` has every member but the manifest itself, by name.

    `missing_artifacts` are the SHA-256 of files that the database knows and the store no longer had;
    `damaged_artifacts` of files whose content is another one by now: they are in the archive and are not restored.
    """

    format: str
    format_version: int
    created_at: dt.datetime
    storagelab_version: str
    migration_revision: str
    tables: list[TableRecord]
    sequences: list[SequenceRecord]
    members: dict[str, MemberRecord]
    missing_artifacts: list[str]
    damaged_artifacts: list[str]

    @property
    def rows(self) -> int:
        """Return the number of rows of all tables in the archive."""
        return sum(table.rows for table in self.tables)

    @property
    def artifacts(self) -> list[str]:
        """The SHA-256 of the raw files in the archive."""
        return [sha256 for name in self.members if (sha256 := parse_artifact_hash(name)) is not None]

    @property
    def keys(self) -> list[str]:
        """The key files in the archive, as paths below the data folder."""
        return [key for key in KEY_FILES if name_key_member(key) in self.members]

    @property
    def missing_keys(self) -> list[str]:
        """Return the key files that the archive lacks. A lab that never published needs none for addresses."""
        has_addresses = any(table.name == "share_address" and table.rows for table in self.tables)
        needed = KEY_FILES if has_addresses else [key for key in KEY_FILES if key != ADDRESS_KEY_FILE]
        return [key for key in needed if key not in self.keys]


def read_manifest(data: bytes) -> BackupManifest:
    """Parse the JSON manifest of an archive.

    Raises ArchiveRefused for anything but a manifest of a supported version.
    """
    try:
        manifest = msgspec.json.decode(data, type=BackupManifest)
    except msgspec.MsgspecError as error:
        raise ArchiveRefused(f"The manifest of the archive cannot be read: {error}.") from error
    if (manifest.format, manifest.format_version) != (FORMAT, FORMAT_VERSION):
        raise ArchiveRefused(
            f"The archive is a {manifest.format!r} of version {manifest.format_version}, "
            f"this release reads {FORMAT} of version {FORMAT_VERSION}."
        )
    return manifest


def name_table_member(table: str, ordinal: int) -> str:
    """Return the archive member name of block `ordinal` of a table."""
    return f"tables/{table}/{ordinal:06d}.copy"


def name_artifact_member(sha256: str) -> str:
    """Return the archive member name of the raw file with this SHA-256."""
    return f"artifacts/{sha256}"


def name_key_member(key: str) -> str:
    """Return the archive member name of a key file."""
    return f"keys/{key}"


def name_staged_member(path: str) -> str:
    """Return the archive member name of an uploaded file that is not stored yet.

    `path` is below the folder of imports.
    """
    return f"staged/{path}"


def parse_table(member: str) -> str | None:
    """Return the table whose rows an archive member contains, or None for other members."""
    match = _TABLE_BLOCK.fullmatch(member)
    return match[1] if match else None


def parse_artifact_hash(member: str) -> str | None:
    """Return the SHA-256 in the name of an archive member that is a raw file, or None for others."""
    match = _ARTIFACT.fullmatch(member)
    return match[1] if match else None


def parse_staged_path(member: str) -> str | None:
    """Return the path, below the folder of imports, of an archived upload, or None for other members."""
    match = _STAGED.fullmatch(member)
    return match[1] if match else None


def is_known_member(name: str) -> bool:
    """Return whether an archive can contain a member of this name; nothing else is ever written anywhere."""
    return (
        name == MANIFEST_NAME
        or name in map(name_key_member, KEY_FILES)
        or any(reader(name) is not None for reader in (parse_table, parse_artifact_hash, parse_staged_path))
    )
