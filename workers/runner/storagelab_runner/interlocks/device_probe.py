"""Reading the facts about one drive that the interlocks need; nothing here changes anything."""

from __future__ import annotations

import fcntl
import json
import os
import struct
from typing import Callable

from storagelab_runner.block_devices import format_device_number
from storagelab_runner.block_tree import BlockNode, get_kernel_node, list_extent, list_family, read_node
from storagelab_runner.contents import read_contents
from storagelab_runner.descriptors import DescriptorScan, wait_until_unused
from storagelab_runner.interlocks import nvme_commands, paths, tool_answers
from storagelab_runner.interlocks.facts import Answered, Contents, DeviceFacts, HostFacts, Left, OpenedDevice, Signature
from storagelab_runner.interlocks.kernel_users import find_character_devices
from storagelab_runner.last_use import read_last_use
from storagelab_runner.layout import StateFolder
from storagelab_runner.places import THIS_SERVER
from storagelab_runner.spec_targets import Device
from storagelab_runner.tools import ToolAnswer, run_tool

_BLKGETSIZE64 = 0x80081272
#: blkid(8): the exit status when something was found, and when nothing was. 8 is ambivalent, 4 a failure.
_IDENTIFIED, _NOTHING = 0, 2
#: How long programs that glance at a drive, such as udev's, are given to let go of it.
_GLANCE_SECONDS = 3.0


def find_node(wanted: Device, host: HostFacts) -> tuple[BlockNode | None, str | None]:
    """Return the one device that a stable id leads to, or the reason in words why there is not one.

    The other item of the pair is None.
    """
    kernel_names = host.names.get(wanted.stable_id or "", ())
    if len(kernel_names) > 1:
        return None, f"{wanted.stable_id} leads to {len(kernel_names)} devices ({', '.join(sorted(kernel_names))})"
    node = host.nodes.get(next(iter(kernel_names), ""))
    return node, None if node is not None else f"{wanted.stable_id} is not the name of a drive of this server"


def read_device(
    wanted: Device, writes: bool, host: HostFacts, state: StateFolder, descriptor: int | None, busy: str | None
) -> DeviceFacts:
    """Read all facts of one drive that the interlocks need.

    `descriptor` is the exclusively opened drive. Without one, `busy` gives the reason, and queries that need it are
    skipped.
    """
    node, doubt = find_node(wanted, host)
    parts = () if node is None else list_family(host.nodes, node)
    queried = node if writes and descriptor is not None else None
    nvme = _read_nvme_identity(queried, descriptor)
    left = read_last_use(state, wanted.serial) if wanted.serial is not None and writes else None
    return DeviceFacts(
        wanted=wanted,
        writes=writes,
        node=node,
        doubt=doubt,
        family=parts,
        extent=() if node is None else list_extent(host.nodes, node),
        opened=None if descriptor is None else read_opened(descriptor),
        busy=busy,
        users=None if node is None else read_process_users(node, host),
        signatures=tuple(_read_signature(part) for part in parts) if writes else None,
        contents=_read_contents(descriptor, left) if writes else None,
        left=left,
        nvme=nvme,
        health=_read_health(queried, descriptor),
        reservations=_read_reservations(queried, descriptor, nvme),
        volume=_query_volume(queried),
    )


def read_process_users(node: BlockNode, host: HostFacts) -> DescriptorScan:
    """Find the processes that use a drive, a partition of it, or a drive that carries it.

    Wait first for programs that only look at the drive briefly. The paths below a multipath device are left out: its
    daemon keeps them open to test them.
    """
    is_multipath = (node.mapper_uuid or "").startswith("mpath-")
    parts = list_family(host.nodes, node) if is_multipath else list_extent(host.nodes, node)
    characters: dict[str, str] = {}
    for part in parts:
        characters.update(find_character_devices(part, THIS_SERVER))
    names = {*(part.name for part in parts), *characters.values()}
    numbers = [part.number for part in parts]
    return wait_until_unused(node.number, numbers, seconds=_GLANCE_SECONDS, characters=characters, names=names)


