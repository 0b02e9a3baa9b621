"""Argument lists for storcli and perccli, which are alike. Pure.

Addresses come from the output of the tool itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from storagelab_runner.operations.raid_text import RaidDrive, RaidVolume

#: Every tool that is known, the first one on PATH is used.
TOOLS = ("storcli64", "storcli", "perccli64", "perccli")
JSON = "J"
SHOW_DRIVES = ["/call/eall/sall", "show", "all", JSON]
SHOW_VOLUMES = ["/call/vall", "show", "all", JSON]
#: Queries for each activity that one may wait for.
SHOW_ACTIVITY: Mapping[str, Sequence[list[str]]] = {
    "initialisation": (["/call/vall", "show", "init", JSON], ["/call/vall", "show", "bgi", JSON]),
    "consistency_check": (["/call/vall", "show", "cc", JSON],),
    "patrol_read": (["/call", "show", "patrolread", JSON],),
    "rebuild": (["/call/eall/sall", "show", "rebuild", JSON],),
    "copyback": (["/call/eall/sall", "show", "copyback", JSON],),
}


def create(values: Mapping[str, Any], members: Sequence[RaidDrive]) -> list[str]:
    """Return the command that creates a virtual drive of `members`."""
    argv = [f"/c{members[0].controller}", "add", "vd", f"r{values['level'][4:]}", f"name={values['name']}"]
    argv.append(f"drives={','.join(f'{member.enclosure}:{member.slot}' for member in members)}")
    if values["drives_per_span"] is not None:
        argv.append(f"pdperarray={values['drives_per_span']}")
    argv += [f"pdcache={values['drive_cache']}", values["write_policy"], values["read_policy"], values["io_policy"]]
    return [*argv, f"strip={values['strip_bytes'] >> 10}", JSON]


def initialise(volume: RaidVolume, kind: str) -> list[str]:
    """Return the command that starts the fast or full initialisation of a virtual drive."""
    return [volume.address, "start", "init", *(["full"] if kind == "full" else []), "force", JSON]


def delete(volume: RaidVolume) -> list[str]:
    """Return the command that deletes a virtual drive, with whatever is on it."""
    return [volume.address, "del", "force", JSON]


def set_drive(drive: RaidDrive, state: str) -> list[str]:
    """Return the command that sets a drive to offline, missing, jbod or good, which is unconfigured."""
    return [drive.address, "set", state, *(["force"] if state == "good" else []), JSON]


def start_rebuild(drive: RaidDrive) -> list[str]:
    """Return the command that starts the rebuild of a drive."""
    return [drive.address, "start", "rebuild", JSON]


def build_hot_spare_command(drive: RaidDrive, action: str) -> list[str]:
    """Return the command that makes a drive a global hot spare (`add`), or an ordinary one again."""
    return [drive.address, "add" if action == "add" else "delete", "hotsparedrive", JSON]


def set_rebuild_rate(controller: int, percent: int) -> list[str]:
    """Return the command that sets the percentage of a controller that a rebuild may use."""
    return [f"/c{controller}", "set", f"rebuildrate={percent}", JSON]


def show_rebuild_rate(controller: int) -> list[str]:
    """Return the query for the share of the controller that a rebuild may take."""
    return [f"/c{controller}", "show", "rebuildrate", JSON]


def set_policies(volume: RaidVolume, wishes: Mapping[str, str | None]) -> Iterable[list[str]]:
    """Yield one command for each policy of the virtual drive whose value is not None."""
    names = {"read_policy": "rdcache", "write_policy": "wrcache", "io_policy": "iopolicy", "drive_cache": "pdcache"}
    for key, wish in wishes.items():
        if wish is not None:
            yield [volume.address, "set", f"{names[key]}={wish}", JSON]


def show_battery(controller: int, kind: str) -> list[str]:
    """Return the query for the state of the cache's battery (`bbu`) or capacitor (`cv`)."""
    return [f"/c{controller}/{kind}", "show", "all", JSON]
