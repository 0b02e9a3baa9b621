"""Reading the facts about this server that the interlocks need; nothing here changes anything."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from storagelab_runner.allow_list import Sandbox, read_allow_list, read_sandbox
from storagelab_runner.block_devices import format_device_number
from storagelab_runner.block_tree import Tree, read_tree
from storagelab_runner.identity import get_realtime_ns
from storagelab_runner.interlocks.configured_users import read_configured_users
from storagelab_runner.interlocks.facts import HostFacts, SystemMount
from storagelab_runner.interlocks.kernel_users import read_kernel_users
from storagelab_runner.mounts import MountEntry, parse_mounts
from storagelab_runner.places import THIS_SERVER, Places, list_names, read_line

LOOP_PREFIX = "loop-"
_NO_RESUME = "0:0"
#: linux/proc_ns.h: PROC_PID_INIT_INO, the namespace from which the processes of all others are seen.
_FIRST_PID_NAMESPACE = "pid:[4026531836]"
_SYSTEM_POINTS = frozenset(("/", "/boot", "/boot/efi", "/efi", "/etc", "/home", "/usr", "/var"))


def read_host(config: Path, places: Places = THIS_SERVER) -> HostFacts:
    """Read all facts of this server that the interlocks need, as of now."""
    nodes = read_tree(places)
    sandbox = read_sandbox(config)
    mounts, mounts_doubt = _read_mounts(places)
    swaps, swaps_doubt = _read_swaps(places)
    resume = read_line(places.sys / "power" / "resume")
    return HostFacts(
        nodes=nodes,
        names=collect_stable_names(nodes, sandbox, places),
        mounts=mounts,
        mounts_doubt=mounts_doubt,
        system=_find_system_mounts(nodes, places),
        swaps=swaps,
        swaps_doubt=swaps_doubt,
        resume=None if resume == _NO_RESUME else resume,
        mdstat=read_line(places.proc / "mdstat"),
        has_device_mapper=_has_device_mapper(nodes, places),
        has_software_raid=(places.proc / "mdstat").exists() or any(node.array for node in nodes.values()),
        raid_devices=list_names(places.sys / "class" / "raid_devices"),
        allow_list=read_allow_list(config),
        sandbox=sandbox,
        kernel_users=read_kernel_users(nodes, mounts, places),
        configured_users=read_configured_users(nodes, places),
        sees_all_processes=_can_see_all_processes(places),
        is_root=os.geteuid() == 0,
        now_ns=get_realtime_ns(),
    )


def collect_stable_names(nodes: Tree, sandbox: Sandbox | None, places: Places = THIS_SERVER) -> dict[str, set[str]]:
    """Return the kernel names of devices by stable id.

    Stable ids are the udev links and, in a sandbox, the file names of loop devices.
    """
    names: dict[str, set[str]] = {}
    for link in list_names(places.by_id):
        kernel_name = (places.by_id / link).resolve().name
        if kernel_name in nodes:
            names.setdefault(link, set()).add(kernel_name)
    for node in nodes.values():
        if sandbox is not None and sandbox.covers(node):
            names.setdefault(f"{LOOP_PREFIX}{Path(str(node.backing_file)).name}", set()).add(node.name)
    return names


def _read_mounts(places: Places) -> tuple[tuple[MountEntry, ...], str | None]:
    """Return the mounts of every mount namespace that a process lives in, and a doubt if some cannot be read."""
    mounts: dict[MountEntry, None] = {}
    seen: set[str] = set()
    hidden = 0
    for process in _iterate_processes(places):
        namespace = _mount_namespace(process)
        if namespace in seen:
            continue
        try:
            text = (process / "mountinfo").read_bytes().decode("utf-8", "surrogateescape")
        except PermissionError:
            hidden += 1
            continue
        except OSError:
            continue
        seen.add(namespace)
        mounts.update(dict.fromkeys(parse_mounts(text.splitlines())))
    doubt = f"the mounts of {hidden} processes cannot be seen by this account" if hidden else None
    return tuple(mounts), doubt if seen else "the mounts of this server could not be read"


def _mount_namespace(process: Path) -> str:
    """Return the mount namespace of a process; the process itself where that is hidden."""
    try:
        return os.readlink(process / "ns" / "mnt")
    except OSError:
        return str(process)


def _find_system_mounts(nodes: Tree, places: Places) -> tuple[SystemMount, ...]:
    """Return the server's own mounts in this process's namespace, with source and block device."""
    try:
        text = (places.proc / "self" / "mountinfo").read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return ()
    by_number = {node.number: node.name for node in nodes.values()}
    mounts = []
    for mount in parse_mounts(text.splitlines()):
        if mount.point in _SYSTEM_POINTS:
            # A file system on several drives has its own device number, so its source must identify the drive.
            name = by_number.get(mount.device) or _find_source_node(nodes, mount.source)
            mounts.append(SystemMount(mount.point, mount.file_system, mount.source, name))
    return tuple(mounts)


def _find_source_node(nodes: Tree, source: str) -> str | None:
    if not source.startswith("/dev/"):
        return None
    name = Path(source).resolve().name
    return name if name in nodes else None


def _iterate_processes(places: Places) -> Iterator[Path]:
    # The namespace of init comes first, so that mounts are reported under the names people know.
    yield places.proc / "self"
    for name in sorted((name for name in list_names(places.proc) if name.isdigit()), key=int):
        yield places.proc / name


def _read_swaps(places: Places) -> tuple[tuple[str, ...], str | None]:
    """Return the `major:minor` of every device that is swapped to, and a doubt if they cannot be read."""
    try:
        lines = (places.proc / "swaps").read_text("utf-8", "surrogateescape").splitlines()[1:]
    except OSError as problem:
        return (), f"/proc/swaps cannot be read: {problem.strerror}"
    numbers = []
    for line in lines:
        path, kind = line.split()[:2]
        if kind != "partition":
            continue
        try:
            numbers.append(format_device_number(Path(path).stat().st_rdev))
        except OSError:
            return (), f"{path} is swapped to and cannot be found"
    return tuple(numbers), None


def _can_see_all_processes(places: Places) -> bool:
    """Return whether this process sees the processes of all containers: it is in the first process namespace."""
    try:
        return os.readlink(places.proc / "self" / "ns" / "pid") == _FIRST_PID_NAMESPACE
    except OSError:
        return False


def _has_device_mapper(nodes: Mapping[str, object], places: Places) -> bool:
    return (places.sys / "class" / "misc" / "device-mapper").exists() or any(name.startswith("dm-") for name in nodes)