def read_use(wanted: Device, writes: bool, node: BlockNode, host: HostFacts) -> DeviceFacts:
    """Return only the facts that show the users of a held drive, for a look between two phases."""
    unknown = dict.fromkeys(DeviceFacts._fields)
    basics = {"wanted": wanted, "writes": writes, "node": node, "family": list_family(host.nodes, node)}
    uses = {"extent": list_extent(host.nodes, node), "users": read_process_users(node, host)}
    return DeviceFacts(**{**unknown, **basics, **uses})  # type: ignore[arg-type]


def read_opened(descriptor: int) -> OpenedDevice:
    """Return the number, capacity in bytes and node of the device that a descriptor leads to."""
    number = format_device_number(os.fstat(descriptor).st_rdev)
    size = struct.unpack("=Q", fcntl.ioctl(descriptor, _BLKGETSIZE64, bytes(8)))[0]
    return OpenedDevice(number, int(size), read_node(number))


def decode_signature(node: str, probed: ToolAnswer, wiped: ToolAnswer) -> Signature:
    """Decode the findings of `blkid -p -o export` and `wipefs -n -J` on one device.

    Anything that is not understood becomes a doubt.
    """
    doubt = None
    if probed.exit_code not in (_IDENTIFIED, _NOTHING):
        doubt = f"blkid could not read the contents of {node}: {probed.last_words}"
    pairs = dict(line.partition("=")[::2] for line in probed.stdout.splitlines())
    magics: tuple[str, ...] = ()
    if wiped.exit_code != 0:
        doubt = doubt or f"wipefs could not read the contents of {node}: {wiped.last_words}"
    else:
        try:
            magics = tuple(str(row["type"]) for row in json.loads(wiped.stdout or "{}").get("signatures", ()))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            doubt = doubt or f"the output of wipefs about {node} was not understood"
    return Signature(
        node=node,
        content=pairs.get("TYPE"),
        partition_table=pairs.get("PTTYPE"),
        role=pairs.get("PART_ENTRY_TYPE"),
        magics=magics,
        doubt=doubt,
    )


def _read_signature(node: BlockNode) -> Signature:
    path = str(get_kernel_node(node))
    # Without a cache of its own blkid looks at the drive itself.
    probed = run_tool(["blkid", "-c", "/dev/null", "-p", "-o", "export", path])
    return decode_signature(node.name, probed, run_tool(["wipefs", "-n", "-J", path]))


def _list_part_numbers(parts: tuple[BlockNode, ...]) -> list[str]:
    return [part.number for part in parts]


def _read_contents(descriptor: int | None, left: Left | None) -> Contents | None:
    """Read the drive's ends and the sample blocks that the record `left` selects.

    Return None where the drive is not open or cannot be read.
    """
    try:
        return None if descriptor is None else read_contents(descriptor, None if left is None else left.seed)
    except OSError:
        return None


def _read_nvme_identity(node: BlockNode | None, descriptor: int | None) -> Answered | None:
    if node is None or descriptor is None or not node.is_nvme:
        return None
    return _try_question(lambda: nvme_commands.read_identity(descriptor))


def _read_health(node: BlockNode | None, descriptor: int | None) -> Answered | None:
    if node is None or descriptor is None:
        return None
    if node.is_nvme:
        return _try_question(lambda: nvme_commands.read_health(descriptor))
    if node.transport in ("sata", "sas"):
        return tool_answers.query_smart_health(str(get_kernel_node(node)))
    return None


def _read_reservations(node: BlockNode | None, descriptor: int | None, nvme: Answered | None) -> Answered | None:
    if node is None or descriptor is None:
        return None
    if node.is_nvme:
        # A drive without reservations would count the question as an error of its own.
        if nvme is None or nvme.value is None or not nvme.value.has_reservations:
            return None
        return _try_question(lambda: nvme_commands.read_registrants(descriptor))
    if node.transport in ("sas", "fc", "iscsi"):
        return tool_answers.query_scsi_reservations(str(get_kernel_node(node)))
    return None


def _query_volume(node: BlockNode | None) -> Answered | None:
    if node is None or not paths.is_virtual_drive(node):
        return None
    return tool_answers.query_raid_volume(node.wwid)


def _try_question(question: Callable[[], object]) -> Answered:
    try:
        return Answered(question(), None)
    except OSError as problem:
        return Answered(None, problem.strerror or str(problem))
