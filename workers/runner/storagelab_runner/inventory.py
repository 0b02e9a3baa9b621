"""The fixed list of read-only commands and files that describe this server, exactly as they answer."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from storagelab_runner.allow_list import Sandbox, inventory_of, read_sandbox
from storagelab_runner.block_tree import BlockNode, Tree, kernel_node, read_tree
from storagelab_runner.identity import realtime_ns
from storagelab_runner.interlocks.host_probe import LOOP_PREFIX, stable_names
from storagelab_runner.interlocks.tool_answers import RAID_PROGRAMS
from storagelab_runner.places import THIS_SERVER, Places, line_of, names_in
from storagelab_runner.tools import COMMAND_SECONDS, MAX_OUTPUT_BYTES, ask, which

PYTHON = platform.python_version()
#: How long all of it may take; what has not been asked by then is an output that says so.
_BUDGET_SECONDS = 20.0
_COMMANDS = {
    "lsblk": ["lsblk", "-J", "-b", "-O"],
    "fio_version": ["fio", "--version"],
    "lspci": ["lspci", "-Dvmmk"],
    "nvme_subsystems": ["nvme", "list-subsys", "-o", "json"],
}
_FILES = {
    "os_release": "/etc/os-release",
    "cpuinfo": "/proc/cpuinfo",
    "meminfo": "/proc/meminfo",
    "mountinfo": "/proc/self/mountinfo",
    "swaps": "/proc/swaps",
    "mdstat": "/proc/mdstat",
    "machine_id": "/etc/machine-id",
}
_DMI = Path("/sys/class/dmi/id")
_DMI_FIELDS = ("board_vendor", "board_name", "product_name", "sys_vendor", "bios_version")
#: What is asked of the program of a RAID controller, by the name of the output.
_RAID_QUESTIONS = {
    "storcli_controllers": ["/call", "show", "all", "J"],
    "storcli_volumes": ["/call/vall", "show", "all", "J"],
    "storcli_drives": ["/call/eall/sall", "show", "all", "J"],
}
#: Fields of a block device that the lab does without, because it gets them elsewhere or they are long.
_UNTOLD = frozenset(("folder", "properties"))


def collect_inventory(config: Path, places: Places = THIS_SERVER) -> list[dict[str, Any]]:
    """Outputs as the protocol has them; what is missing or fails is an output with an `error`.

    Outputs about one drive are named for their command and its kernel name, such as smartctl/sda.
    """
    deadline = time.monotonic() + _BUDGET_SECONDS
    nodes = read_tree(places)
    sandbox = read_sandbox(config)
    outputs = [_ask(name, argv, deadline) for name, argv in _COMMANDS.items()]
    outputs += [_read(name, Path(path)) for name, path in _FILES.items()]
    names = stable_names(nodes, sandbox, places)
    facts = {
        "uname": _uname(),
        "dmi": _dmi(),
        "by_id": {link: str((places.by_id / link).resolve()) for link in names_in(places.by_id)},
        "firmware": _firmware(nodes, places),
        "udev": {name: node.properties for name, node in nodes.items() if node.properties},
        "block_devices": {name: _told(node) for name, node in nodes.items()},
        "enrolled": inventory_of(config, nodes, names, realtime_ns()),
        "sandbox_devices": _sandbox_devices(nodes, sandbox),
    }
    outputs += [_output(name, [], 0, json.dumps(value)) for name, value in facts.items()]
    return [*outputs, *(_ask(name, argv, deadline) for name, argv in _questions(nodes))]


def _questions(nodes: Tree) -> Iterator[tuple[str, list[str]]]:
    """What is asked of programs that are installed, about drives that they know."""
    for node in nodes.values():
        if not node.is_whole or node.hidden or not node.size_bytes:
            continue
        path = str(kernel_node(node))
        if node.is_nvme and which("nvme"):
            yield f"nvme_id_ctrl/{node.name}", ["nvme", "id-ctrl", path, "-o", "json"]
            yield f"nvme_id_ns/{node.name}", ["nvme", "id-ns", path, "-o", "json"]
            yield f"nvme_smart_log/{node.name}", ["nvme", "smart-log", path, "-o", "json"]
        if node.array is not None and which("mdadm"):
            yield f"mdadm/{node.name}", ["mdadm", "--detail", path]
        if (node.is_nvme or node.transport in ("sata", "sas")) and which("smartctl"):
            yield f"smartctl/{node.name}", ["smartctl", "--json", "-a", path]
    program = next(filter(which, RAID_PROGRAMS), None)
    if program is not None:
        yield from ((name, [program, *arguments]) for name, arguments in _RAID_QUESTIONS.items())


def _sandbox_devices(nodes: Tree, sandbox: Sandbox | None) -> list[dict[str, Any]]:
    """The loop devices that count as drives here, with the names that they go by."""
    return [
        {
            "name": node.name,
            "path": str(kernel_node(node)),
            "stable_id": f"{LOOP_PREFIX}{Path(str(node.backing_file)).name}",
            "serial": node.serial,
            "size": node.size_bytes,
            "log-sec": node.logical_block_bytes,
            "backing_file": node.backing_file,
        }
        for node in nodes.values()
        if sandbox is not None and sandbox.covers(node) and node.size_bytes
    ]


def _told(node: BlockNode) -> dict[str, Any]:
    told = {name: value for name, value in node._asdict().items() if name not in _UNTOLD}
    return {**told, **{name: part._asdict() for name in ("array", "pci") if (part := getattr(node, name)) is not None}}


def _ask(name: str, argv: list[str], deadline: float) -> dict[str, Any]:
    seconds = min(COMMAND_SECONDS, deadline - time.monotonic())
    if seconds <= 0:
        return _output(name, argv, None, error=f"{argv[0]} was not asked: the inventory took too long")
    answer = ask(argv, seconds)
    return {
        **_output(name, argv, answer.exit_code, answer.stdout, answer.stderr, answer.problem),
        "duration_ms": answer.milliseconds,
    }


def _read(name: str, path: Path) -> dict[str, Any]:
    began = time.monotonic()
    try:
        with path.open("rb") as file:
            return _output(name, [], 0, _text(file.read(MAX_OUTPUT_BYTES)), began=began)
    except OSError as problem:
        return _output(name, [], None, error=f"{path} cannot be read: {problem.strerror}", began=began)


def _output(
    name: str,
    argv: list[str],
    exit_code: int | None,
    stdout: str = "",
    stderr: str = "",
    error: str | None = None,
    began: float | None = None,
) -> dict[str, Any]:
    return {
        "name": name,
        "argv": argv,
        "exit_code": exit_code,
        "stdout": stdout,
        "stderr": stderr,
        "error": error,
        "duration_ms": 0 if began is None else round((time.monotonic() - began) * 1000),
    }


def _text(data: bytes) -> str:
    return data[:MAX_OUTPUT_BYTES].decode("utf-8", "replace")


def _uname() -> dict[str, str]:
    facts = os.uname()
    names = ("sysname", "nodename", "release", "version", "machine")
    return {name: str(getattr(facts, name)) for name in names}


def _dmi() -> dict[str, str | None]:
    return {field: line_of(_DMI / field) for field in _DMI_FIELDS}


def _firmware(nodes: Tree, places: Places) -> dict[str, str]:
    """Firmware revisions by kernel name; lsblk does not know those of NVMe drives."""
    block = places.sys / "class" / "block"
    found = ((name, line_of(block / name / "device" / "firmware_rev")) for name in nodes)
    return {name: revision for name, revision in found if revision is not None}
