"""A process is recognised across restarts and reboots, and stopped for certain."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storagelab.launcher.processes import (
    LARGEST_LOG_BYTES,
    Program,
    is_alive,
    mark_of,
    read_mark,
    stop_process,
    wait_until_ended,
    write_mark,
)

DEAF = "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); sys.stdin.read()"


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    """Provide a process that runs until its input ends."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process


def program(tmp_path: Path, code: str) -> Program:
    return Program(name="part", title="Part", argv=[sys.executable, "-c", code], state=tmp_path, logs=tmp_path)


def run_to_end(part: Program) -> None:
    part.start()
    assert part.mark is None or wait_until_ended(part.mark, 10)
    part.stop()


def test_mark_names_one_process_only(child: subprocess.Popen[bytes]) -> None:
    mark = mark_of(child.pid)
    assert mark is not None
    assert is_alive(mark)
    assert not is_alive(replace(mark, started_ticks=mark.started_ticks + 1))
    assert not is_alive(replace(mark, boot_id="an earlier boot"))


def test_unreaped_process_is_not_alive(child: subprocess.Popen[bytes]) -> None:
    mark = mark_of(child.pid)
    assert mark is not None
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert not is_alive(mark)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}'])
def test_damaged_mark_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "part.json").write_text(text)
    assert read_mark(tmp_path / "part.json") is None


def test_recorded_mark_is_valid_while_process_lives(tmp_path: Path, child: subprocess.Popen[bytes]) -> None:
    mark = mark_of(child.pid)
    assert mark is not None
    write_mark(tmp_path / "part.json", mark)
    assert read_mark(tmp_path / "part.json") == mark
    child.kill()
    child.wait()
    assert read_mark(tmp_path / "part.json") is None


def test_process_deaf_to_the_request_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", DEAF], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        mark = mark_of(process.pid)
        assert mark is not None
        stop_process(mark, stop_signal=signal.SIGTERM, seconds=0.1)
        assert process.wait() == -signal.SIGKILL


def test_program_reports_its_ending(tmp_path: Path) -> None:
    failing = program(tmp_path, "import sys; print('first'); sys.exit('no such table')")
    run_to_end(failing)
    assert failing.ending() == "exit status 1: no such table"

    killed = program(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    run_to_end(killed)
    assert killed.ending() == "killed by SIGKILL"


def test_stop_of_stopped_program_returns_false(tmp_path: Path) -> None:
    assert program(tmp_path, "pass").stop() is False


def test_large_log_is_put_aside_once(tmp_path: Path) -> None:
    (tmp_path / "part.log").write_bytes(b"x" * (LARGEST_LOG_BYTES + 1))
    part = program(tmp_path, "print('new')")
    run_to_end(part)
    assert (tmp_path / "part.log").read_text() == "new\n"
    assert (tmp_path / "part.log.1").stat().st_size == LARGEST_LOG_BYTES + 1


def test_program_that_cannot_be_recorded_is_killed(tmp_path: Path) -> None:
    part = program(tmp_path, "input()")
    part.mark_file.mkdir()
    with pytest.raises(OSError, match="directory"):
        part.start()
    assert not part.alive()
    assert part.ending() == "killed by SIGKILL"
