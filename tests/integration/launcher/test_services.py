"""The embedded services, really started: private, reused, recovered after crashes, never root."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from storagelab.config import Settings, get_socket_dir
from storagelab.errors import LabUnavailable
from storagelab.launcher.accounts import list_existing_accounts
from storagelab.launcher.broker import get_broker_socket
from storagelab.launcher.folders import DataFolder, open_data_folder
from storagelab.launcher.processes import ProcessMark, wait_until_ended
from storagelab.launcher.running import stop_everything
from storagelab.launcher.services import Services, start_services

Start = Callable[[Settings, DataFolder], Services]


def query_postgres(folder: DataFolder, query: str) -> object:
    with psycopg.connect(host=str(folder.sockets), user="storagelab", dbname="storagelab") as connection:
        cursor = connection.execute(query)
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None


def query_broker(folder: DataFolder, *words: str) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(str(get_broker_socket(folder)))
        connection.sendall(" ".join(words).encode() + b"\r\n")
        return connection.recv(4096).decode()


def marks(services: Services) -> list[ProcessMark | None]:
    return [service.program.mark for service in services.started]


def kill(services: Services) -> None:
    """End both as a power cut would, without a chance to tidy up."""
    for mark in marks(services):
        assert mark is not None
        os.kill(mark.pid, signal.SIGKILL)
        assert wait_until_ended(mark, 10)


@pytest.mark.in_turn
def test_database_is_private_and_durable(services: Services, folder: DataFolder) -> None:
    assert query_postgres(folder, "SHOW listen_addresses") == ""
    assert query_postgres(folder, "SHOW fsync") == "on"
    assert query_postgres(folder, "SHOW synchronous_commit") == "on"
    assert query_postgres(folder, "SHOW server_encoding") == "UTF8"
    assert stat.S_IMODE(folder.sockets.stat().st_mode) == 0o700


def test_broker_has_no_port_and_drops_no_message(services: Services, folder: DataFolder) -> None:
    assert "\r\n0\r\n" in query_broker(folder, "CONFIG", "GET", "port")
    assert "noeviction" in query_broker(folder, "CONFIG", "GET", "maxmemory-policy")


def test_second_start_uses_the_running_services(
    services: Services, start: Start, settings: Settings, folder: DataFolder
) -> None:
    again = start(settings, folder)
    assert marks(again) == marks(services)


@pytest.mark.in_turn
def test_start_after_stop_finds_the_data(
    services: Services, start: Start, settings: Settings, folder: DataFolder
) -> None:
    query_postgres(folder, "CREATE TABLE kept AS SELECT 42 AS value")
    assert sorted(services.stop()) == ["PostgreSQL", "Valkey"]
    start(settings, folder)
    assert query_postgres(folder, "SELECT value FROM kept") == 42


@pytest.mark.in_turn
def test_start_after_a_crash_finds_the_data(
    services: Services, start: Start, settings: Settings, folder: DataFolder
) -> None:
    query_postgres(folder, "CREATE TABLE kept AS SELECT 42 AS value")
    kill(services)
    assert (folder.cluster / "postmaster.pid").exists()
    again = start(settings, folder)
    assert query_postgres(folder, "SELECT value FROM kept") == 42
    assert query_broker(folder, "PING").startswith("+PONG")
    assert set(marks(again)).isdisjoint(marks(services))


@pytest.mark.in_turn
def test_pid_file_of_a_foreign_process_is_cleared(
    services: Services, start: Start, settings: Settings, folder: DataFolder
) -> None:
    # After a reboot the number in the file may be that of any process, here of this one.
    kill(services)
    pid_file = folder.cluster / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    pid_file.write_text("\n".join([str(os.getpid()), *lines[1:]]))
    start(settings, folder)
    assert query_postgres(folder, "SELECT 1") == 1


def test_interrupted_database_creation_is_restarted(start: Start, settings: Settings, folder: DataFolder) -> None:
    half = folder.root / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    start(settings, folder)
    assert query_postgres(folder, "SELECT 1") == 1


def test_database_of_another_major_version_is_refused_untouched(settings: Settings, folder: DataFolder) -> None:
    folder.cluster.mkdir()
    (folder.cluster / "PG_VERSION").write_text("12\n")
    with pytest.raises(LabUnavailable, match="made by PostgreSQL 12 and the server found is"):
        start_services(settings, folder)
    assert [path.name for path in folder.cluster.iterdir()] == ["PG_VERSION"]


@pytest.mark.in_turn
def test_down_stops_services_of_a_killed_supervisor(services: Services, folder: DataFolder) -> None:
    assert stop_everything(folder) == ["valkey", "postgres"]
    assert stop_everything(folder) == []


@pytest.mark.in_turn
def test_folder_with_special_characters_works(start: Start, open_place: Path, settings: Settings) -> None:
    odd = Settings(data_dir=open_place / "a b%20c'd")
    folder = open_data_folder(odd.data_dir)
    start(odd, folder)
    with psycopg.connect(odd.database_url.replace("+psycopg", "")) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert query_broker(folder, "PING").startswith("+PONG")


@pytest.mark.in_turn
def test_long_path_moves_only_the_sockets(start: Start, open_place: Path, settings: Settings) -> None:
    long = Settings(data_dir=open_place / ("long-" * 20))
    folder = open_data_folder(long.data_dir)
    assert folder.sockets == get_socket_dir(long.data_dir)
    assert not folder.sockets.is_relative_to(long.data_dir)
    services = start(long, folder)
    try:
        assert query_postgres(folder, "SELECT 1") == 1
        assert stat.S_IMODE(folder.sockets.stat().st_mode) == 0o700
    finally:
        services.stop()
        shutil.rmtree(folder.sockets)


def test_socket_folder_with_public_access_is_refused(open_place: Path, settings: Settings) -> None:
    long = Settings(data_dir=open_place / ("long-" * 20))
    planted = get_socket_dir(long.data_dir)
    planted.mkdir()
    planted.chmod(0o777)
    try:
        with pytest.raises(LabUnavailable, match="is not a private folder"):
            open_data_folder(long.data_dir)
    finally:
        planted.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has accounts to choose from")
class TestAsRoot:
    """Root's services run under another account, and nothing that was there before is changed for them."""

    def test_services_do_not_run_as_root(self, services: Services, folder: DataFolder) -> None:
        assert folder.account is not None
        for mark in marks(services):
            assert mark is not None
            assert Path(f"/proc/{mark.pid}").stat().st_uid == folder.account.uid != 0
            groups = Path(f"/proc/{mark.pid}/status").read_text().split("Groups:")[1].splitlines()[0].split()
            assert groups == []

    def test_unreachable_folder_is_refused_with_its_mode_unchanged(self, open_place: Path) -> None:
        closed = open_place / "closed"
        closed.mkdir(mode=0o700)
        with pytest.raises(LabUnavailable, match="can reach"):
            open_data_folder(closed / "data")
        assert stat.S_IMODE(closed.stat().st_mode) == 0o700
        assert list(closed.iterdir()) == []

    def test_account_of_a_used_folder_is_preserved(self, settings: Settings) -> None:
        other = list_existing_accounts()[-1]
        used = settings.data_dir / "valkey"
        used.mkdir(parents=True)
        os.chown(used, other.uid, other.gid)
        assert open_data_folder(settings.data_dir).account == other


