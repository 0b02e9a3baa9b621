"""Lanes of a telemetry line: small kernel files, read at the interval of their lane.

`counters`, every 1 s: `dev` holds the fields of /sys/block/NAME/stat of each device of the target.

`host`, every 1 s: `cpu` holds the ten numbers of the first line of /proc/stat (jiffies). `ctxt` and `intr` count
context switches and interrupts since boot. `mem` is in KiB.

`arrays`, every 5 s: `md` holds state, degraded, action and completed of every software array as the kernel has them.

`temperature`, every 10 s: `temp_mc` holds thousandths of a degree by drive.

`links`, every 10 s: `link` holds [speed, width] of the PCIe links above the target's drives, by address.

`throttling`, every 10 s: `throttle` is 1 where a drive shows its alarm or a processor was slowed down since the last
look, else 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Callable, NamedTuple

from storagelab_runner.block_devices import list_folders_below
from storagelab_runner.pci_facts import read_link
from storagelab_runner.places import Places, list_names, read_line, read_number

_CPU_FIELDS = 10
_MEMORY = {b"Dirty:": "dirty_kb", b"Writeback:": "writeback_kb", b"MemAvailable:": "available_kb"}
_TOTALS = {b"ctxt": "ctxt", b"intr": "intr"}
_THROTTLE_COUNTS = ("core_throttle_count", "package_throttle_count")


class ReadingLane(NamedTuple):
    """Readings that are made together at one interval in seconds; `read` returns the fields of the line."""

    name: str
    every: int
    read: Callable[[], Mapping[str, object]]


def build_lanes(folders: Sequence[Path], places: Places) -> list[ReadingLane]:
    """Return the readings of telemetry, each with its interval, for devices with these sysfs folders.

    Readings without a source on this server are left out.
    """
    drives = list(dict.fromkeys(below for folder in folders for below in list_folders_below(folder)))
    thermometers = {drive.name: path for drive in drives for path in _iterate_thermometers(drive)}
    links = {link.name: link for drive in drives for link in _find_drive_links(drive)}
    alarms = {name: path.with_name("temp1_alarm") for name, path in thermometers.items()}
    counts = [path for path in _throttle_counts(places) if path.exists()]
    lanes = [
        ReadingLane(
            "counters", 1, lambda: {"dev": _read_number_files({folder.name: folder / "stat" for folder in folders})}
        ),
        ReadingLane("host", 1, lambda: _read_host(places.proc)),
        ReadingLane("arrays", 5, lambda: _list_arrays(places.sys / "block")),
        # Reading the temperature of an NVMe drive sends it a command, so it is not done every second.
        ReadingLane("temperature", 10, lambda: {"temp_mc": _read_first_numbers(thermometers)}),
    ]
    if links:
        lanes.append(
            ReadingLane("links", 10, lambda: {"link": {name: read_link(link) for name, link in links.items()}})
        )
    if counts or any(path.exists() for path in alarms.values()):
        lanes.append(ReadingLane("throttling", 10, _Throttling(alarms, counts)))
    return lanes


class _Throttling:
    """Remembers how often the processors had been slowed down at the last look."""

    def __init__(self, alarms: Mapping[str, Path], counts: Sequence[Path]) -> None:
        self._alarms = alarms
        self._counts = counts
        self._last = self._total()

    def __call__(self) -> Mapping[str, object]:
        throttled = {name: int(value > 0) for name, value in _read_first_numbers(self._alarms).items()}
        if self._counts:
            last, self._last = self._last, self._total()
            throttled["cpu"] = int(self._last > last)
        return {"throttle": throttled}

    def _total(self) -> int:
        return sum(read_number(path) or 0 for path in self._counts)


def _read_number_files(files: Mapping[str, Path]) -> dict[str, list[int]]:
    """Read the numbers in small files, by name, without unreadable files, as of removed devices."""
    readings = {name: _read_numbers(path) for name, path in files.items()}
    return {name: numbers for name, numbers in readings.items() if numbers}


def _read_first_numbers(files: Mapping[str, Path]) -> dict[str, int]:
    return {name: numbers[0] for name, numbers in _read_number_files(files).items()}


def _read_numbers(path: Path) -> list[int]:
    try:
        return [int(field) for field in path.read_bytes().split()]
    except (OSError, ValueError):
        return []


def _read_host(proc: Path) -> dict[str, object]:
    totals = dict.fromkeys(_TOTALS.values(), 0)
    lines = (proc / "stat").read_bytes().splitlines()
    for line in lines[1:]:
        # The line of the interrupts goes on with each of them, thousands on a large server.
        name, _, rest = line.partition(b" ")
        if name in _TOTALS:
            totals[_TOTALS[name]] = int(rest.split(b" ", 1)[0])
    fields = (line.split() for line in (proc / "meminfo").read_bytes().splitlines())
    return {
        "cpu": [int(field) for field in lines[0].split()[1 : _CPU_FIELDS + 1]],
        **totals,
        "mem": {_MEMORY[field[0]]: int(field[1]) for field in fields if field[0] in _MEMORY},
    }


def _list_arrays(block: Path) -> dict[str, object]:
    """Return the state of every software array of this server, by name below `md`.

    A rebuild beside the target disturbs the target as well. `block` is the folder of block devices in sysfs.
    """
    states = {}
    for name in list_names(block):
        folder = block / name / "md"
        if name.startswith("md") and folder.is_dir():
            states[name] = {
                "state": read_line(folder / "array_state"),
                "degraded": read_number(folder / "degraded"),
                "action": read_line(folder / "sync_action"),
                "completed": read_line(folder / "sync_completed"),
            }
    return {"md": states} if states else {}


def _iterate_thermometers(drive: Path) -> Iterator[Path]:
    """Yield the path of the drive's own thermometer in sysfs."""
    device = drive / "device"
    paths = (path for place in ("hwmon*", "hwmon/hwmon*") for path in device.glob(f"{place}/temp1_input"))
    yield from list(paths)[:1]


def _find_drive_links(drive: Path) -> Iterable[Path]:
    """Return the sysfs folder of the PCI function above a drive that has its own link; empty if none."""
    return [folder for folder in drive.parents if (folder / "current_link_speed").exists()][:1]


def _throttle_counts(places: Places) -> Iterator[Path]:
    """Yield the thermal throttle counter files: one per core, and one per processor package."""
    seen = set()
    folder = places.sys / "devices" / "system" / "cpu"
    for name in list_names(folder):
        place = [read_line(folder / name / "topology" / file) for file in ("physical_package_id", "core_id")]
        for file, key in zip(_THROTTLE_COUNTS, ((*place, "core"), (place[0], "package"))):
            if None not in key and key not in seen:
                seen.add(key)
                yield folder / name / "thermal_throttle" / file
