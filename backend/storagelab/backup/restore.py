"""Restore of a lab from its archive: everything is checked before anything changes.

The database changes as a whole or not at all.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

import psycopg
from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from storagelab.backup.archive import ArchiveMember, read_archive
from storagelab.backup.manifest import (
    CONTROLLER_ID,
    KEY_FILES,
    ArchiveRefused,
    BackupManifest,
    TableRecord,
    name_key_member,
    parse_artifact_hash,
    parse_staged_path,
    parse_table,
)
from storagelab.backup.revisions import downgrade_to_nothing, is_known, read_revision, upgrade
from storagelab.backup.settle import Settled, settle
from storagelab.backup.tables import (
    copy_in,
    empty,
    has_rows,
    list_lab_tables,
    list_schema_tables,
    read_sequences,
    set_sequence,
    speak_plainly,
)
from storagelab.config import Settings
from storagelab.errors import Conflict, LabUnavailable
from storagelab.results.artifact_store import get_artifact_store

#: A process that gave a sign of life within this time works on the database.
_ALIVE_SECONDS = 30
_DRAFT_ENDING = ".restoring"


@dataclass(frozen=True, slots=True)
class Restored:
    """Result of a restore."""

    manifest: BackupManifest
    artifacts: int
    keys: list[str]
    settled: Settled


def restore(
    settings: Settings, path: Path, manifest: BackupManifest, *, replace: bool = False, same_lab: bool = False
) -> Restored:
    """Restore a verified archive into the lab at these settings, of which no process may run.

    `replace` allows a lab that is not empty and deletes its content. `same_lab` preserves the identity towards the
    servers; without it this lab gets a new one. Raises Conflict, LabUnavailable or ArchiveRefused, and then database
    and keys are as they were; files that were added by then stay, because nothing names them.
    """
    if same_lab and CONTROLLER_ID not in manifest.keys:
        raise ArchiveRefused(
            "The archive holds no controller id, so this lab cannot be the same one: leave --same-lab out."
        )
    keys = [key for key in manifest.keys if same_lab or key != CONTROLLER_ID]
    engine = create_engine(settings.migration_url, poolclass=NullPool, hide_parameters=True)
    try:
        with engine.begin() as connection:
            restored = _fill(connection, settings, path, manifest, keys, replace=replace, same_lab=same_lab)
        _put_in_place(settings.data_dir, keys)
    except (OperationalError, psycopg.OperationalError) as error:
        raise LabUnavailable(f"The database does not answer or refuses: {_get_first_line(error)}") from error
    except (DBAPIError, psycopg.Error) as error:
        raise ArchiveRefused(
            f"The database does not accept the rows of the archive: {_get_first_line(error)}"
        ) from error
    finally:
        engine.dispose()
        for key in keys:
            _build_draft_path(settings.data_dir, key).unlink(missing_ok=True)
    return restored


def _fill(
    connection: Connection,
    settings: Settings,
    path: Path,
    manifest: BackupManifest,
    keys: list[str],
    *,
    replace: bool,
    same_lab: bool,
) -> Restored:
    """Restore tables, files and keys of an archive within one transaction; return what was restored."""
    database = cast(psycopg.Connection, connection.connection.driver_connection)
    speak_plainly(database)
    _require_stopped(database, settings)
    if not replace:
        _require_empty(database, settings)
    _make_schema(connection, database, manifest)
    _require_same_shape(database, manifest)
    with path.open("rb") as file:
        artifacts = _take_members(file, database, settings, manifest, keys)
    for sequence in manifest.sequences:
        set_sequence(database, sequence)
    upgrade(connection, "head")
    with Session(connection) as session:
        settled = settle(session, backed_up_at=manifest.created_at, same_lab=same_lab)
    return Restored(manifest, artifacts, keys, settled)


def _require_stopped(database: psycopg.Connection, settings: Settings) -> None:
    """Raise Conflict when processes of a lab work on the database.

    An embedded database needs no check: its lock excludes other processes.
    """
    if "database_url" not in settings.model_fields_set or read_revision(database) is None:
        return
    alive = database.execute(
        "select key from lab_setting where key like 'heartbeat.%%' "
        "and updated_at > clock_timestamp() - make_interval(secs => %s)",
        [_ALIVE_SECONDS],
    ).fetchall()
    if alive:
        names = ", ".join(row[0].removeprefix("heartbeat.") for row in alive)
        raise Conflict(
            f"The lab on this database runs ({names}): stop all its processes, wait {_ALIVE_SECONDS} s and try again."
        )


def _require_empty(database: psycopg.Connection, settings: Settings) -> None:
    keys = [key for key in KEY_FILES if (settings.data_dir / key).exists()]
    if keys or any(has_rows(database, table) for table in list_lab_tables(database)):
        raise Conflict(
            f"{settings.data_dir} already holds a lab. Restore into another folder with --data, or replace that lab "
            "for good with --force."
        )


def _make_schema(connection: Connection, database: psycopg.Connection, manifest: BackupManifest) -> None:
    """Migrate the database, emptied first, to the revision of the archive.

    Raises Conflict for a database of a newer release.
    """
    current = read_revision(database)
    if current is not None:
        if not is_known(current):
            raise Conflict(f"The database is at revision {current}, which is newer than this release.")
        empty(database, list_lab_tables(database))
    if current != manifest.migration_revision:
        if current is not None:
            downgrade_to_nothing(connection)
        upgrade(connection, manifest.migration_revision)


def _require_same_shape(database: psycopg.Connection, manifest: BackupManifest) -> None:
    """Raise ArchiveRefused unless the archive has the tables and sequences of its revision.

    The check is before any row is read.
    """
    here = {table.name: table for table in list_schema_tables(database)}
    given = {table.name: sorted(table.columns) for table in manifest.tables}
    tables = [here[name] for name in given if name in here]
    missing = {table.name for table in list_lab_tables(database)} - given.keys()
    if missing or given != {table.name: sorted(table.columns) for table in tables}:
        raise ArchiveRefused(f"The archive does not hold the tables of its revision {manifest.migration_revision}.")
    sequences = {record.name for record in read_sequences(database, tables)}
    if sequences != {record.name for record in manifest.sequences}:
        raise ArchiveRefused(f"The archive does not hold the sequences of its revision {manifest.migration_revision}.")


def _take_members(
    file: IO[bytes], database: psycopg.Connection, settings: Settings, manifest: BackupManifest, keys: list[str]
) -> int:
    """Store every member of an archive: table rows, raw files, keys and uploads.

    Returns the number of raw files. Raises ArchiveRefused for a damaged archive.
    """
    store = get_artifact_store(settings.artifact_url)
    left = {table.name: table for table in manifest.tables}
    artifacts = 0
    for name, entries in itertools.groupby(read_archive(file), key=lambda entry: parse_table(entry.name)):
        if name is not None:
            _load_table(database, manifest, left.pop(name), entries)
            continue
        for entry in entries:
            sha256 = parse_artifact_hash(entry.name)
            if sha256 is not None and sha256 not in manifest.damaged_artifacts:
                store.put(entry.blocks, expected_sha256=sha256)
                artifacts += 1
            for key in keys:
                if entry.name == name_key_member(key):
                    _write(_build_draft_path(settings.data_dir, key), _iterate_checked_blocks(manifest, entry))
            staged = parse_staged_path(entry.name)
            if staged is not None:
                _write(settings.import_dir / staged, _iterate_checked_blocks(manifest, entry))
    if any(table.rows for table in left.values()):
        raise ArchiveRefused(f"The archive is damaged: the rows of {', '.join(sorted(left))} are missing.")
    return artifacts


def _load_table(
    database: psycopg.Connection, manifest: BackupManifest, record: TableRecord, entries: Iterable[ArchiveMember]
) -> None:
    rows = copy_in(database, record, (block for entry in entries for block in _iterate_checked_blocks(manifest, entry)))
    if rows != record.rows:
        raise ArchiveRefused(f"The archive is damaged: {record.name} has {rows} rows and should have {record.rows}.")


def _iterate_checked_blocks(manifest: BackupManifest, entry: ArchiveMember) -> Iterator[bytes]:
    """Yield the blocks of a member again. Raises ArchiveRefused when the file has changed since it was verified."""
    digest = hashlib.sha256()
    for block in entry.blocks:
        digest.update(block)
        yield block
    if manifest.members[entry.name].sha256 != digest.hexdigest():
        raise ArchiveRefused("The archive was changed while it was read.")


def _build_draft_path(data_dir: Path, key: str) -> Path:
    return data_dir / f"{key}{_DRAFT_ENDING}"


def _write(path: Path, blocks: Iterable[bytes]) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.writelines(blocks)
        file.flush()
        os.fsync(file.fileno())


def _put_in_place(data_dir: Path, keys: list[str]) -> None:
    """Rename the keys to their final names, after the commit.

    A crash in between is repaired by restoring again with --force. A controller id that is not restored is removed, so
    that a new one is made.
    """
    (data_dir / CONTROLLER_ID).unlink(missing_ok=True)
    for key in keys:
        _build_draft_path(data_dir, key).replace(data_dir / key)


def _get_first_line(error: Exception) -> str:
    return (str(getattr(error, "orig", None) or error).strip().splitlines() or ["it gives no reason"])[0]
