"""Watches every process of the witness from outside, 20 times a second, through /proc alone.

Run as `observer.py PLACE OUTPUT`: a process belongs to the witness when its command line names a program `fio` below
PLACE. Written are appearances and disappearances, with the folder it works in and the targets it has open.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any, TextIO

PERIOD_SECONDS = 0.05


def observe(place: str, output: TextIO) -> None:
    """Sample for ever."""
    others: set[int] = set()
    seen: dict[int, dict[str, Any]] = {}
    while True:
        now = {int(entry.name) for entry in Path("/proc").glob("[0-9]*")}
        others &= now
        for pid in [pid for pid in seen if pid not in now or _is_over(pid)]:
            _write(output, "vanish", seen.pop(pid))
        for pid in now - others - seen.keys():
            appeared = _witness(pid, place)
            if appeared is not None:
                seen[pid] = appeared
                _write(output, "appear", appeared)
            elif not _may_become_one(pid):
                others.add(pid)
        for pid, process in seen.items():
            opened = _targets(pid, place)
            if opened and opened != process["targets"]:
                process["targets"] = opened
                _write(output, "opened", process)
        output.flush()
        time.sleep(PERIOD_SECONDS)


def _write(output: TextIO, event: str, process: dict[str, Any]) -> None:
    output.write(json.dumps({"event": event, "monotonic_ns": time.monotonic_ns(), **process}) + "\n")


def _witness(pid: int, place: str) -> dict[str, Any] | None:
    try:
        argv = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        program = next((part for part in argv[:4] if part.startswith(place) and part.endswith("/bin/fio")), None)
        if program is None or "--version" in argv:
            return None
        folder = Path(f"/proc/{pid}/cwd").readlink()
    except OSError:
        return None
    return {
        "pid": pid,
        "host": Path(program).parents[1].name,
        "attempt": folder.parent.parent.name,
        "phase": folder.name,
        "targets": _targets(pid, place),
    }


def _may_become_one(pid: int) -> bool:
    """Return whether a process is so young that it may still have its parent's command line and is checked again."""
    try:
        started_ticks = int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[19])
    except (OSError, IndexError):
        return False
    age_seconds = time.clock_gettime(time.CLOCK_BOOTTIME) - started_ticks / os.sysconf("SC_CLK_TCK")
    return age_seconds < 2.0


def _targets(pid: int, place: str) -> list[str]:
    """Return the devices that a process has open, and the files below PLACE that it can write data to."""
    targets = set()
    try:
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            target = str(descriptor.readlink())
            is_target = target.startswith(place) and target.removesuffix(" (deleted)").endswith((".dat", ".img"))
            if target.startswith("/dev/loop") or is_target:
                targets.add(target)
    except OSError:
        return []
    return sorted(targets)


def _is_over(pid: int) -> bool:
    """Return whether a process has ended; a zombie does no I/O."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except (OSError, IndexError):
        return True


if __name__ == "__main__":
    with Path(sys.argv[2]).open("a", encoding="ascii") as file:
        observe(sys.argv[1], file)
