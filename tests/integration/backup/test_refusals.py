"""Refused restores: each has a sentence, and the old state is there afterwards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select
from tests.integration.backup.conftest import OpenPlace, Place

from storagelab.backup.archive import ArchiveWriter, read_archive
from storagelab.backup.manifest import MANIFEST_NAME, ArchiveRefused, BackupManifest, read_manifest
from storagelab.backup.restore import restore
from storagelab.backup.verify import verify
from storagelab.backup.write import back_up_lab
from storagelab.db.models import LabSetting, Server
from storagelab.errors import Conflict, LabUnavailable

Members = dict[str, bytes]


@pytest.fixture
def archive(lab: Place, tmp_path: Path) -> Path:
    """Provide a backup of a lab with two servers and its keys."""
    with lab.make() as make:
        make.server(name="first")
        make.run(make.job(make.server(name="second")))
    lab.write_key("controller-id", "0123")
    lab.write_key("ssh/id_ed25519", "a private key")
    path = tmp_path / "lab.tar.zst"
    back_up_lab(lab.settings, path)
    return path


def rewrite(path: Path, change: Callable[[Members], None], *, manifest: dict[str, Any] | None = None) -> None:
    """Write the archive again after a change; `manifest` (also {}) makes its table of contents agree with it."""
    with path.open("rb") as file:
        members = {entry.name: b"".join(entry.blocks) for entry in read_archive(file)}
    stated = read_manifest(members.pop(MANIFEST_NAME))
    change(members)
    with path.open("wb") as file:
        writer = ArchiveWriter(file)
        for name, data in members.items():
            writer.add(name, len(data), [data])
        if manifest is not None:
            stated = msgspec.structs.replace(stated, **{"members": writer.members, **manifest})
        data = msgspec.json.encode(stated)
        writer.add(MANIFEST_NAME, len(data), [data])
        writer.close()


def servers(members: Members) -> str:
    return next(name for name in members if name.startswith("tables/server/"))


def leave(members: Members) -> None:
    """Change nothing."""


def edit(members: Members) -> None:
    members[servers(members)] = members[servers(members)].replace(b"first", b"worst")


def remove(members: Members) -> None:
    del members[servers(members)]


def add(members: Members) -> None:
    members["tables/server/000001.copy"] = b""


def add_elsewhere(members: Members) -> None:
    members["../../etc/cron.d/mine"] = b"* * * * * root id"


def add_to_unknown_table(members: Members) -> None:
    members["tables/pg_authid/000000.copy"] = b"\n"


def add_false_artifact(members: Members) -> None:
    members[f"artifacts/{'a' * 64}"] = b"not what the name says"


@pytest.mark.parametrize("change", [edit, remove, add, add_elsewhere])
def test_altered_archive_is_refused(archive: Path, change: Callable[[Members], None]) -> None:
    rewrite(archive, change)
    with pytest.raises(ArchiveRefused) as refusal:
        verify(archive)
    assert refusal.value.preserved == "Nothing was changed."


@pytest.mark.parametrize("change", [add_elsewhere, add_to_unknown_table, add_false_artifact])
def test_forged_archive_is_refused(archive: Path, change: Callable[[Members], None]) -> None:
    rewrite(archive, change, manifest={})
    with pytest.raises(ArchiveRefused):
        verify(archive)


def test_archive_without_a_manifest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.tar.zst"
    with path.open("wb") as file:
        writer = ArchiveWriter(file)
        writer.add("keys/cli-token", 1, [b"x"])
        writer.close()
    with pytest.raises(ArchiveRefused, match="no manifest"):
        verify(path)


def test_archive_of_a_newer_release_is_refused(archive: Path) -> None:
    rewrite(archive, leave, manifest={"migration_revision": "9999"})
    with pytest.raises(ArchiveRefused, match="newer than this release"):
        verify(archive)


def rows_that_no_table_takes(members: Members) -> None:
    members[servers(members)] = b"no row of servers\n"


def drop_last_row(members: Members) -> None:
    name = servers(members)
    members[name] = members[name].splitlines(keepends=True)[0]


def fewer_tables(manifest: BackupManifest) -> dict[str, Any]:
    return {"tables": [table for table in manifest.tables if table.name != "campaign"]}


def other_columns(manifest: BackupManifest) -> dict[str, Any]:
    tables = [
        msgspec.structs.replace(table, columns=[*table.columns, "x"]) if table.name == "campaign" else table
        for table in manifest.tables
    ]
    return {"tables": tables}


def fewer_sequences(manifest: BackupManifest) -> dict[str, Any]:
    return {"sequences": manifest.sequences[1:]}


def same(manifest: BackupManifest) -> dict[str, Any]:
    return {}


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("change", "manifest"),
    [
        (rows_that_no_table_takes, same),
        (drop_last_row, same),
        (remove, same),
        (leave, fewer_tables),
        (leave, other_columns),
        (leave, fewer_sequences),
    ],
)
def test_restore_refused_by_database_leaves_the_old_lab(
    archive: Path,
    open_lab: OpenPlace,
    change: Callable[[Members], None],
    manifest: Callable[[BackupManifest], dict[str, Any]],
) -> None:
    other = open_lab()
    with other.make() as make:
        make.server(name="of the other lab")
    other.write_key("ssh/id_ed25519", "another private key")
    before = other.tables(), other.next_numbers()
    rewrite(archive, change, manifest=manifest(verify(archive)))
    with pytest.raises(ArchiveRefused):
        restore(other.settings, archive, verify(archive), replace=True)
    assert (other.tables(), other.next_numbers()) == before
    assert (other.settings.data_dir / "ssh" / "id_ed25519").read_text() == "another private key"
    assert not list(other.settings.data_dir.rglob("*.restoring"))


def test_archive_changed_after_verification_is_refused(archive: Path, empty_place: Place) -> None:
    manifest = verify(archive)
    rewrite(archive, edit, manifest={})
    with pytest.raises(ArchiveRefused, match="changed while it was read"):
        restore(empty_place.settings, archive, manifest)
    assert empty_place.tables() == {}


def test_existing_lab_is_replaced_only_by_force(archive: Path, lab: Place, open_lab: OpenPlace) -> None:
    other = open_lab()
    with other.make() as make:
        for number in range(3):
            make.server(name=f"other {number}")
    other.write_key("controller-id", "of the other lab")
    before = other.tables()
    manifest = verify(archive)
    with pytest.raises(Conflict, match="already holds a lab"):
        restore(other.settings, archive, manifest)
    assert other.tables() == before
    assert (other.settings.data_dir / "controller-id").read_text() == "of the other lab"
    restore(other.settings, archive, manifest, replace=True)
    assert other.tables()["configuration"] == lab.tables()["configuration"]
    with other.session() as session:
        assert set(session.scalars(select(Server.name))) == {"first", "second"}
    assert other.next_numbers()["server_number"] == lab.next_numbers()["server_number"] == 3
    assert not (other.settings.data_dir / "controller-id").exists()


def test_keys_alone_are_a_lab_too(archive: Path, empty_place: Place) -> None:
    empty_place.write_key("ssh/id_ed25519", "the only way into many servers")
    with pytest.raises(Conflict):
        restore(empty_place.settings, archive, verify(archive))


def test_lab_running_elsewhere_is_refused_even_by_force(archive: Path, open_lab: OpenPlace) -> None:
    other = open_lab()
    with other.session() as session:
        session.add(LabSetting(key="heartbeat.reconciler", value={"pid": 1}, updated_at=func.clock_timestamp()))
    with pytest.raises(Conflict, match=r"runs \(reconciler\)"):
        restore(other.settings, archive, verify(archive), replace=True)


def test_same_lab_restore_requires_the_archived_identity(archive: Path, empty_place: Place) -> None:
    def without_identity(members: Members) -> None:
        del members["keys/controller-id"]

    rewrite(archive, without_identity, manifest={})
    with pytest.raises(ArchiveRefused, match="no controller id"):
        restore(empty_place.settings, archive, verify(archive), same_lab=True)


def test_unreachable_database_is_reported_in_one_sentence(archive: Path, lab: Place) -> None:
    away = lab.settings.model_copy(update={"database_url": "postgresql+psycopg://x@/x?host=/nonexistent"})
    with pytest.raises(LabUnavailable, match="does not answer"):
        restore(away, archive, verify(archive))
    with pytest.raises(LabUnavailable, match="does not answer"):
        back_up_lab(away, archive.with_name("other.tar.zst"))


def test_backup_overwrites_a_file_only_on_request(lab: Place, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("something of value")
    with pytest.raises(Conflict, match="exists already"):
        back_up_lab(lab.settings, path)
    assert path.read_text() == "something of value"
    back_up_lab(lab.settings, path, overwrite=True)
    assert verify(path).rows == 0


def test_failed_backup_leaves_no_partial_file(lab: Place, tmp_path: Path) -> None:
    (tmp_path / "folder" / "mine").mkdir(parents=True)
    with pytest.raises(OSError, match="mine"):
        back_up_lab(lab.settings, tmp_path / "folder" / "mine", overwrite=True)
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["mine"]
