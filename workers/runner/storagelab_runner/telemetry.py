"""The runner's own readings, one line a second: raw counters of the target's devices and of the server.

A line holds `ms` since the first engine start, `phase` (null between phases), `dev` with the fields of
/sys/block/NAME/stat, `cpu` with the ten numbers of the first line of /proc/stat (jiffies), `ctxt`, `mem` in KiB and
`temp_mc` in thousandths of a degree. While a preparation goes on nobody knows yet when the first engine starts: until
then `ms` is negative and counts towards 0 at the attempt's deadline, so that differences are still milliseconds.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.identity import NS_PER_MS, NS_PER_S

#: Reading the temperature of an NVMe drive sends it a command, so it is not done every second.
_TEMPERATURE_EVERY = 10
_CPU_FIELDS = 10
_MEMORY = {b"Dirty:": "dirty_kb", b"Writeback:": "writeback_kb", b"MemAvailable:": "available_kb"}


class _Device(NamedTuple):
    name: str
    stat: Path
    temperature: Path | None


class Recorder:
    """Appends a line for every second of the grid; a disk that is full costs lines, never the run."""

    def __init__(self, path: Path, folders: Iterable[Path], started_ns: int, deadline_ns: int) -> None:
        """Record the devices with these folders in sysfs, each second after `started_ns` (CLOCK_BOOTTIME)."""
        self._devices = [_Device(folder.name, folder / "stat", _temperature_file(folder)) for folder in folders]
        self._started_ns = started_ns
        self._zero_ns = deadline_ns
        self._engine_has_started = False
        self.next_ns = started_ns
        self.dropped = 0
        self.written_bytes = 0
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def engine_starts(self, boottime_ns: int) -> None:
        """From the first call on, `ms` counts from then."""
        if not self._engine_has_started:
            self._engine_has_started = True
            self._zero_ns = boottime_ns

    def tick(self, now_ns: int, phase: int | None) -> None:
        """Write a line if its second has come. Seconds that were missed stay missing: nobody looked."""
        if now_ns < self.next_ns:
            return
        second = (now_ns - self._started_ns) // NS_PER_S
        self.next_ns = self._started_ns + (second + 1) * NS_PER_S
        line = {"ms": (now_ns - self._zero_ns) // NS_PER_MS, "phase": phase, **self._read(second)}
        self._append(json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n")

    def close(self) -> None:
        """Write no more."""
        os.close(self._descriptor)

    def _read(self, second: int) -> dict[str, object]:
        counters = {device.name: _numbers(device.stat) for device in self._devices}
        temperatures = {}
        if second % _TEMPERATURE_EVERY == 0:
            found = {device.name: _numbers(device.temperature) for device in self._devices if device.temperature}
            temperatures = {name: numbers[0] for name, numbers in found.items() if numbers}
        cpu, switches = _processor()
        return {
            "dev": {name: numbers for name, numbers in counters.items() if numbers},
            "cpu": cpu,
            "ctxt": switches,
            "mem": _memory(),
            "temp_mc": temperatures,
        }

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


def _numbers(path: Path) -> list[int]:
    """The whole numbers in a small file, none when it cannot be read: the device may have gone."""
    try:
        return [int(field) for field in path.read_bytes().split()]
    except (OSError, ValueError):
        return []


def _processor() -> tuple[list[int], int]:
    lines = Path("/proc/stat").read_bytes().splitlines()
    switches = next((int(line.split()[1]) for line in lines if line.startswith(b"ctxt ")), 0)
    return [int(field) for field in lines[0].split()[1 : _CPU_FIELDS + 1]], switches


def _memory() -> dict[str, int]:
    fields = (line.split() for line in Path("/proc/meminfo").read_bytes().splitlines())
    return {_MEMORY[field[0]]: int(field[1]) for field in fields if field[0] in _MEMORY}


def _temperature_file(folder: Path) -> Path | None:
    """Where the kernel shows the drive's own thermometer."""
    device = folder / "device"
    return next((path for place in ("hwmon*", "hwmon/hwmon*") for path in device.glob(f"{place}/temp1_input")), None)
