"""`storagelab backup` and `restore` as a user runs them, on a lab that lives."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from storagelab.config import read_or_create_controller_id
from storagelab.launcher.running import find_running_supervisor

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Provide a folder for data folders, which the services' account can enter."""
    place = Path(tempfile.mkdtemp(prefix="sl-"))
    place.chmod(0o755)
    for name in ("DATABASE_URL", "BROKER_URL", "BASE_URL", "TOKEN", "PORT", "DATA_DIR"):
        monkeypatch.delenv(f"STORAGELAB_{name}", raising=False)
    monkeypatch.setenv("STORAGELAB_RUNNER_STATE_DIR", str(place / "runner"))
    yield place
    for data in ("first", "second"):
        run("down", "--data", str(place / data))
    shutil.rmtree(place)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "storagelab.cli.main", *arguments]
    return subprocess.run(argv, capture_output=True, text=True, check=False)


def start(data: Path) -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    up = run("up", "--detach", "--data", str(data), "--port", str(port))
    assert up.returncode == 0, up.stderr
    running = find_running_supervisor(data)
    assert running is not None
    return running.url


def runs(url: str, token: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    answer = httpx2.get(f"{url}/api/v1/runs", headers=headers, params={"limit": 100}, timeout=30)
    assert answer.status_code == 200, answer.text
    return [(item["id"], item["number"], item["title"], item["state"]) for item in answer.json()["items"]]


@pytest.mark.in_turn
def test_lab_moves_to_another_folder(place: Path) -> None:
    first, second, archive = place / "first", place / "second", place / "lab.tar.zst"
    url = start(first)
    token = run("token", "create", "--name", "mine", "--data", str(first)).stdout.strip()
    before = runs(url, token)
    assert before, "the demo data of the first start"

    written = run("backup", str(archive), "--data", str(first), "--json")
    assert written.returncode == 0, written.stderr
    stated = json.loads(written.stdout)
    assert stated["tables"]["run"] == len(before)
    assert stated["keys"] == ["controller-id", "cli-token", "ssh/id_ed25519"]
    again = run("backup", str(archive), "--data", str(first))
    assert (again.returncode, len(again.stderr.splitlines())) == (1, 1)

    over_itself = run("restore", str(archive), "--data", str(first), "--force")
    assert over_itself.returncode == 1
    assert "is running already" in over_itself.stderr
    run("down", "--data", str(first))
    (first / "cli-token").rename(place / "cli-token")
    stopped = run("backup", str(place / "stopped.tar.zst"), "--data", str(first), "--json")
    assert json.loads(stopped.stdout)["tables"]["run"] == len(before)
    assert stopped.stderr == f"Missing in {first} and in the archive: cli-token.\n"
    (place / "cli-token").rename(first / "cli-token")
    assert not (first / "postgres" / "postmaster.pid").exists(), "what backup started it stopped"

    restored = run("restore", str(archive), "--data", str(second), "--json")
    assert restored.returncode == 0, restored.stderr
    answer = json.loads(restored.stdout)
    assert (answer["tables"], answer["lost"], answer["cancelled"]) == (stated["tables"], [], [])
    assert runs(start(second), token) == before
    assert (first / "cli-token").read_text() == (second / "cli-token").read_text()
    assert read_or_create_controller_id(first) != read_or_create_controller_id(second)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "harm", ["cut", *(pytest.param(harm, marks=pytest.mark.evidence) for harm in ("altered", "another file", "absent"))]
)
def test_bad_archive_makes_no_lab(place: Path, harm: str) -> None:
    archive, data = place / "lab.tar.zst", place / "second"
    content = bytearray(os.urandom(5000))
    if harm in ("cut", "altered"):
        assert run("migrate", "--data", str(place / "first")).returncode == 0
        assert run("backup", str(archive), "--data", str(place / "first")).returncode == 0
        content = bytearray(archive.read_bytes())
        if harm == "cut":
            del content[len(content) // 2 :]
        else:
            content[len(content) // 2] ^= 1
    if harm != "absent":
        archive.write_bytes(content)
    result = run("restore", str(archive), "--data", str(data))
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "archive" in result.stderr or "No such file" in result.stderr
    assert not data.exists()


@pytest.mark.in_turn
def test_backup_of_no_lab_is_refused(place: Path) -> None:
    result = run("backup", str(place / "lab.tar.zst"), "--data", str(place / "second"))
    words = f"{place / 'second'} holds no lab. Choose the data folder of a lab with --data.\n"
    assert (result.returncode, result.stderr) == (1, words)
    assert list(place.iterdir()) == []
