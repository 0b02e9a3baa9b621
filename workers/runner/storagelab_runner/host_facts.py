"""Facts of this server that a detached supervisor depends on, and of this runner."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

from storagelab_runner.engine import build_environment
from storagelab_runner.identity import get_user_name

SYSTEMD = "systemd"
SETSID = "setsid"
_SYSTEMD_FOLDER = Path("/run/systemd/system")
_LINGER_FOLDER = Path("/var/lib/systemd/linger")
_QUERY_SECONDS = 5
_LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


def has_systemd() -> bool:
    """Return whether systemd is the first process of this server, by the test of sd_booted(3)."""
    return _SYSTEMD_FOLDER.is_dir()


def launch_way() -> str:
    """Return how this server launches supervisors: `systemd` or `setsid`.

    The way is `systemd` where systemd is the first process and the runner is root.
    """
    return SYSTEMD if has_systemd() and os.geteuid() == 0 else SETSID


def has_kill_user_processes() -> bool | None:
    """Return whether systemd ends the processes of this account at logout; None where unknown.

    Root and accounts that may linger are spared.
    """
    if not has_systemd() or os.geteuid() == 0 or (_LINGER_FOLDER / get_user_name()).exists():
        return False
    try:
        done = subprocess.run(
            ["busctl", "get-property", *_LOGIND, "KillUserProcesses"],
            capture_output=True,
            check=False,
            env=build_environment(),
            stdin=subprocess.DEVNULL,
            timeout=_QUERY_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {b"b true": True, b"b false": False}.get(done.stdout.strip())


def compute_own_sha256() -> str | None:
    """Return the SHA-256 of the single file this runner is, None when it runs from a folder."""
    container = Path(__file__).resolve().parents[1]
    return hashlib.sha256(container.read_bytes()).hexdigest() if container.is_file() else None
