"""Engine processes that outlived their supervisor.

Every process of an attempt works in the attempt's folder. It has inherited the host lock or, where its parent closes
inherited descriptors, belongs to the session of an engine. This distinguishes it from the shell of a person who looks
at the files.
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.block_devices import format_device_number
from storagelab_runner.errors import Refusal
from storagelab_runner.identity import ProcessIdentity, is_alive, process_identity, read_stat_fields
from storagelab_runner.layout import AttemptFolder, PhaseFolder, StateFolder, is_attempt_id
from storagelab_runner.records import read_record


class Orphan(NamedTuple):
    """One process. `device_number` is that of a block device it has open, None when it has none."""

    process: ProcessIdentity
    command: str
    attempt_id: str
    device_number: str | None

    def words(self) -> str:
        """Return the orphan as the subject of a sentence: command, process id and attempt."""
        return f"{self.command} (process {self.process.pid}), an orphan of attempt {self.attempt_id},"

    def to_json(self) -> dict[str, int | str | None]:
        """Return the orphan in the form of the protocol: `pid` and one key for each other field."""
        return {"pid": self.process.pid, **{name: getattr(self, name) for name in self._fields[1:]}}


def find_orphans(state: StateFolder) -> list[Orphan]:
    """Find every process of this runner whose supervisor has ended.

    Only root sees processes of other accounts, but the runner starts none of those.
    """
    try:
        lock = state.host_lock.stat()
    except FileNotFoundError:
        # Nothing was ever started here.
        return []
    orphans = []
    for process, attempt in _iterate_processes(state):
        opened = _read_open_files(process.pid)
        ours = any(os.path.samestat(facts, lock) for facts in opened) or _is_of_an_engine(process.pid, attempt)
        # A supervisor that ends while it is looked at is no orphan of itself.
        if ours and _is_without_supervisor(attempt) and is_alive(process):
            devices = [format_device_number(facts.st_rdev) for facts in opened if stat.S_ISBLK(facts.st_mode)]
            device = devices[0] if devices else None
            orphans.append(Orphan(process, _read_command(process.pid), attempt.attempt_id, device))
    return orphans


def refuse_beside_orphans(state: StateFolder) -> None:
    """Raise Refusal host_busy, naming an orphan, when a process without a supervisor still runs.

    A new run would measure the orphan's I/O too, or destroy what the orphan does to the server.
    """
    for orphan in find_orphans(state):
        raise Refusal(
            "host_busy",
            f"{orphan.words()} still runs on this server: the supervisor that should have ended it was killed. "
            "Each new try to start ends it, once it has had its time to end by itself. If it stays, root ends process "
            f"{orphan.process.pid} on the server, or restarts the server.",
        )


def kill_orphans(state: StateFolder, attempt: AttemptFolder) -> None:
    """Send SIGKILL to all processes that an attempt without a supervisor has left behind."""
    for orphan in find_orphans(state):
        if orphan.attempt_id == attempt.attempt_id and is_alive(orphan.process):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(orphan.process.pid, signal.SIGKILL)


def _iterate_processes(state: StateFolder) -> Iterator[tuple[ProcessIdentity, AttemptFolder]]:
    """Yield the live processes that work in the folder of an attempt."""
    home = Path(os.path.realpath(state.attempts))
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            place = Path(os.readlink(f"/proc/{entry.name}/cwd"))
        except OSError:
            continue
        if home in place.parents:
            name = place.relative_to(home).parts[0]
            process = process_identity(int(entry.name))
            if process is not None and is_attempt_id(name):
                yield process, state.attempt(name)


def _is_of_an_engine(pid: int, attempt: AttemptFolder) -> bool:
    """Return whether the process belongs to the session of an engine of the attempt.

    The kernel gives no new process the number of an existing session.
    """
    facts = read_stat_fields(pid)
    records = (read_record(PhaseFolder(path).process) for path in attempt.phases.glob("*"))
    return facts is not None and int(facts[3]) in {record["pid"] for record in records if record is not None}


def _is_without_supervisor(attempt: AttemptFolder) -> bool:
    started = read_record(attempt.started)
    # Before the start record exists, the process is a supervisor that waits for it.
    return started is not None and not is_alive(ProcessIdentity(**started["supervisor"]))


def _read_command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text("utf-8", "replace").strip()
    except OSError:
        return "a process"


def _read_open_files(pid: int) -> list[os.stat_result]:
    """Return the stat results of all open files of a process.

    Empty when the process has ended or belongs to another user.
    """
    files = []
    with contextlib.suppress(OSError):
        for entry in os.scandir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                files.append(entry.stat())
    return files
