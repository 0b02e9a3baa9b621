"""Backup and restore elsewhere give the same lab: rows, numbers, raw files, keys, ways to sign in."""

from __future__ import annotations

import os
import stat
import uuid
from pathlib import Path
from typing import IO, Any

import pytest
from alembic import command
from sqlalchemy import func, select, text
from starlette.testclient import TestClient
from tests.factories import LONG_AGO
from tests.integration.backup.conftest import OpenPlace, Place
from tests.result_factories import make_measurement, make_run_with_series

from storagelab.app import create_app
from storagelab.auth.service import create_token, identify_token
from storagelab.backup.manifest import KEY_FILES
from storagelab.backup.restore import restore
from storagelab.backup.tables import connect
from storagelab.backup.verify import verify
from storagelab.backup.write import back_up_lab, write_archive
from storagelab.config import get_settings
from storagelab.db.base import generate_uuid7
from storagelab.db.models import (
    Artifact,
    AuditEvent,
    Campaign,
    Import,
    Job,
    LabSetting,
    Run,
    Series,
    Server,
    ShareAddress,
    User,
)
from storagelab.db.session import get_database
from storagelab.errors import Conflict
from storagelab.launcher.database import load_alembic_configuration
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.queries import find_run
from storagelab.shares.addresses import read_tokens
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.options import ShareOptions
from storagelab.shares.service import Offered, freeze_share

#: What restoring adds to or takes from on purpose.
CHANGED_ON_PURPOSE = {"audit_event", "lab_setting"}


def add_artifact(place: Place, content: bytes) -> Artifact:
    """Add a raw file of a run of its own, and return it."""
    stored = get_artifact_store(place.settings.artifact_url).put([content])
    with place.make() as make:
        run = make.run(make.job(), state="finished")
        artifact = Artifact(
            id=generate_uuid7(), run_id=run.id, name="status.json", kind="status", media_type="application/json",
            size_bytes=stored.size_bytes, sha256=stored.sha256, storage_key=stored.key,
        )  # fmt: skip
        make.session.add(artifact)
    return artifact


def add_import(place: Place, *, state: str, preview: dict[str, Any] | None) -> uuid.UUID:
    """Add an upload of one file, and return its id."""
    with place.session() as session:
        row = Import(
            id=generate_uuid7(), state=state, format="auto", title="mine", file_count=1, size_bytes=22, progress={},
            preview=preview, tries=2,
        )  # fmt: skip
        session.add(row)
    folder = place.settings.import_dir / str(row.id)
    (folder / "files").mkdir(parents=True)
    (folder / "manifest.json").write_bytes(b"[]")
    (folder / "files" / "000001").write_bytes(b"what somebody measured")
    (folder / "read").mkdir()
    return row.id


def fill(place: Place) -> tuple[str, str]:
    """Store a measured run with a curve, a raw file, keys, a token and a share.

    Return the API token and the share's.
    """
    for key in ("controller-id", "cli-token", "ssh/id_ed25519"):
        place.write_key(key, f"the {key}")
    add_artifact(place, b"what fio printed")
    with place.make() as make:
        measured = make_run_with_series(make, points=(90, 60), kinds=("precondition", "measure"), state="finished")
        make_measurement(make, measured.phases[1], iops=1234.5, latency_mean_ns=0.1 + 0.2, outstanding_ios=4)
        make.session.add(LabSetting(key="heartbeat.worker", value={"pid": 1}, updated_at=LONG_AGO))
        make.session.add(LabSetting(key="odd text", value={"text": 'tab\t newline\n \\N "quoted" \u0416 \U0001f600'}))
        token = create_token(make.session, name="mine", role="operator")
        user_id = make.session.scalars(select(User.id)).first()
        assert user_id is not None
        # Without charts: none has to be drawn here.
        _, share_token = freeze_share(
            make.session,
            subject=Subject("run", (find_run(make.session, str(measured.run.id)),), ()),
            options=ShareOptions(title="A result", author="me"),
            offered=Offered(publish=True),
            user_id=user_id,
            share_id=generate_uuid7(),
        )
        assert share_token is not None
    return token, share_token


