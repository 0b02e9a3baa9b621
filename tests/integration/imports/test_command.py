"""`storagelab import` as a person runs it: against a real API and a real worker."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.command_line import serving, storagelab
from tests.integration.imports.uploads import ImportLab, fio_json

from storagelab.auth.service import create_token
from storagelab.db.session import session_scope

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def command(imports: ImportLab, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """Provide the command `storagelab import` against an API with a worker."""
    imports.lab.start_worker()
    with session_scope() as session:
        monkeypatch.setenv("STORAGELAB_TOKEN", create_token(session, name="cli", role="operator"))
    with serving(monkeypatch) as url:
        yield partial(storagelab, "import", f"--lab={url}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a folder of two results, with names that need care."""
    results = tmp_path / "my results"
    for name in ("one", 'two "quoted" ä'):
        (results / name).mkdir(parents=True)
        (results / name / "fio.json").write_bytes(fio_json(name))
    (results / "one" / "link.json").symlink_to(results / "one" / "fio.json")
    return results


@pytest.mark.in_turn
def test_a_folder_is_stored(command: Command, folder: Path) -> None:
    done = command(str(folder), "--json")

    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["state"], made["title"], made["files"]["count"]) == ("stored", "my results", 2)
    assert [result["run"]["number"] for result in made["results"]] == ["r-1", "r-2"]
    again = command(str(folder))
    assert again.returncode == 0
    assert "r-1" in again.stdout
    assert "reading" in again.stdout


@pytest.mark.in_turn
def test_preview_stores_no_run_and_no_wait_returns(command: Command, folder: Path) -> None:
    preview = json.loads(command(str(folder), "--preview", "--json").stdout)
    assert (preview["state"], preview["results"][0]["run"]) == ("ready", None)
    assert json.loads(command(str(folder), "--no-wait", "--json").stdout)["state"] == "reading"


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("content", "words"), [(b"nothing of interest", "notes.txt"), (b"", "notes.txt"), (None, "holds no file")]
)
def test_import_failure_is_one_sentence(command: Command, tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "notes.txt"
    if content is not None:
        path.write_bytes(content)

    failed = command(str(path))

    assert failed.returncode == 1
    assert words in failed.stderr
    assert "Traceback" not in failed.stderr
