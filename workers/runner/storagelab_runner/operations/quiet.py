"""Wait until arrays and RAID controllers are idle; an unknown state does not count as idle."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from storagelab_runner.identity import NS_PER_S, get_boottime_ns
from storagelab_runner.operations import raid, raid_commands, raid_text
from storagelab_runner.operations.context import Context, OperationFailed
from storagelab_runner.operations.kinds import Operation
from storagelab_runner.operations.md_text import parse_mdstat
from storagelab_runner.operations.raid_text import NotUnderstood

_BEATS_BETWEEN_LOOKS = 20
#: Drivers of controllers that have background activity of their own, and that storcli or perccli can query.
_DRIVERS = ("megaraid_sas", "mpi3mr")
_MD_ACTIVITIES = {
    "resync": "initialisation",
    "check": "consistency_check",
    "repair": "consistency_check",
    "recovery": "rebuild",
    "reshape": "rebuild",
}


def wait_quiet(operation: Operation, context: Context) -> dict[str, Any]:
    """Wait until no activity of the requested kinds runs on an array of the server.

    Returns waited_seconds and the number of looks. Raises OperationFailed when time runs out, naming what still runs,
    or Stopped.
    """
    began_ns = get_boottime_ns()
    limit_ns = began_ns + operation.values["max_seconds"] * NS_PER_S
    looks = 0
    while True:
        busy = list_activities(operation.values["what"], context)
        looks += 1
        now_ns = get_boottime_ns()
        if not busy:
            return {"waited_seconds": (now_ns - began_ns) // NS_PER_S, "looks": looks}
        if now_ns >= limit_ns:
            raise OperationFailed(f"After {operation.values['max_seconds']} s these are not over: {'; '.join(busy)}.")
        for _ in range(_BEATS_BETWEEN_LOOKS):
            context.beat()


def list_activities(kinds: Collection[str], context: Context) -> list[str]:
    """Return a sentence for each activity of these kinds on the server's arrays, such as a rebuild.

    A controller that does not answer counts as active.
    """
    busy = list_md_activities(_read_mdstat(), kinds)
    if not has_raid_controller():
        return busy
    return busy + [line for kind in kinds for line in _list_controller_activities(kind, context)]


def list_md_activities(mdstat: str, kinds: Collection[str]) -> list[str]:
    """Return a text for each activity of these kinds in /proc/mdstat, such as `resync of md0 (5 %)`."""
    lines = []
    for array in parse_mdstat(mdstat):
        activity = array.activity
        if activity is not None and _MD_ACTIVITIES[activity.name] in kinds:
            share = "waiting" if activity.percent is None else f"{activity.percent:g} %"
            lines.append(f"{activity.name} of {array.name} ({share})")
    return lines


def has_raid_controller(drivers: Path = Path("/sys/bus/pci/drivers")) -> bool:
    """Return whether this server has a controller that storcli can query."""
    return any(entry.name.count(":") == 2 for name in _DRIVERS for entry in drivers.glob(f"{name}/*"))


def _read_mdstat() -> str:
    try:
        return Path("/proc/mdstat").read_text("ascii", "replace")
    except FileNotFoundError:
        # Without the driver there are no arrays.
        return ""


def _list_controller_activities(kind: str, context: Context) -> list[str]:
    if kind == "learn_cycle":
        return _list_learn_cycles(context)
    parse = _parse_patrol_read if kind == "patrol_read" else raid_text.list_unfinished_operations
    questions = raid_commands.SHOW_ACTIVITY[kind]
    return [line for argv in questions for line in _format_activities(kind, parse, raid.run_raid_tool(argv, context))]


def _format_activities(kind: str, parse: Callable[[str], list[str]], text: str) -> list[str]:
    name = kind.replace("_", " ")
    try:
        return [f"{name}: {line}" for line in parse(text)]
    except NotUnderstood as problem:
        return [f"{name}: not known, {problem}"]


def _parse_patrol_read(text: str) -> list[str]:
    busy = []
    for pairs in raid_text.parse_properties(text):
        state = pairs.get("PR Current State")
        mode = pairs.get("PR Mode", "").lower()
        if mode == "disable" or (state is not None and state.lower() in ("stopped", "paused")):
            continue
        if state is None:
            raise NotUnderstood("its output does not report whether a patrol read is running")
        busy.append(state)
    return busy


def _list_learn_cycles(context: Context) -> list[str]:
    """Return a sentence for each controller whose cache battery or capacitor runs a learn cycle.

    Each controller is queried for the capacitor, and without one for the battery. An answer that cannot be read counts
    as one.
    """
    try:
        controllers = raid_text.parse_sections(
            raid.run_raid_tool(["/call", "show", raid_commands.JSON], context), but_absent=True
        )
    except NotUnderstood as problem:
        return [f"learn cycle: not known, {problem}"]
    return [line for number, _ in controllers if number is not None for line in _query_learn_cycle(number, context)]


def _query_learn_cycle(controller: int, context: Context) -> list[str]:
    for kind in ("cv", "bbu"):
        text = raid.run_raid_tool(raid_commands.show_battery(controller, kind), context)
        try:
            active = raid_text.has_active_learn_cycle(text)
        except NotUnderstood as problem:
            return [f"learn cycle of controller {controller}: not known, {problem}"]
        if active is not None:
            return [f"learn cycle of controller {controller}"] if active else []
    return []