def moved(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    archive = tmp_path / "lab.tar.zst"
    back_up_lab(lab.settings, archive)
    restore(empty_place.settings, archive, verify(archive))


def test_restore_returns_tables_tokens_and_raw_files(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    token, _ = fill(lab)
    before, numbers = lab.tables(), lab.next_numbers()
    moved(lab, empty_place, tmp_path)

    assert before == lab.tables(), "backing up changes nothing"
    after = empty_place.tables()
    assert after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == CHANGED_ON_PURPOSE
    # The restoration itself is an event of the audit log.
    assert empty_place.next_numbers() == {**numbers, "audit_event_id_seq": numbers["audit_event_id_seq"] + 1}
    with empty_place.session() as session:
        assert identify_token(session, token=token).role == "operator"
        # The second is what opens the hash commitments of shares, which no other lab can make again.
        assert session.scalars(select(LabSetting.key).order_by(LabSetting.key)).all() == ["odd text", "share_seals"]
        event = session.scalars(select(AuditEvent).order_by(AuditEvent.id.desc())).first()
        assert event is not None
        assert (event.action, event.detail["lost"], event.detail["same_lab"]) == ("lab_restored", [], False)
        artifact = session.scalars(select(Artifact)).one()
        assert artifact.storage_key is not None
        store = get_artifact_store(empty_place.settings.artifact_url)
        assert b"".join(store.read_blocks(artifact.storage_key)) == b"what fio printed"


def test_archive_and_keys_are_readable_only_by_owner(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    fill(lab)
    moved(lab, empty_place, tmp_path)
    data_dir = empty_place.settings.data_dir
    secrets = [tmp_path / "lab.tar.zst", *(data_dir / key for key in KEY_FILES if key != "controller-id")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in secrets} == {0o600}
    assert stat.S_IMODE((data_dir / "ssh").stat().st_mode) == 0o700
    assert (data_dir / "ssh" / "id_ed25519").read_text() == "the ssh/id_ed25519"
    assert not list(data_dir.rglob("*.restoring"))
    assert not list(tmp_path.glob(".lab*"))


def test_restored_lab_gets_a_new_identity_by_default(lab: Place, open_lab: OpenPlace, tmp_path: Path) -> None:
    fill(lab)
    archive = tmp_path / "lab.tar.zst"
    manifest = back_up_lab(lab.settings, archive).manifest
    copy, same = open_lab(template=None), open_lab(template=None)
    restore(copy.settings, archive, manifest)
    restore(same.settings, archive, manifest, same_lab=True)
    assert not (copy.settings.data_dir / "controller-id").exists()
    assert (same.settings.data_dir / "controller-id").read_text() == "the controller-id"
    with lab.session() as before, copy.session() as copied, same.session() as taken_over:
        fences = [set(session.scalars(select(Server.fence))) for session in (before, copied, taken_over)]
    assert fences[0] == fences[1] == {0}
    assert min(fences[2]) > 1_000_000_000


@pytest.mark.in_turn
def test_share_answers_with_the_same_document(
    lab: Place, empty_place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, share_token = fill(lab)
    moved(lab, empty_place, tmp_path)
    answers, readable = [], []
    for place in (lab, empty_place):
        monkeypatch.setenv("STORAGELAB_DATABASE_URL", place.settings.database_url)
        monkeypatch.setenv("STORAGELAB_DATA_DIR", str(place.settings.data_dir))
        get_settings.cache_clear()
        client = TestClient(create_app(get_settings()))
        answer = client.get(f"/s/{share_token}.json")
        assert answer.status_code == 200
        answers.append(answer.content)
        with place.session() as session:
            (address,) = session.scalars(select(ShareAddress)).all()
            readable.append(read_tokens([address])[address.id])
        get_database(place.settings.database_url).dispose()
    get_settings.cache_clear()
    assert answers[0] == answers[1]
    # The key of addresses is in the archive.
    assert readable == [("readable", share_token)] * 2


@pytest.mark.in_turn
def test_table_larger_than_a_block_comes_back(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    blob = os.urandom(9 << 20)
    with lab.make() as make:
        measured = make_run_with_series(make, points=(5,))
        for job in (1, 2):
            series = Series(
                run_id=measured.run.id, phase_id=measured.phases[0].id, source="logs", metric="iops",
                direction="read", job=job, unit="1/s", factor=1.0, n=1, t0_ms=0, t1_ms=0, data=blob,
            )  # fmt: skip
            make.session.add(series)
    archive = tmp_path / "lab.tar.zst"
    manifest = back_up_lab(lab.settings, archive).manifest
    assert sum(name.startswith("tables/series/") for name in manifest.members) > 1
    restore(empty_place.settings, archive, verify(archive))
    assert empty_place.tables()["series"] == lab.tables()["series"]


class CommitsMeanwhile:
    """A file to whose first write a lab that runs answers with new rows."""

    def __init__(self, file: IO[bytes], place: Place) -> None:
        self._file, self._place, self._written = file, place, False

    def write(self, data: bytes) -> int:
        if not self._written:
            self._written = True
            with self._place.make() as make:
                make.run(make.job())
        return self._file.write(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


@pytest.mark.in_turn
def test_archive_is_of_one_moment(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    with lab.make() as make:
        make.run(make.job())
        for number in range(300):
            # Random text, so that the archive is written while tables are still being read.
            make.session.add(LabSetting(key=f"filler {number}", value={"text": os.urandom(1000).hex()}))
    archive = tmp_path / "lab.tar.zst"
    with archive.open("wb") as file, connect(lab.settings.database_url) as connection:
        manifest = write_archive(CommitsMeanwhile(file, lab), connection, lab.settings)  # type: ignore[arg-type]
    restore(empty_place.settings, archive, manifest)
    counts = []
    for place in (lab, empty_place):
        with place.session() as session:
            counts.append((session.scalar(select(func.count(Run.id))), session.scalar(select(func.count(Job.id)))))
    assert counts == [(2, 2), (1, 1)]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("state", "preview", "afterwards"),
    [
        ("reading", None, "reading"),
        ("ready", {"results": [{"index": 0}]}, "reading"),
        ("storing", {"results": [{"index": 0}]}, "reading"),
        ("failed", {"results": [{"index": 0}]}, "reading"),
        ("failed", None, "failed"),
    ],
)
def test_uploads_that_are_not_stored_come_along(
    lab: Place, empty_place: Place, tmp_path: Path, state: str, preview: dict[str, Any] | None, afterwards: str
) -> None:
    import_id = add_import(lab, state=state, preview=preview)
    moved(lab, empty_place, tmp_path)
    folder = empty_place.settings.import_dir / str(import_id)
    assert (folder / "files" / "000001").read_bytes() == b"what somebody measured"
    assert (folder / "manifest.json").read_bytes() == b"[]"
    with empty_place.session() as session:
        row = session.scalars(select(Import)).one()
        assert (row.state, row.preview, row.tries) == (afterwards, None, 0 if afterwards == "reading" else 2)


@pytest.mark.in_turn
@pytest.mark.parametrize("state", ["stored", "discarded"])
def test_uploads_that_are_done_with_stay_behind(lab: Place, empty_place: Place, tmp_path: Path, state: str) -> None:
    add_import(lab, state=state, preview={"results": []})
    moved(lab, empty_place, tmp_path)
    assert not empty_place.settings.import_dir.exists()
    assert empty_place.tables()["import"] == lab.tables()["import"]


def test_missing_and_damaged_raw_files_are_reported(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    missing, changed, good = (add_artifact(lab, content) for content in (b"gone", b"changed", b"good"))
    folder = lab.settings.data_dir / "artifacts"
    (folder / str(missing.storage_key)).unlink()
    (folder / str(changed.storage_key)).write_bytes(b"something else")
    archive = tmp_path / "lab.tar.zst"
    back_up_lab(lab.settings, archive)
    manifest = verify(archive)
    assert (manifest.missing_artifacts, manifest.damaged_artifacts) == ([missing.sha256], [changed.sha256])
    done = restore(empty_place.settings, archive, manifest)
    assert done.artifacts == 1
    store = get_artifact_store(empty_place.settings.artifact_url)
    assert [store.find(artifact.sha256) is not None for artifact in (missing, changed, good)] == [False, False, True]


def test_archive_of_an_older_revision_is_migrated(open_lab: OpenPlace, empty_place: Place, tmp_path: Path) -> None:
    old = open_lab(template=None)
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = old.settings.database_url
    command.upgrade(configuration, "0001")
    with old.session() as session:
        session.execute(
            text("insert into campaign (id, name, note) values (gen_random_uuid(), 'kept', 'since the first release')")
        )
    archive = tmp_path / "old.tar.zst"
    with archive.open("wb") as file, connect(old.settings.database_url) as connection:
        assert write_archive(file, connection, old.settings).migration_revision == "0001"
    with pytest.raises(Conflict, match="storagelab migrate"):
        back_up_lab(old.settings, tmp_path / "refused.tar.zst")
    restore(empty_place.settings, archive, verify(archive))
    with empty_place.session() as session:
        assert session.execute(text("select name, note from campaign")).one() == ("kept", "since the first release")
    configuration.attributes["url"] = empty_place.settings.database_url
    command.check(configuration)


def test_tags_in_an_earlier_backup_become_labels(empty_place: Place, open_lab: OpenPlace, tmp_path: Path) -> None:
    old = open_lab(template=None)
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = old.settings.database_url
    command.upgrade(configuration, "0023")
    with old.session() as session:
        session.execute(
            text(
                "insert into campaign (id, name, has_children, labels, tags) values "
                """(gen_random_uuid(), 'tagged', true, '{"customer": "acme"}', '["slow", "rack=7"]')"""
            )
        )
    archive = tmp_path / "old.tar.zst"
    with archive.open("wb") as file, connect(old.settings.database_url) as connection:
        assert write_archive(file, connection, old.settings).migration_revision == "0023"
    restore(empty_place.settings, archive, verify(archive))
    with empty_place.session() as session:
        assert session.scalars(select(Campaign.labels)).one() == {"customer": "acme", "slow": None, "rack": "7"}
