"""Cleanup after a rig, however its owner ended.

Run with the rig's folder, it waits for the end of its input. Then it kills every process that names the folder, undoes
mounts below it and loop devices on its files, and removes the folder.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

_ROUNDS = 40


def processes_of(place: Path) -> list[int]:
    """Return the processes whose arguments, environment or working folder name the rig's folder."""
    needle, pids = os.fsencode(place), []
    for process in Path("/proc").glob("[0-9]*"):
        if int(process.name) in (os.getpid(), os.getppid()):
            continue
        try:
            haystack = (process / "cmdline").read_bytes() + b"\0" + (process / "environ").read_bytes()
            haystack += b"\0" + os.fsencode((process / "cwd").readlink())
        except OSError:
            continue
        if needle in haystack:
            pids.append(int(process.name))
    return pids


def clean_up(place: Path) -> None:
    """Leave nothing of a rig behind."""
    for _ in range(_ROUNDS):
        left = processes_of(place)
        if not left:
            break
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.05)
    lines = Path("/proc/swaps").read_text("utf-8").splitlines()[1:]
    for device in loops_below(place):
        if any(line.startswith(f"{device} ") for line in lines):
            subprocess.run(["swapoff", device], check=False)
    for mounted in mounts_below(place):
        subprocess.run(["umount", "--lazy", mounted], check=False)
    for device in loops_below(place):
        subprocess.run(["losetup", "--detach", device], check=False)
    shutil.rmtree(place, ignore_errors=True)


def mounts_below(place: Path) -> list[str]:
    """Mount points on or below the folder and those of its loop devices, the innermost first."""
    devices = loops_below(place)
    points = []
    for line in Path("/proc/self/mountinfo").read_text("utf-8").splitlines():
        before, _, after = line.partition(" - ")
        point, source = before.split()[4], after.split()[1]
        if point == str(place) or point.startswith(f"{place}/") or source in devices:
            points.append(point)
    return sorted(points, reverse=True)


def loops_below(place: Path) -> list[str]:
    """Return the loop devices whose file lies below the folder."""
    backing = [(path, _first_line(path)) for path in Path("/sys/block").glob("loop*/loop/backing_file")]
    return [f"/dev/{path.parents[1].name}" for path, file in backing if file.startswith(f"{place}/")]


def _first_line(path: Path) -> str:
    """Empty when the device was let go meanwhile."""
    try:
        return path.read_text("utf-8").strip()
    except OSError:
        return ""


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    clean_up(Path(sys.argv[1]))
