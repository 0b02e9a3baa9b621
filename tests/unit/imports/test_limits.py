"""Limits of a child process, each met by a program that breaks it."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from storagelab.imports.limits import NICENESS, OUT_OF_MEMORY, LimitedExit, run_limited

MIB = 1 << 20


def is_alive(pid: int) -> bool:
    """Return whether a process is alive; a zombie is not, as the reaper of orphans here may be slow."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def run_program(program: str, **limits: int | float) -> LimitedExit:
    chosen = {"cpu_s": 60, "wall_s": 60.0} | limits
    return run_limited([sys.executable, "-c", program], **chosen)  # type: ignore[arg-type]


def test_program_within_limits_returns_output_and_status() -> None:
    ended = run_program("import sys; print('read'); print('a warning', file=sys.stderr)")
    assert ended == LimitedExit("done", 0, b"read\n", "a warning\n", "")


def test_refusal_is_the_last_sentence_of_the_program() -> None:
    ended = run_program("import sys; print('one'); sys.exit('x.json, line 3: expected a number')")
    assert (ended.ending, ended.status) == ("refused", 1)
    assert ended.sentence == "x.json, line 3: expected a number"


@pytest.mark.parametrize("program", ["block = bytearray(1 << 30)", "import numpy; numpy.ones(1 << 28)"])
def test_program_over_its_memory_limit_is_stopped(program: str) -> None:
    ended = run_program(program, memory_bytes=768 * MIB)
    assert ended.ending == "memory"
    assert ended.sentence == "The process needed more than 0.75 GiB of memory and was stopped."


def test_out_of_memory_exit_is_reported_as_memory() -> None:
    program = f"try:\n block = bytearray(1 << 30)\nexcept MemoryError:\n raise SystemExit({OUT_OF_MEMORY})"
    assert run_program(program, memory_bytes=512 * MIB).ending == "memory"


def test_processor_time() -> None:
    ended = run_program("while True: pass", cpu_s=1)
    assert ended.ending == "cpu_time"
    assert ended.sentence == "The process used more than 1 s of CPU time and was stopped."


def test_wall_time_limit_also_ends_child_processes(tmp_path: Path) -> None:
    program = f"""
import os, pathlib, subprocess, time
child = subprocess.Popen(["sleep", "600"])
pathlib.Path({str(tmp_path / "pid")!r}).write_text(str(child.pid))
time.sleep(600)
"""
    ended = run_program(program, wall_s=5.0)
    assert ended.ending == "wall_time"
    assert ended.sentence == "The process did not finish within 5 s and was stopped."
    grandchild = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 10
    while is_alive(grandchild):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_limits_hold_before_a_program_begins() -> None:
    names = ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_CORE")
    program = f"import os, resource as r; print([r.getrlimit(getattr(r, n)) for n in {names}], os.nice(0))"
    ended = run_program(program, memory_bytes=512 * MIB, cpu_s=7, file_bytes=MIB)
    sizes = [(512 * MIB, 512 * MIB), (7, 8), (MIB, MIB), (0, 0)]
    assert ended.output.decode() == f"{sizes} {NICENESS + os.nice(0)}\n"


def test_room_on_the_disk(tmp_path: Path) -> None:
    program = f"open({str(tmp_path / 'large')!r}, 'wb').write(bytes(2 << 20))"
    ended = run_program(program, file_bytes=MIB)
    assert ended.ending == "disk"
    assert (tmp_path / "large").stat().st_size <= MIB


def test_crash_is_reported_with_its_signal() -> None:
    ended = run_program("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert (ended.ending, ended.status) == ("crashed", -signal.SIGSEGV)
    assert "signal 11" in ended.sentence


def test_callback_exception_ends_the_program(tmp_path: Path) -> None:
    class Lost(Exception):
        pass

    def lose() -> None:
        if (tmp_path / "pid").exists():
            raise Lost

    program = f"""
import os, pathlib, time
draft = pathlib.Path({str(tmp_path / "draft")!r})
draft.write_text(str(os.getpid()))
draft.rename({str(tmp_path / "pid")!r})
time.sleep(600)
"""
    with pytest.raises(Lost):
        run_limited([sys.executable, "-c", program], cpu_s=60, wall_s=60, meanwhile=lose)
    assert not Path(f"/proc/{(tmp_path / 'pid').read_text()}").exists()