ORDINARY_START = """
import json, os, sys
from storagelab.config import override_settings
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.services import start_services
settings = override_settings(data_dir=sys.argv[1])
folder = open_data_folder(settings.data_dir)
services = start_services(settings, folder)
seen = [os.stat(f"/proc/{service.program.mark.pid}").st_uid for service in services.started]
stopped = services.stop()
print(json.dumps({"uids": seen, "stopped": stopped, "copied": folder.servers.exists()}))
"""


@pytest.mark.in_turn
def test_ordinary_account_runs_its_own_services(open_place: Path) -> None:
    account = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    command = [*python_for(account), "-c", ORDINARY_START, str(open_place / "own" / "data")]
    (open_place / "own").mkdir()
    os.chown(open_place / "own", account.pw_uid, account.pw_gid)
    result = run_as(account, command)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == {
        "uids": [account.pw_uid, account.pw_uid],
        "stopped": ["Valkey", "PostgreSQL"],
        "copied": False,
    }


def python_for(account: pwd.struct_passwd) -> list[str]:
    """Return the command of a Python of this version that the account may run, with the packages of this one."""
    for candidate in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        try:
            result = run_as(account, [candidate, "-c", "import storagelab.launcher.services"])
        except (PermissionError, FileNotFoundError):
            continue
        if result.returncode == 0:
            return [candidate]
    pytest.skip(f"the checkout or its Python is out of reach for the account {account.pw_name}")


def run_as(account: pwd.struct_passwd, command: list[str]) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).resolve().parents[3]
    path = [sysconfig.get_path("purelib"), *(str(root / part) for part in ("backend", "workers"))]
    other = os.geteuid() != account.pw_uid
    return subprocess.run(
        command,
        env={"PYTHONPATH": os.pathsep.join(path), "PATH": os.defpath},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        **({"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if other else {}),
    )
