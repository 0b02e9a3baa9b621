"""Kernel settings that can change a measurement, from sysfs and procfs; None where absent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from storagelab_runner.block_tree import Tree
from storagelab_runner.places import Places, line_of, names_in, number_of

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


def kernel_settings(nodes: Tree, places: Places) -> dict[str, Any]:
    """Return the settings in the form of the lab.

    Values are numbers where the kernel has numbers, True and False for switches, else texts. `c_states` are the names
    of the idle states that are not disabled. `scheduler` and `transparent_hugepage` are the active choice.
    """
    system = places.sys / "devices" / "system"
    return {
        "block": {
            node.name: _queue(places.sys / "class" / "block" / node.name / "queue")
            for node in nodes.values()
            if node.is_whole and not (node.hidden or node.is_loop or node.is_memory_or_optical) and node.size_bytes
        },
        "cpu": _processors(system / "cpu"),
        "mitigations": _texts(system / "cpu" / "vulnerabilities"),
        "sysctl": {name: _value(places.proc / "sys" / name.replace(".", "/")) for name in _SYSCTLS},
        "cmdline": line_of(places.proc / "cmdline"),
        "transparent_hugepage": _chosen(places.sys / "kernel" / "mm" / "transparent_hugepage" / "enabled"),
        "numa_nodes": sum(1 for name in names_in(system / "node") if _NUMA_NODE.fullmatch(name)) or None,
    }


def _queue(folder: Path) -> dict[str, Any]:
    return {
        "scheduler": _chosen(folder / "scheduler"),
        "nr_requests": number_of(folder / "nr_requests"),
        "read_ahead_kb": number_of(folder / "read_ahead_kb"),
        "rotational": _switch(folder / "rotational"),
        "write_cache": line_of(folder / "write_cache"),
        "nomerges": number_of(folder / "nomerges"),
        "rq_affinity": number_of(folder / "rq_affinity"),
        "wbt_lat_usec": number_of(folder / "wbt_lat_usec"),
        "io_poll": _switch(folder / "io_poll"),
    }


def _processors(folder: Path) -> dict[str, Any]:
    names = [name for name in names_in(folder) if _PROCESSOR.fullmatch(name)]
    first = folder / (names[0] if names else "cpu0")
    governors = {line_of(folder / name / "cpufreq" / "scaling_governor") for name in names}
    states = (first / "cpuidle" / name for name in names_in(first / "cpuidle"))
    return {
        "governors": sorted(governor for governor in governors if governor is not None),
        "driver": line_of(first / "cpufreq" / "scaling_driver"),
        "boost": _boost(folder),
        "c_states": [name for state in states if not _switch(state / "disable") and (name := line_of(state / "name"))],
        "c_state_driver": line_of(folder / "cpuidle" / "current_driver"),
        "smt": line_of(folder / "smt" / "control"),
    }


def _boost(folder: Path) -> bool | None:
    """Return whether processors may exceed their base clock; the switch of Intel's driver is inverted."""
    forbidden = _switch(folder / "intel_pstate" / "no_turbo")
    return _switch(folder / "cpufreq" / "boost") if forbidden is None else not forbidden


def _chosen(path: Path) -> str | None:
    text = line_of(path)
    match = _CHOSEN.search(text) if text is not None else None
    return match[1] if match is not None else text


def _switch(path: Path) -> bool | None:
    number = number_of(path)
    return None if number is None else number != 0


def _value(path: Path) -> int | str | None:
    number = number_of(path)
    return line_of(path) if number is None else number


def _texts(folder: Path) -> dict[str, str | None]:
    return {name: line_of(folder / name) for name in names_in(folder)}
