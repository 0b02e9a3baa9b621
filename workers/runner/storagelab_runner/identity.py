"""Identity of this boot, machine, clock and process; later processes cannot be confused with it."""

from __future__ import annotations

import os
import pwd
import time
from pathlib import Path
from typing import NamedTuple

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000


class ProcessIdentity(NamedTuple):
    """A process for good: its number and its start in clock ticks since boot, because numbers are used again."""

    pid: int
    start_ticks: int


def boot_id() -> str:
    """Return the random id of the running boot."""
    return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()


def read_machine_id() -> str | None:
    """Return the id in /etc/machine-id, None where the file has none."""
    try:
        return Path("/etc/machine-id").read_text("ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def get_user_name() -> str:
    """Return the name of the user the runner works as, or the user's number where there is no name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def get_realtime_ns() -> int:
    """Return the wall clock in ns since 1970; it may jump, so use it for display only."""
    return time.time_ns()


def get_boottime_ns() -> int:
    """Return CLOCK_BOOTTIME in ns.

    This clock is never set and continues while the machine sleeps. All durations come from it.
    """
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def process_identity(pid: int) -> ProcessIdentity | None:
    """Return the identity of a live process, None when it does not exist. A zombie counts as ended."""
    fields = read_stat_fields(pid)
    if fields is None or fields[0] in ("Z", "X"):
        return None
    return ProcessIdentity(pid, int(fields[19]))


def is_alive(process: ProcessIdentity) -> bool:
    """Return whether exactly this process still runs."""
    return process_identity(process.pid) == process


def read_stat_fields(pid: int) -> list[str] | None:
    """Return the fields of /proc/PID/stat from the state on, None when the process has ended.

    Field 3 of proc(5) is index 0.
    """
    try:
        text = Path("/proc", str(pid), "stat").read_bytes()
    except OSError:
        return None
    # The command name may hold spaces and brackets, so the fields are counted from the last bracket.
    return text[text.rindex(b")") + 2 :].decode("ascii").split()
