"""The embedded PostgreSQL: made once, started on a private unix socket, found again after a crash."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg

from storagelab.config import EMBEDDED_DATABASE
from storagelab.db.roles import prepare_roles
from storagelab.errors import LabUnavailable
from storagelab.launcher.binaries import ServerBinaries
from storagelab.launcher.folders import DataFolder, make_folder
from storagelab.launcher.processes import POLL_SECONDS, ProcessMark, Program, mark_of

START_SECONDS = 30.0
SOCKET_NAME = ".s.PGSQL.5432"


def start_postgres(folder: DataFolder, binaries: ServerBinaries) -> Program:
    """Return the running database of a data folder, started if it did not run, with its one database in it.

    Raises LabUnavailable with the reason when it cannot run.
    """
    program = make_postgres_program(folder, binaries)
    running = find_running(folder)
    if running is not None:
        program.adopt(running)
    else:
        if not folder.cluster.exists():
            _initialise(folder, binaries)
        _check_major(folder, binaries)
        restart_postgres(folder, program)
    try:
        _wait_until_ready(folder, program)
        _create_database(folder)
    except BaseException:
        program.stop()
        raise
    return program


def restart_postgres(folder: DataFolder, program: Program) -> None:
    """Start the database server after deleting the PID and lock files of a crashed one."""
    for leftover in (folder.cluster / "postmaster.pid", folder.sockets / SOCKET_NAME):
        leftover.unlink(missing_ok=True)
    # A lock file whose number now belongs to another process would keep the server from starting.
    (folder.sockets / f"{SOCKET_NAME}.lock").unlink(missing_ok=True)
    program.start()


def make_postgres_program(folder: DataFolder, binaries: ServerBinaries) -> Program:
    """Build the database's program: private socket only, every commit synced to disk, modest memory."""
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": '"' + str(folder.sockets).replace('"', '""') + '"',
        "unix_socket_permissions": "0700",
        "fsync": "on",
        "synchronous_commit": "on",
        "shared_buffers": "64MB",
        "max_connections": "200",
        "huge_pages": "off",
        "jit": "off",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_line_prefix": "%m ",
    }
    argv = [str(binaries.postgres_bin / "postgres"), "-D", str(folder.cluster)]
    for name, value in settings.items():
        argv += ["-c", f"{name}={value}"]
    return Program(
        name="postgres",
        title="PostgreSQL",
        argv=argv,
        state=folder.state,
        logs=folder.logs,
        account=folder.account,
        working_folder=folder.root,
        clean_environment=True,
        stop_signal=signal.SIGINT,  # A fast shutdown: sessions end, everything is written.
        seconds_to_stop=30.0,
    )


def find_running(folder: DataFolder) -> ProcessMark | None:
    """Return the server that already runs on this folder, recognised by its command line; None after a crash."""
    lines = _read_pid_file(folder)
    mark = mark_of(int(lines[0])) if lines and lines[0].strip().isdigit() else None
    if mark is None:
        return None
    try:
        argv = Path(f"/proc/{mark.pid}/cmdline").read_bytes().split(b"\0")
    except FileNotFoundError:
        return None
    return mark if str(folder.cluster).encode() in argv else None


def _initialise(folder: DataFolder, binaries: ServerBinaries) -> None:
    """Create the database cluster beside its final path and move it there when complete.

    A crash leaves no partial cluster.
    """
    draft = folder.root / "postgres.new"
    if draft.exists():
        shutil.rmtree(draft)
    make_folder(draft, 0o700, folder.account)
    locale = ["--locale=C.UTF-8"]
    if int(binaries.postgres_version.split(".")[0]) >= 17:
        locale.append("--locale-provider=builtin")
    argv = [
        str(binaries.postgres_bin / "initdb"),
        f"--pgdata={draft}",
        f"--username={EMBEDDED_DATABASE}",
        "--encoding=UTF8",
        # Only the account of the services, and root, can enter the folder of the socket.
        "--auth=trust",
        "--no-instructions",
        *locale,
    ]
    try:
        subprocess.run(
            argv,
            check=True,
            capture_output=True,
            text=True,
            cwd=folder.root,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            **(folder.account.build_popen_arguments() if folder.account else {}),
        )
    except subprocess.CalledProcessError as error:
        reason = error.stderr.strip().splitlines()[-1:] or ["it gave no reason"]
        raise LabUnavailable(f"The database could not be created in {folder.root}: {reason[0]}") from error
    draft.rename(folder.cluster)


def _check_major(folder: DataFolder, binaries: ServerBinaries) -> None:
    stored = (folder.cluster / "PG_VERSION").read_text(encoding="ascii").strip()
    current = binaries.postgres_version
    if current.split(".")[0] != stored:
        raise LabUnavailable(
            f"The database in {folder.root} was made by PostgreSQL {stored} and the server found is {current}: "
            "install that version, or start with a new folder with --data (make: DATA=). The old database is untouched."
        )


def _wait_until_ready(folder: DataFolder, program: Program) -> None:
    """Wait until the database server is ready; restart it while a crashed server's memory is in use.

    Raises LabUnavailable when the server does not become ready in time.
    """
    deadline = time.monotonic() + START_SECONDS
    while not _is_ready(folder, program):
        if not program.alive():
            if "still in use" not in program.read_log_tail() or time.monotonic() > deadline:
                raise LabUnavailable(
                    f"PostgreSQL did not start: {program.ending()} (the whole log: {program.log_file})."
                )
            time.sleep(0.5)
            restart_postgres(folder, program)
        elif time.monotonic() > deadline:
            raise LabUnavailable(
                f"PostgreSQL was not ready within {START_SECONDS:.0f} s: {program.ending()} "
                f"(the whole log: {program.log_file})."
            )
        time.sleep(POLL_SECONDS)


def _is_ready(folder: DataFolder, program: Program) -> bool:
    lines = _read_pid_file(folder)
    return (
        len(lines) >= 8
        and program.mark is not None
        and lines[0].strip() == str(program.mark.pid)
        and lines[7].strip() == "ready"
    )


def _read_pid_file(folder: DataFolder) -> list[str]:
    try:
        return (folder.cluster / "postmaster.pid").read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []


def _create_database(folder: DataFolder) -> None:
    with psycopg.connect(
        host=str(folder.sockets), user=EMBEDDED_DATABASE, dbname="postgres", autocommit=True
    ) as connection:
        row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [EMBEDDED_DATABASE]).fetchone()
        if row is None:
            connection.execute(f"CREATE DATABASE {EMBEDDED_DATABASE}")
    with psycopg.connect(
        host=str(folder.sockets), user=EMBEDDED_DATABASE, dbname=EMBEDDED_DATABASE, autocommit=True
    ) as connection:
        prepare_roles(connection)
