"""I1, I2, I3 and I5: the registered drive, without a twin, enrolled here, is what was opened."""

from __future__ import annotations

from storagelab_runner.allow_list import AllowedDrive, void_reason
from storagelab_runner.block_tree import BlockNode
from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts, VolumeOfController
from storagelab_runner.interlocks.verdict import InterlockVerdict, listed, passes, refuses


def stable_id(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I1: the stable id resolves to exactly one whole device, whose serial is the registered one."""
    node, wanted = device.node, device.wanted
    if node is None:
        return refuses(f"{device.doubt or 'The drive was not found'}.")
    if not node.is_whole or node.hidden:
        return refuses(f"{wanted.stable_id} is {node.name}, a part of {node.whole} and not a whole drive.")
    if node.is_loop and (host.sandbox is None or not host.sandbox.covers(node)):
        return refuses(
            f"{node.name} is a loop device, which has no lasting identity, and this server is not a sandbox."
        )
    if wanted.path not in (f"/dev/{node.name}", f"/dev/disk/by-id/{wanted.stable_id}"):
        return refuses(f"{wanted.stable_id} is now /dev/{node.name} and not {wanted.path}: discover the server again.")
    if wanted.serial is None:
        if device.writes:
            return refuses("The job names no serial for it, so it cannot be distinguished from another drive.")
        return passes(f"{wanted.stable_id} is /dev/{node.name}.")
    if wanted.serial not in node.serials:
        return refuses(
            f"The serial of {node.name} is {node.serial or 'unknown'} and not {wanted.serial}: it is another drive."
        )
    return passes(f"{wanted.stable_id} is /dev/{node.name} with the serial {wanted.serial}.")


def unique(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I2: no other drive of this server has the same world-wide name.

    Without a world-wide name, no other drive has the same model and serial.
    """
    node = device.node
    if node is None:
        return refuses("The drive was not found, so it could not be compared with other drives.")
    own = _identity(node)
    if own is None:
        return refuses(
            f"/dev/{node.name} has neither a world-wide name nor a serial: it cannot be distinguished from others."
        )
    twins = [
        other.name
        for other in host.nodes.values()
        if other.name != node.name and other.is_whole and not other.hidden and _identity(other) == own
    ]
    if twins:
        return refuses(f"/dev/{node.name} has the same identity as {listed(twins)}: a clone or a second path to it.")
    return passes(f"No other drive of this server has the identity {own[-1]}.")


def enrolled(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I3: root enrolled the drive on this server, and nothing about it has changed since.

    An array needs no enrolment of its own when every member is enrolled and unchanged.
    """
    node = device.node
    if host.allow_list.doubt is not None:
        return refuses(host.allow_list.doubt)
    if node is None:
        return refuses("The drive was not found, so no enrolment can be compared with it.")
    entry = host.allow_list.entry(device.wanted.stable_id or "")
    if entry is not None:
        void = void_reason(entry, node, host.now_ns) or _volume_changed(device, entry)
        if void is not None:
            return refuses(f"The enrolment is void: {void}. Enrol the drive again on the server.")
        return passes(f"{entry.enrolled_by} enrolled it here, and nothing about it has changed.")
    if node.array is not None:
        return _members_enrolled(node, host)
    volume = None if device.volume is None else device.volume.value
    if isinstance(volume, VolumeOfController):
        serials = {entry.serial for entry in host.allow_list.entries if entry.expires_realtime_ns > host.now_ns}
        missing = [serial for serial in volume.members if serial not in serials]
        if not missing:
            return passes(f"Every drive of {volume.name} is enrolled.")
        return refuses(f"{volume.name} is made of drives that are not enrolled: {listed(missing)}.")
    return refuses(
        f"{device.wanted.stable_id} is not enrolled on this server: root must run "
        f"storagelab-runner enrol --stable-id {device.wanted.stable_id} there."
    )


def same_after_opening(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I5: the opened descriptor leads to the device that the stable id names, with the same serial."""
    node, opened = device.node, device.opened
    if node is None or opened is None:
        return refuses("The drive could not be opened, so what would have been opened is not known.")
    if opened.number != node.number:
        return refuses(
            f"{device.wanted.stable_id} is {node.number} but {opened.number} was opened: nothing was touched."
        )
    if opened.node is None:
        return refuses(f"The drive {opened.number} is missing.")
    if device.wanted.serial is not None and device.wanted.serial not in opened.node.serials:
        return refuses(
            f"What was opened has the serial {opened.node.serial or 'unknown'} and not {device.wanted.serial}: "
            "nothing was touched."
        )
    return passes(f"What was opened is {opened.number}, the device that was checked.")


def _identity(node: BlockNode) -> tuple[str, ...] | None:
    if node.wwid is not None:
        return ("wwid", node.wwid)
    return None if node.serial is None else ("serial", node.model or "", node.serial)


def _members_enrolled(array: BlockNode, host: HostFacts) -> InterlockVerdict:
    if not array.slaves:
        return refuses(f"The members of {array.name} are not known.")
    by_kernel_name = {name: entry for entry in host.allow_list.entries for name in host.names.get(entry.stable_id, ())}
    for member in array.slaves:
        node, entry = host.nodes.get(member), by_kernel_name.get(member)
        if node is None or entry is None:
            return refuses(f"{array.name} has the member {member}, which is not enrolled on this server.")
        void = void_reason(entry, node, host.now_ns)
        if void is not None:
            return refuses(f"{array.name} has the member {member}, whose enrolment is void: {void}.")
    return passes(f"Every member of {array.name} is enrolled: {listed(list(array.slaves))}.")


def _volume_changed(device: DeviceFacts, entry: AllowedDrive) -> str | None:
    """Return what changed about a virtual drive of a RAID controller since it was enrolled; None if nothing."""
    if entry.members is None:
        return None
    volume = None if device.volume is None else device.volume.value
    if not isinstance(volume, VolumeOfController):
        return "its drives behind the RAID controller cannot be compared"
    if (volume.members, volume.level, volume.strip_bytes) != (entry.members, entry.level, entry.strip_bytes):
        return "it is made of other drives, or in another way, than when it was enrolled"
    return None
