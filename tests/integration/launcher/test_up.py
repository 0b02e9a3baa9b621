"""The whole product, started and stopped as a user does it."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from storagelab.launcher.processes import is_alive
from storagelab.launcher.running import RunningSupervisor, find_running_supervisor

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def data(open_place: Path) -> Path:
    return open_place / "data"


@pytest.fixture
def storagelab(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """Provide the command on the data folder, and stop at the end what it left running."""
    for name in ("DATABASE_URL", "BROKER_URL", "BASE_URL", "TOKEN", "PORT"):
        monkeypatch.delenv(f"STORAGELAB_{name}", raising=False)
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(data))
    monkeypatch.setenv("STORAGELAB_RUNNER_STATE_DIR", str(data.parent / "runner"))

    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "-m", "storagelab.cli.main", *arguments]
        return subprocess.run(argv, capture_output=True, text=True, check=False)

    yield command
    command("down")


def running(data: Path) -> RunningSupervisor:
    supervisor = find_running_supervisor(data)
    assert supervisor is not None
    return supervisor


def processes_of(data: Path) -> list[str]:
    """Return the command lines of all processes that name the data folder or listen for it."""
    command_lines = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command_lines.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                continue
    return [line for line in command_lines if str(data) in line]


@pytest.mark.in_turn
def test_up_serves_sign_in_and_down_cleans_up(storagelab: Command, data: Path, port: int) -> None:
    up = storagelab("up", "--detach", "--port", str(port))
    assert up.returncode == 0, up.stderr
    lines = up.stdout.splitlines()
    assert len(lines) <= 8
    base = f"http://127.0.0.1:{port}"
    assert base in up.stdout
    assert str(data) in lines[-1]

    assert httpx2.get(f"{base}/readyz").json()["ready"] is True
    token = re.search(r"/sign-in#(\S+)", up.stdout)
    assert token is not None
    origin = {"Origin": base}
    assert httpx2.post(f"{base}/api/v1/session", json={"token": token[1]}, headers=origin).status_code == 201
    assert httpx2.post(f"{base}/api/v1/session", json={"token": token[1]}, headers=origin).status_code == 401

    listed = storagelab("server", "list", "--json")
    assert listed.returncode == 0, listed.stderr
    assert stat.S_IMODE((data / "cli-token").stat().st_mode) == 0o600

    # A second start prints the address and the way to sign in; a lab on another port is a different one.
    second = storagelab("up")
    assert (second.returncode, second.stdout.splitlines()[0]) == (0, f"Storage Lab runs already: {base}")
    assert f"{base}/sign-in#" in second.stdout
    other = storagelab("up", "--port", str(port + 1))
    assert other.returncode == 1
    assert "is running already" in other.stderr

    assert storagelab("down").stdout == "Stopped Storage Lab.\n"
    assert processes_of(data) == []


@pytest.mark.evidence
def test_up_takes_over_from_a_killed_supervisor(storagelab: Command, data: Path, port: int) -> None:
    assert storagelab("up", "--detach", "--port", str(port)).returncode == 0
    first = running(data)
    os.kill(first.mark.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while is_alive(first.mark):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    again = storagelab("up", "--detach", "--port", str(port))
    assert again.returncode == 0, again.stderr
    assert running(data).mark != first.mark
    assert httpx2.get(f"{first.url}/readyz").json()["ready"] is True


@pytest.mark.in_turn
def test_port_in_use_prevents_start_with_one_sentence(storagelab: Command, data: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        result = storagelab("up", "--port", str(listener.getsockname()[1]))
    assert result.returncode == 1
    assert "choose another port with --port (make: PORT=)" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (data / "postgres").exists()


@pytest.mark.in_turn
def test_interrupt_in_the_foreground_stops_all_processes(storagelab: Command, data: Path, port: int) -> None:
    argv = [sys.executable, "-m", "storagelab.cli.main", "up", "--port", str(port)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("Data folder"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
    assert processes_of(data) == []
