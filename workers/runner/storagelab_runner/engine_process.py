"""Process of an engine: bound to its supervisor, stopped gently first, swept to the last child."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Tuple

from storagelab_runner.identity import NS_PER_S, get_boottime_ns, process_identity, read_stat_fields

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_libc = ctypes.CDLL(None, use_errno=True)

#: Seconds after the wish to stop, and the signal that is sent then.
StopStep = Tuple[float, signal.Signals]
#: fio writes its logs on the first two. The last step is that of every engine.
STOP_LADDER: tuple[StopStep, ...] = ((0.0, signal.SIGINT), (30.0, signal.SIGTERM), (45.0, signal.SIGKILL))
#: A process that lives this long after SIGKILL waits inside the kernel, and nothing can end it.
STUCK_SECONDS = 60.0


class ProcessExit(NamedTuple):
    """Result of a process: its `exit_code`, or the `signal` that killed it."""

    exit_code: int | None
    signal: int | None


class EngineProcess:
    """One engine start. The process that creates it must have called `adopt_orphans`."""

    def __init__(
        self,
        argv: Sequence[str],
        folder: Path,
        environment: dict[str, str],
        inherited: Sequence[int] = (),
        stop_ladder: Sequence[StopStep] = STOP_LADDER,
        largest_file_bytes: int | None = None,
        *,
        console: str = "stdout.txt",
        whole_group: bool = False,
    ) -> None:
        """Start the program `argv` in `folder`, with no open descriptors but `inherited`.

        Raises OSError when the program cannot run. Its output goes to the file `console`. Signals go to its
        `whole_group` where a wrapper starts the engine.
        """
        self._whole_group = whole_group
        self._stop_ladder = list(stop_ladder)
        self._stop_since_ns: int | None = None
        self._killed_since_ns: int | None = None
        self.ending: ProcessExit | None = None
        self.last_signal: signal.Signals | None = None
        parent = os.getpid()
        # A queried program that hangs in the kernel is still a child, for an unknown time.
        self._earlier = {process_identity(pid) for pid in list_descendants(parent)} - {None}
        with (folder / console).open("xb") as stdout, (folder / "stderr.txt").open("xb") as stderr:
            self._child = subprocess.Popen(
                list(argv),
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                close_fds=True,
                pass_fds=tuple(inherited),
                start_new_session=True,
                preexec_fn=lambda: _become_engine(parent, largest_file_bytes),
            )
        self.pid = self._child.pid

    def reap(self) -> bool:
        """Collect every child that has ended, adopted ones too; True if none is left."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if pid == 0:
                return False
            if pid == self.pid:
                self.ending = _decode_exit_status(status)
                self._child.returncode = status

    def stop(self) -> None:
        """Request the end of the engine; `escalate` sends the signals."""
        if self._stop_since_ns is None:
            self._stop_since_ns = get_boottime_ns()

    def escalate(self) -> None:
        """Send the signals that are due since `stop`, the last one to every descendant."""
        if self._stop_since_ns is None or self.ending is not None:
            return
        waited = (get_boottime_ns() - self._stop_since_ns) / NS_PER_S
        while self._stop_ladder and waited >= self._stop_ladder[0][0]:
            self.last_signal = self._stop_ladder.pop(0)[1]
            if self.last_signal is signal.SIGKILL:
                self._kill_all()
            elif self._whole_group:
                # The engine leads a session of its own, so its group has its number.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.pid, self.last_signal)
            else:
                _send(self.pid, self.last_signal)

    def sweep(self) -> bool:
        """Kill the processes that the ended engine left; return True once none of them is left.

        Descendants that were there before the engine do not count.
        """
        if self.reap():
            return True
        self._kill_all()
        return self.reap() or (bool(self._earlier) and self._is_alone())

    def is_stuck(self, seconds: float = STUCK_SECONDS) -> bool:
        """Return whether a process of the engine is alive `seconds` after SIGKILL."""
        return self._killed_since_ns is not None and get_boottime_ns() - self._killed_since_ns >= seconds * NS_PER_S

    def _is_alone(self) -> bool:
        """Return whether only processes that existed before the engine are alive.

        One look can miss the child of a process that ends meanwhile; a second one finds it adopted.
        """
        return all(process_identity(pid) in self._earlier for _ in range(2) for pid in list_descendants(os.getpid()))

    def _kill_all(self) -> None:
        if self._killed_since_ns is None:
            self._killed_since_ns = get_boottime_ns()
        kill_descendants(os.getpid())


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent dies, so that none escapes. Raises OSError."""
    _call_prctl(_PR_SET_CHILD_SUBREAPER, 1)


def list_descendants(ancestor: int) -> list[int]:
    """Return the process ids of all live descendants of `ancestor`; zombies are left out."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):  # noqa: PTH208 - names are wanted, thousands of Path objects are not.
        fields = read_stat_fields(int(entry)) if entry.isdigit() else None
        if fields is not None and fields[0] not in ("Z", "X"):
            children.setdefault(int(fields[1]), []).append(int(entry))
    processes: list[int] = []
    waiting = [ancestor]
    while waiting:
        below = children.get(waiting.pop(), [])
        processes += below
        waiting += below
    return processes


def kill_descendants(ancestor: int) -> None:
    """Send SIGKILL to all descendants, even if each is in a session of its own."""
    for pid in list_descendants(ancestor):
        _send(pid, signal.SIGKILL)


def _become_engine(parent: int, largest_file_bytes: int | None) -> None:
    """Prepare the child before exec: SIGINT when the parent dies, and the signals, mask and limits of an engine."""
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):
        # The supervisor is protected when memory runs out; if one of the two has to be killed, it is the engine.
        Path("/proc/self/oom_score_adj").write_text("0", "ascii")
    if largest_file_bytes is not None:
        _limit_files(largest_file_bytes)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    _call_prctl(_PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != parent:
        # The parent died before the request reached the kernel, so no signal will ever come.
        os._exit(125)


def _limit_files(largest: int) -> None:
    """Let the kernel end an engine that writes more than `largest` bytes into one file.

    The limit holds between two looks too, however fast the engine is.
    """
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest if hard == resource.RLIM_INFINITY else min(largest, hard), hard))


def _call_prctl(option: int, value: int) -> None:
    if _libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl failed")


def _send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def _decode_exit_status(status: int) -> ProcessExit:
    if os.WIFSIGNALED(status):
        return ProcessExit(None, os.WTERMSIG(status))
    return ProcessExit(os.WEXITSTATUS(status), None)
