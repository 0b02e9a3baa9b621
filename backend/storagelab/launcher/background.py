"""`storagelab up` as a process of its own, waited for until it is ready."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from storagelab.config import Settings
from storagelab.errors import LabUnavailable
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.running import RunningSupervisor, find_running_supervisor

BACKGROUND_SECONDS = 180.0


def start_in_background(settings: Settings) -> tuple[RunningSupervisor, str]:
    """Start `storagelab up` in the background, unless it runs already, and wait until it is ready.

    Returns the supervisor and the output of the start. Raises LabUnavailable with the last output line when the start
    fails.
    """
    folder = open_data_folder(settings.data_dir)
    log = folder.logs / "up.log"
    child: subprocess.Popen[bytes] | None = None
    if find_running_supervisor(folder.root) is None:
        with log.open("wb") as output:
            log.chmod(0o600)
            child = subprocess.Popen(
                [sys.executable, "-P", "-m", "storagelab.cli.main", "up"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    deadline = time.monotonic() + BACKGROUND_SECONDS
    while time.monotonic() < deadline:
        running = find_running_supervisor(folder.root)
        if running is not None and running.ready:
            return running, log.read_text(encoding="utf-8", errors="replace") if child else ""
        if child is not None and child.poll() is not None:
            raise LabUnavailable(_read_last_line(log))
        time.sleep(0.1)
    raise LabUnavailable(f"Storage Lab was not ready within {BACKGROUND_SECONDS:.0f} s: see {log}.")


def _read_last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else f"Storage Lab ended without a message: see {log}."
