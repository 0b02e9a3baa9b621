"""Read-only programs of this server, run with limits on their time and output."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

from storagelab_runner.engine import build_environment

MAX_OUTPUT_BYTES = 2 << 20
COMMAND_SECONDS = 10.0
_DYING_SECONDS = 1.0


class ToolAnswer(NamedTuple):
    """Answer of a program; when it did not run to its end, `exit_code` is None and `problem` gives the reason."""

    argv: tuple[str, ...]
    exit_code: int | None
    stdout: str = ""
    stderr: str = ""
    problem: str | None = None
    missing: bool = False
    milliseconds: int = 0

    @property
    def last_words(self) -> str:
        """Return why an answer is unusable: the problem, or exit status and last line of output."""
        if self.problem is not None:
            return self.problem
        lines = (self.stderr or self.stdout).strip().splitlines()
        return f"{self.argv[0]} ended with status {self.exit_code}" + (f": {lines[-1]}" if lines else "")


def run_tool(argv: Sequence[str], seconds: float = COMMAND_SECONDS, folder: Path | None = None) -> ToolAnswer:
    """Run a read-only program without input and return its answer; raises nothing if it cannot run.

    The answer's `problem` is why the program could not be run or took longer than `seconds`. Its output goes to files
    so that no pipe can block it. Programs that write a log of their own leave it in the working directory, which is
    `folder` if given.
    """
    began = time.monotonic()
    arguments = tuple(argv)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = subprocess.Popen(
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=folder,
                env=_build_environment(),
                start_new_session=True,
            )
        except FileNotFoundError:
            return ToolAnswer(arguments, None, problem=f"{arguments[0]} was not found on PATH", missing=True)
        except OSError as problem:
            return ToolAnswer(arguments, None, problem=f"{arguments[0]} could not be run: {problem.strerror}")
        problem_words = _wait(process, arguments[0], seconds)
        answer = ToolAnswer(
            argv=arguments,
            exit_code=None if problem_words else process.returncode,
            stdout=_read_beginning(out),
            stderr=_read_beginning(err),
            problem=problem_words,
            milliseconds=round((time.monotonic() - began) * 1000),
        )
    return answer


def is_tool_installed(name: str) -> bool:
    """Return whether a program of that name is installed."""
    return shutil.which(name, path=search_path()) is not None


def search_path() -> str:
    """Return the PATH in which programs are searched."""
    return _build_environment()["PATH"]


def _wait(process: subprocess.Popen[bytes], name: str, seconds: float) -> str | None:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        # A program that hangs in the kernel does not even end now: it is left to init rather than waited for.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_DYING_SECONDS)
        return f"{name} did not answer within {seconds:g} s"
    return None


def _build_environment() -> dict[str, str]:
    # Most of these programs live where the PATH of an ordinary account does not lead.
    inherited = build_environment()
    return {**inherited, "PATH": f"{inherited['PATH']}:/usr/sbin:/sbin:/usr/local/sbin"}


def _read_beginning(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MAX_OUTPUT_BYTES).decode("utf-8", "replace")
