"""Readings of the runner, one line a second: raw counters of target devices and server.

A line holds `ms` since the first engine start, `phase` (null between phases), and the readings of the lanes in that
second (`telemetry_lanes`). Once a minute `cost_ms` is the total time of each lane's readings in the minute before.
During a preparation the first engine start is not known yet. Until then `ms` is negative and counts towards 0 at the
attempt's deadline, so that differences are still milliseconds.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Callable

from storagelab_runner.identity import NS_PER_MS, NS_PER_S
from storagelab_runner.places import THIS_SERVER, Places
from storagelab_runner.telemetry_lanes import build_lanes

_COST_EVERY = 60


class Recorder:
    """Appends a line for every second of the grid; a disk that is full costs lines, never the run."""

    def __init__(
        self, path: Path, folders: Sequence[Path], started_ns: int, deadline_ns: int, places: Places = THIS_SERVER
    ) -> None:
        """Open the telemetry file of devices with these sysfs folders, for one reading per second.

        Readings begin at `started_ns` (CLOCK_BOOTTIME). `look` is called with every reading, once it is set.
        """
        self.look: Callable[[], None] = lambda: None
        self._lanes = build_lanes(folders, places)
        self._due = {lane.name: 0 for lane in self._lanes}
        self._spent_ns = {lane.name: 0 for lane in self._lanes}
        self._cost_due = _COST_EVERY
        self._started_ns = started_ns
        self._zero_ns = deadline_ns
        self._engine_has_started = False
        self.next_ns = started_ns
        self.dropped = 0
        self.written_bytes = 0
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def engine_starts(self, boottime_ns: int) -> None:
        """Set the zero of `ms` in telemetry to the first engine start; later calls change nothing."""
        if not self._engine_has_started:
            self._engine_has_started = True
            self._zero_ns = boottime_ns

    def tick(self, now_ns: int, phase: int | None) -> None:
        """Write a line of telemetry if its second has come.

        Missed seconds stay missing: no reading was made. `phase` is the ordinal of the running phase, if any.
        """
        if now_ns < self.next_ns:
            return
        second = (now_ns - self._started_ns) // NS_PER_S
        self.next_ns = self._started_ns + (second + 1) * NS_PER_S
        line = {"ms": (now_ns - self._zero_ns) // NS_PER_MS, "phase": phase, **self._read(second)}
        self.look()
        self._append(json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n")

    def close(self) -> None:
        """Close the telemetry file."""
        os.close(self._descriptor)

    def _read(self, second: int) -> dict[str, object]:
        line: dict[str, object] = {"temp_mc": {}}
        for lane in self._lanes:
            if second >= self._due[lane.name]:
                self._due[lane.name] = second - second % lane.every + lane.every
                began = time.monotonic_ns()
                line.update(lane.read())
                self._spent_ns[lane.name] += time.monotonic_ns() - began
        if second >= self._cost_due:
            self._cost_due = second + _COST_EVERY
            line["cost_ms"] = {name: round(spent / NS_PER_MS, 3) for name, spent in self._spent_ns.items()}
            self._spent_ns = dict.fromkeys(self._spent_ns, 0)
        return line

    def _append(self, line: bytes) -> None:
        try:
            written = os.write(self._descriptor, line)
        except OSError as problem:
            if problem.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
                raise
            written = 0
        if written == len(line):
            self.written_bytes += written
            return
        self.dropped += 1
        if written:
            os.ftruncate(self._descriptor, os.fstat(self._descriptor).st_size - written)
