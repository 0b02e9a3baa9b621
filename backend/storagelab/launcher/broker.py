"""Embedded Valkey (or Redis): the doorbell only, on a private unix socket, with nothing on disk."""

from __future__ import annotations

import socket
import time
from pathlib import Path

from storagelab.errors import LabUnavailable
from storagelab.launcher.binaries import ServerBinaries
from storagelab.launcher.folders import DataFolder
from storagelab.launcher.processes import POLL_SECONDS, Program, read_mark

START_SECONDS = 15.0


def start_broker(folder: DataFolder, binaries: ServerBinaries) -> Program:
    """Return the running broker of a data folder, started if it did not run.

    Raises LabUnavailable with the reason when it cannot run.
    """
    program = make_broker_program(folder, binaries)
    running = read_mark(program.mark_file)
    if running is not None:
        program.adopt(running)
    else:
        program.start()
    deadline = time.monotonic() + START_SECONDS
    while not can_reach_broker(get_broker_socket(folder)):
        if not program.alive() or time.monotonic() > deadline:
            program.stop()
            raise LabUnavailable(f"Valkey did not start: {program.ending()} (the whole log: {program.log_file}).")
        time.sleep(POLL_SECONDS)
    return program


def make_broker_program(folder: DataFolder, binaries: ServerBinaries) -> Program:
    """Build the broker's program description.

    The broker never evicts a message. It stores none on disk, because none needs to survive it.
    """
    settings = {
        "port": "0",
        "unixsocket": str(get_broker_socket(folder)),
        "unixsocketperm": "700",
        "dir": str(folder.broker),
        "save": "",
        "appendonly": "no",
        "maxmemory": "128mb",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    argv = [str(binaries.broker)]
    for name, value in settings.items():
        argv += [f"--{name}", value]
    return Program(
        name="valkey",
        title="Valkey",
        argv=argv,
        state=folder.state,
        logs=folder.logs,
        account=folder.account,
        working_folder=folder.root,
        clean_environment=True,
    )


def get_broker_socket(folder: DataFolder) -> Path:
    """Return the path of the broker's socket."""
    return folder.sockets / "valkey.sock"


def can_reach_broker(path: Path) -> bool:
    """Return whether a broker answers on this socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False
