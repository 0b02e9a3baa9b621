"""The data folder is made with the modes it needs; what was there before is never changed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from storagelab.config import LONGEST_SOCKET_PATH, Settings, get_socket_dir, read_or_create_controller_id
from storagelab.errors import Conflict, LabUnavailable
from storagelab.launcher.accounts import Account, can_reach
from storagelab.launcher.binaries import find_machine_binaries, require_binaries
from storagelab.launcher.folders import DataFolder, make_folder
from storagelab.launcher.running import find_running_supervisor, only_supervisor, record_supervisor

STRANGER = Account("stranger", uid=54321, gid=54321)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_new_folder_has_its_mode_under_any_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        make_folder(tmp_path / "new", 0o755)
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "new") == 0o755


def test_existing_folder_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir(mode=0o700)
    make_folder(tmp_path / "old", 0o755)
    assert mode_of(tmp_path / "old") == 0o700


def test_account_cannot_reach_below_a_closed_folder(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert not can_reach(STRANGER, closed / "data")


def test_account_reaches_its_own_closed_folder(tmp_path: Path) -> None:
    status = tmp_path.stat()
    owner = Account("owner", uid=status.st_uid, gid=status.st_gid)
    assert can_reach(owner, tmp_path / "data")


def test_sockets_use_short_folder_for_long_data_path(tmp_path: Path) -> None:
    assert get_socket_dir(Path("/srv/lab")) == Path("/srv/lab/run")
    long = tmp_path / ("x" * LONGEST_SOCKET_PATH)
    assert len(os.fsencode(get_socket_dir(long))) < LONGEST_SOCKET_PATH - 20
    assert get_socket_dir(long) == get_socket_dir(long)
    assert get_socket_dir(long) != get_socket_dir(long / "other")


def test_second_supervisor_is_refused_naming_the_first(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path, account=None)
    folder.state.mkdir()
    with only_supervisor(folder):
        record_supervisor(tmp_path, url="http://127.0.0.1:9", ready=True)
        with pytest.raises(Conflict, match=f"running already on .* at http://127.0.0.1:9 .process {os.getpid()}"):
            only_supervisor(folder).__enter__()
    assert find_running_supervisor(tmp_path) is None
    with only_supervisor(folder):
        assert find_running_supervisor(tmp_path) is None


def test_machine_without_servers_gets_the_install_command(tmp_path: Path) -> None:
    assert find_machine_binaries(postgres_root=tmp_path, search_path=str(tmp_path)) is None
    with pytest.raises(LabUnavailable, match="apt-get install postgresql redis-server"):
        require_binaries(None)


def test_newest_accepted_postgres_is_used(tmp_path: Path) -> None:
    for major in (14, 15, 17, 99):
        (tmp_path / str(major) / "bin").mkdir(parents=True)
        (tmp_path / str(major) / "bin" / "postgres").touch()
    broker = tmp_path / "redis-server"
    broker.touch(mode=0o755)
    binaries = find_machine_binaries(postgres_root=tmp_path, search_path=str(tmp_path))
    assert binaries is not None
    assert (binaries.postgres_bin, binaries.broker) == (tmp_path / "17" / "bin", broker)


def test_controller_identity_is_made_once_and_private(tmp_path: Path) -> None:
    first = read_or_create_controller_id(tmp_path)
    assert read_or_create_controller_id(tmp_path) == first
    assert len(first) == 32
    assert mode_of(tmp_path / "controller-id") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["controller-id"]


def test_settings_default_from_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "BROKER_URL", "BASE_URL", "ARTIFACT_URL"):
        monkeypatch.delenv(f"STORAGELAB_{name}", raising=False)
    settings = Settings(data_dir=Path("/srv/my lab"), host="0.0.0.0", port=9000)
    assert settings.database_url == "postgresql+psycopg://storagelab_api@/storagelab?host=%2Fsrv%2Fmy%20lab%2Frun"
    assert settings.migration_url == settings.database_url.replace("storagelab_api", "storagelab_migrate")
    assert settings.broker_url == "redis+socket:///srv/my%20lab/run/valkey.sock"
    assert settings.base_url == "http://127.0.0.1:9000"
    assert settings.artifact_url == "file:///srv/my%20lab/artifacts"
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", "postgresql+psycopg://db/lab")
    given = Settings(data_dir=tmp_path)
    assert given.database_url == given.migration_url == "postgresql+psycopg://db/lab"
    assert "database_url" in given.model_fields_set
    assert "broker_url" not in given.model_fields_set
