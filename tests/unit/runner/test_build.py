"""The zipapp: reproducible, and fit for the oldest Python it promises."""

import ast
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import storagelab_runner
from storagelab_runner.build import build

PACKAGE = Path(storagelab_runner.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))


def _module(source):
    return ".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts)


def _old_python():
    for candidate in ("python3.8", *sorted(Path.home().glob(".pyenv/versions/3.8.*/bin/python3.8"))):
        try:
            subprocess.run([candidate, "-c", ""], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return str(candidate)
    return None


def test_the_same_sources_give_the_same_bytes(tmp_path):
    first, second = tmp_path / "one", tmp_path / "two"
    assert build(first) == build(second) == hashlib.sha256(first.read_bytes()).hexdigest()
    assert first.read_bytes() == second.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_it_holds_every_module_and_runs(tmp_path):
    path = tmp_path / "storagelab-runner"
    build(path)
    names = {source.relative_to(PACKAGE.parent).as_posix() for source in SOURCES} | {"__main__.py"}
    assert set(zipfile.ZipFile(path).namelist()) == names
    done = subprocess.run([sys.executable, path, "version", "--json"], check=True, capture_output=True)
    assert json.loads(done.stdout) == {"runner_version": storagelab_runner.VERSION, "protocol": 2}


def test_wrong_usage_prints_a_line_to_stderr(tmp_path):
    for arguments in ([], ["serve", "--state"], ["supervise"], ["supervise", "/tmp", "x"], ["version"]):
        done = subprocess.run([sys.executable, "-m", "storagelab_runner", *arguments], capture_output=True, check=False)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"usage:")


@pytest.mark.parametrize("source", SOURCES, ids=_module)
def test_source_parses_as_python_3_8(source):
    ast.parse(source.read_text(), feature_version=(3, 8))


def test_every_module_loads_in_python_3_8(tmp_path):
    python = _old_python()
    if python is None:
        pytest.skip("this machine has no Python 3.8")
    path = tmp_path / "storagelab-runner"
    build(path)
    modules = ",".join(_module(source) for source in SOURCES if not source.stem.startswith("__"))
    code = f"import sys; sys.path.insert(0, {str(path)!r}); import {modules}"
    subprocess.run([python, "-W", "error", "-c", code], check=True)
