"""The file tool as the runner starts it: a process of its own, on a real file system."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storagelab_runner.engines.table import ENGINES
from storagelab_runner.failure import EXIT_INTERRUPTED
from storagelab_runner.file_sets import Content
from storagelab_runner.layout import PhaseFolder, StateFolder

files = ENGINES["files"]

PATIENCE_SECONDS = 30
GROUPS = ("40:4000000", "1:3000001")


@pytest.fixture
def folder(tmp_path: Path) -> PhaseFolder:
    phase = PhaseFolder(tmp_path / "phase")
    phase.root.mkdir()
    return phase


def start(
    folder: PhaseFolder, operation: str, groups: tuple[str, ...] = GROUPS, *, copy_to: Path | None = None
) -> subprocess.Popen[bytes]:
    """Start the tool and return its process."""
    lines = [f"operation={operation}", "seed=3", "request_bytes=65536", *(f"files={group}" for group in groups)]
    places = ["target=@TARGET@"] if copy_to is None else ["target=@TARGET@", "copy_to=@COPY_TO@"]
    text = "".join(f"{line}\n" for line in ("[files]", *lines, *places))
    target = folder.root.parent / "lab.dat"
    target.touch()
    name = str(target) if copy_to is None else f"{target}:{copy_to}"
    files.get_job_path(folder).write_text(files.render(text, name))
    with folder.stderr.open("xb") as stderr:
        argv = files.build_engine_command(str(files.find(StateFolder(folder.root))), 1, False)
        return subprocess.Popen(argv, cwd=folder.root, stderr=stderr)


def status(folder: PhaseFolder) -> list[dict[str, Any]]:
    path = folder.root / "status.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def left(folder: PhaseFolder) -> list[str]:
    return sorted(path.name for path in folder.root.parent.iterdir())


@pytest.mark.parametrize(("operation", "direction"), [("create", "write"), ("read", "read"), ("copy_within", "write")])
def test_each_file_is_processed_once_and_removed(folder: PhaseFolder, operation: str, direction: str) -> None:
    tool = start(folder, operation)
    assert tool.wait(PATIENCE_SECONDS) == 0
    assert files.describe_missing_output(folder) is None
    last = status(folder)[-1]
    assert (last["files"], last["bytes"], last["direction"], last["ended"]) == (41, 7_000_001, direction, True)
    assert 0 < last["min"] <= last["mean"] <= last["max"] <= last["elapsed_ns"] <= last["since_start_ns"]
    # Files are done one after the other, so their times are parts of the whole.
    assert 41 * last["mean"] <= last["elapsed_ns"]
    assert left(folder) == ["lab.dat", "phase"]


def test_interrupted_tool_leaves_no_files(folder: PhaseFolder) -> None:
    tool = start(folder, "create", ("100000:400000",))
    wait_until(lambda: len(status(folder)) > 0)
    tool.send_signal(signal.SIGINT)
    assert tool.wait(PATIENCE_SECONDS) == EXIT_INTERRUPTED
    assert left(folder) == ["lab.dat", "phase"]
    assert "does not report that all files are done" in (files.describe_missing_output(folder) or "")


def test_files_of_killed_tool_are_cleared(folder: PhaseFolder) -> None:
    tool = start(folder, "create", ("100000:400000",))
    wait_until(lambda: len(status(folder)) > 0)
    tool.kill()
    tool.wait(PATIENCE_SECONDS)
    assert left(folder) == ["lab.dat", "lab.dat.files", "phase"]
    assert files.describe_missing_output(folder) == "its folder could not be removed"
    files.clear(folder)
    assert left(folder) == ["lab.dat", "phase"]


def test_existing_folder_stops_tool_before_start(folder: PhaseFolder) -> None:
    theirs = folder.root.parent / "lab.dat.files"
    theirs.mkdir()
    (theirs / "mine").write_text("mine")
    tool = start(folder, "create")
    assert tool.wait(PATIENCE_SECONDS) == 1
    assert files.find_failure_reason(folder) == "File exists"
    files.clear(folder)
    assert (theirs / "mine").read_text() == "mine"


def test_too_small_disk_is_reported_with_figures(folder: PhaseFolder) -> None:
    tool = start(folder, "create", (f"1:{1 << 44}",))
    assert tool.wait(PATIENCE_SECONDS) == 1
    assert "bytes free, and" in (files.find_failure_reason(folder) or "")
    assert status(folder) == []
    assert left(folder) == ["lab.dat", "phase"]


def test_file_with_changed_size_fails_the_tool(folder: PhaseFolder) -> None:
    # Files are flushed one by one, so the last one is there long before the first is read.
    tool = start(folder, "read", ("400:1600",))
    last = folder.root.parent / "lab.dat.files" / "set" / "000399"
    wait_until(lambda: (last.exists() and last.stat().st_size > 0) or tool.poll() is not None)
    os.truncate(last, 100)
    assert tool.wait(PATIENCE_SECONDS) == 1
    assert (files.find_failure_reason(folder) or "").startswith("File 399 was given")
    assert left(folder) == ["lab.dat", "phase"]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """Provide a folder on another file system: the memory that every process can share."""
    folder = Path(tempfile.mkdtemp(prefix="storagelab-", dir="/dev/shm"))
    assert folder.stat().st_dev != tmp_path.stat().st_dev
    yield folder
    shutil.rmtree(folder)


def test_copy_across_copies_all_files_and_cleans_up(folder: PhaseFolder, elsewhere: Path) -> None:
    tool = start(folder, "copy_across", copy_to=elsewhere / "lab.dat")
    assert tool.wait(PATIENCE_SECONDS) == 0
    assert files.describe_missing_output(folder) is None
    last = status(folder)[-1]
    assert (last["files"], last["bytes"], last["direction"], last["ended"]) == (41, 7_000_001, "write", True)
    # The set is made before the first file is copied, and that is in no figure.
    assert last["elapsed_ns"] < last["since_start_ns"]
    assert left(folder) == ["lab.dat", "phase"]
    assert list(elsewhere.iterdir()) == []


def test_copy_across_writes_copies_only_at_copy_target(folder: PhaseFolder, elsewhere: Path) -> None:
    tool = start(folder, "copy_across", ("2000:8000000",), copy_to=elsewhere / "lab.dat")
    copies, originals = elsewhere / "lab.dat.files" / "copy", folder.root.parent / "lab.dat.files"
    wait_until(lambda: (copies / "000001").exists())
    tool.send_signal(signal.SIGSTOP)
    try:
        assert [path.name for path in originals.iterdir()] == ["set"]
        assert len(list((originals / "set").iterdir())) == 2000
        assert [path.name for path in copies.parent.iterdir()] == ["copy"]
        assert (copies / "000000").read_bytes() == (originals / "set" / "000000").read_bytes()
    finally:
        tool.send_signal(signal.SIGCONT)
        tool.send_signal(signal.SIGINT)
    assert tool.wait(PATIENCE_SECONDS) == EXIT_INTERRUPTED
    assert left(folder) == ["lab.dat", "phase"]
    assert list(elsewhere.iterdir()) == []


def test_killed_copy_is_cleared_at_both_targets(folder: PhaseFolder, elsewhere: Path) -> None:
    tool = start(folder, "copy_across", ("2000:8000000",), copy_to=elsewhere / "lab.dat")
    wait_until(lambda: (elsewhere / "lab.dat.files" / "copy" / "000001").exists())
    tool.kill()
    tool.wait(PATIENCE_SECONDS)
    assert left(folder) == ["lab.dat", "lab.dat.files", "phase"]
    assert files.describe_missing_output(folder) == "its folder could not be removed"
    files.clear(folder)
    assert left(folder) == ["lab.dat", "phase"]
    assert list(elsewhere.iterdir()) == []


def test_copy_target_on_same_file_system_stops_tool(folder: PhaseFolder) -> None:
    tool = start(folder, "copy_across", copy_to=folder.root.parent / "copy.dat")
    assert tool.wait(PATIENCE_SECONDS) == 1
    assert "is on the same file system as" in (files.find_failure_reason(folder) or "")
    assert status(folder) == []
    assert left(folder) == ["lab.dat", "phase"]


def test_existing_folder_at_copy_target_stays(folder: PhaseFolder, elsewhere: Path) -> None:
    theirs = elsewhere / "lab.dat.files"
    theirs.mkdir()
    (theirs / "mine").write_text("mine")
    tool = start(folder, "copy_across", copy_to=elsewhere / "lab.dat")
    assert tool.wait(PATIENCE_SECONDS) == 1
    assert files.find_failure_reason(folder) == "File exists"
    assert (theirs / "mine").read_text() == "mine"
    assert left(folder) == ["lab.dat", "phase"]


def test_content_varies_by_call_and_repeats_by_seed() -> None:
    first, again, other = Content(1, 4096), Content(1, 4096), Content(2, 4096)
    pieces = [bytes(first.next(4096)) for _ in range(100)]
    assert pieces == [bytes(again.next(4096)) for _ in range(100)]
    assert len(set(pieces)) == 100
    assert bytes(other.next(4096)) != pieces[0]
    assert len(first.next(17)) == 17


def wait_until(condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.001)
