"""Child process with limits of memory, time and disk, and a sentence for each end."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

Ending = Literal["done", "refused", "memory", "cpu_time", "wall_time", "disk", "crashed"]

#: A limited program ends with this status when it ran out of memory and could still report it.
OUT_OF_MEMORY = 77
NICENESS = 10
POLL_SECONDS = 0.05
#: The length of a program's output that is stored, from the end.
MAX_OUTPUT_BYTES = 64 << 20
#: How the last line on standard error of a Python program begins when memory or room for files ran out.
_MEMORY_ERRORS = ("MemoryError", "numpy._core._exceptions._ArrayMemoryError", "Cannot allocate memory")
_DISK_ERRORS = ("OSError: [Errno 27]", "OSError: [Errno 28]")


@dataclass(frozen=True, slots=True)
class LimitedExit:
    """End of a limited process: `refused` is any other exit status than 0, `crashed` a signal of its own."""

    ending: Ending
    status: int
    output: bytes
    errors: str
    #: What happened, for people; empty when it is done.
    sentence: str


def run_limited(
    argv: Sequence[str],
    *,
    cpu_s: int,
    wall_s: float,
    memory_bytes: int = 2 << 30,
    file_bytes: int = 8 << 30,
    cwd: Path | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> LimitedExit:
    """Run a program with limits on CPU, time, memory and file size, and wait for its end.

    The program has its own process group. `meanwhile` is called many times a second; an exception from `meanwhile` ends
    the program and reaches the caller. No process of the group remains when this function returns or raises.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            # The linear algebra library would set memory aside for each processor of the machine.
            [*_build_limits_command(memory_bytes, cpu_s, file_bytes), "env", "OPENBLAS_NUM_THREADS=1", *argv],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            cwd=cwd,
            start_new_session=True,
        )
        try:
            is_in_time = _wait(child.pid, wall_s, meanwhile)
        finally:
            # The child is not reaped before, so the group is still ours.
            with suppress(PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        text = _tail(errors).decode("utf-8", "replace")
        ending = _classify_ending(child.returncode, text) if is_in_time else "wall_time"
        sentence = _format_ending(ending, child.returncode, text, memory_bytes=memory_bytes, cpu_s=cpu_s, wall_s=wall_s)
        return LimitedExit(ending, child.returncode, _tail(output), text, sentence)


def _build_limits_command(memory_bytes: int, cpu_s: int, file_bytes: int) -> list[str]:
    """Return the command prefix (`nice`, `prlimit`) that puts limits in force before a program.

    Setting limits between fork and exec would not be safe beside other threads.
    """
    # The soft limit of CPU time ends a program with a signal that names the reason.
    cpu = f"--cpu={cpu_s}:{cpu_s + 1}"
    return ["nice", f"-n{NICENESS}", "prlimit", f"--as={memory_bytes}", cpu, f"--fsize={file_bytes}", "--core=0"]


def _wait(pid: int, wall_s: float, meanwhile: Callable[[], None] | None) -> bool:
    """Wait at most `wall_s` for a child to end, without reaping it; return False on a timeout.

    `meanwhile` is called at each poll.
    """
    deadline = time.monotonic() + wall_s
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() > deadline:
            return False
        if meanwhile is not None:
            meanwhile()
        time.sleep(POLL_SECONDS)
    return True


def _tail(file: IO[bytes]) -> bytes:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - MAX_OUTPUT_BYTES))
    return file.read()


def _classify_ending(status: int, errors: str) -> Ending:
    last_line = errors.rstrip().rpartition("\n")[2]
    # The kernel kills what takes the last memory of a machine.
    if status in (OUT_OF_MEMORY, -signal.SIGKILL) or last_line.startswith(_MEMORY_ERRORS):
        return "memory"
    if last_line.startswith(_DISK_ERRORS) or status == -signal.SIGXFSZ:
        return "disk"
    if status == -signal.SIGXCPU:
        return "cpu_time"
    if status < 0:
        return "crashed"
    return "refused" if status else "done"


def _format_ending(ending: Ending, status: int, errors: str, *, memory_bytes: int, cpu_s: int, wall_s: float) -> str:
    if ending == "refused":
        return errors.rstrip().rpartition("\n")[2] or f"The process ended with status {status} and gave no reason."
    sentences: dict[Ending, str] = {
        "done": "",
        "memory": f"The process needed more than {memory_bytes / (1 << 30):.3g} GiB of memory and was stopped.",
        "cpu_time": f"The process used more than {cpu_s} s of CPU time and was stopped.",
        "wall_time": f"The process did not finish within {wall_s:.0f} s and was stopped.",
        "disk": "The process ran out of disk space and was stopped.",
        "crashed": f"The process crashed with signal {-status}. This is a bug in Storage Lab.",
    }
    return sentences[ending]
