"""Queries to the programs of RAID controllers: general ones first, then per controller and drive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from storagelab_runner.block_tree import Tree, get_kernel_node
from storagelab_runner.interlocks.tool_answers import RAID_PROGRAMS, document_of, iterate_responses
from storagelab_runner.places import Places, list_names
from storagelab_runner.tool_pool import Lane, ToolQuestion
from storagelab_runner.tools import ToolAnswer, is_tool_installed

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


def find_raid_program() -> str | None:
    """Return the first installed program among storcli and its relatives, None without one."""
    return next(filter(is_tool_installed, RAID_PROGRAMS), None)


def iterate_first_lanes() -> Iterator[Lane]:
    """Yield the queries to RAID controllers that need no earlier answer.

    Queries to one kind of controller run one at a time, because its tools lock the controller.
    """
    program = find_raid_program()
    if program is not None:
        yield tuple(ToolQuestion(name, (program, *arguments)) for name, arguments in _STORCLI_FIRST.items())
    for question in (ARCCONF_LIST, SSACLI, SAS3IRCU_LIST):
        if is_tool_installed(question.argv[0]):
            yield (question,)


def iterate_following_lanes(nodes: Tree, places: Places, answers: Mapping[str, ToolAnswer]) -> Iterator[Lane]:
    """Yield the queries to RAID controllers that need the `answers` to the first lanes."""
    program = find_raid_program()
    if program is not None:
        yield tuple(ToolQuestion(name, (program, *arguments)) for name, arguments in _STORCLI_LATER.items())
    if is_tool_installed("smartctl") and {"storcli_controllers", "storcli_drives"} <= answers.keys():
        controllers, drives = (document_of(answers[name]) for name in ("storcli_controllers", "storcli_drives"))
        yield from ((question,) for question in _iterate_hidden_drive_questions(nodes, places, controllers, drives))
    for listed, questions in ((ARCCONF_LIST, iterate_arcconf_questions), (SAS3IRCU_LIST, iterate_sas3ircu_questions)):
        if listed.name in answers:
            yield tuple(questions(answers[listed.name].stdout))


def build_volume_question() -> ToolQuestion:
    """Return the query for the virtual drives of storcli or a related tool; storcli where none is installed."""
    return _build_later_question("storcli_volumes")


def list_volume_state_questions() -> Lane:
    """Return the queries for the state of virtual drives and for their background activity."""
    return build_volume_question(), _build_later_question("storcli_patrol")


def iterate_arcconf_questions(listed: str) -> Iterator[ToolQuestion]:
    """Yield the queries for each controller that arcconf lists: its configuration and its activity."""
    match = _ARCCONF_COUNT.search(listed)
    for number in range(1, min(int(match[1]), _MAX_CONTROLLERS) + 1) if match is not None else ():
        yield ToolQuestion(f"arcconf/{number}", ("arcconf", "getconfig", str(number)))
        yield ToolQuestion(f"arcconf_status/{number}", ("arcconf", "getstatus", str(number)))


def iterate_sas3ircu_questions(listed: str) -> Iterator[ToolQuestion]:
    """Yield the query for each adapter that sas3ircu lists."""
    for index in _SAS3IRCU_ROW.findall(listed):
        yield ToolQuestion(f"sas3ircu/{index}", ("sas3ircu", index, "display"))


def _build_later_question(name: str) -> ToolQuestion:
    return ToolQuestion(name, (find_raid_program() or "storcli", *_STORCLI_LATER[name]))


def build_hidden_drive_question(controller: int, number: int, door: str) -> ToolQuestion:
    """Build the smartctl query for the drive `number` behind a MegaRAID controller.

    `door` is a device of that controller.
    """
    argv = ("smartctl", "--json", "-x", "-d", f"megaraid,{number}", door)
    return ToolQuestion(f"smartctl_raid/{controller}/{number}", argv)


def iterate_drive_numbers(drives: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the controller and DID of each physical drive that storcli lists."""
    seen = set()
    for controller, data in iterate_responses(drives):
        for rows in data.values():
            for row in rows if isinstance(rows, list) else ():
                number = row.get("DID") if isinstance(row, dict) and "EID:Slt" in row else None
                if isinstance(number, int) and (controller, number) not in seen:
                    seen.add((controller, number))
                    yield controller, number


def _iterate_hidden_drive_questions(
    nodes: Tree, places: Places, controllers: Mapping[str, Any], drives: Mapping[str, Any]
) -> Iterator[ToolQuestion]:
    addresses = dict(_iterate_addresses(controllers))
    pairs = list(iterate_drive_numbers(drives))
    doors = {
        number: _find_door(addresses.get(number), nodes, places) for number in {controller for controller, _ in pairs}
    }
    for controller, number in pairs:
        door = doors[controller]
        if door is not None:
            yield build_hidden_drive_question(controller, number, door)


def _iterate_addresses(controllers: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    for number, data in iterate_responses(controllers):
        basics = data.get("Basics")
        text = str(basics.get("PCI Address", "")) if isinstance(basics, dict) else ""
        match = _STORCLI_ADDRESS.fullmatch(text.strip())
        if match:
            domain, bus, device, function = (int(part, 16) for part in match.groups())
            yield number, f"{domain:04x}:{bus:02x}:{device:02x}.{function:x}"


def _find_door(address: str | None, nodes: Tree, places: Places) -> str | None:
    """Return a block device behind the controller with this PCI address, else its SCSI host.

    Without an address, use the only controller of the server. Return None where none is found.
    """
    if address is None:
        drivers = places.sys / "bus" / "pci" / "drivers"
        addresses = [
            name for driver in _MEGARAID_DRIVERS for name in list_names(drivers / driver) if name.count(":") == 2
        ]
        if len(addresses) != 1:
            return None
        address = addresses[0]
    for node in nodes.values():
        if node.is_whole and node.pci is not None and node.pci.address == address:
            return str(get_kernel_node(node, places))
    hosts = (re.fullmatch(r"host(\d+)", name) for name in list_names(places.sys / "bus" / "pci" / "devices" / address))
    return next((f"/dev/bus/{host[1]}" for host in hosts if host), None)
