"""Writing the archive of a lab, also while it runs: one database snapshot, then its raw files."""

from __future__ import annotations

import datetime as dt
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec
import psycopg

from storagelab import __version__
from storagelab.backup.archive import ArchiveWriter
from storagelab.backup.manifest import (
    FORMAT,
    FORMAT_VERSION,
    KEY_FILES,
    MANIFEST_NAME,
    BackupManifest,
    TableRecord,
    name_artifact_member,
    name_key_member,
    name_staged_member,
    name_table_member,
)
from storagelab.backup.revisions import get_newest_revision, read_revision
from storagelab.backup.tables import BackupTable, connect, copy_out, list_lab_tables, read_sequences
from storagelab.config import Settings
from storagelab.errors import Conflict, LabUnavailable
from storagelab.results.artifact_store import ArtifactStore, get_artifact_store

_TABLE_BLOCK_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class WrittenArchive:
    """An archive that is on disk under its name."""

    path: Path
    size_bytes: int
    manifest: BackupManifest


def back_up_lab(settings: Settings, path: Path, *, overwrite: bool = False) -> WrittenArchive:
    """Write the archive of the lab at `settings` to `path`.

    The file gets its name when it is complete and on disk. Only its owner can read it, because it contains the lab's
    keys. Raises Conflict when the name is taken or the database is not of this release's revision, LabUnavailable when
    the database does not answer.
    """
    if not overwrite and os.path.lexists(path):
        raise _make_path_conflict(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with _connect(settings) as connection:
        _require_this_revision(connection)
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                manifest = write_archive(file, connection, settings)
                file.flush()
                os.fsync(file.fileno())
            size_bytes = draft.stat().st_size
            _give_name(draft, path, overwrite=overwrite)
        finally:
            draft.unlink(missing_ok=True)
    return WrittenArchive(path, size_bytes, manifest)


def write_archive(file: IO[bytes], connection: psycopg.Connection, settings: Settings) -> BackupManifest:
    """Write the archive of a database, whatever its revision, to `file`; return the manifest.

    The connection must be in no transaction.
    """
    writer = ArchiveWriter(file)
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    with connection.transaction():
        revision = read_revision(connection)
        tables = list_lab_tables(connection)
        records = [_add_table(writer, connection, table) for table in tables]
        sequences = read_sequences(connection, tables)
        artifacts = _list_stored_files(connection, with_photos=any(table.name == "photo" for table in tables))
        imports = _list_unstored_imports(connection) if any(table.name == "import" for table in tables) else []
    # Raw files are written once and before their rows, so what the snapshot names was there when it was taken.
    missing, damaged = _add_artifacts(writer, get_artifact_store(settings.artifact_url), artifacts)
    _add_staged(writer, settings.import_dir, imports)
    _add_keys(writer, settings.data_dir)
    manifest = BackupManifest(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        created_at=dt.datetime.now(dt.UTC),
        storagelab_version=__version__,
        migration_revision=revision or "",
        tables=records,
        sequences=sequences,
        members=writer.members,
        missing_artifacts=missing,
        damaged_artifacts=damaged,
    )
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    writer.add(MANIFEST_NAME, len(data), [data])
    writer.close()
    return manifest


def _connect(settings: Settings) -> psycopg.Connection:
    try:
        return connect(settings.database_url)
    except psycopg.OperationalError as error:
        raise LabUnavailable(
            f"The database of {settings.data_dir} does not answer: start Storage Lab with `make up`, "
            f"or with `storagelab up --data {settings.data_dir}`."
        ) from error


def _require_this_revision(connection: psycopg.Connection) -> None:
    current, needed = read_revision(connection), get_newest_revision()
    if current != needed:
        raise Conflict(
            f"The database is at revision {current or 'none'} and this release works with {needed}: migrate it with "
            "`storagelab migrate`, or back it up with the release that wrote it."
        )


def _list_stored_files(connection: psycopg.Connection, *, with_photos: bool) -> list[tuple[str, str]]:
    """Return key and SHA-256 of every file in the artifact store that a database row names.

    `with_photos` includes photos. The order is by SHA-256.
    """
    files = set(connection.execute("select storage_key, sha256 from artifact where storage_key is not null"))
    if with_photos:
        files |= set(connection.execute("select storage_key, sha256 from photo"))
    return sorted(files, key=lambda file: file[1])


def _list_unstored_imports(connection: psycopg.Connection) -> list[str]:
    rows = connection.execute("select id::text from import where state not in ('stored', 'discarded') order by id")
    return [row[0] for row in rows]


def _add_table(writer: ArchiveWriter, connection: psycopg.Connection, table: BackupTable) -> TableRecord:
    names = (name_table_member(table.name, ordinal) for ordinal in range(1_000_000))
    rows = copy_out(
        connection,
        table,
        _TABLE_BLOCK_BYTES,
        keep=lambda block: writer.add(next(names), len(block), [block]),
    )
    return TableRecord(table.name, table.columns, rows)


def _add_artifacts(
    writer: ArchiveWriter, store: ArtifactStore, artifacts: list[tuple[str, str]]
) -> tuple[list[str], list[str]]:
    """Add the raw files to an archive; return the SHA-256 of missing and of changed ones.

    `artifacts` are (key, SHA-256). A changed file has a content that does not fit its SHA-256.
    """
    missing, damaged = [], []
    for key, sha256 in artifacts:
        try:
            file = store.open(key)
        except FileNotFoundError:
            missing.append(sha256)
            continue
        with file:
            size_bytes = file.seek(0, os.SEEK_END)
            file.seek(0)
            record = writer.add(name_artifact_member(sha256), size_bytes, _iterate_blocks(file))
        if record.sha256 != sha256:
            damaged.append(sha256)
    return missing, damaged


def _add_staged(writer: ArchiveWriter, import_dir: Path, imports: list[str]) -> None:
    """Add the uploads of imports that are not stored yet to an archive.

    A file that was stored since the snapshot is no longer there and is left out.
    """
    for import_id in imports:
        folder = import_dir / import_id
        for path in (folder / "manifest.json", *sorted((folder / "files").glob("*"))):
            with suppress(FileNotFoundError), path.open("rb") as file:
                name = name_staged_member(str(path.relative_to(import_dir)))
                writer.add(name, os.fstat(file.fileno()).st_size, _iterate_blocks(file))


def _add_keys(writer: ArchiveWriter, data_dir: Path) -> None:
    for key in KEY_FILES:
        path = data_dir / key
        if path.is_file():
            data = path.read_bytes()
            writer.add(name_key_member(key), len(data), [data])


def _iterate_blocks(file: IO[bytes]) -> Iterator[bytes]:
    while block := file.read(1 << 20):
        yield block


def _give_name(draft: Path, path: Path, *, overwrite: bool) -> None:
    """Move the draft to `path` in one step that survives a power cut.

    Without `overwrite` raises Conflict when `path` exists.
    """
    if overwrite:
        draft.replace(path)
    else:
        try:
            path.hardlink_to(draft)
        except FileExistsError as error:
            raise _make_path_conflict(path) from error
        except OSError:
            # File systems of removable drives often have no second names.
            if os.path.lexists(path):
                raise _make_path_conflict(path) from None
            draft.rename(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _make_path_conflict(path: Path) -> Conflict:
    return Conflict(f"{path} exists already: choose another name, or replace it with --force.")
