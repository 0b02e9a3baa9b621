"""Processes that may outlive the one that started them: how they are recognised, started and stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from storagelab.config import build_child_environment
from storagelab.launcher.accounts import Account

POLL_SECONDS = 0.02
LARGEST_LOG_BYTES = 10 * 2**20


@dataclass(frozen=True)
class ProcessMark:
    """Mark that distinguishes a process from a later one with its number: boot, number and start in clock ticks."""

    boot_id: str
    pid: int
    started_ticks: int


def mark_of(pid: int) -> ProcessMark | None:
    """Return the mark that identifies a live process; None for an absent process or a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else ProcessMark(_boot_id(), pid, int(fields[19]))


def is_alive(mark: ProcessMark) -> bool:
    """Return whether exactly this process still runs."""
    return mark_of(mark.pid) == mark


def write_mark(path: Path, mark: ProcessMark) -> None:
    """Write the mark of a process to a file, in one atomic step."""
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(asdict(mark)), encoding="utf-8")
    draft.rename(path)


def read_mark(path: Path) -> ProcessMark | None:
    """Return the recorded process when it still runs; a file left by a crash or a reboot counts as none."""
    try:
        mark = ProcessMark(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None
    return mark if is_alive(mark) else None


def stop_process(mark: ProcessMark, *, stop_signal: signal.Signals, seconds: float) -> None:
    """Request a process to end and, when it has not within `seconds`, kill it and the group it leads."""
    _send(mark, stop_signal)
    if wait_until_ended(mark, seconds):
        return
    _send(mark, signal.SIGKILL)
    with suppress(ProcessLookupError):
        # A program leads a group of its own, which holds its workers; they must not outlive it.
        os.killpg(mark.pid, signal.SIGKILL)
    wait_until_ended(mark, 10)


def wait_until_ended(mark: ProcessMark, seconds: float) -> bool:
    """Wait until the process has ended; False when it has not in time."""
    deadline = time.monotonic() + seconds
    while is_alive(mark):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


_CLEAN = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


@dataclass
class Program:
    """One long-lived process: how it is started, and the process itself once it runs."""

    name: str
    """Names its log and its mark."""
    title: str
    """What people call it."""
    argv: list[str]
    state: Path
    """Folder of the marks."""
    logs: Path
    """Folder of the logs."""
    account: Account | None = None
    working_folder: Path | None = None
    clean_environment: bool = False
    """Give it no variables of ours: the services need none and ours may hold secrets."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables beside ours, unless the environment is a clean one."""
    stop_signal: signal.Signals = signal.SIGTERM
    seconds_to_stop: float = 10.0
    mark: ProcessMark | None = field(default=None, init=False)
    _child: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def mark_file(self) -> Path:
        """Return the file in which the process is recorded for a later command."""
        return self.state / f"{self.name}.json"

    @property
    def log_file(self) -> Path:
        """Return the file with the output of the process."""
        return self.logs / f"{self.name}.log"

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches only the supervisor. Raises OSError."""
        _rotate(self.log_file)
        with self.log_file.open("ab") as log:
            self._child = subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                cwd=self.working_folder,
                env=_CLEAN if self.clean_environment else build_child_environment(self.environment),
                umask=0o077,
                **(self.account.build_popen_arguments() if self.account else {}),
            )
        try:
            self.adopt(mark_of(self._child.pid))
        except OSError:
            # An unrecorded process would never be found or stopped.
            self._child.kill()
            self._child.wait()
            raise

    def adopt(self, mark: ProcessMark | None) -> None:
        """Use a process that already runs as this program's process, and record its mark."""
        self.mark = mark
        if mark is not None:
            write_mark(self.mark_file, mark)

    def alive(self) -> bool:
        """Return whether the process runs. Reaps it when it was ours and has ended."""
        if self._child is not None and self._child.poll() is not None:
            return False
        return self.mark is not None and is_alive(self.mark)

    def request_stop(self) -> None:
        """Signal the process to end without waiting for it."""
        if self.alive() and self.mark is not None:
            _send(self.mark, self.stop_signal)

    def stop(self) -> bool:
        """Stop the process and delete its record; return False when none ran."""
        was_alive = self.alive()
        if was_alive and self.mark is not None:
            stop_process(self.mark, stop_signal=self.stop_signal, seconds=self.seconds_to_stop)
        if self._child is not None:
            self._child.wait()
        self.mark_file.unlink(missing_ok=True)
        return was_alive

    def read_log_tail(self) -> str:
        """Return the end of the log; empty where there is none."""
        if not self.log_file.exists():
            return ""
        with self.log_file.open("rb") as file:
            file.seek(max(0, self.log_file.stat().st_size - 4096))
            return file.read().decode("utf-8", "replace").strip()

    def ending(self) -> str:
        """Describe how the process ended: by which signal, or with which status and last line."""
        status = self._child.poll() if self._child is not None else None
        if status is not None and status < 0:
            return f"killed by {signal.Signals(-status).name}"
        last_line = (self.read_log_tail().splitlines() or ["it wrote nothing"])[-1]
        return last_line if status is None else f"exit status {status}: {last_line}"


def _send(mark: ProcessMark, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        if is_alive(mark):
            os.kill(mark.pid, number)


def _rotate(log: Path) -> None:
    """Keep one older log, so that a process that fails over and over does not fill the file system."""
    if log.exists() and log.stat().st_size > LARGEST_LOG_BYTES:
        log.rename(log.with_suffix(".log.1"))


def _boot_id() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
