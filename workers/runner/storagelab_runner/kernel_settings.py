"""Kernel settings that can change a measurement, from sysfs and procfs; None where absent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from storagelab_runner.block_tree import Tree
from storagelab_runner.places import Places, list_names, read_line, read_number

_SYSCTLS = (
    "vm.dirty_ratio",
    "vm.dirty_background_ratio",
    "vm.dirty_bytes",
    "vm.dirty_background_bytes",
    "vm.dirty_expire_centisecs",
    "vm.dirty_writeback_centisecs",
    "vm.swappiness",
    "vm.vfs_cache_pressure",
    "vm.zone_reclaim_mode",
    "vm.nr_hugepages",
    "kernel.numa_balancing",
    "kernel.nmi_watchdog",
    "kernel.sched_autogroup_enabled",
    "kernel.io_uring_disabled",
    "fs.aio-max-nr",
    "dev.raid.speed_limit_min",
    "dev.raid.speed_limit_max",
)
_PROCESSOR = re.compile(r"cpu\d+")
_NUMA_NODE = re.compile(r"node\d+")
#: The kernel shows all choices and puts the one that holds in brackets.
_CHOSEN = re.compile(r"\[([^\]]+)\]")


def read_kernel_settings(nodes: Tree, places: Places) -> dict[str, Any]:
    """Return the kernel settings of block devices, processors and memory, in the form of the lab.

    Values are numbers where the kernel has numbers, True and False for switches, else texts. `c_states` are the names
    of the idle states that are not disabled. `scheduler` and `transparent_hugepage` are the active choice.
    """
    system = places.sys / "devices" / "system"
    return {
        "block": {
            node.name: _read_queue(places.sys / "class" / "block" / node.name / "queue")
            for node in nodes.values()
            if node.is_whole and not (node.hidden or node.is_loop or node.is_memory_or_optical) and node.size_bytes
        },
        "cpu": _read_processors(system / "cpu"),
        "mitigations": _read_setting_texts(system / "cpu" / "vulnerabilities"),
        "sysctl": {name: _read_setting(places.proc / "sys" / name.replace(".", "/")) for name in _SYSCTLS},
        "cmdline": read_line(places.proc / "cmdline"),
        "transparent_hugepage": _read_chosen_option(places.sys / "kernel" / "mm" / "transparent_hugepage" / "enabled"),
        "numa_nodes": sum(1 for name in list_names(system / "node") if _NUMA_NODE.fullmatch(name)) or None,
    }


def _read_queue(folder: Path) -> dict[str, Any]:
    return {
        "scheduler": _read_chosen_option(folder / "scheduler"),
        "nr_requests": read_number(folder / "nr_requests"),
        "read_ahead_kb": read_number(folder / "read_ahead_kb"),
        "rotational": _switch(folder / "rotational"),
        "write_cache": read_line(folder / "write_cache"),
        "nomerges": read_number(folder / "nomerges"),
        "rq_affinity": read_number(folder / "rq_affinity"),
        "wbt_lat_usec": read_number(folder / "wbt_lat_usec"),
        "io_poll": _switch(folder / "io_poll"),
    }


def _read_processors(folder: Path) -> dict[str, Any]:
    names = [name for name in list_names(folder) if _PROCESSOR.fullmatch(name)]
    first = folder / (names[0] if names else "cpu0")
    governors = {read_line(folder / name / "cpufreq" / "scaling_governor") for name in names}
    states = (first / "cpuidle" / name for name in list_names(first / "cpuidle"))
    return {
        "governors": sorted(governor for governor in governors if governor is not None),
        "driver": read_line(first / "cpufreq" / "scaling_driver"),
        "boost": _is_boost_enabled(folder),
        "c_states": [
            name for state in states if not _switch(state / "disable") and (name := read_line(state / "name"))
        ],
        "c_state_driver": read_line(folder / "cpuidle" / "current_driver"),
        "smt": read_line(folder / "smt" / "control"),
    }


def _is_boost_enabled(folder: Path) -> bool | None:
    """Return whether processors may exceed their base clock, None where the kernel has no switch.

    The switch of Intel's driver is inverted.
    """
    forbidden = _switch(folder / "intel_pstate" / "no_turbo")
    return _switch(folder / "cpufreq" / "boost") if forbidden is None else not forbidden


def _read_chosen_option(path: Path) -> str | None:
    text = read_line(path)
    match = _CHOSEN.search(text) if text is not None else None
    return match[1] if match is not None else text


def _switch(path: Path) -> bool | None:
    number = read_number(path)
    return None if number is None else number != 0


def _read_setting(path: Path) -> int | str | None:
    number = read_number(path)
    return read_line(path) if number is None else number


def _read_setting_texts(folder: Path) -> dict[str, str | None]:
    return {name: read_line(folder / name) for name in list_names(folder)}
