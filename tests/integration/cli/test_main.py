"""Exit status and standard error of the command, run as a process."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from storagelab import __version__

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Provide the command on a data folder of its own, with no other settings but those given."""
    for name in ("DATABASE_URL", "BROKER_URL", "BASE_URL", "TOKEN", "PORT", "HOST"):
        monkeypatch.delenv(f"STORAGELAB_{name}", raising=False)
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(tmp_path))

    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "-m", "storagelab.cli.main", *arguments]
        return subprocess.run(argv, capture_output=True, text=True, check=False)

    return command


def test_refusal_is_one_sentence_on_standard_error(run: Run, tmp_path: Path) -> None:
    result = run("watch", "j-1")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"Storage Lab does not run on {tmp_path}: start it with `make up`")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "arguments", [["watch"], ["no-such-command"], ["up", "--port", "70000"], ["submit", "--size", "4G"]]
)
def test_wrong_use_is_status_2(run: Run, arguments: list[str]) -> None:
    assert run(*arguments).returncode == 2


def test_setting_that_makes_no_sense_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STORAGELAB_PORT", "many")
    result = run("doctor")
    assert result.returncode == 1
    assert "STORAGELAB_PORT" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.in_turn
def test_token_without_a_database_names_the_start_command(run: Run, tmp_path: Path) -> None:
    result = run("token", "create", "--name", "mine")
    assert result.returncode == 1
    assert result.stderr == (
        f"The database of {tmp_path} does not answer: start Storage Lab with `make up`, "
        f"or with `storagelab up --data {tmp_path}`.\n"
    )


def test_down_without_a_running_lab_succeeds(run: Run, tmp_path: Path) -> None:
    result = run("down", "--data", str(tmp_path / "absent"))
    assert (result.returncode, result.stdout) == (0, f"Nothing runs on {tmp_path / 'absent'}.\n")
    assert not (tmp_path / "absent").exists()


def test_doctor_finds_a_port_in_use(run: Run) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        result = run("doctor", "--json", "--port", str(listener.getsockname()[1]))
    findings = {finding["part"]: finding for finding in json.loads(result.stdout)}
    assert result.returncode == 1
    assert findings["port"]["ok"] is False
    assert findings["PostgreSQL"]["ok"] is True
    assert "SHA-256" in findings["PostgreSQL"]["detail"]


def test_doctor_distinguishes_a_lab_from_another_program(run: Run) -> None:
    """Check the case of a container, where the API was started by itself."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status":"ok"}')

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        result = run("doctor", "--json", "--port", str(server.server_address[1]))
        server.shutdown()
    findings = {finding["part"]: finding for finding in json.loads(result.stdout)}
    assert "port" not in findings
    assert findings["running"]["ok"] is True


@pytest.mark.parametrize("external", [False, True])
def test_doctor_tries_to_write(run: Run, monkeypatch: pytest.MonkeyPatch, external: bool) -> None:
    monkeypatch.setenv("STORAGELAB_CACHE_DIR", "/proc/cache")
    if external:
        monkeypatch.setenv("STORAGELAB_DATABASE_URL", "postgresql+psycopg://elsewhere/lab")
        monkeypatch.setenv("STORAGELAB_BROKER_URL", "redis://elsewhere")
    findings = {finding["part"]: finding for finding in json.loads(run("doctor", "--json").stdout)}
    assert findings["cache"]["ok"] is (None if external else False)
    assert "/proc" in findings["cache"]["detail"]
    assert findings["data folder"]["ok"] is True or not external
    assert "raw files" not in findings


@pytest.mark.in_turn
@pytest.mark.parametrize("detached", [[], ["--detach"]])
def test_up_reports_refusals_of_the_machine(run: Run, tmp_path: Path, detached: list[str]) -> None:
    (tmp_path / "file").touch()
    result = run("up", "--data", str(tmp_path / "file"), *detached)
    assert (result.returncode, result.stderr) == (
        1,
        f"{tmp_path / 'file'} is a file: choose a folder with --data (make: DATA=).\n",
    )
    for folder in ("state", "logs", "valkey", "run"):
        (tmp_path / folder).mkdir()
    # This folder represents everything that the operating system may refuse on the way.
    (tmp_path / "state" / "lock").mkdir()
    result = run("up", "--data", str(tmp_path), *detached)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_argument_that_is_not_utf8_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STORAGELAB_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("STORAGELAB_TOKEN", "none")
    result = run("share", "r-\udcff")
    assert (result.returncode, result.stderr) == (
        1,
        "An argument is not UTF-8 text. Check the encoding of your terminal.\n",
    )


@pytest.mark.in_turn
def test_version_and_short_help(run: Run) -> None:
    assert run("--version").stdout == f"storagelab {__version__}\n"
    assert run("-h").stdout == run("--help").stdout
    assert "--wait" in run("submit", "-h").stdout
