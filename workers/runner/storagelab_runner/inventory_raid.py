"""Queries to the programs of RAID controllers: general ones first, then per controller and drive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from storagelab_runner.block_tree import Tree, kernel_node
from storagelab_runner.interlocks.tool_answers import RAID_PROGRAMS, document_of, responses
from storagelab_runner.places import Places, names_in
from storagelab_runner.tool_pool import Lane, ToolQuestion
from storagelab_runner.tools import ToolAnswer, which

#: These queries come first, because their answers list the drives to query.
_STORCLI_FIRST = {
    "storcli_controllers": ("/call", "show", "all", "J"),
    "storcli_drives": ("/call/eall/sall", "show", "all", "J"),
}
_STORCLI_LATER = {
    "storcli_volumes": ("/call/vall", "show", "all", "J"),
    "storcli_enclosures": ("/call/eall", "show", "all", "J"),
    "storcli_bbu": ("/call/bbu", "show", "all", "J"),
    "storcli_cv": ("/call/cv", "show", "all", "J"),
    "storcli_patrol": ("/call", "show", "patrolread", "J"),
    "storcli_rebuild": ("/call/eall/sall", "show", "rebuild", "J"),
}
ARCCONF_LIST = ToolQuestion("arcconf_list", ("arcconf", "list"))
SSACLI = ToolQuestion("ssacli", ("ssacli", "ctrl", "all", "show", "config", "detail"))
SAS3IRCU_LIST = ToolQuestion("sas3ircu_list", ("sas3ircu", "list"))
_MEGARAID_DRIVERS = ("megaraid_sas", "mpi3mr")
_MAX_CONTROLLERS = 16
_ARCCONF_COUNT = re.compile(r"Controllers found: *(\d+)", re.IGNORECASE)
#: A row of `sas3ircu list`: number, type, vendor and device.
_SAS3IRCU_ROW = re.compile(r"^ *(\d+) +\S+ +[0-9a-f]+h ", re.IGNORECASE | re.MULTILINE)
#: storcli writes the address of a controller as domain, bus, device and function.
_STORCLI_ADDRESS = re.compile(r"([0-9a-f]{1,4}):([0-9a-f]{1,2}):([0-9a-f]{1,2}):([0-7]{1,2})", re.IGNORECASE)


def raid_program() -> str | None:
    """Return the first installed program among storcli and its relatives, None without one."""
    return next(filter(which, RAID_PROGRAMS), None)


def opening() -> Iterator[Lane]:
    """Yield the queries that need no earlier answer.

    Queries to a controller run one at a time, because its tools lock it.
    """
    program = raid_program()
    if program is not None:
        yield tuple(ToolQuestion(name, (program, *arguments)) for name, arguments in _STORCLI_FIRST.items())
    for question in (ARCCONF_LIST, SSACLI, SAS3IRCU_LIST):
        if which(question.argv[0]):
            yield (question,)


def following(nodes: Tree, places: Places, answers: Mapping[str, ToolAnswer]) -> Iterator[Lane]:
    """Yield the queries that follow from the answers so far."""
    program = raid_program()
    if program is not None:
        yield tuple(ToolQuestion(name, (program, *arguments)) for name, arguments in _STORCLI_LATER.items())
    if which("smartctl") and {"storcli_controllers", "storcli_drives"} <= answers.keys():
        controllers, drives = (document_of(answers[name]) for name in ("storcli_controllers", "storcli_drives"))
        yield from ((question,) for question in _hidden_drives(nodes, places, controllers, drives))
    for listed, questions in ((ARCCONF_LIST, of_arcconf), (SAS3IRCU_LIST, of_sas3ircu)):
        if listed.name in answers:
            yield tuple(questions(answers[listed.name].stdout))


def volume_list() -> ToolQuestion:
    """Return the query for the virtual drives of storcli or a related tool; storcli where none is installed."""
    return _later("storcli_volumes")


def volume_states() -> Lane:
    """Return the queries for the state of virtual drives and for their background activity."""
    return volume_list(), _later("storcli_patrol")


def of_arcconf(listed: str) -> Iterator[ToolQuestion]:
    """Yield the queries for each controller that arcconf lists: its configuration and its activity."""
    match = _ARCCONF_COUNT.search(listed)
    for number in range(1, min(int(match[1]), _MAX_CONTROLLERS) + 1) if match is not None else ():
        yield ToolQuestion(f"arcconf/{number}", ("arcconf", "getconfig", str(number)))
        yield ToolQuestion(f"arcconf_status/{number}", ("arcconf", "getstatus", str(number)))


def of_sas3ircu(listed: str) -> Iterator[ToolQuestion]:
    """Yield the query for each adapter that sas3ircu lists."""
    for index in _SAS3IRCU_ROW.findall(listed):
        yield ToolQuestion(f"sas3ircu/{index}", ("sas3ircu", index, "display"))


def _later(name: str) -> ToolQuestion:
    return ToolQuestion(name, (raid_program() or "storcli", *_STORCLI_LATER[name]))


def hidden_drive(controller: int, number: int, door: str) -> ToolQuestion:
    """Return the query for a drive behind a MegaRAID controller; `door` is a device of that controller."""
    argv = ("smartctl", "--json", "-x", "-d", f"megaraid,{number}", door)
    return ToolQuestion(f"smartctl_raid/{controller}/{number}", argv)


def device_numbers(drives: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the controller and DID of each physical drive that storcli lists."""
    seen = set()
    for controller, data in responses(drives):
        for rows in data.values():
            for row in rows if isinstance(rows, list) else ():
                number = row.get("DID") if isinstance(row, dict) and "EID:Slt" in row else None
                if isinstance(number, int) and (controller, number) not in seen:
                    seen.add((controller, number))
                    yield controller, number


def _hidden_drives(
    nodes: Tree, places: Places, controllers: Mapping[str, Any], drives: Mapping[str, Any]
) -> Iterator[ToolQuestion]:
    addresses = dict(_addresses(controllers))
    pairs = list(device_numbers(drives))
    doors = {number: _door(addresses.get(number), nodes, places) for number in {controller for controller, _ in pairs}}
    for controller, number in pairs:
        door = doors[controller]
        if door is not None:
            yield hidden_drive(controller, number, door)


def _addresses(controllers: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    for number, data in responses(controllers):
        basics = data.get("Basics")
        text = str(basics.get("PCI Address", "")) if isinstance(basics, dict) else ""
        match = _STORCLI_ADDRESS.fullmatch(text.strip())
        if match:
            domain, bus, device, function = (int(part, 16) for part in match.groups())
            yield number, f"{domain:04x}:{bus:02x}:{device:02x}.{function:x}"


def _door(address: str | None, nodes: Tree, places: Places) -> str | None:
    """Return a block device of the controller, else its SCSI host.

    Without the address of the controller, it is the only controller of the server.
    """
    if address is None:
        drivers = places.sys / "bus" / "pci" / "drivers"
        addresses = [
            name for driver in _MEGARAID_DRIVERS for name in names_in(drivers / driver) if name.count(":") == 2
        ]
        if len(addresses) != 1:
            return None
        address = addresses[0]
    for node in nodes.values():
        if node.is_whole and node.pci is not None and node.pci.address == address:
            return str(kernel_node(node, places))
    hosts = (re.fullmatch(r"host(\d+)", name) for name in names_in(places.sys / "bus" / "pci" / "devices" / address))
    return next((f"/dev/bus/{host[1]}" for host in hosts if host), None)
