"""Commands of an operation: run like an engine, bound to the supervisor, recorded word for word."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Callable, NamedTuple

from storagelab_runner.engine_process import EngineProcess
from storagelab_runner.identity import NS_PER_S, get_boottime_ns

_MAX_OUTPUT_BYTES = 1 << 20
_COMPLAINT_LINES = 3
_COMPLAINT_LENGTH = 300
_SYSTEM_FOLDERS = ("/usr/sbin", "/sbin", "/usr/local/sbin")


class Completed(NamedTuple):
    """Result of a command. `stop` is the attempt's wish that ended it, `timed_out` that it took too long."""

    argv: tuple[str, ...]
    exit_code: int | None
    signal: int | None
    stdout: str
    stderr: str
    stop: Any | None = None
    timed_out: bool = False

    @property
    def complaint(self) -> str:
        """Return how the command ended, with the first lines of the program's message."""
        status = f"status {self.exit_code}" if self.signal is None else f"signal {self.signal}"
        lines = [line.strip() for line in (self.stderr or self.stdout).splitlines() if line.strip()]
        excerpt = "; ".join(lines[:_COMPLAINT_LINES])[:_COMPLAINT_LENGTH].rstrip(".")
        return f"{Path(self.argv[0]).name} ended with {status}" + (f": {excerpt}" if excerpt else "")


def search_path(environment: Mapping[str, str]) -> str:
    """Return the PATH for commands: PATH of `environment`, then folders of administrators' programs."""
    return ":".join((environment["PATH"], *_SYSTEM_FOLDERS))


def run_command(
    argv: Sequence[str],
    seconds: float,
    *,
    folder: Path,
    environment: Mapping[str, str],
    pulse: Callable[[], Any | None],
    inherited: Sequence[int] = (),
) -> Completed:
    """Run `argv` in `folder`, append its output to output.txt there, and return exit and output.

    After `seconds` or at a stop from `pulse`, which is the one of Context, the command is ended. The calling process
    must have called `adopt_orphans`. Raises OSError when the program cannot be run.
    """
    workplace = folder / ".command"
    workplace.mkdir(mode=0o700)
    try:
        variables = {**environment, "PATH": search_path(environment)}
        process = EngineProcess(argv, workplace, variables, inherited)
        stop, timed_out = _wait_for_process(process, seconds, pulse)
        ending = process.ending
        stdout, stderr = (_read_beginning(workplace / name) for name in ("stdout.txt", "stderr.txt"))
    finally:
        shutil.rmtree(workplace)
    done = Completed(
        argv=tuple(argv),
        exit_code=ending.exit_code if ending else None,
        signal=ending.signal if ending else None,
        stdout=stdout,
        stderr=stderr,
        stop=stop,
        timed_out=timed_out,
    )
    _keep(folder / "output.txt", done)
    return done


def _wait_for_process(
    process: EngineProcess, seconds: float, pulse: Callable[[], Any | None]
) -> tuple[Any | None, bool]:
    """Wait until a process and all it started have ended; stop them on request or after `seconds`.

    Returns the reason for which they were stopped, or None, and whether the time ran out.
    """
    limit_ns = get_boottime_ns() + int(seconds * NS_PER_S)
    stop: Any | None = None
    timed_out = False
    try:
        while process.ending is None:
            wish = pulse()
            process.reap()
            if process.ending is None and stop is None and not timed_out:
                stop, timed_out = wish, get_boottime_ns() >= limit_ns
                if stop is not None or timed_out:
                    process.stop()
            process.escalate()
    finally:
        while process.ending is None or not process.sweep():
            process.stop()
            process.escalate()
            pulse()
            process.reap()
    return stop, timed_out


def _read_beginning(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_MAX_OUTPUT_BYTES).decode("utf-8", "replace")


def _keep(path: Path, done: Completed) -> None:
    status = f"status {done.exit_code}" if done.signal is None else f"signal {done.signal}"
    with path.open("a", encoding="utf-8") as file:
        file.write(f"$ {' '.join(done.argv)}\n{done.stdout}{done.stderr}[{status}]\n")
