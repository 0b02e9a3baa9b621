"""Failure of an engine that was not stopped, in one sentence and with the kind that names who acts."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.engine_process import ProcessExit

#: fio's exit status after SIGINT or SIGTERM; its results are whole then.
EXIT_INTERRUPTED = 128
_TAIL_BYTES = 65536
_LONGEST_LINE = 300
#: `fio: io_u error on file PATH: REASON: write offset=...` and `fio: pid=..., func=..., error=REASON`.
_IO_ERROR = re.compile(r"io_u error on file .*?: (?P<reason>[^:]+): (?:read|write|sync|trim)\b")
_ERROR_FIELD = re.compile(r"\berror=(?P<reason>[A-Z][^,=]*)$")
_DISK_FULL = "No space left on device"


class RunnerFailure(NamedTuple):
    """`kind` is one of job, infrastructure, engine, bug."""

    kind: str
    message: str

    def to_json(self) -> dict[str, str]:
        """Return the failure in the form of the protocol."""
        return {"kind": self.kind, "message": self.message}


def was_signalled(ending: ProcessExit) -> bool:
    """Return whether a signal that requests termination (SIGINT, SIGTERM) ended the process."""
    return ending.signal in (signal.SIGINT, signal.SIGTERM)


def build_engine_failure(engine: str, ending: ProcessExit, last_reason: str | None) -> RunnerFailure:
    """Return the failure of an engine that ended with an error or by an unexpected signal.

    A signal is unexpected when the supervisor did not send it. `last_reason` is the reason in the engine's last output.
    """
    if ending.signal is not None:
        return _build_signal_failure(engine, ending.signal)
    if ending.exit_code == EXIT_INTERRUPTED:
        return RunnerFailure(
            "infrastructure", f"{engine} was interrupted by a signal that did not come from the runner."
        )
    reason = last_reason or "it gave no reason"
    message = f"{engine} ended with status {ending.exit_code}: {reason}"
    return RunnerFailure("infrastructure" if reason == _DISK_FULL else "engine", message)


def build_missing_failure(devices: Sequence[str], place: str) -> RunnerFailure:
    """Return the failure for drives that disappeared; `place` states when, as `during phase 1 (read)`."""
    which = "The drive" if len(devices) == 1 else "The drives"
    return RunnerFailure("infrastructure", f"{which} {', '.join(devices)} disappeared {place}.")


def read_last_reason(path: Path) -> str | None:
    """Return the reason of the last I/O error in a file of fio, else its last line of text; None when there is none."""
    return find_last_reason(tail(path))


def find_last_reason(text: str) -> str | None:
    """Return the reason of the last I/O error in a text, else its last line; None when there is none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in reversed(lines):
        match = _IO_ERROR.search(line) or _ERROR_FIELD.search(line)
        if match is not None:
            return match["reason"]
    prose = [line for line in lines if line[0].isalpha()]
    return prose[-1][:_LONGEST_LINE] if prose else None


def _build_signal_failure(engine: str, number: int) -> RunnerFailure:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    if number == signal.SIGKILL:
        cause = "a user killed it, or the kernel did because memory ran out"
        return RunnerFailure("infrastructure", f"{engine} was killed by {name}: {cause}.")
    if number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL):
        return RunnerFailure("engine", f"{engine} crashed with {name}.")
    return RunnerFailure("infrastructure", f"{engine} was ended by {name}, which did not come from the runner.")


def tail(path: Path) -> str:
    """Return the last 64 KiB of a text file; empty when there is none."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
            return file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
